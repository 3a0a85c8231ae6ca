/** Chips: which there are, how an amount is paid in them, and how they look from above and in piles. */

import { s } from "../kit/dom.js";

/** In cents, the largest first. */
export const DENOMINATIONS = [500000, 100000, 50000, 10000, 2500, 500, 100, 50];

/**
 * Pay an amount in the fewest chips.
 * @param {number} amount
 * @returns {[value: number, count: number][]} the largest first
 */
export function chipsFor(amount) {
  /** @type {[number, number][]} */
  const paid = [];
  for (const value of DENOMINATIONS) {
    const count = Math.floor(amount / value);
    if (count > 0) paid.push([value, count]);
    amount -= count * value;
  }
  return paid;
}

/**
 * Write what stands on a chip: 5, 25, 1K, 50c.
 * @param {number} value
 */
export function chipLabel(value) {
  if (value < 100) return `${value}c`;
  const dollars = value / 100;
  return dollars >= 1000 ? `${dollars / 1000}K` : String(dollars);
}

/**
 * Draw a chip from above.
 * @param {number} value
 */
export function chip(value) {
  const text = chipLabel(value);
  return s(
    "svg",
    { viewBox: "0 0 100 100", class: `chip chip-${value}`, "aria-hidden": "true" },
    s("circle", { cx: 50, cy: 50, r: 48, class: "chip-body" }),
    s("circle", { cx: 50, cy: 50, r: 42, class: "chip-spots" }),
    s("circle", { cx: 50, cy: 50, r: 34, class: "chip-ring" }),
    s("circle", { cx: 50, cy: 50, r: 30, class: "chip-middle" }),
    s(
      "text",
      { x: 50, y: 50, class: text.length > 2 ? "chip-text chip-text-long" : "chip-text" },
      text,
    ),
  );
}

const WIDE = 40;
const TALL = 20;
const THICK = 6;
const MOST = 8;

/**
 * Draw an amount as piles of chips, as they stand on the cloth.
 * @param {number} amount
 * @param {number} [most] chipPiles
 */
export function chipPiles(amount, most = 3) {
  const paid = chipsFor(amount).slice(0, most);
  const highest = Math.max(1, ...paid.map(([, count]) => Math.min(count, MOST)));
  const width = WIDE + (paid.length - 1) * (WIDE * 0.72) + 4;
  const height = TALL + 3 + highest * THICK;
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "piles", "aria-hidden": "true", width, height },
    paid.map(([value, count], n) =>
      pile(value, Math.min(count, MOST), 2 + n * WIDE * 0.72, height),
    ),
  );
}

/**
 * @param {number} value
 * @param {number} count
 * @param {number} x
 * @param {number} floor
 */
function pile(value, count, x, floor) {
  const chips = [];
  for (let n = 0; n < count; n++) chips.push(standing(x, floor - TALL - 1 - (n + 1) * THICK));
  return s("g", { class: `chip-${value}` }, chips, top(value, x, floor - TALL - 1 - count * THICK));
}

/**
 * @param {number} x
 * @param {number} y
 */
function standing(x, y) {
  const [rx, ry] = [WIDE / 2, TALL / 2];
  const rim = `A${rx} ${ry} 0 0 0 ${x + WIDE}`;
  return [
    s("path", {
      d: `M${x} ${y + ry}v${THICK}${rim} ${y + ry + THICK}v${-THICK}Z`,
      class: "chip-side",
    }),
    s("path", {
      d: `M${x} ${y + ry + THICK / 2}${rim} ${y + ry + THICK / 2}`,
      class: "chip-side-spots",
    }),
  ];
}

/**
 * @param {number} value
 * @param {number} x
 * @param {number} y
 */
function top(value, x, y) {
  const [cx, cy] = [x + WIDE / 2, y + TALL / 2];
  return [
    s("ellipse", { cx, cy, rx: WIDE / 2, ry: TALL / 2, class: "chip-body" }),
    s("ellipse", { cx, cy, rx: WIDE / 2 - 3, ry: TALL / 2 - 1.4, class: "chip-spots-flat" }),
    s("ellipse", { cx, cy, rx: WIDE / 2 - 7, ry: TALL / 2 - 3, class: "chip-middle" }),
    s("text", { x: cx, y: cy + 0.4, class: "chip-text-flat" }, chipLabel(value)),
  ];
}
