/** Money is whole cents, here as everywhere. */

const WHOLE = new Intl.NumberFormat("en-AU");
const EXACT = new Intl.NumberFormat("en-AU", { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/**
 * Write an amount: $25, $1,250.50, −$5; parts of a cent as in $0.125.
 * @param {number} cents
 */
export function money(cents) {
  const format = cents % 100 ? EXACT : WHOLE;
  return `${cents < 0 ? "−" : ""}$${format.format(Math.abs(cents) / 100)}`;
}

/**
 * Write a difference with its sign: +$25, −$5, $0.
 * @param {number} cents
 */
export function signedMoney(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/**
 * Write an amount as it is typed into a field: 25, 37.50.
 * @param {number} cents
 */
export function typedAmount(cents) {
  return (cents / 100).toFixed(cents % 100 ? 2 : 0);
}

/**
 * Read what somebody typed; null: not an amount.
 * @param {string} text
 * @returns {number | null} cents
 */
export function parseAmount(text) {
  const bare = text.replace(/[\s$,]/g, "");
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/**
 * Return the nearest amount that may be wagered.
 * @param {number} amount
 * @param {{least: number, most: number, step: number}} range
 */
export function clampToRange(amount, { least, most, step }) {
  const steps = Math.round((Math.min(Math.max(amount, least), most) - least) / step);
  const nearest = least + steps * step;
  return nearest > most ? nearest - step : nearest;
}

/**
 * Write odds: 3 to 2.
 * @param {{pays: number, on: number} | null | undefined} odds
 */
export function oddsText(odds) {
  return odds ? `${odds.pays} to ${odds.on}` : "";
}
