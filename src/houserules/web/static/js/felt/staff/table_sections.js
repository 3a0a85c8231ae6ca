/** What staff see of a table: its limits and sign, the round, the float tray, and how it opens and closes. */

import { timeText } from "../../kit/casino_time.js";
import { cardName } from "../../cards/card.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { clockTo, serverSeconds } from "./clocks.js";
import { PHASES, limitsText, rowButtons, withClause } from "./rows.js";

/** @typedef {import("./rows.js").Context} Context */

/** @param {Context} context */
export function limitsSection(context) {
  const { desk } = context;
  if (!desk.sign)
    return h("p", { class: "empty" }, "No sign is up. Put one up before the first wager.");
  const { stated, announced } = desk.sign;
  const markers = desk.people.filter((each) => each.marker);
  return [
    h(
      "p",
      { class: "big-fact" },
      h("b", { class: "number" }, limitsText(stated)),
      stated.unit && h("span", {}, ` in steps of ${money(stated.unit)}`),
      stated.player_maximum && h("span", {}, `, ${money(stated.player_maximum)} a player`),
    ),
    announced.length > 0 &&
      h(
        "ul",
        { class: "matters" },
        announced.map((each) => announcement(context, each)),
      ),
    markers.length > 0 &&
      h(
        "p",
        { class: "fact" },
        "With a marker: ",
        markers
          .map(({ player, marker }) => `${player} from ${money(marker?.minimum ?? 0)}`)
          .join(", "),
        ".",
      ),
    orders(desk.sign.orders),
  ];
}

/**
 * @param {Context} context
 * @param {{stated: import("./types.js").Stated, when: number, since: number}} each
 */
function announcement(context, { stated, when, since }) {
  const come = serverSeconds() >= when;
  return h(
    "li",
    { class: "matter" },
    h(
      "p",
      {},
      h("b", { class: "number" }, limitsText(stated)),
      ` from ${timeText(when)} `,
      clockTo(since, when, "due now"),
    ),
    h(
      "div",
      { class: "row-acts" },
      rowButtons(context, [["change-limits", come ? "Apply" : "Apply (not yet due)"]], {
        stated,
      }),
      rowButtons(context, [["take-down-announcement", "Take down"]], { when }),
    ),
  );
}

/** @param {NonNullable<import("./types.js").Desk["sign"]>["orders"]} orders */
function orders(orders) {
  const said = [
    orders.side_wagers_beside_own && "side wagers only beside an initial wager",
    orders.bettors && `${orders.bettors} bettors per box`,
    orders.players && `at most ${orders.players} players`,
    orders.one_a_box && "one player per box",
    orders.boxes && `${orders.boxes} boxes per player`,
    ...orders.reserved.map(([box, player]) => `box ${box} for ${player}`),
  ].filter(Boolean);
  return said.length > 0 && h("p", { class: "fact" }, `In force: ${said.join(", ")}.`);
}

/** @param {Context} context */
export function roundSection({ desk, troubles }) {
  return [
    desk.mishap
      ? mishap(desk.mishap)
      : h("p", { class: "fact" }, `${desk.rounds ? `Round ${desk.rounds}` : "Before the first round"}: ${PHASES[desk.phase].toLowerCase()}. ${dealerOf(desk)} deals.`),
    h(
      "p",
      {},
      h("button", { type: "button", class: "button", onclick: troubles }, "Something went wrong …"),
    ),
  ];
}

/** @param {import("./types.js").Desk} desk */
const dealerOf = (desk) =>
  desk.dealer ?? (desk.dealt_by === "automatic dealer" ? "The software" : "Nobody");

/** @param {import("./types.js").Mishap} mishap */
function mishap({ what, clause, moves, falls_away: gone, leftover }) {
  const changes = [
    ...moves.map(
      ({ card, taken_from: from, put_to: to }) =>
        `The ${cardName(card)}: ${from ? `from ${from}` : "new"}${to ? ` to ${to}` : ", off the table"}.`,
    ),
    ...gone.map((each) => `No longer counts: ${each}.`),
    ...(leftover.length ? [`Left over: ${leftover.map(cardName).join(", ")}.`] : []),
  ];
  return h(
    "div",
    { class: "note bad" },
    h("p", {}, withClause(what, clause), " The round waits until this is put right."),
    changes.length > 0 && [
      h("p", { class: "label" }, "The correction would change the round as follows:"),
      h(
        "ul",
        { class: "bullets" },
        changes.map((each) => h("li", {}, each)),
      ),
    ],
  );
}

/** @param {Context} context */
export function floatSection({ desk }) {
  return h(
    "p",
    { class: "big-fact" },
    h("b", { class: "number" }, money(desk.float_tray)),
    h(
      "span",
      {},
      desk.short > 0
        ? ` in the tray. A payment waits: fill at least ${money(desk.short)}, and play continues.`
        : " in the tray",
    ),
  );
}

/** @param {Context} context */
export function closingSection(context) {
  const { desk } = context;
  const minutes = desk.minutes.closing;
  if (desk.locked)
    return h(
      "p",
      { class: "note bad" },
      `Locked: ${desk.locked}. A manager has to investigate and unlock the table before anything else can be done here.`,
    );
  if (desk.closed)
    return h(
      "p",
      { class: "fact" },
      "The table is closed. It will reopen with the same limits.",
    );
  if (!desk.closing)
    return h(
      "p",
      { class: "fact" },
      `The table is open. ${minutes && desk.players ? `With players at it, a sign with the hour stands for ${minutes} minutes before it closes.` : "It has no players and can be closed at once."}`,
    );
  const { shown, closes } = desk.closing;
  const until = Math.max(closes, shown + (minutes ?? 0) * 60);
  return h(
    "div",
    { class: "matter" },
    h(
      "p",
      {},
      `The closing sign says ${timeText(closes)}. The table may close `,
      clockTo(shown, until, "now"),
    ),
    rowButtons(
      context,
      [
        ["close-table", "Close it"],
        ["take-down-closing-sign", "Take the sign down"],
      ],
      {},
    ),
  );
}
