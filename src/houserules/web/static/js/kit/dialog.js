/** A dialog with a title, a way to close it, and room for the rest. */

import { h } from "./dom.js";

/**
 * Make one and put it into the page; it is not open yet.
 * @param {string} name of the title within the page
 * @param {string} [style] further classes
 */
export function titledDialog(name, style = "") {
  const title = h("h2", { id: name });
  const body = h("div", { class: "dialog-body" });
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: style, "aria-labelledby": name },
      h(
        "div",
        { class: "dialog-head" },
        title,
        h("button", { type: "button", class: "button quiet", onclick: close }, "Close"),
      ),
      body,
    )
  );
  document.body.append(dialog);
  return { dialog, title, body };
}
