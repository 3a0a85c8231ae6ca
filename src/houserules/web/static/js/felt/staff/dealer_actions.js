/** The dealer's work: the next call as a button, the next card, and what is to be paid in chips. */

import { chipsFor, chipLabel, chipPiles } from "../../chips/chips.js";
import { h } from "../../kit/dom.js";
import { money, oddsText } from "../../kit/money.js";
import { WAGERS, capital } from "../words.js";
import { STEPS, nextPlace } from "./calls.js";

/**
 * @typedef {import("../types.js").Shown} Shown
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../dock/controls.js").Action} Action
 * @typedef {(name: string, fields?: Record<string, unknown>) => void} Give
 */

/** @type {Record<string, [label: string, shortcut?: string]>} */
const CALLS = {
  "close-bets": ["No more bets", "g"],
  "close-offers": ["Insurance and surrender closed", "g"],
  "clear-table": ["Clear the table", "g"],
  "report-absent": ["The player is away", ""],
  "take-back-absence": ["The player is not away", ""],
  "draw-cutting-card": ["The cutting card came out", "x"],
  "burn-card": ["The first card is burned", "g"],
  "shuffle-cards": ["The cards are shuffled", "g"],
  "check-cards": ["The cards are checked", "g"],
  "confirm-secured": ["The pre-shuffled cards were kept secure", "g"],
  "place-cutting-card": ["The cutting card is in", "g"],
  "cut-for-players": ["No player cuts: the house does", "g"],
};

/** What is never the likely next thing. */
const ASIDE = /^(report-absent|take-back-absence|draw-cutting-card)$/;

/** What needs a card that somebody has to see: the field and the grid of cards send it. */
const NEEDS_CARD = /^(deal-card|show-burned-card)$/;

/** What is among the steps of a session, with a form of its own. */
const OF_SESSION = /^(call-time|record-count|return-chips)$/;

/** What the round itself gives to the dealer; all else takes a power. */
const OWN = /^(next-step|close-bets|close-offers|report-absent|clear-table)$/;

/**
 * Return what this dealer may do now, each thing once; what waits for somebody else is not among it.
 * @param {Shown} shown
 * @param {import("./types.js").Staff} staff
 */
export function openToDealer({ mine }, staff) {
  const mayOrder = new Set(staff.orders.map((each) => each.do));
  const all = mine.legal.filter((each) => OWN.test(each.do) || mayOrder.has(each.do));
  return all.filter((each, n) => all.findIndex((other) => same(other, each)) === n);
}

/**
 * @param {object} one
 * @param {object} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Return the dealer's actions in the order of the game; what is seldom meant comes last.
 * @param {Shown} shown
 * @param {import("./types.js").Staff} staff
 * @param {{give: Give, ask: (open: import("../types.js").Open) => void}} does `ask`: before somebody is reported away
 * @returns {Action[]}
 */
export function dealerActions(shown, staff, { give, ask }) {
  const { table } = shown;
  const all = openToDealer(shown, staff).filter(
    (each) => !NEEDS_CARD.test(each.do) && !OF_SESSION.test(each.do),
  );
  const main = all.filter((each) => !ASIDE.test(each.do));
  const aside = all.filter((each) => ASIDE.test(each.do));
  return [...main, ...aside].map((open, n, every) => {
    const { do: name, ...fields } = open;
    const [, shortcut] = CALLS[name] ?? ["", "g"];
    const asks = name === "report-absent";
    const again = every.findIndex((each) => each.do === name) < n;
    return {
      key: again ? `${name}-${n}` : name,
      label: labelOf(open, table),
      shortcut: again || (n && shortcut === "g") ? undefined : shortcut || undefined,
      primary: n === 0 && main.length > 0,
      asks,
      act: () => (asks ? ask(open) : give(name, ownFields(fields))),
    };
  });
}

/**
 * Return the fields of a command without the range that an amount has.
 * @param {Record<string, unknown>} open
 */
function ownFields(open) {
  if (!("most" in open)) return open;
  const { least: _least, most: _most, step: _step, ...fields } = open;
  return fields;
}

/**
 * @param {import("../types.js").Open} open
 * @param {Table} table
 */
function labelOf(open, table) {
  if (open.do === "next-step") return nextStep(table);
  if (open.do === "close-offers" && table.dealer[0]?.[0] !== "A") return "Surrender closed";
  if (open.do === "prepare-cards") return `Done: ${STEPS[String(open.step)]?.toLowerCase()}`;
  if (open.do === "report-absent") return `${absentPlayer(open, table)} is away`;
  if (open.do === "take-back-absence") return `${Reflect.get(open, "player")} is not away`;
  const label = CALLS[open.do]?.[0] ?? capital(open.do.replaceAll("-", " "));
  return Reflect.get(open, "with_device") ? `${label} by a device` : label;
}

/**
 * Name who would be reported away.
 * @param {import("../types.js").Open} open
 * @param {Table} table
 * @returns {string}
 */
export function absentPlayer(open, table) {
  const box = table.boxes.find((each) => each.number === open.box);
  return Reflect.get(open, "bettor") ?? box?.controller ?? "The player";
}

/** @param {Table} table */
function nextStep(table) {
  const due = table.shoe?.due[0];
  return due ? (STEPS[due] ?? capital(due)) : `Deal to ${nextPlace(table)}`;
}

/**
 * Return the command that waits for a card; null: none does.
 * @param {Shown} shown
 */
export function cardCommand({ mine }) {
  return mine.legal.find((each) => NEEDS_CARD.test(each.do))?.do ?? null;
}

/**
 * Return the cards to choose from, where people deal real ones; the fields outlast a state of the table.
 * @param {Shown} shown
 * @param {{scan: HTMLElement, grid: HTMLElement}} fields
 */
export function cardPanel(shown, { scan, grid }) {
  const command = cardCommand(shown);
  if (!command) return null;
  const next = ["Next card: ", h("b", {}, nextPlace(shown.table))];
  return h(
    "div",
    { class: "dealing" },
    h("p", { class: "next-place" }, ...(command === "deal-card" ? next : ["The burned card:"])),
    scan,
    grid,
  );
}

/**
 * List the payments of the round in chips, box by box, and what is collected.
 * @param {Shown} shown
 */
export function payList({ payments }) {
  const pays = payments.filter((each) => each.returned > each.stake);
  const lost = payments.filter((each) => each.returned < each.stake);
  return [
    pays.length > 0 &&
      h(
        "section",
        { class: "pays" },
        h("h2", { class: "label" }, "To be paid"),
        h("ul", { class: "pay-list", "aria-label": "To be paid" }, pays.map(payment)),
      ),
    lost.length > 0 &&
      h(
        "section",
        { class: "pays" },
        h("h2", { class: "label" }, "To be collected"),
        h("ul", { class: "pay-list", "aria-label": "To be collected" }, lost.map(collected)),
      ),
  ];
}

/** @param {import("../types.js").Payment} each */
function collected(each) {
  return h(
    "li",
    {},
    h("b", { class: "number" }, money(each.stake - each.returned)),
    h(
      "span",
      {},
      `${each.box ? `box ${each.box}, ` : ""}${each.player}`,
      h("small", {}, ` ${WAGERS[each.wager]}, ${each.clause}`),
    ),
  );
}

/** @param {import("../types.js").Payment} each */
function payment(each) {
  const amount = each.returned - each.stake;
  const chips = chipsFor(amount).map(([value, count]) => `${count} × ${chipLabel(value)}`);
  return h(
    "li",
    {},
    chipPiles(amount),
    h(
      "span",
      {},
      h("b", { class: "number" }, money(amount)),
      ` ${each.box ? `box ${each.box}, ` : ""}${each.player}`,
      h("small", { class: "number" }, ` ${chips.join(" + ")}`),
      h(
        "small",
        {},
        ` ${WAGERS[each.wager]}${each.odds ? ` at ${oddsText(each.odds)}` : ""}, ${each.clause}`,
      ),
    ),
  );
}
