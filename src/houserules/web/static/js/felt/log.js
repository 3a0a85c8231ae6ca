/** What has happened, told: in the log beside the table, and aloud to those who listen. */

import { h, need } from "../kit/dom.js";

const MOST = 200;

export class Log {
  /** @param {(payment: import("./types.js").Payment) => void} explain */
  constructor(explain) {
    this.list = need("#log");
    this.explain = explain;
  }

  /** @param {import("./lines.js").Line} line */
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

export class Announcer {
  constructor() {
    this.region = need("#said");
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** @param {string} text */
  say(text) {
    this.waiting.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.region.textContent = this.waiting.join(" ");
      this.waiting = [];
    }, 120);
  }
}
