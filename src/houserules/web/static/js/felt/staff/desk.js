/** The desk of somebody with an office: the dealer's work, orders, and what to do when something went wrong. */

import { h } from "../../kit/dom.js";
import { actionButton } from "../dock/parts.js";
import { Orders } from "./orders.js";
import { troublesDialog } from "./troubles.js";
import { callOf, cardPanel, dealerActions, payList } from "./dealing.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {{give: (name: string, fields?: Record<string, unknown>) => void, orders: () => void, troubles: () => void, whyNot: (action: import("../dock/parts.js").Action, at: HTMLElement) => void}} Acts
 */

/**
 * @param {Info} info
 * @param {Shown} shown
 * @param {Acts} acts
 */
function staffPanel(info, shown, acts) {
  const dealer = info.staff?.role === "dealer";
  const seated = shown.table.dealer_name === info.me;
  /** @type {import("../dock/parts.js").Action[]} */
  const actions = [];
  if (dealer && !seated)
    actions.push({
      key: "seat-dealer",
      label: "Take the dealer's place",
      primary: true,
      act: () => acts.give("seat-dealer"),
    });
  if (seated) actions.push(...dealerActions(shown, acts.give));
  if (info.staff?.troubles.length && dealer)
    actions.push({
      key: "trouble",
      label: "Something went wrong",
      shortcut: "w",
      act: acts.troubles,
    });
  actions.push({ key: "orders", label: "Orders", shortcut: "o", act: acts.orders });
  if (!dealer)
    actions.push({
      key: "trouble",
      label: "Something went wrong",
      shortcut: "w",
      act: acts.troubles,
    });
  return [
    seated && cardPanel(shown, info, acts.give),
    h(
      "div",
      { class: "acts" },
      actions.map((action) => actionButton(action, acts.whyNot)),
    ),
    payList(shown),
  ];
}

/**
 * Say what is going on, for somebody with an office.
 * @param {Info} info
 * @param {Shown} shown
 */
function staffText(info, { table, mine }) {
  const tray =
    mine.float_tray === null || mine.float_tray === undefined
      ? ""
      : ` Float tray ${(mine.float_tray / 100).toLocaleString("en-AU")}.`;
  if (table.dealer_name === info.me) return callOf(table);
  return `${table.dealt_by === "automatic dealer" ? "The software deals" : table.dealer_name ? `${table.dealer_name} deals` : "Nobody deals yet"}.${tray}`;
}

/**
 * Give the panel and the words of somebody with an office.
 * @param {Info} info
 * @param {{commanding: import("../commanding.js").Commanding, explaining: import("../explaining.js").Explaining, hints: import("../hints.js").Hints}} page
 */
export function deskOf(info, { commanding, explaining, hints }) {
  const staff = /** @type {import("./types.js").Staff} */ (info.staff);
  const orders = new Orders(info, staff, {
    give: (name, fields) => commanding.give(name, fields),
    table: () => commanding.now().table,
    explain: (clause) => void explaining.clause(clause),
  });
  const acts = {
    give: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ fields = {}) =>
      void commanding.give(name, fields),
    orders: () => orders.all(),
    troubles: troublesDialog(staff, orders),
    whyNot: hints.whyNot.bind(hints),
  };
  return {
    panel: (/** @type {Shown} */ shown) => staffPanel(info, shown, acts),
    text: (/** @type {Shown} */ shown) => staffText(info, shown),
  };
}
