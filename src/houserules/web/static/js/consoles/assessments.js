/** Whom staff have to speak to in person after six hours of play. It stays until a record is made. */

import { Refusal, get, post } from "../kit/api.js";
import { timeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";

const EVERY = 15_000;

/** @typedef {import("../messages.js").AssessmentDue} Due */

/**
 * Show them in the pit, and keep them up to date.
 * @param {HTMLElement} part
 */
export function showAssessments(part) {
  const list = /** @type {HTMLElement} */ (part.querySelector("ul"));
  let shown = "";
  const look = async () => {
    const { assessments } = await get("/api/carded/assessments");
    const state = JSON.stringify(assessments);
    if (state === shown) return;
    shown = state;
    part.hidden = !assessments.length;
    fill(list, assessments.map((due) => row(due, look)));
  };
  const again = () => look().catch(() => undefined);
  void again();
  setInterval(() => document.hidden || void again(), EVERY);
}

/**
 * @param {Due} due
 * @param {() => Promise<void>} look
 */
function row({ player, tables, since }, look) {
  const said = h("p", { class: "said", role: "alert" });
  const outcome = /** @type {HTMLSelectElement} */ (
    h("select", { class: "select", "aria-label": "What you decided" }, [
      h("option", { value: "may play on" }, "May play on"),
      h("option", { value: "referred" }, "Referred to counselling"),
      h("option", { value: "stopped" }, "Stopped from playing"),
    ])
  );
  const hours = /** @type {HTMLInputElement} */ (
    h("input", { class: "input amount", type: "number", min: 1, max: 87600, ".value": "24", "aria-label": "Hours", hidden: true })
  );
  outcome.addEventListener("change", () => (hours.hidden = outcome.value !== "stopped"));
  const note = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", "aria-label": "What you found and said", placeholder: "What you found and said", maxlength: 500, required: true })
  );
  const form = h("form", { class: "person-act" }, outcome, hours, note, h("button", { class: "button" }, "Record"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const stopped = outcome.value === "stopped" ? Number(hours.value) : null;
    post(`/api/persons/${encodeURIComponent(player)}/carded/commands`, {
      do: "record-assessment",
      outcome: outcome.value,
      note: note.value,
      hours: stopped,
    }).then(look, (no) => (said.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again."));
  });
  return h(
    "li",
    { class: "alert" },
    h(
      "span",
      {},
      h("b", {}, `${player} (${tables.join(", ") || "has left the tables"}): `),
      `six hours of play without a pause since ${timeText(since)}. Speak to them in person, and say what breaks are good for (31L(2)).`,
    ),
    form,
    said,
  );
}
