/** What has happened in a promotion, newest first, in sentences: as far as the reader may know. */

import { get } from "../kit/api.js";
import { dateTimeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { clauseLink } from "../kit/page_commands.js";
import { sentenceText } from "../kit/sentence.js";

const A_PAGE = 30;
const MOST = 200;

/** Shows a page of what has happened once it is opened, and older ones on request. */
export class Happenings {
  /**
   * @param {string} promotion
   * @param {{rulebook: string, me: string | null}} reader
   */
  constructor(promotion, { rulebook, me }) {
    this.path = /** @type {const} */ (`/api/promotions/${encodeURIComponent(promotion)}/history`);
    this.rulebook = rulebook;
    this.me = me;
    this.position = 0;
    this.pages = 1;
    this.shown = "";
    this.body = h("div");
    this.element = /** @type {HTMLDetailsElement} */ (
      h("details", { class: "entry-more", ontoggle: () => void this.#load() }, h("summary", {}, "What has happened"), this.body)
    );
  }

  /** @param {number} position of the promotion's stream */
  show(position) {
    this.position = position;
    void this.#load();
  }

  async #load() {
    const state = `${this.position} ${this.pages}`;
    if (!this.element.open || this.shown === state) return;
    this.shown = state;
    const limit = Math.min(A_PAGE * this.pages, MOST);
    const { happenings, more } = await get(`${this.path}?limit=${limit}`);
    fill(
      this.body,
      h(
        "ol",
        { class: "happenings" },
        happenings.map(({ at, by, event }) =>
          h(
            "li",
            {},
            h("small", {}, `${dateTimeText(at / 1000, { second: undefined })}${by ? `, ${by}` : ""}`),
            h(
              "span",
              {},
              sentenceText({ ...event.sentence, template: event.sentence.template.replace(" ({clause})", "") }, this.me),
              " ",
              clauseLink(this.rulebook, event.clause),
            ),
          ),
        ),
      ),
      more && limit < MOST && h("button", { type: "button", class: "button", onclick: () => this.#older() }, "Older"),
    );
  }

  #older() {
    this.pages += 1;
    void this.#load();
  }
}
