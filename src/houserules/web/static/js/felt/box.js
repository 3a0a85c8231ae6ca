/** A box: its spot with chips, side wagers and insurance, its hands, payments, and the names of its players. */

import { chipPiles } from "../chips/chips.js";
import { fill, h, s } from "../kit/dom.js";
import { money, oddsText, signedMoney } from "../kit/money.js";
import { HandView } from "./hand.js";
import { SideWagersView } from "./side_wagers.js";
import { RESULTS, WAGERS } from "./words.js";

/**
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Payment} Payment
 * @typedef {{box: Box | null, seated: string | null, me: string | null, hand: number | null, asked: boolean,
 *   payments: Payment[], ready: boolean, label: string, open: boolean, mine: boolean, marker: import("./types.js").Placard | null,
 *   marks: import("../kit/dom.js").Child}} BoxState marks: of a session of a tournament
 */

const RING = 2 * Math.PI * 47;

/** One box on the screen. */
export class BoxView {
  /**
   * @param {number} number
   * @param {Info} info
   * @param {{place: (box: number) => void, side: (box: number, kind: string) => void, explain: (payment: Payment) => void}} acts
   */
  constructor(number, info, acts) {
    this.number = number;
    this.info = info;
    this.acts = acts;
    /** @type {HandView[]} */
    this.hands = [];
    this.ring = s("circle", {
      cx: 50,
      cy: 50,
      r: 47,
      class: "ring-left",
      "stroke-dasharray": RING,
      "stroke-dashoffset": 0,
    });
    this.chips = h("span", { class: "spot-chips", "aria-hidden": "true" });
    this.spot = h(
      "button",
      {
        class: "spot",
        type: "button",
        "data-box": number,
        "data-number": number,
        onclick: () => acts.place(number),
      },
      s(
        "svg",
        { viewBox: "0 0 100 100", class: "ring", "aria-hidden": "true" },
        s("circle", { cx: 50, cy: 50, r: 47, class: "ring-ground" }),
        this.ring,
      ),
    );
    this.beside = new SideWagersView(number, info, acts.side);
    this.row = h("div", { class: "hands" });
    this.paid = h("ul", { class: "payments" });
    this.plate = h("ul", { class: "plate" });
    this.marks = h("ul", { class: "session-marks" });
    this.element = h(
      "li",
      { class: "box", "data-box": number },
      this.row,
      this.paid,
      h("div", { class: "wagers" }, this.beside.spots, this.spot, this.chips, this.beside.insured),
      this.plate,
      this.marks,
    );
  }

  /**
   * @param {BoxState} state
   * @returns {HTMLElement[]} cards that were not there before
   */
  show(state) {
    const { box } = state;
    const occupied = Boolean(box && (box.bettors.length || box.hands.length));
    for (const [name, on] of Object.entries({
      "is-empty": !occupied && !state.marks && (state.me === null || state.seated !== state.me),
      "is-mine": state.mine,
      "is-active": state.hand !== null || state.asked,
      "is-open": state.open,
    })) {
      this.element.classList.toggle(name, on);
    }
    this.spot.setAttribute("aria-label", state.label);
    this.showChips(box, state.me);
    this.beside.show(box, state);
    fill(this.plate, namePlates(state));
    this.plate.hidden = !this.plate.childElementCount;
    fill(this.marks, state.marks);
    this.marks.hidden = !this.marks.childElementCount;
    this.showPayments(state.payments, state.me);
    return this.showHands(state);
  }

  /**
   * @param {Box | null} box
   * @param {string | null} me
   */
  showChips(box, me) {
    const bettors = box?.bettors ?? [];
    const signature = JSON.stringify([bettors, box?.hands.map((hand) => hand.stakes)]);
    if (this.chips.dataset.shown === signature) return;
    this.chips.dataset.shown = signature;
    const lying = chipsOnBox(box);
    const most = lying.size > 1 ? 1 : 3;
    fill(
      this.chips,
      [...lying].map(([player, amount]) =>
        h("span", { class: player === me ? "pile mine" : "pile" }, chipPiles(amount, most)),
      ),
    );
  }

  /**
   * @param {Payment[]} payments
   * @param {string | null} me
   */
  showPayments(payments, me) {
    const signature = JSON.stringify(payments);
    if (this.paid.dataset.shown === signature) return;
    this.paid.dataset.shown = signature;
    this.paid.hidden = !payments.length;
    const byHand = payments.toSorted((a, b) => (a.hand ?? 0) - (b.hand ?? 0));
    const shown = byHand
      .filter((each) => each.player === me)
      .concat(byHand.filter((each) => each.player !== me));
    fill(
      this.paid,
      shown.map((payment) => h("li", {}, paymentButton(payment, me, this.acts.explain))),
    );
  }

  /** @param {BoxState} state */
  showHands({ box, hand, me }) {
    const hands = box?.hands ?? [];
    while (this.hands.length > hands.length) this.hands.pop()?.element.remove();
    while (this.hands.length < hands.length) {
      const view = new HandView(this.info);
      this.hands.push(view);
      this.row.append(view.element);
    }
    this.element.style.setProperty("--hands", String(Math.max(1, hands.length)));
    return hands.flatMap((each, n) =>
      this.hands[n].show(each, { active: hand === n + 1, me, many: hands.length > 1 }),
    );
  }

  /**
   * Show how much of the time is left; null: no clock runs here.
   * @param {number | null} share
   */
  tick(share) {
    this.ring.setAttribute("stroke-dashoffset", String(RING * (1 - (share ?? 0))));
    this.element.classList.toggle("has-clock", share !== null);
  }
}

/**
 * Sum what each bettor has lying on a box.
 * @param {Box | null} box
 * @returns {Map<string, number>}
 */
export function chipsOnBox(box) {
  /** @type {Map<string, number>} */
  const lying = new Map();
  if (!box) return lying;
  if (!box.hands.length) {
    for (const each of box.bettors) lying.set(each.player, each.plays);
    return lying;
  }
  for (const stake of box.hands.flatMap((hand) => hand.stakes)) {
    const amount = stake.double + (stake.result === null ? stake.amount : 0);
    if (amount) lying.set(stake.player, (lying.get(stake.player) ?? 0) + amount);
  }
  return lying;
}

/**
 * Name everybody at a box with what they have there.
 * @param {{box: Box | null, seated: string | null, me: string | null, ready: boolean, asked: boolean,
 *   marker: import("./types.js").Placard | null}} state
 */
export function namePlates({ box, seated, me, ready, asked, marker }) {
  const lying = chipsOnBox(box);
  const first = box?.controller ?? seated;
  const names = new Set([...(first ? [first] : []), ...lying.keys()]);
  const decides = names.size > 1 ? box?.controller : null;
  return [...names].map((name) =>
    h(
      "li",
      { class: name === me ? "mine" : "" },
      h("span", { class: "who" }, name === me ? "You" : name),
      lying.has(name) && h("b", {}, money(lying.get(name) ?? 0)),
      name === decides && h("span", { class: "mark", title: "decides for this box" }, "decides"),
      name === box?.controller && box.absent && h("span", { class: "mark" }, "away"),
      name === seated && ready && h("span", { class: "mark" }, "ready"),
      marker?.player === name &&
        h("span", { class: "mark marker", title: `${marker.text} (${marker.clause})` }, "marker"),
      asked && name === me && h("span", { class: "mark" }, "your answer"),
    ),
  );
}

/**
 * Return a payment as a button.
 * @param {Payment} payment
 * @param {string | null} me
 * @param {(payment: Payment) => void} explain
 */
export function paymentButton(payment, me, explain) {
  const net = payment.returned - payment.stake;
  const isVoid = payment.result === "void";
  const tone = isVoid ? "even void" : net > 0 ? "won" : net < 0 ? "lost" : "even";
  const what = payment.wager === "original" ? "" : `${WAGERS[payment.wager]} `;
  const who = payment.player === me ? "You" : payment.player;
  return h(
    "button",
    {
      class: `payment ${tone}${payment.player === me ? " mine" : ""}`,
      type: "button",
      title: `${who}: ${WAGERS[payment.wager]} ${RESULTS[payment.result]}. Why?`,
      onclick: () => explain(payment),
    },
    h("span", { class: "unseen" }, `${who}: ${WAGERS[payment.wager]} ${RESULTS[payment.result]}, `),
    h("b", {}, isVoid ? "void" : net === 0 ? "stand-off" : signedMoney(net)),
    h(
      "span",
      {},
      ` ${what}${oddsText(payment.odds)} `,
      h("span", { class: "clause" }, payment.clause),
    ),
  );
}
