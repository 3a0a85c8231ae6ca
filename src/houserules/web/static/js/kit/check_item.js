/** One check of a proof, as a list shows it. */

import { h } from "./dom.js";

/** @typedef {{passed: boolean | null, text: string}} Check null: it could not be made */

/** @param {Check} check */
export function checkItem({ passed, text }) {
  const mark = passed === null ? "?" : passed ? "✓" : "✗";
  return h(
    "li",
    { class: passed === null ? "unknown" : passed ? "passed" : "failed" },
    h("b", { "aria-hidden": "true" }, mark),
    h(
      "span",
      { class: "unseen" },
      passed === null ? "Not checked: " : passed ? "Passed: " : "Failed: ",
    ),
    text,
  );
}
