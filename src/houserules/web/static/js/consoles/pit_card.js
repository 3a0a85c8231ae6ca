/** A table in the pit: what goes on there, and every clock that runs. */

import { timeText } from "../kit/casino_time.js";
import { h } from "../kit/dom.js";
import { money } from "../kit/money.js";
import { clockTo } from "../felt/staff/clocks.js";
import { PHASES, limitsText } from "../felt/staff/rows.js";

/** @typedef {import("../felt/staff/types.js").Desk} Desk */

/** @param {Desk} desk */
function stateOf(desk) {
  if (desk.locked) return ["bad", "Locked"];
  if (desk.closed || !desk.is_open) return ["off", "Closed"];
  if (desk.mishap) return ["bad", desk.mishap.what];
  if (!desk.has_dealer) return ["off", "No dealer"];
  return ["", desk.players || desk.phase !== "betting" ? PHASES[desk.phase] : "Open, no players"];
}

/** @param {Desk} desk */
function clocksOf(desk) {
  const limits = (desk.sign?.announced ?? []).map(({ stated, when, since }) =>
    h(
      "li",
      {},
      h("span", {}, `${limitsText(stated)} at ${timeText(when)} `),
      clockTo(since, when, "due now"),
    ),
  );
  const { closing } = desk;
  const until =
    closing && Math.max(closing.closes, closing.shown + (desk.minutes.closing ?? 0) * 60);
  return [
    ...limits,
    closing &&
      until &&
      h(
        "li",
        {},
        h("span", {}, `Closes at ${timeText(closing.closes)} `),
        clockTo(closing.shown, until, "may close now"),
      ),
  ].filter(Boolean);
}

/**
 * @param {Desk} desk
 * @param {(part?: string) => void} open
 */
export function pitCard(desk, open) {
  const [tone, state] = stateOf(desk);
  const held = desk.people.filter((each) => each.restrictions.length).length;
  const markers = desk.people.filter((each) => each.marker).length;
  const debts = desk.debts.reduce((sum, each) => sum + each.amount, 0);
  const clocks = clocksOf(desk);
  const dealer = desk.dealt_by === "automatic dealer" ? "software" : (desk.dealer ?? "nobody");
  return h(
    "li",
    { class: `pit-table game-${desk.rulebook}`, "data-table": desk.table },
    h("h3", {}, desk.title, h("small", {}, ` ${desk.table}`)),
    h("span", { class: `badge ${desk.kind}` }, desk.kind),
    h("p", { class: "hint" }, `${desk.game}, ${desk.edition}`),
    h("p", { class: `pit-state ${tone}` }, state),
    h(
      "dl",
      { class: "facts" },
      [
        ["Limits", limitsText(desk)],
        [
          "Players",
          `${desk.players}${held ? `, ${held} restricted` : ""}${markers ? `, ${markers} with marker` : ""}`,
        ],
        ["Dealer", dealer],
        ["Float tray", money(desk.float_tray)],
        ...(debts ? [["Owed by players", money(debts)]] : []),
        ["Rounds", String(desk.rounds)],
      ].map(([name, value]) =>
        h("div", {}, h("dt", {}, name), h("dd", { class: "number" }, value)),
      ),
    ),
    clocks.length > 0 && h("ul", { class: "pit-clocks" }, clocks),
    h(
      "p",
      { class: "pit-acts" },
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-open": desk.table,
          "aria-label": `Manage: ${desk.title}`,
          onclick: () => open(),
        },
        "Manage",
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/tables/${desk.table}`,
          "aria-label": `Go to table: ${desk.title}`,
        },
        "Go to table",
      ),
    ),
  );
}
