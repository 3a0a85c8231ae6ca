/** A player's own limits, time and record; stopping oneself from playing. On a page of its own, and at the table. */

import { Refusal, get, post } from "../kit/api.js";
import { dateTimeText } from "../kit/casino_time.js";
import { fill, h } from "../kit/dom.js";
import { money, signedMoney, typedAmount } from "../kit/money.js";
import { FIELDS, durationText, limitText, parseLimit } from "./words.js";

/** @typedef {import("../messages.js").CardedView} View */

const WHEN = /** @type {const} */ ({ second: undefined });

/**
 * Show it, and show it again after every change.
 * @param {Element} element
 * @param {(view: View) => void} [shown]
 */
export async function showCardedPlay(element, shown) {
  const said = h("p", { class: "said", role: "alert" });
  const look = async () => {
    const { carded } = await get("/api/me/carded");
    fill(element, ...sections(carded, give), said);
    shown?.(carded);
  };
  /** @param {Record<string, unknown>} command */
  const give = async (command) => {
    said.textContent = "";
    try {
      await post("/api/me/carded/commands", command);
      await look();
    } catch (no) {
      said.textContent = no instanceof Refusal ? no.detail : "That did not work. Try again.";
    }
  };
  await look();
}

/** @typedef {(command: Record<string, unknown>) => Promise<void>} Give */

/**
 * @param {View} view
 * @param {Give} give
 */
function sections(view, give) {
  const due = view.informed === null || view.code === "carded.not-informed";
  return [
    view.why_not && h("p", { class: "note" }, `${view.why_not} (${view.clause})`),
    view.stop && h("p", { class: "note" }, `You can play again on ${dateTimeText(view.stop.until, WHEN)}.`),
    due && information(give),
    h("section", { class: "panel", "aria-labelledby": "limits-now" }, today(view)),
    view.informed !== null &&
      h("section", { class: "panel", "aria-labelledby": "limits-set" }, limitsForm(view, give)),
    h(
      "section",
      { class: "panel", "aria-labelledby": "limits-stop" },
      h("h2", { id: "limits-stop" }, "Take a break"),
      stopForm(give),
    ),
    h("section", { class: "panel", "aria-labelledby": "limits-record" }, record()),
  ];
}

/** What everybody has to have read before they decide. @param {Give} give */
function information(give) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "limits-why" },
    h("h2", { id: "limits-why" }, "Before you play"),
    h(
      "ul",
      { class: "limits-points" },
      [
        "The house has an edge in every game. The longer you play, the surer a loss.",
        "Decide beforehand what you can afford to lose, and how long you want to play. It is hard to decide well in the middle of a game.",
        "A limit that you lower applies at once. One that you raise or remove applies after 24 hours, so you can think it over.",
        "When you reach a loss limit, play stops for the rest of the day, week or month.",
        "You can stop yourself from playing at any time, for 24 hours or longer.",
        "If gambling worries you, ask any member of staff, or call the National Gambling Helpline: 1800 858 858, free and at any time.",
      ].map((text) => h("li", {}, text)),
    ),
    h(
      "button",
      { type: "button", class: "button primary", onclick: () => void give({ do: "read-information" }) },
      "I have read this",
    ),
  );
}

/** @param {View} view */
function today(view) {
  const rows = [
    ["Today", view.day],
    ["This week", view.week],
    ["This month", view.month],
  ];
  return [
    h("h2", { id: "limits-now" }, "Your play"),
    h("div", { class: "limits-scroll", tabindex: 0, role: "region", "aria-label": "Totals" }, h(
      "table",
      { class: "limits-table" },
      h("thead", {}, h("tr", {}, ["When", "Result", "Time", "Wagered", "Paid in"].map((each) => h("th", { scope: "col" }, each)))),
      h(
        "tbody",
        {},
        rows.map(([label, totals]) =>
          typeof totals === "string"
            ? null
            : h(
                "tr",
                {},
                h("th", { scope: "row" }, /** @type {string} */ (label)),
                h("td", { class: "number" }, signedMoney(totals.net)),
                h("td", { class: "number" }, durationText(totals.seconds)),
                h("td", { class: "number" }, money(totals.turnover)),
                h("td", { class: "number" }, money(totals.deposited)),
              ),
        ),
      ),
    )),
    h(
      "p",
      { class: "hint" },
      `Without a break: ${durationText(view.continuous)}. In the last 24 hours: ${durationText(view.in_24_hours)} of 12 h at most. In the last 7 days: ${durationText(view.in_7_days)} of 48 h at most (31L). Cash that you can still pay in today: ${money(view.cash_left)}.`,
    ),
  ];
}

/**
 * @param {View} view
 * @param {Give} give
 */
function limitsForm(view, give) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const inputs = FIELDS.map(({ name, label, unit }) => {
    const value = view.limits[name];
    const later = view.later.find((each) => each.name === name);
    const typed = value === null ? "" : unit === "money" ? typedAmount(value) : String(value);
    const input = /** @type {HTMLInputElement} */ (
      h("input", { class: "input", inputmode: "decimal", maxlength: 12, ".value": typed, placeholder: "no limit" })
    );
    const field = h(
      "label",
      { class: "field" },
      unit === "money" ? `${label} ($)` : label,
      input,
      later &&
        h("span", { class: "hint" }, `${limitText(unit, later.value)} from ${dateTimeText(later.begins, WHEN)}`),
    );
    return { name, unit, label, input, field };
  });
  const form = h(
    "form",
    {},
    h("div", { class: "limits-grid" }, inputs.map((each) => each.field)),
    wrong,
    h(
      "p",
      { class: "row" },
      h("button", { class: "button primary" }, "Set limits"),
      FIELDS.every(({ name }) => view.limits[name] === null) &&
        h(
          "button",
          { type: "button", class: "button", onclick: () => void give({ do: "decline-limits" }) },
          "I don't want limits",
        ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, number | null>} */
    const limits = {};
    for (const { name, unit, label, input } of inputs) {
      const value = parseLimit(unit, input.value);
      if (value === undefined) {
        wrong.textContent = `${label}: enter ${unit === "money" ? "an amount such as 200 or 37.50" : "1 to 1500 minutes"}, or leave it blank.`;
        return input.focus();
      }
      limits[name] = value;
    }
    void give({ do: "set-limits", limits });
  });
  return [
    h("h2", { id: "limits-set" }, "Your limits"),
    h("p", { class: "hint" }, "Lower limits apply at once, higher ones after 24 hours. Leave a field blank for no limit."),
    form,
  ];
}

const STOPS = [
  [24, "24 hours"],
  [72, "3 days"],
  [168, "7 days"],
  [720, "30 days"],
  [4320, "6 months"],
];

/** For how long, and a second click to be sure. @param {Give} give */
export function stopForm(give) {
  const hours = /** @type {HTMLSelectElement} */ (
    h("select", { class: "select", "aria-label": "For how long" }, STOPS.map(([value, label]) => h("option", { value }, label)))
  );
  const sure = h("button", { class: "button danger" }, "Stop me from playing");
  const form = h("form", { class: "stop-form" }, hours, sure);
  let asked = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!asked) {
      asked = true;
      sure.textContent = "Yes, stop me now. It can't be undone";
      return;
    }
    void give({ do: "suspend-play", hours: Number(hours.value) });
  });
  return [
    h("p", { class: "hint" }, "It takes effect at once. A round in progress is finished, then you leave the table with your chips."),
    form,
  ];
}

function record() {
  return [
    h("h2", { id: "limits-record" }, "Your record"),
    h("p", { class: "hint" }, "Buy-ins and cash-outs, periods of play, games, turnover, wins and losses."),
    h(
      "p",
      { class: "row" },
      ["day", "week", "month"].map((span) =>
        h("a", { class: "button", href: `/api/me/carded/record?span=${span}&form=csv`, download: true }, `By ${span}`),
      ),
      h("a", { class: "button", href: "/api/me/carded/record", download: true }, "Everything (JSON)"),
    ),
  ];
}
