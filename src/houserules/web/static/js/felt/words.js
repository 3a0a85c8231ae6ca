/** Totals and places in the words of a dealer. */

/**
 * @typedef {import("./types.js").Hand} Hand
 * @typedef {import("./types.js").Info} Info
 */

const TENS = "TJQK";

/**
 * Whether the cards are an ace and a ten-value card, as the whole hand.
 * @param {(string | null)[]} cards
 */
function isNatural(cards) {
  const ranks = cards.map((card) => card?.[0] ?? "?");
  return ranks.length === 2 && ranks.includes("A") && ranks.some((rank) => TENS.includes(rank));
}

/**
 * Call a total as dealers do: "7 or 17", "pontoon", "24 bust".
 * @param {Info} info
 * @param {{cards: (string | null)[], total: number | null, soft: boolean | null, split?: boolean, done?: boolean}} hand
 */
export function totalOf(info, hand) {
  if (hand.total === null || !hand.cards.length) return "";
  if (isNatural(hand.cards) && (info.naturals.after_split || !hand.split))
    return naturalOf(info, hand.cards);
  if (hand.soft && !hand.done && hand.total < 21) return `${hand.total - 10} or ${hand.total}`;
  return hand.total > 21 ? `${hand.total} bust` : String(hand.total);
}

/**
 * @param {Info} info
 * @param {(string | null)[]} cards
 */
function naturalOf(info, cards) {
  const pink = info.naturals.pinkjack && cards.includes("Ad") && cards.includes("Jd");
  return pink ? "pinkjack" : info.naturals.natural;
}

/**
 * Name a place: "box 3", "box 3, second hand", "the dealer".
 * @param {number | null} box
 * @param {number | null} hand
 * @param {number} [hands] how many the box has
 */
export function placeOf(box, hand, hands = 1) {
  if (box === null) return "the dealer";
  if (hand === null || hands < 2) return `box ${box}`;
  return `box ${box}, ${["first", "second", "third", "fourth"][hand - 1] ?? `${hand}th`} hand`;
}

/** @type {Record<string, string>} */
export const WAGERS = {
  original: "wager",
  split: "split wager",
  double: "double",
  insurance: "insurance",
  "perfect-pairs": "Perfect Pairs",
  "suits-you": "Suits You",
  "super-bonus": "Super Bonus",
  bonus: "bonus",
  "ultimate-pinkjack": "Ultimate Pinkjack",
  undisclosed: "undisclosed wager",
  deduction: "deduction",
};

/** @type {Record<string, string>} */
export const RESULTS = {
  win: "wins",
  lose: "loses",
  "stand-off": "stand-off",
  surrendered: "surrendered",
  forfeited: "forfeited",
  void: "void",
  bonus: "bonus",
};

/**
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Name several people: "Ann, Bob and Cat".
 * @param {string[]} names
 */
export function listOf(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
