/** What has happened as lines of the log, and how the table stands, for those who listen. */

import { money } from "../kit/money.js";
import { sentenceText } from "../kit/sentence.js";
import { paymentOf } from "./session/payments.js";
import { capital, placeOf, totalOf } from "./words.js";

/**
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {{text: string, tone?: "card" | "won" | "lost" | "call", event: TableEvent}} Line
 */

/**
 * Return an event as a line of the log; null: it is only recorded.
 * @param {Info} info
 * @param {TableEvent} event
 * @returns {Line | null}
 */
export function lineOf(info, event) {
  if (!event.sentence.called || (event.name === "wager.settled" && !paymentOf(event))) return null;
  return { text: sentenceText(event.sentence, info.me), tone: toneOf(event), event };
}

/** @param {TableEvent} event */
function toneOf(event) {
  if (event.name === "card.dealt") return "card";
  if (event.name !== "wager.settled") return "call";
  return event.returned > event.stake ? "won" : event.returned < event.stake ? "lost" : "call";
}

/**
 * Say how the table stands.
 * @param {Info} info
 * @param {Shown} shown
 */
export function standingOf(info, { table, mine }) {
  const dealer = table.dealer.length ? `Dealer: ${table.dealer_total}.` : "The dealer has no card.";
  const hands = table.boxes.flatMap((box) =>
    box.hands.map((hand, n) => {
      const place = capital(placeOf(box.number, n + 1, box.hands.length));
      const own = box.controller === info.me ? ", yours" : "";
      return `${place}${own}: ${totalOf(info, hand) || "no cards"}.`;
    }),
  );
  const owed = (mine.debts ?? []).reduce((sum, each) => sum + each.amount, 0);
  const chips = `Your chips: ${money(mine.purses[0]?.chips ?? 0)}.`;
  return [dealer, ...hands, chips, owed ? `You owe the house ${money(owed)}.` : ""]
    .filter(Boolean)
    .join(" ");
}
