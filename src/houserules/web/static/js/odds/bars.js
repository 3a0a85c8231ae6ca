/** Figures as bars, in a table that reads as well as it looks. */

import { h } from "../kit/dom.js";

/**
 * @typedef {{name: string, value: number, says: string}} Bar
 */

/**
 * Give bars from zero to the right, or from a middle line to both sides.
 * @param {string} caption
 * @param {Bar[]} bars
 * @param {{both?: boolean}} [how]
 */
export function barTable(caption, bars, { both = false } = {}) {
  const most = Math.max(...bars.map((each) => Math.abs(each.value)), Number.MIN_VALUE);
  return h(
    "table",
    { class: `bars${both ? " both" : ""}${bars.every((each) => each.name.length < 6) ? " narrow-names" : ""}` },
    h("caption", { class: "unseen" }, caption),
    h(
      "tbody",
      {},
      bars.map(({ name, value, says }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          h(
            "td",
            { class: "bar-cell" },
            h("span", {
              class: value < 0 ? "measure down" : "measure",
              "--share": Math.abs(value) / most,
              "aria-hidden": "true",
            }),
          ),
          h("td", { class: "number" }, says),
        ),
      ),
    ),
  );
}

/**
 * Write a share in per cent.
 * @param {number} share
 * @param {number} [digits]
 */
export function percent(share, digits = 3) {
  const text = (Math.abs(share) * 100).toFixed(digits);
  return `${share < 0 && Number(text) !== 0 ? "−" : ""}${text} %`;
}
