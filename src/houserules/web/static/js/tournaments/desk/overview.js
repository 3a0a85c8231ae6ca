/** The tournament at a glance: its phase and times, its conditions, and the notices to players. */

import { timeText } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { PHASES } from "../words.js";
import { noticeMinutes } from "./conditions_read.js";
import { cancel, moveStart, publish } from "./entry_orders.js";
import { facts } from "../../desk/rows.js";
import { orderButton, sessionsOf } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function showOverview(place, desk) {
  const { view, tournament } = desk.answer;
  const state = JSON.stringify([view.phase, view.starts, view.version, view.withdraw_until, view.pool, view.notices, sessionsOf(desk.answer).length]);
  if (place.dataset.state === state) return;
  place.dataset.state = state;
  const amends = view.phase === "entries" || view.phase === "play";
  const notDone = ["draft", "entries", "play", "placed"].includes(view.phase);
  const now = Math.floor(desk.answer.now / 1000);
  fill(
    place,
    facts([
      ["State", PHASES[view.phase]],
      ["Reason", view.reason],
      ["Run by", desk.answer.run_by === "software" ? "the software: it draws, starts, awards and pays" : ""],
      ["First session", view.starts === null ? "" : timeText(view.starts)],
      ["Withdrawal until", view.withdraw_until === null ? "" : timeText(view.withdraw_until)],
      ["Conditions", view.version ? `version ${view.version}` : "not published"],
      ["Prize pool", money(view.pool)],
    ]),
    h(
      "div",
      { class: "desk-acts" },
      view.phase === "draft" && [
        !desk.readOnly && h("a", { class: "button", href: `/tournaments/${tournament}/desk/conditions` }, "Edit the draft"),
        orderButton(desk, "Publish", publish(now), { key: "publish", style: "primary" }),
      ],
      amends && !desk.readOnly && h("a", { class: "button", href: `/tournaments/${tournament}/desk/conditions` }, "Amend"),
      amends && view.starts !== null && sessionsOf(desk.answer).length === 0 &&
        orderButton(desk, "Move the start", moveStart(view.starts, noticeMinutes(desk.answer)), { key: "move" }),
      notDone && orderButton(desk, "Cancel the tournament", cancel(), { key: "cancel", style: "danger" }),
    ),
    view.notices.length > 0 && [
      h("h3", {}, "Notices to players"),
      h(
        "ul",
        { class: "desk-notices" },
        [...view.notices].reverse().map((each) =>
          h("li", {}, h("b", {}, each.what), ` ${each.how} `, h("small", {}, timeText(each.at))),
        ),
      ),
    ],
  );
}
