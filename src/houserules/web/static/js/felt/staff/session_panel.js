/** A session of a tournament for those who run it: the steps that are due, and its players. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { dueSteps } from "../session/steps.js";
import { standingTable, countsTable } from "../session/standings.js";
import { entryText, leftText, roundText, endingText } from "../session/summary.js";
import { serverSeconds } from "./clocks.js";
import { rowButtons } from "./rows.js";

/**
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Box} Box
 * @typedef {import("../session/summary.js").Session} Session
 * @typedef {import("../session/steps.js").Step} Step
 * @typedef {import("./types.js").Order} Order
 * @typedef {import("./rows.js").Context} Context
 * @typedef {{give: (name: string, fields: Record<string, unknown>) => void,
 *   order: (name: string, preset: Record<string, unknown>) => void}} Orders
 */

/**
 * Return the steps that are due at a table; none without a session.
 * @param {Info} info
 * @param {{session: Session | null, phase: string, boxes: Box[], dealt_by: string}} table
 */
export function stepsAt(info, { session, phase, boxes, dealt_by: dealtBy }) {
  const facts = info.tournament;
  if (!session || !facts) return [];
  const automatic = dealtBy === "automatic dealer";
  return dueSteps({ session, phase, boxes, facts, now: serverSeconds(), automatic });
}

/**
 * Return the steps as a list with the orders that this role may give.
 * @param {Step[]} steps
 * @param {Order[]} orders
 * @param {Orders} acts
 */
export function stepList(steps, orders, acts) {
  if (!steps.length) return null;
  return h(
    "ol",
    { class: "session-steps", "aria-label": "What to do next" },
    steps.map((step) => stepRow(step, orders, acts)),
  );
}

/**
 * @param {Step} step
 * @param {Order[]} orders
 * @param {Orders} acts
 */
function stepRow({ key, text, clause, orders: takes }, orders, acts) {
  const open = takes.filter((each) => orders.some((order) => order.do === each.do));
  return h(
    "li",
    { class: "session-step", "data-step": key },
    h("p", {}, text, clause !== undefined && [" ", h("span", { class: "clause" }, clause)]),
    takes.length > 0 &&
      (open.length
        ? h(
            "div",
            { class: "row-acts" },
            open.map((each) =>
              h(
                "button",
                {
                  type: "button",
                  class: "button",
                  "data-do": each.do,
                  "data-key": `${key}-${each.label}`,
                  onclick: () => (each.asks ? acts.order : acts.give)(each.do, each.preset ?? {}),
                },
                each.label,
              ),
            ),
          )
        : h("small", {}, "Another role does this.")),
  );
}

/**
 * Return the part of a table that is about its session.
 * @param {Context} context
 */
export function sessionSection(context) {
  const { desk, info, orders } = context;
  const { session } = desk;
  if (!session) return null;
  const acts = {
    give: context.give,
    order: (/** @type {string} */ name, /** @type {Record<string, unknown>} */ preset) => {
      const order = orders.find((each) => each.do === name);
      if (order) context.pick(order, preset);
    },
  };
  const steps = stepsAt(info, { session, phase: desk.phase, boxes: [], dealt_by: desk.dealt_by });
  return [
    h("p", { class: "big-fact" }, h("b", {}, `Session ${session.session}: ${roundText(session)}`), " ", endingText(session)),
    stepList(steps, orders, acts),
    h("ul", { class: "matters" }, session.players.map((each) => playerRow(context, session, each))),
    standingTable(session, info.tournament, null),
    session.counts.length > 0 && countsTable(session),
  ];
}

/**
 * @param {Context} context
 * @param {Session} session
 * @param {import("../session/summary.js").Player} each
 */
function playerRow(context, session, each) {
  const { info, desk } = context;
  const { player, box, state, pass_cards: cards, forms, deductions } = each;
  const sealed = desk.forms.find((form) => form.player === player);
  const isOpen = state === "in" && !session.over;
  const mayWrite = isOpen && desk.phase === "betting" && forms > 0 && !sealed;
  /** @type {[string, string][]} */
  const acts = [
    ...(mayWrite ? /** @type {[string, string][]} */ ([["record-form", "Record a sealed form"]]) : []),
    ...(isOpen ? /** @type {[string, string][]} */ ([["disqualify", "Disqualify"]]) : []),
  ].filter(([name]) => context.orders.some((order) => order.do === name));
  return h(
    "li",
    { class: "matter", "data-player": player },
    h(
      "p",
      {},
      h("b", {}, player),
      ` box ${box} · `,
      h("span", { class: "number" }, money(each.chips)),
      cards > 0 && ` · pass cards ${cards}`,
      forms > 0 && ` · undisclosed wagers ${forms}`,
      deductions > 0 && ` · absences ${deductions} of ${info.tournament?.absences}`,
      each.entry && ` · ${entryText(each)}`,
      state !== "in" && ` · ${leftText(each, info.tournament)}`,
      each.declared && ` · disqualified (${each.declared}): leaves after this round`,
    ),
    sealed &&
      h(
        "p",
        { class: "fact" },
        `The form: ${sealed.kind ?? "no type"}, ${sealed.amount === null ? "no amount" : money(sealed.amount)}.`,
      ),
    acts.length > 0 && rowButtons(context, acts, { player }),
  );
}
