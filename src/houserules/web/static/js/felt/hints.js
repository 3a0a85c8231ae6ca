/** Short words beside the thing that they are about: why a button is closed, what was refused. */

import { Refusal, post } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";

/** @typedef {import("./dock/controls.js").Action} Action */

export class Hints {
  /**
   * @param {string} table
   * @param {(clause: string, said: string) => void} explain
   */
  constructor(table, explain) {
    this.path = /** @type {const} */ (`/api/tables/${encodeURIComponent(table)}/why-not`);
    this.explain = explain;
    this.bubble = h("div", { class: "hint", role: "status", hidden: true });
    this.toasts = need("#toasts");
    document.body.append(this.bubble);
    /** @type {Map<string, {code: string, detail: string, clause: string | null} | null>} */
    this.known = new Map();
    this.asked = "";
  }

  /** What is known is of one state of the table. */
  forget() {
    this.known.clear();
    this.hide();
  }

  hide() {
    this.bubble.hidden = true;
    this.asked = "";
  }

  /**
   * Say beside a button why it is closed.
   * @param {Action} action
   * @param {HTMLElement} at
   */
  async whyNot(action, at) {
    if (!action.probe) return this.#show(at, action.note ?? "Not now.", null);
    const key = JSON.stringify(action.probe);
    if (this.asked === key) return;
    this.asked = key;
    at.addEventListener("pointerleave", () => this.hide(), { once: true });
    at.addEventListener("blur", () => this.hide(), { once: true });
    if (!this.known.has(key)) this.known.set(key, await this.#ask(action.probe));
    const no = this.known.get(key);
    if (this.asked === key && at.isConnected)
      this.#show(at, no?.detail ?? "This is allowed now. Try it.", no?.clause ?? null);
  }

  /** @param {Record<string, unknown>} probe */
  async #ask(probe) {
    try {
      return (await post(this.path, probe)).refusal;
    } catch (no) {
      return no instanceof Refusal ? no : null;
    }
  }

  /**
   * @param {HTMLElement} at
   * @param {string} text
   * @param {string | null} clause
   */
  #show(at, text, clause) {
    fill(this.bubble, text, clause && h("span", { class: "clause" }, ` ${clause}`));
    this.bubble.hidden = false;
    const place = at.getBoundingClientRect();
    const width = this.bubble.offsetWidth;
    const left = Math.max(
      8,
      Math.min(place.left + place.width / 2 - width / 2, innerWidth - width - 8),
    );
    this.bubble.style.setProperty("left", `${left}px`);
    this.bubble.style.setProperty("top", `${place.top - this.bubble.offsetHeight - 8}px`);
  }

  /**
   * Say something that nobody has to answer.
   * @param {string} text
   * @param {"good" | "bad"} tone
   */
  say(text, tone) {
    const toast = h("div", { class: `toast ${tone}`, role: "status" }, h("p", {}, text));
    this.toasts.append(toast);
    setTimeout(() => toast.remove(), 9000);
  }

  /**
   * Say that something was refused; the clause can be opened.
   * @param {Refusal} no
   */
  refused(no) {
    const toast = h(
      "div",
      { class: "toast", role: "alert" },
      h("p", {}, no.detail),
      no.clause &&
        h(
          "button",
          {
            type: "button",
            class: "button quiet",
            onclick: () => this.explain(no.clause ?? "", no.detail),
          },
          `Clause ${no.clause}`,
        ),
      h(
        "button",
        {
          type: "button",
          class: "button quiet",
          "aria-label": "Dismiss",
          onclick: () => toast.remove(),
        },
        "✕",
      ),
    );
    this.toasts.querySelector("[role=alert]")?.remove(); // the last refusal is what matters
    this.toasts.append(toast);
    setTimeout(() => toast.remove(), 9000);
    return toast;
  }
}
