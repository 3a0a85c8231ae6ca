/** Picking cards: by click, by typing rank and suit, or by a scanner that types for you. */

import { cardElement, cardName } from "../../cards/card.js";
import { SUIT_NAMES, suitIcon } from "../../cards/suits.js";
import { fill, h } from "../../kit/dom.js";

/** @typedef {import("../../cards/suits.js").Suit} Suit */

const RANKS = "A23456789TJQK";
/** @type {Suit[]} */
const SUITS = ["s", "h", "d", "c"];
let pickers = 0;

/**
 * Read what was typed or scanned: Qd, qd, 10h, QD; null: no card.
 * @param {string} text
 */
export function parseCard(text) {
  const found = /^\s*(10|[a2-9tjqk])\s*([shdc])\s*$/i.exec(text);
  if (!found) return null;
  const rank = found[1] === "10" ? "T" : found[1].toUpperCase();
  return rank + found[2].toLowerCase();
}

/** What may still become a card: nothing, a rank, or the one of a ten. */
const BEGUN = /^\s*(1|10|[a2-9tjqk])?\s*$/i;

/**
 * Return all cards of the deck as buttons; where there is little room, those of one suit at a time.
 * @param {string[]} deck
 * @param {(card: string) => void} pick
 */
export function cardGrid(deck, pick) {
  const name = `suit-${++pickers}`;
  return h(
    "div",
    { class: "picker", role: "group", "aria-label": "Cards" },
    h(
      "div",
      { class: "picker-suits", role: "radiogroup", "aria-label": "Suit" },
      SUITS.map((suit, n) =>
        h(
          "label",
          { class: "picker-tab" },
          h("input", {
            type: "radio",
            name,
            value: suit,
            ".checked": n === 0,
            class: "unseen",
            "aria-label": SUIT_NAMES[suit],
          }),
          suitIcon(suit),
        ),
      ),
    ),
    SUITS.map((suit) =>
      h(
        "div",
        { class: "picker-row", "data-suit": suit },
        [...RANKS]
          .map((rank) => rank + suit)
          .filter((card) => deck.includes(card))
          .map((card) => cardButton(card, pick)),
      ),
    ),
  );
}

/**
 * @param {string} card
 * @param {(card: string) => void} pick
 */
function cardButton(card, pick) {
  return h(
    "button",
    {
      type: "button",
      class: "picker-card",
      "aria-label": cardName(card),
      "data-pick": card,
      onclick: () => pick(card),
    },
    h("span", {}, card[0] === "T" ? "10" : card[0]),
    suitIcon(/** @type {Suit} */ (card[1])),
  );
}

/**
 * Return a field that takes typed and scanned cards: a whole card is handed over at once, with or without Enter.
 * @param {(card: string) => void} pick
 */
export function scanField(pick) {
  const said = h("small", { class: "scan-wrong", role: "alert" });
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input scan",
      "aria-label": "Card, typed or scanned",
      placeholder: "7h",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: 6,
      "data-key": "scan",
    })
  );
  const wrong = (/** @type {boolean} */ is) => {
    input.setAttribute("aria-invalid", String(is));
    said.textContent = is
      ? `“${input.value.trim()}” is not a card. Type rank and suit, such as 7h, 10d or Qs.`
      : "";
  };
  const clear = () => {
    input.value = "";
    wrong(false);
  };
  input.addEventListener("input", () => {
    const card = parseCard(input.value);
    wrong(card === null && !BEGUN.test(input.value));
    if (card === null) return;
    input.value = "";
    pick(card);
  });
  input.addEventListener("keydown", (event) => {
    const isWrong = input.getAttribute("aria-invalid") === "true";
    if (event.key === "Escape" && input.value) {
      event.preventDefault(); // a dialog around it stays open
      clear();
    } else if (isWrong && /^[a1-9tjqk]$/i.test(event.key)) clear();
    else if (event.key === "Enter") {
      event.preventDefault();
      wrong(input.value !== "");
      input.select();
    }
  });
  return h(
    "div",
    { class: "scan-field" },
    h("span", { class: "label", "aria-hidden": "true" }, "Type or scan"),
    input,
    said,
  );
}

/**
 * Return a field for one card or several, in their order.
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
                class: "picked-card",
                "aria-label": `Take back ${cardName(card)}`,
                onclick: () => ((cards = cards.filter((_, at) => at !== n)), show()),
              },
              cardElement(card),
            ),
          )
        : h("small", {}, several ? "None yet. Pick the cards in order." : "None yet."),
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
    cardGrid(deck, pick),
  );
  return { element, cards: () => cards };
}
