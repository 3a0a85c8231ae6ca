/** Entries of the ledger in words, and the prize pool summed up from them. */

/** @typedef {import("../../messages.js").Posting} Posting */

/** @type {Record<string, string>} */
const WHAT = {
  "tournament.fee-paid": "Entry fees",
  "tournament.fee-refunded": "Entry fees refunded",
  "tournament.value-added": "Added by the operator",
  "tournament.value-returned": "Returned to the operator",
  "tournament.buy-in-paid": "Buy-ins",
  "tournament.buy-in-refunded": "Buy-ins refunded",
  "tournament.chips-redeemed": "Chips redeemed",
  "tournament.chips-settled": "Chips settled",
  "tournament.bought-back": "Buy-backs",
  "tournament.buy-back-refunded": "Buy-backs refunded",
  "tournament.prize-paid": "Prizes paid",
};

/** @param {string} event its stored name */
export const postingText = (event) => WHAT[event] ?? event;

/**
 * Sum what went into the pool and out of it, by what it was.
 * @param {readonly Posting[]} postings
 * @returns {[what: string, amount: number][]}
 */
export function poolLines(postings) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { event, source, to, amount } of postings) {
    if (source !== "pool" && to !== "pool") continue;
    sums.set(event, (sums.get(event) ?? 0) + (to === "pool" ? amount : -amount));
  }
  return [...sums].map(([event, amount]) => [postingText(event), amount]);
}
