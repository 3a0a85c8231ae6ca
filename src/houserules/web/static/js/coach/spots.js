/** Decisions of mine that are due: the hand in play, or my boxes while insurance and surrender are offered. */

import { turnOf } from "../felt/state.js";

/**
 * @typedef {import("../felt/types.js").Shown} Shown
 * @typedef {import("../felt/types.js").Table} Table
 * @typedef {{key: string, box: number, hand: number, cards: string[], upcard: string, wager: number,
 *   offers: boolean}} Spot
 */

/**
 * @param {Shown} shown
 * @param {string | null} me
 * @returns {Spot[]}
 */
export function spotsOf({ table }, me) {
  if (me === null || table.question || !table.dealer.length) return [];
  const turn = turnOf(table);
  if (turn) return turn.controller === me ? spots(table, me, turn.box, turn.hand) : [];
  if (table.phase !== "offers") return [];
  const mine = table.boxes.filter((box) => box.controller === me);
  return mine.flatMap((box) => spots(table, me, box.number, 1));
}

/**
 * @param {Table} table
 * @param {string} me
 * @param {number} box
 * @param {number} hand
 * @returns {Spot[]}
 */
function spots(table, me, box, hand) {
  const found = table.boxes.find((each) => each.number === box)?.hands[hand - 1];
  const stake = found?.stakes.find((each) => each.player === me);
  if (!found || found.done || found.cards.length < 2 || stake?.surrendered) return [];
  const cards = found.cards.map(String);
  return [
    {
      key: [table.rounds, table.phase, box, hand, ...cards].join(" "),
      box,
      hand,
      cards,
      upcard: String(table.dealer[0]),
      wager: stake?.amount ?? 0,
      offers: table.phase === "offers",
    },
  ];
}
