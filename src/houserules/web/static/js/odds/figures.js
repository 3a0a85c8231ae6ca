/** The figures of a game: edge and what it is compared with, ends of wagers, upcards, all results. */

import { fill, h, need } from "../kit/dom.js";
import { barTable, percent } from "./plots.js";
import { valueName } from "./names.js";
import { spread } from "./plots.js";

/**
 * @typedef {import("../messages.js").OddsAnswer} Odds
 */

const UPCARDS = "23456789TJQKA";
/** Ends that are rarer than this stand behind a fold. */
const RARE = 0.0005;
/** A difference that the digits do not show is none. */
const NOTHING = 5e-7;

/**
 * @param {Odds} odds
 * @param {Odds} approved
 * @param {number} changed how many rules
 */
export function showFigures(odds, approved, changed) {
  fill(need("#headline"), headline(odds, approved, changed));
  fill(need("#results"), ends(odds));
  fill(need("#facts"), facts(odds));
  fill(need("#volatility"), spread(odds, Math.max(280, need("#volatility").clientWidth)));
  const upcards = Object.entries(odds.by_upcard).sort(
    ([a], [b]) => UPCARDS.indexOf(a) - UPCARDS.indexOf(b),
  );
  fill(
    need("#upcards"),
    barTable(
      "Average return of a wager by the dealer's upcard",
      upcards.map(([name, { value }]) => ({
        name: name === "T" ? "10" : name,
        value,
        says: percent(value, 2),
      })),
      { both: true },
    ),
  );
}

/**
 * @param {Odds} odds
 * @param {Odds} approved
 * @param {number} changed
 */
function headline(odds, approved, changed) {
  const difference = odds.house_edge - approved.house_edge;
  const more = difference > 0 ? "more for the house" : "less for the house";
  const same = Math.abs(difference) < NOTHING;
  return [
    h("p", { class: "edge number" }, percent(odds.house_edge, 4), " ", h("small", {}, "house edge")),
    changed > 0 &&
      h(
        "p",
        { class: "number" },
        `Approved: ${percent(approved.house_edge, 4)}. `,
        same
          ? h("b", {}, "The edge is unchanged.")
          : [
              "This is ",
              h(
                "b",
                { class: difference > 0 ? "down" : "up" },
                `${percent(Math.abs(difference), 4)} ${more}`,
              ),
              ".",
            ],
      ),
  ];
}

/** @param {Odds} odds */
function facts(odds) {
  return h(
    "dl",
    { class: "facts" },
    fact("Standard deviation per round", `${odds.standard_deviation.toFixed(4)} wagers`),
    fact("Decks", String(odds.decks)),
    Object.entries(odds.side_wagers).map(([name, edge]) =>
      fact(`House edge of ${valueName(name)}`, percent(edge)),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, value));
}

/** @param {Odds} odds */
function ends({ results, names }) {
  const found = Object.entries(results)
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([name, value]) => ({ name: names[name], value, says: frequency(value) }));
  const rare = found.filter((each) => each.value < RARE);
  return [
    barTable(
      "Outcomes per round",
      found.filter((each) => each.value >= RARE),
    ),
    rare.length > 0 &&
      h(
        "details",
        { class: "rare" },
        h("summary", {}, `${rare.length} rare outcomes`),
        barTable("Rare settlements", rare),
      ),
  ];
}

/** @param {number} share */
function frequency(share) {
  if (share >= RARE) return percent(share);
  return `once in ${Math.round(1 / share).toLocaleString("en-AU")} rounds`;
}

/** @param {[number, number][]} net */
export function distribution(net) {
  return barTable(
    "Probability of each net result",
    net
      .filter(([, share]) => share > 5e-5)
      .map(([result, value]) => ({
        name: `${result > 0 ? "+" : result < 0 ? "−" : ""}${Math.abs(result)}`,
        value,
        says: percent(value),
      })),
  );
}
