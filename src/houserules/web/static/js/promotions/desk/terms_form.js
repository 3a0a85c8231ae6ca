/** The terms of a promotion as a form: it writes straight into the draft, and says when it has changed. */

import { fieldElement, putAt, valueAt } from "../../desk/form_fields.js";
import { fill, h } from "../../kit/dom.js";
import { prizeCard } from "./prize_form.js";
import { CRITERIA, TERMS } from "./terms_fields.js";

/**
 * @typedef {Record<string, any>} Document
 * @typedef {{document: Document, outside: string, outside_event: string, criteria: Document | null}} Draft
 * @typedef {{id: string, title: string, edition: string, cash: boolean, stated: boolean}} Book
 * @typedef {{format: string, kinds: string[], details: Record<string, string[]>, rulebooks: Book[],
 *   promotion?: string, amends?: boolean, draft?: Draft, taken?: string[]}} Data
 */

const OUTSIDE = { "public event": "A public event", scrutineer: "The scrutineer" };

export class TermsForm {
  /**
   * @param {HTMLElement} place
   * @param {Data} data
   * @param {() => void} changed
   */
  constructor(place, data, changed) {
    this.place = place;
    this.data = data;
    this.changed = changed;
    /** @type {Draft} */
    this.draft = { document: {}, outside: "public event", outside_event: "", criteria: null };
  }

  /** @param {Draft} draft */
  show(draft) {
    this.draft = draft;
    draft.document.terms ??= {};
    draft.document.prizes ??= [];
    const fixed = this.data.amends; // the draws are committed to, and play is counted
    fill(this.place, TERMS.map((each, n) => this.#item(each, n)), !fixed && [this.#draw(), this.#earned()]);
  }

  /** The rulebook of the draft: the documents differ. */
  get book() {
    const { rulebooks } = this.data;
    return rulebooks.find((each) => each.id === this.draft.document.rulebook) ?? rulebooks[0];
  }

  /** @param {import("./terms_fields.js").TermsItem} item @param {number} n */
  #item({ item, fields }, n) {
    const isPrizes = item === "Prizes";
    return section(
      item,
      `item-${n}`,
      isPrizes && this.#prizes(),
      h("div", { class: "condition-fields" }, fields.map((each) => this.#field("document.terms", each))),
    );
  }

  /**
   * @param {string} under the part of the draft
   * @param {import("./terms_fields.js").TermsField} field
   */
  #field(under, field) {
    const key = under ? `${under}.${field.key}` : field.key;
    const id = `term-${field.key}`;
    return fieldElement(field, valueAt(this.draft, key), id, (value) => this.#write(key, value));
  }

  /** @param {string} key @param {unknown} value */
  #write(key, value) {
    putAt(this.draft, key, value);
    this.changed();
  }

  #prizes() {
    const place = h("div", { class: "prize-cards" });
    const build = () => {
      const prizes = /** @type {Document[]} */ (this.draft.document.prizes);
      fill(
        place,
        prizes.map((prize, n) =>
          prizeCard(prize, n, {
            data: this.data,
            book: this.book,
            changed: this.changed,
            rebuild: () => (build(), this.changed()),
            remove: prizes.length > 1 ? () => (prizes.splice(n, 1), build(), this.changed()) : null,
          }),
        ),
        h("button", { type: "button", class: "button", onclick: () => add() }, "Add a prize"),
      );
    };
    const add = () => {
      this.draft.document.prizes.push({ kind: "goods" });
      build();
      this.changed();
    };
    build();
    return place;
  }

  #draw() {
    const event = h("div", {});
    const build = () =>
      fill(
        event,
        this.draft.outside === "public event" &&
          this.#field("", { key: "outside_event", label: "The public event", kind: "text", hint: "Named before the start, as in Powerball draw 1590." }),
      );
    build();
    const choices = Object.entries(OUTSIDE).map(([value, label]) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "radio",
          name: "outside",
          value,
          ".checked": this.draft.outside === value,
          onchange: () => {
            this.draft.outside = value;
            build();
            this.changed();
          },
        }),
        label,
      ),
    );
    return section(
      "The draw",
      "item-draw",
      h("p", { class: "hint" }, "The house commits to a secret before entries close. Chance from outside decides with it, so that neither side can steer the draw."),
      h("fieldset", { class: "choices" }, h("legend", {}, "Chance from outside comes from"), choices),
      event,
    );
  }

  #earned() {
    const fields = h("div", {});
    const build = () => fill(fields, this.draft.criteria && this.#criteria(this.draft.criteria));
    build();
    const box = h("input", {
      type: "checkbox",
      id: "earned-by-play",
      ".checked": this.draft.criteria !== null,
      onchange: (/** @type {Event} */ event) => {
        const isEarned = /** @type {HTMLInputElement} */ (event.target).checked;
        this.draft.criteria = isEarned ? { hand: "any" } : null;
        build();
        this.changed();
      },
    });
    return section(
      "Entries earned by play",
      "item-earned",
      h("label", { class: "check" }, box, "Play earns entries"),
      fields,
    );
  }

  /** @param {Document} criteria */
  #criteria(criteria) {
    const rulebooks = criteria.rulebooks ?? [this.draft.document.rulebook];
    const books = this.data.rulebooks.map((book) =>
      this.#check(book.title, rulebooks.includes(book.id), (isOn) => {
        const now = (criteria.rulebooks ?? [this.draft.document.rulebook]).filter((/** @type {string} */ each) => each !== book.id);
        criteria.rulebooks = isOn ? [...now, book.id] : now;
        if (!criteria.rulebooks.length) delete criteria.rulebooks;
      }),
    );
    return [
      h("fieldset", { class: "choices" }, h("legend", {}, "At tables of"), books),
      h("div", { class: "condition-fields" }, CRITERIA.map((each) => this.#field("criteria", each))),
      this.#check("Only from the minimum wager in the terms", criteria.minimum_wager !== undefined, (isOn) => {
        if (isOn) criteria.minimum_wager = this.draft.document.terms.minimum_wager ?? "";
        else delete criteria.minimum_wager;
      }),
    ];
  }

  /** @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} write */
  #check(label, isOn, write) {
    const onchange = (/** @type {Event} */ event) => {
      write(/** @type {HTMLInputElement} */ (event.target).checked);
      this.changed();
    };
    return h("label", { class: "check" }, h("input", { type: "checkbox", ".checked": isOn, onchange }), label);
  }
}

/**
 * A part of the form, with room for what a check finds.
 * @param {string} title
 * @param {string} id
 * @param {...import("../../kit/dom.js").Child} content
 */
const section = (title, id, ...content) =>
  h(
    "fieldset",
    { class: "condition-item", id, "data-item": title },
    h("legend", {}, title, " ", h("span", { class: "condition-state" })),
    h("div", { class: "condition-findings", "aria-live": "polite" }),
    content,
  );

/**
 * The draft as it is sent: the wager that play must reach is the one in the terms.
 * @param {Draft} draft
 * @returns {Draft}
 */
export function sentDraft({ document, outside, outside_event, criteria }) {
  const needsWager = criteria?.minimum_wager !== undefined;
  const wager = document.terms?.minimum_wager;
  const { minimum_wager: _, ...bare } = criteria ?? {};
  return {
    document,
    outside,
    outside_event: outside_event ?? "",
    criteria: criteria && (needsWager && wager ? { ...bare, minimum_wager: wager } : bare),
  };
}
