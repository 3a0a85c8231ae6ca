/** What the dock is about now: a plan is the kind of panel, and what it needs to know. */

import { sessionPlan } from "../session/plan.js";
import { openCommand, turnOf } from "../table_queries.js";
import { listOf } from "../words.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Open} Open
 * @typedef {"staff" | "strange" | "seat" | "shut" | "bet" | "offers" | "play" | "question" | "other" | "over" | "wait" |
 *   "entry" | "between" | "watching" | "finished"} Kind the last four: of a session of a tournament
 * @typedef {{kind: Kind, cut: Open | undefined, legal: Open[], text: string}} Plan
 */

const WAGERING = /^(place|raise|withdraw)-/;
const ARRANGING = /^(take-seat|be-ready|get-up)$/; // have buttons of their own
const CUTTING = /^(cut-cards|decline-cut)$/;
const ENTERING = /^(play-pass-card|hand-in-form|take-back-entry)$/;

/**
 * Say what is asked of this person now.
 * @param {Info} info
 * @param {Shown} shown
 * @returns {Plan}
 */
export function planOf(info, { table, mine }) {
  const legal = mine.legal.filter((each) => !ARRANGING.test(each.do));
  const plan = (/** @type {Kind} */ kind, text = "") => ({
    kind,
    text,
    legal,
    cut: openCommand(mine, "cut-cards"),
  });
  if (info.me === null && table.session) return plan("watching", "You are watching a session of a tournament.");
  if (info.me === null)
    return plan("strange", "You are watching. Take a seat to play; practice tables need no account.");
  if (info.staff) return plan("staff");
  if (table.locked) return plan("shut", `This table is locked: ${table.locked}`);
  if (table.payment_held)
    return plan("shut", "The dealer is waiting for chips to pay with. Play continues when they arrive.");
  const session = table.session && sessionPlan(info, table, table.session);
  if (session) return plan(session.kind, session.text);
  if (!info.plays) return plan("wait", waitText(info, table));
  if (!table.seats.some((each) => each.player === info.me))
    return plan("seat", "Choose where to sit.");
  if (table.mishap)
    return plan(legal.length ? "other" : "wait", `${table.mishap.what} (${table.mishap.clause})`);
  if (table.phase === "over") return plan("over", "");
  if (table.phase === "betting")
    return plan(
      table.ready.includes(info.me) && !openCommand(mine, "cut-cards") ? "wait" : "bet",
      waitText(info, table),
    );
  if (legal.length === 0) return plan("wait", waitText(info, table));
  if (table.phase === "offers") return plan("offers", offersText(table));
  if (table.question?.players.includes(info.me))
    return plan("question", questionText(table.question, table));
  if (turnOf(table)?.controller === info.me) return plan("play", "");
  return plan("other", "");
}

/**
 * Return what no panel has a place for: shown as plain buttons, so that nobody is ever stuck.
 * @param {Open[]} legal
 * @param {string[]} known
 */
export function rest(legal, known) {
  return legal.filter(
    (each) =>
      !known.includes(each.do) &&
      !WAGERING.test(each.do) &&
      !CUTTING.test(each.do) &&
      !ENTERING.test(each.do) &&
      !ARRANGING.test(each.do),
  );
}

/**
 * @param {Info} info
 * @param {import("../types.js").Table} table
 */
export function waitText(info, table) {
  const others = table.waited_for.filter((each) => each !== info.me);
  if (table.phase === "betting" && table.boxes.length) {
    return others.length ? `Waiting for ${listOf(others)}.` : "Waiting for the deal.";
  }
  if (table.phase === "betting") return "Waiting for the first wager.";
  if (table.phase === "over") return "The round is over.";
  if (table.phase === "dealer" || table.phase === "dealing") return "The dealer deals.";
  return others.length
    ? `${listOf(others)} ${others.length > 1 ? "decide" : "decides"}.`
    : "Waiting for the dealer.";
}

/** @param {import("../types.js").Table} table */
function offersText(table) {
  return table.dealer[0]?.[0] === "A"
    ? "The dealer shows an ace. Insurance or surrender?"
    : "Surrender, or play on?";
}

/**
 * @param {NonNullable<import("../types.js").Table["question"]>} question
 * @param {import("../types.js").Table} table
 */
function questionText(question, table) {
  const controller =
    table.boxes.find((box) => box.number === question.box)?.controller ?? "The player";
  return {
    double: `${controller} doubles box ${question.box}. Do you follow?`,
    split: `${controller} splits box ${question.box}. Do you follow?`,
    forfeit: `Box ${question.box} is doubled. Forfeit the wager and take the double back?`,
    "split-ace-again": `Another ace on box ${question.box}. Split again?`,
  }[question.question];
}
