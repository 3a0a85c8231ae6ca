/** The house's side of the cloth: the dealer's cards, the shoe with the cutting card, the discard rack. */

import { fill, h, s } from "../kit/dom.js";
import { CardRow } from "./hand.js";
import { totalOf } from "./words.js";

/**
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Layout} Layout
 */

/** The dealer's cards with their total. */
export class DealerView {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.row = new CardRow();
    this.total = h("span", { class: "total" });
    this.call = h("p", { class: "call" });
    this.element = h(
      "section",
      { class: "dealer", "aria-label": "Dealer" },
      h(
        "div",
        { class: "dealer-hand" },
        this.row.element,
        h("div", { class: "hand-foot" }, this.total),
      ),
      this.call,
    );
  }

  /**
   * @param {Layout} table
   * @param {string} call what the dealer says now
   */
  show(table, call) {
    const soft =
      table.dealer.some((card) => card?.[0] === "A") && isSoft(table.dealer, table.dealer_total);
    this.total.textContent = totalOf(this.info, {
      cards: table.dealer,
      total: table.dealer_total,
      soft,
      done: table.phase === "over",
    });
    this.total.hidden = !table.dealer.length;
    this.element.classList.toggle("is-bare", !table.dealer.length);
    this.call.textContent = call;
    return this.row.show(table.dealer);
  }
}

/**
 * @param {(string | null)[]} cards
 * @param {number} total
 */
function isSoft(cards, total) {
  const low = cards.reduce(
    (sum, card) =>
      sum +
      (card === null ? 0 : "TJQK".includes(card[0]) ? 10 : card[0] === "A" ? 1 : Number(card[0])),
    0,
  );
  return low + 10 === total;
}

/** The shoe: how full it is, and where the cutting card is while somebody has seen it put in. */
export class ShoeView {
  constructor() {
    this.cards = s("path", { class: "shoe-cards" });
    this.marker = s("path", { class: "shoe-cut" });
    this.text = h("span", { class: "house-text" });
    this.element = h(
      "div",
      { class: "shoe" },
      s(
        "svg",
        { viewBox: "0 0 120 84", "aria-hidden": "true" },
        s("path", { d: "M14 74V34L36 14H112V74Z", class: "shoe-body" }),
        this.cards,
        this.marker,
        s("path", { d: "M14 74V34L36 14H112V74Z", class: "shoe-rim" }),
        s("path", { d: "M14 74 4 80H24L36 66", class: "shoe-lip" }),
        s("rect", { x: 7, y: 50, width: 11, height: 26, rx: 2, class: "shoe-next" }),
      ),
      this.text,
    );
  }

  /** @param {Layout} table */
  show({ shoe }) {
    this.element.hidden = !shoe;
    if (!shoe) return;
    const device = shoe.kind !== "card shoe";
    const full = Math.max(0, Math.min(1, shoe.left / Math.max(1, shoe.cards)));
    const end = 22 + 86 * full;
    this.cards.setAttribute("d", `M20 70V36L37 20H${Math.max(37, end)}V70Z`);
    this.marker.setAttribute("d", shoe.cutting_card_out ? "M20 70V36" : "");
    const out = shoe.cutting_card_out ? " · cutting card out" : "";
    fill(this.text, h("b", {}, shoe.left), ` ${device ? "in the device" : "in the shoe"}${out}`);
  }
}

/** The discard rack. */
export class RackView {
  constructor() {
    this.cards = s("path", { class: "rack-cards" });
    this.text = h("span", { class: "house-text" });
    this.element = h(
      "div",
      { class: "rack" },
      s(
        "svg",
        { viewBox: "0 0 84 84", "aria-hidden": "true" },
        s("path", { d: "M10 76H74V70H10Z", class: "shoe-body" }),
        this.cards,
        s("path", { d: "M12 70V12M72 70V12", class: "rack-posts" }),
      ),
      this.text,
    );
  }

  /** @param {Layout} table */
  show({ discards, shoe }) {
    const height = Math.min(54, (discards / Math.max(1, shoe?.cards ?? 384)) * 58);
    this.cards.setAttribute("d", height ? `M15 70H69V${70 - Math.max(2, height)}H15Z` : "");
    fill(this.text, h("b", {}, discards), " discarded");
  }
}
