/** The conditions as a form: it writes straight into the document, and says when it has changed. */

import { fill, h } from "../../kit/dom.js";
import { ITEMS } from "./condition_fields.js";

/**
 * @typedef {import("./condition_fields.js").ConditionField} ConditionField
 * @typedef {Record<string, any>} Document
 */

/**
 * Return what a document has under a key such as chips.amount.
 * @param {Document} document
 * @param {string} key
 */
export const valueAt = (document, key) =>
  key.split(".").reduce((/** @type {any} */ place, part) => place?.[part], document);

/**
 * Put a value under a key; undefined takes it out.
 * @param {Document} document
 * @param {string} key
 * @param {unknown} value
 */
export function putAt(document, key, value) {
  const path = key.split(".");
  const last = /** @type {string} */ (path.pop());
  let place = document;
  for (const part of path) place = place[part] ??= {};
  if (value === undefined) delete place[last];
  else place[last] = value;
}

/**
 * Read what was typed; what is no whole number where one belongs stays text, and the check says so.
 * @param {ConditionField["kind"]} kind
 * @param {string} text
 * @returns {unknown}
 */
export function typedValue(kind, text) {
  const bare = text.trim();
  if (bare === "") return undefined;
  if (kind === "count") return /^\d{1,9}$/.test(bare) ? Number(bare) : bare;
  if (kind === "money") return bare.replace(/^\$\s*/, "");
  if (kind === "flag") return bare === "yes";
  if (kind === "lines") return bare.split("\n").map((each) => each.trim()).filter(Boolean);
  return text;
}

/** @param {ConditionField["kind"]} kind @param {unknown} value */
function shownValue(kind, value) {
  if (value === undefined) return "";
  if (kind === "flag") return value === true ? "yes" : "no";
  if (kind === "lines") return value instanceof Array ? value.join("\n") : String(value);
  return String(value);
}

export class ConditionForm {
  /**
   * @param {HTMLElement} place
   * @param {() => void} changed
   */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {Document} */
    this.document = {};
    /** @type {{element: HTMLElement, when: [string, unknown]}[]} */
    this.conditional = [];
  }

  /** @param {Document} document */
  show(document) {
    this.document = document;
    this.conditional = [];
    fill(this.place, ITEMS.map((each, n) => this.#item(each, n)));
    this.#showConditional();
  }

  /** @param {import("./condition_fields.js").Item} item @param {number} n */
  #item({ item, fields }, n) {
    return h(
      "fieldset",
      { class: "condition-item", id: `item-${n}`, "data-item": item },
      h("legend", {}, item, " ", h("span", { class: "condition-state" })),
      h("div", { class: "condition-findings", "aria-live": "polite" }),
      h("div", { class: "condition-fields" }, fields.map((each) => this.#field(each))),
    );
  }

  /** @param {ConditionField} field */
  #field(field) {
    if (field.kind === "rows") return this.#rows(field);
    const element = fieldElement(field, valueAt(this.document, field.key), `condition-${field.key}`, (value) =>
      this.#write(field.key, value),
    );
    if (field.when) this.conditional.push({ element, when: field.when });
    return element;
  }

  /** @param {string} key @param {unknown} value */
  #write(key, value) {
    putAt(this.document, key, value);
    this.#showConditional();
    this.changed();
  }

  #showConditional() {
    for (const { element, when } of this.conditional)
      element.hidden = valueAt(this.document, when[0]) !== when[1];
  }

  /** @param {ConditionField} field */
  #rows(field) {
    const place = h("fieldset", { class: "condition-rows" });
    const build = () => {
      const rows = /** @type {Document[]} */ (valueAt(this.document, field.key) ?? []);
      fill(
        place,
        h("legend", {}, field.label),
        rows.map((row, n) => this.#row(field, rows, row, n, build)),
        h(
          "button",
          { type: "button", class: "button", onclick: () => this.#add(field, rows, build) },
          `Add a ${field.row}`.replace(/^Add a (?=[aeiou])/, "Add an "),
        ),
      );
    };
    build();
    return place;
  }

  /** @param {ConditionField} field @param {Document[]} rows @param {() => void} build */
  #add(field, rows, build) {
    const numbered = field.columns?.[0].key === "place" ? { place: rows.length + 1 } : {};
    this.#write(field.key, [...rows, numbered]);
    build();
  }

  /**
   * @param {ConditionField} field
   * @param {Document[]} rows
   * @param {Document} row
   * @param {number} n
   * @param {() => void} build
   */
  #row(field, rows, row, n, build) {
    const left = rows.filter((each) => each !== row);
    const title = `${field.row} ${n + 1}`;
    return h(
      "div",
      { class: "condition-row", role: "group", "aria-label": title },
      (field.columns ?? []).map((column) =>
        fieldElement(column, row[column.key], `condition-${field.key}-${n}-${column.key}`, (value) => {
          putAt(row, column.key, value);
          this.changed();
        }),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button quiet",
          "aria-label": `Remove ${title}`,
          onclick: () => {
            this.#write(field.key, left.length ? left : undefined);
            build();
          },
        },
        "Remove",
      ),
    );
  }
}

/**
 * @param {ConditionField} field
 * @param {unknown} value
 * @param {string} id
 * @param {(value: unknown) => void} write
 */
function fieldElement({ label, kind, hint, choices = [] }, value, id, write) {
  const text = shownValue(kind, value);
  const listener = (/** @type {Event} */ event) =>
    write(typedValue(kind, /** @type {HTMLInputElement} */ (event.target).value));
  const hintId = hint ? `${id}-hint` : null;
  const shared = { id, oninput: listener, "aria-describedby": hintId };
  const options = kind === "flag" ? ["yes", "no"] : choices;
  const isSelect = kind === "flag" || kind === "choice";
  const isLong = kind === "long" || kind === "lines";
  const control = isSelect
    ? h(
        "select",
        { class: "select", ...shared },
        ["", ...options].map((each) => h("option", { value: each, selected: each === text }, each || "–")),
      )
    : isLong
      ? h("textarea", { class: "input", rows: 3, ...shared, ".value": text })
      : h("input", {
          class: "input",
          autocomplete: "off",
          inputmode: kind === "count" ? "numeric" : kind === "money" ? "decimal" : null,
          ...shared,
          ".value": text,
        });
  return h(
    "div",
    { class: `field ${isLong ? "is-long" : ""}` },
    h("label", { for: id }, label),
    control,
    hint && h("p", { class: "hint", id: hintId }, hint),
  );
}
