import assert from "node:assert/strict";
import test from "node:test";
import { afterEvent } from "../../src/houserules/web/static/js/felt/animation.js";
import { SENTENCE, boxWith, handWith, mineWith, tableWith } from "./states.js";

/**
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").TableEvent} TableEvent
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Table} Table
 */

/**
 * @param {Table} table
 * @param {TableEvent[]} events
 * @param {Table} [final]
 */
function play(table, events, final = table) {
  let shown = { table, mine: mineWith(), payments: /** @type {import("../../src/houserules/web/static/js/felt/types.js").Payment[]} */ ([]) };
  for (const event of events) shown = afterEvent(shown, event, final);
  return shown;
}

/** @type {TableEvent} */
const SETTLED = {
  name: "wager.settled", sentence: SENTENCE,
  box: 1,
  hand: 1,
  player: "Ann",
  wager: "original",
  stake: 2500,
  result: "win",
  odds: { pays: 1, on: 1 },
  returned: 5000,
  stage: "final",
  clause: "16.1",
  token_stake: 0,
  tokens: 0,
};

test("closed bets give every box with a wager an empty hand", () => {
  const { table } = play(tableWith({ boxes: [boxWith()] }), [
    { name: "bets.closed", sentence: SENTENCE, controllers: [[1, "Ann"]] },
  ]);
  assert.equal(table.phase, "dealing");
  assert.deepEqual(table.boxes[0]?.hands[0]?.cards, []);
  assert.equal(table.boxes[0]?.hands[0]?.stakes[0]?.amount, 2500);
});

test("a wager of the same update is known from the state at its end", () => {
  const final = tableWith({
    phase: "playing",
    boxes: [boxWith({ hands: [handWith(["7h", "8s"], 15)] })],
  });
  const { table } = play(
    tableWith(),
    [
      { name: "bets.closed", sentence: SENTENCE, controllers: [[1, "Ann"]] },
      { name: "card.dealt", sentence: SENTENCE, card: "7h", total: 7, soft: false, box: 1, hand: 1 },
    ],
    final,
  );
  assert.deepEqual(table.boxes[0]?.hands[0]?.cards, ["7h"]);
});

test("cards go to their hand or to the dealer, and the shoe has one less", () => {
  const shoe = { kind: "card shoe", cards: 384, left: 100, due: [], checked_by: [] };
  const before = tableWith({
    shoe: { ...shoe, cutting_card_out: false, card_under: false, commitment: null },
    boxes: [boxWith({ hands: [handWith([], 0)] })],
  });
  const { table } = play(before, [
    { name: "card.dealt", sentence: SENTENCE, card: "As", total: 11, soft: true, box: 1, hand: 1 },
    { name: "card.dealt", sentence: SENTENCE, card: "9d", total: 9, soft: false, box: null, hand: null },
  ]);
  assert.deepEqual(table.boxes[0]?.hands[0]?.cards, ["As"]);
  assert.equal(table.boxes[0]?.hands[0]?.soft, true);
  assert.deepEqual([table.dealer, table.dealer_total, table.shoe?.left], [["9d"], 9, 98]);
});

test("a split makes two hands of one, each with its wager", () => {
  const { table } = play(tableWith({ boxes: [boxWith({ hands: [handWith(["8s", "8d"], 16)] })] }), [
    { name: "hand.split", sentence: SENTENCE, box: 1, hand: 1, player: "Ann", amount: 2500, total: 8, soft: false, tokens: 0 },
  ]);
  assert.deepEqual(
    table.boxes[0]?.hands.map(({ cards, total, stakes }) => [cards, total, stakes[0]?.kind]),
    [
      [["8s"], 8, "original"],
      [["8d"], 8, "split"],
    ],
  );
});

test("a doubled hand shows the second wager until it is settled", () => {
  const before = tableWith({ boxes: [boxWith({ hands: [handWith(["6s", "5d"], 11)] })] });
  const doubled = play(before, [
    { name: "hand.doubled", sentence: SENTENCE, box: 1, hand: 1, player: "Ann", amount: 2500, total: 11, soft: false, tokens: 0 },
  ]);
  assert.equal(doubled.table.boxes[0]?.hands[0]?.stakes[0]?.double, 2500);
  const settled = play(doubled.table, [{ ...SETTLED, wager: "double" }]);
  assert.equal(settled.table.boxes[0]?.hands[0]?.stakes[0]?.double, 0);
});

test("a payment is listed and takes its wager off the layout", () => {
  const before = tableWith({ boxes: [boxWith({ hands: [handWith(["Ts", "9d"], 19)] })] });
  const { table, payments } = play(before, [SETTLED]);
  assert.deepEqual(payments, [SETTLED]);
  assert.equal(table.boxes[0]?.hands[0]?.stakes[0]?.result, "win");
});

test("a settled side wager is marked, and another player's is not", () => {
  const side = { kind: /** @type {const} */ ("perfect-pairs"), amount: 500, tokens: 0, suit: null };
  const beside = ["Ann", "Bob"].map((player) => ({ ...side, player, settled: false }));
  const { table } = play(tableWith({ boxes: [boxWith({ beside })] }), [
    { ...SETTLED, hand: null, wager: "perfect-pairs" },
  ]);
  assert.deepEqual(table.boxes[0]?.beside.map(({ settled }) => settled), [true, false]);
});

test("an event that is only bookkeeping changes nothing", () => {
  const shown = { table: tableWith(), mine: mineWith(), payments: [] };
  assert.equal(afterEvent(shown, { name: "player.ready", sentence: SENTENCE, player: "Ann" }, shown.table), shown);
});

test("a cleared table is bare", () => {
  const before = tableWith({ phase: "over", dealer: ["9s", "Td"], boxes: [boxWith()] });
  const { table } = play(before, [{ name: "table.cleared", sentence: SENTENCE }]);
  assert.deepEqual([table.phase, table.boxes, table.dealer], ["betting", [], []]);
});
