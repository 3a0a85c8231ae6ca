/** The conditions as a form: it writes straight into the document, and says when it has changed. */

import { fieldElement, putAt, valueAt } from "../../desk/form_fields.js";
import { fill, h } from "../../kit/dom.js";
import { ITEMS } from "./condition_fields.js";

/**
 * @typedef {import("./condition_fields.js").ConditionField} ConditionField
 * @typedef {Record<string, any>} Document
 */

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
