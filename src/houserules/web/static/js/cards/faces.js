/** The faces of the cards on a ground of 100 by 140: pips, and letters with ornaments for the courts. */

import { s } from "../kit/dom.js";
import { glyph } from "./glyphs.js";
import { pip } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */

const LEFT = 33;
const RIGHT = 67;
const ROWS_3 = [29, 70, 111];
const ROWS_4 = [29, 56.3, 83.7, 111];

/** @type {Record<string, [number, number][]>} */
const PLACES = {
  2: [
    [50, 29],
    [50, 111],
  ],
  3: [
    [50, 29],
    [50, 70],
    [50, 111],
  ],
  4: both([29, 111]),
  5: [...both([29, 111]), [50, 70]],
  6: both(ROWS_3),
  7: [...both(ROWS_3), [50, 49.5]],
  8: [...both(ROWS_3), [50, 49.5], [50, 90.5]],
  9: [...both(ROWS_4), [50, 70]],
  T: [...both(ROWS_4), [50, 42.7], [50, 97.3]],
};

/**
 * @param {number[]} rows
 * @returns {[number, number][]}
 */
function both(rows) {
  return rows.flatMap(
    (y) =>
      /** @type {[number, number][]} */ ([
        [LEFT, y],
        [RIGHT, y],
      ]),
  );
}

/**
 * Draw what is in the middle of a card.
 * @param {string} rank
 * @param {Suit} suit
 */
export function face(rank, suit) {
  if (rank === "A") return [ace(suit)];
  if (rank in PLACES) return PLACES[rank].map(([x, y]) => pip(suit, x, y, 19, { turned: y > 70 }));
  return court(rank, suit);
}

/** @param {Suit} suit */
function ace(suit) {
  return s(
    "g",
    {},
    s("circle", { cx: 50, cy: 70, r: 27, class: "gild-line" }),
    s("circle", { cx: 50, cy: 70, r: 30, class: "gild-dots" }),
    pip(suit, 50, 70, 36),
  );
}

/** What each court wears: king, queen and jack in the order of splendour. */
const CROWNS = {
  K: "M34 43 30 28 40 35.5 50 25 60 35.5 70 28 66 43ZM34 46.5H66M50 25V18.5M47 21H53",
  Q: "M35 43C33.5 37 32 32 31 28 36 30.5 39 33 42 37 44 32 47 27 50 23 53 27 56 32 58 37 61 33 64 30.5 69 28 68 32 66.5 37 65 43ZM35 46.5H65",
  J: "M36 43 34 32.5C40 37.5 45 36 50 30 55 36 60 37.5 66 32.5L64 43ZM36 46.5H64",
};
/** @type {Record<string, [number, number][]>} */
const PEARLS = {
  K: [
    [30, 26.4],
    [70, 26.4],
  ],
  Q: [
    [31, 26.4],
    [50, 21.2],
    [69, 26.4],
  ],
  J: [
    [34, 30.6],
    [50, 28.2],
    [66, 30.6],
  ],
};

/**
 * Draw a court: a frame, and two halves that are the same upside down.
 * @param {string} rank
 * @param {Suit} suit
 */
function court(rank, suit) {
  return [
    s("rect", { x: 23, y: 17, width: 54, height: 106, rx: 3, class: "court-ground" }),
    s("path", { d: "M23 86 77 54", class: "court-sash" }),
    s("path", { d: "M23 90 77 58M23 82 77 50", class: "gild-line" }),
    half(rank, suit),
    s("g", { transform: "rotate(180 50 70)" }, half(rank, suit)),
    s("rect", { x: 23, y: 17, width: 54, height: 106, rx: 3, class: "court-frame" }),
  ];
}

/**
 * @param {string} rank
 * @param {Suit} suit
 */
function half(rank, suit) {
  const crown = CROWNS[/** @type {"K" | "Q" | "J"} */ (rank)];
  return s(
    "g",
    {},
    s("path", { d: crown, class: "court-crown" }),
    PEARLS[rank].map(([cx, cy]) => s("circle", { cx, cy, r: 1.9, class: "court-pearl" })),
    pip(suit, 38.5, 60, 17),
  );
}

/**
 * Draw the corner that is seen when cards lie over one another.
 * @param {string} rank
 * @param {Suit} suit
 */
export function corner(rank, suit) {
  return [glyph(rank, 12, 8, 18), pip(suit, 12, 35.5, 13.5)];
}

/**
 * Draw a card that is so small that rank and suit are all that can be read.
 * @param {string} rank
 * @param {Suit} suit
 */
export function small(rank, suit) {
  return [
    glyph(rank, rank === "T" ? 30 : 27, 14, rank === "T" ? 44 : 47),
    pip(suit, 27, 88, 32),
    pip(suit, 70, 110, 42),
  ];
}
