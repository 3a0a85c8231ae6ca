/** The dealer's calls: the course of a round step by step, what to say now, and where the next card goes. */

import { h } from "../../kit/dom.js";
import { turnOf } from "../table_queries.js";
import { capital, placeOf, totalOf } from "../words.js";
import { withClause } from "./rows.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 */

/** The round in the order of the calls. @type {[phase: string, label: string][]} */
const COURSE = [
  ["cards", "Cards"],
  ["betting", "Bets"],
  ["dealing", "Deal"],
  ["offers", "Offers"],
  ["playing", "Boxes"],
  ["dealer", "Dealer"],
  ["over", "Pay"],
];

/** What is done with the cards, as it is asked for. @type {Record<string, string>} */
export const STEPS = {
  shuffle: "Shuffle the cards",
  cut: "Offer the cut to a player",
  "cutting card": "Put the cutting card in",
  burn: "Burn the first card",
  check: "Check the cards",
  secured: "Confirm that the pre-shuffled cards were kept secure",
  "show burned card": "Show the burned card",
  spread: "Spread the cards",
  wash: "Wash the cards",
  stack: "Stack the cards",
  riffle: "Riffle the cards",
  load: "Load the shuffler",
};

/**
 * Show how far the round is.
 * @param {Table} table
 */
export function roundProgress(table) {
  const now = table.shoe?.due.length ? "cards" : table.phase;
  const at = COURSE.findIndex(([phase]) => phase === now);
  return h(
    "ol",
    { class: "course", "aria-label": "The round" },
    COURSE.map(([phase, label], n) =>
      h(
        "li",
        { class: n < at ? "is-done" : "", "aria-current": phase === now ? "step" : null },
        label,
      ),
    ),
  );
}

/**
 * Say where the next card goes.
 * @param {Table} table
 */
export function nextPlace(table) {
  if (table.phase === "dealing") {
    const bare = table.boxes.find((box) => !box.hands[0]?.cards.length);
    if (bare) return `box ${bare.number}`;
    if (!table.dealer.length) return "the dealer";
    const second = table.boxes.find((box) => (box.hands[0]?.cards.length ?? 0) < 2);
    return second ? `box ${second.number}` : "the dealer";
  }
  const turn = turnOf(table);
  if (!turn) return "the dealer";
  const many = table.boxes.find((box) => box.number === turn.box)?.hands.length ?? 1;
  return placeOf(turn.box, turn.hand, many);
}

/**
 * Say what the dealer calls out, or does, now.
 * @param {Info} info
 * @param {Shown} shown
 */
export function dealerCall(info, { table, mine }) {
  if (table.mishap) return withClause(table.mishap.what, table.mishap.clause);
  const due = table.shoe?.due[0];
  if (due && !mine.legal.length && !table.seats.length)
    return "Waiting for the first player before the cards are prepared.";
  if (due) return `${STEPS[due] ?? capital(due)}.`;
  if (table.question) return asked(table);
  const draws = mine.legal.some((each) => /^(deal-card|next-step)$/.test(each.do));
  switch (table.phase) {
    case "betting":
      return table.boxes.length ? "“Place your bets.” Then: “No more bets.”" : "“Place your bets.”";
    case "offers":
      return table.dealer[0]?.[0] === "A" ? "“Insurance?” Then: “Surrender?”" : "“Surrender?”";
    case "playing":
      return draws ? `A card to ${nextPlace(table)}.` : turnCall(info, table);
    case "over":
      return "Pay and collect, then clear the table.";
    case "dealing":
      return "A card to each box, one to you, a second to each box.";
    default:
      return "Draw to your own hand.";
  }
}

/** @param {Table} table */
function asked({ question }) {
  const words = {
    double: "“Follow the double?”",
    split: "“Follow the split?”",
    forfeit: "“Forfeit?”",
    "split-ace-again": "“Split the ace again?”",
  };
  return question
    ? `${words[question.question]} ${question.players.join(", ")}, box ${question.box}.`
    : "";
}

/**
 * Call the hand whose turn it is with its total, and say who decides.
 * @param {Info} info
 * @param {Table} table
 */
function turnCall(info, table) {
  const turn = turnOf(table);
  const hand = table.boxes.find((box) => box.number === turn?.box)?.hands[(turn?.hand ?? 1) - 1];
  const total = hand ? totalOf(info, hand) : "";
  return `“${capital(nextPlace(table))}${total ? `: ${total}` : ""}?” ${turn?.controller ?? "The player"} decides.`;
}
