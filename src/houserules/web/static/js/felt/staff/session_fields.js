/** The fields of the orders of a session: grounds with their clause, chips counted, chips that are missing. */

import { fill, h } from "../../kit/dom.js";
import { money, parseAmount } from "../../kit/money.js";
import { capital } from "../words.js";
import { choice, whole } from "./inputs.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("./types.js").Looked} Looked
 * @typedef {import("./inputs.js").Filled} Filled
 */

/**
 * The ground of a disqualification, each with the clause that names it.
 * @param {Field} field
 * @param {string} label
 * @param {Looked} looked
 * @returns {Filled}
 */
export const groundField = (field, label, { info }) =>
  choice(
    label,
    (info.tournament?.grounds ?? []).map(({ ground, clause }) => [ground, `${capital(ground)} (${clause})`]),
    field,
  );

/**
 * One amount for each player who is in; a difference from the software is shown at once.
 * @param {Field} _field
 * @param {string} label
 * @param {Looked} looked
 * @returns {Filled}
 */
export function countsField(_field, label, { desk }) {
  const players = (desk.session?.players ?? []).filter((each) => each.state === "in");
  const rows = players.map(({ player, box, chips }) => {
    const input = amountInput(`Chips of ${player}, in dollars`);
    const said = h("small", { "aria-live": "polite" });
    input.addEventListener("input", () => {
      const counted = parseAmount(input.value);
      said.textContent =
        counted === null || counted === chips
          ? ""
          : `${money(Math.abs(counted - chips))} ${counted > chips ? "more" : "less"} than ${money(chips)}`;
    });
    const element = h("div", { class: "count-row" }, h("span", {}, `${player}, box ${box}`), input, said);
    return { player, input, element };
  });
  return {
    element: h(
      "fieldset",
      { class: "count-rows" },
      h("legend", {}, label),
      rows.map((each) => each.element),
    ),
    read: () => rows.map(({ player, input }) => [player, readAmount(input, `Chips of ${player}`)]),
  };
}

/**
 * Missing chips by denomination and number; a row is added for each denomination.
 * @param {Field} _field
 * @param {string} label
 * @returns {Filled}
 */
export function missingField(_field, label) {
  /** @type {{denomination: HTMLInputElement, number: HTMLInputElement, element: HTMLElement}[]} */
  let rows = [];
  const place = h("div", { class: "missing-rows" });
  const add = () => {
    const denomination = amountInput("Denomination, in dollars");
    const number = amountInput("How many are missing");
    const remove = h("button", { type: "button", class: "button small" }, "Remove");
    const element = h("div", { class: "missing-row" }, named("Denomination, $", denomination), named("Number", number), remove);
    const row = { denomination, number, element };
    remove.addEventListener("click", () => {
      rows = rows.filter((each) => each !== row);
      show();
    });
    rows.push(row);
    show();
    denomination.focus();
  };
  const show = () => fill(place, rows.map((each) => each.element), more);
  const more = h("button", { type: "button", class: "button", "data-key": "more-missing", onclick: add }, "Add a denomination");
  show();
  return {
    element: h("fieldset", { class: "several" }, h("legend", {}, label), place),
    read: () =>
      rows.map(({ denomination, number }) => {
        const count = whole(number.value.trim());
        number.setAttribute("aria-invalid", String(count === null || count < 1));
        if (count === null || count < 1) throw new Error("Number: a whole number above zero is needed.");
        return { denomination: readAmount(denomination, "Denomination"), number: count };
      }),
  };
}

/** @param {string} label */
const amountInput = (label) =>
  /** @type {HTMLInputElement} */ (
    h("input", { class: "input", inputmode: "decimal", autocomplete: "off", "aria-label": label })
  );

/**
 * @param {string} label
 * @param {HTMLInputElement} input
 */
const named = (label, input) => h("label", { class: "field" }, label, input);

/**
 * @param {HTMLInputElement} input
 * @param {string} label
 */
function readAmount(input, label) {
  const amount = parseAmount(input.value);
  input.setAttribute("aria-invalid", String(amount === null));
  if (amount === null) throw new Error(`${label}: an amount in dollars is needed.`);
  return amount;
}
