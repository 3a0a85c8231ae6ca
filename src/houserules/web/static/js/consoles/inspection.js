/** Inspection: the journal verified, notices, anything that happened, the registers, and exports. */

import { need } from "../kit/dom.js";
import { explore } from "./explorer.js";
import { download, showExample } from "./exports.js";
import { notices, register } from "./registers.js";
import { verify, watchBackground } from "./verification.js";

need("#verify").addEventListener("click", () => void verify({ again: true }));
const finder = /** @type {HTMLFormElement} */ (need("#find"));
finder.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(finder);
  const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
  void explore({ table: text("table"), person: text("person"), day: text("day") });
});
for (const button of document.querySelectorAll("[data-register]"))
  button.addEventListener("click", () => void register(/** @type {HTMLElement} */ (button)));
need("#export-kind").addEventListener("change", showExample);
need("#export").addEventListener("submit", (event) => {
  event.preventDefault();
  void download(/** @type {HTMLFormElement} */ (event.currentTarget));
});
const wanted = new URLSearchParams(location.search).get("table");
if (wanted) {
  /** @type {HTMLSelectElement} */ (need("#find-table")).value = wanted;
  finder.requestSubmit();
}
showExample();
void notices();
void verify({ again: false });
void watchBackground();
setInterval(() => document.hidden || void watchBackground(), 2000);
