/** The strategy on a card: what to do with every hand against every upcard. */

import { h } from "../kit/dom.js";

/**
 * @typedef {import("../messages.js").ChartAnswer} Chart
 * @typedef {Chart["hard"]} Rows
 * @typedef {Rows[string][string]} Cell
 */

/** @type {Record<string, string>} */
const LETTERS = { hit: "H", stand: "S", double: "D", split: "P", surrender: "R" };

/** @type {Record<string, string>} */
const SUITS = {
  same: "of one suit, not spades",
  spades: "of spades",
  Jd: "with a J♦",
  "Jd Jd": "with two J♦",
  Ad: "with an A♦",
  "Ad Ad": "with two A♦",
};

/**
 * Draw the whole chart.
 * @param {Chart} chart
 */
export function chartTables(chart) {
  return h(
    "div",
    { class: "charts" },
    legend(),
    cells("Hard totals", chart.hard, chart.upcards),
    cells("Soft totals", chart.soft, chart.upcards),
    marks("Pairs", chart.pairs, chart.upcards, ["P", "split"], ["·", "play as a total"]),
    Object.keys(chart.forfeit).length > 0 &&
      marks("After a double", chart.forfeit, chart.upcards, ["F", "forfeit"], ["·", "keep"]),
    chart.suited.length > 0 && suited(chart),
  );
}

function legend() {
  return h(
    "p",
    { class: "chart-legend" },
    Object.entries(LETTERS).map(([name, letter]) => [
      h("span", { class: `cell is-${name}` }, letter),
      ` ${name} `,
    ]),
    h("small", {}, "A small number means: with that many cards or more, play the letter after it."),
  );
}

/** @param {string} upcard */
const upcardName = (upcard) => (upcard === "T" ? "10" : upcard);

/**
 * @param {string} title
 * @param {string[]} upcards
 * @param {HTMLElement[]} rows
 */
function grid(title, upcards, rows) {
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": title },
    h(
      "table",
      { class: "chart" },
      h("caption", {}, title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, "Hand")),
          upcards.map((up) => h("th", { scope: "col" }, upcardName(up))),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/**
 * @param {string} title
 * @param {Rows} rows
 * @param {string[]} upcards
 */
function cells(title, rows, upcards) {
  const lines = Object.entries(rows).map(([total, row]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, total),
      upcards.map((up) => cell(row[up])),
    ),
  );
  return grid(title, upcards, lines);
}

/** @param {Cell | undefined} found */
function cell(found) {
  if (!found) return h("td", {});
  const [[, first], ...later] = found.steps;
  const words = [
    first,
    ...later.map(([cards, action]) => `${action} from ${cards} cards`),
    ...(found.otherwise ? [`otherwise ${found.otherwise}`] : []),
  ];
  return h(
    "td",
    { class: `cell is-${first}`, title: words.join(", ") },
    LETTERS[first] ?? first,
    found.otherwise && h("small", {}, `/${LETTERS[found.otherwise] ?? found.otherwise}`),
    later.map(([cards, action]) => h("small", {}, `${cards}${LETTERS[action] ?? action}`)),
    h("span", { class: "unseen" }, ` ${words.join(", ")}`),
  );
}

/**
 * @param {string} title
 * @param {Record<string, Record<string, boolean>>} rows
 * @param {string[]} upcards
 * @param {[string, string]} yes
 * @param {[string, string]} no
 */
function marks(title, rows, upcards, yes, no) {
  const lines = Object.entries(rows).map(([name, row]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      upcards.map((up) => {
        const [letter, words] = row[up] ? yes : no;
        return h(
          "td",
          { class: row[up] ? "cell is-split" : "cell" },
          h("span", { "aria-hidden": "true" }, letter),
          h("span", { class: "unseen" }, words),
        );
      }),
    ),
  );
  return grid(title, upcards, lines);
}

/** @param {Chart} chart */
function suited(chart) {
  return h(
    "details",
    {},
    h("summary", {}, "Two-card hands played differently because of their suits"),
    h(
      "ul",
      {},
      chart.suited.map((each) =>
        h("li", {}, `${each.cards} ${SUITS[each.suits] ?? each.suits} against ${upcardName(each.upcard)}: ${each.action}`),
      ),
    ),
  );
}
