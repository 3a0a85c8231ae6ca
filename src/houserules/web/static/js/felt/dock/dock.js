/** The dock below the cloth: whatever this person may do now, and the reasons for what they may not. */

import { fill, h, need } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { conductNotes } from "../conduct.js";
import { chipsOf, tokensOf } from "../table_queries.js";
import { answerActions, lessPanel, offerActions, plainActions, playActions } from "./actions.js";
import { bettingPanel, dealActions } from "./bet_panel.js";
import { actionButton } from "./controls.js";
import { cutOffered } from "./cut_panel.js";
import { planOf, rest } from "./plan.js";
import { endingPanel } from "./result_panel.js";
import { entryPanel } from "../session/entry_panel.js";
import { sealedText } from "../session/form_panel.js";
import { nextRoundActions, roundOutcome, sessionResult } from "../session/result_panel.js";
import { seatingPanel } from "./seat_panel.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("./controls.js").Action} Action
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{wagers: import("../wagers.js").Wagers, entry: import("../session/entry_panel.js").SessionEntry, give: (name: string, fields?: Record<string, unknown>) => void,
 *   sit: (seat: number | null, amount: number) => void, enter: () => void, more: () => void,
 *   staff: ReturnType<import("../staff/desk.js").staffDesk> | null,
 *   coach: import("./dock.js").Coaching, whyNot: (action: Action, at: HTMLElement) => void}} Acts
 */

/** Milliseconds for which a remark is shown. */
const REMARK = 9000;

export class Dock {
  /**
   * @param {HTMLElement} element
   * @param {Info} info
   * @param {Acts} acts
   */
  constructor(element, info, acts) {
    this.element = element;
    this.over = need("#over");
    this.info = info;
    this.acts = acts;
    this.purse = h("div", { class: "purse" });
    this.status = h("p", { class: "status" });
    this.remark = h("p", { class: "remark", role: "status", hidden: true });
    this.remarkEnds = 0;
    this.seconds = h("span", { class: "seconds", id: "seconds" });
    this.body = h("div", { class: "dock-body", tabindex: -1 });
    fill(
      element,
      h("div", { class: "dock-head" }, this.purse, this.status, this.seconds, this.remark),
      this.body,
    );
    this.signature = "";
    /** @type {Shown | null} */
    this.last = null;
    /** @type {[Open, string] | null} */
    this.less = null;
  }

  /**
   * Show what may be done; while cards are still moving nothing may.
   * @param {Shown} shown
   * @param {{moving: boolean}} how
   */
  show(shown, { moving }) {
    const plan = planOf(this.info, shown);
    const chips = chipsOf(shown.mine);
    const tokens = tokensOf(shown.mine);
    fill(
      this.purse,
      this.info.me && shown.table.seats.some((each) => each.player === this.info.me)
        ? [
            h("small", {}, shown.table.session ? "Your tournament chips" : "Your chips"),
            h("b", { class: "number" }, money(chips)),
            tokens > 0 && h("small", { class: "tokens" }, `${money(tokens)} in tokens`),
            sealedText(shown.mine) && h("small", { class: "sealed" }, sealedText(shown.mine)),
          ]
        : null,
    );
    this.status.textContent =
      plan.kind === "bet" ? "" : (this.acts.staff?.text(shown) ?? plan.text);
    this.hold(moving);
    if (moving) return;
    const signature = JSON.stringify([
      plan,
      chips,
      tokens,
      shown.table.phase,
      this.acts.staff && shown.table.position,
      shown.table.boxes.map((box) => [box.bettors, box.beside, box.hands.length]),
      plan.kind === "seat" && shown.table.seats,
      shown.table.session,
      shown.mine.forms,
      shown.payments.length,
      this.acts.coach.spots.length,
    ]);
    if (signature === this.signature) return;
    this.signature = signature;
    this.last = shown;
    this.less = null;
    this.render(plan, shown);
  }

  /**
   * Say something about the last decision, beside the buttons and not over the hands; the next remark replaces it.
   * @param {string} text
   */
  say(text) {
    this.remark.textContent = text;
    this.remark.hidden = false;
    clearTimeout(this.remarkEnds);
    this.remarkEnds = setTimeout(() => (this.remark.hidden = true), REMARK);
  }

  /** @param {boolean} busy */
  hold(busy) {
    this.body.toggleAttribute("inert", busy);
    this.body.classList.toggle("is-busy", busy);
  }

  /**
   * @param {Plan} plan
   * @param {Shown} shown
   */
  render(plan, shown) {
    const here = /** @type {HTMLElement} */ (document.activeElement);
    const held = this.body.contains(here);
    const key = here.dataset.key ?? "";
    fill(this.body, this.panels(plan, shown));
    fill(
      this.over,
      plan.kind === "seat" && conductNotes(this.info, "sitting-down", "Before you sit down"),
      cutOffered(plan, shown.table, this.info, this.acts.give),
      !this.info.staff && shown.table.session?.over && sessionResult(shown.table.session, this.info),
    );
    if (held) this.refocus(key);
  }

  /**
   * Keep the keyboard where it was, or before all buttons: none gets it that nobody chose.
   * @param {string} key
   */
  refocus(key) {
    const same = /** @type {HTMLElement | null} */ (
      this.body.querySelector(`[data-key="${CSS.escape(key)}"]:not([data-asks])`)
    );
    (same ?? this.body).focus({ preventScroll: true });
  }

  /**
   * @param {Plan} plan
   * @param {Shown} shown
   */
  panels(plan, shown) {
    const { acts, info } = this;
    const lessOf = (/** @type {Open} */ open, /** @type {string} */ label) => {
      this.less = [open, label];
      fill(
        this.body,
        lessPanel(open, label, acts.give, () => this.render(plan, shown)),
      );
      /** @type {HTMLElement} */ (this.body.querySelector("input"))?.focus();
    };
    switch (plan.kind) {
      case "strange":
        return this.row([
          {
            key: "enter",
            label: info.kind === "practice" ? "Play as a guest" : "Sign in to play",
            primary: true,
            act: acts.enter,
          },
        ]);
      case "staff":
        return acts.staff?.panel(shown);
      case "seat":
        return seatingPanel(info, shown.table, acts.sit, this.#entered());
      case "bet":
        return [
          bettingPanel(info, shown, acts.wagers),
          this.row([
            ...dealActions(shown, acts.wagers, acts.more),
            ...plainActions(rest(plan.legal, []), acts.give),
          ]),
        ];
      case "offers":
        return this.row([...offerActions(shown, acts.give, lessOf), ...this.coaching()]);
      case "play":
        return this.row([...playActions(shown, acts.give, lessOf), ...this.coaching()]);
      case "question":
        return this.row(answerActions(shown, acts.give, lessOf));
      case "over":
        return endingPanel(shown, acts.wagers, { me: info.me, more: acts.more });
      case "entry":
        return [
          entryPanel(shown, info, acts.entry, acts.whyNot),
          this.row(plainActions(rest(plan.legal, []), acts.give)),
        ];
      case "between":
        return [
          shown.table.session && roundOutcome(shown.table.session, info.me),
          this.row([
            ...nextRoundActions(shown, acts.give),
            ...plainActions(rest(plan.legal, []), acts.give),
          ]),
        ];
      case "other":
        return this.row(plainActions(rest(plan.legal, []), acts.give));
      default:
        return null;
    }
  }

  /** Return the amount that is being typed by somebody who has not sat down yet. */
  #entered() {
    const field = /** @type {HTMLInputElement | null} */ (
      this.body.querySelector("[data-key=bring]")
    );
    return field?.value ?? "";
  }

  /** @returns {Action[]} the coach, where one is wanted */
  coaching() {
    const { coach } = this.acts;
    if (coach.mode !== "asked" || !coach.spots.length || this.last?.table.session) return [];
    return [
      { key: "coach", label: "Coach", shortcut: "k", act: () => void coach.advise(this.body) },
    ];
  }

  /** Render again, though the state is the same. */
  again() {
    this.signature = "";
    if (this.last) this.show(this.last, { moving: false });
  }

  /** @param {Action[]} actions */
  row(actions) {
    return h(
      "div",
      { class: "acts" },
      actions.map((action) => actionButton(action, this.acts.whyNot)),
    );
  }
}

/**
 * @typedef {{readonly mode: "off" | "asked" | "mistakes", readonly spots: readonly object[],
 *   look: (shown: import("../types.js").Shown) => void, advise: (dock: HTMLElement) => Promise<void>,
 *   chose: (name: string, fields?: Record<string, unknown>) => Promise<void>}} Coaching
 */

/** @type {Coaching} */
export const NO_COACH = Object.freeze({
  mode: "off",
  spots: Object.freeze([]),
  look: () => {},
  advise: async () => {},
  chose: async () => {},
});
