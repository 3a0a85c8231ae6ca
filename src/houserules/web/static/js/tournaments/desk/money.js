/** Prizes and money: the prize pool as an account, who wins what, and every entry of the ledger. */

import { dateTimeText } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { money, signedMoney } from "../../kit/money.js";
import { paymentOf } from "./conditions_read.js";
import { mark, showRows } from "../../desk/rows.js";
import { orderButton } from "./parts.js";
import { poolLines, postingText } from "./postings.js";
import { awardPrizes, payPrize } from "./play_orders.js";

/**
 * @typedef {import("./parts.js").Desk} Desk
 * @typedef {import("../../messages.js").Posting} Posting
 */

/** @param {string} account */
const accountName = (account) =>
  account.startsWith("player:")
    ? account.slice(7)
    : ({ pool: "Prize pool", chips: "Held for chips", house: "Operator" }[account] ?? account);

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function showPool(place, desk) {
  const { postings, balances } = desk.ledger;
  const { view } = desk.answer;
  const state = JSON.stringify([postings.length, view.pool, view.phase, view.prizes]);
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  const held = balances.pool ?? 0;
  const awarded = view.prizes.some((each) => each.player !== null);
  const toCome = view.pool - held;
  const lines = poolLines(postings);
  fill(
    place,
    h(
      "table",
      { class: "desk-account" },
      h("caption", {}, "Prize pool"),
      h(
        "tbody",
        {},
        lines.map(([what, amount]) => accountRow(what, signedMoney(amount))),
        h(
          "tr",
          { class: "sum" },
          h("th", { scope: "row" }, "Balance"),
          h("td", { class: "number", "data-balance": held }, money(held)),
        ),
        !awarded && toCome > 0 && ["draft", "entries", "play", "placed"].includes(view.phase) &&
          accountRow("Added by the operator when prizes are awarded", signedMoney(toCome)),
        awarded && accountRow("Awarded in all", money(view.pool)),
      ),
    ),
    h("p", { class: "hint" }, balanceText(balances)),
  );
}

/** @param {string} what @param {string} amount */
const accountRow = (what, amount) =>
  h("tr", {}, h("th", { scope: "row" }, what), h("td", { class: "number" }, amount));

/** @param {Record<string, number>} balances */
function balanceText(balances) {
  const sum = Object.values(balances).reduce((one, other) => one + other, 0);
  const chips = balances.chips ? ` ${money(balances.chips)} is held for chips.` : "";
  return sum === 0
    ? `All accounts of the ledger sum to zero.${chips}`
    : `The accounts differ from zero by ${money(sum)}: stop and report this.`;
}

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showPrizes(list, desk) {
  const { view } = desk.answer;
  const rows = view.prizes.map((prize) => ({
    key: String(prize.place),
    state: [prize, view.phase, view.placings],
    build: () =>
      h(
        "li",
        { class: "desk-row", "data-place": prize.place },
        h(
          "div",
          { class: "desk-what" },
          h("b", {}, `Place ${prize.place}: `),
          [prize.amount ? money(prize.amount) : "", prize.goods ?? ""].filter(Boolean).join(" and "),
          prize.player && h("span", { class: "desk-name" }, ` ${prize.player}`),
          !prize.player && view.placings[prize.place - 1] && h("span", {}, ` ${view.placings[prize.place - 1]}`),
          prize.player && mark(prize.is_paid ? "Paid" : "To be paid", prize.is_paid ? "good" : "wait"),
        ),
        h(
          "div",
          { class: "desk-acts" },
          prize.player && !prize.is_paid &&
            orderButton(desk, "Pay", payPrize(prize, paymentOf(desk.answer)), { key: `prize ${prize.place}` }),
        ),
      ),
  }));
  showRows(list, rows, "The conditions state no prizes yet.");
}

/** @param {Desk} desk */
export function awardButton(desk) {
  const { view } = desk.answer;
  const due = view.phase === "placed" && view.prizes.every((each) => each.player === null);
  return due ? orderButton(desk, "Award the prizes", awardPrizes(view.pool), { key: "award", style: "primary" }) : null;
}

/**
 * Every entry of the ledger, the newest first.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function showLedger(place, desk) {
  const { postings } = desk.ledger;
  if (place.dataset.state === String(postings.length)) return;
  place.dataset.state = String(postings.length);
  fill(
    place,
    postings.length
      ? h(
          "div",
          { class: "scroller", tabindex: 0, role: "region", "aria-label": "Ledger" },
          h(
            "table",
            { class: "desk-ledger" },
            h(
              "thead",
              {},
              h("tr", {}, ["When", "What", "From", "To", "Amount", "Pool"].map((each) => h("th", { scope: "col" }, each))),
            ),
            h("tbody", {}, [...postings].reverse().map((each) => ledgerRow(desk, each))),
          ),
        )
      : h("p", { class: "empty" }, "No money has moved yet."),
  );
}

/** @param {Desk} desk @param {Posting} posting */
function ledgerRow(desk, { at, event, source, to, amount, pool, clause }) {
  return h(
    "tr",
    {},
    h("td", { class: "when" }, dateTimeText(at / 1000, { second: undefined, year: undefined })),
    h("td", {}, postingText(event), " ", desk.orders.clause(clause)),
    h("td", {}, accountName(source)),
    h("td", {}, accountName(to)),
    h("td", { class: "number" }, money(amount)),
    h("td", { class: "number" }, money(pool)),
  );
}
