import assert from "node:assert/strict";
import test from "node:test";
import { money, oddsText, signedMoney, parseAmount, clampToRange, typedAmount } from "../../src/houserules/web/static/js/kit/money.js";

test("money is written in dollars, with cents only where there are any", () => {
  assert.equal(money(2500), "$25");
  assert.equal(money(3750), "$37.50");
  assert.equal(money(-500), "−$5");
  assert.equal(money(123456789), "$1,234,567.89");
  assert.equal(money(0), "$0");
  assert.equal(money(12.5), "$0.125", "an exact half of a quarter");
});

test("an amount in a field is plain digits", () => {
  assert.equal(typedAmount(2500), "25");
  assert.equal(typedAmount(125050), "1250.50");
});

test("a difference carries its sign", () => {
  assert.equal(signedMoney(2500), "+$25");
  assert.equal(signedMoney(-2500), "−$25");
  assert.equal(signedMoney(0), "$0");
});

test("typed amounts are read as whole cents", () => {
  assert.equal(parseAmount("25"), 2500);
  assert.equal(parseAmount("$1,250.5"), 125050);
  assert.equal(parseAmount(" 37.50 "), 3750);
  for (const text of ["", "-5", "1.234", "ten", "1e3", "1234567890"]) assert.equal(parseAmount(text), null);
});

test("an amount is brought into the range and onto a step", () => {
  const range = { least: 500, most: 10000, step: 250 };
  assert.equal(clampToRange(100, range), 500);
  assert.equal(clampToRange(99999, range), 10000);
  assert.equal(clampToRange(700, range), 750);
  assert.equal(clampToRange(620, range), 500);
  assert.equal(clampToRange(99, { least: 0, most: 90, step: 50 }), 50, "never above the most");
});

test("odds are written as people say them", () => {
  assert.equal(oddsText({ pays: 3, on: 2 }), "3 to 2");
  assert.equal(oddsText(null), "");
});
