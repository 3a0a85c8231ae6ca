/** The record of mistakes at practice tables: what was done, what was better, and what that costs. */

/**
 * @typedef {{at: number, rulebook: string, cards: string[], upcard: string, chose: string,
 *   best: string, cost: number}} Mistake cost: cents that the decision is worth less, on average
 */

const KEY = "houserules.mistakes";
const MOST = 500;

/** @returns {Mistake[]} the newest first */
export function mistakes() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Mistake} mistake */
export function remember(mistake) {
  localStorage.setItem(KEY, JSON.stringify([mistake, ...mistakes()].slice(0, MOST)));
}

export function forgetAll() {
  localStorage.removeItem(KEY);
}
