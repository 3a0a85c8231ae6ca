/** Figures as bars, and volatility as a fan round the expected loss. */

import { h, s } from "../kit/dom.js";

/**
 * @typedef {{name: string, value: number, says: string}} Bar
 */

/**
 * Return bars from zero to the right, or from a middle line to both sides.
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

const HIGH = 240;
const EDGE = { left: 62, right: 12, top: 12, bottom: 30 };
const ROUNDS = 1000;

/**
 * @param {{house_edge: number, standard_deviation: number}} odds
 * @param {number} wide in pixels, so that letters keep their size
 * @returns {HTMLElement}
 */
export function spread({ house_edge: edge, standard_deviation: deviation }, wide) {
  const reach = edge * ROUNDS + 2.1 * deviation * Math.sqrt(ROUNDS);
  const x = (/** @type {number} */ n) => EDGE.left + (n / ROUNDS) * (wide - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ won) =>
    EDGE.top + ((reach - won) / (2 * reach)) * (HIGH - EDGE.top - EDGE.bottom);
  const points = Array.from({ length: 51 }, (_, n) => (n / 50) ** 2 * ROUNDS);
  const at = (/** @type {number} */ n, /** @type {number} */ times) =>
    `${x(n).toFixed(1)} ${y(-edge * n + times * deviation * Math.sqrt(n)).toFixed(1)}`;
  const fan = (/** @type {number} */ times) =>
    `M${points.map((n) => at(n, times)).join("L")}L${points
      .toReversed()
      .map((n) => at(n, -times))
      .join("L")}Z`;
  const step = [10, 20, 25, 50].find((each) => reach / each <= 4) ?? 100;
  const ticks = [-3, -2, -1, 0, 1, 2, 3]
    .map((n) => n * step)
    .filter((won) => Math.abs(won) < reach);
  const [lost, away] = [edge * ROUNDS, deviation * Math.sqrt(ROUNDS)];
  const says = `After ${ROUNDS} rounds ${wagers(-lost)} on average; two times in three (inner band) between ${wagers(-lost - away)} and ${wagers(-lost + away)}.`;
  return h(
    "figure",
    { class: "spread" },
    s(
      "svg",
      { viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": says },
      s("path", { d: fan(2), class: "fan wide" }),
      s("path", { d: fan(1), class: "fan" }),
      ticks.map((won) => [
        s("path", { d: `M${EDGE.left} ${y(won)}H${wide - EDGE.right}`, class: "axis" }),
        s(
          "text",
          { x: EDGE.left - 8, y: y(won) + 4, "text-anchor": "end", class: "tick" },
          sign(won),
        ),
      ]),
      s("path", { d: `M${at(0, 0)}L${at(ROUNDS, 0)}`, class: "exact" }),
      [250, 500, ROUNDS].map((n) => {
        const [anchor, words] = n === ROUNDS ? ["end", `${n} rounds`] : ["middle", String(n)];
        return s("text", { x: x(n), y: HIGH - 8, "text-anchor": anchor, class: "tick" }, words);
      }),
    ),
    h("figcaption", {}, says, " The outer band: 19 times in 20."),
  );
}

/** @param {number} won */
const sign = (won) => `${won > 0 ? "+" : won < 0 ? "−" : ""}${Math.abs(won)}`;

/** @param {number} won */
const wagers = (won) => `${sign(Number(won.toFixed(1)))} wagers`;
