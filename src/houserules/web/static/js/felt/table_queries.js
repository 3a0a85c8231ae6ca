/** Questions to a state of the table. */

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Mine} Mine
 * @typedef {import("./types.js").Open} Open
 */

/**
 * Return the hand in play: the first that is not done.
 * @param {Pick<Table, "phase" | "boxes">} table
 */
export function turnOf(table) {
  if (table.phase !== "playing") return null;
  for (const box of table.boxes) {
    const n = box.hands.findIndex((hand) => !hand.done);
    if (n >= 0) return { box: box.number, hand: n + 1, controller: box.controller };
  }
  return null;
}

/**
 * Return what may be done now, in chips.
 * @param {Mine} mine
 * @param {string} name
 * @param {Partial<Open>} [fields]
 * @returns {Open | undefined}
 */
export function openCommand(mine, name, fields = {}) {
  return mine.legal.find(
    (each) =>
      each.do === name &&
      !each.tokens &&
      Object.entries(fields).every(([key, value]) => Reflect.get(each, key) === value),
  );
}

/**
 * Whether a wager may be put or raised on a box.
 * @param {Mine} mine
 * @param {number} box
 */
export function mayWager(mine, box) {
  return mine.legal.some((each) => each.box === box && /^(place|raise|withdraw)-/.test(each.do));
}

/**
 * Return the chips in the rack before me.
 * @param {Mine} mine
 */
export function chipsOf(mine) {
  return mine.purses.find((each) => each.player === mine.person)?.chips ?? 0;
}

/**
 * Return the promotional tokens before me.
 * @param {Mine} mine
 */
export function tokensOf(mine) {
  return mine.purses.find((each) => each.player === mine.person)?.tokens ?? 0;
}

/**
 * Return what may be done now in promotional tokens.
 * @param {Mine} mine
 * @param {string} name
 * @param {Partial<Open>} [fields]
 * @returns {Open | undefined}
 */
export function openTokenCommand(mine, name, fields = {}) {
  return mine.legal.find(
    (each) =>
      each.do === name &&
      Boolean(each.tokens) &&
      Object.entries(fields).every(([key, value]) => Reflect.get(each, key) === value),
  );
}

/**
 * Return the numbers of the boxes at which somebody is waited for.
 * @param {Table} table
 */
export function boxesWaitedFor(table) {
  const turn = turnOf(table);
  if (table.question) return [table.question.box];
  if (turn) return [turn.box];
  const seats = table.seats
    .filter((each) => table.waited_for.includes(each.player))
    .map((each) => each.seat);
  const bets = table.boxes
    .filter((box) => box.bettors.some((each) => table.waited_for.includes(each.player)))
    .map((box) => box.number);
  return [...new Set([...seats, ...bets])].filter((each) => each !== null);
}
