/** What the rows of people share: days, and an act that needs a reason. */

import { h } from "../kit/dom.js";

/** @typedef {import("./person.js").Order} Order */

/** @param {number} seconds */
export const dayOf = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });

/**
 * @param {string} label
 * @param {string} where
 * @param {Order} order
 */
export function reasonForm(label, where, order) {
  const why = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      "aria-label": `${label}: why`,
      placeholder: "Why; it is kept for ever",
      maxlength: 200,
      required: true,
    })
  );
  const form = h("form", { class: "person-act" }, why, h("button", { class: "button" }, label));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void order("POST", where, { why: why.value });
  });
  return form;
}
