/** Orders given at the desk: at once, after a confirmation, or with fields to fill in; refusals with their clause. */

import { Explanation } from "../felt/explanation.js";
import { Refusal, newCommandId, post } from "../kit/api.js";
import { titledDialog } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { printedClause } from "./clause_text.js";
import { fieldFor } from "./fields.js";

/**
 * @typedef {import("./fields.js").Field} Field
 * @typedef {import("./fields.js").Values} Values
 * @typedef {object} Order
 * @property {string} do the command
 * @property {string} title of the dialog
 * @property {string} button what the dialog's button says
 * @property {string} done what is said when it is done
 * @property {Record<string, unknown>} [with] fields that are known
 * @property {string} [says] what follows from it; without fields: to be confirmed
 * @property {Field[]} [fields] to fill in
 * @property {(values: Values) => Record<string, unknown>} [read] the fields of the command
 * @property {boolean} [danger] it cannot be undone and costs somebody something
 * @property {string} [table] the order is given at this table
 * @property {string} [path] where it is sent, if it is not a command
 */

export class Orders {
  /** @param {{path: string, rulebook: string, me: string, done: (says: string) => Promise<void>}} about the path takes commands */
  constructor({ path, rulebook, me, done }) {
    this.path = path;
    this.done = done;
    this.explanation = new Explanation({ rulebook, me, smallest_chip: 100 });
    const { dialog, title, body } = titledDialog("order-heading", "order-dialog");
    this.dialog = dialog;
    this.title = title;
    this.body = body;
    /** @type {string | null | undefined} the key of the button that began the order */
    this.opener = null;
    /** The same on a retry after a broken connection: then the order counts once. */
    this.id = newCommandId();
  }

  /**
   * Carry an order out: at once, or through its dialog.
   * @param {Order} order
   */
  async begin(order) {
    this.opener = document.activeElement?.getAttribute("data-key");
    this.id = newCommandId();
    if (order.fields || order.says) return this.#ask(order);
    const no = await this.#send(order, order.with ?? {});
    if (no) this.refused(order.title, no);
  }

  /**
   * Show why something is refused.
   * @param {string} title
   * @param {{detail: string, clause?: string | null}} no
   */
  refused(title, no) {
    this.title.textContent = title;
    fill(this.body, this.refusal(no));
    this.dialog.showModal();
  }

  /**
   * A refusal in words, with its clause to look up.
   * @param {{detail: string, clause?: string | null}} no
   */
  refusal({ detail, clause }) {
    return h("p", { class: "note bad", role: "alert" }, detail, " ", clause && this.clause(clause));
  }

  /**
   * A clause that shows what it says.
   * @param {string} clause
   */
  clause(clause) {
    const printed = printedClause(clause);
    return h(
      "button",
      {
        type: "button",
        class: "clause clause-button",
        "aria-label": `Clause ${printed}`,
        onclick: () => void this.explanation.clause(clause),
      },
      printed,
    );
  }

  /** @param {Order} order */
  #ask(order) {
    const fields = (order.fields ?? []).map(fieldFor);
    const wrong = h("div", {});
    const send = h(
      "button",
      { class: `button ${order.danger ? "danger" : "primary"}` },
      order.button,
    );
    const form = h(
      "form",
      { novalidate: true },
      order.says && h("p", {}, order.says),
      fields.map((each) => each.element),
      wrong,
      h("p", { class: "row" }, send),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const values = Object.fromEntries(fields.map((each) => [each.name, each.value()]));
        send.setAttribute("disabled", "");
        const no = await this.#send(order, { ...order.with, ...(order.read?.(values) ?? values) });
        if (no) throw no;
      } catch (no) {
        if (!(no instanceof Refusal)) throw no;
        fill(wrong, this.refusal(no));
      } finally {
        send.removeAttribute("disabled");
      }
    });
    this.title.textContent = order.title;
    fill(this.body, form);
    this.dialog.showModal();
    (fields[0]?.focus ?? send).focus();
  }

  /**
   * @param {Order} order
   * @param {Record<string, unknown>} fields
   */
  async #send(order, fields) {
    const { opener } = this;
    const asked = this.body.firstChild;
    const path = order.table
      ? `/api/tables/${encodeURIComponent(order.table)}/commands`
      : this.path;
    try {
      await post(order.path ?? path, order.path ? fields : { do: order.do, id: this.id, ...fields });
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      if (no.code !== "network.away") this.id = newCommandId();
      return no;
    }
    // While this order was sent, the dialog may have opened for the next one: leave that open.
    if (this.body.firstChild === asked) this.dialog.close();
    await this.done(order.done);
    if (this.dialog.open) return null;
    const again = opener && document.querySelector(`[data-key="${CSS.escape(opener)}"]`);
    if (again) /** @type {HTMLElement} */ (again).focus();
    return null;
  }
}
