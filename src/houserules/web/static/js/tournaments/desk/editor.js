/** Conditions of a tournament, as a form or as text, checked as you type; saved as a draft, or as an amendment. */

import { Refusal, get, post } from "../../kit/api.js";
import { fill, h, need } from "../../kit/dom.js";
import { suggestsId } from "../../desk/new_id.js";
import { ConditionForm } from "./condition_form.js";
import { checkedText, markMalformed, showChecklist } from "./checklist.js";
import { printedClause } from "../../desk/clause_text.js";
import { planView } from "./plan_view.js";
import { toToml } from "../../desk/toml.js";

/**
 * @typedef {Record<string, any>} Document
 * @typedef {{format: string, rulebooks: {id: string, title: string, edition: string}[],
 *   examples: Record<string, Document>, tournament?: string, taken?: string[]}} Data
 */

const PAUSE = 300;
const data = /** @type {Data} */ (JSON.parse(need("#editor-data").textContent ?? ""));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (need(id));
const text = /** @type {HTMLTextAreaElement} */ (need("#text"));
const form = new ConditionForm(need("#form"), () => later());

const suggestId = suggestsId(document.querySelector("#tournament-id"), data.taken);

/** @type {Document} */
let document_ = {};
/** @type {"form" | "text"} */
let mode = "form";
/** Whether the text, as it stands, could be read. */
let readable = true;
let turn = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

// Checking.

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(() => void check(), PAUSE);
}

async function check() {
  const mine = ++turn;
  const said = need("#checked");
  try {
    const conditions = mode === "text" ? text.value : document_;
    const checked = await post("/api/tournaments/check", { conditions });
    if (mine !== turn) return;
    readable = true;
    if (mode === "text") document_ = checked.conditions;
    showChecklist(need("#checklist"), checked);
    put(said, checkedText(checked), checked.complete ? "note good" : "note");
    void plan();
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    if (mine !== turn) return;
    readable = false;
    const key = (no.where ?? "").replace(/^body\.conditions\.?/, "");
    markMalformed(key, no.detail);
    put(said, key ? `${key}: ${no.detail}` : no.detail, "note bad");
  }
}

/** @param {HTMLElement} place @param {string} says @param {string} style */
function put(place, says, style) {
  place.className = style;
  if (place.textContent !== says) place.textContent = says;
}

async function plan() {
  const mine = turn;
  const place = need("#planned");
  const numbers = { entries: Number(field("#entries").value), rounds_per_hour: Number(field("#pace").value), pause: Number(field("#pause").value) };
  try {
    const planned = await post("/api/tournaments/plan", { conditions: document_, ...numbers });
    if (mine === turn) fill(place, planView(planned));
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    if (mine === turn) fill(place, h("p", { class: "note bad" }, `${PLAN_FIELDS[no.where ?? ""] ?? ""}${no.detail}`));
  }
}

/** @type {Record<string, string>} */
const PLAN_FIELDS = {
  "body.entries": "Entries: ",
  "body.rounds_per_hour": "Rounds per hour: ",
  "body.pause": "Minutes between sittings: ",
};

// Form and text.

/** @param {Document} conditions */
function open(conditions) {
  document_ = structuredClone(conditions);
  field("#condition-name").value = document_.name ?? "";
  field("#condition-rulebook").value = document_.rulebook ?? "";
  text.value = toToml(document_);
  form.show(document_);
  suggestId(String(document_.name ?? ""));
  void check();
}

/** @param {"form" | "text"} wanted */
async function show(wanted) {
  if (wanted === mode) return;
  if (wanted === "form") {
    clearTimeout(waiting);
    await check();
    if (!readable) return;
  }
  mode = wanted;
  if (mode === "text") text.value = toToml(document_);
  else open(document_);
  need("#as-form").hidden = mode !== "form";
  need("#as-text").hidden = mode !== "text";
  need("#checklist").classList.toggle("with-findings", mode === "text");
  for (const each of document.querySelectorAll("[data-mode]"))
    each.setAttribute("aria-pressed", String(each.getAttribute("data-mode") === mode));
}

for (const each of document.querySelectorAll("[data-mode]"))
  each.addEventListener("click", () => void show(/** @type {"form" | "text"} */ (each.getAttribute("data-mode"))));
text.addEventListener("input", later);
field("#condition-name").addEventListener("input", () => {
  document_.name = field("#condition-name").value;
  suggestId(String(document_.name ?? ""));
  later();
});
field("#condition-rulebook").addEventListener("change", () => {
  document_.rulebook = field("#condition-rulebook").value;
  later();
});
for (const id of ["#entries", "#pace", "#pause"]) field(id).addEventListener("input", () => void plan());

for (const each of document.querySelectorAll("[data-example]"))
  each.addEventListener("click", () => {
    const name = each.getAttribute("data-example") ?? "";
    open(data.examples[name] ?? { format: data.format, rulebook: data.rulebooks[0].id, name: "New tournament" });
  });

// Saving.

/** @param {unknown} no */
function refused(no) {
  if (!(no instanceof Refusal)) throw no;
  const said = need("#save-said");
  const clause = no.clause ? ` (${printedClause(no.clause)})` : "";
  put(said, `${no.detail.replace(/\.$/, "")}${clause}.`, "note bad");
  said.hidden = false;
}

need("#save").addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  await check();
  const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  const { tournament } = data;
  try {
    if (!readable) throw new Refusal({ code: "request.invalid", detail: "Correct first what cannot be read." });
    if (tournament === undefined)
      await post("/api/tournaments", { tournament: values.tournament, kind: values.kind, run_by: values.run_by, conditions: document_ });
    else {
      const order = need("#save").dataset.order ?? "";
      const notice = order === "amend-tournament" ? { notice: values.notice } : {};
      await post(`/api/tournaments/${tournament}/commands`, { do: order, conditions: document_, ...notice });
    }
    location.assign(`/tournaments/${tournament ?? values.tournament}/desk`);
  } catch (no) {
    refused(no);
  }
});

if (data.tournament === undefined) open(Object.values(data.examples)[0]);
else
  get(`/api/tournaments/${/** @type {string} */ (data.tournament)}`).then(
    ({ view }) => open(view.conditions),
    refused,
  );
