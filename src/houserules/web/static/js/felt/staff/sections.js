/** The parts of looking after a table: which orders belong to each, and what is to be known there. */

import { h } from "../../kit/dom.js";
import { limitsSection } from "./table_sections.js";
import { disputesSection, noticesSection, paymentsSection } from "./open_matters.js";
import { closingSection, floatSection } from "./table_sections.js";
import { playersSection } from "./players_section.js";
import { sessionSection, stepsAt } from "./session_panel.js";
import { orderButton } from "./rows.js";
import { roundSection } from "./table_sections.js";

/**
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Looked} Looked
 * @typedef {import("./types.js").Desk} Desk
 * @typedef {import("./rows.js").Context} Context
 * @typedef {{id: string, title: string, count: number, content: (context: Context) => import("../../kit/dom.js").Child}} Part
 */

/** @type {Record<string, string[]>} */
const ORDERS = {
  session:
    "announce-wager-clock call-time examine-form record-form deduct-for-absence disqualify order-count record-count rule-on-dispute conclude-session announce-result return-chips end-session".split(
      " ",
    ),
  limits:
    "announce-limits raise-minimum change-limits put-up-sign limit-side-wagers permit-resplit limit-bettors limit-players limit-boxes".split(
      " ",
    ),
  players: [],
  round:
    "confirm-reconstruction dismiss-misdeal void-misdeal have-cards-checked verify-cards invalidate-game approve-late-payment".split(
      " ",
    ),
  disputes: ["refer-dispute"],
  payments: ["report-wrong-payment"],
  notices: ["give-notice"],
  float: ["fill-float", "credit-float"],
  closing:
    "show-closing-sign close-table reopen-table open-table unlock-table seat-dealer relieve-dealer".split(
      " ",
    ),
};

/** When an order makes sense; any other can be found by searching. @type {Record<string, (desk: Desk) => unknown>} */
const WHEN = {
  "announce-wager-clock": isUnderWay,
  "call-time": ({ session }) => session?.wager_seconds,
  "examine-form": ({ session }) => session?.players.some((each) => /form/.test(each.entry ?? "") && !each.indicator),
  "record-form": (desk) => isUnderWay(desk) && desk.phase === "betting",
  "deduct-for-absence": (desk) => isUnderWay(desk) && desk.phase === "betting",
  disqualify: isUnderWay,
  "order-count": ({ session }) => session && !session.over && !session.count_due,
  "record-count": ({ session }) => session?.count_due,
  "rule-on-dispute": ({ session }) => session && session.dispute !== null,
  "conclude-session": (desk) => isUnderWay(desk) && !desk.session?.concluded,
  "announce-result": ({ session }) => session?.over && !session.count_due && !session.announced,
  "return-chips": ({ session }) => session?.announced && !session.returned,
  "end-session": ({ session }) => session?.returned,
  "confirm-reconstruction": (desk) => desk.mishap,
  "dismiss-misdeal": (desk) => desk.mishap,
  "void-misdeal": (desk) => desk.mishap,
  "put-up-sign": (desk) => !desk.sign,
  "fill-float": (desk) => !desk.locked,
  "credit-float": (desk) => !desk.locked && desk.float_tray > 0,
  "show-closing-sign": (desk) => isOpen(desk) && desk.players > 0 && !desk.closing,
  "close-table": (desk) => isOpen(desk) && !desk.closing && !(desk.players && desk.minutes.closing),
  "reopen-table": (desk) => desk.closed && !desk.locked,
  "open-table": (desk) => !desk.is_open && !desk.closed && !desk.locked,
  "unlock-table": (desk) => desk.locked,
  "seat-dealer": (desk) => desk.dealt_by !== "automatic dealer",
  "relieve-dealer": (desk) => desk.dealer,
};

/** @param {Desk} desk */
function isUnderWay({ session }) {
  return session !== null && !session.over;
}

/**
 * Return the orders that have their place now: those of a session only while one is played.
 * @param {Looked} looked
 */
export const ordersNow = ({ desk, info }) =>
  (info.staff?.orders ?? []).filter((each) => desk.session !== null || !ORDERS.session.includes(each.do));

/** @param {Desk} desk */
const isOpen = (desk) => desk.is_open && !desk.closed && !desk.locked;

/** What a row of the part gives with what is known: not listed below it. */
const OF_ROWS =
  /^(take-down-|end-own-limits|lift-restriction|decide-dispute|review-dispute|advise-of|close-dispute|record-|identify-patron|rectify-|refuse-wager|restrict-for|limit-to-one|allow-more|reserve-boxes|give-up-box|require-to|find-|declare-|exclude-|detain-|exchange-|collect-debt|settle-debt|write-off-debt)/;

/**
 * Return the parts that this office has something to do with.
 * @param {Looked} looked
 * @returns {Part[]}
 */
export function sectionsOf(looked) {
  const { desk, info } = looked;
  const orders = ordersNow(looked);
  /** @type {[string, string, number, (context: Context) => import("../../kit/dom.js").Child][]} */
  const all = [
    [
      "session",
      "Session",
      stepsAt(info, { ...desk, boxes: [] }).filter((each) => each.orders.length).length,
      sessionSection,
    ],
    ["limits", "Limits", desk.sign?.announced.length ?? 0, limitsSection],
    [
      "players",
      "Players",
      desk.people.filter((each) => each.restrictions.length).length + desk.detained.length,
      playersSection,
    ],
    ["round", "The round", desk.mishap ? 1 : 0, roundSection],
    ["disputes", "Disputes", desk.disputes.length, disputesSection],
    ["payments", "Payments", desk.payments.length + desk.debts.length, paymentsSection],
    ["notices", "Notices", desk.owed.length, noticesSection],
    ["float", "Float tray", 0, floatSection],
    ["closing", "Open and close", desk.closing || desk.locked ? 1 : 0, closingSection],
    ["more", "Cards and more", 0, () => null],
  ];
  const mine = all.filter(
    ([id, , count]) => (id === "session" ? desk.session !== null : count > 0) || /limits|players/.test(id) || ordersOf(id, orders).length > 0,
  );
  return mine.map(([id, title, count, facts]) => ({
    id,
    title,
    count,
    content: (context) => [
      facts(context),
      listOf(
        ordersOf(id, orders).filter((each) => !(each.do in WHEN) || WHEN[each.do](desk)),
        context,
      ),
      !orders.length &&
        h("p", { class: "fact" }, "Your role gives no orders at a table, but you can see everything."),
    ],
  }));
}

/**
 * @param {string} id
 * @param {Order[]} orders
 */
function ordersOf(id, orders) {
  if (id !== "more")
    return ORDERS[id].flatMap((name) => orders.find((each) => each.do === name) ?? []);
  const placed = new Set(Object.values(ORDERS).flat());
  return orders.filter((each) => !placed.has(each.do) && !OF_ROWS.test(each.do));
}

/**
 * @param {Order[]} orders
 * @param {Context} context
 */
function listOf(orders, { pick }) {
  if (!orders.length) return null;
  return h(
    "ul",
    { class: "order-list" },
    orders.map((order) =>
      h(
        "li",
        {},
        orderButton(order, () => pick(order)),
      ),
    ),
  );
}

/**
 * Return the orders that have some words.
 * @param {Order[]} orders
 * @param {string} text
 * @param {(order: Order) => void} pick
 */
export function matchingOrders(orders, text, pick) {
  const words = text.toLowerCase().split(/\s+/);
  const matching = orders.filter((each) =>
    words.every((word) => `${each.title} ${each.says} ${each.clause}`.toLowerCase().includes(word)),
  );
  if (!matching.length)
    return h("p", { class: "empty" }, "No order for your role matches.");
  return h(
    "ul",
    { class: "order-list" },
    matching.map((order) =>
      h(
        "li",
        {},
        orderButton(order, () => pick(order)),
      ),
    ),
  );
}
