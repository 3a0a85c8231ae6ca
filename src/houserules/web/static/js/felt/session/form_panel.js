/** The form of an undisclosed wager: an original wager and its amount, sealed when it is handed in. */

import { h } from "../../kit/dom.js";
import { clampToRange, money } from "../../kit/money.js";
import { actionButton, amountField } from "../dock/controls.js";

/**
 * @param {import("../dock/controls.js").Range} range
 * @param {import("./entry_panel.js").SessionEntry} entry
 * @param {import("../types.js").TournamentFacts | null} facts
 */
export function formPanel(range, entry, facts) {
  const handIn = async () => {
    const amount = field.value();
    if (amount === null) return;
    entry.writesForm = !(await entry.give("hand-in-form", { kind: "original", amount }));
    entry.sealed = 0;
    entry.changed();
  };
  const field = amountField({
    label: "Original wager",
    key: "sealed",
    range,
    value: clampToRange(entry.sealed || range.least, range),
    entered: () => void handIn(),
    changed: (amount) => (entry.sealed = amount),
  });
  const actions = [
    { key: "hand-in", label: "Hand it in sealed", primary: true, act: () => void handIn() },
    { key: "form-back", label: "Back", act: () => entry.writeForm(false) },
  ];
  return h(
    "div",
    { class: "acts session-entry", role: "group", "aria-label": "Undisclosed wager" },
    h(
      "p",
      { class: "entry-done" },
      "Only you and the supervisors see it until the round has ended. ",
      `It wins or loses with ${facts?.form_follows}. `,
      h("span", { class: "clause" }, facts?.clauses.undisclosed_is_written),
    ),
    field.element,
    actions.map((action) => actionButton(action, () => {})),
  );
}

/**
 * Say what this player's own form is for while it is sealed; "": there is none.
 * @param {import("../types.js").Mine} mine
 */
export function sealedText({ forms, person }) {
  const form = forms.find((each) => each.player === person);
  if (!form) return "";
  return `Sealed wager: ${form.amount === null ? "no amount" : money(form.amount)}`;
}
