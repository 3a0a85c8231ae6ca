/** The parts that all panels of the dock are made of. */

import { h } from "../../kit/dom.js";
import { money, parseAmount, clampToRange, typedAmount } from "../../kit/money.js";

/**
 * @typedef {object} Action something that can be done now, or is shown with the reason why not
 * @property {string} key also its shortcut's name
 * @property {string} label
 * @property {string} [note] an amount, or what it means
 * @property {string} [shortcut] a letter
 * @property {boolean} [primary]
 * @property {boolean} [asks] whether it asks before it acts; the keyboard does not stay on it
 * @property {(() => void) | null} act null: not allowed now
 * @property {Record<string, unknown>} [probe] the command to ask about, if it is not allowed
 */

/**
 * Return a button for an action; one that is not allowed can be focused, and says why not.
 * @param {Action} action
 * @param {(action: Action, at: HTMLElement) => void} whyNot
 */
export function actionButton(action, whyNot) {
  const open = action.act !== null;
  /** @type {HTMLElement} */
  const button = h(
    "button",
    {
      type: "button",
      class: `button act${action.primary && open ? " primary" : ""}`,
      "data-key": action.key,
      "data-asks": action.asks ?? null,
      "aria-disabled": open ? null : "true",
      "aria-keyshortcuts": open ? action.shortcut : null,
      onclick: () => (action.act ? action.act() : whyNot(action, button)),
    },
    h("span", { class: "act-label" }, action.label),
    action.note && h("span", { class: "act-note" }, action.note),
    open && action.shortcut && h("kbd", { "aria-hidden": "true" }, action.shortcut.toUpperCase()),
  );
  if (!open) {
    button.addEventListener("pointermove", (event) => moved(event) && whyNot(action, button));
    // After a click the button that comes up in its place is focused too: nobody asked it anything.
    button.addEventListener("focus", () => {
      if (button.matches(":focus-visible")) whyNot(action, button);
    });
  }
  return button;
}

/**
 * Whether somebody moved: a button that comes up under a resting pointer has nothing to say.
 * @param {PointerEvent} event
 */
function moved(event) {
  return event.movementX !== 0 || event.movementY !== 0;
}

/**
 * @typedef {{least: number, most: number, step: number}} Range
 * @typedef {{element: HTMLElement, value: () => number | null}} AmountField
 */

/**
 * Return a field for an amount, to be typed or slid.
 * @param {{label: string, key: string, range: Range, value: number, entered: () => void, changed?: (value: number) => void}} how
 * @returns {AmountField}
 */
export function amountField({ label, key, range, value, entered, changed }) {
  const text = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input amount",
      inputmode: "decimal",
      autocomplete: "off",
      "aria-label": label,
      "data-key": key,
      ".value": typedAmount(value),
    })
  );
  const slider = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "range",
      class: "slider",
      min: range.least,
      max: range.most,
      step: range.step,
      ".value": String(value),
      "aria-label": `${label}, slider`,
      "data-key": `${key}-slider`,
    })
  );
  const read = () => parseAmount(text.value);
  const tellChanged = () => {
    const amount = read();
    text.setAttribute("aria-invalid", String(amount === null || amount !== clampToRange(amount, range)));
    if (amount !== null) changed?.(amount);
  };
  text.addEventListener("input", () => {
    const amount = read();
    if (amount !== null) slider.value = String(clampToRange(amount, range));
    tellChanged();
  });
  slider.addEventListener("input", () => {
    text.value = typedAmount(Number(slider.value));
    tellChanged();
  });
  text.addEventListener("keydown", (event) => event.key === "Enter" && entered());
  const limits = h("small", {}, `${money(range.least)} to ${money(range.most)}`);
  const element = h(
    "div",
    { class: "amount-field" },
    h("span", { class: "amount-name", "aria-hidden": "true" }, label),
    text,
    range.most > range.least && slider,
    limits,
  );
  return { element, value: read };
}
