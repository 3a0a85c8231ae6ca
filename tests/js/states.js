/** Tables to ask questions about. */

/**
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Info} Info
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Mine} Mine
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Table} Table
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Box} Box
 * @typedef {import("../../src/houserules/web/static/js/felt/types.js").Hand} Hand
 */

/** A sentence that says nothing. */
export const SENTENCE = { template: "", people: {}, values: {}, called: true };

/** @type {Info} */
export const INFO = {
  table: "t1",
  title: "Table 1",
  rulebook: "nsw-pontoon-2024",
  game: "Pontoon",
  edition: "2024",
  options: {},
  kind: "practice",
  dealt_by: "automatic dealer",
  has_dealer: true,
  minimum: 500,
  maximum: 50000,
  player_maximum: null,
  unit: null,
  smallest_chip: 50,
  side_wagers: [],
  boxes: 7,
  seats_taken: [],
  players: 1,
  phase: "betting",
  rounds: 0,
  is_open: true,
  is_locked: false,
  is_private: false,
  closes: null,
  me: "Ann",
  plays: true,
  sign: [],
  naturals: { natural: "pontoon", pinkjack: false, after_split: false },
  staff: null,
  zone: "Australia/Sydney",
  conduct: {},
  carded: false,
  disputes: true,
  document: false,
  cut_aside: 52,
  tournament: null,
};

/**
 * @param {Partial<Table>} [change]
 * @returns {Table}
 */
export const tableWith = (change) => ({
  table: "t1",
  position: 10,
  kind: "practice",
  locked: null,
  payment_held: false,
  dealt_by: "automatic dealer",
  dealer_name: null,
  ready: [],
  leaving: [],
  waited_for: [],
  clock_ends: null,
  phase: "betting",
  rounds: 3,
  boxes: [],
  dealer: [],
  dealer_total: 0,
  question: null,
  seats: [{ player: "Ann", seat: 1 }],
  shoe: null,
  discards: 0,
  facing: { facing: "up", clause: "9.1" },
  mishap: null,
  placards: [],
  session: null,
  ...change,
});

/**
 * @param {Partial<Mine>} [change]
 * @returns {Mine}
 */
export const mineWith = (change) => ({
  person: "Ann",
  role: "player",
  legal: [],
  told: [],
  purses: [{ player: "Ann", chips: 50000, tokens: 0 }],
  vouchers: [],
  forms: [],
  free_chips: null,
  float_tray: null,
  token_tray: null,
  notices: [],
  disputes: [],
  debts: [],
  ...change,
});

/**
 * A box of Ann's with a wager of $25.
 * @param {Partial<Box>} [change]
 * @returns {Box}
 */
export const boxWith = (change) => ({
  number: 1,
  controller: "Ann",
  absent: false,
  bettors: [{ player: "Ann", placed: 2500, plays: 2500, tokens: 0, seated: true }],
  beside: [],
  hands: [],
  ...change,
});

/**
 * @param {string[]} cards
 * @param {number} total
 * @param {Partial<Hand>} [change]
 * @returns {Hand}
 */
export const handWith = (cards, total, change) => ({
  cards,
  total,
  soft: false,
  stakes: [
    {
      player: "Ann",
      kind: "original",
      amount: 2500,
      tokens: 0,
      double: 0,
      double_tokens: 0,
      surrendered: false,
      result: null,
    },
  ],
  doubled: false,
  split: false,
  surrendered: false,
  done: false,
  cleared: false,
  ...change,
});
