/** What waits for somebody at the tables: it stays until it is acknowledged, and is listed until it is done. */

import { timeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";

/**
 * @typedef {import("../felt/staff/types.js").Desk} Desk
 * @typedef {import("../felt/staff/types.js").Alert & {table: string, title: string}} Alert
 * @typedef {{part: string, order?: string}} Leads where it is looked after; the order that answers it
 */

/** @type {Record<string, [label: string, leads: Leads]>} */
const BY_KIND = {
  locked: ["Look into it", { part: "closing" }],
  mishap: ["Put it right", { part: "round" }],
  "no dealer": ["See the table", { part: "closing" }],
  "float tray": ["Fill it", { part: "float" }],
  detention: ["An officer has attended", { part: "players", order: "record-attendance" }],
  debt: ["Collect it", { part: "payments", order: "collect-debt" }],
  notice: ["Notice given", { part: "notices", order: "give-notice" }],
  dispute: ["Take it up", { part: "disputes" }],
  payment: ["Take it up", { part: "payments" }],
  limits: ["Apply", { part: "limits", order: "change-limits" }],
  closing: ["Close the table", { part: "closing" }],
};

/**
 * Return the alerts of all tables with where they are.
 * @param {(Desk & {alerts: import("../felt/staff/types.js").Alert[]})[]} desks
 * @returns {Alert[]}
 */
export const allAlerts = (desks) =>
  desks.flatMap(({ table, title, alerts }) => alerts.map((each) => ({ ...each, table, title })));

/** The alerts in the page; those that were there before are left as they are. */
export class Alerts {
  /**
   * @param {HTMLElement} list
   * @param {{lead: (alert: Alert, leads: Leads) => void, acknowledge: (alert: Alert) => void,
   *   say: (text: string) => void}} acts
   */
  constructor(list, acts) {
    this.list = list;
    this.acts = acts;
    this.shown = "";
    /** @type {Set<string> | null} */
    this.known = null;
  }

  /**
   * @param {Alert[]} alerts
   * @param {boolean} mine whether who looks may acknowledge them
   */
  show(alerts, mine) {
    const state = JSON.stringify(alerts);
    if (state === this.shown) return;
    this.shown = state;
    const names = alerts.map((each) => `${each.table} ${each.key}`);
    const news = alerts.filter((_, n) => this.known && !this.known.has(names[n]));
    if (news.length) this.acts.say(news.map((each) => `${each.title}: ${each.says}`).join(" "));
    this.known = new Set(names);
    const fresh = alerts.filter((each) => !each.acknowledged);
    const seen = alerts.filter((each) => each.acknowledged);
    const here = document.activeElement?.closest("[data-alert]")?.getAttribute("data-alert");
    fill(
      this.list,
      alerts.length
        ? [...fresh, ...seen].map((each) => this.#row(each, mine))
        : h(
            "li",
            { class: "empty" },
            "Nothing needs attention. Disputes, notices owed, wrong payments and signs that are due appear here.",
          ),
    );
    const again = here && this.list.querySelector(`[data-alert="${CSS.escape(here)}"] button`);
    if (again) /** @type {HTMLElement} */ (again).focus();
  }

  /**
   * @param {Alert} alert
   * @param {boolean} mine
   */
  #row(alert, mine) {
    const { table, key, title, says, since, acknowledged } = alert;
    const [label, leads] = BY_KIND[alert.kind];
    return h(
      "li",
      { class: acknowledged ? "alert seen" : "alert", "data-alert": `${table} ${key}` },
      h(
        "span",
        {},
        h("b", {}, title, h("small", {}, ` ${table}`), ": "),
        says,
        since !== null && h("small", {}, ` Since ${timeText(since)}.`),
        acknowledged &&
          h(
            "small",
            {},
            ` Acknowledged by ${acknowledged.by} at ${timeText(acknowledged.at)}, and still open.`,
          ),
      ),
      h(
        "button",
        { type: "button", class: "button", onclick: () => this.acts.lead(alert, leads) },
        label,
      ),
      !acknowledged &&
        mine &&
        h(
          "button",
          { type: "button", class: "button quiet", onclick: () => this.acts.acknowledge(alert) },
          "Acknowledge",
        ),
    );
  }
}
