/** The journal verified, with its result. */

import { get, post } from "../kit/api.js";
import { fill, h, need } from "../kit/dom.js";
import { timestamp, errorNote } from "./entries.js";

const PACE = 250;

/** @typedef {import("../messages.js").InspectionAnswer} Inspection */

/** Say up to where the journal is proved, and what was lost. @param {Inspection} result */
function proof({ proved, unproved, missing, losses, records }) {
  const words = missing
    ? missing
    : proved
      ? `Proved up to record ${proved.records} of ${records}, by the checkpoint of ${timestamp(proved.time)} in ${proved.kept_in}.${unproved ? ` Nothing proves the ${unproved} after it.` : ""}`
      : "No checkpoint kept elsewhere was compared: if records are missing at the end, this cannot show it.";
  return [
    missing ? h("p", { class: "verdict failed" }, words) : h("p", {}, h("small", {}, words)),
    ...losses.map((each) =>
      h(
        "p",
        {},
        `A loss was accepted on ${timestamp(each.at * 1000)}: records ${each.left_records + 1} to ${each.records}. Reason: ${each.why}`,
      ),
    ),
  ];
}

/** @param {Inspection} result */
function verdict(result) {
  if (result.state === "failed")
    return h(
      "p",
      { class: "verdict failed" },
      "The inspection could not be completed. Try again, and check the server's log.",
    );
  const many = result.findings.length;
  return [
    h(
      "p",
      { class: result.ok ? "verdict passed" : "verdict failed" },
      result.ok
        ? "The journal is intact."
        : `${many} ${many === 1 ? "finding" : "findings"}: the journal has been altered or damaged.`,
    ),
    h(
      "p",
      { class: "hint" },
      `${result.records} records in ${result.streams} streams, ${result.accounts} accounts, ${result.tables} tables; by ${result.by}, ${timestamp(result.ended ?? 0)}.`,
    ),
    ...proof(result),
    h(
      "ul",
      { class: "checks" },
      result.findings.map((each) =>
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

/** Show how far the check in the background is, and what is locked. @param {Inspection} result */
function background({ scrub, locked }) {
  const share = scrub.total ? Math.floor((100 * scrub.done) / scrub.total) : 100;
  need("#scrub").textContent = {
    none: "The background check of old records has not started yet.",
    "under way": `${share}% of ${scrub.total} records checked since ${timestamp(scrub.began ?? 0)}.`,
    done: `All ${scrub.total} records checked, ${timestamp(scrub.ended ?? 0)}. The next check starts in a day.`,
    failed: "The check stopped because the database does not answer. It will start again automatically.",
  }[scrub.state];
  const lines = locked.map((each) => h("li", { class: "failed" }, each.says));
  fill(need("#locked"), lines);
}

/** Look at the check in the background now and then. */
export async function watchBackground() {
  try {
    background(await get("/api/inspection"));
  } catch (no) {
    fill(need("#locked"), errorNote(no));
  }
}

/** Verify, or show how the last verification ended. @param {{again: boolean}} how */
export async function verify({ again }) {
  const progress = need("#verify-progress");
  try {
    let result = again ? await post("/api/inspection") : await get("/api/inspection");
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
      "Not verified since the server started.",
    );
    fill(need("#verified"), result.state === "none" ? none : verdict(result));
  } catch (no) {
    fill(need("#verified"), errorNote(no));
  }
  progress.hidden = true;
}
