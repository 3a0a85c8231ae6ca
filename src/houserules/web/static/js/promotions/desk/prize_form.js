/** One prize of a promotion in the form: its kind decides which details the terms must give. */

import { fieldElement } from "../../desk/form_fields.js";
import { h } from "../../kit/dom.js";
import { DETAIL_NAMES, FORBIDDEN, KIND_NAMES } from "./terms_fields.js";

/**
 * @typedef {Record<string, any>} Prize
 * @typedef {object} Around
 * @property {import("./terms_form.js").Data} data
 * @property {import("./terms_form.js").Book} book
 * @property {() => void} changed
 * @property {() => void} rebuild after another kind was chosen
 * @property {(() => void) | null} remove
 */

/** @type {Record<string, string>} */
const WAYS = { cash: "Cash", cheque: "Crossed cheque", transfer: "Electronic transfer" };

/**
 * @param {Prize} prize
 * @param {number} number
 * @param {Around} around
 */
export function prizeCard(prize, number, around) {
  const { data, changed, remove } = around;
  const title = `Prize ${number + 1}`;
  /** @param {import("./terms_fields.js").TermsField} field @param {Prize} [into] */
  const field = (field, into = prize) =>
    fieldElement(field, into[field.key], `prize-${number}-${field.key}`, (value) => {
      if (value === undefined) delete into[field.key];
      else into[field.key] = value;
      changed();
    });
  const details = data.details[prize.kind] ?? [];
  if (details.length) prize.details ??= {};
  return h(
    "div",
    { class: "prize-card", role: "group", "aria-label": title },
    h("div", { class: "row" }, h("h3", {}, title), remove && h("button", { type: "button", class: "button quiet", onclick: remove, "aria-label": `Remove prize ${number + 1}` }, "Remove")),
    h(
      "div",
      { class: "condition-fields" },
      kindField(prize, number, around),
      field({ key: "value", label: "Value, dollars", kind: "money" }),
      prize.kind === "liquor" && field({ key: "litres", label: "Litres", kind: "text" }),
      field({ key: "description", label: "Description", kind: "long" }),
      details.map((key) => field({ key, label: DETAIL_NAMES[key], kind: "text" }, prize.details)),
      prize.kind !== "cash" &&
        field({ key: "cash_alternative", label: "Money instead, dollars", kind: "money", hint: "Blank: there is no alternative." }),
    ),
    prize.kind === "cash" && ways(prize, around),
    around.book.stated && prize.kind !== "cash" &&
      check("The terms state the alternative", prize.stated_in_terms === true, (isOn) => {
        if (isOn) prize.stated_in_terms = true;
        else delete prize.stated_in_terms;
        changed();
      }),
  );
}

/** @param {Prize} prize @param {number} number @param {Around} around */
function kindField(prize, number, { data, rebuild }) {
  const id = `prize-${number}-kind`;
  const option = (/** @type {string} */ kind) =>
    h("option", { value: kind, selected: kind === prize.kind }, KIND_NAMES[kind] ?? kind);
  const choose = (/** @type {Event} */ event) => {
    prize.kind = /** @type {HTMLSelectElement} */ (event.target).value;
    for (const key of ["details", "litres", "paid_by"]) delete prize[key];
    if (prize.kind === "liquor") prize.litres = "0";
    if (prize.kind === "cash") for (const key of ["cash_alternative", "stated_in_terms"]) delete prize[key];
    rebuild();
    document.getElementById(id)?.focus();
  };
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, "Kind"),
    h(
      "select",
      { class: "select", id, onchange: choose },
      data.kinds.filter((each) => !FORBIDDEN.includes(each)).map(option),
      h("optgroup", { label: "Never allowed" }, FORBIDDEN.map(option)),
    ),
  );
}

/** How prize money is paid; the 2024 rules never pay it in cash. @param {Prize} prize @param {Around} around */
function ways(prize, { book, changed }) {
  const stated = () => /** @type {string[]} */ (prize.paid_by ?? []);
  const shown = Object.keys(WAYS).filter((each) => each !== "cash" || book.cash || stated().includes(each));
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, "The winner may choose from"),
    shown.map((way) =>
      check(WAYS[way], stated().includes(way), (isOn) => {
        prize.paid_by = Object.keys(WAYS).filter((each) => (each === way ? isOn : stated().includes(each)));
        if (!prize.paid_by.length) delete prize.paid_by;
        changed();
      }),
    ),
  );
}

/** @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} write */
const check = (label, isOn, write) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      ".checked": isOn,
      onchange: (/** @type {Event} */ event) => write(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    label,
  );
