/** The question that the switches put: which game, with which rules changed. */

import { h } from "../kit/dom.js";
import { parseAmount } from "../kit/money.js";
import { ruleName, valueName } from "./names.js";

/**
 * @typedef {import("../messages.js").Switch} Switch
 * @typedef {{rulebook: string, wager: number, set: [string, string][]}} Question
 */

/** @type {Record<string, string>} */
const GROUPS = { option: "House options", decks: "The shoe", "what-if": "What if" };

/**
 * Return the switches in their groups; each begins with the rule as it is approved.
 * @param {Switch[]} switches
 * @param {string} rulebook
 */
export function switchFields(switches, rulebook) {
  return Object.entries(GROUPS).map(([group, title]) => {
    const fields = switches.filter((each) => each.group === group);
    return fields.length
      ? h(
          "fieldset",
          { class: "switch-group" },
          h("legend", {}, title),
          fields.map((each) => field(each, rulebook)),
        )
      : null;
  });
}

/**
 * @param {Switch} each
 * @param {string} rulebook
 */
function field(each, rulebook) {
  const { name, now, clause, choices } = each;
  const id = `switch-${name}`;
  const isYesNo = choices.length === 1 && /^(yes|no)$/.test(now);
  return h(
    "div",
    { class: isYesNo ? "switch yes-no" : "switch" },
    h("label", { for: id }, ruleName(name)),
    h(
      "a",
      {
        class: "clause",
        href: `/rules/${rulebook}#c-${clause}`,
        "aria-label": `Clause ${clause}: ${ruleName(name)}`,
      },
      clause,
    ),
    isYesNo ? yesNo(id, each) : choice(id, each),
  );
}

/**
 * @param {string} id
 * @param {Switch} each
 */
function yesNo(id, { name, now, choices }) {
  const yes = now === "yes";
  return h("input", {
    type: "checkbox",
    role: "switch",
    id,
    name,
    "data-switch": choices[0].value,
    checked: yes,
  });
}

/**
 * @param {string} id
 * @param {Switch} each
 */
function choice(id, { name, now, choices }) {
  return h(
    "select",
    { class: "select", id, name, "data-switch": true },
    h("option", { value: "" }, `${valueName(now, name)} (approved)`),
    choices.map(({ value, says }) => h("option", { value }, valueName(says, name))),
  );
}

/**
 * Return what a switch says otherwise than the approved rules; empty: nothing.
 * @param {HTMLSelectElement | HTMLInputElement} each
 */
function changed(each) {
  if (each instanceof HTMLSelectElement) return each.value;
  return each.checked === each.defaultChecked ? "" : (each.dataset.switch ?? "");
}

/**
 * Return the switches of a form.
 * @param {HTMLFormElement} form
 */
function switchesOf(form) {
  return /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([
    ...form.querySelectorAll("[data-switch]"),
  ]);
}

/**
 * Switch every rule back.
 * @param {HTMLFormElement} form
 */
export function resetSwitches(form) {
  for (const each of switchesOf(form)) {
    if (each instanceof HTMLSelectElement) each.value = "";
    else each.checked = each.defaultChecked;
  }
}

/**
 * Read the question out of the form.
 * @param {HTMLFormElement} form
 * @returns {Question}
 */
export function questionOf(form) {
  const data = new FormData(form);
  return {
    rulebook: String(data.get("rulebook")),
    wager: parseAmount(String(data.get("wager"))) || 2500,
    set: switchesOf(form).filter(changed).map((each) => [each.name, changed(each)]),
  };
}

/**
 * Return the address that asks it.
 * @template {"" | "/switches" | "/distribution" | "/chart" | "/simulated"} What
 * @param {Question} question
 * @param {What} what
 * @param {Record<string, string>} [more]
 */
export function oddsPath({ rulebook, wager, set }, what, more = {}) {
  const query = new URLSearchParams({ wager: String(wager), ...more });
  for (const [name, value] of set) query.append("set", `${name}=${value}`);
  return /** @type {const} */ (`/api/odds/${rulebook}${what}?${query}`);
}
