/** Disputes: about entries and conditions here; those of a round at their tables. */

import { timeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { decideDispute, raiseDispute } from "./entry_orders.js";
import { mark, showRows } from "../../desk/rows.js";
import { orderButton, sessionsOf } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showDisputes(list, desk) {
  const { view, at_tables: tables } = desk.answer;
  const entryRows = [...(view.staff?.disputes ?? [])]
    .sort((one, other) => Number(one.decision !== null) - Number(other.decision !== null))
    .map((each) => ({ key: `entry ${each.number}`, state: each, build: () => entryRow(desk, each) }));
  const tableRows = tables.flatMap((at) =>
    at.disputes.map((each) => ({
      key: `table ${at.number} ${each.number}`,
      state: each,
      build: () => tableRow(desk, at.number, each),
    })),
  );
  showRows(list, [...tableRows, ...entryRows], "There are no disputes.");
}

/** @param {Desk} desk @param {import("../../messages.js").EntryDispute} dispute */
function entryRow(desk, dispute) {
  const { number, player, about, decision } = dispute;
  return h(
    "li",
    { class: "desk-row", "data-dispute": number },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, `${number}. ${player}`),
      decision === null ? mark("Open: no seats are drawn, no session starts", "bad") : mark("Decided"),
      h("p", {}, about),
      decision !== null && h("p", { class: "hint" }, `${dispute.decided_by}: ${decision}`),
      h("p", { class: "hint" }, `Raised ${timeText(dispute.raised_at)}.`),
    ),
    h(
      "div",
      { class: "desk-acts" },
      decision === null && orderButton(desk, "Decide", decideDispute(dispute), { key: `dispute ${number}` }),
    ),
  );
}

/** @param {Desk} desk @param {number} session @param {import("../../messages.js").OpenTableDispute} dispute */
function tableRow(desk, session, { player, about, state }) {
  const table = sessionsOf(desk.answer).find((each) => each.number === session)?.table;
  return h(
    "li",
    { class: "desk-row" },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, `${player}, session ${session}`),
      mark("The session waits", "bad"),
      h("p", {}, about),
      h("p", { class: "hint" }, `At the table: ${state}.`),
    ),
    h(
      "div",
      { class: "desk-acts" },
      h("a", { class: "button quiet", href: `/tables/${table}` }, "Go to table"),
      h("a", { class: "button", href: "#sessions" }, "Decide in its session"),
    ),
  );
}

/** A dispute that a player brings to the desk. @param {Desk} desk */
export function raiseButton(desk) {
  const { view } = desk.answer;
  const players = (view.staff?.entrants ?? []).map((each) => each.player);
  const open = ["entries", "play", "placed"].includes(view.phase);
  if (!players.length || !open) return null;
  return orderButton(desk, "Enter a dispute", raiseDispute(players), { key: "raise", style: "quiet" });
}
