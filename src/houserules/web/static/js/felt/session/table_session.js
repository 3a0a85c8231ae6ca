/** The session of a tournament on the page of a table: the strip, the standing, and what is not offered meanwhile. */

import { need } from "../../kit/dom.js";
import { Standings } from "./standings.js";
import { SessionStrip } from "./strip.js";
import { playerOf } from "./summary.js";

/**
 * @typedef {import("./summary.js").Session} Session
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../connection.js").News} News
 */

export class TableSession {
  /** @param {Info} info */
  constructor(info) {
    this.info = info;
    this.standings = new Standings(info);
    this.strip = new SessionStrip(need("#session"), info, () => this.standings.open());
    /** @type {Session | null} the last one whose result was announced here */
    this.ended = null;
  }

  /**
   * Return news in which a session that has just ended can still be read, until somebody plays on.
   * @param {News} news
   * @returns {News}
   */
  remember(news) {
    const { session, seats } = news.table;
    if (session?.announced) this.ended = session;
    else if (session || seats.length) this.ended = null;
    if (session || !this.ended || this.info.staff) return news;
    return { ...news, table: { ...news.table, session: this.ended } };
  }

  /** @param {Session | null} session */
  show(session) {
    this.strip.show(session);
    this.standings.show(session);
    document.body.classList.toggle("has-session", session !== null);
    const plays = playerOf(session, this.info.me)?.state === "in" && !session?.returned;
    need("#leave").hidden = plays; // nobody gets up from a session
    const coach = document.querySelector("#coach");
    if (coach) /** @type {HTMLElement} */ (coach).hidden = session !== null; // no advice in a session
  }
}
