import assert from "node:assert/strict";
import test from "node:test";
import { bestOf, mistakeIn } from "../../src/houserules/web/static/js/coach/decisions.js";
import { decisionsDue } from "../../src/houserules/web/static/js/coach/decisions.js";
import { boxWith, handWith, mineWith, tableWith } from "./states.js";

const VALUES = { hit: -0.2, stand: -0.3, surrender: -0.5, double: null };
const ADVICE = { best: "hit", values: VALUES, insurance: -0.08 };
const SPOT = { key: "", box: 1, hand: 1, cards: ["Ts", "6d"], upcard: "9h", wager: 2500, offers: false };

test("the best decision is no mistake, a worse one costs its difference", () => {
  assert.equal(mistakeIn(ADVICE, SPOT, "hit"), null);
  assert.deepEqual(mistakeIn(ADVICE, SPOT, "stand"), { chose: "stand", best: "hit", better: -500, mine: -750 });
});

test("playing on during offers counts as the best play", () => {
  assert.equal(mistakeIn(ADVICE, { ...SPOT, offers: true }, "be-ready"), null);
  const better = { ...ADVICE, best: "surrender", values: { ...VALUES, surrender: -0.1 } };
  assert.equal(mistakeIn(better, { ...SPOT, offers: true }, "be-ready")?.best, "surrender");
});

test("insurance is a mistake where it loses on average", () => {
  assert.equal(mistakeIn(ADVICE, SPOT, "insure", 1000)?.best, "no insurance");
  assert.equal(mistakeIn({ ...ADVICE, insurance: 0.02 }, SPOT, "insure", 1000), null);
});

test("the best action leaves out what is closed", () => {
  assert.equal(bestOf(VALUES, "surrender"), "hit");
  assert.equal(bestOf({ hit: null }, "stand"), null);
});

test("only one's own hand in play asks for a decision", () => {
  const boxes = [boxWith({ hands: [handWith(["Ts", "6d"], 16)] })];
  const table = tableWith({ phase: "playing", dealer: ["9h"], dealer_total: 9, boxes });
  const shown = { table, mine: mineWith(), payments: [] };
  assert.deepEqual(
    decisionsDue(shown, "Ann").map(({ box, hand, wager, upcard }) => [box, hand, wager, upcard]),
    [[1, 1, 2500, "9h"]],
  );
  assert.deepEqual(decisionsDue(shown, "Bob"), []);
  assert.deepEqual(decisionsDue(shown, null), []);
});
