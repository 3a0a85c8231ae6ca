/** Every event in a sentence, for the log and for those who listen. */

import { cardName } from "../cards/card.js";
import { money, oddsText } from "../kit/money.js";
import { WAGERS, capital, placeOf, totalOf } from "./words.js";

/**
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {{text: string, tone?: "card" | "won" | "lost" | "call", event: TableEvent}} Line
 */

/**
 * @template {TableEvent["name"]} Name
 * @typedef {(event: import("../messages.js").EventOf<Name>, info: Info, after: Layout) => string} Teller
 */

/**
 * Tell an event; null: it is book-keeping.
 * @param {Info} info
 * @param {TableEvent} event
 * @param {Layout} after
 * @returns {Line | null}
 */
export function told(info, event, after) {
  const tell = /** @type {Teller<TableEvent["name"]> | undefined} */ (TELLERS[event.name]);
  const text = tell?.(event, info, after);
  return text ? { text, tone: toneOf(event), event } : null;
}

/** @param {TableEvent} event */
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

/** @type {{[Name in TableEvent["name"]]?: Teller<Name>}} */
const TELLERS = {
  "wager.placed": (e, i) =>
    `${does(i, e.player, "place", "places")} ${money(e.amount)} on box ${e.box}.`,
  "wager.raised": (e, i) =>
    `${does(i, e.player, "raise", "raises")} the wager on box ${e.box} by ${money(e.amount)}.`,
  "wager.withdrawn": (e, i) =>
    `${does(i, e.player, "take", "takes")} ${money(e.amount)} back from box ${e.box}.`,
  "wager.cut-back": (e, i) =>
    `${who(i, e.player)}: ${money(e.handed_back)} above the maximum comes back (${e.clause}).`,
  "wager.found-in-play": (e, i) => {
    const lay = `${e.player === i.me ? "Your" : `${e.player}'s`} wager on box ${e.box} was ${money(e.amount)}`;
    const plays = e.shares.map(
      (each) => `${does(i, each.player, "play", "plays")} for ${money(each.plays)}`,
    );
    const decides = e.controller
      ? ` ${capital(does(i, e.controller, "decide", "decides"))} from now on.`
      : "";
    return `${lay}: ${plays.join(", ")} (${e.clause}).${decides}`;
  },
  "player.maximum-set": (e, i) =>
    e.maximum === null
      ? `${who(i, e.player)}: the maximum is that of the table again (${e.clause}).`
      : `${who(i, e.player)} may have at most ${money(e.maximum)} on a box (${e.clause}).`,
  "side-wager.confirmed": (e, i) =>
    `The dealer confirms ${e.player === i.me ? "your" : `${e.player}'s`} ${WAGERS[e.kind]} wager on box ${e.box} (${e.clause}).`,
  "resplit.permitted": (e) =>
    `From the next round, split hands may ${e.permitted ? "" : "not "}be split again (${e.clause}).`,
  "wager.displaced": (e, i) =>
    `${who(i, e.player)}: ${money(e.amount)} on box ${e.box} makes room for the seated player (${e.clause}).`,
  "side-wager.placed": (e, i) =>
    `${does(i, e.player, "place", "places")} ${money(e.amount)} on ${WAGERS[e.kind]}, box ${e.box}.`,
  "side-wager.withdrawn": (e, i) =>
    `${does(i, e.player, "take", "takes")} ${WAGERS[e.kind]} back from box ${e.box}.`,
  "side-wager.displaced": (e, i) =>
    `${who(i, e.player)}: ${WAGERS[e.kind]} on box ${e.box} comes back (${e.clause}).`,
  "bets.closed": () => "No more bets.",
  "bets.reopened": (e) => `Bets are open again until the first card (${e.clause}).`,
  "card.dealt": (e, i, after) => cardTold(e, i, after),
  "offers.opened": (e) =>
    `${capital([e.insurance && "insurance", e.surrender && "surrender"].filter(Boolean).join(" and "))} offered.`,
  "insurance.placed": (e, i) =>
    `${does(i, e.player, "insure", "insures")} box ${e.box} for ${money(e.amount)}.`,
  "wager.surrendered": (e, i) => `${does(i, e.player, "surrender", "surrenders")} on box ${e.box}.`,
  "card.asked": (e, i, after) =>
    `${does(i, controllerOf(e, after), "hit", "hits")} on ${placeOf(e.box, e.hand, handsOf(e, after))}.`,
  "hand.stood": (e, i, after) =>
    e.clause
      ? `${capital(placeOf(e.box, e.hand, 2))} takes no more cards (${e.clause}).`
      : `${does(i, controllerOf(e, after), "stand", "stands")} on ${placeOf(e.box, e.hand, handsOf(e, after))}.`,
  "irregularity.reported": (e) => `${e.by} reports: ${e.kind} (${e.clause}).`,
  "card.offered": (e) => `The ${cardName(e.card)} was dealt by mistake and is offered (${e.clause}).`,
  "card.accepted": (e, i) =>
    `${does(i, e.player, "take", "takes")} the card for ${placeOf(e.box, e.hand, 2)} (${e.clause}).`,
  "card.refused": (e, i) =>
    `${does(i, e.player, "refuse", "refuses")} the card for ${placeOf(e.box, e.hand, 2)} (${e.clause}).`,
  "card.refused-by-all": (e) => `Nobody takes the card: it is the dealer's next (${e.clause}).`,
  "misdeal.reported": (e) => `${e.by} reports a misdeal (${e.clause}). ${movesTold(e)}`,
  "misdeal.dismissed": (e) => `${e.by} finds no error; the round stands.`,
  "round.taken-back": (e) =>
    `${e.by} has the round put right: the cards are dealt again (${e.clause}).`,
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
    e.player === i.me
      ? `Time is up: box ${e.box} is played without you (${e.clause}).`
      : `${e.player} is away: box ${e.box} is played on (${e.clause}).`,
  "absence.taken-back": (e, i) =>
    `${e.by}: ${e.player === i.me ? "you are" : `${e.player} is`} not away; box ${e.box} goes back to that decision (${e.clause}).`,
  "player.returned": (e, i) =>
    `${e.player === i.me ? "You are" : `${e.player} is`} back at box ${e.box}.`,
  "decisions.passed": (e, i) =>
    `${does(i, e.player, "decide", "decides")} for box ${e.box} now (${e.clause}).`,
  "box.uncontrolled": (e) =>
    `Nobody may decide for box ${e.box}: its bettors sit at other boxes (${e.clause}).`,
  "wager.settled": (e, i) => settledTold(e, i),
  "round.voided": (e) => `The round is void (${e.clause}).`,
  "wager.returned": (e, i) => `${who(i, e.player)}: ${money(e.amount)} comes back (${e.clause}).`,
  "winnings.taken-back": (e, i) => takenBack(e, i),
  "payment.taken-back": (e, i) => takenBack(e, i),
  "wager.forfeited": (e, i) => takenBack(e, i),
  "debt.collected": (e, i) =>
    `${does(i, e.player, "pay", "pays")} ${money(e.amount)} that was owed to the house.`,
  "debt.written-off": (e, i) =>
    `${money(e.amount)} that ${e.player === i.me ? "you" : e.player} owed the house is written off.`,
  "dispute.decided": (e) => `Dispute ${e.dispute} is decided: “${e.says}”`,
  "complaint.advised": (e) =>
    `Dispute ${e.dispute}: if you are not satisfied, you may complain to an inspector (${e.clause}).`,
  "cards.shuffled": (e) => `The cards are shuffled, ${e.left} in the stack.`,
  "cut.passed-on": (e, i) => `${does(i, e.player, "do", "does")} not cut; the next player is asked.`,
  "cut.declined": (e, i) => `${does(i, e.player, "leave", "leaves")} the cut to others.`,
  "cards.cut": (e, i) =>
    `${e.by === i.me ? "You cut" : `${e.by === "house" ? "The house" : e.by} cuts`} the cards${e.depth ? ` behind card ${e.depth}` : ""}.`,
  "cutting-card.placed": (e) => `The cutting card lies before the last ${e.behind ?? "few"} cards.`,
  "card.under-shoe-burned": () => "The card kept under the shoe is burned.",
  "card.burned": () => "The first card is burned.",
  "burned-card.shown": (e) => `The burned card was the ${cardName(e.card)}.`,
  "cutting-card.out": (e) =>
    e.cause === "cutting card first"
      ? "The cutting card came out first: the cards are shuffled now."
      : "The cutting card is out: the cards are shuffled after this round.",
  "player.came": (e, i) =>
    e.seat
      ? `${does(i, e.player, "sit", "sits")} down at box ${e.seat}.`
      : `${does(i, e.player, "stand", "stands")} behind the seats.`,
  "player.renamed": (e) => `${e.player} is now ${e.to}.`,
  "player.left": (e, i) => `${does(i, e.player, "leave", "leaves")} the table.`,
  "player.leaving": (e, i) => `${does(i, e.player, "leave", "leaves")} when the round is over.`,
  "shoe.revealed": () => "The shoe is over; its order is open to everybody.",
  "limits.changed": () => "The limits have changed; see the sign.",
  "table.locked": () => "The table is locked.",
  "table.closed": () => "The table is closed.",
};

/**
 * @param {{box: number | null}} event
 * @param {Layout} after
 */
const boxOf = (event, { boxes }) => boxes.find((each) => each.number === event.box);

/**
 * @param {{box: number}} event
 * @param {Layout} after
 */
const controllerOf = (event, after) => boxOf(event, after)?.controller ?? `Box ${event.box}`;

/**
 * @param {{box: number}} event
 * @param {Layout} after
 */
const handsOf = (event, after) => boxOf(event, after)?.hands.length ?? 1;

/**
 * Say where cards lay and where they should lie.
 * @param {import("../messages.js").MisdealReported} event
 */
export function movesTold(event) {
  if (!event.order) return "Nobody can say how the cards left the shoe.";
  const moves = event.moves.map(
    (move) =>
      `${cardName(move.card)} from ${move.taken_from ?? "the shoe"} to ${move.put_to ?? "the shoe"}`,
  );
  return `To be put right: ${moves.join("; ") || "no card moves"}.`;
}

/**
 * @param {import("../messages.js").CardDealt} event
 * @param {Info} info
 * @param {Layout} after
 */
function cardTold(event, info, after) {
  const box = boxOf(event, after);
  const hand = event.hand === null ? undefined : box?.hands[event.hand - 1];
  const cards = hand?.cards ?? after.dealer;
  const total = totalOf(info, { cards, total: event.total, soft: event.soft, split: hand?.split });
  const place =
    event.box === null ? "Dealer" : capital(placeOf(event.box, event.hand, box?.hands.length));
  return `${place}${box?.controller === info.me && event.box !== null ? " (you)" : ""}: ${cardName(event.card)}${total ? `, ${total}` : ""}.`;
}

/**
 * @param {import("../messages.js").WagerSettled} event
 * @param {Info} info
 */
function settledTold(event, info) {
  const net = event.returned - event.stake;
  const place = event.box === null ? "" : `, box ${event.box}`;
  const what = `${who(info, event.player)}${place}: ${WAGERS[event.wager]}`;
  if (net > 0)
    return `${what} wins ${money(net)}${event.odds ? ` at ${oddsText(event.odds)}` : ""} (${event.clause}).`;
  if (net < 0)
    return `${what} ${event.result === "lose" ? "loses" : event.result} ${money(-net)} (${event.clause}).`;
  return `${what}: ${event.result}, ${money(event.stake)} back (${event.clause}).`;
}

/**
 * @param {import("../messages.js").WinningsTakenBack | import("../messages.js").PaymentTakenBack | import("../messages.js").WagerForfeited} event
 * @param {Info} info
 */
function takenBack(event, info) {
  const owed = event.outstanding ? `; ${money(event.outstanding)} is owed to the house` : "";
  return `${who(info, event.player)}: ${money(event.amount)} goes back${owed} (${event.clause}).`;
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
