/** Asking for the password once more, where the server wants it before credentials change. */

import { Refusal, ask } from "./api.js";
import { titledDialog } from "./dialog.js";
import { fill, h } from "./dom.js";

const AGAIN = /^(proof\.needed|password\.wrong|code\.wrong)$/;

/**
 * Ask, and once more with the password if that is what is missing; throws Refused.
 * @template {import("./api.js").Method} M
 * @template {string} Path
 * @param {M} method
 * @param {Path} path
 * @param {Record<string, unknown>} [fields]
 */
export async function askWithPassword(method, path, fields) {
  try {
    return await ask(method, path, fields);
  } catch (no) {
    if (!(no instanceof Refusal) || no.code !== "proof.needed") throw no;
    return prove((password) => ask(method, path, { ...fields, password }), no);
  }
}

/**
 * @template Answer
 * @param {(password: string) => Promise<Answer>} send
 * @param {Refusal} needed
 * @returns {Promise<Answer>}
 */
function prove(send, needed) {
  const { dialog, title, body } = titledDialog("proof-title");
  title.textContent = "Is this you?";
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "input",
      id: "proof-password",
      type: "password",
      autocomplete: "current-password",
      required: true,
    })
  );
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const form = h(
    "form",
    {},
    h("p", { class: "hint" }, "Enter your password to change this."),
    h("div", { class: "field" }, h("label", { for: "proof-password" }, "Password"), input, wrong),
    h("button", { class: "button primary" }, "Confirm"),
  );
  fill(body, form);
  dialog.showModal();
  input.focus();
  return new Promise((resolve, reject) => {
    dialog.addEventListener("close", () => (reject(needed), dialog.remove()));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        resolve(await send(input.value));
        dialog.close();
      } catch (no) {
        if (!(no instanceof Refusal) || !AGAIN.test(no.code)) return (reject(no), dialog.close());
        wrong.textContent = no.detail;
        wrong.hidden = false;
        input.select();
      }
    });
  });
}
