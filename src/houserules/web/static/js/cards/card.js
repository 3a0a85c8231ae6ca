/** A card as an element: drawn, named for those who do not see it, and laid face down if it is not known. */

import { h, s } from "../kit/dom.js";
import { corner, face, small } from "./faces.js";
import { RANK_NAMES } from "./glyphs.js";
import { SUIT_NAMES } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */

/**
 * Say a card: "queen of hearts".
 * @param {string | null} card such as "Qh"; null: it lies face down
 */
export function cardName(card) {
  if (!card) return "a card face down";
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[/** @type {Suit} */ (card[1])]}`;
}

/**
 * Draw a card.
 * @param {string | null} card
 * @returns {HTMLElement}
 */
export function cardElement(card) {
  const element = h("span", {
    class: "card",
    role: "img",
    "aria-label": cardName(card),
    "data-card": card ?? "back",
  });
  element.append(card ? front(card[0], /** @type {Suit} */ (card[1])) : back());
  return element;
}

/**
 * @param {string} rank
 * @param {Suit} suit
 */
function front(rank, suit) {
  return s(
    "svg",
    { viewBox: "0 0 100 140", class: `suit-${suit}`, "aria-hidden": "true" },
    paper(),
    s(
      "g",
      { class: "large" },
      corner(rank, suit),
      s("g", { transform: "rotate(180 50 70)" }, corner(rank, suit)),
      face(rank, suit),
    ),
    s("g", { class: "small" }, small(rank, suit)),
  );
}

function paper() {
  return s("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "paper" });
}

function back() {
  return s(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true" },
    paper(),
    s("rect", { x: 7, y: 7, width: 86, height: 126, rx: 5, class: "back-ground" }),
    s("path", { d: lattice(), class: "back-lattice" }),
    s("rect", { x: 11, y: 11, width: 78, height: 118, rx: 3, class: "back-frame" }),
    s("path", { d: "M50 52 64 70 50 88 36 70Z", class: "back-middle" }),
    s("path", { d: "M50 60 58 70 50 80 42 70Z", class: "back-frame" }),
  );
}

function lattice() {
  const path = [];
  for (let y = 16; y < 118; y += 12) {
    for (let x = 14; x < 80; x += 12) path.push(`M${x + 6} ${y}l6 6-6 6-6-6Z`);
  }
  return path.join("");
}
