/** The four suits as shapes around the origin, ten units to each side. */

import { s } from "../kit/dom.js";

/** @typedef {"s" | "h" | "d" | "c"} Suit */

/** @type {Record<Suit, string>} */
const SHAPES = {
  h: "M0 9.6C-2.6 5.6-10 1.6-10-4-10-7.4-7.6-9.4-5.1-9.4-2.7-9.4-.8-8 0-5.6.8-8 2.7-9.4 5.1-9.4 7.6-9.4 10-7.4 10-4 10 1.6 2.6 5.6 0 9.6Z",
  d: "M0-10.4C1.9-6.6 4.7-3.2 8 0 4.7 3.2 1.9 6.6 0 10.4-1.9 6.6-4.7 3.2-8 0-4.7-3.2-1.9-6.6 0-10.4Z",
  s: "M0-10.2C2.8-6.2 9.8-2.8 9.8 2.5 9.8 5.6 7.5 7.2 5.1 7.2 3.2 7.2 1.6 6.2.7 4.4.9 7 1.9 8.9 3.8 9.8H-3.8C-1.9 8.9-.9 7-.7 4.4-1.6 6.2-3.2 7.2-5.1 7.2-7.5 7.2-9.8 5.6-9.8 2.5-9.8-2.8-2.8-6.2 0-10.2Z",
  c: "M-2.6-1.5A4.6 4.6 0 1 1 2.6-1.5 4.6 4.6 0 1 1 .8 4.2C1 7 2 8.9 3.9 9.8H-3.9C-2 8.9-1 7-.8 4.2A4.6 4.6 0 1 1-2.6-1.5Z",
};

/** @type {Record<Suit, string>} */
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/**
 * Draw a suit with its middle at a place.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size how wide, about
 * @param {{turned?: boolean, class?: string}} [how]
 */
export function pip(suit, x, y, size, how = {}) {
  const scale = (how.turned ? -1 : 1) * (size / 20);
  return s("path", {
    d: SHAPES[suit],
    transform: `translate(${x} ${y}) scale(${scale})`,
    class: how.class ?? "ink",
  });
}

/**
 * Draw a suit as a picture of its own, as large as its text.
 * @param {Suit} suit
 */
export function suitIcon(suit) {
  return s(
    "svg",
    { viewBox: "-11 -11 22 22", class: `suit-icon suit-${suit}`, "aria-hidden": "true" },
    pip(suit, 0, 0, 20),
  );
}
