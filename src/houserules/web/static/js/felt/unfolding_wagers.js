/** The wagers of a round, event by event: what lies on the boxes while the cards still come, and in a replay. */

import { unfolded } from "./unfolding.js";

/**
 * @typedef {import("./types.js").Shown} Shown
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Box} Box
 * @typedef {import("./types.js").Happened} Happened
 */

/**
 * Give what is on the screen after an event, wagers included.
 * @param {Shown} shown
 * @param {Happened} event
 * @returns {Shown}
 */
export function replayed(shown, event) {
  const change = CHANGES[event.name];
  const before = change ? { ...shown, table: change(shown.table, event) } : shown;
  const after = unfolded(before, event);
  return event.name === "wager.settled" ? { ...after, table: settled(after.table, event) } : after;
}

/**
 * @param {Table} table
 * @param {number} number
 * @param {(box: Box) => Box} change
 * @returns {Table}
 */
function inBox(table, number, change) {
  const known = table.boxes.some((box) => box.number === number);
  const boxes = known
    ? table.boxes
    : [
        ...table.boxes,
        { number, controller: null, absent: false, bettors: [], beside: [], hands: [] },
      ];
  return {
    ...table,
    boxes: boxes
      .map((box) => (box.number === number ? change(box) : box))
      .sort((a, b) => a.number - b.number),
  };
}

/**
 * Change a stake of somebody on a hand.
 * @param {Table} table
 * @param {Happened} event
 * @param {(stake: import("./types.js").Stake) => import("./types.js").Stake} change
 */
function inStake(table, event, change) {
  return inBox(table, event.box, (box) => ({
    ...box,
    hands: box.hands.map((hand, n) =>
      event.hand !== undefined && n !== event.hand - 1
        ? hand
        : {
            ...hand,
            stakes: hand.stakes.map((stake) =>
              stake.player === event.player ? change(stake) : stake,
            ),
          },
    ),
  }));
}

/**
 * Change what lies on one hand.
 * @param {Table} table
 * @param {number} number
 * @param {number} hand
 * @param {(stakes: import("./types.js").Stake[]) => import("./types.js").Stake[]} change
 */
function inStakes(table, number, hand, change) {
  return inBox(table, number, (box) => ({
    ...box,
    hands: box.hands.map((each, n) =>
      n === hand - 1 ? { ...each, stakes: change(each.stakes) } : each,
    ),
  }));
}

/**
 * @param {Table} table
 * @param {Happened} event
 * @param {number} by
 */
function wagered(table, event, by) {
  return inBox(table, event.box, (box) => {
    const lies = box.bettors.find((each) => each.player === event.player);
    const rest = box.bettors.filter((each) => each !== lies);
    const plays = (lies?.plays ?? 0) + by;
    const seated = lies?.seated ?? event.seated ?? false;
    const mine = { player: event.player, placed: plays, plays, tokens: 0, seated };
    return { ...box, bettors: plays > 0 ? [...rest, mine] : rest };
  });
}

/**
 * @param {Table} table
 * @param {Happened} event
 * @param {string} kind
 */
function besides(table, event, kind) {
  const lies = /** @type {import("./types.js").Beside} */ ({
    player: event.player,
    kind,
    amount: event.amount,
    tokens: 0,
    suit: event.suit ?? null,
    settled: false,
  });
  return inBox(table, event.box, (box) => ({ ...box, beside: [...box.beside, lies] }));
}

/**
 * @param {Table} table
 * @param {Happened} event
 */
function notBesides(table, event) {
  return inBox(table, event.box, (box) => ({
    ...box,
    beside: box.beside.filter((each) => each.player !== event.player || each.kind !== event.kind),
  }));
}

/**
 * Let the wagers of a box count as a supervisor found them.
 * @param {Table} table
 * @param {Happened} event
 */
function foundInPlay(table, event) {
  const bettors = /** @type {import("./types.js").Bettor[]} */ (event.shares);
  const changed = inBox(table, event.box, (box) => ({
    ...box,
    bettors: bettors.filter((each) => each.plays > 0),
    controller: event.controller ?? box.controller,
  }));
  return /** @type {Restated[]} */ (event.wagers).reduce(
    (now, wager) => inBox(now, event.box, (box) => restated(box, wager)),
    changed,
  );
}

/**
 * @typedef {{player: string, wager: string, hand: number | null, amount: number, tokens: number}} Restated
 */

/**
 * Give a box with one wager of another amount; none: it is gone.
 * @param {Box} box
 * @param {Restated} wager
 * @returns {Box}
 */
function restated(box, { player, wager, hand, amount, tokens }) {
  if (hand === null) {
    const beside = box.beside.map((each) =>
      each.player === player && each.kind === wager ? { ...each, amount, tokens } : each,
    );
    return { ...box, beside: beside.filter((each) => each.amount > 0) };
  }
  const change =
    wager === "double" ? { double: amount, double_tokens: tokens } : { amount, tokens };
  const fresh = { player, kind: wager, amount, tokens, double: 0, double_tokens: 0 };
  return {
    ...box,
    hands: box.hands.map((each, n) => {
      if (n !== hand - 1) return each;
      const known = each.stakes.some((stake) => stake.player === player);
      const stakes = known
        ? each.stakes.map((stake) => (stake.player === player ? { ...stake, ...change } : stake))
        : [...each.stakes, { ...fresh, surrendered: false, result: null }];
      return { ...each, stakes: stakes.filter((stake) => stake.amount + stake.double > 0) };
    }),
  };
}

/** @type {Record<string, (table: Table, event: Happened) => Table>} */
const CHANGES = {
  "wager.placed": (table, event) => wagered(table, event, event.amount),
  "wager.raised": (table, event) => wagered(table, event, event.amount),
  "wager.withdrawn": (table, event) => wagered(table, event, -event.amount),
  "wager.displaced": (table, event) => wagered(table, event, -event.amount),
  "wager.cut-back": (table, event) => wagered(table, event, -event.handed_back),
  "wager.found-in-play": foundInPlay,
  "side-wager.placed": (table, event) => besides(table, event, event.kind),
  "side-wager.withdrawn": notBesides,
  "side-wager.displaced": notBesides,
  "insurance.placed": (table, event) => besides(table, event, "insurance"),
  "card.dealt": (table) => ({ ...table, question: null }),
  "play.began": (table) => ({ ...table, phase: "playing" }),
  "offers.opened": (table) => ({ ...table, phase: "offers" }),
  "hand.doubled": (table, event) =>
    inStake(doubled(table, event), event, (stake) => ({ ...stake, double: event.amount })),
  "double.followed": (table, event) =>
    inStake(table, event, (stake) => ({ ...stake, double: event.amount })),
  "split.followed": (table, event) => {
    const { player, amount } = event;
    const stake = { player, kind: "split", amount, tokens: 0, double: 0, double_tokens: 0 };
    const more = { ...stake, surrendered: false, result: null };
    return inStakes(table, event.box, event.hand + 1, (stakes) => [...stakes, more]);
  },
  "wager.designated": (table, event) => {
    const { box, hand, to, player } = event;
    const stakes = table.boxes.find((each) => each.number === box)?.hands[hand - 1]?.stakes;
    const moved = stakes?.filter((each) => each.player === player) ?? [];
    const left = inStakes(table, box, hand, (all) => all.filter((each) => each.player !== player));
    return inStakes(left, box, to, (all) => [...all, ...moved]);
  },
  "wager.surrendered": (table, event) =>
    inStake(table, event, (stake) => ({ ...stake, surrendered: true })),
  "answers.awaited": (table, event) => ({ ...table, question: /** @type {any} */ (event) }),
  "round.ended": (table) => ({ ...table, phase: "over", question: null }),
};

/**
 * @param {Table} table
 * @param {Happened} event
 */
function doubled(table, event) {
  return inBox(table, event.box, (box) => ({
    ...box,
    hands: box.hands.map((hand, n) =>
      n === event.hand - 1
        ? { ...hand, doubled: true, total: event.total, soft: event.soft }
        : hand,
    ),
  }));
}

/**
 * Take a settled wager from the layout.
 * @param {Table} table
 * @param {Happened} event
 */
function settled(table, event) {
  if (event.box === null) return table;
  if (event.wager === "original" || event.wager === "split")
    return inStake(table, event, (stake) => ({ ...stake, result: event.result }));
  if (event.wager === "double") return inStake(table, event, (stake) => ({ ...stake, double: 0 }));
  return inBox(table, event.box, (box) => ({
    ...box,
    beside: box.beside.map((each) =>
      each.player === event.player && each.kind === event.wager ? { ...each, settled: true } : each,
    ),
  }));
}
