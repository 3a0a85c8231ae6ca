/** The fields of an order: players of this table, its boxes and hands, money, hours, cards. */

import { timeText } from "../../kit/casino_time.js";
import { capital } from "../words.js";
import { serverSeconds } from "./clocks.js";
import { choice, dollars, moment, several, text, whole, yesOrNo } from "./inputs.js";
import { limits } from "./inputs.js";
import { cardsField } from "./card_picker.js";
import { limitsText } from "./rows.js";
import { countsField, groundField, missingField } from "./session_fields.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("./types.js").Looked} Looked
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("./inputs.js").Filled} Filled
 */

/** Fields in words, where their name says too little. @type {Record<string, string>} */
const LABELS = {
  stated: "Limits",
  when: "From",
  minimum: "Minimum",
  maximum: "Maximum",
  round: "Round",
  length: "Restriction",
  closes: "The table closes",
  harms: "Somebody is disadvantaged",
  other_device: "Another device is available",
  practicable: "The cards can be put there",
  limited: "Only for players with an initial wager",
  permitted: "Split hands may be split again",
  one_a_box: "One player per box",
  full: "The house is full",
  forfeited_by: "Forfeit the wagers of",
  dispute: "Number of the dispute",
  entry: "Number in the register",
  says: "The decision",
  pays: "Amount to pay the player (negative: to recover)",
  paid: "Was paid",
  due: "Should have been paid",
  order: "The cards in the order they were drawn",
  exposed: "Exposed cards",
  to_dealer: "It was dealt to the dealer's hand",
  wrong: "What is wrong",
  damaged: "Damaged cards",
  hands: "Void only these hands (none selected: the whole round)",
  dealer: "The dealer's cards",
  with_device: "With a checking device",
  by_hand_too: "By hand too",
  pre_shuffled: "Pre-shuffled by",
  colours: "Backs",
  plea: "What the player says",
  tokens: "In tokens (optional)",
  found: "What was found",
  suspected: "Suspected to be intentional",
  about: "About",
  how: "How (if not at the table)",
  to: "To",
  why: "Why",
  ground: "Ground",
  counts: "Chips counted",
  missing: "Missing chips",
  agreed: "Who agrees",
  by_count: "Let the count decide where it differs",
  seconds: "Seconds for a wager",
};

/** @param {Field} field */
export const labelOf = (field) => LABELS[field.name] ?? capital(field.label);

/**
 * @param {Field} field
 * @param {Looked} looked
 * @returns {Filled}
 */
export function orderField(field, looked) {
  const label = labelOf(field) + (field.optional ? " (optional)" : "");
  return (MAKERS[field.as] ?? MAKERS.text)(field, label, looked);
}

/** @param {Looked} looked @returns {[string, string][]} */
const players = ({ desk }) =>
  desk.people.map(({ player, seat }) => [player, seat ? `${player}, box ${seat}` : player]);

/** @param {Looked} looked @returns {[string, string][]} */
const boxes = ({ desk }) =>
  Array.from({ length: desk.boxes }, (_, n) => [String(n + 1), `Box ${n + 1}`]);

/** @param {Looked} looked @returns {[string, string][]} */
const hands = ({ desk }) =>
  desk.hands.map(([box, hand]) => [`${box} ${hand}`, `Box ${box}, hand ${hand}`]);

/** @param {Looked} looked @returns {[string, string][]} */
const disputes = ({ desk }) =>
  desk.disputes.map((each) => [
    String(each.number),
    `${each.number}. ${each.player}: ${each.about}`,
  ]);

/** @param {Looked} looked @returns {[string, string][]} */
const entries = ({ desk }) =>
  desk.payments.map((each) => [
    String(each.number),
    `${each.number}. ${each.player ?? "somebody"}, ${each.says}`,
  ]);

/** @param {Looked} looked @returns {[string, string][]} */
const announced = ({ desk }) =>
  (desk.sign?.announced ?? []).map((each) => [
    String(each.when),
    `${limitsText(each.stated)} from ${timeText(each.when)}`,
  ]);

/** @type {Record<string, (field: Field, label: string, looked: Looked) => Filled>} */
const MAKERS = {
  choice: (field, label) =>
    choice(
      label,
      (field.choices ?? []).map((each) => [each, capital(each)]),
      field,
    ),
  flag: (_, label) => yesOrNo(label),
  player: (field, label, looked) => choice(label, players(looked), field),
  players: (_, label, looked) => several(label, players(looked), (value) => value),
  box: (field, label, looked) => choice(label, boxes(looked), field, Number),
  boxes: (_, label, looked) => several(label, boxes(looked), Number),
  hands: (_, label, looked) =>
    several(label, hands(looked), (value) => value.split(" ").map(Number)),
  dispute: (field, label, looked) => choice(label, disputes(looked), field, Number),
  entry: (field, label, looked) => choice(label, entries(looked), field, Number),
  announced: (field, label, looked) => choice(label, announced(looked), field, Number),
  round: (field, label, { desk }) =>
    text(label, field, {
      value: String(desk.rounds),
      mode: "numeric",
      read: whole,
      says: "a whole number is needed.",
    }),
  number: (field, label) =>
    text(label, field, { mode: "numeric", read: whole, says: "a whole number is needed." }),
  amount: (field, label) =>
    text(`${label}, in dollars`, field, {
      mode: "decimal",
      read: dollars,
      says: "an amount in dollars is needed.",
    }),
  part: (field, label) => {
    const made = text(`${label}, in dollars`, { ...field, optional: true }, {
      mode: "decimal",
      read: dollars,
      says: "an amount in dollars is needed.",
    });
    return { ...made, read: () => made.read() ?? 0 };
  },
  words: (field, label) =>
    text(label, field, {
      value: "blue",
      read: (given) => given.split(/\s*,\s*/),
      says: "a word is needed.",
    }),
  text: (field, label) =>
    text(label, field, { read: (given) => given, says: "some words are needed." }),
  suggested: (field, label) =>
    text(label, field, {
      read: (given) => given,
      says: "some words are needed.",
      suggested: field.choices,
    }),
  hour: (field, label, { desk }) => {
    const minutes = (field.name === "closes" ? desk.minutes.closing : desk.minutes.limits) ?? 20;
    return moment(label, field, serverSeconds() + (minutes + 1) * 60); // a minute to fill in the form
  },
  card: (field, label, { info }) => cards(field, label, info, false),
  cards: (field, label, { info }) => cards(field, label, info, true),
  ground: groundField,
  counts: countsField,
  missing: missingField,
  limits: (field, label, { desk, info }) => limits(label, desk.sign?.stated ?? info, field),
};

/**
 * @param {Field} field
 * @param {string} label
 * @param {Info} info
 * @param {boolean} many
 * @returns {Filled}
 */
function cards(field, label, info, many) {
  const picked = cardsField(info.staff?.deck ?? [], { several: many, label });
  return {
    element: picked.element,
    read: () => {
      const found = picked.cards();
      if (found.length || (many && !field.optional)) return many ? found : found[0];
      if (field.optional) return null;
      throw new Error(`${label}: a card is needed.`);
    },
  };
}
