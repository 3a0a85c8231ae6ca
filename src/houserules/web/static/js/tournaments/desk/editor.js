/** Conditions of a tournament, as a form or as text, checked as you type; saved as a draft, or as an amendment. */

import { DocumentEditor, field, say, sayRefused } from "../../desk/document_editor.js";
import { suggestsId } from "../../desk/new_id.js";
import { toToml } from "../../desk/toml.js";
import { Refusal, get, post } from "../../kit/api.js";
import { fill, h, need } from "../../kit/dom.js";
import { checkedText, markMalformed, showChecklist } from "./checklist.js";
import { ConditionForm } from "./condition_form.js";
import { planView } from "./plan_view.js";

/**
 * @typedef {Record<string, any>} Document
 * @typedef {{format: string, rulebooks: {id: string, title: string, edition: string}[],
 *   examples: Record<string, Document>, tournament?: string, taken?: string[]}} Data
 */

const data = /** @type {Data} */ (JSON.parse(need("#editor-data").textContent ?? ""));
const form = new ConditionForm(need("#form"), () => editor.later());
const suggestId = suggestsId(document.querySelector("#tournament-id"), data.taken);

/** @type {Document} */
let document_ = {};
const editor = new DocumentEditor({
  ask,
  malformed,
  open: show,
  written: () => toToml(document_),
  switched: (mode) => need("#checklist").classList.toggle("with-findings", mode === "text"),
});

/** @param {string | null} text */
async function ask(text) {
  const checked = await post("/api/tournaments/check", { conditions: text ?? document_ });
  return () => {
    if (text !== null) document_ = checked.conditions;
    showChecklist(need("#checklist"), checked);
    say(need("#checked"), checkedText(checked), checked.complete ? "note good" : "note");
    void plan();
  };
}

/** @param {string} key @param {string} detail */
function malformed(key, detail) {
  markMalformed(key, detail);
  return key ? `${key}: ${detail}` : detail;
}

async function plan() {
  const mine = editor.turn;
  const place = need("#planned");
  const numbers = { entries: Number(field("#entries").value), rounds_per_hour: Number(field("#pace").value), pause: Number(field("#pause").value) };
  try {
    const planned = await post("/api/tournaments/plan", { conditions: document_, ...numbers });
    if (mine === editor.turn) fill(place, planView(planned));
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    if (mine === editor.turn) fill(place, h("p", { class: "note bad" }, `${PLAN_FIELDS[no.where ?? ""] ?? ""}${no.detail}`));
  }
}

/** @type {Record<string, string>} */
const PLAN_FIELDS = {
  "body.entries": "Entries: ",
  "body.rounds_per_hour": "Rounds per hour: ",
  "body.pause": "Minutes between sittings: ",
};

/** @param {Document} conditions */
function open(conditions) {
  document_ = structuredClone(conditions);
  editor.open();
}

function show() {
  field("#condition-name").value = document_.name ?? "";
  field("#condition-rulebook").value = document_.rulebook ?? "";
  form.show(document_);
  suggestId(String(document_.name ?? ""));
}

field("#condition-name").addEventListener("input", () => {
  document_.name = field("#condition-name").value;
  suggestId(String(document_.name ?? ""));
  editor.later();
});
field("#condition-rulebook").addEventListener("change", () => {
  document_.rulebook = field("#condition-rulebook").value;
  editor.later();
});
for (const id of ["#entries", "#pace", "#pause"]) field(id).addEventListener("input", () => void plan());

for (const each of document.querySelectorAll("[data-example]"))
  each.addEventListener("click", () => {
    const name = each.getAttribute("data-example") ?? "";
    open(data.examples[name] ?? { format: data.format, rulebook: data.rulebooks[0].id, name: "New tournament" });
  });

// Saving.

need("#save").addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  const { tournament } = data;
  try {
    await editor.checkToSave();
    if (tournament === undefined)
      await post("/api/tournaments", { tournament: values.tournament, kind: values.kind, run_by: values.run_by, conditions: document_ });
    else {
      const order = need("#save").dataset.order ?? "";
      const notice = order === "amend-tournament" ? { notice: values.notice } : {};
      await post(`/api/tournaments/${tournament}/commands`, { do: order, conditions: document_, ...notice });
    }
    location.assign(`/tournaments/${tournament ?? values.tournament}/desk`);
  } catch (no) {
    sayRefused(no);
  }
});

if (data.tournament === undefined) open(Object.values(data.examples)[0]);
else
  get(`/api/tournaments/${/** @type {string} */ (data.tournament)}`).then(
    ({ view }) => open(view.conditions),
    sayRefused,
  );
