/** The fields of an order: players of this table, its boxes and hands, money, hours, cards. */

import { capital } from "../words.js";
import { choice, dollars, several, text, whole } from "./field_parts.js";
import { limits } from "./limits.js";
import { cardsField } from "./picker.js";

/**
 * @typedef {import("./types.js").Field} Field
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("./field_parts.js").Filled} Filled
 */

/** Fields in words, where their name says too little. @type {Record<string, string>} */
const LABELS = {
  stated: "Limits",
  when: "From",
  closes: "The table closes",
  harms: "Somebody is harmed by it",
  other_device: "Another device is there",
  practicable: "The cards can go there",
  limited: "Only for who has an initial wager",
  one_a_box: "One player to a box",
  full: "The house is full",
  forfeited_by: "Forfeit the wagers of",
  dispute: "Number of the dispute",
  entry: "Number in the register",
  says: "The decision",
  pays: "The player shall have, or gives back with a minus",
  paid: "Was paid",
  due: "Should have been paid",
  order: "The cards in the order in which they came",
  exposed: "Cards that were seen",
  wrong: "What is wrong",
  damaged: "Damaged cards",
  hands: "Hands that are void",
  dealer: "The dealer's cards",
  with_device: "With a checking device",
  by_hand_too: "By hand too",
  pre_shuffled: "Pre-shuffled by",
  colours: "Backs",
  plea: "What the player says",
  found: "What was found",
  suspected: "Intention is suspected",
  about: "About",
  to: "To",
  why: "Why",
};

/**
 * @param {Field} field
 * @param {Table} table
 * @param {Info} info
 * @returns {Filled}
 */
export function fieldOf(field, table, info) {
  const label =
    (LABELS[field.name] ?? capital(field.label)) + (field.optional ? " (may be left out)" : "");
  return (MAKERS[field.as] ?? MAKERS.text)(field, label, table, info);
}

/** @param {Table} table @returns {[string, string][]} */
const players = (table) =>
  table.seats.map(({ player, seat }) => [player, seat ? `${player}, box ${seat}` : player]);

/** @param {Info} info @returns {[string, string][]} */
const boxes = (info) =>
  Array.from({ length: info.boxes }, (_, n) => [String(n + 1), `Box ${n + 1}`]);

/** @param {Table} table @returns {[string, string][]} */
const hands = (table) =>
  table.boxes.flatMap((box) =>
    box.hands.map(
      (_, n) =>
        /** @type {[string, string]} */ ([
          `${box.number} ${n + 1}`,
          `Box ${box.number}, hand ${n + 1}`,
        ]),
    ),
  );

/** @type {Record<string, (field: Field, label: string, table: Table, info: Info) => Filled>} */
const MAKERS = {
  choice: (field, label) =>
    choice(
      label,
      (field.choices ?? []).map((each) => [each, each]),
      field,
    ),
  flag: (field, label) =>
    choice(
      label,
      [
        ["no", "No"],
        ["yes", "Yes"],
      ],
      field,
      (value) => value === "yes",
    ),
  player: (field, label, table) => choice(label, players(table), field),
  players: (_, label, table) => several(label, players(table), (value) => value),
  box: (field, label, _, info) => choice(label, boxes(info), field, Number),
  boxes: (_, label, __, info) => several(label, boxes(info), Number),
  hands: (_, label, table) => several(label, hands(table), (value) => value.split(" ").map(Number)),
  number: (field, label) =>
    text(label, field, { mode: "numeric", read: whole, says: "a whole number is needed." }),
  amount: (field, label) =>
    text(label, field, { mode: "decimal", read: dollars, says: "an amount in dollars is needed." }),
  words: (field, label) =>
    text(label, field, {
      value: "blue",
      read: (given) => given.split(/\s*,\s*/),
      says: "a word is needed.",
    }),
  text: (field, label) =>
    text(label, field, { read: (given) => given, says: "some words are needed." }),
  hour: (field, label) =>
    text(`${label}, in so many minutes`, field, {
      value: "20",
      mode: "numeric",
      read: (given) =>
        whole(given) === null ? null : Math.floor(Date.now() / 1000) + Number(given) * 60 + 1,
      says: "minutes from now are needed.",
    }),
  card: (field, label, _, info) => cards(field, label, info, false),
  cards: (field, label, _, info) => cards(field, label, info, true),
  limits: (field, label, _, info) => limits(label, info, field),
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
