/** Orders about tables, seats, sessions, places and prizes. */

import { money } from "../../kit/money.js";
import { GROUNDS, notice } from "./entry_orders.js";

/**
 * @typedef {import("../../desk/orders.js").Order} Order
 * @typedef {import("../../messages.js").NextStage} NextStage
 * @typedef {import("../../messages.js").DeskTie} DeskTie
 * @typedef {import("../../messages.js").BracketSession} BracketSession
 * @typedef {import("../../messages.js").PrizeView} PrizeView
 */

/** @param {readonly string[]} tables @param {string} done @returns {Order} */
export const designate = (tables, done) => ({
  do: "designate-tables",
  title: "Tables of the tournament",
  button: "Designate",
  done,
  with: { tables },
});

/** @param {string} tournament @param {string} name @param {number} number @param {object} setting @returns {Order} */
export const setUpTable = (tournament, name, number, setting) => ({
  do: "set-up-table",
  path: "/api/tables",
  title: "Set up a table",
  button: "Set up the table",
  done: "The table is set up. Designate it for the tournament.",
  says: "With the game and options that the conditions state. It opens at once.",
  fields: [
    { name: "title", label: "Name", kind: "text", value: `${name}, table ${number}`.slice(0, 60) },
    {
      name: "table",
      label: "ID (used in addresses and records)",
      kind: "text",
      value: `${tournament.slice(0, 28)}-${number}`,
    },
    {
      name: "dealt_by",
      label: "Dealt by",
      kind: "choice",
      choices: [
        { value: "automatic dealer", label: "The software" },
        { value: "dealer with virtual shoe", label: "A dealer, virtual shoe" },
        { value: "dealer with real shoe", label: "A dealer, real shoe" },
      ],
    },
  ],
  read: (values) => ({ ...setting, ...values }),
});

// Seats.

/** @param {NextStage} stage @returns {Order} */
export const commitDraw = (stage) => ({
  do: "commit-seat-draw",
  title: `${stage.name}: draw the seats`,
  button: "Shuffle and commit",
  done: "The players are shuffled, and the commitment is public. Somebody else cuts now.",
});

/** @param {number} players @returns {Order} */
export const cutDraw = (players) => ({
  do: "cut-seat-draw",
  title: "Cut the order",
  button: "Cut",
  done: "The order is cut.",
  says: "Nobody has seen the order. So many players go from its top to its bottom.",
  fields: [
    {
      name: "position",
      label: `Cut after how many players, 0 to ${players - 1}`,
      kind: "count",
    },
  ],
});

/** @returns {Order} */
export const revealDraw = () => ({
  do: "reveal-seat-draw",
  title: "Reveal the seat draw",
  button: "Reveal",
  done: "The order is revealed, and the seats are allotted.",
});

/** @param {NextStage} stage @returns {Order} */
export const allotSeats = (stage) => ({
  do: "allot-seats",
  title: `${stage.name}: allot the seats`,
  button: "Allot the seats",
  done: "The seats are allotted.",
  says: `One player per line. Seats are filled from the top, table by table and box by box: ${stage.sessions.join(", ")} players${stage.byes ? `, then ${stage.byes} with a bye` : ""}.`,
  fields: [
    { name: "order", label: "Players in order", kind: "order", value: stage.players, lots: true },
    { name: "how", label: "How it was decided", kind: "text" },
  ],
});

/** @param {NextStage} stage @returns {Order} */
export const passStage = (stage) => ({
  do: "pass-stage",
  title: `${stage.name} without play`,
  button: "Let everybody go on",
  done: `Everybody goes on from ${stage.name}.`,
  says: `Nobody would be eliminated in ${stage.name}, so its players go on without playing.`,
});

// Sessions.

/** @param {number} session @param {readonly string[]} out who has not bought in @returns {Order} */
export const startSession = (session, out) => ({
  do: "start-session",
  title: `Start session ${session}`,
  button: "Start",
  done: `Session ${session} has started.`,
  says: out.length
    ? `${out.join(", ")} ${out.length === 1 ? "has" : "have"} not bought in and will be eliminated; the entry fee is kept.`
    : undefined,
  danger: out.length > 0,
  with: { session },
});

/**
 * @param {BracketSession} session
 * @param {readonly string[]} tables
 * @param {number | null} minutes of notice
 * @returns {Order}
 */
export const reschedule = (session, tables, minutes) => ({
  do: "reschedule-session",
  title: `Move session ${session.number}`,
  button: "Move the session",
  done: `Session ${session.number} was moved.`,
  with: { session: session.number },
  fields: [
    {
      name: "starts",
      label: "Starts",
      kind: "time",
      value: session.starts,
      hint: minutes ? `The conditions promise ${minutes} minutes of notice.` : "",
    },
    tableChoice(tables, session.table),
    notice,
  ],
});

/** @param {readonly string[]} tables @param {string} value @returns {import("../../desk/fields.js").Field} */
const tableChoice = (tables, value) => ({
  name: "table",
  label: "Table",
  kind: "choice",
  value,
  choices: tables.map((each) => ({ value: each, label: each })),
});

/** @param {string} player @param {number} price @param {number} chips @returns {Order} */
export const takeBuyIn = (player, price, chips) => ({
  do: "pay-buy-in",
  title: `Buy-in of ${player}`,
  button: `Take ${money(price)}`,
  done: `${player} has bought in.`,
  says: `${player} pays ${money(price)} for ${money(chips)} in tournament chips.`,
  with: { player },
});

/** @param {DeskTie} tie @param {BracketSession} session @param {readonly string[]} tables @param {number} now @returns {Order} */
export const callPlayOff = (tie, session, tables, now) => ({
  do: "call-play-off",
  title: `Play-off of session ${session.number}`,
  button: "Call the play-off",
  done: "The play-off is called.",
  says: `${tie.players.join(", ")} play on, each at their own box and with the same chips again.`,
  with: { session: session.number },
  fields: [
    { name: "starts", label: "Starts", kind: "time", value: Math.ceil((now + 60) / 60) * 60 },
    tableChoice(tables, session.table),
  ],
});

/** @param {DeskTie} tie @param {number} session @returns {Order} */
export const decidePlaces = (tie, session) => ({
  do: "decide-places",
  title: `Tie of session ${session}`,
  button: "Decide",
  done: "The places are decided.",
  says: `These players are out of chips and cannot be told apart. Put them in order, the best first: places ${tie.first} to ${tie.last}.`,
  with: { session },
  fields: [
    { name: "order", label: "The best first", kind: "order", value: tie.players, lots: true },
    { name: "how", label: "How it was decided", kind: "text", value: "by lot" },
  ],
});

// Orders at the table of a session.

/** @param {string} table @param {readonly string[]} players @returns {Order} */
export const disqualifyAtTable = (table, players) => ({
  do: "disqualify",
  table,
  title: "Disqualify a player of this session",
  button: "Disqualify",
  done: "The disqualification is declared.",
  says: "Once cards are out, it takes effect after the round. This cannot be undone.",
  danger: true,
  fields: [playerChoice(players), { name: "ground", label: "Ground", kind: "choice", choices: GROUNDS }],
});

/** @param {string} table @param {readonly string[]} players @returns {Order} */
export const deductForAbsence = (table, players) => ({
  do: "deduct-for-absence",
  table,
  title: "Deduct for absence",
  button: "Deduct the minimum",
  done: "The minimum will be deducted after this round.",
  fields: [playerChoice(players)],
});

/** @param {readonly string[]} players @returns {import("../../desk/fields.js").Field} */
const playerChoice = (players) => ({
  name: "player",
  label: "Player",
  kind: "choice",
  choices: players.map((each) => ({ value: each, label: each })),
});

/** @param {string} table @returns {Order} */
export const orderCount = (table) => ({
  do: "order-count",
  table,
  title: "Count the chips",
  button: "Order a count",
  done: "A count is ordered. The next round waits for it.",
});

/** @param {string} table @param {readonly string[]} players @returns {Order} */
export const conclude = (table, players) => ({
  do: "conclude-session",
  table,
  title: "End the session",
  button: "No further round",
  done: "No further round begins.",
  danger: true,
  fields: [
    {
      name: "why",
      label: "Because",
      kind: "choice",
      choices: [
        { value: "early", label: "It is certain who goes on" },
        { value: "clock", label: "The time is over" },
      ],
    },
    {
      name: "agreed",
      label: "Who agrees; all must if chips have a cash value",
      kind: "checks",
      choices: players.map((each) => ({ value: each, label: each })),
    },
  ],
});

/** @param {string} table @param {{number: number, player: string, about: string}} dispute @returns {Order} */
export const ruleOnDispute = (table, { number, player, about }) => ({
  do: "rule-on-dispute",
  table,
  title: `Dispute ${number} of ${player}`,
  button: "Decide",
  done: `Dispute ${number} is decided.`,
  says: `“${about}” Your decision is final, and the game goes on.`,
  with: { dispute: number },
  fields: [
    { name: "says", label: "Decision", kind: "long" },
    { name: "pays", label: "To be paid in tournament chips", kind: "amount", value: 0 },
  ],
});

/** @param {string} table @param {boolean} differs from the software's figures @returns {Order} */
export const announceResult = (table, differs) => ({
  do: "announce-result",
  table,
  title: "Announce the result",
  button: "Announce",
  done: "The result is announced.",
  says: "Places, who goes on and who plays off become public, and the result is recorded here.",
  fields: differs
    ? [{ name: "by_count", label: "Where the count differs, the count decides", kind: "check" }]
    : undefined,
});

/** @param {string} table @returns {Order} */
export const endSession = (table) => ({
  do: "end-session",
  table,
  title: "Release the table",
  button: "Release the table",
  done: "The tournament play at the table is over.",
});

// Prizes.

/** @param {number} pool @returns {Order} */
export const awardPrizes = (pool) => ({
  do: "award-prizes",
  title: "Award the prizes",
  button: "Award",
  done: "The prizes are awarded.",
  says: `The whole pool of ${money(pool)} is divided among the places. This cannot be undone.`,
});

/** @param {PrizeView} prize @param {string} how @returns {Order} */
export const payPrize = (prize, how) => ({
  do: "pay-prize",
  title: `Pay ${prize.player}`,
  button: "Paid",
  done: `${prize.player} is paid.`,
  says: `Place ${prize.place}: ${[prize.amount ? money(prize.amount) : "", prize.goods ?? ""].filter(Boolean).join(" and ")}.`,
  with: { place: prize.place },
  fields: [{ name: "how", label: "How it is paid", kind: "text", value: how }],
});
