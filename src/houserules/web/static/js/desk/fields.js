/** Fields of an order: words, numbers, times of the casino, a choice, names in order. */

import { Refusal } from "../kit/api.js";
import { localInputValue, momentsAtLocal, zoneLabel } from "../kit/casino_time.js";
import { h } from "../kit/dom.js";
import { parseAmount, typedAmount } from "../kit/money.js";
import { inRandomOrder, namesIn, randomBelow } from "./lots.js";

/**
 * @typedef {"text" | "long" | "count" | "amount" | "time" | "choice" | "check" | "checks" | "order"} Kind
 * @typedef {Record<string, any>} Values
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {Kind} kind
 * @property {any} [value] to begin with
 * @property {{value: string, label: string}[]} [choices]
 * @property {string} [hint]
 * @property {boolean} [lots] names in order may be drawn by lot
 * @typedef {{name: string, element: HTMLElement, focus: HTMLElement, value: () => any}} BuiltField
 */

/** @param {string} detail */
const wrong = (detail) => new Refusal({ code: "request.invalid", detail });

/**
 * @param {Field} field
 * @returns {BuiltField}
 */
export function fieldFor(field) {
  const id = `order-${field.name}`;
  if (field.kind === "check") return checkField(field, id);
  if (field.kind === "checks") return checksField(field);
  const input = /** @type {HTMLInputElement} */ (control(field, id));
  const hint = field.hint ? h("p", { class: "hint", id: `${id}-hint` }, field.hint) : null;
  if (hint) input.setAttribute("aria-describedby", hint.id);
  const label = field.kind === "time" ? `${field.label} (${zoneLabel})` : field.label;
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    hint,
    input,
    field.lots && lotsButton(input),
  );
  return { name: field.name, element, focus: input, value: () => readValue(field, input.value) };
}

/**
 * @param {Field} field
 * @param {string} id
 */
function control({ kind, value, choices = [] }, id) {
  switch (kind) {
    case "choice":
      return h(
        "select",
        { class: "select", id },
        choices.map((each) =>
          h("option", { value: each.value, selected: each.value === value }, each.label),
        ),
      );
    case "long":
      return h("textarea", { class: "input", id, rows: 4, ".value": value ?? "" });
    case "order":
      return h("textarea", {
        class: "input",
        id,
        rows: Math.min(12, value.length + 1),
        spellcheck: "false",
        ".value": value.join("\n"),
      });
    case "time":
      return h("input", {
        class: "input",
        id,
        type: "datetime-local",
        ".value": localInputValue(value),
      });
    case "count":
      return h("input", { class: "input", id, inputmode: "numeric", ".value": String(value ?? "") });
    case "amount":
      return h("input", {
        class: "input",
        id,
        inputmode: "decimal",
        ".value": value === undefined ? "" : typedAmount(value),
      });
    default:
      return h("input", { class: "input", id, autocomplete: "off", ".value": value ?? "" });
  }
}

/**
 * @param {Field} field
 * @param {string} text
 */
function readValue({ kind, label }, text) {
  switch (kind) {
    case "count":
      if (!/^\d{1,9}$/.test(text.trim())) throw wrong(`${label}: enter a whole number.`);
      return Number(text);
    case "amount": {
      const cents = parseAmount(text);
      if (cents === null) throw wrong(`${label}: enter an amount in dollars, such as 25.`);
      return cents;
    }
    case "time": {
      const [moment] = momentsAtLocal(text);
      if (moment === undefined) throw wrong(`${label}: choose a day and a time.`);
      return moment;
    }
    case "order":
      return namesIn(text);
    default:
      return text.trim();
  }
}

/** @param {HTMLInputElement} input */
function lotsButton(input) {
  const draw = () => (input.value = inRandomOrder(namesIn(input.value), randomBelow).join("\n"));
  return h("button", { type: "button", class: "button", onclick: draw }, "Draw lots");
}

/**
 * @param {Field} field
 * @param {string} id
 * @returns {BuiltField}
 */
function checkField({ name, label, value }, id) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id, ".checked": Boolean(value) })
  );
  const element = h("label", { class: "check" }, input, label);
  return { name, element, focus: input, value: () => input.checked };
}

/**
 * @param {Field} field
 * @returns {BuiltField}
 */
function checksField({ name, label, choices = [] }) {
  const inputs = choices.map(
    (each) =>
      /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", value: each.value })),
  );
  const element = h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, label),
    inputs.map((input, n) => h("label", { class: "check" }, input, choices[n].label)),
  );
  const value = () => inputs.filter((each) => each.checked).map((each) => each.value);
  return { name, element, focus: inputs[0] ?? element, value };
}
