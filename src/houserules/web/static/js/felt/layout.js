/** The layout: the dealer's side, the printed lines and the boxes in an arc; shows a state and returns the new cards. */

import { fill, h, put, s } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { BoxView } from "./box.js";
import { DealerView, RackView, ShoeView } from "./dealer_side.js";
import { markerAt } from "./placards.js";
import { boxMarks, boxText } from "./session/box_marks.js";
import { mayWager, turnOf } from "./table_queries.js";

/**
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {import("./types.js").Mine} Mine
 * @typedef {import("./types.js").Payment} Payment
 */

/** How much of a card is seen under the next, as in the style sheet. */
const SHIFT = 0.5;

/** Everything that lies on the table. */
export class TableLayout {
  /**
   * @param {HTMLElement} element
   * @param {Info} info
   * @param {{place: (box: number) => void, side: (box: number, kind: string) => void, explain: (payment: Payment) => void}} acts
   */
  constructor(element, info, acts) {
    this.info = info;
    this.dealer = new DealerView(info);
    this.shoe = new ShoeView();
    this.rack = new RackView();
    this.boxes = Array.from({ length: info.boxes }, (_, n) => new BoxView(n + 1, info, acts));
    this.boxes.forEach((box, n) =>
      box.element.style.setProperty("--drop", String(arcOffset(n, info.boxes))),
    );
    const printed = info.sign
      .filter((line) => line.label === "On the layout")
      .map((line) => line.text);
    this.element = element;
    this.row = h(
      "ol",
      { class: "boxes", "aria-label": "Boxes" },
      this.boxes.map((box) => box.element),
    );
    fill(
      element,
      h("div", { class: "house" }, this.rack.element, this.dealer.element, this.shoe.element),
      inscriptions(printed),
      this.row,
    );
  }

  /**
   * @param {Layout} table
   * @param {Payment[]} payments
   * @param {{call: string, mine?: Mine, ready?: string[], session?: import("./session/summary.js").Session | null}} now
   *   what the dealer says, what only this person sees, and the session of a tournament
   * @returns {HTMLElement[]} cards that were not there before
   */
  show(table, payments, { call, mine, ready = [], session = null }) {
    this.shoe.show(table);
    this.rack.show(table);
    put(this.row, "tabindex", session ? 0 : null); // seven hands on a phone are scrolled, also by keyboard
    this.weigh(table);
    const turn = turnOf(table);
    const dealt = this.dealer.show(table, call);
    return dealt.concat(
      this.boxes.flatMap((view) => {
        const box = (mine?.boxes ?? table.boxes).find((each) => each.number === view.number) ?? null;
        const seated = table.seats.find((each) => each.seat === view.number)?.player ?? null;
        const me = this.info.me;
        const own = seated === me && me !== null;
        return view.show({
          box,
          seated,
          me,
          hand: turn?.box === view.number ? turn.hand : null,
          asked: table.question?.box === view.number,
          payments: payments.filter((each) => each.box === view.number),
          ready: table.phase === "betting" && seated !== null && ready.includes(seated),
          open: mine !== undefined && mayWager(mine, view.number),
          mine: own || Boolean(me && box?.bettors.some((each) => each.player === me)),
          marker: markerAt(table.placards, view.number),
          marks: boxMarks(session, view.number, this.info.tournament),
          label: [
            labelOf(view.number, box, seated, me),
            boxText(session, view.number, this.info.tournament),
          ]
            .filter(Boolean)
            .join("; "),
        });
      }),
    );
  }

  /**
   * Let cards be as large as what lies on the boxes leaves room for.
   * @param {Layout} table
   */
  weigh(table) {
    let load = 0;
    for (const view of this.boxes) {
      const hands = table.boxes.find((box) => box.number === view.number)?.hands ?? [];
      const units = Math.max(
        1.25,
        hands.reduce((sum, hand) => sum + 1.3 + Math.max(1, hand.cards.length - 1) * SHIFT, 0),
      );
      view.element.style.setProperty("--units", units.toFixed(2));
      load += units;
    }
    const hands = table.boxes.flatMap((box) => box.hands);
    this.element.dataset.phase = table.phase;
    this.element.style.setProperty("--load", load.toFixed(2));
    this.element.dataset.crowd = hands.length > 4 ? "many" : hands.length > 2 ? "some" : "few";
  }

  /**
   * Show the clock at the boxes that are waited for.
   * @param {number | null} share
   * @param {number[]} numbers
   */
  tick(share, numbers) {
    for (const box of this.boxes) box.tick(numbers.includes(box.number) ? share : null);
  }
}

/**
 * How far a box stands from the ends of the arc: 0 at the ends, 1 in the middle.
 * @param {number} n
 * @param {number} boxes
 */
function arcOffset(n, boxes) {
  const angle = ((n + 0.5) / boxes) * Math.PI;
  return Math.round((Math.sin(angle) - Math.sin(Math.PI / (2 * boxes))) * 1000) / 1000;
}

/**
 * @param {number} number
 * @param {import("./types.js").Box | null} box
 * @param {string | null} seated
 * @param {string | null} me
 */
function labelOf(number, box, seated, me) {
  const who = seated === null ? "" : seated === me ? ", your seat" : `, seat of ${seated}`;
  const lying = (box?.bettors ?? []).map(
    (each) => `${each.player === me ? "you have" : `${each.player} has`} ${money(each.plays)}`,
  );
  return `Box ${number}${who}: ${lying.length ? lying.join(", ") : "no wager"}`;
}

/**
 * Print up to three lines, the first largest.
 * @param {string[]} lines
 */
export function inscriptions(lines) {
  const shown = lines.slice(0, 3);
  return s(
    "svg",
    { viewBox: "0 0 1000 190", class: "inscriptions", "aria-hidden": "true" },
    shown.map((line, n) => {
      const id = `arc-${n}`;
      const y = 8 + n * 46;
      return [
        s("path", { id, d: `M60 ${y} Q500 ${y + 150} 940 ${y}`, fill: "none" }),
        s(
          "text",
          { class: n === 0 && line.length < 30 ? "print print-first" : "print" },
          s("textPath", { href: `#${id}`, startOffset: "50%" }, line.toUpperCase()),
        ),
      ];
    }),
  );
}
