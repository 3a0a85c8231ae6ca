import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";
import { INFO, SENTENCE, handWith } from "./states.js";

installFakeDom();
const { arithmetic } = await import("../../src/houserules/web/static/js/felt/explanation.js");
const { placeOf, totalOf } = await import("../../src/houserules/web/static/js/felt/words.js");
const hours = await import("../../src/houserules/web/static/js/kit/casino_time.js");

/** @type {import("../../src/houserules/web/static/js/felt/types.js").Payment} */
const WIN = {
  name: "wager.settled",
  box: 1,
  hand: 1,
  player: "Ann",
  wager: "original",
  stake: 2500,
  result: "win",
  odds: { pays: 3, on: 2 },
  returned: 6250,
  stage: "final",
  clause: "16.1",
  token_stake: 0,
  tokens: 0,
  sentence: SENTENCE,
};

test("totals are called as dealers call them", () => {
  const pinkjack = { ...INFO, naturals: { natural: "blackjack", pinkjack: true, after_split: false } };
  assert.equal(totalOf(INFO, handWith(["Ah", "6s"], 17, { soft: true })), "7 or 17");
  assert.equal(totalOf(INFO, handWith(["Ah", "6s"], 17, { soft: true, done: true })), "17");
  assert.equal(totalOf(INFO, handWith(["Ah", "Ks"], 21, { soft: true })), "pontoon");
  assert.equal(totalOf(INFO, handWith(["Ah", "Ks"], 21, { soft: true, split: true })), "21");
  assert.equal(totalOf(pinkjack, handWith(["Ad", "Jd"], 21, { soft: true })), "pinkjack");
  assert.equal(totalOf(INFO, handWith(["Th", "6s", "8c"], 24)), "24 bust");
  assert.equal(totalOf(INFO, handWith([], 0)), "");
});

test("places are named", () => {
  assert.equal(placeOf(3, 1), "box 3");
  assert.equal(placeOf(3, 2, 2), "box 3, second hand");
  assert.equal(placeOf(null, null), "the dealer");
});

test("a payment explains its arithmetic", () => {
  assert.deepEqual(arithmetic(WIN, 50), ["$25 × 3 ÷ 2 = $37.50", "$25 back + $37.50 won = $62.50"]);
  const rounded = arithmetic({ ...WIN, stake: 2550, returned: 2550 + 3850 }, 50);
  assert.deepEqual(rounded[0], "$25.50 × 3 ÷ 2 = $38.25");
  assert.equal(rounded.length, 3, "rounding is said");
  assert.equal(arithmetic({ ...WIN, odds: null, result: "lose", returned: 0 }, 50).length, 1);
});

test("times are those of the casino, and its clock shows one hour twice and skips one", () => {
  assert.equal(hours.zone, "Australia/Sydney");
  const summer = Date.UTC(2026, 10, 18, 9, 40) / 1000;
  assert.equal(hours.localInputValue(summer), "2026-11-18T20:40");
  assert.deepEqual(hours.momentsAtLocal("2026-11-18T20:40"), [summer]);
  assert.equal(hours.momentsAtLocal("2026-04-05T02:30").length, 2);
  assert.equal(hours.momentsAtLocal("2026-10-04T02:30").length, 0);
  assert.deepEqual(hours.momentsAtLocal("soon"), []);
  assert.equal(hours.endOfDay("2026-10-04") - hours.startOfDay("2026-10-04"), 23 * 3600);
});
