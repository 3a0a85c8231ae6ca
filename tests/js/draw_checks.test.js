import assert from "node:assert/strict";
import test from "node:test";
import { RECORD } from "./prize_draw.js";

const { checksOfDraw, plainValue } = await import("../../src/houserules/web/static/js/promotions/draw_checks.js");

/** @typedef {import("../../src/houserules/web/static/js/promotions/draw_checks.js").DrawRecord} DrawRecord */

/** @returns {DrawRecord} */
const record = () => structuredClone(RECORD);
const about = { scrutineerAbove: 10_000_00 };

/** @param {DrawRecord} of @param {import("../../src/houserules/web/static/js/promotions/draw_checks.js").Noted} [noted] */
async function failed(of, noted) {
  const checks = await checksOfDraw(of, { ...about, noted });
  return checks.filter((each) => each.passed !== true).map((each) => each.text);
}

test("a draw that was held as it should be passes every check", async () => {
  assert.deepEqual(await failed(record()), []);
  const { commitment, list_hash: list, value } = record();
  assert.deepEqual(await failed(record(), { published: commitment.toUpperCase(), list, value }), []);
});

test("whatever was changed afterwards is found", async () => {
  const entry = record().entries[0];
  /** @type {[Partial<DrawRecord>, RegExp[]][]} */
  const changes = [
    [{ entries: record().entries.slice(1) }, [/list of entries was changed/, /lead to entry/]],
    [{ secret: "00".repeat(32) }, [/had committed to another one/, /lead to entry/]],
    [{ winner: entry.entry === record().winner ? 2 : entry.entry }, [/not to entry/]],
    [{ code: "0000000000000000" }, [/not to entry/]],
    [{ value: " " }, [/Nobody outside/, /lead to entry/]],
    [{ given_at: "2020-01-01T00:00:00Z" }, [/chance from outside was given before/]],
    [{ committed_at: record().closes_at }, [/committed after entries closed/]],
    [{ scrutineer: record().drawn_by.toUpperCase() }, [/cannot oversee/]],
    [{ scrutineer: undefined, prize_value: "10000.01" }, [/needs a scrutineer/]],
    [{ rank: 99 }, [/fewer players than draws/]],
    [{ value: "03 14 15" }, [/written to suit somebody: only “3 14 15” counts/]],
    [{ outside: "scrutineer", rank: 1, given_by: "Mo" }, [/Mo gave the numbers, not the scrutineer/]],
    [{ outside: "scrutineer", given_by: record().drawn_by }, [/gave the numbers and ran the draw/]],
  ];
  for (const [change, expected] of changes) {
    const found = await failed({ ...record(), ...change });
    for (const words of expected)
      assert.ok(found.some((text) => words.test(text)), `${JSON.stringify(change)}: ${found}`);
  }
});

test("a prize at the limit needs no scrutineer", async () => {
  assert.deepEqual(await failed({ ...record(), scrutineer: undefined, prize_value: "10000.00" }), []);
});

test("a note that differs is found, and what is only spaced otherwise is not", async () => {
  assert.equal((await failed(record(), { published: "ab" })).length, 1);
  assert.equal((await failed(record(), { list: "ab" })).length, 1);
  assert.equal((await failed(record(), { value: "9 9 9" })).length, 1);
  const spaced = record().value.split(" ").join("   ");
  assert.deepEqual(await failed(record(), { value: ` ${spaced} ` }), []);
});

test("a value has one form, as in houserules.promotion.prize_draw", () => {
  for (const text of ["7 - 12 - 40", "07,12,40", " 7\t12  40.", "７ 12 40", "007/012/040"])
    assert.equal(plainValue(text), "7 12 40");
  assert.equal(plainValue("Red 00!"), "red 0");
  assert.equal(plainValue(" - "), "");
});

test("without SHA-256 in the browser nothing is claimed", async () => {
  const crypto = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  const checks = await checksOfDraw(record(), about);
  if (crypto) Object.defineProperty(globalThis, "crypto", crypto);
  assert.equal(checks[0].passed, null);
  assert.deepEqual(checks.slice(1).map((each) => each.passed), [true, true]);
});
