/** The odds page: switches on one side, figures on the other. */

import { Refusal, getWhenReady } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { chartTables } from "./chart.js";
import { distribution, showFigures } from "./figures.js";
import { oddsPath, resetSwitches, questionOf, switchFields } from "./question.js";
import { Simulation } from "./simulation.js";

/** @typedef {import("./question.js").Question} Question */

const form = /** @type {HTMLFormElement} */ (need("#switches"));
/** @type {{question: Question, edge: number | null}} */
let now = { question: questionOf(form), edge: null };
let asked = 0;
const simulation = new Simulation(() => now);

/** Ask for the rules of a rulebook, and for its figures as it is approved. */
async function begin() {
  const question = questionOf(form);
  fill(need("#rules"), h("p", { class: "hint" }, "Loading the rules…"));
  const figures = look();
  try {
    const { switches } = await getWhenReady(oddsPath({ ...question, set: [] }, "/switches"));
    if (questionOf(form).rulebook !== question.rulebook) return;
    fill(need("#rules"), switchFields(switches, question.rulebook));
  } catch (no) {
    fill(need("#rules"), h("p", { class: "note bad" }, wordsOf(no)));
  }
  await figures;
}

/** Ask for the figures of the game as it is switched now, what is wanted first at first. */
async function look() {
  const question = questionOf(form);
  const turn = ++asked;
  now = { question, edge: null };
  simulation.clear();
  need("#state").textContent = "Computing. The first time takes a few seconds…";
  need("#figures").setAttribute("aria-busy", "true");
  try {
    const [odds, approved] = await Promise.all([
      getWhenReady(oddsPath(question, "")),
      getWhenReady(oddsPath({ ...question, set: [] }, "")),
    ]);
    if (turn !== asked) return;
    now = { question, edge: odds.house_edge };
    need("#state").textContent = stateOf(question.set.length);
    showFigures(odds, approved, question.set.length);
    need("#figures").removeAttribute("aria-busy");
    simulation.open();
    const { net } = await getWhenReady(oddsPath(question, "/distribution"));
    if (turn !== asked) return;
    fill(need("#distribution"), distribution(net));
    const chart = await getWhenReady(oddsPath(question, "/chart"));
    if (turn === asked) fill(need("#chart"), chartTables(chart));
  } catch (no) {
    if (turn === asked) need("#state").textContent = wordsOf(no);
  } finally {
    if (turn === asked) need("#figures").removeAttribute("aria-busy");
  }
}

/** @param {number} changed */
function stateOf(changed) {
  if (!changed) return "As approved";
  return `${changed} ${changed === 1 ? "rule" : "rules"} changed`;
}

/** @param {unknown} no */
function wordsOf(no) {
  return no instanceof Refusal ? no.detail : "That did not work. Try again.";
}

form.addEventListener("change", ({ target }) => {
  void (target instanceof HTMLElement && target.id === "rulebook" ? begin() : look());
});
form.addEventListener("submit", (event) => event.preventDefault());
need("#approved").addEventListener("click", () => {
  resetSwitches(form);
  void look();
});
void begin();
