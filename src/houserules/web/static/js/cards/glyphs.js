/** The ranks as strokes, 28 units high: the same on every system, whatever fonts it has. */

import { s } from "../kit/dom.js";

/** @type {Record<string, [width: number, strokes: string]>} */
const STROKES = {
  A: [20, "M1 28 10 0 19 28M4.3 18.6H15.7"],
  2: [19, "M1.6 8.2C1.6 3.4 5.2 0 9.6 0 14.2 0 17.4 3.2 17.4 7.6 17.4 14.4 3 19.4 1.2 28H18"],
  3: [19, "M2.4 0H16.8L9 11C14.4 10.6 18 14 18 19.2 18 24.4 14.4 28 9.4 28 5 28 1.9 25.6 1 21.4"],
  4: [19, "M14 28V0L1 20.4H19"],
  5: [
    19,
    "M16.6 0H4.4L3 13C4.8 11.2 7 10.4 9.4 10.4 14.6 10.4 18 14 18 19.2 18 24.6 14.4 28 9.4 28 5.2 28 2 25.8 1 22",
  ],
  6: [
    19,
    "M15.6 1.4C14 .4 12.4 0 10.8 0 4.8 0 1.4 6.6 1.4 17 1.4 24.2 4.8 28 9.8 28 14.6 28 18 24.4 18 19.4 18 14.6 14.8 11.2 10.2 11.2 5.6 11.2 2 14.4 1.4 19",
  ],
  7: [18, "M1 0H17.4C11.6 9 8.2 18 7.4 28"],
  8: [
    19,
    "M9.5 0C13.6 0 16.4 2.7 16.4 6.6 16.4 10.4 13.6 13 9.5 13 5.4 13 2.6 10.4 2.6 6.6 2.6 2.7 5.4 0 9.5 0ZM9.5 13C14.6 13 18 16 18 20.4 18 25 14.6 28 9.5 28 4.4 28 1 25 1 20.4 1 16 4.4 13 9.5 13Z",
  ],
  9: [
    19,
    "M3.4 26.6C5 27.6 6.6 28 8.2 28 14.2 28 17.6 21.4 17.6 11 17.6 3.8 14.2 0 9.2 0 4.4 0 1 3.6 1 8.6 1 13.4 4.2 16.8 8.8 16.8 13.4 16.8 17 13.6 17.6 9",
  ],
  T: [
    27,
    "M1 5.2 6.4 0V28M19.4 0C23.8 0 26.2 5 26.2 14 26.2 23 23.8 28 19.4 28 15 28 12.6 23 12.6 14 12.6 5 15 0 19.4 0Z",
  ],
  J: [17, "M6.4 0H16.8M12.4 0V20C12.4 25.2 10 28 6.6 28 3.4 28 1.2 25.8 1 22"],
  Q: [
    20,
    "M10 0C15.4 0 18.8 5 18.8 14 18.8 23 15.4 28 10 28 4.6 28 1.2 23 1.2 14 1.2 5 4.6 0 10 0ZM11 20 19.6 29.6",
  ],
  K: [19, "M2 0V28M17.2 0 2.4 17.4M7.2 11.8 18.4 28"],
};

/** @type {Record<string, string>} */
export const RANK_NAMES = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};

/**
 * Draw a rank with its middle at x and its head at y.
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
export function glyph(rank, x, y, height) {
  const [width, strokes] = STROKES[rank];
  const scale = height / 28;
  return s("path", {
    d: strokes,
    transform: `translate(${x - (width * scale) / 2} ${y}) scale(${scale})`,
    class: "stroke",
  });
}
