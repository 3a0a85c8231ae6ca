/** The panel of somebody who is not at the table: where to sit, and with how much. */

import { h } from "../../kit/dom.js";
import { money, parseAmount } from "../../kit/money.js";
import { amountField } from "./controls.js";

/**
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 */

/**
 * Return the free seats, the one in the middle first.
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
 * Return what somebody brings who says nothing else: at a live table never more than the wallet has.
 * @param {Info} info
 */
export function usualFor(info) {
  if (info.kind === "practice") return 100_000;
  const usual = Math.max(info.minimum * 20, 10_000);
  return Math.max(Math.min(usual, info.wallet ?? 0), info.minimum);
}

/**
 * @param {Info} info
 * @param {Table} table
 * @param {(seat: number | null, amount: number) => void} sit
 * @param {string} [entered] an amount that was typed before others sat down
 */
export function seatingPanel(info, table, sit, entered = "") {
  const free = freeSeats(info, table);
  const usual = parseAmount(entered) ?? usualFor(info);
  const most = info.kind === "practice" ? 1_000_000 : (info.wallet ?? 0);
  const range = { least: info.minimum, most: Math.max(most, info.minimum), step: info.smallest_chip };
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
    h("small", {}, note(info)),
  );
}

/** @param {Info} info */
function note(info) {
  const wagers = `Wagers from ${money(info.minimum)}.`;
  if (info.kind === "practice")
    return `Practice chips; you get more when they are gone. ${wagers}`;
  const have = `You have ${money(info.wallet ?? 0)} in chips.`;
  return info.needs_card
    ? `You need a Player Card. Ask the supervisor. ${have}`
    : `${have} ${wagers}`;
}
