/** An act on a person that needs a reason. */

import { h } from "../kit/dom.js";

/** @typedef {import("./person.js").Order} Order */

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
      placeholder: "Reason (kept on record)",
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
