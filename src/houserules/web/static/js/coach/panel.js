/** The coach's dialog: how much of it one wants, the mistakes so far, and the chart. */

import { cardOf } from "../cards/card.js";
import { chartTables } from "../odds/chart.js";
import { patiently } from "../kit/api.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { forgetAll, mistakes } from "./mistakes.js";

/** @typedef {import("./coach.js").Mode} Mode */

/** @type {[Mode, string, string][]} */
const MODES = [
  ["off", "Off", "No help."],
  ["asked", "When I ask", "A button beside your decisions shows what each is worth."],
  [
    "mistakes",
    "After a mistake",
    "You decide first; the coach speaks up when something was better.",
  ],
];

/**
 * Give what opens the dialog.
 * @param {import("./coach.js").Coach} coach
 * @param {() => void} changed
 */
export function coachDialog(coach, changed) {
  const record = h("section", { class: "mistakes" });
  const chart = h("section", { class: "chart-place" });
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "wide-dialog", "aria-labelledby": "coach-title" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "coach-title" }, "Coach"),
        h("span", { class: "badge practice" }, "Practice"),
        h(
          "button",
          { type: "button", class: "button quiet", onclick: () => dialog.close() },
          "Close",
        ),
      ),
      h("div", { class: "dialog-body" }, modes(coach, changed), record, chart),
    )
  );
  document.body.append(dialog);
  return () => {
    fill(
      record,
      recordOf(() =>
        fill(
          record,
          recordOf(() => {}),
        ),
      ),
    );
    fill(chart, chartButton(coach.info.rulebook, chart));
    dialog.showModal();
  };
}

/**
 * @param {import("./coach.js").Coach} coach
 * @param {() => void} changed
 */
function modes(coach, changed) {
  return h(
    "fieldset",
    { class: "modes" },
    h("legend", {}, "The coach speaks"),
    MODES.map(([mode, name, says]) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "radio",
          name: "coach",
          value: mode,
          ".checked": coach.mode === mode,
          onchange: () => {
            coach.mode = mode;
            changed();
          },
        }),
        h("span", {}, h("b", {}, name), " ", h("small", {}, says)),
      ),
    ),
  );
}

/** @param {() => void} cleared */
function recordOf(cleared) {
  const made = mistakes();
  const head = h("h3", {}, "Your mistakes");
  if (!made.length)
    return [
      head,
      h("p", { class: "empty" }, "None yet. Decisions are compared while the coach is on."),
    ];
  const cost = made.reduce((sum, each) => sum + each.cost, 0);
  return [
    head,
    h(
      "p",
      {},
      `${made.length} so far; on average they have cost `,
      h("b", {}, money(Math.round(cost))),
      ".",
    ),
    h(
      "ol",
      { class: "mistake-list" },
      made
        .slice(0, 30)
        .map((each) =>
          h(
            "li",
            {},
            h(
              "span",
              { class: "mistake-cards" },
              each.cards.map(cardOf),
              h("small", {}, "against"),
              cardOf(each.upcard),
            ),
            h("span", {}, `${each.chose}, better ${each.best}`),
            h("b", { class: "number down" }, money(-Math.round(each.cost))),
          ),
        ),
    ),
    h(
      "button",
      { type: "button", class: "button", onclick: () => (forgetAll(), cleared()) },
      "Forget them",
    ),
  ];
}

/**
 * @param {string} rulebook
 * @param {HTMLElement} place
 */
function chartButton(rulebook, place) {
  const open = async () => {
    fill(
      place,
      h("p", { role: "status" }, "The chart is being computed; the first time takes some seconds…"),
    );
    try {
      fill(
        place,
        h("h3", {}, "Strategy"),
        chartTables(await patiently(`/api/odds/${rulebook}/chart`)),
      );
    } catch (no) {
      fill(place, h("p", { class: "note bad" }, /** @type {Error} */ (no).message));
    }
  };
  return h(
    "button",
    { type: "button", class: "button", onclick: () => void open() },
    "Show the strategy chart",
  );
}
