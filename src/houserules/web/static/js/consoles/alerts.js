/** What waits for somebody at the tables: it stays until it is acknowledged, and is listed until it is done. */

import { fill, h } from "../kit/dom.js";
import { hourNow, hourOf } from "../felt/staff/clocks.js";
import { disputeState, paymentText } from "../felt/staff/open_matters.js";
import { limitsText, withClause } from "../felt/staff/row_parts.js";

/**
 * @typedef {import("../felt/staff/types.js").Desk} Desk
 * @typedef {{part: string} | {order: string, preset: Record<string, unknown>}} Leads
 * @typedef {{key: string, table: string, title: string, text: string, label: string, leads: Leads}} Alert
 */

const SEEN = "houserules.acknowledged";

/** @returns {Set<string>} */
const acknowledged = () => new Set(JSON.parse(localStorage.getItem(SEEN) ?? "[]"));

/** @param {string} key */
function acknowledge(key) {
  localStorage.setItem(SEEN, JSON.stringify([...acknowledged(), key].slice(-500)));
}

/**
 * Find what waits at a table.
 * @param {Desk} desk
 * @returns {Alert[]}
 */
export function alertsOf(desk) {
  /** @type {[key: string, text: string, label: string, leads: Leads][]} */
  const found = [
    ...when(desk.locked, `The table is locked: ${desk.locked}`, "Look into it", {
      part: "closing",
    }),
    ...when(desk.mishap, withClause(desk.mishap?.what ?? "", desk.mishap?.clause), "Put it right", {
      part: "round",
    }),
    ...when(
      desk.players > 0 && !desk.has_dealer,
      "Players wait and nobody deals.",
      "See the table",
      { part: "closing" },
    ),
    ...when(desk.kind === "live" && desk.float_tray < 0, "The float tray is short.", "Fill it", {
      part: "float",
    }),
    ...desk.detained.map((each) =>
      one(
        `detained ${each.player}`,
        `${each.player} is detained until an officer has taken over (${each.clause}).`,
        "An officer has attended",
        { order: "record-attendance", preset: { player: each.player } },
      ),
    ),
    ...desk.owed.map(({ to, about, player, clause }) =>
      one(
        `owed ${to} ${about} ${player}`,
        `A notice is owed to ${to}: ${about}${player ? `, ${player}` : ""} (${clause}).`,
        "It was told now",
        { order: "give-notice", preset: { to, about, player } },
      ),
    ),
    ...desk.disputes.map((each) =>
      one(
        `dispute ${each.number} ${disputeState(each)}`,
        `Dispute ${each.number}, ${each.player}: “${each.about}”; ${disputeState(each)}.`,
        "Take it up",
        { part: "disputes" },
      ),
    ),
    ...desk.payments.map((each) =>
      one(
        `payment ${each.number}`,
        `Wrong payment ${each.number}, ${paymentText(each)}.`,
        "Take it up",
        { part: "payments" },
      ),
    ),
    ...(desk.sign?.announced ?? [])
      .filter((each) => each.when <= hourNow())
      .map(({ when: hour, stated }) =>
        one(
          `limits ${hour}`,
          `The announced limits ${limitsText(stated)} may come into force since ${hourOf(hour)}.`,
          "Put in force",
          { order: "change-limits", preset: { stated } },
        ),
      ),
    ...when(
      desk.closing && desk.closing.closes <= hourNow(),
      "The hour on the closing sign has come.",
      "Close the table",
      { part: "closing" },
    ),
  ];
  return found.map(([key, text, label, leads]) => ({
    key: `${desk.table} ${desk.rounds && key.startsWith("The round") ? desk.rounds : ""}${key}`,
    table: desk.table,
    title: desk.title,
    text,
    label,
    leads,
  }));
}

/**
 * @param {string} key
 * @param {string} text
 * @param {string} label
 * @param {Leads} leads
 * @returns {[string, string, string, Leads]}
 */
const one = (key, text, label, leads) => [key, text, label, leads];

/**
 * @param {unknown} so
 * @param {string} text
 * @param {string} label
 * @param {Leads} leads
 * @returns {[string, string, string, Leads][]}
 */
const when = (so, text, label, leads) => (so ? [one(text, text, label, leads)] : []);

/** The alerts in the page; those that were there before are left as they are. */
export class Alerts {
  /**
   * @param {HTMLElement} list
   * @param {{lead: (alert: Alert) => void, say: (text: string) => void}} acts
   */
  constructor(list, acts) {
    this.list = list;
    this.acts = acts;
    this.shown = "";
    /** @type {Set<string> | null} */
    this.known = null;
  }

  /** @param {Alert[]} alerts */
  show(alerts) {
    const seen = acknowledged();
    const state = JSON.stringify(alerts.map((each) => [each, seen.has(each.key)]));
    if (state === this.shown) return;
    this.shown = state;
    const fresh = alerts.filter((each) => !seen.has(each.key));
    const news = fresh.filter((each) => this.known && !this.known.has(each.key));
    if (news.length) this.acts.say(news.map((each) => `${each.title}: ${each.text}`).join(" "));
    this.known = new Set(alerts.map((each) => each.key));
    const done = alerts.filter((each) => seen.has(each.key));
    fill(
      this.list,
      alerts.length
        ? [...fresh, ...done].map((each) => this.#row(each, alerts, seen.has(each.key)))
        : h(
            "li",
            { class: "empty" },
            "Nothing waits for anybody. Disputes, notices that are owed, wrong payments and signs whose time has come appear here.",
          ),
    );
  }

  /**
   * @param {Alert} alert
   * @param {Alert[]} alerts
   * @param {boolean} seen
   */
  #row(alert, alerts, seen) {
    return h(
      "li",
      { class: seen ? "alert seen" : "alert" },
      h(
        "span",
        {},
        h("b", {}, `${alert.title}: `),
        alert.text,
        seen && h("small", {}, " Acknowledged, and still open."),
      ),
      h(
        "button",
        { type: "button", class: "button", onclick: () => this.acts.lead(alert) },
        alert.label,
      ),
      !seen &&
        h(
          "button",
          {
            type: "button",
            class: "button quiet",
            onclick: () => (acknowledge(alert.key), this.show(alerts)),
          },
          "Acknowledge",
        ),
    );
  }
}
