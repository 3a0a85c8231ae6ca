/** Conduct that software cannot see, told to the person it concerns at the moment it matters. */

import { h } from "../kit/dom.js";

/**
 * Return the clauses of a moment as a list that can be folded away; null: the rulebook has none.
 * @param {import("./types.js").Info} info
 * @param {"sitting-down" | "cut" | "dealing"} moment
 * @param {string} title
 */
export function conductNotes(info, moment, title) {
  const told = info.conduct[moment] ?? [];
  if (!told.length) return null;
  const key = `houserules.conduct.${info.rulebook}.${moment}`;
  const details = /** @type {HTMLDetailsElement} */ (
    h(
      "details",
      {
        class: "conduct",
        "data-moment": moment,
        open: sessionStorage.getItem(key) !== "read",
        ontoggle: () => sessionStorage.setItem(key, details.open ? "" : "read"),
      },
      h("summary", { "data-key": `conduct-${moment}` }, title),
      h(
        "ul",
        { tabindex: 0, "aria-label": title },
        told.map(({ clause, says }) =>
          h("li", {}, says, " ", h("span", { class: "clause" }, clause)),
        ),
      ),
    )
  );
  return details;
}
