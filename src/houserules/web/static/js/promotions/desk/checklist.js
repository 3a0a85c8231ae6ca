/** Everything that the terms must state, ticked or missing, with its clause. */

import { printedClause } from "../../desk/clause_text.js";
import { mark } from "../../desk/rows.js";
import { fill, h } from "../../kit/dom.js";
import { CRITERIA, DETAIL_NAMES, TERMS } from "./terms_fields.js";

/**
 * @typedef {import("../../messages.js").PromotionCheckAnswer} Checked
 * @typedef {{where: string, says: string, clause: string, is_given: boolean}} Found
 */

const EARNED = "Entries earned by play";
const PRIZES = TERMS.findIndex((each) => each.item === "Prizes");

/** Where in the form a place of the document is. @param {string} where */
export function itemOf(where) {
  if (where.startsWith("criteria.")) return EARNED;
  const key = where.startsWith("prizes") ? "Prizes" : TERMS.find((each) => each.keys.includes(where))?.item;
  return key ?? null;
}

/** @type {Record<string, string>} */
const LABELS = {
  ...Object.fromEntries(TERMS.flatMap(({ fields }) => fields.map(({ key, label }) => [key, label.replace(/, dollars$/, "")]))),
  prize_conditions: "Conditions",
  ...Object.fromEntries(CRITERIA.map(({ key, label }) => [`criteria.${key}`, label])),
};

/**
 * What a check calls a place, as the form does: "Prize 1: make".
 * @param {string} where as in prizes[0].details.make
 */
export function placeText(where) {
  const [, number, key] = /^prizes\[(\d+)\]\.?(?:details\.)?(.*)$/.exec(where) ?? [];
  if (number === undefined) return LABELS[where.replace(/^terms\./, "")] ?? where;
  const prize = `Prize ${Number(number) + 1}`;
  return key ? `${prize}: ${(DETAIL_NAMES[key] ?? key.replaceAll("_", " ")).replace(/\?$/, "").toLowerCase()}` : prize;
}

/** Items by the part of the form they belong to. @param {Checked} checked */
const grouped = (checked) =>
  TERMS.map((each, n) => ({
    ...each,
    n,
    items: checked.items.filter((item) => itemOf(item.where) === each.item),
  }));

/**
 * @param {HTMLElement} list
 * @param {Checked} checked
 */
export function showChecklist(list, checked) {
  fill(list, grouped(checked).map((each) => row(each)));
  for (const { item, items } of grouped(checked)) markItem(item, items);
  markItem(EARNED, []); // it could be read
}

/** @param {{item: string, n: number, items: Found[]}} group */
function row({ item, n, items }) {
  const open = items.filter((each) => !each.is_given);
  const clauses = [...new Set((open.length ? open : items.slice(0, 1)).map((each) => printedClause(each.clause)))];
  return h(
    "li",
    { class: "check-item", "data-item": item, "data-state": open.length ? "open" : "given" },
    h("a", { href: `#item-${n}` }, item),
    h("span", { class: "clause" }, clauses.slice(0, 3).join(", "), clauses.length > 3 && " …"),
    stateMark(open),
    n === PRIZES && open.length > 0 && h("p", { class: "check-given" }, open.map((each) => placeText(each.where)).join("; ")),
  );
}

/** @param {Found[]} open */
function stateMark(open) {
  if (!open.length) return mark("✓ given", "good");
  return open.some(isWrong) ? mark("✗ wrong", "bad") : mark(open.length > 1 ? `○ ${open.length} missing` : "○ missing", "wait");
}

/**
 * Say in the form what a part of it lacks.
 * @param {string} item
 * @param {Found[]} items
 */
function markItem(item, items) {
  const place = document.querySelector(`fieldset[data-item="${CSS.escape(item)}"]`);
  const sign = place?.querySelector(".condition-state");
  const said = place?.querySelector(".condition-findings");
  if (!sign || !said) return;
  const open = items.filter((each) => !each.is_given);
  const clause = items[0]?.clause ?? "";
  fill(sign, items.length > 0 && [h("span", { class: "clause" }, printedClause(clause.replace(/\.\d+\([ivx]+\)$/, ""))), stateMark(open)]);
  const text = JSON.stringify(items);
  if (said.getAttribute("data-text") === text) return;
  said.setAttribute("data-text", text);
  fill(said, missingText(items, open.filter((each) => !isWrong(each))), open.filter(isWrong).map(findingText));
}

/**
 * What is missing where a part has more than one thing to state; the mark says it otherwise.
 * @param {Found[]} items
 * @param {Found[]} missing
 */
const missingText = (items, missing) =>
  items.length > 1 && missing.length > 0 &&
  h(
    "p",
    { class: "check-missing" },
    "Not stated yet: ",
    missing.map((each, n) => [n > 0 && ", ", placeText(each.where), " ", h("span", { class: "clause" }, printedClause(each.clause))]),
  );

/** @param {Found} found */
const findingText = ({ where, says, clause }) =>
  h("p", { class: "check-finding" }, `${placeText(where)}: `, says, " ", h("span", { class: "clause" }, printedClause(clause)));

/** Whether a prize is wrong as such, or something cannot be read; otherwise it is only missing. @param {Found} found */
const isWrong = ({ where, clause }) => /^prizes\[\d+\]$/.test(where) || clause === "";

/**
 * Say in the form where something cannot be read.
 * @param {string} where
 * @param {string} says
 */
export function markMalformed(where, says) {
  const item = itemOf(where);
  if (item) markItem(item, [{ where, says, clause: "", is_given: false }]);
}

/** A line that sums the check up. @param {Checked} checked */
export function checkedText(checked) {
  const groups = grouped(checked);
  const open = groups.filter((each) => each.items.some((item) => !item.is_given));
  if (!open.length) return "Complete: the terms can be sent to the Authority.";
  return `${groups.length - open.length} of ${groups.length} items are given. Not yet: ${open.map((each) => each.item).join(", ")}.`;
}
