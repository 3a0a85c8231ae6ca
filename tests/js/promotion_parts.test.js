import assert from "node:assert/strict";
import test from "node:test";
import { fake, installFakeDom } from "./fake_dom.js";

installFakeDom();
const { facts, prizes, standing } = await import(
  "../../src/houserules/web/static/js/promotions/parts.js"
);

/** @typedef {import("../../src/houserules/web/static/js/promotions/words.js").PromotionView} View */

/** @param {Partial<View>} more @returns {View} */
const view = (more = {}) => ({
  name: "Spring draw",
  rulebook: "nsw-pontoon-6to5-2017",
  phase: "open",
  document: { terms: {}, prizes: [{ kind: "goods", description: "A hamper" }, { kind: "casino-dollars" }] },
  version: 1,
  starts: 1000,
  closes: 2000,
  held_on: null,
  outside: "public event",
  outside_event: "Powerball draw 1590",
  criteria: null,
  available: [],
  scrutineer: null,
  postponed: "",
  reason: "",
  entries: 4,
  list_hash: "",
  prize_values: [50000, 30000],
  results: [],
  may: [],
  mine: null,
  staff: null,
  ...more,
});
/** @param {number} prize @param {Partial<View["results"][number]>} more */
const result = (prize, more = {}) => ({
  prize, commitment: "ab", is_drawn: false, entry: null, code: null, is_awarded: false, ...more,
});
/** @param {unknown} content @returns {string} */
const text = (content) =>
  Array.isArray(content) ? content.map(text).join(" ") : content ? fake(content).text : "";
/** @param {View} of */
const rows = (of) =>
  fake(/** @type {unknown[]} */ (prizes(of))[0])
    .all.filter((each) => each.tag === "tr")
    .slice(1)
    .map((each) => each.children.map((cell) => (typeof cell === "string" ? cell : cell.text)));

/** @param {View} of @param {number} now */
const factNames = (of, now) =>
  facts({ promotion: "spring", kind: "practice", position: 1, now: now * 1000, view: of }).map((each) => text(each));

test("facts say what is past and what is to come, at the very moment too", () => {
  assert.match(factNames(view(), 999)[0], /^Starts/);
  assert.match(factNames(view(), 1000)[0], /^Started/);
  assert.match(factNames(view(), 1999)[1], /^Entries close\d/);
  assert.match(factNames(view(), 2000)[1], /^Entries closed/);
  assert.match(factNames(view(), 0)[2], /not stated yet/);
});

test("prizes are described, or named by their kind, and drawn or not", () => {
  assert.deepEqual(rows(view()), [
    ["1", "A hamper", "$500", "to be drawn"],
    ["2", "casino dollars", "$300", "to be drawn"],
  ]);
  const drawn = { is_drawn: true, entry: 7, code: "c0de" };
  const results = [result(0, drawn), result(1, { ...drawn, is_awarded: true })];
  assert.deepEqual(
    rows(view({ results })).map((each) => each[3]),
    ["Entry 7 of player c0de wins", "Entry 7 of player c0de wins; awarded"],
  );
  const mine = { code: "c0de", entries: [], won: [0], prizes: [], claims: [], disputes: [] };
  assert.equal(rows(view({ results, mine }))[0][3], "Entry 7: you have won");
  assert.equal(rows(view({ phase: "cancelled" }))[0][3], "not drawn");
});

test("a postponed or cancelled promotion says why", () => {
  assert.equal(standing(view()), null);
  assert.match(text(standing(view({ postponed: "A recount" }))), /postponed: A recount\.$/);
  assert.match(text(standing(view({ phase: "cancelled", reason: "A leak." }))), /cancelled: A leak\. There/);
});
