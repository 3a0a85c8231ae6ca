/** Orders about the conditions, entries and entry disputes. */

import { money } from "../../kit/money.js";

/** @typedef {import("../../desk/orders.js").Order} Order */

const HOUR = 3600;
const A_DAY = 24 * HOUR;

/** Why a player is disqualified, as the documents put it. */
export const GROUNDS = [
  { value: "conduct", label: "Conduct against the tournament rules" },
  { value: "broke a rule", label: "Broke a rule or condition" },
  { value: "absent", label: "Absent for too long" },
  { value: "no wager", label: "Made no wager" },
  { value: "raised the buy-in", label: "Added to the allotted chips" },
  { value: "took chips off the table", label: "Took chips off the table" },
  { value: "exchanged chips", label: "Exchanged chips with a player" },
  { value: "hid chips", label: "Hid chips" },
  { value: "advice", label: "Gave or took advice" },
];

/** @param {number} now @returns {Order} */
export const publish = (now) => ({
  do: "publish-tournament",
  title: "Publish the conditions",
  button: "Publish",
  done: "Published: players can enter.",
  says: "Entries open at once. From then on the conditions change only where they say so themselves.",
  fields: [
    {
      name: "starts",
      label: "First session starts",
      kind: "time",
      value: Math.ceil((now + A_DAY) / HOUR) * HOUR,
    },
    {
      name: "rounds_per_hour",
      label: "Rounds per hour",
      kind: "count",
      value: 60,
      hint: "The pace of your tables, for the timetable.",
    },
    { name: "pause_minutes", label: "Minutes between sittings", kind: "count", value: 15 },
  ],
});

/** @param {number} starts @param {number | null} minutes of notice @returns {Order} */
export const moveStart = (starts, minutes) => ({
  do: "move-start",
  title: "Move the start",
  button: "Move the start",
  done: "The start was moved.",
  fields: [
    {
      name: "starts",
      label: "First session starts",
      kind: "time",
      value: starts,
      hint: minutes ? `The conditions promise ${minutes} minutes of notice.` : "",
    },
    notice,
  ],
});

/** How players are told, in words that go on record. @type {import("../../desk/fields.js").Field} */
export const notice = {
  name: "notice",
  label: "How the players are told",
  kind: "text",
  hint: "As on the page, by email, announced at the tables.",
};

/** @returns {Order} */
export const cancel = () => ({
  do: "cancel-tournament",
  title: "Cancel the tournament",
  button: "Cancel and refund everything",
  done: "The tournament is cancelled, and all fees are refunded.",
  says: "All entry fees go back, and what was paid for chips that were not played with. This cannot be undone.",
  danger: true,
  fields: [
    {
      name: "ground",
      label: "Because of",
      kind: "choice",
      choices: [
        { value: "too few entries", label: "Too few entries" },
        { value: "other", label: "Something else" },
      ],
    },
    { name: "reason", label: "Reason, as players read it", kind: "text" },
  ],
});

// Entries.

/** @returns {Order} */
export const takeApplication = () => ({
  do: "apply-for-entry",
  title: "Take an application",
  button: "Enter the application",
  done: "The application is entered.",
  fields: [
    { name: "player", label: "Player", kind: "text", hint: "The name of their account." },
    { name: "form", label: "Application form, as filled in", kind: "long" },
    {
      name: "entitled",
      label: "May enter the casino and gamble: checked",
      kind: "check",
    },
  ],
});

/** @param {string} player @returns {Order} */
export const giveCopy = (player) => ({
  do: "give-conditions",
  title: `Conditions for ${player}`,
  button: "Handed over",
  done: `${player} has the conditions.`,
  with: { player, how: "at the desk" },
});

/** @param {string} player @returns {Order} */
export const takeAgreement = (player) => ({
  do: "agree-to-conditions",
  title: `Agreement of ${player}`,
  button: "Agreed in writing",
  done: `${player} has agreed in writing.`,
  with: { player },
  fields: [{ name: "signature", label: "Signed as", kind: "text", value: player }],
});

/** @param {string} player @param {number} fee @returns {Order} */
export const takeFee = (player, fee) => ({
  do: "pay-entry-fee",
  title: `Entry fee of ${player}`,
  button: `Take ${money(fee)}`,
  done: `${player} has paid ${money(fee)} into the prize pool.`,
  says: `${money(fee)} goes from the chips ${player} has with the cashier into the prize pool.`,
  with: { player },
});

/** @param {string} player @returns {Order} */
export const accept = (player) => ({
  do: "accept-entry",
  title: `Accept ${player}`,
  button: "Accept",
  done: `${player} is accepted.`,
  with: { player },
});

/** @param {string} player @returns {Order} */
export const refuse = (player) => ({
  do: "refuse-entry",
  title: `Refuse ${player}`,
  button: "Refuse",
  done: `${player} is refused.`,
  says: "A fee that was paid goes back. The player reads the reason and can dispute it.",
  danger: true,
  with: { player },
  fields: [
    {
      name: "ground",
      label: "Ground, as the conditions state it",
      kind: "choice",
      choices: [
        { value: "not entitled", label: "Not entitled to enter or gamble" },
        { value: "criteria", label: "Does not meet the selection criteria" },
        { value: "right reserved", label: "The right to refuse is reserved" },
      ],
    },
    { name: "reason", label: "Reason", kind: "text" },
  ],
});

/** @param {string} player @param {string} fee what happens to it @returns {Order} */
export const withdraw = (player, fee) => ({
  do: "withdraw-entry",
  title: `Withdraw ${player}`,
  button: "Withdraw",
  done: `${player} has withdrawn.`,
  says: `${player} leaves the tournament. ${fee}`,
  danger: true,
  with: { player },
});

/** @param {string} player @returns {Order} */
export const disqualify = (player) => ({
  do: "disqualify-entrant",
  title: `Disqualify ${player}`,
  button: "Disqualify",
  done: `${player} is disqualified.`,
  says: "The entry fee stays in the prize pool. This cannot be undone.",
  danger: true,
  with: { player },
  fields: [
    { name: "ground", label: "Ground", kind: "choice", choices: GROUNDS },
    { name: "reason", label: "What happened", kind: "text" },
  ],
});

/** @param {string} player @returns {Order} */
export const approveRefund = (player) => ({
  do: "approve-refund",
  title: `Refund the fee of ${player}`,
  button: "Approve the refund",
  done: `The fee of ${player} is refunded.`,
  says: `${player} was disqualified for absence. The entry fee goes back from the prize pool.`,
  with: { player },
  fields: [{ name: "reason", label: "Reason", kind: "text" }],
});

/** @param {string} player @param {number} price @returns {Order} */
export const buyBack = (player, price) => ({
  do: "buy-back",
  title: `Buy-back of ${player}`,
  button: `Take ${money(price)}`,
  done: `${player} is back in.`,
  says: `${player} pays ${money(price)} and plays in the next stage.`,
  with: { player },
});

/** @param {number} entries @param {string} out who is left out @returns {Order} */
export const closeEntries = (entries, out) => ({
  do: "close-entries",
  title: "Close entries",
  button: "Close entries",
  done: "Entries are closed.",
  says: `The tournament takes place with the ${entries} players who have entered and paid.${out} This cannot be undone.`,
});

// Disputes.

/** @param {{number: number, player: string, about: string}} dispute @returns {Order} */
export const decideDispute = ({ number, player, about }) => ({
  do: "decide-entry-dispute",
  title: `Dispute ${number} of ${player}`,
  button: "Decide",
  done: `Dispute ${number} is decided.`,
  says: `“${about}” Your decision is final.`,
  with: { dispute: number },
  fields: [{ name: "says", label: "Decision", kind: "long" }],
});

/** @param {readonly string[]} players @returns {Order} */
export const raiseDispute = (players) => ({
  do: "raise-entry-dispute",
  title: "Enter a dispute",
  button: "Enter the dispute",
  done: "The dispute is entered.",
  says: "About an entry or the conditions. No seats are drawn and no session starts until it is decided.",
  fields: [
    {
      name: "player",
      label: "Player",
      kind: "choice",
      choices: players.map((each) => ({ value: each, label: each })),
    },
    { name: "about", label: "What it is about", kind: "long" },
  ],
});
