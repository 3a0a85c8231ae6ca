/** What has happened, newest first, in sentences. */

import { get } from "../kit/api.js";
import { dateTimeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { withoutClause } from "../kit/sentence.js";

/**
 * @typedef {{answer: {position: number}, orders: import("./orders.js").Orders}} Desk
 * @typedef {`/api/tournaments/${string}/history` | `/api/promotions/${string}/history`} Path
 */

const A_PAGE = 30;

/** Shows a page of the history once it is opened, and older ones on request. */
export class History {
  /** @param {HTMLDetailsElement} place @param {Path} path */
  constructor(place, path) {
    this.place = place;
    this.path = path;
    this.pages = 1;
    this.shown = "";
    /** @type {Desk | null} */
    this.desk = null;
    place.addEventListener("toggle", () => void this.#load());
  }

  /** @param {Desk} desk */
  show(desk) {
    this.desk = desk;
    void this.#load();
  }

  async #load() {
    const { desk, place, pages } = this;
    if (!desk || !place.open) return;
    const state = `${desk.answer.position} ${pages}`;
    if (this.shown === state) return;
    this.shown = state;
    const limit = Math.min(A_PAGE * pages, 200);
    const { happenings, more } = await get(/** @type {Path} */ (`${this.path}?limit=${limit}`));
    const body = /** @type {HTMLElement} */ (place.querySelector("div"));
    fill(
      body,
      h(
        "ol",
        { class: "desk-history" },
        happenings.map(({ at, by, event }) =>
          h(
            "li",
            {},
            h("small", {}, `${dateTimeText(at / 1000, { year: undefined })}${by ? `, ${by}` : ""}`),
            h("span", {}, withoutClause(event.sentence), " ", "clause" in event && event.clause && desk.orders.clause(event.clause)),
          ),
        ),
      ),
      more && limit < 200 &&
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => {
              this.pages += 1;
              void this.#load();
            },
          },
          "Older",
        ),
    );
  }
}
