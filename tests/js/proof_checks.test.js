import assert from "node:assert/strict";
import test from "node:test";
import { cardsDealt, checksOf, shoeOrder, redealtCheck } from "../../src/houserules/web/static/js/proof_checks.js";

/** Two cards were burned or dealt of four; the hash is of `houserules/stack-1`, the salt and the stack. */
const SEGMENT = {
  commitment: "f25ba8055f9eb7c70a6d54f4ea4ca50d3ac2f3b3f7d1f6f10f4c7ec0d3f0c7ad",
  salt: "00ff",
  stack: "As Kd 7h 2c",
  cut: { at: 1, by: "Ann" },
  burn: { card: "Kd" },
  cutting_card: null,
  out: [{ card: "7h", to: "box 1", round: 1 }],
  left: 2,
};

/** @param {object} change */
const verdicts = async (change = {}) =>
  (await checksOf({ ...SEGMENT, ...(await honest()), ...change })).map(({ passed }) => passed);

const honest = async () => {
  const text = `houserules/stack-1\n${SEGMENT.salt}\n${SEGMENT.stack}\n`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const commitment = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return { commitment: commitment.join("") };
};

test("what lay in front of the cut goes behind the rest", () => {
  assert.deepEqual(shoeOrder(SEGMENT), ["Kd", "7h", "2c", "As"]);
  assert.deepEqual(shoeOrder({ ...SEGMENT, cut: null }), ["As", "Kd", "7h", "2c"]);
});

test("the burned card came out first; cards from elsewhere are not counted", () => {
  const out = [...SEGMENT.out, { card: "9s", from: "the discards", round: 1 }];
  assert.deepEqual(cardsDealt({ ...SEGMENT, out }), ["Kd", "7h"]);
});

test("an honest shoe passes every check", async () => {
  assert.deepEqual(await verdicts(), [true, true, true, true]);
});

test("each kind of dishonesty fails its own check", async () => {
  assert.deepEqual(await verdicts({ commitment: SEGMENT.commitment }), [false, true, true, true]);
  assert.deepEqual(await verdicts({ salt: "00fe" }), [false, true, true, true]);
  assert.deepEqual(await verdicts({ cut: null }), [true, false, false, true]);
  assert.deepEqual(await verdicts({ out: [{ card: "2c", round: 1 }] }), [true, true, false, true]);
  assert.deepEqual(await verdicts({ left: 3 }), [true, true, true, false]);
});

test("cards that were dealt again are told; an old record does not say", () => {
  assert.equal(redealtCheck({ redealt: [] }).passed, true);
  assert.equal(redealtCheck({ redealt: [4] }).passed, false);
  assert.equal(redealtCheck({}).passed, null);
});
