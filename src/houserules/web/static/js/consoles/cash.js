/** Chips for cash and cash for chips, at the name of a player. */

import { Refused, get, post } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { money, typed } from "../kit/money.js";

/** A number by which an order is carried out once, however often it is sent. */
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("-");

/**
 * Give the part of a player's row that is about money; the balance is read when the row is opened.
 * @param {import("./person.js").Person} person
 * @returns {{element: HTMLElement, open: () => void} | null} null: staff play for nothing
 */
export function cashPart(person) {
  if (person.role !== "player") return null;
  const path = `/api/wallets/${encodeURIComponent(person.handle)}`;
  const has = h("p", { class: "hint" });
  const said = h("p", { class: "said", role: "alert" });
  const amount = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      inputmode: "decimal",
      placeholder: "Amount in dollars",
      "aria-label": `Amount for ${person.handle}`,
      autocomplete: "off",
    })
  );
  const show = (/** @type {{chips: number, practice: number}} */ balance) =>
    (has.textContent = `${money(balance.chips)} in chips with the cashier, ${money(balance.practice)} practice money; what lies at a table is not in it.`);
  const fail = (/** @type {unknown} */ no) =>
    (said.textContent = no instanceof Refused ? no.detail : "That did not work; try again.");
  const give = async (/** @type {string} */ way) => {
    const cents = typed(amount.value);
    said.textContent = cents ? "" : "An amount in dollars is needed, as 200 or 37.50.";
    if (!cents) return;
    try {
      show(await post(`${path}/${way}`, { amount: cents, id: newId() }));
      amount.value = "";
    } catch (no) {
      fail(no);
    }
  };
  const button = (/** @type {string} */ way, /** @type {string} */ label) =>
    h("button", { type: "button", class: "button", onclick: () => void give(way) }, label);
  const element = h(
    "section",
    { class: "person-part" },
    h("h3", {}, "Chips"),
    has,
    h(
      "div",
      { class: "person-act" },
      amount,
      button("buy-in", "Chips for cash"),
      button("cash-out", "Cash for chips"),
    ),
    said,
  );
  return { element, open: () => void get(path).then(({ balance }) => show(balance), fail) };
}
