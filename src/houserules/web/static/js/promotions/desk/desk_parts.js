/** What the sections of a promotion's desk share: orders that are possible now, each with its clause; marks; deadlines. */

import { mark } from "../../desk/rows.js";
import { timeText } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { ORDERS } from "./promotion_orders.js";

/**
 * @typedef {import("../../messages.js").PromotionDeskAnswer} Answer
 * @typedef {import("../../messages.js").PromotionAct} Act
 * @typedef {import("../../messages.js").DeskRecords} Records
 * @typedef {import("../../desk/orders.js").Order} Order
 * @typedef {import("../../desk/orders.js").Orders} Orders
 * @typedef {{answer: Answer, orders: Orders}} Desk
 */

/** @type {Record<string, {label: string, tone: "" | "good" | "bad" | "wait"}>} */
export const STATUS = {
  done: { label: "Done", tone: "good" },
  late: { label: "Done late", tone: "bad" },
  overdue: { label: "Overdue", tone: "bad" },
  soon: { label: "Due soon", tone: "wait" },
  ahead: { label: "", tone: "" },
};

/** @param {string} status */
export const statusMark = (status) => STATUS[status].label && mark(STATUS[status].label, STATUS[status].tone);

/** The name of a prize as people read it. @param {number} prize */
export const prizeText = (prize) => `Prize ${prize + 1}`;

/**
 * The acts of some commands, for one prize, claim or dispute if asked for.
 * @param {Desk} desk
 * @param {string[]} commands
 * @param {{prize?: number, number?: number}} [about]
 */
export const actsFor = ({ answer }, commands, { prize, number } = {}) =>
  answer.desk.acts.filter(
    (each) =>
      commands.includes(each.command) &&
      (prize === undefined || each.prize === prize) &&
      (number === undefined || each.number === number),
  );

/**
 * A button that begins an order, with the clause under which it is given.
 * @param {Desk} desk
 * @param {Act} act
 * @param {{key?: string, style?: string, with?: Record<string, unknown>}} [how]
 */
export function actButton(desk, act, how = {}) {
  const { label, order } = ORDERS[act.command](act, desk.answer);
  const begin = { do: act.command, ...order, with: { ...targetOf(act), ...order.with, ...how.with } };
  return h(
    "span",
    { class: "desk-act" },
    h(
      "button",
      {
        type: "button",
        class: `button ${how.style ?? (order.danger ? "quiet" : "")}`,
        "data-key": [how.key ?? "act", act.command, act.prize, act.number].join(" "),
        "data-do": act.command,
        onclick: () => void desk.orders.begin(begin),
      },
      label,
    ),
    desk.orders.clause(act.clause),
  );
}

/** What an act is about, as its command names it. @param {Act} act */
function targetOf({ command, prize, number }) {
  const about = command.includes("dispute") ? "dispute" : "claim";
  return {
    ...(prize !== null && { prize }),
    ...(number !== null && { [about]: number }),
  };
}

/**
 * Show buttons for acts; those that are there already stay the same elements.
 * @param {HTMLElement} place
 * @param {Desk} desk
 * @param {Act[]} acts
 * @param {...Node | false} more
 */
export function showActs(place, desk, acts, ...more) {
  const state = JSON.stringify([acts, more.map(Boolean), desk.answer.position]);
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  const focused = document.activeElement?.getAttribute("data-key");
  fill(place, acts.map((each) => actButton(desk, each)), more);
  const again = focused && place.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (again) /** @type {HTMLElement} */ (again).focus();
}

/** A deadline in words: by 8:40 pm AEDT. @param {number | null} due */
export const dueText = (due) => (due === null ? "" : `By ${timeText(due)}`);
