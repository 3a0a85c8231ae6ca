/** What every desk shows: rows that stay while they don't change, facts, marks. */

import { fill, h } from "../kit/dom.js";

/**
 * Show rows, and leave those that have not changed as they are.
 * @param {HTMLElement} list
 * @param {{key: string, state: unknown, build: () => HTMLElement}[]} rows
 * @param {string} empty what stands there without rows
 */
export function showRows(list, rows, empty) {
  const known = new Map(
    [...list.children].map((each) => [each.getAttribute("data-row"), /** @type {HTMLElement} */ (each)]),
  );
  const focused = document.activeElement?.getAttribute("data-key");
  const shown = rows.map(({ key, state, build }) => {
    const text = JSON.stringify(state);
    const before = known.get(key);
    if (before?.dataset.state === text) return before;
    const row = build();
    row.dataset.row = key;
    row.dataset.state = text;
    const wasOpen = before?.querySelector("details")?.open;
    if (wasOpen) row.querySelector("details")?.setAttribute("open", "");
    return row;
  });
  const there = [...list.children];
  if (!shown.length) {
    if (there.length !== 1 || there[0].textContent !== empty)
      fill(list, h("li", { class: "empty" }, empty));
    return;
  }
  if (there.length === shown.length && there.every((each, n) => each === shown[n])) return;
  list.replaceChildren(...shown);
  const again = focused && list.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (again) /** @type {HTMLElement} */ (again).focus();
}

/**
 * Facts as pairs of a term and its value; those without a value are left out.
 * @param {[string, import("../kit/dom.js").Child][]} pairs
 */
export const facts = (pairs) =>
  h(
    "dl",
    { class: "desk-facts" },
    pairs
      .filter(([, value]) => value !== null && value !== "" && value !== false)
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, value))),
  );

/** @param {string} text @param {"" | "good" | "bad" | "wait"} [tone] */
export const mark = (text, tone = "") => h("span", { class: `desk-mark ${tone}` }, text);
