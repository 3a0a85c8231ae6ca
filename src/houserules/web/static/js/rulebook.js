/** Searching a rulebook: by words, by number, by kind; sections without a hit go away. */

import { need } from "./kit/dom.js";

const search = /** @type {HTMLInputElement} */ (need("#search"));
const kinds = /** @type {HTMLElement[]} */ ([
  ...document.querySelectorAll("[data-kind][aria-pressed]"),
]);
const clauses = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".one-clause")]).map(
  (element) => ({
    element,
    number: element.id.slice(2),
    words: (element.textContent ?? "").toLowerCase(),
    kind: element.dataset.kind ?? "",
    reading: element.hasAttribute("data-reading"),
  }),
);

function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pressed = kinds
    .filter((each) => each.getAttribute("aria-pressed") === "true")
    .map((each) => each.dataset.kind ?? "");
  const wanted = pressed.filter((kind) => kind !== "reading");
  let found = 0;
  for (const { element, number, words: text, kind, reading } of clauses) {
    const hit =
      words.every((word) => text.includes(word) || number.startsWith(word)) &&
      (!wanted.length || wanted.includes(kind)) &&
      (reading || !pressed.includes("reading"));
    element.hidden = !hit;
    found += Number(hit);
  }
  for (const chapter of document.querySelectorAll(".chapter")) {
    /** @type {HTMLElement} */ (chapter).hidden = !chapter.querySelector(
      ".one-clause:not([hidden])",
    );
  }
  need("#none").hidden = found > 0;
  need("#found").textContent =
    words.length || pressed.length
      ? `${found} of ${clauses.length} clauses`
      : `${clauses.length} clauses`;
}

search.addEventListener("input", look);
for (const kind of kinds) {
  kind.addEventListener("click", () => {
    kind.setAttribute("aria-pressed", String(kind.getAttribute("aria-pressed") !== "true"));
    look();
  });
}
look();
