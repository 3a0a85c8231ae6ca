/** Entries: applications, copies of the conditions, agreements, fees, and who has left. */

import { timeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { entryTerms } from "./conditions_read.js";
import * as entry from "./entry_orders.js";
import { mark, showRows } from "../../desk/rows.js";
import { orderButton, whyNotYet } from "./parts.js";

/**
 * @typedef {import("./parts.js").Desk} Desk
 * @typedef {import("../../messages.js").Entrant} Entrant
 */

/** @type {Record<string, {label: string, tone: "" | "good" | "bad" | "wait", rank: number}>} */
const STATUS = {
  applied: { label: "Applied", tone: "wait", rank: 0 },
  accepted: { label: "In", tone: "good", rank: 1 },
  eliminated: { label: "Eliminated", tone: "", rank: 2 },
  disqualified: { label: "Disqualified", tone: "bad", rank: 3 },
  refused: { label: "Refused", tone: "bad", rank: 4 },
  withdrawn: { label: "Withdrawn", tone: "", rank: 5 },
  lapsed: { label: "Not accepted or paid in time", tone: "", rank: 6 },
};

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showEntries(list, desk) {
  const { view } = desk.answer;
  const entrants = [...(view.staff?.entrants ?? [])].sort(
    (one, other) =>
      STATUS[one.status].rank - STATUS[other.status].rank || one.applied_at - other.applied_at,
  );
  showRows(
    list,
    entrants.map((each) => ({
      key: each.player,
      state: [each, view.phase, view.version, whyNotYet(desk, "accept-entry", { player: each.player })],
      build: () => row(desk, each),
    })),
    view.phase === "draft" ? "Players enter once the conditions are published." : "Nobody has applied yet.",
  );
}

/** @param {Desk} desk @param {Entrant} entrant */
function row(desk, entrant) {
  const { view } = desk.answer;
  const { label, tone } = STATUS[entrant.status];
  return h(
    "li",
    { class: "desk-row", "data-player": entrant.player },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, entrant.player),
      mark(label, tone),
      h("span", { class: "desk-marks" }, marks(entrant, entryTerms(desk.answer))),
      entrant.reason &&
        h("p", { class: "desk-why" }, entrant.reason, " ", entrant.clause && desk.orders.clause(entrant.clause)),
      h(
        "details",
        {},
        h("summary", {}, "Application"),
        h("p", {}, entrant.form),
        h("p", { class: "hint" }, `Received ${timeText(entrant.applied_at)}.`),
      ),
    ),
    h("div", { class: "desk-acts" }, acts(desk, entrant, view.phase)),
  );
}

/** @param {Entrant} each @param {ReturnType<typeof entryTerms>} asked */
function marks(each, asked) {
  const isIn = ["applied", "accepted"].includes(each.status);
  return [
    each.paid !== null && mark(`${money(each.paid)} paid`, "good"),
    each.paid === null && asked.fee > 0 && isIn && mark(`${money(asked.fee)} due`, "wait"),
    each.refunded > 0 && mark(`${money(each.refunded)} refunded`),
    isIn && each.copy_of !== asked.version && mark(each.copy_of ? "Old copy of the conditions" : "No copy of the conditions", "wait"),
    isIn && asked.agreement && each.agreed_to !== asked.version && mark("Agreement due", "wait"),
    each.buy_backs > 0 && mark(`Bought back ${each.buy_backs === 1 ? "once" : `${each.buy_backs} times`}`),
  ];
}

/** @param {Desk} desk @param {Entrant} each @param {string} phase */
function acts(desk, each, phase) {
  const { player, status } = each;
  const asked = entryTerms(desk.answer);
  const open = phase === "entries";
  const isIn = status === "applied" || status === "accepted";
  /** @param {string} label @param {import("../../desk/orders.js").Order} order @param {string} [style] */
  const button = (label, order, style = "") =>
    orderButton(desk, label, order, { key: `${player} ${order.do}`, style });
  if (!open && phase !== "play") return null;
  const stays = status === "applied" || asked.mayWithdraw;
  const fee = !each.paid ? "" : stays ? "The entry fee goes back." : "The withdrawal period is over: the fee stays in the pool.";
  return [
    isIn && each.copy_of !== asked.version && button("Hand over conditions", entry.giveCopy(player)),
    isIn && asked.agreement && each.copy_of === asked.version && each.agreed_to !== asked.version &&
      button("Agreed in writing", entry.takeAgreement(player)),
    open && isIn && asked.fee > 0 && each.paid === null && button("Take the fee", entry.takeFee(player, asked.fee)),
    open && status === "applied" &&
      orderButton(desk, "Accept", entry.accept(player), { key: `${player} accept`, refusal: whyNotYet(desk, "accept-entry", { player }) }),
    open && status === "applied" && button("Refuse", entry.refuse(player), "quiet"),
    status === "eliminated" && asked.buyBack !== null && button("Buy back", entry.buyBack(player, asked.buyBack)),
    status === "disqualified" && each.ground === "absent" && each.paid && !each.refunded &&
      button("Approve a refund", entry.approveRefund(player)),
    isIn && button("Withdraw", entry.withdraw(player, fee), "quiet"),
    !open && ["accepted", "eliminated"].includes(status) && button("Disqualify", entry.disqualify(player), "quiet"),
  ];
}

/** A line that sums the entries up. @param {Desk} desk */
export function entriesText({ answer }) {
  const { view } = answer;
  if (view.phase === "draft") return "";
  const limits = view.minimum !== null && view.maximum !== null ? ` of ${view.minimum} to ${view.maximum}` : "";
  return `${view.entries}${limits} players have entered${view.phase === "entries" ? " and paid" : ""}.`;
}

