/** The plan for a number of entries: tables, sessions, byes and a timetable. */

import { h } from "../../kit/dom.js";
import { findingText } from "./checklist.js";

/** @typedef {import("../../messages.js").PlanAnswer} Plan */

/** @param {number} minutes */
const span = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/**
 * Players at each table, equal ones together: 2 × 7, 2 × 6.
 * @param {readonly number[]} sessions
 */
export function seatedText(sessions) {
  const sizes = [...new Set(sessions)];
  return sizes.map((size) => `${sessions.filter((each) => each === size).length} × ${size}`).join(", ");
}

/** @param {Plan} plan */
export function planView(plan) {
  if (!plan.works)
    return [
      h("p", {}, h("b", {}, `${plan.entries} entries cannot be played.`)),
      plan.findings.map((each) => findingText(each)),
    ];
  return [
    planTable(
      "Stages",
      ["Stage", "Players", "Byes", "Tables", "Seated", "Advance"],
      plan.stages.map((each) => [
        each.name,
        each.entrants,
        each.byes,
        each.tables,
        seatedText(each.sessions),
        each.kind === "final" ? `${each.advance} with a prize` : each.advance,
      ]),
    ),
    planTable(
      "Timetable, from the start",
      ["Begins", "Ends", "Stage", "Sitting", "Tables", "Players"],
      plan.timetable.map((each) => [span(each.begins), span(each.ends), each.stage, each.sitting, each.tables, each.players]),
    ),
    h("p", {}, `The tournament takes ${Math.floor(plan.minutes / 60)} h ${String(plan.minutes % 60).padStart(2, "0")} min.`),
  ];
}

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {(string | number)[][]} rows
 */
const planTable = (title, columns, rows) =>
  h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": title },
    h(
      "table",
      { class: "plan-table" },
      h("caption", {}, title),
      h("thead", {}, h("tr", {}, columns.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((each) => h("td", {}, each))))),
    ),
  );
