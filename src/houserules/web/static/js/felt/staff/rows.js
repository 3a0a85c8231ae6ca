/** Rows and buttons that the parts of a table share. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";

/**
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Looked & {orders: Order[], pick: (order: Order, preset?: Record<string, unknown>) => void, troubles: () => void,
 *   give: (name: string, fields: Record<string, unknown>) => void}} Context
 */

/**
 * @param {Order} order
 * @param {() => void} act
 */
export function orderButton(order, act) {
  return h(
    "button",
    { type: "button", class: "order", "data-do": order.do, onclick: act },
    h("b", {}, order.title),
    h("small", {}, order.says),
    order.clause && h("span", { class: "clause" }, order.clause),
  );
}

/**
 * Return small buttons for the orders that a row is about; those of another office are left out.
 * @param {Context} context
 * @param {[name: string, label: string][]} names
 * @param {Record<string, unknown>} preset
 */
export function rowButtons({ orders, pick }, names, preset) {
  const mine = names.flatMap(([name, label]) => {
    const order = orders.find((each) => each.do === name);
    return order ? /** @type {[Order, string][]} */ ([[order, label]]) : [];
  });
  if (!mine.length) return h("small", {}, "Another role decides this.");
  return h(
    "div",
    { class: "row-acts" },
    mine.map(([order, label]) =>
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-do": order.do,
          onclick: () => pick(order, preset),
        },
        label,
      ),
    ),
  );
}

/** How far a round is. @type {Record<string, string>} */
export const PHASES = {
  betting: "Bets are open",
  dealing: "Dealing",
  offers: "Insurance and surrender",
  playing: "Players decide",
  dealer: "The dealer draws",
  over: "Paying",
};

/**
 * Write limits: "$5 to $5,000".
 * @param {{minimum: number, maximum: number | null}} stated
 */
export const limitsText = ({ minimum, maximum }) =>
  `${money(minimum)}${maximum === null ? " and up" : ` to ${money(maximum)}`}`;

/**
 * Put a clause behind a sentence: "A card was wrongly dealt (18.8)."
 * @param {string} sentence
 * @param {string | undefined} clause
 */
export const withClause = (sentence, clause) => `${sentence.replace(/\.$/, "")} (${clause}).`;
