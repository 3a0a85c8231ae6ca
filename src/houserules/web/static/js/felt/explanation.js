/** Why: a clause in our words, how unclear words in it are read, and the sum behind a payment. */

import { titledDialog } from "../kit/dialog.js";
import { get } from "../kit/api.js";
import { fill, h } from "../kit/dom.js";
import { money, signedMoney } from "../kit/money.js";
import { sentenceText } from "../kit/sentence.js";
import { WAGERS, capital } from "./words.js";

/**
 * @typedef {import("./types.js").Payment} Payment
 * @typedef {import("./types.js").Info} Info
 */

/**
 * Return the arithmetic of a payment, line by line.
 * @param {Payment} payment
 * @param {number} chip the smallest at the table
 * @returns {string[]}
 */
export function arithmetic({ stake, odds, returned, result }, chip) {
  const net = returned - stake;
  if (net > 0 && odds) {
    const exact = (stake * odds.pays) / odds.on;
    const sum = `${money(stake)} × ${odds.pays} ÷ ${odds.on} = ${money(exact)}`;
    const rounded =
      net !== exact ? [`paid up to the smallest chip (${money(chip)}): ${money(net)}`] : [];
    return [sum, ...rounded, `${money(stake)} back + ${money(net)} won = ${money(returned)}`];
  }
  if (net > 0)
    return stake
      ? [`${money(stake)} back + ${money(net)} prize = ${money(returned)}`]
      : [`prize: ${money(returned)}`];
  if (net === 0) return [`${money(stake)} returned; nothing won or lost`];
  if (returned > 0) return [`${money(stake)} − ${money(-net)} = ${money(returned)} back`];
  return [`${money(stake)} ${result === "forfeited" ? "given up" : "lost"}; nothing returned`];
}

export class Explanation {
  /** @param {Pick<Info, "rulebook" | "me" | "smallest_chip">} info */
  constructor(info) {
    this.info = info;
    /** @type {((payment: Payment) => void) | null} what a player does who does not agree */
    this.dispute = null;
    const { dialog, title, body } = titledDialog("why-title");
    this.dialog = dialog;
    this.title = title;
    this.body = body;
  }

  /** @param {Payment} payment */
  payment(payment) {
    const net = payment.returned - payment.stake;
    const head = h(
      "div",
      { class: "why-sum" },
      h(
        "p",
        { class: `why-net ${net > 0 ? "up" : net < 0 ? "down" : ""}` },
        signedMoney(net),
      ),
      h(
        "p",
        {},
        sentenceText(payment.sentence, this.info.me),
      ),
      h(
        "ul",
        { class: "sums number" },
        arithmetic(payment, this.info.smallest_chip).map((line) => h("li", {}, line)),
      ),
      this.dispute &&
        payment.player === this.info.me &&
        h(
          "button",
          {
            type: "button",
            class: "button",
            "data-key": "dispute-payment",
            onclick: () => {
              this.dialog.close();
              this.dispute?.(payment);
            },
          },
          "Dispute this payment",
        ),
    );
    return this.#open(capital(WAGERS[payment.wager]), payment.clause, head);
  }

  /**
   * Show a clause, and what was refused under it.
   * @param {string} clause
   * @param {string} [said]
   */
  clause(clause, said) {
    return this.#open(`Clause ${clause}`, clause, said ? h("p", { class: "note" }, said) : null);
  }

  /**
   * @param {string} title
   * @param {string} clause
   * @param {HTMLElement | null} head
   */
  async #open(title, clause, head) {
    this.title.textContent = title;
    const below = h("div", { class: "why-clauses" }, h("p", {}, "Looking it up…"));
    fill(this.body, head, below);
    this.dialog.showModal();
    try {
      fill(
        below,
        this.#clauses(
          await get(`/api/rulebooks/${this.info.rulebook}/clauses/${encodeURI(clause)}`),
        ),
      );
    } catch (no) {
      fill(below, h("p", { class: "note bad" }, /** @type {Error} */ (no).message));
    }
  }

  /** @param {import("../messages.js").Answer} answer */
  #clauses({ found, readings }) {
    return [
      found.map(({ clause }) =>
        h(
          "section",
          { class: "why-clause" },
          h(
            "h3",
            {},
            h("a", { href: `/rules/${this.info.rulebook}#c-${clause.number}` }, clause.number),
            ` ${clause.title}`,
          ),
          h("p", {}, clause.says),
          h("small", {}, `${capital(clause.kind)} by the software.`),
        ),
      ),
      readings.length > 0 &&
        h(
          "section",
          { class: "why-reading" },
          h("h3", {}, "How we read it"),
          readings.map((each) =>
            h("p", {}, h("b", {}, `Reading ${each.number}: ${each.question} `), each.reading),
          ),
        ),
    ];
  }
}
