import assert from "node:assert/strict";
import test from "node:test";
import { DENOMINATIONS, chipsFor, chipLabel, chipPiles } from "../../src/houserules/web/static/js/chips/chips.js";
import { fake, installFakeDom } from "./fake_dom.js";

installFakeDom();

test("an amount is paid in the fewest chips, the largest first", () => {
  assert.deepEqual(chipsFor(3750), [
    [2500, 1],
    [500, 2],
    [100, 2],
    [50, 1],
  ]);
  assert.deepEqual(chipsFor(0), []);
});

test("chips always sum to the amount, if it is a multiple of the smallest", () => {
  for (let amount = 0; amount <= 20000; amount += 50) {
    const sum = chipsFor(amount).reduce((total, [value, count]) => total + value * count, 0);
    assert.equal(sum, amount);
  }
});

test("every chip has a short label", () => {
  assert.deepEqual(DENOMINATIONS.map(chipLabel), ["5K", "1K", "500", "100", "25", "5", "1", "50c"]);
});

test("an amount is drawn as at most so many piles", () => {
  const drawn = fake(chipPiles(18650, 2));
  assert.equal(drawn.all.filter((each) => /^chip-\d+$/.test(each.attributes.class ?? "")).length, 2);
});
