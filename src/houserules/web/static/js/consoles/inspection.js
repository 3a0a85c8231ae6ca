/** Inspection: the journal verified, notices, anything that happened, the registers, and exports. */

import { need } from "../kit/dom.js";
import { explore } from "./explorer.js";
import { download, example } from "./exporting.js";
import { notices, register } from "./registers.js";
import { verify } from "./verifying.js";

need("#verify").addEventListener("click", () => void verify({ anew: true }));
need("#find").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
  void explore({ table: text("table"), person: text("person"), day: text("day") });
});
for (const button of document.querySelectorAll("[data-register]"))
  button.addEventListener("click", () => void register(/** @type {HTMLElement} */ (button)));
need("#export-kind").addEventListener("change", example);
need("#export").addEventListener("submit", (event) => {
  event.preventDefault();
  void download(/** @type {HTMLFormElement} */ (event.currentTarget));
});
example();
void notices();
void verify({ anew: false });
