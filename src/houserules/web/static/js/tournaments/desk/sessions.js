/** Sessions: who is there, what goes on at their tables, counts, ties and results. */

import { timeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { notBoughtIn } from "./due.js";
import { giveCopy, takeAgreement } from "./entry_orders.js";
import { facts, mark, showRows } from "../../desk/rows.js";
import { differs, orderButton, sessionsOf, whyNotYet } from "./parts.js";
import { chipsOf, noticeMinutes } from "./conditions_read.js";
import * as play from "./play_orders.js";

/**
 * @typedef {import("./parts.js").Desk} Desk
 * @typedef {ReturnType<typeof sessionsOf>[number]} Session
 * @typedef {import("../../messages.js").SessionAtTable} SessionAtTable
 * @typedef {import("../../messages.js").DeskSession} DeskSession
 */

/** @type {Record<string, {label: string, tone: "" | "good" | "wait", rank: number}>} */
const STATUS = {
  over: { label: "Tie to be decided", tone: "wait", rank: 0 },
  running: { label: "Being played", tone: "good", rank: 1 },
  scheduled: { label: "To come", tone: "", rank: 2 },
  decided: { label: "Decided", tone: "", rank: 3 },
};

const COMMANDS = ["start-session", "call-play-off", "decide-places"];

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showSessions(list, desk) {
  const sessions = sessionsOf(desk.answer).sort(
    (one, other) => STATUS[one.status].rank - STATUS[other.status].rank || one.starts - other.starts || one.number - other.number,
  );
  const { desk: shown, at_tables: tables, held_up: held } = desk.answer;
  showRows(
    list,
    sessions.map((each) => {
      const about = shown.sessions.find((other) => other.number === each.number);
      const there = tables.find((other) => other.number === each.number);
      return {
        key: String(each.number),
        state: [each, about, there, held[each.number], desk.answer.view.tables, COMMANDS.map((name) => whyNotYet(desk, name, { session: each.number }))],
        build: () => card(desk, each, about, there),
      };
    }),
    "No seats are allotted yet.",
  );
}

/**
 * @param {Desk} desk
 * @param {Session} session
 * @param {DeskSession | undefined} about
 * @param {SessionAtTable | undefined} there
 */
function card(desk, session, about, there) {
  const { label, tone } = STATUS[session.status];
  const held = desk.answer.held_up[session.number];
  const name = session.play_off_of === null ? session.stage : `Play-off of session ${session.play_off_of}`;
  return h(
    "li",
    { class: "desk-card", "data-session": session.number },
    h("h3", {}, `Session ${session.number}: ${name} `, mark(label, tone)),
    h(
      "p",
      { class: "hint" },
      `${timeText(session.starts)}, table `,
      h("a", { href: `/tables/${session.table}` }, session.table),
      session.kind === "final" ? `; ${session.advance} with a prize.` : `; ${session.advance} of ${session.seats.length} advance.`,
    ),
    held && h("p", { class: "note bad" }, `Held up: ${held}`),
    body(desk, session, about, there),
    h("div", { class: "desk-acts" }, acts(desk, session, about, there)),
  );
}

/**
 * @param {Desk} desk
 * @param {Session} session
 * @param {DeskSession | undefined} about
 * @param {SessionAtTable | undefined} there
 */
function body(desk, session, about, there) {
  if (session.status === "scheduled") return waiting(desk, about);
  if (there && session.status === "running") return playing(desk, session, there);
  return [about?.tie && tieText(about.tie), results(session), there && countTable(there), there && atTable(there)];
}

/** @param {Desk} desk @param {DeskSession | undefined} about */
function waiting(desk, about) {
  const chips = chipsOf(desk.answer);
  return h(
    "ul",
    { class: "desk-seats" },
    (about?.seats ?? []).map(({ player, box, lacks }) =>
      h(
        "li",
        { "data-seat": player },
        h("span", { class: "desk-box" }, box),
        h("span", { class: "desk-name" }, player),
        lacks.length ? lacks.map((each) => mark(LACKS[each], each === "entry" ? "bad" : "wait")) : mark("Ready", "good"),
        lacks.includes("buy-in") &&
          orderButton(desk, "Take the buy-in", play.takeBuyIn(player, chips.price, chips.amount), { key: `${player} buy-in` }),
        lacks.includes("copy of the conditions") &&
          orderButton(desk, "Hand over conditions", giveCopy(player), { key: `${player} copy` }),
        lacks.includes("agreement in writing") &&
          orderButton(desk, "Agreed in writing", takeAgreement(player), { key: `${player} agreement` }),
      ),
    ),
  );
}

/** @type {Record<string, string>} */
const LACKS = {
  entry: "Has left the tournament",
  "buy-in": "No buy-in",
  "copy of the conditions": "No copy of the conditions",
  "agreement in writing": "No agreement in writing",
};

/** @param {Desk} desk @param {Session} session @param {SessionAtTable} there */
function playing(desk, session, there) {
  const { session: at } = there;
  return [
    facts([
      ["Round", at.rounds ? `${at.round} of ${at.rounds}` : at.over ? "" : at.round],
      ["Ends", at.ends ? timeText(at.ends) : ""],
      ["Limits", `${money(at.limits.minimum)} to ${money(at.limits.maximum)}`],
      ["State", at.over ? "Over: count and announce" : at.count_due ? "Waits for a count" : at.concluded ? "Last round" : ""],
    ]),
    there.locked && h("p", { class: "note bad" }, `The table is locked: ${there.locked}`),
    there.disputes.map((dispute) =>
      h(
        "div",
        { class: "note bad", "data-dispute": dispute.number },
        h("p", {}, h("b", {}, `Dispute ${dispute.number} of ${dispute.player}: `), dispute.about),
        orderButton(desk, "Decide", play.ruleOnDispute(session.table, dispute), { key: `rule ${session.number} ${dispute.number}` }),
      ),
    ),
    h(
      "ul",
      { class: "desk-seats" },
      [...at.players]
        .sort((one, other) => other.chips - one.chips || one.box - other.box)
        .map((each) =>
          h(
            "li",
            { "data-seat": each.player },
            h("span", { class: "desk-box" }, each.box),
            h("span", { class: "desk-name" }, each.player),
            h("span", { class: "number" }, money(each.chips)),
            each.state !== "in" && mark(each.state === "eliminated" ? "Eliminated" : "Disqualified", "bad"),
            each.entry === "absent" && mark("Absent", "wait"),
            each.deductions > 0 && mark(`${each.deductions} of 3 deductions`, "wait"),
          ),
        ),
    ),
    countTable(there),
  ];
}

/** What was counted against what the software expects. @param {SessionAtTable} there */
function countTable({ session, missing }) {
  if (!session.counts.length && !missing.length) return null;
  const off = session.counts.filter((each) => each.counted !== each.expected);
  return h(
    "div",
    { class: "desk-count" },
    session.counts.length > 0 &&
      h("p", {}, h("b", {}, "Count: "), off.length ? `${off.length === 1 ? "1 differs" : `${off.length} differ`} from the software's figures.` : "as the software has it."),
    off.length > 0 &&
      h(
        "ul",
        { class: "desk-seats" },
        off.map((each) =>
          h("li", {}, h("span", { class: "desk-name" }, each.player), `counted ${money(each.counted)}, expected ${money(each.expected)}`),
        ),
      ),
    missing.length > 0 &&
      h("p", { class: "note bad" }, `Missing chips: ${missing.map((each) => `${each.number} of ${money(each.denomination)}`).join(", ")}.`),
  );
}

/** @param {SessionAtTable} there */
const atTable = ({ returned }) =>
  h("p", { class: "hint" }, returned ? "All chips are recorded as returned." : "The dealer still has to collect the tournament chips.");

/** @param {Session} session */
function results(session) {
  const placed = session.seats.filter((each) => each.outcome !== null);
  if (!placed.length) return h("p", { class: "hint" }, "Waits for its table.");
  return h(
    "ol",
    { class: "desk-seats" },
    placed
      .sort((one, other) => (one.place ?? 99) - (other.place ?? 99))
      .map((each) =>
        h(
          "li",
          { "data-seat": each.player },
          h("span", { class: "desk-box" }, each.place === null ? "–" : `${each.place}.`),
          h("span", { class: "desk-name" }, each.player),
          h("span", { class: "number" }, money(each.chips ?? 0)),
          each.outcome === "disqualified" && mark("Disqualified", "bad"),
          each.outcome === "eliminated" && mark("Out of chips"),
          session.advanced.includes(each.player) && mark(session.kind === "final" ? "Prize" : "Advances", "good"),
        ),
      ),
  );
}

/** @param {import("../../messages.js").DeskTie} tie */
function tieText(tie) {
  const places = `places ${tie.first} to ${tie.last}`;
  const goes = `${tie.advance} ${tie.advance === 1 ? "place counts" : "places count"}.`;
  const chips = money(tie.chips[0]);
  return h(
    "p",
    { class: "note", "data-tie": tie.decided_by },
    tie.decided_by === "play-off"
      ? `${tie.players.join(" and ")} share ${places} with ${chips} each, and ${goes} They play off, each with the session's chips again.`
      : `${tie.players.join(" and ")} share ${places} and are out of chips; ${goes} You decide, for example by lot.`,
  );
}

/**
 * @param {Desk} desk
 * @param {Session} session
 * @param {DeskSession | undefined} about
 * @param {SessionAtTable | undefined} there
 * @returns {import("../../kit/dom.js").Child}
 */
function acts(desk, session, about, there) {
  const { view } = desk.answer;
  const { number, table } = session;
  const now = Math.floor(desk.answer.now / 1000);
  /** @param {string} label @param {import("../../desk/orders.js").Order} order @param {string} [style] */
  const button = (label, order, style = "") =>
    orderButton(desk, label, order, {
      key: `${number} ${order.do}`,
      style,
      refusal: whyNotYet(desk, order.do, { session: number }),
    });
  if (session.status === "scheduled")
    return [
      button("Start", play.startSession(number, notBoughtIn(desk, number)), "primary"),
      button("Move", play.reschedule(session, view.tables, noticeMinutes(desk.answer)), "quiet"),
    ];
  if (about?.tie)
    return about.tie.decided_by === "order"
      ? button("Put them in order", play.decidePlaces(about.tie, number), "primary")
      : button("Call the play-off", play.callPlayOff(about.tie, session, view.tables, now), "primary");
  if (!there) return null;
  if (there.announced) return button("Release the table", play.endSession(table));
  const { session: at } = there;
  const playersIn = at.players.filter((each) => each.state === "in").map((each) => each.player);
  if (at.over)
    return [
      button("Announce the result", play.announceResult(table, differs(there)), "primary"),
      button("Order a count", play.orderCount(table)),
    ];
  return [
    button("Order a count", play.orderCount(table)),
    button("Deduct for absence", play.deductForAbsence(table, playersIn)),
    button("Disqualify", play.disqualifyAtTable(table, playersIn), "danger"),
    button("End the session", play.conclude(table, playersIn), "quiet"),
  ];
}
