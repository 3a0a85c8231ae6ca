/** The fields of the conditions, under the item that each belongs to. */

/**
 * @typedef {import("../../desk/form_fields.js").FormField & {
 *   key: string,
 *   when?: [key: string, value: unknown],
 *   columns?: ConditionField[],
 *   row?: string,
 * }} ConditionField `key` as in chips.amount; shown only `when` another key has a value; a `row` of `columns`
 * @typedef {{item: string, fields: ConditionField[]}} Item
 */

/** @type {ConditionField[]} */
const LIMITS = [
  { key: "from_round", label: "From round", kind: "count" },
  { key: "minimum", label: "Minimum, dollars", kind: "money" },
  { key: "maximum", label: "Maximum, dollars", kind: "money" },
];
/** @type {ConditionField[]} */
const STAGES = [
  { key: "name", label: "Name", kind: "text" },
  { key: "kind", label: "Kind", kind: "choice", choices: ["heats", "semi-final", "final", "repechage", "catch-up"] },
  { key: "rounds", label: "Rounds", kind: "count" },
  { key: "minutes", label: "or minutes", kind: "count" },
  { key: "tables", label: "Tables at a time", kind: "count" },
  { key: "players_per_table", label: "Players per table", kind: "count" },
  { key: "advance", label: "Advance per table", kind: "count" },
  { key: "entrants", label: "Entrants at most", kind: "count" },
  { key: "byes", label: "Byes", kind: "flag" },
];
/** @type {ConditionField[]} */
const PLACES = [
  { key: "place", label: "Place", kind: "count" },
  { key: "share", label: "Share, percent", kind: "text" },
  { key: "amount", label: "or amount, dollars", kind: "money" },
  { key: "goods", label: "or goods", kind: "text" },
];
/** @type {ConditionField[]} */
const ADDED = [
  { key: "kind", label: "Kind", kind: "choice", choices: ["cash", "goods", "services"] },
  { key: "value", label: "Value, dollars", kind: "money" },
  { key: "description", label: "Description", kind: "text" },
];

/** Every item that the conditions must state, in the order of the clause, with the title that a check gives it. @type {Item[]} */
export const ITEMS = [
  { item: "Entry fee", fields: [{ key: "entry_fee", label: "Entry fee, dollars", kind: "money", hint: "0 if there is none." }] },
  {
    item: "Tournament chips",
    fields: [
      { key: "chips.method", label: "Chips are", kind: "choice", choices: ["allotted", "bought"] },
      { key: "chips.amount", label: "Chips per player and session, dollars", kind: "money" },
      { key: "chips.price", label: "Buy-in, dollars", kind: "money", when: ["chips.method", "bought"] },
      { key: "chips.cash_value", label: "Chips have a cash value", kind: "flag" },
      { key: "chips.issued_at", label: "Issued at, as in 10 to 1", kind: "text", when: ["chips.cash_value", true] },
      { key: "chips.redeemed_at", label: "Redeemed at", kind: "text", when: ["chips.cash_value", true] },
    ],
  },
  { item: "Minimum wager", fields: [{ key: "minimum_wager", label: "Every round has a minimum wager", kind: "flag" }] },
  { item: "Limits", fields: [{ key: "limits", label: "Limits by round", kind: "rows", columns: LIMITS, row: "limit" }] },
  {
    item: "Structure",
    fields: [
      { key: "stages", label: "Stages, the final last", kind: "rows", columns: STAGES, row: "stage" },
      { key: "table.smallest_chip", label: "Smallest chip, dollars", kind: "money", hint: "$1 if left blank." },
      { key: "table.decks", label: "Decks", kind: "count", hint: "As printed in the rules if left blank." },
      { key: "table.perfect_pairs", label: "Perfect Pairs up to, dollars", kind: "money", hint: "Not offered if left blank." },
    ],
  },
  {
    item: "Conditions of play",
    fields: [
      { key: "play.allocation", label: "How tables and boxes are allocated", kind: "long" },
      { key: "play.order_of_wagering", label: "Players wager in order, from the marker", kind: "flag" },
      { key: "play.deal_from_marker", label: "The deal starts at the marker too", kind: "flag", when: ["play.order_of_wagering", true] },
      { key: "play.pass_cards", label: "Pass cards per player", kind: "count" },
      { key: "play.undisclosed_wagers", label: "Undisclosed wagers per player", kind: "count" },
      { key: "play.wager_seconds", label: "Seconds for a wager", kind: "count", hint: "Blank: no clock." },
      { key: "play.wager_clock_notice", label: "How players learn of the clock", kind: "text" },
    ],
  },
  {
    item: "Buy-back",
    fields: [
      { key: "buy_back.offered", label: "Eliminated players may buy back", kind: "flag" },
      { key: "buy_back.times", label: "How often", kind: "count", when: ["buy_back.offered", true] },
      { key: "buy_back.price", label: "Price, dollars", kind: "money", when: ["buy_back.offered", true] },
      { key: "buy_back.method", label: "How", kind: "text", when: ["buy_back.offered", true] },
      { key: "buy_back.timing", label: "Until when", kind: "text", when: ["buy_back.offered", true] },
    ],
  },
  { item: "Who is eligible", fields: [{ key: "eligibility.statement", label: "Who may enter", kind: "long" }] },
  {
    item: "Right to refuse",
    fields: [
      { key: "eligibility.may_refuse", label: "You may refuse any application", kind: "flag" },
      { key: "eligibility.refusal_statement", label: "As players read it", kind: "text", when: ["eligibility.may_refuse", true] },
    ],
  },
  {
    item: "Selection criteria",
    fields: [
      { key: "eligibility.selects", label: "Entrants are selected", kind: "flag" },
      { key: "eligibility.criteria", label: "Criteria", kind: "long", when: ["eligibility.selects", true] },
    ],
  },
  {
    item: "Terms of entry",
    fields: [
      { key: "entry.terms", label: "Terms of entry", kind: "long" },
      { key: "entry.application_form", label: "Application form", kind: "text" },
      { key: "entry.withdrawal_hours", label: "Withdrawal without penalty until so many hours before the start", kind: "count" },
      { key: "entry.minimum", label: "Players at least", kind: "count" },
      { key: "entry.maximum", label: "Players at most", kind: "count" },
      { key: "entry.agreement_in_writing", label: "Players agree in writing", kind: "flag" },
    ],
  },
  {
    item: "Prizes",
    fields: [
      { key: "prizes.places", label: "Prizes", kind: "rows", columns: PLACES, row: "prize" },
      { key: "prizes.payment", label: "How prizes are paid", kind: "text" },
      { key: "prizes.guarantee", label: "Guaranteed pool, dollars", kind: "money" },
      { key: "prizes.guarantee_entries", label: "Guaranteed from so many entries", kind: "count" },
      { key: "prizes.may_cancel", label: "You may cancel if too few enter", kind: "flag" },
      { key: "prizes.added", label: "Added to the pool", kind: "rows", columns: ADDED, row: "addition" },
      { key: "prizes.includes", label: "Also in the pool", kind: "lines", hint: "buy-ins or buy-backs, one per line." },
    ],
  },
  {
    item: "Rules prevail",
    fields: [
      { key: "rules_prevail", label: "That the Tournament Manager runs it, and the rules prevail", kind: "long" },
      { key: "changes.keys", label: "What may change after publication", kind: "lines", hint: "One per line, as in limits or play.wager_seconds. Blank: nothing." },
      { key: "changes.notice_minutes", label: "Minutes of notice before a new starting time", kind: "count" },
    ],
  },
];

/** Return the item that a key of a finding belongs to. @param {string} key */
export const itemOf = (key) =>
  ITEMS.find(({ fields }) => fields.some((each) => key === each.key || key.startsWith(`${each.key}[`)))?.item ??
  ITEMS.find(({ fields }) => fields.some((each) => each.key.split(".")[0] === key.split(/[.[]/)[0]))?.item ??
  null;
