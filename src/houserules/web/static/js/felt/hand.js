/** A hand: its cards, laid over one another, its total, and what became of its wagers. */

import { cardElement } from "../cards/card.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { RESULTS, totalOf } from "./words.js";

/**
 * @typedef {import("./types.js").Hand} Hand
 * @typedef {import("./types.js").Info} Info
 */

/** Keeps the cards that lie there as they are, so that only new ones move. */
export class CardRow {
  constructor() {
    this.element = h("div", { class: "cards" });
    /** @type {(string | null)[]} */
    this.cards = [];
  }

  /**
   * Show these cards.
   * @param {(string | null)[]} cards
   * @returns {HTMLElement[]} those that were not there before
   */
  show(cards) {
    const same = cards.findIndex((card, n) => card !== this.cards[n]);
    const kept = same < 0 ? cards.length : same;
    while (this.element.children.length > kept) this.element.lastElementChild?.remove();
    const added = cards.slice(kept).map(cardElement);
    this.element.append(...added);
    this.element.style.setProperty("--n", String(cards.length));
    this.cards = [...cards];
    return added;
  }
}

/** One hand of a box on the screen. */
export class HandView {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.row = new CardRow();
    this.total = h("span", { class: "total" });
    this.stakes = h("span", { class: "stakes" });
    this.element = h(
      "div",
      { class: "hand" },
      this.row.element,
      h("div", { class: "hand-foot" }, this.total, this.stakes),
    );
  }

  /**
   * @param {Hand} hand
   * @param {{active: boolean, me: string | null, many: boolean}} how
   */
  show(hand, { active, me, many }) {
    const added = this.row.show(hand.cards);
    this.total.textContent = totalOf(this.info, hand);
    this.total.hidden = !hand.cards.length;
    this.element.classList.toggle("is-active", active);
    this.element.classList.toggle("is-cleared", hand.cleared);
    this.element.classList.toggle("is-lost", hand.cleared && !hand.stakes.some(hasKept));
    this.element.classList.toggle("is-bust", (hand.total ?? 0) > 21);
    fill(
      this.stakes,
      many || hand.doubled || hand.stakes.length > 1
        ? hand.stakes.map((stake) => stakeOf(stake, me))
        : null,
    );
    return added;
  }
}

/**
 * Whether a wager won or was handed back.
 * @param {import("./types.js").Stake} stake
 */
const hasKept = ({ result }) => result === "win" || result === "stand-off";

/**
 * Say what somebody has on a hand: "$25 + $25".
 * @param {import("./types.js").Stake} stake
 * @param {string | null} me
 */
function stakeOf(stake, me) {
  const amount = stake.double
    ? `${money(stake.amount)} + ${money(stake.double)}`
    : money(stake.amount);
  const who = stake.player === me ? "" : `${stake.player} `;
  const said = stake.result ? RESULTS[stake.result] : stake.surrendered ? `${amount} half` : amount;
  return h("span", { class: stake.player === me ? "stake mine" : "stake" }, `${who}${said}`);
}
