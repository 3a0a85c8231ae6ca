/** The fields of a promotion's terms, under the item of the clause that asks for each. */

/**
 * @typedef {import("../../desk/form_fields.js").FormField & {key: string}} TermsField
 * @typedef {{item: string, keys: string[], fields: TermsField[]}} TermsItem `keys`: the places that a check names
 */

/**
 * @param {string} title
 * @param {...TermsField} fields
 * @returns {TermsItem}
 */
const item = (title, ...fields) => ({
  item: title,
  keys: fields.map((each) => `terms.${each.key}`),
  fields,
});

/** What the terms state, in the order of the clause. @type {TermsItem[]} */
export const TERMS = [
  item("How prizes are awarded", { key: "awarded_how", label: "How prizes are awarded", kind: "long" }),
  item(
    "When and where",
    { key: "awarded_when", label: "When prizes are awarded", kind: "text" },
    { key: "awarded_where", label: "Where prizes are awarded", kind: "text" },
  ),
  item("Who may take part", { key: "eligibility", label: "Who may take part", kind: "long" }),
  item("Minimum wager", {
    key: "minimum_wager",
    label: "Minimum wager, dollars",
    kind: "money",
    hint: "Blank: none is needed.",
  }),
  item("Qualifications", {
    key: "qualifications",
    label: "Qualifications, reservations and guarantees",
    kind: "long",
    hint: "Write none where there are none.",
  }),
  item("Closing of entries", { key: "entries_close", label: "Entries close", kind: "moment" }),
  item(
    "Place and time",
    { key: "held_at", label: "Where the promotion is held", kind: "text" },
    { key: "held_on", label: "Prizes are drawn", kind: "moment" },
  ),
  item(
    "Claims",
    { key: "claim_method", label: "How prizes are claimed", kind: "long" },
    { key: "presence_required", label: "Entrants must be present at the draw", kind: "flag" },
  ),
  item("Telling the winner", { key: "winner_notified", label: "How the winner is told", kind: "text" }),
  item("Publishing results", { key: "results_published", label: "How results are published", kind: "text" }),
  item("Prizes", {
    key: "prize_conditions",
    label: "Conditions of receiving, using or accepting prizes",
    kind: "long",
    hint: "Write none where there are none.",
  }),
  item("Where the terms can be read", {
    key: "available_at",
    label: "Where the terms can be read",
    kind: "text",
    hint: "In the casino, on a secure website, by mail, in brochures.",
  }),
];

/** What a page calls each kind of prize. @type {Record<string, string>} */
export const KIND_NAMES = {
  cash: "Cash prize",
  "casino-dollars": "Casino dollars",
  "slots-dollars": "Slots dollars",
  goods: "Goods",
  service: "Service",
  appliance: "Machinery or electric appliance",
  vehicle: "Motor vehicle",
  travel: "Travel",
  "real-estate": "Real estate",
  liquor: "Liquor",
  tobacco: "Tobacco",
  firearm: "Firearm or ammunition",
  weapon: "Prohibited weapon",
  prescribed: "Prescribed by the regulations",
};

/** Prizes that are never allowed: the check says by which clause. */
export const FORBIDDEN = ["tobacco", "firearm", "weapon", "prescribed"];

/** What a page calls each detail of a prize. @type {Record<string, string>} */
export const DETAIL_NAMES = {
  make: "Make",
  model: "Model",
  accessories: "Accessories",
  on_road_costs: "Registration and on-road costs included?",
  persons: "Number of persons",
  included: "What is included",
  restrictions: "When the travel must be taken",
  spending_money: "Spending money included?",
  dwelling: "Type of dwelling",
  plans: "Plans",
  contract: "Contract",
  easements: "Easements",
  address: "Address or location",
};

/** The hands by which play earns entries. @type {Record<string, string>} */
export const HAND_NAMES = {
  any: "Any hand",
  win: "A winning hand",
  natural: "A natural: an ace and a ten-value card",
  21: "21 with three or more cards",
  "6-7-8": "6-7-8",
  "suited 6-7-8": "6-7-8 in one suit",
  "7-7-7": "7-7-7",
  "suited 7-7-7": "7-7-7 in one suit",
};

/** The choices in the order in which the form shows them. */
const HANDS = ["any", "win", "natural", "21", "6-7-8", "suited 6-7-8", "7-7-7", "suited 7-7-7"];

/** How play earns entries. @type {TermsField[]} */
export const CRITERIA = [
  { key: "hand", label: "For", kind: "choice", choices: HANDS, names: HAND_NAMES },
  { key: "entries", label: "Entries for each box", kind: "count", hint: "1 if left blank." },
  { key: "most_per_day", label: "Entries of one player per day at most", kind: "count", hint: "Blank: no limit." },
  { key: "hours", label: "Hours of the day", kind: "text", hint: "As in 18:00-02:00. Blank: all day." },
  { key: "from", label: "Rounds from", kind: "moment", hint: "Blank: from the start." },
  { key: "until", label: "Rounds before", kind: "moment", hint: "Blank: until entries close." },
  { key: "tables", label: "Tables", kind: "lines", hint: "Ids, one per line. Blank: every table." },
];
