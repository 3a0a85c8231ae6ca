/** The coach's dialog: how much of it one wants, the chart beside the table, and the mistakes so far. */

import { cardElement } from "../cards/card.js";
import { titledDialog } from "../kit/dialog.js";
import { fill, h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { ChartPanel } from "./chart_panel.js";
import { Coach } from "./coach.js";
import { forgetAll, mistakes } from "./mistakes.js";

/** @typedef {import("./coach.js").Mode} Mode */

/** @type {[Mode, string, string][]} */
const MODES = [
  ["off", "Off", "No help."],
  ["asked", "When I ask", "A button shows what each decision is worth."],
  [
    "mistakes",
    "After a mistake",
    "You decide first. The coach tells you when something else was better.",
  ],
];

/**
 * Bring a coach to a practice table: its dialog behind the button, and the chart beside the cloth.
 * @param {import("../felt/types.js").Info} info
 * @param {{say: (text: string) => void, changed: () => void}} acts
 */
export function coachAtTable(info, { say, changed }) {
  const coach = new Coach(info, say);
  const record = h("section", { class: "mistakes" });
  const chart = new ChartPanel(coach.info.rulebook);
  const { dialog, title, body } = titledDialog("coach-title", "wide-dialog");
  title.textContent = "Coach";
  title.after(h("span", { class: "badge practice" }, "Practice"));
  fill(body, modes(coach, changed), chartSwitch(chart), record);
  const list = () => fill(record, recordOf(list));
  document.querySelector("#coach")?.addEventListener("click", () => {
    list();
    const box = /** @type {HTMLInputElement} */ (dialog.querySelector("[data-chart]"));
    box.checked = chart.isThere;
    dialog.showModal();
  });
  return coach;
}

/** @param {ChartPanel} chart */
function chartSwitch(chart) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      "data-chart": true,
      onchange: () => void chart.show(box.checked),
    })
  );
  const says = "The best play for every hand against every dealer upcard.";
  return h(
    "label",
    { class: "check" },
    box,
    h("span", {}, h("b", {}, "Strategy chart beside the table"), " ", h("small", {}, says)),
  );
}

/**
 * @param {import("./coach.js").Coach} coach
 * @param {() => void} changed
 */
function modes(coach, changed) {
  return h(
    "fieldset",
    { class: "modes" },
    h("legend", {}, "When the coach helps"),
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
      h("p", { class: "empty" }, "None yet. Your decisions are checked while the coach is on."),
    ];
  const cost = made.reduce((sum, each) => sum + each.cost, 0);
  return [
    head,
    h(
      "p",
      {},
      `${made.length} so far, with an average total cost of `,
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
              each.cards.map(cardElement),
              h("small", {}, "against"),
              cardElement(each.upcard),
            ),
            h("span", {}, `${each.chose}, better ${each.best}`),
            h("b", { class: "number down" }, money(-Math.round(each.cost))),
          ),
        ),
    ),
    h(
      "button",
      { type: "button", class: "button", onclick: () => (forgetAll(), cleared()) },
      "Clear the list",
    ),
  ];
}
