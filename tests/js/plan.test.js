import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";
import { mayWager, openTokenCommand, openCommand, turnOf, boxesWaitedFor } from "../../src/houserules/web/static/js/felt/table_queries.js";
import { INFO, boxWith, handWith, mineWith, tableWith } from "./states.js";

installFakeDom();
const { planOf } = await import("../../src/houserules/web/static/js/felt/dock/plan.js");

/**
 * @param {Partial<import("./states.js").Table>} table
 * @param {Partial<import("./states.js").Mine>} [mine]
 * @param {Partial<import("./states.js").Info>} [info]
 */
const kind = (table, mine, info) =>
  planOf({ ...INFO, ...info }, { table: tableWith(table), mine: mineWith(mine), payments: [] }).kind;

const HIT = { do: "hit", box: 1, hand: 1 };
const PLAYING = { phase: /** @type {const} */ ("playing"), boxes: [boxWith({ hands: [handWith(["7h", "8s"], 15)] })] };

test("the panel follows from who looks and what is open to them", () => {
  assert.equal(kind({}, {}, { me: null }), "strange");
  assert.equal(kind({ locked: "damaged" }), "shut");
  assert.equal(kind({ payment_held: true }), "shut");
  assert.equal(kind({}, {}, { plays: false }), "wait");
  assert.equal(kind({ seats: [] }), "seat");
  assert.equal(kind({}), "bet");
  assert.equal(kind({ ready: ["Ann"] }), "wait");
  assert.equal(kind({ ready: ["Ann"] }, { legal: [{ do: "cut-cards", depth: 10 }] }), "bet");
  assert.equal(kind({ phase: "over" }), "over");
  assert.equal(kind(PLAYING), "wait", "nothing is open");
  assert.equal(kind(PLAYING, { legal: [HIT] }), "play");
  assert.equal(kind({ ...PLAYING, phase: "offers" }, { legal: [HIT] }), "offers");
  const question = { question: /** @type {const} */ ("double"), box: 1, hand: 1, players: ["Ann"] };
  assert.equal(kind({ ...PLAYING, question }, { legal: [HIT] }), "question");
});

test("the turn is at the first hand that is not done", () => {
  const hands = [handWith(["9s"], 9, { done: true }), handWith(["9d"], 9)];
  assert.deepEqual(turnOf(tableWith({ phase: "playing", boxes: [boxWith({ hands })] })), {
    box: 1,
    hand: 2,
    controller: "Ann",
  });
  assert.equal(turnOf(tableWith({ phase: "dealer", boxes: [boxWith({ hands })] })), null);
});

test("open commands are found by name and fields, chips and tokens apart", () => {
  const inTokens = { do: "place-wager", box: 1, tokens: 500 };
  const mine = mineWith({ legal: [inTokens, { do: "place-wager", box: 1 }, HIT] });
  assert.deepEqual(openCommand(mine, "place-wager", { box: 1 }), { do: "place-wager", box: 1 });
  assert.equal(openCommand(mine, "place-wager", { box: 2 }), undefined);
  assert.equal(openTokenCommand(mine, "place-wager", { box: 1 }), inTokens);
  assert.ok(mayWager(mine, 1));
  assert.equal(mayWager(mine, 2), false);
});

test("the clock shows at the boxes of those who are waited for", () => {
  const waiting = { waited_for: ["Ann"] };
  assert.deepEqual(boxesWaitedFor(tableWith(waiting)), [1]);
  const elsewhere = boxWith({ number: 4 });
  assert.deepEqual(boxesWaitedFor(tableWith({ ...waiting, boxes: [elsewhere] })), [1, 4]);
  assert.deepEqual(boxesWaitedFor(tableWith({ ...PLAYING, waited_for: ["Ann"] })), [1]);
});
