/** The panel of somebody who is not at the table: where to sit, and with how much. */

import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { amountField } from "./parts.js";

/**
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 */

/**
 * Give the free seats, the one in the middle first.
 * @param {Info} info
 * @param {Table} table
 */
export function freeSeats(info, table) {
  const taken = table.seats.map((each) => each.seat);
  const seats = Array.from({ length: info.boxes }, (_, n) => n + 1).filter(
    (seat) => !taken.includes(seat),
  );
  const middle = (info.boxes + 1) / 2;
  return seats.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
}

/**
 * @param {Info} info
 * @param {Table} table
 * @param {(seat: number | null, amount: number) => void} sit
 */
export function seatingPanel(info, table, sit) {
  const free = freeSeats(info, table);
  const usual = info.kind === "practice" ? 100000 : Math.max(info.minimum * 20, 10000);
  const range = {
    least: info.minimum,
    most: info.kind === "practice" ? 1000000 : 10000000,
    step: info.smallest_chip,
  };
  const field = amountField({
    label: "Bring",
    key: "bring",
    range,
    value: usual,
    entered: () => go(free[0] ?? null),
  });
  const go = (/** @type {number | null} */ seat) => sit(seat, field.value() ?? usual);
  const seats = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { class: "select seat-choice", "aria-label": "Seat", "data-key": "seat" },
      free.map((seat) => h("option", { value: seat }, `Box ${seat}`)),
      h("option", { value: "" }, "Stand behind"),
    )
  );
  return h(
    "div",
    { class: "acts" },
    field.element,
    seats,
    h(
      "button",
      {
        type: "button",
        class: "button primary",
        "data-key": "sit",
        onclick: () => go(seats.value ? Number(seats.value) : null),
      },
      free.length ? "Sit down" : "Stand behind",
    ),
    info.kind === "practice" &&
      h(
        "small",
        {},
        `Practice money; you get more when it is gone. Wagers from ${money(info.minimum)}.`,
      ),
  );
}
