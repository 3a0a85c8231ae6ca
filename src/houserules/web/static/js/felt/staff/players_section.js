/** The players of a table: their chips, what was ordered about each, and what may be. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { rowButtons } from "./rows.js";

/** @typedef {import("./rows.js").Context} Context */

/** @type {[title: string, orders: [string, string][]][]} */
const GROUPS = [
  [
    "Wagers",
    [
      ["refuse-wager", "Refuse a wager"],
      ["report-found-wager", "Found outside the limits"],
      ["find-wager-invalid", "Wagers are invalid"],
      ["allow-more", "Allow more than the maximum"],
      ["set-player-maximum", "Set a maximum"],
    ],
  ],
  [
    "Hold to the minimum",
    [
      ["restrict-for-shoe", "For this shoe"],
      ["restrict-for-further-shoes", "For further shoes"],
      ["limit-to-one-box", "And to one box"],
    ],
  ],
  [
    "Seat and boxes",
    [
      ["reserve-boxes", "Reserve boxes"],
      ["give-up-box", "Give up a box"],
      ["require-to-vacate", "Vacate the seat"],
    ],
  ],
  [
    "A device was used",
    [
      ["find-device-use", "Find it"],
      ["declare-wagers-void", "Wagers void"],
      ["exclude-from-game", "Out of the game"],
      ["exclude-from-casino", "Out of the casino"],
      ["detain-person", "Detain"],
    ],
  ],
  ["Voucher", [["exchange-voucher", "Exchange a voucher"]]],
];

/** @param {Context} context */
export function playersSection(context) {
  const { people, detained } = context.desk;
  return [
    detained.map((each) =>
      h(
        "div",
        { class: "matter" },
        h(
          "p",
          {},
          h("b", {}, each.player),
          ` is detained by ${each.by} until an officer has taken over (${each.clause}).`,
        ),
        rowButtons(context, [["record-attendance", "An officer has attended"]], {
          player: each.player,
        }),
      ),
    ),
    people.length
      ? h(
          "ul",
          { class: "matters" },
          people.map((each) => patron(context, each)),
        )
      : h("p", { class: "empty" }, "Nobody is at the table. Players appear here when they sit down."),
  ];
}

/**
 * @param {Context} context
 * @param {import("./types.js").Patron} each
 */
function patron(context, each) {
  const preset = { player: each.player };
  const box = each.boxes.length === 1 ? { box: each.boxes[0] } : {};
  return h(
    "li",
    { class: "matter", "data-player": each.player },
    h(
      "p",
      {},
      h("b", {}, each.player),
      ` ${each.seat ? `box ${each.seat}` : "standing"} · `,
      h("span", { class: "number" }, money(each.chips)),
      each.card && ` · Player Card ${each.card}`,
      each.missed > 0 && ` · sat out ${each.missed}`,
      each.maximum !== null && ` · at most ${money(each.maximum)} on a box`,
      each.marker && ` · marker ${money(each.marker.minimum)}`,
    ),
    each.own &&
      h(
        "div",
        { class: "row-acts" },
        h(
          "span",
          { class: "held" },
          `own limits ${money(each.own.minimum)} to ${money(each.own.maximum)}`,
        ),
        rowButtons(context, [["end-own-limits", "End them"]], preset),
      ),
    each.restrictions.map((restriction) =>
      h(
        "div",
        { class: "row-acts" },
        h(
          "span",
          { class: "held" },
          `at the minimum: ${restriction.length} (${restriction.clause})`,
        ),
        rowButtons(context, [["lift-restriction", "Lift"]], {
          ...preset,
          length: restriction.length,
        }),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, `Order something about ${each.player}`),
      GROUPS.map(([title, orders]) => {
        const mine = orders.filter(([name]) => context.orders.some((order) => order.do === name));
        return (
          mine.length > 0 &&
          h(
            "div",
            { class: "act-group" },
            h("span", { class: "label" }, title),
            rowButtons(context, mine, { ...preset, ...box }),
          )
        );
      }),
    ),
  );
}
