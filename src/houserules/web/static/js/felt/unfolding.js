/**
 * One event after the other, for the eye: cards come singly, payments follow.
 *
 * It need not know every event: after the last one the server's own state is shown.
 */

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Happened} Happened
 * @typedef {import("./types.js").Table} Table
 */

/** Milliseconds for which something is looked at before the next thing comes. */
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
 * Give what is on the screen after an event; the same object if nothing is to be seen of it.
 * @param {Shown} shown
 * @param {Happened} event
 * @returns {Shown}
 */
export function unfolded(shown, event) {
  switch (event.name) {
    case "card.dealt":
      return { ...shown, table: withCard(shown.table, event) };
    case "hand.split":
      return { ...shown, table: withSplit(shown.table, event) };
    case "hand.cleared":
      return {
        ...shown,
        table: inHand(shown.table, event, (hand) => ({ ...hand, cleared: true, done: true })),
      };
    case "hand.stood":
      return { ...shown, table: inHand(shown.table, event, (hand) => ({ ...hand, done: true })) };
    case "bets.closed":
      return {
        ...shown,
        payments: [],
        table: withHands(
          { ...shown.table, phase: "dealing", dealer: [], dealer_total: 0, question: null },
          event,
        ),
      };
    case "bets.reopened":
      return {
        ...shown,
        table: {
          ...shown.table,
          phase: "betting",
          boxes: shown.table.boxes.map((box) => ({ ...box, hands: [], controller: null })),
        },
      };
    case "dealer.turn-began":
      return { ...shown, table: { ...shown.table, phase: "dealer" } };
    case "wager.settled":
      return { ...shown, payments: [...shown.payments, /** @type {any} */ (event)] };
    case "table.cleared":
    case "round.voided":
      return {
        ...shown,
        table: { ...shown.table, phase: "betting", boxes: [], dealer: [], dealer_total: 0 },
      };
    default:
      return shown;
  }
}

/**
 * @param {Table} table
 * @param {Happened} event
 */
function withHands(table, event) {
  const boxes = table.boxes.map((box) => ({
    ...box,
    controller:
      event.controllers.find(
        (/** @type {[number, string]} */ each) => each[0] === box.number,
      )?.[1] ?? null,
    hands: [
      {
        cards: [],
        total: 0,
        soft: false,
        doubled: false,
        split: false,
        surrendered: false,
        done: false,
        cleared: false,
        stakes: box.bettors.map((each) => ({
          player: each.player,
          kind: "original",
          amount: each.plays,
          tokens: 0,
          double: 0,
          double_tokens: 0,
          surrendered: false,
          result: null,
        })),
      },
    ],
  }));
  return { ...table, boxes };
}

/**
 * @param {Table} table
 * @param {Happened} event
 */
function withCard(table, event) {
  const shoe = table.shoe && { ...table.shoe, left: table.shoe.left - 1 };
  if (event.box === null)
    return { ...table, shoe, dealer: [...table.dealer, event.card], dealer_total: event.total };
  return inHand({ ...table, shoe }, event, (hand) => ({
    ...hand,
    cards: [...hand.cards, event.card],
    total: event.total,
    soft: event.soft,
  }));
}

/**
 * @param {Table} table
 * @param {Happened} event
 */
function withSplit(table, event) {
  return {
    ...table,
    boxes: table.boxes.map((box) => {
      const hand = box.hands[event.hand - 1];
      if (box.number !== event.box || !hand) return box;
      const half = { ...hand, split: true, total: event.total, soft: event.soft };
      const first = { ...half, cards: hand.cards.slice(0, 1) };
      const second = {
        ...half,
        cards: hand.cards.slice(1),
        stakes: hand.stakes
          .filter((each) => each.player === event.player)
          .map((each) => ({ ...each, kind: "split", amount: event.amount })),
      };
      return { ...box, hands: box.hands.toSpliced(event.hand - 1, 1, first, second) };
    }),
  };
}

/**
 * @param {Table} table
 * @param {Happened} event
 * @param {(hand: import("./types.js").Hand) => import("./types.js").Hand} change
 * @returns {Table}
 */
function inHand(table, event, change) {
  return {
    ...table,
    boxes: table.boxes.map((box) =>
      box.number !== event.box
        ? box
        : {
            ...box,
            hands: box.hands.map((hand, n) => (n === event.hand - 1 ? change(hand) : hand)),
          },
    ),
  };
}
