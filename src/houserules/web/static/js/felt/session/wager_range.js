/** The amounts that a player of a session may wager: units of the minimum, up to the maximum and the chips. */

import { openCommand } from "../table_queries.js";

/**
 * @typedef {import("./summary.js").Limits} Limits
 * @typedef {import("../types.js").Mine} Mine
 * @typedef {import("../dock/controls.js").Range} Range
 */

/**
 * Return the amounts that may lie on a box; null: the chips do not make the minimum.
 * @param {Limits} limits
 * @param {number} chips with those on the box
 * @param {boolean} late whether only the minimum is left
 * @returns {Range | null}
 */
export function amountsWithin({ minimum, maximum }, chips, late) {
  const highest = late ? minimum : Math.min(maximum, chips);
  const most = highest - (highest % minimum);
  return chips < minimum ? null : { least: minimum, most, step: minimum };
}

/**
 * Return the amounts that may lie on a box in the end, as the table offers them; null: nothing may be wagered now.
 * @param {Mine} mine
 * @param {number} box
 * @param {number} placed what lies there already
 * @returns {Range | null}
 */
export function openAmounts(mine, box, placed) {
  const place = openCommand(mine, "place-wager", { box });
  const more = place ?? openCommand(mine, "raise-wager", { box });
  if (!more) return null;
  const lies = place ? 0 : placed;
  return { least: lies + (more.least ?? 0), most: lies + (more.most ?? 0), step: more.step ?? 1 };
}

/**
 * Return what of a wager as it was found plays: made up to the minimum, or cut back.
 * @param {number} placed
 * @param {Limits} limits
 * @param {boolean} late
 */
export function amountThatPlays(placed, { minimum, maximum }, late) {
  if (late) return minimum;
  const within = Math.min(placed, maximum);
  return Math.max(within - (within % minimum), minimum);
}
