/** The coach at a practice table: values every action when asked, or speaks up after a mistake. */

import { Refusal, get, getWhenReady } from "../kit/api.js";
import { money } from "../kit/money.js";
import { mistakeIn } from "./decisions.js";
import { remember } from "./mistakes.js";
import { decisionsDue } from "./decisions.js";
import { showValues } from "./decisions.js";

/**
 * @typedef {import("../felt/types.js").Shown} Shown
 * @typedef {import("../felt/types.js").Info} Info
 * @typedef {import("./decisions.js").Advice} Advice
 * @typedef {import("./decisions.js").Spot} Spot
 * @typedef {"off" | "asked" | "mistakes"} Mode
 */

const KEY = "houserules.coach";
/** The decisions on a hand in play; everything else is left out. */
const DECISIONS = ["hit", "stand", "double", "split", "surrender", "insure", "be-ready"];

export class Coach {
  /**
   * @param {Info} info
   * @param {(text: string) => void} say
   */
  constructor(info, say) {
    this.info = info;
    this.say = say;
    /** @type {Spot[]} */
    this.spots = [];
    /** @type {Map<string, Promise<Advice>>} */
    this.known = new Map();
  }

  /** @returns {Mode} */
  get mode() {
    return /** @type {Mode} */ (localStorage.getItem(KEY) ?? "asked");
  }

  set mode(mode) {
    localStorage.setItem(KEY, mode);
    this.#think();
  }

  /**
   * Look at the table: a decision of mine may be due.
   * @param {Shown} shown
   */
  look(shown) {
    const spots = decisionsDue(shown, this.info.me);
    if (keyOf(spots) === keyOf(this.spots)) return;
    this.spots = spots;
    this.known.clear();
    this.#think();
  }

  /** Have the figures ready, so that a decision can be compared with the best one. */
  #think() {
    if (this.mode !== "off") for (const spot of this.spots) this.#advice(spot, get).catch(() => {});
  }

  /**
   * @param {Spot} spot
   * @param {(path: `/api/tables/${string}/coach?${string}`) => Promise<Advice>} ask
   * @returns {Promise<Advice>}
   */
  #advice(spot, ask = getWhenReady) {
    const found = this.known.get(spot.key);
    if (found) return found;
    const table = encodeURIComponent(this.info.table);
    const asked = ask(`/api/tables/${table}/coach?box=${spot.box}&hand=${spot.hand}`);
    this.known.set(spot.key, asked);
    asked.catch(() => this.known.delete(spot.key));
    return asked;
  }

  /**
   * Write on every button what its action is worth.
   * @param {HTMLElement} dock
   */
  async advise(dock) {
    const key = keyOf(this.spots);
    dock.classList.add("is-thinking");
    try {
      for (const spot of this.spots) {
        const advice = await this.#advice(spot).catch(() => this.#advice(spot));
        if (keyOf(this.spots) === key) showValues(dock, advice, spot, this.spots.length > 1);
      }
    } catch (no) {
      this.say(no instanceof Refusal ? no.detail : "The coach is not available. Try again.");
    } finally {
      dock.classList.remove("is-thinking");
    }
  }

  /**
   * A decision has been made: what was it worth?
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  async chose(name, fields = {}) {
    if (!DECISIONS.includes(name)) return;
    const about = this.spots.filter((each) => fields.box === undefined || fields.box === each.box);
    await Promise.all(
      about.map(async (spot) => {
        const advice = await this.known.get(spot.key)?.catch(() => undefined);
        if (advice) this.#compare(advice, spot, name, Number(fields.amount ?? 0));
      }),
    );
  }

  /**
   * @param {Advice} advice
   * @param {Spot} spot
   * @param {string} name
   * @param {number} amount
   */
  #compare(advice, spot, name, amount) {
    const verdict = mistakeIn(advice, spot, name, amount);
    if (!verdict) return;
    const { chose, best, better, mine } = verdict;
    const { cards, upcard } = spot;
    const cost = better - mine;
    const at = Date.now();
    remember({ at, rulebook: this.info.rulebook, cards, upcard, chose, best, cost });
    if (this.mode !== "mistakes") return;
    this.say(`${DOING[best] ?? best} was better by ${costOf(cost)} on average.`);
  }
}

/** @param {Spot[]} spots */
const keyOf = (spots) => spots.map((each) => each.key).join("|");

/** @type {Record<string, string>} */
const DOING = {
  hit: "Hitting",
  stand: "Standing",
  double: "Doubling",
  split: "Splitting",
  surrender: "Surrendering",
  "no insurance": "No insurance",
};

/** @param {number} cents */
const costOf = (cents) => (Math.round(cents) ? money(Math.round(cents)) : "less than a cent");
