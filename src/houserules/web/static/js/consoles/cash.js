/** A player's chips and debts; chips are sold and redeemed at the cage. */

import { Refused, get, post } from "../kit/api.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { reasonForm } from "./person_parts.js";

/** A number by which an order is carried out once, however often it is sent. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("-");

/** @typedef {import("../messages.js").DebtShown} Debt */

/**
 * Give the part of a player's row that is about money; the balance is read when the row is opened.
 * @param {import("./person.js").Person} person
 * @returns {{element: HTMLElement, open: () => void} | null} null: staff play for nothing
 */
export function cashPart(person) {
  if (person.role !== "player") return null;
  const path = /** @type {const} */ (`/api/wallets/${encodeURIComponent(person.handle)}`);
  const has = h("p", { class: "hint" });
  const owes = h("ul", { class: "matters" });
  const said = h("p", { class: "said", role: "alert" });
  const show = (/** @type {{chips: number, practice: number}} */ balance) =>
    (has.textContent = `${money(balance.chips)} in chips with the cashier, ${money(balance.practice)} in practice chips, not counting what is at a table.`);
  const fail = (/** @type {unknown} */ no) =>
    (said.textContent = no instanceof Refused ? no.detail : "That did not work; try again.");
  /** @param {string} table @param {Record<string, unknown>} command */
  const command = async (table, command) => {
    said.textContent = "";
    try {
      await post(`/api/tables/${encodeURIComponent(table)}/commands`, {
        player: person.handle,
        id: newId(),
        ...command,
      });
      await look();
    } catch (no) {
      fail(no);
    }
  };
  const showDebts = (/** @type {Debt[]} */ debts) =>
    fill(
      owes,
      debts.map((debt) =>
        h(
          "li",
          { class: "matter" },
          h("p", {}, `Owes ${money(debt.amount)} at ${debt.table} (${debt.clause}).`),
          h(
            "button",
            {
              type: "button",
              class: "button",
              onclick: () => void command(debt.table, { do: "settle-debt", amount: debt.amount }),
            },
            "Settle from the wallet",
          ),
          reasonForm(
            "Write it off",
            (why) => void command(debt.table, { do: "write-off-debt", amount: debt.amount, why }),
          ),
        ),
      ),
    );
  const look = () =>
    get(path).then(({ balance, debts }) => {
      show(balance);
      showDebts(debts);
    }, fail);
  const element = h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Chips"),
    has,
    owes,
    h(
      "p",
      { class: "hint" },
      "Cashiers sell and redeem chips at ",
      h("a", { href: "/cage" }, "the cage"),
      ".",
    ),
    said,
  );
  return { element, open: () => void look() };
}
