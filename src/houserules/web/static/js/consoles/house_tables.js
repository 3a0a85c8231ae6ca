/** The tables of the house: how each is set up, and the form for a new one. */

import { limitsText } from "../felt/staff/rows.js";
import { Refusal, ask } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { money, parseAmount } from "../kit/money.js";

/**
 * @typedef {{number: number, question: string, reading: string, alternatives: {says: string, value: unknown}[]}} Reading
 * @typedef {{key: string, value: unknown, shown: string, clause: string, allowed: unknown[] | string, may_be: string, reading: Reading | null}} Option
 * @typedef {{id: string, title: string, edition: string, options: Option[]}} Game
 */

/** @param {string} key */
export const optionName = (key) => key.replaceAll("_", " ");

/** @param {unknown} value */
export const valueText = (value) => {
  const amount = typeof value === "string" ? parseAmount(value) : null;
  return value === true ? "yes" : value === false ? "no" : amount ? money(amount) : String(value);
};

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
      : h("p", { class: "hint" }, "All options as printed."),
    h(
      "p",
      { class: "row-acts" },
      h(
        "a",
        { class: "button", href: `/tables/${table.table}`, "aria-label": `Go to table: ${table.title}` },
        "Go to table",
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
    h("b", {}, `${optionName(key)}: ${valueText(value)}`),
    option && ` (printed: ${option.shown}) `,
    option &&
      h("a", { class: "clause", href: `/rules/${rulebook}#c-${option.clause}` }, option.clause),
    option?.reading &&
      h("small", {}, ` Reading ${option.reading.number}: ${option.reading.question}`),
  );
}

/**
 * @param {Option} option
 * @param {string} rulebook
 */
function field(option, rulebook) {
  const id = `option-${option.key}`;
  const choices = Array.isArray(option.allowed) ? option.allowed : null;
  const control = choices
    ? h(
        "select",
        { class: "select", id, "data-option": option.key },
        h("option", { value: "" }, `${option.shown} (printed)`),
        choices
          .filter((value) => value !== option.value)
          .map((value) => h("option", { value: JSON.stringify(value) }, valueText(value))),
      )
    : h("input", {
        class: "input",
        id,
        "data-option": option.key,
        inputmode: "decimal",
        placeholder: `${option.shown} (printed)`,
      });
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { for: id },
      optionName(option.key),
      " ",
      h("a", { class: "clause", href: `/rules/${rulebook}#c-${option.clause}` }, option.clause),
    ),
    control,
  );
}

/** @param {Option} option */
function reading(option) {
  const about = /** @type {NonNullable<Option["reading"]>} */ (option.reading);
  const ways = [
    { value: "", says: about.reading, note: "the usual reading" },
    ...about.alternatives
      .filter((each) => each.value !== null && each.value !== option.value)
      .map((each) => ({
        value: JSON.stringify(each.value),
        says: each.says,
        note: valueText(each.value),
      })),
  ];
  return h(
    "fieldset",
    { class: "cards-choice" },
    h(
      "legend",
      {},
      `${about.number}. ${about.question} `,
      h("span", { class: "clause" }, option.clause),
    ),
    ways.map(({ value, says, note }, n) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: `reading-${option.key}`,
          value,
          "data-option": option.key,
          ".checked": n === 0,
        }),
        h("span", {}, says, h("small", {}, note)),
      ),
    ),
  );
}

/**
 * Return what was chosen otherwise than printed.
 * @param {HTMLFormElement} form
 */
function chosenIn(form) {
  /** @type {Record<string, unknown>} */
  const chosen = {};
  for (const each of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    form.querySelectorAll("[data-option]")
  )) {
    const off = each instanceof HTMLInputElement && each.type === "radio" && !each.checked;
    if (off || !each.value.trim()) continue;
    const plain = each instanceof HTMLInputElement && each.type !== "radio";
    chosen[each.dataset.option ?? ""] = plain ? each.value.trim() : JSON.parse(each.value);
  }
  return chosen;
}

/** @param {HTMLFormElement} form */
function showDifferences(form) {
  const chosen = Object.entries(chosenIn(form));
  need("#differs").textContent = chosen.length
    ? `Changed from the printed rules: ${chosen.map(([key, value]) => `${optionName(key)} ${valueText(value)}`).join(", ")}.`
    : "All options as printed in the rules.";
}

/** @param {HTMLFormElement} form */
async function setUp(form) {
  const wrong = need("#set-up-wrong");
  wrong.hidden = true;
  const names = ["table", "title", "rulebook", "kind", "dealt_by"];
  const given = new FormData(form);
  const fields = Object.fromEntries(names.map((name) => [name, given.get(name)]));
  try {
    const float = fields.kind === "live" ? parseAmount(String(given.get("float"))) : 0;
    if (float === null || (fields.kind === "live" && float === 0))
      throw new Refusal({ code: "float.none", detail: "Enter the opening float in dollars." });
    await ask("POST", "/api/tables", {
      ...fields,
      float,
      pre_shuffled: given.get("pre_shuffled") || null,
      options: chosenIn(form),
    });
    location.assign(`/tables/${fields.table}`);
  } catch (no) {
    wrong.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again.";
    wrong.hidden = false;
  }
}

/** @param {Game[]} games */
export function newTable(games) {
  const form = /** @type {HTMLFormElement} */ (need("#set-up"));
  const rulebook = /** @type {HTMLSelectElement} */ (need("#table-rulebook"));
  const options = () => {
    const game = /** @type {Game} */ (games.find((each) => each.id === rulebook.value));
    fill(
      need("#options"),
      game.options.filter((each) => !each.reading).map((each) => field(each, game.id)),
    );
    const unclear = game.options.filter((each) => each.reading);
    fill(
      need("#readings"),
      unclear.length
        ? unclear.map(reading)
        : h("p", { class: "empty" }, "This rulebook has no ambiguous clauses."),
    );
    showDifferences(form);
  };
  rulebook.addEventListener("change", options);
  const cards = /** @type {HTMLElement} */ (need("#cards-brought"));
  const byHand = () => {
    cards.hidden = new FormData(form).get("dealt_by") !== "dealer with real shoe";
    if (cards.hidden)
      /** @type {HTMLSelectElement} */ (need("#table-pre-shuffled")).value = "";
  };
  const float = /** @type {HTMLElement} */ (need("#float"));
  const live = () => void (float.hidden = new FormData(form).get("kind") !== "live");
  form.addEventListener("change", live);
  live();
  form.addEventListener("change", byHand);
  byHand();
  form.addEventListener("input", () => showDifferences(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void setUp(form);
  });
  options();
}
