/** What a decision was worth beside the best one: per unit of advice, in cents of the wager. */

/**
 * @typedef {import("./spots.js").Spot} Spot
 * @typedef {import("../messages.js").CoachAnswer} Advice per unit of wager; insurance per unit of insurance
 * @typedef {{chose: string, best: string, better: number, mine: number}} Verdict in cents, on average
 */

/** Less than this part of a wager is no mistake: the figures end there. */
const NOTHING = 1e-9;

/**
 * Judge a decision; null: nothing was better.
 * @param {Advice} advice
 * @param {Spot} spot
 * @param {string} name the command
 * @param {number} [amount] of insurance
 * @returns {Verdict | null}
 */
export function judged({ best, values, insurance }, spot, name, amount = 0) {
  if (name === "insure") {
    const mine = (insurance ?? 0) * amount;
    return mine < -NOTHING ? { chose: "insurance", best: "no insurance", better: 0, mine } : null;
  }
  const playing = bestOf(values, "surrender");
  const mine = spot.offers && name === "be-ready" ? values[playing ?? ""] : values[name];
  const better = values[best ?? ""];
  if (best === null || better == null || mine == null || better - mine < NOTHING) return null;
  const chose = name === "be-ready" ? "playing on" : name;
  return { chose, best, better: better * spot.wager, mine: mine * spot.wager };
}

/**
 * Give the best action but one.
 * @param {Record<string, number | null>} values
 * @param {string} but
 */
export function bestOf(values, but) {
  const open = Object.entries(values).filter(([name, value]) => value !== null && name !== but);
  return open.sort((a, b) => Number(b[1]) - Number(a[1]))[0]?.[0] ?? null;
}
