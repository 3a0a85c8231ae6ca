/** What lies beside the wager of a box: side wagers on their spots, insurance on its line. */

import { suitIcon } from "../cards/suits.js";
import { chipPiles } from "../chips/chips.js";
import { fill, h, need } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { WAGERS } from "./words.js";

/**
 * @typedef {import("../cards/suits.js").Suit} Suit
 * @typedef {import("./types.js").SideWager} Beside
 * @typedef {import("./types.js").Box} Box
 */

/** @type {Record<string, string>} */
const MARKS = { "perfect-pairs": "PP", "suits-you": "SY" };

export class SideWagersView {
  /**
   * @param {number} number
   * @param {import("./types.js").Info} info
   * @param {(box: number, kind: string) => void} put
   */
  constructor(number, info, put) {
    this.number = number;
    this.insured = h("div", { class: "insured" });
    this.spots = info.side_wagers.map(({ kind }) =>
      h(
        "div",
        { class: "side-spot", "data-kind": kind },
        h("button", {
          class: "side-button",
          type: "button",
          "data-mark": MARKS[kind],
          onclick: () => put(number, kind),
        }),
        h("span", { class: "side-chips", "aria-hidden": "true" }),
      ),
    );
  }

  /**
   * @param {Box | null} box
   * @param {{me: string | null, open: boolean}} how
   */
  show(box, { me, open }) {
    const lying = (box?.beside ?? []).filter((each) => !each.settled);
    for (const spot of this.spots) {
      const here = lying.filter((each) => each.kind === spot.dataset.kind);
      spot.hidden = !open && !here.length;
      this.#fill(spot, here, me);
    }
    const insured = lying.filter((each) => each.kind === "insurance");
    this.insured.hidden = !insured.length;
    fill(
      this.insured,
      insured.map(({ amount }) => h("span", {}, chipPiles(amount), `insured ${money(amount)}`)),
    );
  }

  /**
   * @param {HTMLElement} spot
   * @param {Beside[]} here
   * @param {string | null} me
   */
  #fill(spot, here, me) {
    const own = here.find((each) => each.player === me);
    const sum = here.reduce((total, each) => total + each.amount, 0);
    const what = `${WAGERS[spot.dataset.kind ?? ""]}, box ${this.number}`;
    const label = `${what}: ${here.length ? money(sum) : "nothing"}${own ? ", yours" : ""}`;
    need("button", spot).setAttribute("aria-label", label);
    const suit = own?.suit ? suitIcon(/** @type {Suit} */ (own.suit)) : null;
    fill(need(".side-chips", spot), here.length ? [chipPiles(sum), suit] : null);
  }
}
