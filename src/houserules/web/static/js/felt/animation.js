/**
 * The table between two states of the server: cards come one by one, payments follow.
 *
 * Only what moves is worked out here. Wagers come from the state at the end of the update, and after
 * the last event that state is shown as it is.
 */

import { paymentOf } from "./session/payments.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Hand} Hand
 * @typedef {import("./types.js").Payment} Payment
 */

/** Milliseconds for which an event is shown before the next. @type {Partial<Record<TableEvent["name"], number>>} */
export const PAUSES = {
  "card.dealt": 330,
  "hand.split": 260,
  "hand.doubled": 260,
  "wager.settled": 200,
  "dealer.turn-began": 150,
  "table.cleared": 220,
  "cards.shuffled": 500,
  "cutting-card.out": 500,
  "bets.closed": 120,
};

/**
 * Return what is on the screen after an event; the same object if the event cannot be seen.
 * @param {Shown} shown
 * @param {TableEvent} event
 * @param {Table} final the state at the end of the update
 * @returns {Shown}
 */
export function afterEvent(shown, event, final) {
  if (event.name === "bets.closed")
    return { ...shown, payments: [], table: withBetsClosed(shown.table, event, final) };
  const table = tableAfter(shown.table, event);
  const payment = paymentOf(event);
  if (payment) return { ...shown, table, payments: [...shown.payments, payment] };
  return table === shown.table ? shown : { ...shown, table };
}

/**
 * @param {Table} table
 * @param {TableEvent} event
 * @returns {Table}
 */
function tableAfter(table, event) {
  switch (event.name) {
    case "card.dealt":
      return withCard(table, event);
    case "hand.split":
      return withSplit(table, event);
    case "hand.doubled":
      return inHand(table, event, (hand) => withDouble(hand, event));
    case "hand.cleared":
      return inHand(table, event, (hand) => ({ ...hand, cleared: true, done: true }));
    case "hand.stood":
      return inHand(table, event, (hand) => ({ ...hand, done: true }));
    case "wager.settled":
      return withPayment(table, event);
    case "bets.reopened":
      return {
        ...table,
        phase: "betting",
        boxes: table.boxes.map((box) => ({ ...box, hands: [], controller: null })),
      };
    case "offers.opened":
      return { ...table, phase: "offers" };
    case "play.began":
      return { ...table, phase: "playing" };
    case "dealer.turn-began":
      return { ...table, phase: "dealer" };
    case "round.ended":
      return { ...table, phase: "over", question: null };
    case "table.cleared":
    case "round.voided":
      return { ...table, phase: "betting", boxes: [], dealer: [], dealer_total: 0 };
    default:
      return table;
  }
}

/**
 * Lay an empty hand on every box with a wager. A box whose wagers came in the same update is known
 * only from its end.
 * @param {Table} table
 * @param {import("../messages.js").BetsClosed} event
 * @param {Table} final
 * @returns {Table}
 */
function withBetsClosed(table, event, final) {
  const boxes = final.phase === "betting" ? table.boxes : final.boxes;
  const controllers = new Map(event.controllers);
  return {
    ...table,
    phase: "dealing",
    dealer: [],
    dealer_total: 0,
    question: null,
    boxes: boxes
      .filter((box) => box.bettors.length)
      .map((box) => ({
        ...box,
        controller: controllers.get(box.number) ?? null,
        beside: box.beside
          .filter((wager) => wager.kind !== "insurance")
          .map((wager) => ({ ...wager, settled: false })),
        hands: [emptyHand(box)],
      })),
  };
}

/**
 * @param {Box} box
 * @returns {Hand}
 */
const emptyHand = (box) => ({
  cards: [],
  total: 0,
  soft: false,
  doubled: false,
  split: false,
  surrendered: false,
  done: false,
  cleared: false,
  stakes: box.bettors.map(({ player, plays }) => ({
    player,
    kind: "original",
    amount: plays,
    tokens: 0,
    double: 0,
    double_tokens: 0,
    surrendered: false,
    result: null,
  })),
});

/**
 * @param {Table} table
 * @param {import("../messages.js").CardDealt} event
 * @returns {Table}
 */
function withCard(table, event) {
  const { box, hand, card, total, soft } = event;
  const shoe = table.shoe && { ...table.shoe, left: table.shoe.left - 1 };
  const dealt = { ...table, shoe, question: null };
  if (box === null || hand === null)
    return { ...dealt, dealer: [...table.dealer, card ?? ""], dealer_total: total ?? 0 };
  return inHand(dealt, { box, hand }, (held) => ({
    ...held,
    cards: [...held.cards, card],
    total,
    soft,
  }));
}

/**
 * @param {Table} table
 * @param {import("../messages.js").HandSplit} event
 */
function withSplit(table, event) {
  return inBox(table, event.box, (box) => {
    const hand = box.hands[event.hand - 1];
    if (!hand) return box;
    const half = { ...hand, split: true, total: event.total, soft: event.soft };
    const stakes = hand.stakes
      .filter(({ player }) => player === event.player)
      .map((stake) => ({ ...stake, kind: /** @type {const} */ ("split"), amount: event.amount }));
    const first = { ...half, cards: hand.cards.slice(0, 1) };
    const second = { ...half, cards: hand.cards.slice(1), stakes };
    return { ...box, hands: box.hands.toSpliced(event.hand - 1, 1, first, second) };
  });
}

/**
 * @param {Hand} hand
 * @param {import("../messages.js").HandDoubled} event
 * @returns {Hand}
 */
const withDouble = (hand, { player, amount, total, soft }) => ({
  ...hand,
  doubled: true,
  total,
  soft,
  stakes: hand.stakes.map((stake) =>
    stake.player === player ? { ...stake, double: amount } : stake,
  ),
});

/**
 * Take a settled wager off the layout.
 * @param {Table} table
 * @param {Payment} payment
 */
function withPayment(table, { box: number, hand, player, wager, result }) {
  if (number === null) return table;
  if (hand === null || !/^(original|split|double)$/.test(wager))
    return inBox(table, number, (box) => ({
      ...box,
      beside: box.beside.map((side) =>
        side.player === player && side.kind === wager ? { ...side, settled: true } : side,
      ),
    }));
  const change = wager === "double" ? { double: 0 } : { result };
  return inHand(table, { box: number, hand }, (held) => ({
    ...held,
    stakes: held.stakes.map((stake) =>
      stake.player === player ? { ...stake, ...change } : stake,
    ),
  }));
}

/**
 * @param {Table} table
 * @param {number} number
 * @param {(box: Box) => Box} change
 * @returns {Table}
 */
const inBox = (table, number, change) => ({
  ...table,
  boxes: table.boxes.map((box) => (box.number === number ? change(box) : box)),
});

/**
 * @param {Table} table
 * @param {{box: number, hand: number}} place
 * @param {(hand: Hand) => Hand} change
 */
const inHand = (table, place, change) =>
  inBox(table, place.box, (box) => ({
    ...box,
    hands: box.hands.map((hand, n) => (n === place.hand - 1 ? change(hand) : hand)),
  }));
