/** What players do at a real shoe, entered by the dealer for those who have no device of their own. */

import { h } from "../../kit/dom.js";
import { clampToRange, money } from "../../kit/money.js";
import { actionButton, amountField } from "../dock/controls.js";
import { WAGERS, capital, listOf } from "../words.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("../dock/controls.js").Action} Action
 * @typedef {(name: string, fields: Record<string, unknown>) => void} Give
 */

/** What is asked of the house in words, or has a place of its own. */
const ELSEWHERE = /^(cut-cards|decline-cut|ask-for-|ask-to-)/;
const WAGERING = /^(place|raise)-wager$/;
const BEFORE_CARDS = /^(place|raise|withdraw)-(side-)?wager$|^play-pass-card$/;

/**
 * Group what the dealer may enter by the player it is for, in the order in which the table lists it.
 * Wagers are entered in a session only: in the ordinary game anybody may wager on any box.
 * @param {Shown} shown
 * @returns {Map<string, Open[]>}
 */
export function entriesByPlayer({ table, mine }) {
  /** @type {Map<string, Open[]>} */
  const found = new Map();
  for (const open of mine.legal) {
    if (!open.player || ELSEWHERE.test(open.do)) continue;
    if (BEFORE_CARDS.test(open.do) && !table.session) continue;
    found.set(open.player, [...(found.get(open.player) ?? []), open]);
  }
  return found;
}

/**
 * Return the panel of what may be entered; null: nothing.
 * @param {Shown} shown
 * @param {Give} give
 */
export function enteredPanel(shown, give) {
  const entries = entriesByPlayer(shown);
  if (!entries.size) return null;
  const names = [...entries.keys()];
  return h(
    "section",
    { class: "entered", "aria-labelledby": "entered-title" },
    h("h2", { class: "label", id: "entered-title" }, `Enter for ${names.length > 2 ? "the players" : listOf(names)}`),
    [...entries].map(([player, open]) => enteredRow(player, open, give)),
  );
}

/**
 * @param {string} player
 * @param {Open[]} open
 * @param {Give} give
 */
function enteredRow(player, open, give) {
  const box = open.find((each) => each.box)?.box;
  const amounts = open.filter((each) => WAGERING.test(each.do) && !each.tokens);
  const others = open.filter((each) => !amounts.includes(each));
  return h(
    "div",
    { class: "entered-row", role: "group", "aria-label": `Enter for ${player}`, "data-player": player },
    h("p", {}, player, box ? `, box ${box}` : ""),
    amounts.map((each) => amountEntry(player, each, give)),
    h(
      "div",
      { class: "row-acts" },
      others.map((each, n) => actionButton(plainEntry(player, each, n, give), () => {})),
    ),
  );
}

/**
 * Return a field for a wager that lies on the box, and the button that enters it.
 * @param {string} player
 * @param {Open} open
 * @param {Give} give
 */
function amountEntry(player, open, give) {
  const range = /** @type {import("../dock/controls.js").Range} */ (open);
  const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
  const enter = () => {
    const amount = field.value();
    if (amount !== null) give(name, { ...fields, amount });
  };
  const field = amountField({
    label: name === "raise-wager" ? "Raise by" : "Wager",
    key: `entered-${player}-${name}`,
    range,
    value: clampToRange(range.least, range),
    entered: enter,
  });
  return h(
    "div",
    { class: "acts" },
    field.element,
    actionButton(
      { key: `enter-${player}-${name}`, label: name === "raise-wager" ? "Enter the raise" : "Enter the wager", act: enter },
      () => {},
    ),
  );
}

/**
 * @param {string} player
 * @param {Open} open
 * @param {number} n
 * @param {Give} give
 * @returns {Action}
 */
function plainEntry(player, open, n, give) {
  const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
  const what = open.kind ? (WAGERS[open.kind] ?? open.kind) : "";
  const label = `${capital(name.replaceAll("-", " ").replace(" side wager", ""))}${what && ` ${what}`}${open.hand && open.hand > 1 ? `, hand ${open.hand}` : ""}`;
  return {
    key: `enter-${player}-${name}-${n}`,
    label,
    note: open.amount ? money(open.amount) : undefined,
    act: () => give(name, fields),
  };
}
