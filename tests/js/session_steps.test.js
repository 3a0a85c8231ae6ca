import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";
import { FACTS, playerWith, sessionWith } from "./sessions.js";
import { boxWith, mineWith, tableWith } from "./states.js";

installFakeDom();
const { dueSteps } = await import("../../src/houserules/web/static/js/felt/session/steps.js");
const { entriesByPlayer } = await import("../../src/houserules/web/static/js/felt/staff/entered.js");

/**
 * @param {Partial<import("./sessions.js").Session>} session
 * @param {Partial<import("../../src/houserules/web/static/js/felt/session/steps.js").Situation>} [situation]
 */
const steps = (session, situation) =>
  dueSteps({
    session: sessionWith(session),
    phase: "betting",
    boxes: [],
    facts: FACTS,
    now: 1000,
    automatic: false,
    ...situation,
  });

/** @param {ReturnType<typeof steps>} found */
const keys = (found) => found.map((each) => each.key);

/** @param {ReturnType<typeof steps>} found */
const orders = (found) => found.flatMap((each) => each.orders.map((order) => order.do));

const ENTERED = [playerWith("Ann", 1, { entry: "wager" }), playerWith("Bob", 3, { entry: "wager" })];

test("before the cards: who has not wagered, in turn where there is an order", () => {
  assert.deepEqual(keys(steps({})), ["missing-Ann", "missing-Bob"]);
  assert.deepEqual(keys(steps({ turn: "Bob" })), ["missing-Bob"]);
  assert.deepEqual(orders(steps({ turn: "Bob" })), ["deduct-for-absence", "disqualify"]);
  assert.deepEqual(orders(steps({ turn: "Bob", wager_seconds: 30 }))[0], "call-time");
  assert.deepEqual(keys(steps({ players: ENTERED })), ["close"]);
});

test("time is called once, and the minimum is deducted for at most three rounds", () => {
  const late = [playerWith("Ann", 1, { late: true, deductions: 2 })];
  assert.deepEqual(orders(steps({ players: late, wager_seconds: 30 })), ["deduct-for-absence", "disqualify"]);
  const often = [playerWith("Ann", 1, { deductions: 3 })];
  assert.deepEqual(orders(steps({ players: often })), ["disqualify"]);
});

test("a form is examined, and announced only after its round", () => {
  const players = [playerWith("Ann", 1, { entry: "form" }), ENTERED[1]];
  const [step] = steps({ players });
  assert.equal(step.key, "examine-Ann");
  assert.equal(step.clause, "20.8.2.5");
  assert.deepEqual(step.orders, [{ do: "examine-form", label: "Examined", preset: { player: "Ann" } }]);
  const examined = [playerWith("Ann", 1, { entry: "form", indicator: true }), ENTERED[1]];
  assert.deepEqual(keys(steps({ players: examined })), ["close"]);
  const opened = [{ player: "Ann", kind: "original", amount: 7500, deemed: 7500, clause: null }];
  const after = steps({ players: examined, opened }, { phase: "over" });
  assert.equal(after[0].text, "Open and announce Ann's form: original wager, $75.");
  assert.deepEqual(steps({ players: examined, opened }, { phase: "playing" }), []);
});

test("wagers that are not admissible are announced before they are put right", () => {
  const found = boxWith({
    number: 3,
    bettors: [{ player: "Bob", placed: 3000, plays: 3000, tokens: 0, seated: true }],
  });
  const [step] = steps({ players: ENTERED }, { boxes: [found] });
  assert.equal(step.text, "Box 3, Bob: the wager of $30 is cut back to $25 when bets are closed.");
  assert.equal(step.clause, "20.6.14");
  const low = { ...found, bettors: [{ ...found.bettors[0], placed: 1000 }] };
  assert.match(steps({ players: ENTERED }, { boxes: [low] })[0].text, /made up to \$25/);
  const late = [ENTERED[0], { ...ENTERED[1], late: true }];
  const high = { ...found, bettors: [{ ...found.bettors[0], placed: 5000 }] };
  assert.equal(steps({ players: late }, { boxes: [high] })[0].clause, "20.6.12");
});

test("after the round: pass cards are collected and the minimum is taken", () => {
  const players = [playerWith("Ann", 1, { entry: "pass card" }), playerWith("Bob", 3, { entry: "absent" })];
  assert.deepEqual(keys(steps({ players }, { phase: "over" })), ["collect-Ann", "deduct-Bob"]);
});

test("a session is concluded when its time is over, or when it is certain who goes on", () => {
  assert.ok(!keys(steps({ ends: 1001 })).includes("clock"));
  assert.equal(keys(steps({ ends: 1000 }))[0], "clock");
  const [early] = steps({ determined: true });
  assert.deepEqual(early.orders[0].preset, { why: "early", agreed: [] });
  const [agreed] = steps({ determined: true, cash_value: true });
  assert.equal(agreed.orders[0].asks, true, "who agrees has to be said");
  assert.equal(agreed.clause, "20.5.5.2");
  assert.deepEqual(orders(steps({ concluded: "early", players: ENTERED })), []);
});

test("the end: the count, the result, the chips, then the table is free", () => {
  const over = { over: true };
  assert.deepEqual(orders(steps({ ...over, count_due: true })), ["record-count"]);
  assert.deepEqual(orders(steps(over)), ["announce-result"]);
  assert.deepEqual(steps(over)[0].orders[0].preset, { by_count: false });
  const counts = [{ player: "Ann", counted: 99_500, expected: 100_000 }];
  assert.equal(steps({ ...over, counts })[0].orders[0].asks, true, "the count differs");
  assert.deepEqual(orders(steps({ ...over, announced: true })), ["return-chips", "return-chips"]);
  assert.deepEqual(orders(steps({ ...over, announced: true, returned: true })), ["end-session"]);
});

test("where the software deals, only what needs a person is left", () => {
  const automatic = { automatic: true };
  assert.deepEqual(orders(steps({ over: true, count_due: true }, automatic)), []);
  assert.deepEqual(orders(steps({ determined: true, players: ENTERED }, automatic)), []);
  assert.deepEqual(orders(steps({ determined: true, cash_value: true, players: ENTERED }, automatic)), ["conclude-session"]);
  assert.deepEqual(orders(steps({ dispute: 4, players: ENTERED }, automatic)), ["rule-on-dispute"]);
});

test("the dealer at a real shoe enters wagers in a session, and decisions everywhere", () => {
  const wager = { do: "place-wager", player: "Ann", box: 1, least: 2500, most: 5000, step: 2500 };
  const hit = { do: "hit", player: "Bob", box: 3, hand: 1 };
  const legal = [wager, hit, { do: "cut-cards", player: "Ann" }, { do: "close-bets" }];
  const entered = (/** @type {import("./sessions.js").Session | null} */ session) =>
    [...entriesByPlayer({ table: tableWith({ session }), mine: mineWith({ legal }), payments: [] })];
  assert.deepEqual(entered(sessionWith()), [["Ann", [wager]], ["Bob", [hit]]]);
  assert.deepEqual(entered(null), [["Bob", [hit]]]);
});
