/** Picking cards: by click, by typing rank and suit, or by a scanner that types for you. */

import { cardOf, named } from "../../cards/card.js";
import { fill, h } from "../../kit/dom.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/**
 * Read what was typed or scanned: Qd, qd, 10h, QD; null: no card.
 * @param {string} text
 */
export function cardIn(text) {
  const found = /^\s*(10|[a2-9tjqk])\s*([shdc])\s*$/i.exec(text);
  if (!found) return null;
  const rank = found[1] === "10" ? "T" : found[1].toUpperCase();
  return rank + found[2].toLowerCase();
}

/**
 * Give all cards of the deck as buttons, a row for each suit.
 * @param {string[]} deck
 * @param {(card: string) => void} pick
 */
export function cardGrid(deck, pick) {
  return h(
    "div",
    { class: "picker", role: "group", "aria-label": "Cards" },
    [...SUITS].map((suit) =>
      h(
        "div",
        { class: "picker-row" },
        [...RANKS]
          .map((rank) => rank + suit)
          .filter((card) => deck.includes(card))
          .map((card) =>
            h(
              "button",
              {
                type: "button",
                class: "picker-card",
                "aria-label": named(card),
                "data-pick": card,
                onclick: () => pick(card),
              },
              cardOf(card),
            ),
          ),
      ),
    ),
  );
}

/**
 * Give a field that takes typed and scanned cards; Enter hands them over, and so does a whole card.
 * @param {(card: string) => void} pick
 */
export function scanField(pick) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input scan",
      "aria-label": "Card, typed or scanned",
      placeholder: "Qd",
      autocomplete: "off",
      maxlength: 6,
      "data-key": "scan",
    })
  );
  input.addEventListener("input", () => {
    const card = cardIn(input.value);
    input.setAttribute("aria-invalid", String(card === null && input.value.length > 2));
    if (card === null) return;
    input.value = "";
    pick(card);
  });
  return input;
}

/**
 * Give a field for one card or several, in their order.
 * @param {string[]} deck
 * @param {{several: boolean, label: string}} how
 */
export function cardsField(deck, { several, label }) {
  /** @type {string[]} */
  let cards = [];
  const row = h("div", { class: "picked", "aria-live": "polite" });
  const show = () =>
    fill(
      row,
      cards.length
        ? cards.map((card, n) =>
            h(
              "button",
              {
                type: "button",
                class: "picker-card",
                "aria-label": `Take back ${named(card)}`,
                onclick: () => ((cards = cards.filter((_, at) => at !== n)), show()),
              },
              cardOf(card),
            ),
          )
        : h("small", {}, "none"),
    );
  const pick = (/** @type {string} */ card) => {
    cards = several ? [...cards, card] : [card];
    show();
  };
  show();
  const element = h(
    "div",
    { class: "field" },
    h("span", { class: "label" }, label),
    row,
    scanField(pick),
    h("details", {}, h("summary", {}, "All cards"), cardGrid(deck, pick)),
  );
  return { element, cards: () => cards };
}
