/** What is due, by deadline, with what does it or why it must wait; and the timeline of the promotion. */

import { showRows } from "../../desk/rows.js";
import { dateTimeText, timeText } from "../../kit/casino_time.js";
import { h } from "../../kit/dom.js";
import { actButton, dueText, statusMark } from "./desk_parts.js";

/** @typedef {import("./desk_parts.js").Desk} Desk */

/** @type {Record<string, string>} */
const NOTHING = {
  finished: "The promotion is over: nothing is left to do.",
  cancelled: "The promotion is cancelled: nothing is owed to anybody.",
};

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showDue(list, desk) {
  const { steps, phase } = desk.answer.desk;
  const missing = steps.filter((each) => each.step.command === "draft-promotion");
  const others = steps.filter((each) => each.step.command !== "draft-promotion");
  const rows = others.map((each, n) => ({
    key: `${n} ${each.step.command} ${each.step.prize} ${each.step.number}`,
    state: /** @type {unknown} */ ([each, desk.answer.position]),
    build: () => stepRow(desk, each),
  }));
  if (missing.length)
    rows.unshift({ key: "draft", state: [missing, desk.answer.position], build: () => missingRow(desk, missing) });
  showRows(list, rows, NOTHING[phase] ?? "Nothing is due.");
}

/** @param {Desk} desk @param {import("../../messages.js").PromotionStep} due */
function stepRow(desk, { step, status, refusal }) {
  const act = desk.answer.desk.acts.find(
    (each) =>
      each.command === step.command &&
      (step.prize === null || each.prize === null || each.prize === step.prize) &&
      (step.number === null || each.number === null || each.number === step.number),
  );
  return h(
    "li",
    { class: `desk-row due ${act ? "" : "waits"}`, "data-step": step.command, "data-status": status },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, step.what),
      statusMark(status),
      h("p", { class: "desk-why" }, dueText(step.due), " ", desk.orders.clause(step.clause)),
      refusal && h("p", { class: "desk-why" }, refusal.detail, " ", desk.orders.clause(refusal.clause)),
    ),
    act && h("div", { class: "desk-acts" }, actButton(desk, act, { key: "due", style: "primary" })),
  );
}

/** Everything that the terms lack, in one row. @param {Desk} desk @param {import("../../messages.js").PromotionStep[]} missing */
function missingRow(desk, missing) {
  const mayDraft = desk.answer.desk.acts.some((each) => each.command === "draft-promotion");
  const clauses = [...new Set(missing.map((each) => each.step.clause))];
  return h(
    "li",
    { class: "desk-row due", "data-step": "draft-promotion" },
    h(
      "div",
      { class: "desk-what" },
      h("b", {}, `Complete the terms: ${missing.length} ${missing.length === 1 ? "item is" : "items are"} missing or wrong.`),
      h("p", { class: "desk-why" }, clauses.map((each) => [desk.orders.clause(each), " "])),
    ),
    mayDraft && h("a", { class: "button primary", href: `/promotions/${desk.answer.promotion}/desk/terms` }, "Edit the draft"),
  );
}

/**
 * @param {HTMLElement} list
 * @param {Desk} desk
 */
export function showTimeline(list, desk) {
  const rows = desk.answer.desk.dates.map((each, n) => ({
    key: `${n} ${each.what}`,
    state: each,
    build: () =>
      h(
        "li",
        { class: "timeline-row", "data-status": each.status },
        h("span", { class: "timeline-when number" }, whenText(each)),
        h("span", { class: "timeline-what" }, h("b", {}, each.what), statusMark(each.status), " ", desk.orders.clause(each.clause)),
        each.done_at !== null && each.due !== null && each.status !== "done" &&
          h("span", { class: "desk-why" }, `Done ${timeText(each.done_at)}`),
      ),
  }));
  showRows(list, rows, "No dates yet.");
}

/** @param {import("../../messages.js").PromotionDate} date */
const whenText = ({ due, done_at, status }) =>
  dateTimeText(/** @type {number} */ (status === "done" && done_at !== null ? done_at : (due ?? done_at)), { second: undefined });
