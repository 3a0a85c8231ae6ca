/** Everything that a role looks after at one table, part by part; any order can be found by its words. */

import { titledDialog } from "../../kit/dialog.js";
import { fill, h } from "../../kit/dom.js";
import { syncClock } from "./clocks.js";
import { orderForm } from "./order_form.js";
import { matchingOrders, ordersNow, sectionsOf } from "./sections.js";
import { irregularityGuide } from "./irregularities.js";

/**
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./types.js").Acts} Acts
 * @typedef {import("./types.js").Looked} Looked
 */

const KEYBOARD = matchMedia("(hover: hover) and (pointer: fine)");

export class Sheet {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.part = "";
    this.said = h("p", { class: "note good", role: "status", hidden: true });
    const { dialog, title, body } = titledDialog("sheet-title", "wide-dialog sheet");
    this.dialog = dialog;
    this.title = title;
    this.body = body;
  }

  /**
   * Open a part of the table; without a name the first that has something to do.
   * @param {string} [part]
   */
  async open(part) {
    const looked = await this.#look();
    const parts = sectionsOf(looked);
    const usual = looked.info.staff?.role === "dealer" ? parts.at(-1)?.id : parts[0].id;
    this.part = part ?? parts.find((each) => each.count > 0)?.id ?? usual ?? "";
    this.#show(looked);
  }

  /**
   * Open one order, with what is known of it already; for another office the part where it stands.
   * @param {string} name
   * @param {Record<string, unknown>} preset
   * @param {string} part
   */
  async order(name, preset, part) {
    const looked = await this.#look();
    const order = looked.info.staff?.orders.find((each) => each.do === name);
    this.part = part;
    if (order) this.#form(order, preset, looked);
    else this.#show(looked);
  }

  /** Open what can go wrong. */
  async troubles() {
    const looked = await this.#look();
    const staff = /** @type {import("./types.js").Staff} */ (looked.info.staff);
    this.#head("Something went wrong", looked);
    fill(
      this.body,
      irregularityGuide(staff, (order) => this.#form(order, {}, looked, () => void this.troubles())),
    );
    this.#open();
  }

  async #look() {
    const looked = await this.acts.look();
    syncClock(looked.now);
    return looked;
  }

  /** @param {Looked} looked */
  #show(looked) {
    const parts = sectionsOf(looked);
    const orders = ordersNow(looked);
    const place = h("div", { class: "part" });
    const pick = (/** @type {Order} */ order, /** @type {Record<string, unknown>} */ preset = {}) =>
      this.#form(order, preset, looked);
    const show = (/** @type {string} */ id) => {
      this.part = id;
      for (const tab of tabs) {
        const is = tab.dataset.part === id;
        tab.setAttribute("aria-pressed", String(is));
        if (is) tab.scrollIntoView({ block: "nearest", inline: "center" });
      }
      fill(
        place,
        parts
          .find((each) => each.id === id)
          ?.content({
            ...looked,
            orders,
            pick,
            troubles: () => void this.troubles(),
            give: (name, fields) => void this.#give(name, fields),
          }),
      );
    };
    const tabs = parts.map(({ id, title, count }) =>
      h(
        "button",
        {
          type: "button",
          class: "button tab",
          "data-part": id,
          "aria-pressed": "false",
          onclick: () => ((search.value = ""), (this.said.hidden = true), show(id)),
        },
        title,
        count > 0 && h("span", { class: "count" }, count),
      ),
    );
    const search = /** @type {HTMLInputElement} */ (
      h("input", {
        class: "input",
        type: "search",
        placeholder: "Search all orders: minimum, notice …",
        "aria-label": "Search orders",
      })
    );
    search.addEventListener("input", () =>
      search.value.trim() ? fill(place, matchingOrders(orders, search.value, pick)) : show(this.part),
    );
    this.#head(looked.desk.title, looked);
    fill(this.body, this.said, h("div", { class: "tabs" }, tabs), search, place);
    this.#open();
    show(parts.some((each) => each.id === this.part) ? this.part : parts[0].id);
    if (KEYBOARD.matches) search.focus();
  }

  /**
   * @param {Order} order
   * @param {Record<string, unknown>} preset
   * @param {Looked} looked
   * @param {() => void} [back]
   */
  #form(order, preset, looked, back = () => void this.open(this.part || undefined)) {
    this.#head(order.title, looked);
    const done = () => {
      if (!this.acts.stays) return this.dialog.close();
      this.said.className = "note good";
      this.said.textContent = `Done: ${order.title.toLowerCase()}.`;
      this.said.hidden = false;
      void this.open(this.part || undefined);
    };
    const form = orderForm({ order, preset, looked, acts: this.acts, back, done });
    fill(this.body, form);
    this.#open();
    /** @type {HTMLElement | null} */ (
      form.querySelector("input, select, button.primary")
    )?.focus();
  }

  /**
   * Give an order that needs nothing to be filled in, and say what became of it.
   * @param {string} name
   * @param {Record<string, unknown>} fields
   */
  async #give(name, fields) {
    const no = await this.acts.give(name, fields);
    await this.open(this.part || undefined);
    this.said.className = `note ${no ? "bad" : "good"}`;
    this.said.textContent = no
      ? `${no.detail}${no.clause ? ` (${no.clause})` : ""}`
      : `Done: ${name.replaceAll("-", " ")}.`;
    this.said.hidden = false;
  }

  /**
   * @param {string} title
   * @param {Looked} looked
   */
  #head(title, { desk }) {
    fill(
      this.title,
      title,
      h("small", {}, ` ${desk.title === title ? desk.table : `${desk.title}, ${desk.table}`}`),
    );
  }

  #open() {
    if (this.dialog.open) return;
    this.said.hidden = true;
    this.dialog.showModal();
  }
}
