/** Results over time as a line: where one stands after each round. */

import { fill, h, need, s } from "./kit/dom.js";
import { money, signedMoney } from "./kit/money.js";

const HIGH = 220;
const EDGE = { left: 64, right: 14, top: 14, bottom: 26 };

/**
 * Return round steps for an axis.
 * @param {number} least
 * @param {number} most
 */
function ticks(least, most) {
  const span = Math.max(most - least, 100);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => span / each <= 5) ?? span;
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(at);
  return found;
}

/**
 * @param {[number, number][]} rounds hour and result
 * @param {number} wide in pixels, so that letters keep their size
 */
function plot(rounds, wide) {
  const sums = rounds.reduce((so, [, net]) => [...so, (so.at(-1) ?? 0) + net], [0]);
  const [least, best] = [Math.min(...sums), Math.max(...sums)];
  const most = Math.max(best, least + 100);
  const x = (/** @type {number} */ n) =>
    EDGE.left + (n / Math.max(1, sums.length - 1)) * (wide - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ sum) =>
    EDGE.top + ((most - sum) / (most - least)) * (HIGH - EDGE.top - EDGE.bottom);
  const line = sums
    .map((sum, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(sum).toFixed(1)}`)
    .join("");
  const zero = y(Math.min(most, Math.max(least, 0)));
  const last = sums.at(-1) ?? 0;
  return s(
    "svg",
    {
      viewBox: `0 0 ${wide} ${HIGH}`,
      role: "img",
      "aria-label": `After ${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}: ${signedMoney(last)}; at best ${signedMoney(best)}, at worst ${signedMoney(least)}`,
    },
    ticks(least, most).map((at) => [
      s("path", {
        d: `M${EDGE.left} ${y(at)}H${wide - EDGE.right}`,
        class: at === 0 ? "axis zero" : "axis",
      }),
      s("text", { x: EDGE.left - 8, y: y(at) + 4, class: "tick", "text-anchor": "end" }, money(at)),
    ]),
    s("path", {
      d: `${line}L${x(sums.length - 1)} ${zero}L${x(0)} ${zero}Z`,
      class: last < 0 ? "area down" : "area up",
    }),
    s("path", { d: line, class: last < 0 ? "line down" : "line up" }),
    s("circle", {
      cx: x(sums.length - 1),
      cy: y(last),
      r: 4,
      class: last < 0 ? "end down" : "end up",
    }),
    s("text", { x: EDGE.left, y: HIGH - 6, class: "tick" }, "first round"),
    s(
      "text",
      { x: wide - EDGE.right, y: HIGH - 6, class: "tick", "text-anchor": "end" },
      `round ${rounds.length}`,
    ),
  );
}

const series = document.querySelector("#series") && JSON.parse(need("#series").textContent ?? "{}");
for (const figure of document.querySelectorAll(".plot")) {
  const rounds = series[/** @type {HTMLElement} */ (figure).dataset.kind ?? ""] ?? [];
  const sum = rounds.reduce(
    (/** @type {number} */ total, /** @type {[number, number]} */ [, net]) => total + net,
    0,
  );
  fill(
    need("[data-sum]", figure),
    h("b", { class: sum < 0 ? "down" : "up" }, signedMoney(sum)),
    ` in ${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}`,
  );
  const area = need(".plot-area", figure);
  const draw = () => fill(area, plot(rounds, Math.max(280, area.clientWidth)));
  new ResizeObserver(draw).observe(area);
}
