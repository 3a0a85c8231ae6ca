/** What all panels of decisions share: plain buttons for the rest, and amounts below the most. */

import { h } from "../../kit/dom.js";
import { money, within } from "../../kit/money.js";
import { capital } from "../words.js";
import { amountField } from "./parts.js";

/**
 * @typedef {import("../types.js").Open} Open
 * @typedef {import("./parts.js").Action} Action
 * @typedef {import("./parts.js").Range} Range
 * @typedef {(name: string, fields?: Record<string, unknown>) => void} Give
 */

/**
 * Give plain buttons for commands that have no place of their own.
 * @param {Open[]} legal
 * @param {Give} give
 * @returns {Action[]}
 */
export function plainActions(legal, give) {
  return legal.map((open, n) => {
    const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
    const where = open.box ? `, box ${open.box}` : "";
    const label = capital(name.replaceAll("-", " ")) + where + (open.tokens ? ", in tokens" : "");
    return {
      key: `${name}-${n}`,
      label,
      note: open.amount ? money(open.amount) : undefined,
      act: () => give(name, fields),
    };
  });
}

/**
 * Give the wagers that may be made in promotional tokens, as buttons beside those in chips.
 * @param {Open[]} legal
 * @param {Give} give
 * @returns {Action[]}
 */
export function tokenActions(legal, give) {
  const inTokens = legal.filter((each) => each.tokens && /^(insure|double|split)$/.test(each.do));
  return inTokens.map((open, n) => {
    const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
    return {
      key: `${name}-tokens-${n}`,
      label: `${capital(name)} in tokens`,
      note: money(open.tokens ?? 0),
      act: () => give(name, fields),
    };
  });
}

/**
 * Ask for an amount below the most.
 * @param {Open} open
 * @param {string} label
 * @param {Give} give
 * @param {() => void} back
 */
export function lessPanel(open, label, give, back) {
  const range = /** @type {Range} */ (open);
  const confirm = () => {
    const amount = field.value();
    if (amount !== null)
      give(open.do, {
        box: open.box,
        ...(open.hand ? { hand: open.hand } : {}),
        amount: within(amount, range),
      });
  };
  const field = amountField({
    label,
    key: "less",
    range,
    value: Math.max(range.least, Math.floor(range.most / 2 / range.step) * range.step),
    entered: confirm,
  });
  return h(
    "div",
    { class: "acts" },
    field.element,
    h(
      "button",
      { type: "button", class: "button primary", "data-key": "less-confirm", onclick: confirm },
      "Confirm",
    ),
    h(
      "button",
      { type: "button", class: "button", "data-key": "less-back", onclick: back },
      "Back",
    ),
  );
}

/**
 * Whether there is an amount to choose.
 * @param {Open} open
 */
export function isRanged(open) {
  return (open.most ?? 0) > (open.least ?? 0);
}
