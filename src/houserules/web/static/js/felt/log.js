/** The log beside the table: what has happened, the latest last; a payment opens its explanation. */

import { h, need } from "../kit/dom.js";

const MOST = 200;

export class Log {
  /** @param {(payment: import("./types.js").Payment) => void} explain */
  constructor(explain) {
    this.list = need("#log");
    this.explain = explain;
  }

  /** @param {import("./telling.js").Line} line */
  add({ text, tone, event }) {
    const inner =
      event.name === "wager.settled"
        ? h(
            "button",
            { type: "button", onclick: () => this.explain(event) },
            text,
          )
        : text;
    this.list.append(h("li", { class: `is-${tone ?? "plain"}` }, inner));
    while (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }
}
