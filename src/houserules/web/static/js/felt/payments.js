/** A payment on the cloth: amount, odds and clause; a click asks why. */

import { h } from "../kit/dom.js";
import { oddsOf, signed } from "../kit/money.js";
import { RESULTS, WAGERS } from "./words.js";

/** @typedef {import("./types.js").Payment} Payment */

/**
 * Give a payment as a button.
 * @param {Payment} payment
 * @param {string | null} me
 * @param {(payment: Payment) => void} explain
 */
export function paymentButton(payment, me, explain) {
  const net = payment.returned - payment.stake;
  const isVoid = payment.result === "void";
  const tone = isVoid ? "even void" : net > 0 ? "won" : net < 0 ? "lost" : "even";
  const what = payment.wager === "original" ? "" : `${WAGERS[payment.wager]} `;
  const who = payment.player === me ? "You" : payment.player;
  return h(
    "button",
    {
      class: `payment ${tone}${payment.player === me ? " mine" : ""}`,
      type: "button",
      title: `${who}: ${WAGERS[payment.wager]} ${RESULTS[payment.result]}. Why?`,
      onclick: () => explain(payment),
    },
    h("span", { class: "unseen" }, `${who}: ${WAGERS[payment.wager]} ${RESULTS[payment.result]}, `),
    h("b", {}, isVoid ? "void" : net === 0 ? "stand-off" : signed(net)),
    h(
      "span",
      {},
      ` ${what}${oddsOf(payment.odds)} `,
      h("span", { class: "clause" }, payment.clause),
    ),
  );
}
