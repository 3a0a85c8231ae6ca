/** What is open at a table: disputes, payments that were wrong, notices that are owed; and the next act of each. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { rowButtons } from "./rows.js";

/**
 * @typedef {import("./rows.js").Context} Context
 * @typedef {import("./types.js").Dispute} Dispute
 * @typedef {import("./types.js").WrongPayment} WrongPayment
 */

/** @param {Context} context */
export function disputesSection(context) {
  const { disputes } = context.desk;
  if (!disputes.length)
    return h(
      "p",
      { class: "empty" },
      "No open disputes. Players raise one from a payment or under Ask the house; staff can raise one for a player here.",
    );
  return h(
    "ul",
    { class: "matters" },
    disputes.map((each) => dispute(context, each)),
  );
}

/**
 * @param {Context} context
 * @param {Dispute} each
 */
function dispute(context, each) {
  const fresh = !each.decisions.length;
  /** @type {[string, string][]} */
  const acts = fresh
    ? [["decide-dispute", "Decide it"]]
    : each.review_asked && each.decisions.length < 2
      ? [["review-dispute", "Decide the review"]]
      : [
          ["advise-of-complaint", "Advise of the right to complain"],
          ["close-dispute", "Close it"],
        ];
  return h(
    "li",
    { class: "matter" },
    h(
      "p",
      {},
      h("b", {}, `${each.number}. ${each.player}: `),
      each.about,
      h("small", {}, ` round ${each.round}`),
    ),
    each.decisions.map((one) =>
      h(
        "p",
        { class: "fact" },
        `${one.by}: “${one.says}”${one.pays ? `, ${money(one.pays)}` : ""}`,
      ),
    ),
    h("small", {}, each.state),
    rowButtons(context, acts, { dispute: each.number }),
  );
}

/** @param {Context} context */
export function paymentsSection(context) {
  const { debts, payments } = context.desk;
  if (!payments.length && !debts.length)
    return h(
      "p",
      { class: "empty" },
      "No wrong payments reported. Report one here:",
    );
  return h(
    "ul",
    { class: "matters" },
    debts.map((each) => debt(context, each)),
    payments.map((each) => payment(context, each)),
  );
}

/**
 * @param {Context} context
 * @param {{player: string, amount: number, clause: string}} each
 */
function debt(context, { player, amount, clause }) {
  return h(
    "li",
    { class: "matter" },
    h("p", {}, h("b", {}, player), ` owes the house ${money(amount)} (${clause}).`),
    rowButtons(
      context,
      [
        ["collect-debt", "Collect from the rack"],
        ["settle-debt", "Paid from the wallet"],
      ],
      { player, amount },
    ),
    rowButtons(context, [["write-off-debt", "Write it off"]], { player }),
  );
}

/**
 * @param {Context} context
 * @param {WrongPayment} each
 */
function payment(context, each) {
  /** @type {[string, string][]} */
  const acts = [
    ...(each.enquiries === null
      ? /** @type {[string, string][]} */ ([["record-enquiries", "Enquiries made"]])
      : []),
    ...(each.player === null
      ? /** @type {[string, string][]} */ ([["identify-patron", "It was …"]])
      : []),
    ...(each.rectified === null
      ? /** @type {[string, string][]} */ ([
          ["record-attempt", "Record an attempt"],
          ["rectify-payment", "Put it right"],
        ])
      : []),
  ];
  return h(
    "li",
    { class: "matter" },
    h("p", {}, h("b", {}, `${each.number}. ${each.player ?? "Somebody"}: `), each.says),
    each.enquiries !== null &&
      h(
        "p",
        { class: "fact" },
        `Enquiries: ${each.enquiries}${each.suspected ? "; suspected to be intentional" : ""}.`,
      ),
    each.attempts.length > 0 &&
      h("small", {}, `Tried: ${each.attempts.map((one) => one.kind).join(", ")}.`),
    each.duties.length > 0 &&
      h(
        "ul",
        { class: "duties", "aria-label": `Still to do about payment ${each.number}` },
        each.duties.map((duty) =>
          h("li", {}, duty.what, " ", h("span", { class: "clause" }, duty.clause)),
        ),
      ),
    each.excused && h("p", { class: "fact" }, "Excused: not a breach of the rules."),
    each.no_credit && h("p", { class: "fact" }, "An unintended overpayment: not credit."),
    rowButtons(context, acts, { entry: each.number }),
  );
}

/** @param {Context} context */
export function noticesSection(context) {
  const { owed } = context.desk;
  if (!owed.length)
    return h(
      "p",
      { class: "empty" },
      "No notices owed. If an order needs a notice first, you will be asked for it.",
    );
  return h(
    "ul",
    { class: "matters" },
    owed.map((each) =>
      h(
        "li",
        { class: "matter" },
        h(
          "p",
          {},
          h("b", {}, `To ${each.to}: `),
          each.about,
          each.player ? `, ${each.player}` : "",
          each.clause && h("span", { class: "clause" }, ` ${each.clause}`),
        ),
        rowButtons(context, [["give-notice", "Notice given"]], {
          to: each.to,
          about: each.about,
          player: each.player,
        }),
      ),
    ),
  );
}
