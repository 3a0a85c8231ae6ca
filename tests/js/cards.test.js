import assert from "node:assert/strict";
import test from "node:test";
import { cardElement, cardName } from "../../src/houserules/web/static/js/cards/card.js";
import { parseCard } from "../../src/houserules/web/static/js/felt/staff/card_picker.js";
import { fake, installFakeDom } from "./fake_dom.js";

installFakeDom();

/** @param {string | null} card */
const pips = (card) =>
  fake(cardElement(card)).all.filter(
    (each) => each.tag === "path" && each.attributes.class === "ink" && each.attributes.transform,
  ).length;

test("cards have names for people who hear them", () => {
  assert.equal(cardName("Qh"), "queen of hearts");
  assert.equal(cardName("Td"), "ten of diamonds");
  assert.equal(cardName("As"), "ace of spades");
  assert.equal(cardName(null), "a card face down");
});

test("a card has as many pips in the middle as its rank says", () => {
  const besides = 2 + 2; // in both corners, and on the face for small sizes
  for (const rank of "23456789") assert.equal(pips(`${rank}c`), Number(rank) + besides);
  assert.equal(pips("Ts"), 10 + besides);
  assert.equal(pips("Ah"), 1 + besides);
  assert.equal(pips("Kd"), 2 + besides);
});

test("a card face down tells nothing", () => {
  const back = fake(cardElement(null));
  assert.equal(back.attributes["data-card"], "back");
  assert.equal(back.attributes["aria-label"], "a card face down");
  assert.equal(pips(null), 0);
});

test("typed and scanned cards are read in every common spelling", () => {
  assert.equal(parseCard("7h"), "7h");
  assert.equal(parseCard(" qD "), "Qd");
  assert.equal(parseCard("10s"), "Ts");
  assert.equal(parseCard("T c"), "Tc");
  for (const text of ["", "7", "1h", "11h", "hh", "7hh"]) assert.equal(parseCard(text), null);
});
