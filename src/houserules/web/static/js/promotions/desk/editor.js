/** Terms and prizes of a promotion, as a form or as text, checked as you type; saved as a draft, or as an approved amendment. */

import { DocumentEditor, field, say, sayRefused } from "../../desk/document_editor.js";
import { suggestsId } from "../../desk/new_id.js";
import { toToml } from "../../desk/toml.js";
import { post } from "../../kit/api.js";
import { localInputValue, momentsAtLocal, zonedText } from "../../kit/casino_time.js";
import { need } from "../../kit/dom.js";
import { checkedText, markMalformed, placeText, showChecklist } from "./checklist.js";
import { TermsForm, sentDraft } from "./terms_form.js";

/** @typedef {import("./terms_form.js").Draft} Draft */

const A_DAY = 24 * 3600;
const data = /** @type {import("./terms_form.js").Data} */ (JSON.parse(need("#editor-data").textContent ?? ""));
const form = new TermsForm(need("#form"), data, () => editor.later());
const suggestId = suggestsId(document.querySelector("#promotion-id"), data.taken);

/** @type {Draft} */
let draft = data.draft ?? emptyDraft();
const editor = new DocumentEditor({ ask, malformed, open, written: () => toToml(draft.document) });

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

/** @param {string | null} text */
async function ask(text) {
  const { criteria } = sentDraft(draft);
  const checked = await post("/api/promotions/check", { document: text ?? draft.document, criteria });
  return () => {
    if (text !== null) draft.document = checked.document;
    showChecklist(need("#checklist"), checked);
    const isComplete = checked.items.every((each) => each.is_given);
    say(need("#checked"), checkedText(checked), isComplete ? "note good" : "note");
  };
}

/** @param {string} where @param {string} detail */
function malformed(where, detail) {
  markMalformed(where, detail);
  return where ? `${placeText(where)}: ${detail}` : detail;
}

function open() {
  const { name = "", rulebook = "", starts = "" } = draft.document;
  field("#promotion-name").value = name;
  field("#promotion-rulebook").value = rulebook;
  const moment = Date.parse(starts) / 1000;
  field("#promotion-starts").value = Number.isNaN(moment) ? "" : localInputValue(moment);
  form.show(draft);
  suggestId(name);
}

field("#promotion-name").addEventListener("input", () => {
  draft.document.name = field("#promotion-name").value;
  suggestId(draft.document.name);
  editor.later();
});
field("#promotion-rulebook").addEventListener("change", () => {
  draft.document.rulebook = field("#promotion-rulebook").value;
  form.show(draft);
  editor.later();
});
field("#promotion-starts").addEventListener("input", () => {
  const [moment] = momentsAtLocal(field("#promotion-starts").value);
  draft.document.starts = moment === undefined ? "" : zonedText(moment);
  editor.later();
});

// Saving.

need("#save").addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  const { promotion } = data;
  const order = need("#save").dataset.order ?? "";
  try {
    await editor.checkToSave();
    const sent = sentDraft(draft);
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
    sayRefused(no);
  }
});

editor.open();
