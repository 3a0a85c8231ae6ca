import assert from "node:assert/strict";
import test from "node:test";
import { installFakeDom } from "./fake_dom.js";

installFakeDom();
const { sentenceText, withoutClause } = await import(
  "../../src/houserules/web/static/js/kit/sentence.js"
);

const DOUBLED = {
  template: "{player} {player:doubles|double} box {box} for {amount} ({clause}).",
  people: { player: "Ann" },
  values: { box: "1", amount: "$25", clause: "13.1" },
  called: true,
};

test("a sentence names others and says you to its reader", () => {
  assert.equal(sentenceText(DOUBLED), "Ann doubles box 1 for $25 (13.1).");
  assert.equal(sentenceText(DOUBLED, "Bob"), "Ann doubles box 1 for $25 (13.1).");
  assert.equal(sentenceText(DOUBLED, "Ann"), "You double box 1 for $25 (13.1).");
  assert.equal(withoutClause(DOUBLED), "Ann doubles box 1 for $25.");
});

test("you is capitalised where a sentence begins, a name never", () => {
  const found = { ...DOUBLED, template: "{by} finds {player's} wager. {player} {player:decides|decide}." };
  const people = { by: "sue", player: "Ann" };
  assert.equal(sentenceText({ ...found, people }, "Ann"), "sue finds your wager. You decide.");
  assert.equal(sentenceText({ ...found, people }), "sue finds Ann's wager. Ann decides.");
  assert.equal(sentenceText({ ...DOUBLED, template: "{place}: a card.", values: { place: "box 1" } }), "Box 1: a card.");
});

test("a value cannot open a gap, and a number is a moment", () => {
  const named = { ...DOUBLED, template: "{player}: {says}", people: { player: "{says}" }, values: { says: "{player}" } };
  assert.equal(sentenceText(named), "{says}: {player}");
  const closes = Date.UTC(2026, 10, 18, 9, 40) / 1000;
  const closing = sentenceText({ ...DOUBLED, template: "Closes at {closes}.", values: { closes } });
  assert.ok(closing.startsWith("Closes at 8:40"), closing);
});
