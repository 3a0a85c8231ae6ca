/** What is due next: the first thing on the desk, and one press does it. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { paymentOf } from "./conditions_read.js";
import * as entry from "./entry_orders.js";
import { showRows } from "../../desk/rows.js";
import { differs, orderButton, sessionsOf } from "./parts.js";
import * as play from "./play_orders.js";

/**
 * @typedef {import("./parts.js").Desk} Desk
 * @typedef {import("../../messages.js").DeskStep} DeskStep
 */

const MOST_OF_A_KIND = 4;

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showDue(list, desk) {
  const { due } = desk.answer.desk;
  const { phase } = desk.answer.view;
  /** @type {Record<string, number>} */
  const counts = {};
  const shown = due.filter((each) => (counts[each.command] = (counts[each.command] ?? 0) + 1) <= MOST_OF_A_KIND);
  const rows = shown.map((step) => ({
    key: [step.command, step.session, step.player, step.number].join(" "),
    state: /** @type {unknown} */ ([step, desk.answer.held_up, phase, desk.answer.view.entries, atTable(desk, step)?.session]),
    build: () => row(desk, step),
  }));
  for (const [command, count] of Object.entries(counts))
    if (count > MOST_OF_A_KIND)
      rows.push({
        key: `more ${command}`,
        state: count,
        build: () =>
          h(
            "li",
            { class: "desk-row" },
            h("span", { class: "desk-what" }, `And ${count - MOST_OF_A_KIND} more of these.`),
            h("a", { class: "button quiet", href: command === "accept-entry" ? "#entries" : "#sessions" }, "Show all"),
          ),
      });
  showRows(list, rows, NOTHING[phase] ?? "Nothing is due.");
}

/** @type {Record<string, string>} */
const NOTHING = {
  finished: "The tournament is over: all prizes are paid and the pool is empty.",
  cancelled: "The tournament is cancelled: all fees are refunded.",
};

/** @param {Desk} desk @param {DeskStep} step */
function row(desk, step) {
  const held = step.session === null ? null : desk.answer.held_up[step.session];
  const { refusal } = step;
  const there = step.command === "record-result" ? atTable(desk, step) : undefined;
  const isPlayed = there && !there.session.over;
  return h(
    "li",
    { class: `desk-row due ${refusal || held || isPlayed ? "waits" : ""}`, "data-step": step.command },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, isPlayed ? playedText(there) : step.what),
      refusal && h("p", { class: "desk-why" }, refusal.detail, " ", desk.orders.clause(refusal.clause)),
      held && h("p", { class: "desk-why" }, `Held up: ${held}`),
    ),
    h("div", { class: "desk-acts" }, buttons(desk, step)),
  );
}

/** @param {Desk} desk @param {DeskStep} step @returns {import("../../kit/dom.js").Child} */
function buttons(desk, step) {
  const { view, desk: shown } = desk.answer;
  const now = Math.floor(desk.answer.now / 1000);
  const { refusal } = step;
  const key = `due ${step.command} ${step.session ?? step.player ?? step.number ?? ""}`;
  const main = { key, style: "primary", refusal };
  const player = step.player ?? "";
  const session = sessionsOf(desk.answer).find((each) => each.number === step.session);
  const tie = shown.sessions.find((each) => each.number === step.session)?.tie;
  const stage = shown.next_stage;
  switch (step.command) {
    case "publish-tournament":
      return [
        !desk.readOnly && h("a", { class: "button quiet", href: `/tournaments/${desk.answer.tournament}/desk/conditions` }, "Edit the draft"),
        orderButton(desk, "Publish", entry.publish(now), main),
      ];
    case "accept-entry":
      return [
        orderButton(desk, "Accept", entry.accept(player), main),
        orderButton(desk, "Refuse", entry.refuse(player), { key: `${key} not`, style: "quiet" }),
      ];
    case "close-entries":
      return orderButton(desk, "Close entries", entry.closeEntries(view.entries, leftOut(desk)), main);
    case "decide-entry-dispute": {
      const dispute = view.staff?.disputes.find((each) => each.number === step.number);
      return dispute && orderButton(desk, "Decide", entry.decideDispute(dispute), main);
    }
    case "commit-seat-draw":
      return stage && [
        orderButton(desk, "Draw the seats", play.commitDraw(stage), main),
        orderButton(desk, "Allot them otherwise", play.allotSeats(stage), {
          key: `${key} not`,
          style: "quiet",
          refusal,
        }),
      ];
    case "cut-seat-draw":
      return orderButton(desk, "Cut", play.cutDraw(shown.to_cut.length), main);
    case "reveal-seat-draw":
      return orderButton(desk, "Reveal", play.revealDraw(), main);
    case "pass-stage":
      return stage && orderButton(desk, "Let everybody go on", play.passStage(stage), main);
    case "start-session":
      return session && orderButton(desk, "Start", play.startSession(session.number, notBoughtIn(desk, session.number)), main);
    case "record-result": {
      const there = atTable(desk, step);
      return session && [
        there?.session.over && orderButton(desk, "Announce the result", play.announceResult(session.table, differs(there)), main),
        h("a", { class: "button quiet", href: `/tables/${session.table}` }, "Go to table"),
      ];
    }
    case "call-play-off":
      return session && tie && orderButton(desk, "Call the play-off", play.callPlayOff(tie, session, view.tables, now), main);
    case "decide-places":
      return session && tie && orderButton(desk, "Put them in order", play.decidePlaces(tie, session.number), main);
    case "award-prizes":
      return orderButton(desk, "Award the prizes", play.awardPrizes(view.pool), main);
    case "pay-prize": {
      const prize = view.prizes.find((each) => each.place === step.number);
      return prize && orderButton(desk, prize.amount ? `Pay ${money(prize.amount)}` : "Hand over", play.payPrize(prize, paymentOf(desk.answer)), main);
    }
    case "cancel-tournament":
      return orderButton(desk, "Cancel and refund", entry.cancel(), main);
    default:
      return null;
  }
}

/** The session of a step as its table has it. @param {Desk} desk @param {DeskStep} step */
const atTable = ({ answer }, step) => answer.at_tables.find((each) => each.number === step.session);

/** @param {import("../../messages.js").SessionAtTable} there */
const playedText = ({ number, session: { round, rounds } }) =>
  `Session ${number} is being played${rounds ? `: round ${round} of ${rounds}` : ""}.`;

/** Who of a session has not bought in and would be eliminated. @param {Desk} desk @param {number} number */
export const notBoughtIn = ({ answer }, number) =>
  (answer.desk.sessions.find((each) => each.number === number)?.seats ?? [])
    .filter((each) => each.lacks.includes("buy-in"))
    .map((each) => each.player);

/** Say who is left out when entries close. @param {Desk} desk */
function leftOut({ answer }) {
  const open = (answer.view.staff?.entrants ?? []).filter((each) => ["applied", "accepted"].includes(each.status));
  const out = open.length - answer.view.entries;
  return out > 0 ? ` ${out} ${out === 1 ? "other is" : "others are"} left out, and what they paid goes back.` : "";
}
