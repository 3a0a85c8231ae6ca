/** The float tray, and the opening and closing of a table with its sign. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { clockTo, hourOf } from "./clocks.js";
import { rowButtons } from "./row_parts.js";

/** @typedef {import("./row_parts.js").Context} Context */

/** @param {Context} context */
export function floatPart({ desk }) {
  return h(
    "p",
    { class: "big-fact" },
    h("b", { class: "number" }, money(desk.float_tray)),
    h(
      "span",
      {},
      desk.short > 0
        ? ` in the tray. A payment waits: fill at least ${money(desk.short)}, and play goes on.`
        : " in the tray",
    ),
  );
}

/** @param {Context} context */
export function closingPart(context) {
  const { desk } = context;
  const minutes = desk.minutes.closing;
  if (desk.locked)
    return h(
      "p",
      { class: "note bad" },
      `Locked: ${desk.locked}. A manager looks into it and lets the table go on; nothing else is done here meanwhile.`,
    );
  if (desk.closed)
    return h(
      "p",
      { class: "fact" },
      "The table is closed. It opens again with its limits as they were.",
    );
  if (!desk.closing)
    return h(
      "p",
      { class: "fact" },
      `The table is open. ${minutes && desk.players ? `With players at it, a sign with the hour stands for ${minutes} minutes before it closes.` : "Nobody is at it: it may be closed at once."}`,
    );
  const { shown, closes } = desk.closing;
  const until = Math.max(closes, shown + (minutes ?? 0) * 60);
  return h(
    "div",
    { class: "matter" },
    h(
      "p",
      {},
      `The closing sign says ${hourOf(closes)}. The table may close `,
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
