/** An act on a person that needs a reason. */

import { h } from "../kit/dom.js";

/**
 * @param {string} label
 * @param {(why: string) => void} act
 */
export function reasonForm(label, act) {
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
    act(why.value);
  });
  return form;
}
