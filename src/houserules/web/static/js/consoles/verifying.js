/** The journal verified, with its result. */

import { get, post } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { hourOf, wrong } from "./entries.js";

const PACE = 250;

/** @param {any} result */
function verdict(result) {
  if (result.state === "failed")
    return h(
      "p",
      { class: "verdict failed" },
      "The inspection could not be completed; try it again, and look into the server's log.",
    );
  const many = result.findings.length;
  return [
    h(
      "p",
      { class: result.ok ? "verdict passed" : "verdict failed" },
      result.ok
        ? "The journal is whole."
        : `${many} ${many === 1 ? "finding" : "findings"}: the journal is not as it was written.`,
    ),
    h(
      "p",
      { class: "hint" },
      `${result.records} records in ${result.streams} streams, ${result.accounts} accounts, ${result.tables} tables; by ${result.by}, ${hourOf(result.ended)}.`,
    ),
    h(
      "ul",
      { class: "checks" },
      result.findings.map((/** @type {any} */ each) =>
        h(
          "li",
          { class: "failed" },
          h("b", {}, `${each.stream ?? each.kind} ${each.position ?? ""} `),
          each.detail,
        ),
      ),
    ),
  ];
}

/** Verify, or show how the last verification ended. @param {{anew: boolean}} how */
export async function verify({ anew }) {
  const progress = need("#verify-progress");
  try {
    let result = anew ? await post("/api/inspection") : await get("/api/inspection");
    while (result.state === "under way") {
      progress.hidden = false;
      progress.setAttribute("max", String(Math.max(1, result.total)));
      progress.setAttribute("value", String(result.done));
      await new Promise((resolve) => setTimeout(resolve, PACE));
      result = await get("/api/inspection");
    }
    const none = h(
      "p",
      { class: "hint" },
      "It has not been verified since the server was started.",
    );
    fill(need("#verified"), result.state === "none" ? none : verdict(result));
  } catch (no) {
    fill(need("#verified"), wrong(no));
  }
  progress.hidden = true;
}
