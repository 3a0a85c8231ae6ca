/** Inputs by their kind: a choice, some text, a time, several of a list, the limits of a sign. */

import { localInputValue, momentsAtLocal, timeText, zoneLabel } from "../../kit/casino_time.js";
import { fill, h } from "../../kit/dom.js";
import { parseAmount, typedAmount } from "../../kit/money.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {{element: HTMLElement, read: () => unknown}} Filled read throws an Error that says what is wrong
 */

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
function labelled(label, input) {
  const id = `field-${Math.random().toString(36).slice(2)}`;
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}

/**
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {Field} field
 * @param {(value: string) => unknown} [read]
 * @returns {Filled}
 */
export function choice(label, options, field, read = (value) => value) {
  const all = field.optional
    ? /** @type {[string, string][]} */ ([["", "–"], ...options])
    : options;
  const select = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { class: "select" },
      all.map(([value, text]) => h("option", { value }, text)),
    )
  );
  return {
    element: labelled(label, select),
    read: () => {
      if (select.value) return read(select.value);
      if (field.optional) return null;
      throw new Error(`${label}: there is nothing to choose.`);
    },
  };
}

/**
 * @param {string} label
 * @param {Field} field
 * @param {{value?: string, mode?: string, read: (text: string) => unknown, says: string, suggested?: string[]}} how
 * @returns {Filled}
 */
export function text(label, field, { value = "", mode = "text", read, says, suggested }) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", inputmode: mode, autocomplete: "off", ".value": value })
  );
  const element = labelled(label, input);
  const pick = (/** @type {string} */ each) =>
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onclick: () => ((input.value = each), input.focus()),
      },
      each,
    );
  if (suggested) element.append(h("div", { class: "row-acts" }, suggested.map(pick)));
  return {
    element,
    read: () => {
      const found = input.value.trim();
      if (!found && field.optional) return null;
      const meant = found ? read(found) : null;
      input.setAttribute("aria-invalid", String(meant === null));
      if (meant === null) throw new Error(`${label}: ${says}`);
      return meant;
    },
  };
}

/**
 * A day and a time of the casino's clock. Where the clock shows it twice, the field asks which is meant.
 * @param {string} label
 * @param {Field} field
 * @param {number} suggested seconds; the field begins with the next whole minute
 * @returns {Filled}
 */
export function moment(label, field, suggested) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      type: "datetime-local",
      required: !field.optional,
      ".value": localInputValue(Math.ceil(suggested / 60) * 60),
    })
  );
  const twice = /** @type {HTMLSelectElement} */ (h("select", { class: "select", hidden: true }));
  twice.setAttribute("aria-label", `${label}: the clock shows this time twice. Which one?`);
  const element = labelled(`${label} (${zoneLabel})`, input);
  element.append(twice);
  input.addEventListener("input", () => {
    const found = momentsAtLocal(input.value);
    twice.hidden = found.length < 2;
    fill(
      twice,
      found.map((each) => h("option", { value: each }, timeText(each))),
    );
  });
  return {
    element,
    read: () => {
      if (!input.value && field.optional) return null;
      const found = momentsAtLocal(input.value);
      input.setAttribute("aria-invalid", String(!found.length));
      if (!input.value) throw new Error(`${label}: enter a day and a time.`);
      if (!found.length)
        throw new Error(`${label}: the clock is put forward past this time. Choose another.`);
      return found.length > 1 ? Number(twice.value) : found[0];
    },
  };
}

/** @param {string} given */
export const whole = (given) => (/^-?\d{1,9}$/.test(given) ? Number(given) : null);

/** @param {string} given */
export const dollars = (given) =>
  /^[-−]/.test(given) ? negative(parseAmount(given.slice(1))) : parseAmount(given);

/** @param {number | null} cents */
const negative = (cents) => (cents === null ? null : -cents);

/**
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {(value: string) => unknown} read
 * @returns {Filled}
 */
export function several(label, options, read) {
  const boxes = options.map(
    ([value, name]) =>
      /** @type {const} */ ([
        /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", value })),
        name,
      ]),
  );
  const element = h(
    "fieldset",
    { class: "several" },
    h("legend", {}, label),
    boxes.length
      ? boxes.map(([box, name]) => h("label", { class: "check" }, box, name))
      : h("small", {}, "none at the table"),
  );
  return {
    element,
    read: () => boxes.filter(([box]) => box.checked).map(([box]) => read(box.value)),
  };
}

/**
 * Return two buttons, of which one is pressed; nothing is assumed: somebody has to say it.
 * @param {string} label
 * @returns {Filled}
 */
export function yesOrNo(label) {
  const name = `flag-${Math.random().toString(36).slice(2)}`;
  const boxes = ["Yes", "No"].map(
    (each) => /** @type {HTMLInputElement} */ (h("input", { type: "radio", name, value: each })),
  );
  const element = h(
    "fieldset",
    { class: "yes-no" },
    h("legend", {}, label),
    boxes.map((box) => h("label", { class: "check" }, box, box.value)),
  );
  return {
    element,
    read: () => {
      const chosen = boxes.find((box) => box.checked);
      if (!chosen) throw new Error(`${label}: say yes or no.`);
      return chosen.value === "Yes";
    },
  };
}

/**
 * @typedef {import("./types.js").Stated} Stated
 */

/**
 * The limits of a sign: as they are now, to be changed.
 * @param {string} label
 * @param {Stated} stated
 * @param {Field} field
 * @returns {Filled}
 */
export function limits(label, stated, field) {
  const money = (
    /** @type {string} */ name,
    /** @type {number | null} */ now,
    /** @type {boolean} */ optional,
  ) =>
    text(
      name,
      { ...field, optional },
      {
        value: now === null ? "" : typedAmount(now),
        mode: "decimal",
        read: dollars,
        says: "an amount in dollars is needed.",
      },
    );
  const minimum = money("Minimum", stated.minimum, false);
  const maximum = money("Maximum per box (blank: none)", stated.maximum, true);
  const unit = money("In steps of (blank: smallest chip)", stated.unit, true);
  const player = money("Maximum per player (blank: none)", stated.player_maximum, true);
  return {
    element: h(
      "fieldset",
      { class: "limits" },
      h("legend", {}, label),
      [minimum, maximum, unit, player].map((each) => each.element),
    ),
    read: () => ({
      minimum: minimum.read(),
      maximum: maximum.read(),
      unit: unit.read(),
      player_maximum: player.read(),
      side_wagers: stated.side_wagers,
    }),
  };
}
