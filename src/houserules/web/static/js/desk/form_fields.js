/** Fields of a form that writes straight into a document: what was typed becomes a value, or takes it out. */

import { localInputValue, momentsAtLocal, zoneLabel, zonedText } from "../kit/casino_time.js";
import { h } from "../kit/dom.js";

/**
 * @typedef {"text" | "long" | "money" | "count" | "flag" | "choice" | "lines" | "moment" | "rows"} Kind
 * @typedef {object} FormField
 * @property {string} label
 * @property {Kind} kind
 * @property {string[]} [choices]
 * @property {Record<string, string>} [names] of choices, where they differ
 * @property {string} [hint]
 * @typedef {Record<string, any>} Document
 */

/**
 * Return what a document has under a key such as chips.amount.
 * @param {Document} document
 * @param {string} key
 */
export const valueAt = (document, key) =>
  key.split(".").reduce((/** @type {any} */ place, part) => place?.[part], document);

/**
 * Put a value under a key; undefined takes it out.
 * @param {Document} document
 * @param {string} key
 * @param {unknown} value
 */
export function putAt(document, key, value) {
  const path = key.split(".");
  const last = /** @type {string} */ (path.pop());
  let place = document;
  for (const part of path) place = place[part] ??= {};
  if (value === undefined) delete place[last];
  else place[last] = value;
}

/**
 * Read what was typed; what is no whole number where one belongs stays text, and the check says so.
 * @param {Kind} kind
 * @param {string} text
 * @returns {unknown}
 */
export function typedValue(kind, text) {
  const bare = text.trim();
  if (bare === "") return undefined;
  if (kind === "count") return /^\d{1,9}$/.test(bare) ? Number(bare) : bare;
  if (kind === "money") return bare.replace(/^\$\s*/, "");
  if (kind === "flag") return bare === "yes";
  if (kind === "moment") {
    const [moment] = momentsAtLocal(bare);
    return moment === undefined ? undefined : zonedText(moment);
  }
  if (kind === "lines") return bare.split("\n").map((each) => each.trim()).filter(Boolean);
  return text;
}

/** @param {Kind} kind @param {unknown} value */
function shownValue(kind, value) {
  if (value === undefined) return "";
  if (kind === "flag") return value === true ? "yes" : "no";
  if (kind === "moment") {
    const moment = Date.parse(String(value)) / 1000;
    return Number.isNaN(moment) ? "" : localInputValue(moment);
  }
  if (kind === "lines") return value instanceof Array ? value.join("\n") : String(value);
  return String(value);
}

/**
 * @param {FormField} field
 * @param {unknown} value
 * @param {string} id
 * @param {(value: unknown) => void} write
 */
export function fieldElement({ label, kind, hint, choices = [], names = {} }, value, id, write) {
  const text = shownValue(kind, value);
  const listener = (/** @type {Event} */ event) =>
    write(typedValue(kind, /** @type {HTMLInputElement} */ (event.target).value));
  const hintId = hint ? `${id}-hint` : null;
  const shared = { id, oninput: listener, "aria-describedby": hintId };
  const options = kind === "flag" ? ["yes", "no"] : choices;
  const isSelect = kind === "flag" || kind === "choice";
  const isLong = kind === "long" || kind === "lines";
  const control = isSelect
    ? h(
        "select",
        { class: "select", ...shared },
        ["", ...options].map((each) => h("option", { value: each, selected: each === text }, (names[each] ?? each) || "–")),
      )
    : isLong
      ? h("textarea", { class: "input", rows: 3, ...shared, ".value": text })
      : h("input", {
          class: "input",
          type: kind === "moment" ? "datetime-local" : "text",
          autocomplete: "off",
          inputmode: kind === "count" ? "numeric" : kind === "money" ? "decimal" : null,
          ...shared,
          ".value": text,
        });
  return h(
    "div",
    { class: `field ${isLong ? "is-long" : ""}` },
    h("label", { for: id }, kind === "moment" ? `${label} (${zoneLabel})` : label),
    control,
    hint && h("p", { class: "hint", id: hintId }, hint),
  );
}
