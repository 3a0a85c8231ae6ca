/** Orders: what this office may order at the table, found by words, with the clause that gives the power. */

import { fill, h } from "../../kit/dom.js";
import { fieldOf } from "./fields.js";

/**
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Staff} Staff
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 */

export class Orders {
  /**
   * @param {Info} info
   * @param {Staff} staff
   * @param {{give: (name: string, fields?: Record<string, unknown>) => Promise<boolean>, table: () => Table, explain: (clause: string) => void}} acts
   */
  constructor(info, staff, acts) {
    this.info = info;
    this.staff = staff;
    this.acts = acts;
    this.title = h("h2", { id: "orders-title" });
    this.body = h("div", { class: "dialog-body" });
    this.dialog = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { class: "wide-dialog", "aria-labelledby": "orders-title" },
        h(
          "div",
          { class: "dialog-head" },
          this.title,
          h(
            "button",
            { type: "button", class: "button quiet", onclick: () => this.dialog.close() },
            "Close",
          ),
        ),
        this.body,
      )
    );
    document.body.append(this.dialog);
  }

  /** Show all orders, to be searched. */
  all() {
    this.title.textContent = "Orders";
    const search = /** @type {HTMLInputElement} */ (
      h("input", {
        class: "input",
        type: "search",
        placeholder: "Search: minimum, notice, dispute …",
        "aria-label": "Search orders",
      })
    );
    const list = h("div", { class: "order-groups" });
    const show = () => fill(list, this.#groups(search.value.toLowerCase().split(/\s+/)));
    search.addEventListener("input", show);
    fill(this.body, search, list);
    show();
    this.#open();
    search.focus();
  }

  /** @param {string[]} words */
  #groups(words) {
    const found = this.staff.orders.filter((each) =>
      words.every((word) =>
        `${each.title} ${each.says} ${each.clause}`.toLowerCase().includes(word),
      ),
    );
    if (!found.length)
      return h("p", { class: "empty" }, "No order of your office has these words.");
    const groups = [...new Set(found.map((each) => each.group))];
    return groups.map((group) =>
      h(
        "section",
        {},
        h("h3", {}, group),
        h(
          "ul",
          { class: "order-list" },
          found
            .filter((each) => each.group === group)
            .map((order) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { type: "button", class: "order", onclick: () => this.form(order) },
                  h("b", {}, order.title),
                  h("small", {}, order.says),
                  order.clause && h("span", { class: "clause" }, order.clause),
                ),
              ),
            ),
        ),
      ),
    );
  }

  /**
   * Show one order to be given.
   * @param {Order} order
   */
  form(order) {
    this.title.textContent = order.title;
    const fields = order.fields.map(
      (each) => /** @type {const} */ ([each.name, fieldOf(each, this.acts.table(), this.info)]),
    );
    const wrong = h("p", { class: "note bad", role: "alert", hidden: true });
    const form = h(
      "form",
      {},
      h(
        "p",
        {},
        order.says,
        " ",
        order.clause &&
          h(
            "button",
            {
              type: "button",
              class: "link clause",
              onclick: () => this.acts.explain(order.clause ?? ""),
            },
            order.clause,
          ),
      ),
      fields.map(([, field]) => field.element),
      wrong,
      h(
        "p",
        { class: "row" },
        h("button", { class: "button primary" }, "Order it"),
        h("button", { type: "button", class: "button", onclick: () => this.all() }, "All orders"),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#give(order, fields, wrong);
    });
    fill(this.body, form);
    this.#open();
    /** @type {HTMLElement | null} */ (
      form.querySelector("input, select, button.primary")
    )?.focus();
  }

  /**
   * @param {Order} order
   * @param {(readonly [string, import("./fields.js").Filled])[]} fields
   * @param {HTMLElement} wrong
   */
  async #give(order, fields, wrong) {
    wrong.hidden = true;
    try {
      const filled = Object.fromEntries(fields.map(([name, field]) => [name, field.read()]));
      if (await this.acts.give(order.do, filled)) this.dialog.close();
    } catch (no) {
      wrong.textContent = /** @type {Error} */ (no).message;
      wrong.hidden = false;
    }
  }

  #open() {
    if (!this.dialog.open) this.dialog.showModal();
  }
}
