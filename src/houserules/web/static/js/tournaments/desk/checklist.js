/** Every item of the conditions, ticked or missing, clause by clause. */

import { fill, h } from "../../kit/dom.js";
import { ITEMS, itemOf } from "./condition_fields.js";

/** @typedef {import("../../messages.js").CheckedConditions} Checked */

/** @type {Record<string, {sign: string, tone: string}>} */
const STATES = {
  given: { sign: "✓", tone: "good" },
  missing: { sign: "○", tone: "wait" },
  wrong: { sign: "✗", tone: "bad" },
};

/** @param {string} state */
const stateMark = (state) =>
  h("span", { class: `desk-mark ${STATES[state].tone}` }, `${STATES[state].sign} ${state}`);

/**
 * @param {HTMLElement} list
 * @param {Checked} checked
 */
export function showChecklist(list, checked) {
  fill(
    list,
    checked.items.map((each) => {
      const place = ITEMS.findIndex(({ item }) => item === each.item);
      return h(
        "li",
        { class: "check-item", "data-state": each.state, "data-item": each.item },
        h("a", { href: `#item-${place}` }, each.item),
        h("span", { class: "clause" }, each.clause),
        stateMark(each.state),
        h("p", { class: "check-given" }, each.given),
        each.findings.map((finding) => findingText(finding)),
      );
    }),
  );
  for (const each of checked.items) markItem(each.item, each.state, each.clause, each.findings);
}

/** @param {{key: string, message: string, clause: string}} finding */
export const findingText = ({ key, message, clause }) =>
  h("p", { class: "check-finding" }, h("code", {}, key), ` ${message} `, h("span", { class: "clause" }, clause));

/**
 * Say in the form what an item lacks.
 * @param {string} item
 * @param {string} state
 * @param {string} clause
 * @param {{key: string, message: string, clause: string}[]} findings
 */
function markItem(item, state, clause, findings) {
  const place = document.querySelector(`fieldset[data-item="${CSS.escape(item)}"]`);
  const sign = place?.querySelector(".condition-state");
  const said = place?.querySelector(".condition-findings");
  if (!sign || !said) return;
  fill(sign, h("span", { class: "clause" }, clause), stateMark(state));
  const text = JSON.stringify(findings);
  if (said.getAttribute("data-text") === text) return;
  said.setAttribute("data-text", text);
  fill(said, findings.map(findingText));
}

/**
 * Say in the form where something cannot be read.
 * @param {string} key
 * @param {string} message
 */
export function markMalformed(key, message) {
  const item = itemOf(key);
  if (item) markItem(item, "wrong", "", [{ key, message, clause: "" }]);
}

/** A line that sums the check up. @param {Checked} checked */
export function checkedText({ complete, items }) {
  if (complete) return "Complete: the conditions can be published.";
  const open = items.filter((each) => each.state !== "given");
  return `${items.length - open.length} of ${items.length} items are given. Not yet: ${open.map((each) => each.item).join(", ")}.`;
}
