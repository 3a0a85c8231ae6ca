/** The strip above the cloth while a session is played: round, limits, whose turn it is, what the chips are. */

import { fill, h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { openedForms } from "./standings.js";
import {
  endingText,
  limitsText,
  nextLimitsText,
  numberOf,
  roundText,
  tournamentPath,
} from "./summary.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("../types.js").Info} Info
 */

/**
 * Say what the session waits for, for everybody.
 * @param {Session} session
 * @param {string | null} me
 */
export function waitsText(session, me) {
  const { dispute, over, announced, count_due: counts, turn, concluded } = session;
  if (dispute !== null) return `The game waits for the decision of dispute ${dispute}.`;
  if (over) return announced ? "" : counts ? "The chips are counted." : "The result comes next.";
  if (counts) return "A count is ordered: the next round waits for it.";
  if (concluded) return "The session ends with this round.";
  if (turn === null) return "";
  return turn === me ? "It is your turn to wager." : `${turn} is to wager.`;
}

/** What stands above the cloth. */
export class SessionStrip {
  /**
   * @param {HTMLElement} element
   * @param {Info} info
   * @param {() => void} openStandings
   */
  constructor(element, info, openStandings) {
    this.element = element;
    this.info = info;
    this.openStandings = openStandings;
    this.shown = "";
  }

  /** @param {Session | null} session */
  show(session) {
    this.element.hidden = session === null;
    const signature = JSON.stringify(session);
    if (session === null || signature === this.shown) return;
    this.shown = signature;
    const held = this.element.contains(document.activeElement);
    fill(this.element, this.#facts(session), openedForms(session, this.info.tournament));
    if (held) /** @type {HTMLElement} */ (this.element.querySelector("button, a")).focus();
  }

  /** @param {Session} session */
  #facts(session) {
    const { info } = this;
    const clauses = info.tournament?.clauses ?? {};
    const { limits, next_limits: next, wager_seconds: seconds } = session;
    return h(
      "ul",
      { class: "session-facts" },
      h(
        "li",
        {},
        h("a", { href: tournamentPath(session.session), class: "session-name" }, `Session ${numberOf(session.session)}`),
        " ",
        h("b", { class: "session-round" }, roundText(session)),
        session.over && ` ${endingText(session)}`,
      ),
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "button", "data-key": "standings", onclick: this.openStandings },
          "Standing",
        ),
      ),
      h(
        "li",
        { class: "session-limits" },
        "Limits ",
        h("b", { class: "number" }, limitsText(limits)),
        ` in units of ${money(limits.minimum)}`,
        next && `; ${nextLimitsText(next)}`,
      ),
      seconds !== null &&
        h("li", { class: "session-clock" }, `${seconds} s to wager `, clause(clauses.wager_clock_with_notice)),
      h(
        "li",
        { class: "session-chips" },
        session.cash_value ? "Tournament chips" : "Tournament chips: no cash value",
      ),
      h("li", { class: "session-waits" }, waitsText(session, info.me)),
    );
  }
}

/** @param {string | undefined} number */
const clause = (number) => number !== undefined && h("span", { class: "clause" }, number);
