/** A table as the house set it up: its game, and every choice that is not as printed. */

import { h } from "../kit/dom.js";
import { limitsText } from "../felt/staff/row_parts.js";

/**
 * @typedef {{number: number, question: string, reading: string, alternatives: {says: string, value: unknown}[]}} Reading
 * @typedef {{key: string, value: unknown, shown: string, clause: string, allowed: unknown[] | string, may_be: string, reading: Reading | null}} Option
 * @typedef {{id: string, title: string, edition: string, options: Option[]}} Game
 */

/** @param {string} key */
export const optionName = (key) => key.replaceAll("_", " ");

/** @param {unknown} value */
export const written = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/**
 * @param {import("../messages.js").TableListed} table
 * @param {Game[]} games
 */
export function houseTable(table, games) {
  const game = games.find((each) => each.id === table.rulebook);
  const chosen = Object.entries(table.options);
  return h(
    "li",
    { class: `house-table game-${table.rulebook}` },
    h("h3", {}, table.title, h("small", {}, ` ${table.table}`)),
    h(
      "p",
      { class: "hint" },
      `${table.game}, ${table.edition}; ${table.kind}; ${table.dealt_by}; ${limitsText(table)}.`,
    ),
    chosen.length
      ? h(
          "ul",
          { class: "chosen" },
          chosen.map(([key, value]) => choice(key, value, table.rulebook, game)),
        )
      : h("p", { class: "hint" }, "Everything as printed."),
    h(
      "p",
      { class: "row-acts" },
      h(
        "a",
        { class: "button", href: `/tables/${table.table}`, "aria-label": `Felt: ${table.title}` },
        "Felt",
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/tables/${table.table}/sign`,
          "aria-label": `Sign: ${table.title}`,
        },
        "Sign",
      ),
    ),
  );
}

/**
 * @param {string} key
 * @param {unknown} value
 * @param {string} rulebook
 * @param {Game | undefined} game
 */
function choice(key, value, rulebook, game) {
  const option = game?.options.find((each) => each.key === key);
  return h(
    "li",
    {},
    h(
      "b",
      {},
      `${optionName(key)}: ${String(option?.allowed).startsWith("amount") ? "$" : ""}${written(value)}`,
    ),
    option && ` (printed: ${option.shown}) `,
    option &&
      h("a", { class: "clause", href: `/rules/${rulebook}#c-${option.clause}` }, option.clause),
    option?.reading &&
      h("small", {}, ` Reading ${option.reading.number}: ${option.reading.question}`),
  );
}
