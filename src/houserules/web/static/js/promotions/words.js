/** How the page of a promotion calls things. */

/**
 * @typedef {import("../messages.js").PromotionAnswer} PromotionAnswer
 * @typedef {PromotionAnswer["view"]} PromotionView
 * @typedef {NonNullable<PromotionView["mine"]>} Mine
 * @typedef {Mine["entries"][number]} Entry
 * @typedef {Mine["prizes"][number]} WonPrize
 * @typedef {Mine["claims"][number]} Claim
 * @typedef {{refusal: string, complaint: string, draw: string, told: string, scrutineer_above: number}} Law
 *   clauses that the page cites, and above which value a draw has a scrutineer, in cents
 * @typedef {{kind: string, description?: string, paid_by?: string[], cash_alternative?: string}} Prize
 */

/**
 * The prizes as the terms have them.
 * @param {PromotionView} view
 */
export const prizesOf = (view) =>
  /** @type {{prizes: Prize[]}} */ (/** @type {unknown} */ (view.document)).prizes;

/**
 * A term as the terms have it; empty where they do not say.
 * @param {PromotionView} view
 * @param {string} key
 */
export function termOf(view, key) {
  const { terms } = /** @type {{terms?: Record<string, unknown>}} */ (
    /** @type {unknown} */ (view.document)
  );
  return String(terms?.[key] ?? "");
}

/**
 * Name a prize: prize 2: A weekend for two.
 * @param {PromotionView} view
 * @param {number} prize counted from 0
 */
export function prizeName(view, prize) {
  const said = prizesOf(view)[prize]?.description;
  return said ? `prize ${prize + 1}: ${said}` : `prize ${prize + 1}`;
}

/**
 * Write a text so that a sentence can go on behind it.
 * @param {string} text
 */
export const asSentence = (text) => text.trim().replace(/[.!?]?$/, ".");
