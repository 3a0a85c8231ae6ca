/** The sign of a table: its limits, those to come with their clocks, markers, and orders about the whole table. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { clockTo, hourNow, hourOf } from "./clocks.js";
import { limitsText, rowButtons } from "./row_parts.js";

/** @typedef {import("./row_parts.js").Context} Context */

/** @param {Context} context */
export function limitsPart(context) {
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
  const come = hourNow() >= when;
  return h(
    "li",
    { class: "matter" },
    h(
      "p",
      {},
      h("b", { class: "number" }, limitsText(stated)),
      ` from ${hourOf(when)} `,
      clockTo(since, when, "the time has come"),
    ),
    h(
      "div",
      { class: "row-acts" },
      rowButtons(context, [["change-limits", come ? "Put in force" : "Put in force (not yet)"]], {
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
    orders.bettors && `${orders.bettors} bettors to a box`,
    orders.players && `${orders.players} players at the table`,
    orders.one_a_box && "one player to a box",
    orders.boxes && `${orders.boxes} boxes to a player`,
    ...orders.reserved.map(([box, player]) => `box ${box} for ${player}`),
  ].filter(Boolean);
  return said.length > 0 && h("p", { class: "fact" }, `Ordered: ${said.join(", ")}.`);
}
