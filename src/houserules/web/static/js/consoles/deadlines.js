/** Deadlines of promotions that are near or have passed. */

import { printedClause } from "../desk/clause_text.js";
import { timeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";

/**
 * @typedef {{promotion: string, name: string, what: string, clause: string, due: number,
 *   is_overdue: boolean, has_desk: boolean}} Deadline
 */

/**
 * Show them by deadline; a list that has not changed is not read out again.
 * @param {HTMLElement} list
 * @param {Deadline[]} deadlines
 */
export function showDeadlines(list, deadlines) {
  const state = JSON.stringify(deadlines);
  if (list.dataset.state === state) return;
  list.dataset.state = state;
  list.hidden = !deadlines.length;
  fill(
    list,
    deadlines.map(({ promotion, name, what, clause, due, is_overdue, has_desk }) =>
      h(
        "li",
        { class: is_overdue ? "alert overdue" : "alert" },
        h(
          "span",
          {},
          h("b", {}, name, ": "),
          what,
          h("small", {}, ` ${is_overdue ? "Overdue since" : "Due by"} ${timeText(due)} (${printedClause(clause)}).`),
        ),
        has_desk && h("a", { class: "button", href: `/promotions/${promotion}/desk` }, "Go to its desk"),
      ),
    ),
  );
}
