/** The question that the switches put: which game, with which rules changed. */

import { h } from "../kit/dom.js";
import { typed } from "../kit/money.js";

/**
 * @typedef {{name: string, now: string, clause: string, group: string,
 *   choices: {value: string, says: string}[]}} Switch
 * @typedef {{rulebook: string, wager: number, set: [string, string][]}} Question
 */

/** @type {Record<string, string>} */
const GROUPS = { option: "Options of the operator", decks: "The shoe", "what-if": "What if" };

/** @param {string} name */
const words = (name) => name.replaceAll("_", " ");

/**
 * Give the switches in their groups; each begins with the rule as it is approved.
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
function field({ name, now, clause, choices }, rulebook) {
  const id = `switch-${name}`;
  return h(
    "div",
    { class: "switch" },
    h(
      "label",
      { for: id },
      words(name),
      " ",
      h("a", { class: "clause", href: `/rules/${rulebook}#c-${clause}` }, clause),
    ),
    h(
      "select",
      { class: "select", id, name, "data-switch": true },
      h("option", { value: "" }, `${now} (approved)`),
      choices.map(({ value, says }) => h("option", { value }, says)),
    ),
  );
}

/**
 * Read the question out of the form.
 * @param {HTMLFormElement} form
 * @returns {Question}
 */
export function questionOf(form) {
  const data = new FormData(form);
  const chosen = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("[data-switch]")]);
  return {
    rulebook: String(data.get("rulebook")),
    wager: typed(String(data.get("wager"))) || 2500,
    set: chosen.filter((each) => each.value).map((each) => [each.name, each.value]),
  };
}

/**
 * Give the address that asks it.
 * @param {Question} question
 * @param {string} [what]
 * @param {Record<string, string>} [more]
 */
export function addressOf({ rulebook, wager, set }, what = "", more = {}) {
  const query = new URLSearchParams({ wager: String(wager), ...more });
  for (const [name, value] of set) query.append("set", `${name}=${value}`);
  return `/api/odds/${rulebook}${what}?${query}`;
}
