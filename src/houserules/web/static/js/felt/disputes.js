/** The disputes of a player: raised, decided, reviewed, accepted; and a form for another one. */

import { h } from "../kit/dom.js";
import { timeText } from "../kit/casino_time.js";
import { money } from "../kit/money.js";

/**
 * @typedef {import("./types.js").Dispute} Dispute
 * @typedef {(name: string, fields: Record<string, unknown>, done: string) => Promise<boolean>} Ask
 */

/**
 * Write what a dispute about a payment begins with.
 * @param {import("./types.js").Payment} payment
 * @param {number} round
 */
export function disputeText(payment, round) {
  const where = payment.box ? `box ${payment.box}` : "the table";
  return `Round ${round}, ${where}, ${payment.wager}: paid ${money(payment.returned)}. `;
}

/** @param {Dispute} each */
export function stateOf(each) {
  if (each.closed) return "Closed.";
  if (!each.decisions.length) return "Waiting for a Gaming Supervisor.";
  if (each.review_asked && each.decisions.length < 2) return "A review is under way.";
  if (each.accepted) return "You have accepted the decision.";
  return each.may_ask_review || each.may_accept ? "Waiting for your answer." : "Decided.";
}

/**
 * One dispute, with the answers the player may still give.
 * @param {Dispute} each
 * @param {Ask} ask
 * @param {string} [where] the table, where it is not plain
 */
export function disputeItem(each, ask, where = "") {
  const at = { dispute: each.dispute };
  return h(
    "li",
    { class: "dispute", "data-dispute": each.dispute },
    h("p", {}, h("b", {}, `${where}Dispute ${each.dispute}, round ${each.round}: `), `“${each.about}”`),
    each.decisions.map((one, n) =>
      h(
        "p",
        { class: "decision" },
        h("b", {}, n ? "Review: " : "Decision: "),
        `${one.says}${one.pays > 0 ? ` You receive ${money(one.pays)}.` : one.pays < 0 ? ` You give back ${money(-one.pays)}.` : ""}`,
        h("small", {}, ` ${one.by}, ${timeText(one.at)}`),
      ),
    ),
    each.advice && h("p", { class: "note" }, each.advice),
    h("small", {}, stateOf(each)),
    (each.may_accept || each.may_ask_review) &&
      h(
        "p",
        { class: "row" },
        each.may_accept &&
          h(
            "button",
            {
              type: "button",
              class: "button",
              "data-key": `accept-${each.dispute}`,
              onclick: () => void ask("accept-decision", at, "You have accepted the decision."),
            },
            "Accept the decision",
          ),
        each.may_ask_review &&
          h(
            "button",
            {
              type: "button",
              class: "button",
              "data-key": `review-${each.dispute}`,
              onclick: () => void ask("ask-review", at, "A casino supervisor will review it."),
            },
            "Ask for a review",
          ),
      ),
  );
}

/**
 * All disputes of a player, and the form for a new one.
 * @param {Dispute[]} disputes
 * @param {Ask} ask
 * @param {string} about what a new dispute begins with
 */
export function disputesSection(disputes, ask, about) {
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", {
      class: "input",
      id: "dispute-about",
      rows: 2,
      maxlength: 500,
      required: true,
      "data-key": "dispute-about",
      ".value": about,
    })
  );
  const raise = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fields = { about: text.value.trim() };
    if (await ask("raise-dispute", fields, "Your dispute has been sent to the Gaming Supervisor."))
      text.value = "";
  };
  return h(
    "section",
    { "aria-labelledby": "disputes-title" },
    h("h3", { id: "disputes-title" }, "Disputes"),
    disputes.length > 0 && h("ul", { class: "disputes" }, disputes.map((each) => disputeItem(each, ask))),
    h(
      "form",
      { onsubmit: raise },
      h(
        "div",
        { class: "field" },
        h("label", { for: "dispute-about" }, "What do you dispute?"),
        text,
      ),
      h("button", { class: "button", "data-key": "raise-dispute" }, "Raise a dispute"),
    ),
  );
}
