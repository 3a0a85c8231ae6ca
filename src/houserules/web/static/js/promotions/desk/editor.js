/** Terms and prizes of a promotion, as a form or as text, checked as you type; saved as a draft, or as an approved amendment. */

import { printedClause } from "../../desk/clause_text.js";
import { suggestsId } from "../../desk/new_id.js";
import { toToml } from "../../desk/toml.js";
import { Refusal, post } from "../../kit/api.js";
import { localInputValue, momentsAtLocal, zonedText } from "../../kit/casino_time.js";
import { need } from "../../kit/dom.js";
import { checkedText, markMalformed, placeText, showChecklist } from "./checklist.js";
import { TermsForm, sentDraft } from "./terms_form.js";

/** @typedef {import("./terms_form.js").Draft} Draft */

const PAUSE = 300;
const A_DAY = 24 * 3600;
const data = /** @type {import("./terms_form.js").Data} */ (JSON.parse(need("#editor-data").textContent ?? ""));
const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (need(id));
const text = /** @type {HTMLTextAreaElement} */ (need("#text"));
const form = new TermsForm(need("#form"), data, () => later());
const suggestId = suggestsId(document.querySelector("#promotion-id"), data.taken);

/** @type {Draft} */
let draft = data.draft ?? emptyDraft();
/** @type {"form" | "text"} */
let mode = "form";
/** Whether the terms, as they stand, could be read. */
let readable = true;
let turn = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @returns {Draft} */
function emptyDraft() {
  const starts = Math.ceil(Date.now() / 1000 / 3600) * 3600 + 3 * A_DAY;
  return {
    document: {
      format: data.format,
      rulebook: data.rulebooks[0].id,
      name: "New promotion",
      starts: zonedText(starts),
      terms: {},
      prizes: [{ kind: "goods" }],
    },
    outside: "public event",
    outside_event: "",
    criteria: null,
  };
}

// Checking.

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(() => void check(), PAUSE);
}

async function check() {
  const mine = ++turn;
  try {
    const { criteria } = sentDraft(draft);
    const checked = await post("/api/promotions/check", { document: mode === "text" ? text.value : draft.document, criteria });
    if (mine !== turn) return;
    readable = true;
    if (mode === "text") draft.document = checked.document;
    showChecklist(need("#checklist"), checked);
    const isComplete = checked.items.every((each) => each.is_given);
    say(need("#checked"), checkedText(checked), isComplete ? "note good" : "note");
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    if (mine !== turn) return;
    readable = false;
    const where = (no.where ?? "").replace(/^body\.document\.?/, "");
    markMalformed(where, no.detail);
    say(need("#checked"), where ? `${placeText(where)}: ${no.detail}` : no.detail, "note bad");
  }
}

/** @param {HTMLElement} place @param {string} says @param {string} style */
function say(place, says, style) {
  place.className = style;
  if (place.textContent !== says) place.textContent = says;
}

// Form and text.

function open() {
  const { name = "", rulebook = "", starts = "" } = draft.document;
  field("#promotion-name").value = name;
  field("#promotion-rulebook").value = rulebook;
  const moment = Date.parse(starts) / 1000;
  field("#promotion-starts").value = Number.isNaN(moment) ? "" : localInputValue(moment);
  text.value = toToml(draft.document);
  form.show(draft);
  suggestId(name);
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
  if (mode === "text") text.value = toToml(draft.document);
  else open();
  need("#as-form").hidden = mode !== "form";
  need("#as-text").hidden = mode !== "text";
  for (const each of document.querySelectorAll("[data-mode]"))
    each.setAttribute("aria-pressed", String(each.getAttribute("data-mode") === mode));
}

for (const each of document.querySelectorAll("[data-mode]"))
  each.addEventListener("click", () => void show(/** @type {"form" | "text"} */ (each.getAttribute("data-mode"))));
text.addEventListener("input", later);
field("#promotion-name").addEventListener("input", () => {
  draft.document.name = field("#promotion-name").value;
  suggestId(draft.document.name);
  later();
});
field("#promotion-rulebook").addEventListener("change", () => {
  draft.document.rulebook = field("#promotion-rulebook").value;
  form.show(draft);
  later();
});
field("#promotion-starts").addEventListener("input", () => {
  const [moment] = momentsAtLocal(field("#promotion-starts").value);
  draft.document.starts = moment === undefined ? "" : zonedText(moment);
  later();
});

// Saving.

/** @param {unknown} no */
function refused(no) {
  if (!(no instanceof Refusal)) throw no;
  const said = need("#save-said");
  const clause = no.clause ? ` (${printedClause(no.clause)})` : "";
  say(said, `${no.detail.replace(/\.$/, "")}${clause}.`, "note bad");
  said.hidden = false;
}

need("#save").addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  await check();
  const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  const { promotion } = data;
  const sent = sentDraft(draft);
  const order = need("#save").dataset.order ?? "";
  try {
    if (!readable) throw new Refusal({ code: "request.invalid", detail: "Correct first what cannot be read." });
    if (promotion === undefined)
      await post("/api/promotions", { promotion: values.promotion, kind: values.kind, draft: sent });
    else
      await post(
        `/api/promotions/${promotion}/commands`,
        order === "record-approval"
          ? { do: order, document: sent.document, reference: values.reference }
          : { do: order, ...sent },
      );
    location.assign(`/promotions/${promotion ?? values.promotion}/desk`);
  } catch (no) {
    refused(no);
  }
});

open();
