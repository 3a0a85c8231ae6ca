/** The odds page: switches on one side, figures on the other. */

import { Refused, patiently } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { barTable, percent } from "./bars.js";
import { chartTables } from "./chart.js";
import { addressOf, questionOf, switchFields } from "./question.js";
import { Simulation } from "./simulation.js";

/**
 * @typedef {import("./question.js").Question} Question
 * @typedef {{house_edge: number, standard_deviation: number, decks: number, wager: number,
 *   by_upcard: Record<string, {probability: number, value: number}>, results: Record<string, number>,
 *   side_wagers: Record<string, number>}} Odds
 */

const form = /** @type {HTMLFormElement} */ (need("#switches"));
/** @type {{question: Question, edge: number | null}} */
let now = { question: questionOf(form), edge: null };
let asked = 0;
const simulation = new Simulation(() => now);

/** Ask for the rules of a rulebook, then for its figures. */
async function begin() {
  const question = questionOf(form);
  fill(need("#rules"), h("p", { class: "hint" }, "The rules are being read…"));
  try {
    const { switches } = await patiently(addressOf({ ...question, set: [] }, "/switches"));
    if (questionOf(form).rulebook !== question.rulebook) return;
    fill(need("#rules"), switchFields(switches, question.rulebook));
  } catch (no) {
    fill(need("#rules"), h("p", { class: "note bad" }, /** @type {Error} */ (no).message));
  }
  await look();
}

/** Ask for the figures of the game as it is switched now. */
async function look() {
  const question = questionOf(form);
  const turn = ++asked;
  now = { question, edge: null };
  simulation.clear();
  need("#state").textContent = "Computing…";
  need("#figures").setAttribute("aria-busy", "true");
  try {
    const [odds, approved] = await Promise.all([
      patiently(addressOf(question)),
      patiently(addressOf({ ...question, set: [] })),
    ]);
    if (turn !== asked) return;
    now = { question, edge: odds.house_edge };
    show(odds, approved, question);
    const { net } = await patiently(addressOf(question, "/distribution"));
    if (turn === asked) fill(need("#distribution"), distribution(net));
  } catch (no) {
    if (turn !== asked) return;
    need("#state").textContent =
      no instanceof Refused ? no.detail : "That did not work; try again.";
  } finally {
    if (turn === asked) need("#figures").removeAttribute("aria-busy");
  }
}

/**
 * @param {Odds} odds
 * @param {Odds} approved
 * @param {Question} question
 */
function show(odds, approved, question) {
  const difference = odds.house_edge - approved.house_edge;
  need("#state").textContent = question.set.length
    ? `${question.set.length} ${question.set.length === 1 ? "rule" : "rules"} changed`
    : "As approved";
  fill(
    need("#headline"),
    h(
      "p",
      { class: "edge number" },
      percent(odds.house_edge, 4),
      " ",
      h("small", {}, "house edge"),
    ),
    question.set.length > 0 &&
      h(
        "p",
        { class: "number" },
        "The approved rules have ",
        h("b", {}, percent(approved.house_edge, 4)),
        "; this is ",
        h(
          "b",
          { class: difference > 0 ? "down" : "up" },
          `${percent(Math.abs(difference), 4)} ${difference > 0 ? "more for the house" : "less for the house"}`,
        ),
        ".",
      ),
    h(
      "dl",
      { class: "facts" },
      fact("Standard deviation of a round", `${odds.standard_deviation.toFixed(4)} wagers`),
      fact("Decks", String(odds.decks)),
      Object.entries(odds.side_wagers).map(([name, edge]) =>
        fact(`House edge of ${name.replaceAll("-", " ")}`, percent(edge)),
      ),
    ),
  );
  const results = Object.entries(odds.results)
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1]);
  fill(
    need("#results"),
    barTable(
      "Settlements a round",
      results.map(([name, value]) => ({
        name: name.replaceAll("-", " "),
        value,
        says: percent(value),
      })),
    ),
  );
  fill(
    need("#upcards"),
    barTable(
      "Player's expectation by upcard",
      Object.entries(odds.by_upcard).map(([name, { value }]) => ({
        name: name === "T" ? "10" : name,
        value,
        says: percent(value, 2),
      })),
      { both: true },
    ),
  );
  fill(
    need("#chart"),
    h(
      "button",
      { type: "button", class: "button", onclick: () => void chart(question) },
      "Show the chart",
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

/** @param {[number, number][]} net */
function distribution(net) {
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

/** @param {Question} question */
async function chart(question) {
  fill(need("#chart"), h("p", { role: "status" }, "The chart is being found…"));
  try {
    fill(need("#chart"), chartTables(await patiently(addressOf(question, "/chart"))));
  } catch (no) {
    fill(need("#chart"), h("p", { class: "note bad" }, /** @type {Error} */ (no).message));
  }
}

form.addEventListener("change", ({ target }) => {
  void (target instanceof HTMLElement && target.id === "rulebook" ? begin() : look());
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => void begin()));
need("#show-chart").addEventListener("click", () => void chart(now.question));
void begin();
