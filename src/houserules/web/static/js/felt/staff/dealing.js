/** The dealer's panel: what to call, where the next card goes, and what is to be paid in chips. */

import { piles } from "../../chips/chips.js";
import { h } from "../../kit/dom.js";
import { money } from "../../kit/money.js";
import { turnOf } from "../state.js";
import { WAGERS, capital } from "../words.js";
import { cardGrid, scanField } from "./picker.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../dock/parts.js").Action} Action
 * @typedef {(name: string, fields?: Record<string, unknown>) => void} Give
 */

/** @type {Record<string, [label: string, shortcut?: string]>} */
const CALLS = {
  "close-bets": ["No more bets", "g"],
  "close-offers": ["Insurance and surrender closed", "g"],
  "clear-table": ["Clear the table", "g"],
  "report-absent": ["The player is away", "a"],
  "draw-cutting-card": ["The cutting card came out", "x"],
  "burn-card": ["Burn the first card", "g"],
  "shuffle-cards": ["The cards are shuffled", "g"],
  "check-cards": ["The cards are checked", "g"],
  "place-cutting-card": ["The cutting card is in", "g"],
  "cut-for-players": ["The house cuts", "g"],
};

/** @type {Record<string, string>} */
const STEPS = {
  shuffle: "Shuffle",
  cut: "Cut",
  "cutting card": "Place the cutting card",
  burn: "Burn the first card",
  check: "Check the cards",
};

/**
 * Give the dealer's actions in the order of the game.
 * @param {Shown} shown
 * @param {Give} give
 * @returns {Action[]}
 */
export function dealerActions({ table, mine }, give) {
  return mine.legal
    .filter((each) => each.do !== "deal-card")
    .map((open, n) => {
      const { do: name, least: _least, most: _most, step: _step, ...fields } = open;
      if (name === "next-step")
        return {
          key: name,
          label: nextStep(table),
          shortcut: "g",
          primary: true,
          act: () => give(name),
        };
      const [label, shortcut] = CALLS[name] ?? [capital(name.replaceAll("-", " "))];
      const device = Reflect.get(open, "with_device");
      return {
        key: n ? `${name}-${n}` : name,
        label: device ? `${label} by a device` : label,
        shortcut: n ? undefined : shortcut,
        primary: n === 0,
        act: () => give(name, fields),
      };
    });
}

/** @param {Table} table */
function nextStep(table) {
  const due = table.shoe?.due[0];
  return due ? (STEPS[due] ?? capital(due)) : `Deal: ${nextPlace(table)}`;
}

/**
 * Say where the next card goes.
 * @param {Table} table
 */
export function nextPlace(table) {
  const bare = table.boxes.find((box) => !box.hands[0]?.cards.length);
  if (table.phase === "dealing") {
    if (bare) return `box ${bare.number}`;
    if (!table.dealer.length) return "dealer";
    return `box ${table.boxes.find((box) => (box.hands[0]?.cards.length ?? 0) < 2)?.number ?? "?"}`;
  }
  const turn = turnOf(table);
  if (!turn) return "dealer";
  const many = (table.boxes.find((box) => box.number === turn.box)?.hands.length ?? 1) > 1;
  return many ? `box ${turn.box}, hand ${turn.hand}` : `box ${turn.box}`;
}

/**
 * Say what the dealer calls out now.
 * @param {Table} table
 */
export function callOf(table) {
  if (table.mishap) return `${table.mishap.what} (${table.mishap.clause})`;
  if (table.shoe?.due.length) return `The cards: ${table.shoe.due.join(", ")}.`;
  switch (table.phase) {
    case "betting":
      return table.boxes.length ? "“Place your bets.” Then: “No more bets.”" : "“Place your bets.”";
    case "offers":
      return table.dealer[0]?.[0] === "A" ? "“Insurance? Surrender?”" : "“Surrender?”";
    case "playing":
      return table.question
        ? `Waiting for ${table.question.players.join(", ")}.`
        : `“${capital(nextPlace(table))}?” and the total.`;
    case "over":
      return "Pay and collect, then clear the table.";
    default:
      return `Next card: ${nextPlace(table)}.`;
  }
}

/**
 * Give the cards to choose from, where people deal real ones.
 * @param {Shown} shown
 * @param {Info} info
 * @param {Give} give
 */
export function cardPanel({ mine, table }, info, give) {
  if (!info.staff?.real || !mine.legal.some((each) => each.do === "deal-card")) return null;
  const pick = (/** @type {string} */ card) => give("deal-card", { card });
  return h(
    "div",
    { class: "dealing" },
    h("p", { class: "next-place" }, "Next card: ", h("b", {}, nextPlace(table))),
    scanField(pick),
    cardGrid(info.staff.deck, pick),
  );
}

/**
 * List the payments of the round in chips.
 * @param {Shown} shown
 */
export function payList({ payments }) {
  const pays = payments.filter((each) => each.returned > each.stake);
  if (!pays.length) return null;
  return h(
    "ul",
    { class: "pay-list", "aria-label": "To be paid" },
    pays.map((each) =>
      h(
        "li",
        {},
        piles(each.returned - each.stake),
        h(
          "span",
          {},
          h("b", { class: "number" }, money(each.returned - each.stake)),
          ` ${each.box ? `box ${each.box}, ` : ""}${each.player}`,
          h("small", {}, ` ${WAGERS[each.wager]} ${each.clause}`),
        ),
      ),
    ),
  );
}
