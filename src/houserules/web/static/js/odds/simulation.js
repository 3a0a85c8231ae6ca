/** A simulation before one's eyes: batch after batch, until it is enough or somebody stops it. */

import { getWhenReady } from "../kit/api.js";
import { fill, h, need, s } from "../kit/dom.js";
import { percent } from "./plots.js";
import { oddsPath } from "./question.js";

/** @typedef {import("./question.js").Question} Question */

const BATCHES = 40;
const HIGH = 200;

export class Simulation {
  /** @param {() => {question: Question, edge: number | null}} now */
  constructor(now) {
    this.now = now;
    /** @type {AbortController | null} */
    this.running = null;
    need("#simulate").addEventListener("click", () =>
      this.running ? this.stop() : void this.run(),
    );
  }

  stop() {
    this.running?.abort();
    this.running = null;
    need("#simulate").textContent = "Simulate";
  }

  /** There is a figure to close in on. */
  open() {
    need("#simulate").removeAttribute("disabled");
  }

  /** Forget what was played: it was another game. */
  clear() {
    this.stop();
    need("#simulate").setAttribute("disabled", "");
    fill(need("#convergence"));
    need("#simulated").textContent = "";
    need("#progress").setAttribute("value", "0");
  }

  async run() {
    const { question, edge } = this.now();
    if (edge === null) return;
    const control = new AbortController();
    this.running = control;
    need("#simulate").textContent = "Stop";
    need("#simulated").textContent = "Playing the first rounds…";
    /** @type {{rounds: number, edge: number, error: number}[]} */
    const path = [];
    let [rounds, won, squares] = [0, 0, 0];
    try {
      for (let batch = 1; batch <= BATCHES && !control.signal.aborted; batch++) {
        const played = await getWhenReady(
          oddsPath(question, "/simulated", { batch: String(batch) }),
          control.signal,
        );
        if (control.signal.aborted) break;
        [rounds, won, squares] = [
          rounds + played.rounds,
          won + played.won,
          squares + played.squares,
        ];
        const mean = won / rounds;
        const error = Math.sqrt(Math.max(0, squares / rounds - mean * mean) / rounds);
        path.push({ rounds, edge: -mean, error });
        this.#show(path, edge, batch);
      }
    } catch (no) {
      fill(need("#simulated"), /** @type {Error} */ (no).message);
    }
    if (this.running === control) this.stop();
  }

  /**
   * @param {{rounds: number, edge: number, error: number}[]} path
   * @param {number} exact
   * @param {number} batch
   */
  #show(path, exact, batch) {
    const last = path[path.length - 1];
    need("#progress").setAttribute("value", String(batch));
    const away = Math.abs(last.edge - exact) / (last.error || 1);
    fill(
      need("#simulated"),
      h("b", {}, percent(last.edge)),
      ` ± ${percent(last.error)} after ${(last.rounds / 1e6).toFixed(1)} million rounds; exact ${percent(exact)}, ${away.toFixed(1)} standard errors away.`,
    );
    const wide = Math.max(280, need("#convergence").clientWidth);
    fill(need("#convergence"), convergence(path, exact, wide));
  }
}

/**
 * @param {{rounds: number, edge: number, error: number}[]} path
 * @param {number} exact
 * @param {number} wide in pixels, so that letters keep their size
 */
function convergence(path, exact, wide) {
  const reach = Math.max(
    ...path.slice(0, 6).map((each) => Math.abs(each.edge - exact) + 2 * each.error),
    1e-5,
  );
  const most = path[path.length - 1].rounds;
  const x = (/** @type {number} */ rounds) => 70 + (rounds / most) * (wide - 84);
  const y = (/** @type {number} */ edge) => HIGH / 2 - ((edge - exact) / reach) * (HIGH / 2 - 14);
  const line = (/** @type {(each: {edge: number, error: number}) => number} */ value) =>
    path
      .map((each, n) => `${n ? "L" : "M"}${x(each.rounds).toFixed(1)} ${y(value(each)).toFixed(1)}`)
      .join("");
  return s(
    "svg",
    {
      viewBox: `0 0 ${wide} ${HIGH}`,
      role: "img",
      "aria-label": "The simulated edge closes in on the exact one",
      class: "convergence",
    },
    s("path", { d: line((each) => each.edge + 2 * each.error), class: "band" }),
    s("path", { d: line((each) => each.edge - 2 * each.error), class: "band" }),
    s("path", { d: `M70 ${HIGH / 2}H${wide - 14}`, class: "exact" }),
    s("path", { d: line((each) => each.edge), class: "walk" }),
    s("text", { x: 62, y: HIGH / 2 + 4, "text-anchor": "end", class: "tick" }, percent(exact)),
    s("text", { x: 62, y: 20, "text-anchor": "end", class: "tick" }, percent(exact + reach, 2)),
    s(
      "text",
      { x: 62, y: HIGH - 10, "text-anchor": "end", class: "tick" },
      percent(exact - reach, 2),
    ),
  );
}
