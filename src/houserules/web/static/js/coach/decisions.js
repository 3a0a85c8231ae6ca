/** Decisions of mine that are due, what each action is worth, and what a decision cost. */

import { turnOf } from "../felt/table_queries.js";
import { h } from "../kit/dom.js";
import { signedMoney } from "../kit/money.js";

/**
 * @typedef {import("../felt/types.js").Shown} Shown
 * @typedef {import("../felt/types.js").Table} Table
 * @typedef {{key: string, box: number, hand: number, cards: string[], upcard: string, wager: number,
 *   offers: boolean}} Spot
 */

/**
 * @param {Shown} shown
 * @param {string | null} me
 * @returns {Spot[]}
 */
export function decisionsDue({ table }, me) {
  if (me === null || table.question || !table.dealer.length) return [];
  const turn = turnOf(table);
  if (turn) return turn.controller === me ? spots(table, me, turn.box, turn.hand) : [];
  if (table.phase !== "offers") return [];
  const mine = table.boxes.filter((box) => box.controller === me);
  return mine.flatMap((box) => spots(table, me, box.number, 1));
}

/**
 * @param {Table} table
 * @param {string} me
 * @param {number} box
 * @param {number} hand
 * @returns {Spot[]}
 */
function spots(table, me, box, hand) {
  const found = table.boxes.find((each) => each.number === box)?.hands[hand - 1];
  const stake = found?.stakes.find((each) => each.player === me);
  if (!found || found.done || found.cards.length < 2 || stake?.surrendered) return [];
  const cards = found.cards.map(String);
  return [
    {
      key: [table.rounds, table.phase, box, hand, ...cards].join(" "),
      box,
      hand,
      cards,
      upcard: String(table.dealer[0]),
      wager: stake?.amount ?? 0,
      offers: table.phase === "offers",
    },
  ];
}

/**
 * @typedef {import("../messages.js").CoachAnswer} Advice per unit of wager; insurance per unit of insurance
 * @typedef {{chose: string, best: string, better: number, mine: number}} Verdict in cents, on average
 */

/** A smaller part of a wager than this does not count as a mistake: the figures end there. */
const NOTHING = 1e-9;

/**
 * Judge a decision; null: nothing was better.
 * @param {Advice} advice
 * @param {Spot} spot
 * @param {string} name the command
 * @param {number} [amount] of insurance
 * @returns {Verdict | null}
 */
export function mistakeIn({ best, values, insurance }, spot, name, amount = 0) {
  if (name === "insure") {
    const mine = (insurance ?? 0) * amount;
    return mine < -NOTHING ? { chose: "insurance", best: "no insurance", better: 0, mine } : null;
  }
  const playing = bestOf(values, "surrender");
  const mine = spot.offers && name === "be-ready" ? values[playing ?? ""] : values[name];
  const better = values[best ?? ""];
  if (best === null || better == null || mine == null || better - mine < NOTHING) return null;
  const chose = name === "be-ready" ? "playing on" : name;
  return { chose, best, better: better * spot.wager, mine: mine * spot.wager };
}

/**
 * Return the best action but one.
 * @param {Record<string, number | null>} values
 * @param {string} but
 */
export function bestOf(values, but) {
  const open = Object.entries(values).filter(([name, value]) => value !== null && name !== but);
  return open.sort((a, b) => Number(b[1]) - Number(a[1]))[0]?.[0] ?? null;
}

/**
 * @param {HTMLElement} dock
 * @param {Advice} advice
 * @param {Spot} spot
 * @param {boolean} many boxes wait for a decision: playing on is about all of them
 */
export function showValues(dock, { best, values, insurance }, spot, many) {
  const put = (/** @type {string} */ key, /** @type {number} */ cents, isBest = false) => {
    const button = dock.querySelector(`[data-key="${key}"]`);
    if (!button) return;
    button.classList.toggle("is-best", isBest);
    button.querySelector(".act-value")?.remove();
    const words = `${isBest ? "best, " : ""}${signedMoney(Math.round(cents))}`;
    button.append(h("span", { class: "act-value number" }, words));
  };
  if (!spot.offers) {
    for (const [name, value] of Object.entries(values))
      if (value !== null) put(name, value * spot.wager, name === best);
    return;
  }
  const { surrender } = values;
  const playing = values[bestOf(values, "surrender") ?? ""];
  if (surrender != null) put(`surrender-${spot.box}`, surrender * spot.wager, best === "surrender");
  if (playing != null && !many) put("go", playing * spot.wager, best !== "surrender");
  if (insurance !== null) put(`insure-${spot.box}`, insurance * spot.wager * 0.5);
}
