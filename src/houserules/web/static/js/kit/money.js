/** Money is whole cents, here as everywhere. */

const PLAIN = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat("en-AU", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * Write an amount: $25, $37.50, −$5.
 * @param {number} cents
 */
export function money(cents) {
  const whole = cents % 100 === 0 ? PLAIN : EXACT;
  return `${cents < 0 ? "−" : ""}$${whole.format(Math.abs(cents) / 100)}`;
}

/**
 * Write a difference with its sign: +$25, −$5, $0.
 * @param {number} cents
 */
export function signedMoney(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/**
 * Read what somebody typed; null: that is no amount.
 * @param {string} text
 * @returns {number | null} cents
 */
export function parseAmount(text) {
  const bare = text.replace(/[\s$,]/g, "");
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(bare);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/**
 * Return the nearest amount that may be wagered.
 * @param {number} amount
 * @param {{least: number, most: number, step: number}} range
 */
export function clampToRange(amount, { least, most, step }) {
  const steps = Math.round((Math.min(Math.max(amount, least), most) - least) / step);
  const found = least + steps * step;
  return found > most ? found - step : found;
}

/**
 * Write odds: 3 to 2.
 * @param {{pays: number, on: number} | null | undefined} odds
 */
export function oddsText(odds) {
  return odds ? `${odds.pays} to ${odds.on}` : "";
}
