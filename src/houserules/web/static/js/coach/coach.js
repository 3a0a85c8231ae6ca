/** The coach at a practice table: values every action when asked, or speaks up after a mistake. */

import { Refused, patiently } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { turnOf } from "../felt/state.js";
import { remember } from "./mistakes.js";

/**
 * @typedef {import("../felt/types.js").Shown} Shown
 * @typedef {import("../felt/types.js").Info} Info
 * @typedef {"off" | "asked" | "mistakes"} Mode
 * @typedef {{best: string | null, values: Record<string, number | null>}} Advice per unit of wager
 * @typedef {{key: string, box: number, hand: number, cards: string[], upcard: string, wager: number}} Spot
 */

const KEY = "houserules.coach";
/** Less than this part of a wager is no mistake: the figures end there. */
const NOTHING = 1e-9;
/** @type {Advice} */
const NO_ADVICE = { best: null, values: {} };

export class Coach {
  /**
   * @param {Info} info
   * @param {(text: string, tone: "good" | "bad") => void} say
   */
  constructor(info, say) {
    this.info = info;
    this.say = say;
    /** @type {Spot | null} */
    this.spot = null;
    /** @type {Map<string, Promise<Advice>>} */
    this.known = new Map();
  }

  /** Nobody is advised at a live table. */
  get isThere() {
    return this.info.kind === "practice";
  }

  /** @returns {Mode} */
  get mode() {
    if (!this.isThere) return "off";
    return /** @type {Mode} */ (localStorage.getItem(KEY) ?? "asked");
  }

  set mode(mode) {
    localStorage.setItem(KEY, mode);
  }

  /**
   * Look at the table: a decision of mine may be due.
   * @param {Shown} shown
   */
  look(shown) {
    const spot = spotOf(shown, this.info.me);
    if (spot?.key === this.spot?.key) return;
    this.spot = spot;
    this.known.clear();
    if (spot && this.mode === "mistakes") this.#advice(spot).catch(() => {});
  }

  /** @param {Spot} spot */
  #advice(spot) {
    const found = this.known.get(spot.key);
    if (found) return found;
    const path = `/api/tables/${encodeURIComponent(this.info.table)}/coach?box=${spot.box}&hand=${spot.hand}`;
    const asked = /** @type {Promise<Advice>} */ (patiently(path));
    this.known.set(spot.key, asked);
    asked.catch(() => this.known.delete(spot.key));
    return asked;
  }

  /**
   * Write on every button what its action is worth.
   * @param {HTMLElement} dock
   */
  async advise(dock) {
    const spot = this.spot;
    if (!spot) return;
    dock.classList.add("is-thinking");
    try {
      const advice = await this.#advice(spot);
      if (this.spot?.key === spot.key) write(dock, advice, spot.wager);
    } catch (no) {
      this.say(no instanceof Refused ? no.detail : "The coach has no answer.", "bad");
    } finally {
      dock.classList.remove("is-thinking");
    }
  }

  /**
   * A decision has been made: what was it worth?
   * @param {string} name
   */
  async chose(name) {
    const spot = this.spot;
    const asked = spot && this.known.get(spot.key);
    if (!spot || !asked) return;
    const { best, values } = await asked.catch(() => NO_ADVICE);
    const [better, mine] = [values[best ?? ""], values[name]];
    if (best === null || better == null || mine == null || better - mine < NOTHING) return;
    const cost = (better - mine) * spot.wager;
    remember({
      at: Date.now(),
      rulebook: this.info.rulebook,
      cards: spot.cards,
      upcard: spot.upcard,
      chose: name,
      best,
      cost,
    });
    if (this.mode !== "mistakes") return;
    const worth = `${best} is worth ${inMoney(better * spot.wager)}, ${name} ${inMoney(mine * spot.wager)}`;
    this.say(`Better: ${best}. On average ${worth}: a difference of ${inMoney(cost)}.`, "bad");
  }
}

/**
 * Give the decision that is due, if it is mine.
 * @param {Shown} shown
 * @param {string | null} me
 * @returns {Spot | null}
 */
function spotOf({ table }, me) {
  const turn = turnOf(table);
  if (!turn || turn.controller !== me || table.question) return null;
  const hand = table.boxes.find((box) => box.number === turn.box)?.hands[turn.hand - 1];
  if (!hand || hand.cards.length < 2) return null;
  const cards = hand.cards.map(String);
  const wager = hand.stakes.find((each) => each.player === me)?.amount ?? 0;
  const key = [table.rounds, turn.box, turn.hand, ...cards].join(" ");
  return { key, box: turn.box, hand: turn.hand, cards, upcard: String(table.dealer[0]), wager };
}

/**
 * @param {HTMLElement} dock
 * @param {Advice} advice
 * @param {number} wager
 */
function write(dock, { best, values }, wager) {
  for (const [name, value] of Object.entries(values)) {
    const button = dock.querySelector(`[data-key="${name}"]`);
    if (!button || value === null) continue;
    button.classList.toggle("is-best", name === best);
    button.querySelector(".act-value")?.remove();
    const words = name === best ? `best, ${inMoney(value * wager)}` : inMoney(value * wager);
    button.append(h("span", { class: "act-value number" }, words));
  }
}

/**
 * Write an average in whole cents, with its sign.
 * @param {number} cents
 */
function inMoney(cents) {
  const rounded = Math.round(cents);
  return rounded > 0 ? `+${money(rounded)}` : money(rounded);
}
