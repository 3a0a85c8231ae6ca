/** Every event in a sentence, for the log and for those who listen. */

import { named } from "../cards/card.js";
import { money, oddsOf } from "../kit/money.js";
import { WAGERS, capital, placeOf, totalOf } from "./words.js";

/**
 * @typedef {import("./types.js").Happened} Happened
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {{text: string, tone?: "card" | "won" | "lost" | "call", event: Happened}} Line
 */

/**
 * Tell an event; null: it is book-keeping.
 * @param {Info} info
 * @param {Happened} event
 * @param {Shown} after
 * @returns {Line | null}
 */
export function told(info, event, after) {
  const tell = TELLERS[event.name];
  const text = tell?.(event, info, after);
  return text ? { text, tone: toneOf(event), event } : null;
}

/** @param {Happened} event */
function toneOf(event) {
  if (event.name === "card.dealt") return "card";
  if (event.name !== "wager.settled") return "call";
  return event.returned > event.stake ? "won" : event.returned < event.stake ? "lost" : "call";
}

/**
 * @param {Info} info
 * @param {string} player
 */
const who = (info, player) => (player === info.me ? "You" : player);

/**
 * @param {Info} info
 * @param {string} player
 * @param {string} one "place"
 * @param {string} other "places"
 */
const does = (info, player, one, other) =>
  `${who(info, player)} ${player === info.me ? one : other}`;

/** @type {Record<string, (event: Happened, info: Info, after: Shown) => string>} */
const TELLERS = {
  "wager.placed": (e, i) =>
    `${does(i, e.player, "place", "places")} ${money(e.amount)} on box ${e.box}.`,
  "wager.raised": (e, i) =>
    `${does(i, e.player, "raise", "raises")} the wager on box ${e.box} by ${money(e.amount)}.`,
  "wager.withdrawn": (e, i) =>
    `${does(i, e.player, "take", "takes")} ${money(e.amount)} back from box ${e.box}.`,
  "wager.cut-back": (e, i) =>
    `${who(i, e.player)}: ${money(e.handed_back)} above the maximum comes back (${e.clause}).`,
  "side-wager.placed": (e, i) =>
    `${does(i, e.player, "place", "places")} ${money(e.amount)} on ${WAGERS[e.kind]}, box ${e.box}.`,
  "side-wager.withdrawn": (e, i) =>
    `${does(i, e.player, "take", "takes")} ${WAGERS[e.kind]} back from box ${e.box}.`,
  "bets.closed": () => "No more bets.",
  "card.dealt": (e, i, after) => cardTold(e, i, after),
  "offers.opened": (e) =>
    `${capital([e.insurance && "insurance", e.surrender && "surrender"].filter(Boolean).join(" and "))} offered.`,
  "insurance.placed": (e, i) =>
    `${does(i, e.player, "insure", "insures")} box ${e.box} for ${money(e.amount)}.`,
  "wager.surrendered": (e, i) => `${does(i, e.player, "surrender", "surrenders")} on box ${e.box}.`,
  "hand.stood": (e) =>
    e.clause ? `${capital(placeOf(e.box, e.hand, 2))} takes no more cards (${e.clause}).` : "",
  "hand.doubled": (e, i) =>
    `${does(i, e.player, "double", "doubles")} box ${e.box} for ${money(e.amount)}.`,
  "double.followed": (e, i) =>
    `${does(i, e.player, "follow", "follows")} the double with ${money(e.amount)}.`,
  "hand.split": (e, i) =>
    `${does(i, e.player, "split", "splits")} box ${e.box} with ${money(e.amount)}.`,
  "split.followed": (e, i) =>
    `${does(i, e.player, "follow", "follows")} the split with ${money(e.amount)}.`,
  "wager.designated": (e, i) =>
    `${who(i, e.player)}: the wager goes to hand ${e.to} of box ${e.box}.`,
  "answer.declined": (e, i) => `${who(i, e.player)}: no, on box ${e.box}.`,
  "player.absent": (e, i) =>
    `${e.player === i.me ? "You are" : `${e.player} is`} away; the rules go on (${e.clause}).`,
  "wager.settled": (e, i) => settledTold(e, i),
  "round.voided": (e) => `The round is void (${e.clause}).`,
  "cards.shuffled": (e) => `The cards are shuffled, ${e.left} in the stack.`,
  "cut.declined": (e, i) => `${does(i, e.player, "leave", "leaves")} the cut to others.`,
  "cards.cut": (e, i) =>
    `${e.by === i.me ? "You cut" : `${e.by === "house" ? "The house" : e.by} cuts`} the cards${e.depth ? ` behind card ${e.depth}` : ""}.`,
  "cutting-card.placed": (e) => `The cutting card lies before the last ${e.behind ?? "few"} cards.`,
  "card.burned": () => "The first card is burned.",
  "burned-card.shown": (e) => `The burned card was the ${named(e.card)}.`,
  "cutting-card.out": () => "The cutting card is out: the cards are shuffled after this round.",
  "player.came": (e, i) =>
    e.seat
      ? `${does(i, e.player, "sit", "sits")} down at box ${e.seat}.`
      : `${does(i, e.player, "stand", "stands")} behind the seats.`,
  "player.left": (e, i) => `${does(i, e.player, "leave", "leaves")} the table.`,
  "player.leaving": (e, i) => `${does(i, e.player, "leave", "leaves")} when the round is over.`,
  "shoe.revealed": () => "The shoe is over; its order is open to everybody.",
  "limits.changed": () => "The limits have changed; see the sign.",
  "table.locked": () => "The table is locked.",
  "table.closed": () => "The table is closed.",
};

/**
 * @param {Happened} event
 * @param {Info} info
 * @param {Shown} after
 */
function cardTold(event, info, { table }) {
  const box = table.boxes.find((each) => each.number === event.box);
  const hand = box?.hands[event.hand - 1];
  const cards = hand?.cards ?? table.dealer;
  const total = totalOf(info, { cards, total: event.total, soft: event.soft, split: hand?.split });
  const place =
    event.box === null ? "Dealer" : capital(placeOf(event.box, event.hand, box?.hands.length));
  return `${place}${box?.controller === info.me && event.box !== null ? " (you)" : ""}: ${named(event.card)}${total ? `, ${total}` : ""}.`;
}

/**
 * @param {Happened} event
 * @param {Info} info
 */
function settledTold(event, info) {
  const net = event.returned - event.stake;
  const place = event.box === null ? "" : `, box ${event.box}`;
  const what = `${who(info, event.player)}${place}: ${WAGERS[event.wager]}`;
  if (net > 0)
    return `${what} wins ${money(net)}${event.odds ? ` at ${oddsOf(event.odds)}` : ""} (${event.clause}).`;
  if (net < 0)
    return `${what} ${event.result === "lose" ? "loses" : event.result} ${money(-net)} (${event.clause}).`;
  return `${what}: ${event.result}, ${money(event.stake)} back (${event.clause}).`;
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
  return [dealer, ...hands, `Your chips: ${money(mine.purses[0]?.chips ?? 0)}.`].join(" ");
}
