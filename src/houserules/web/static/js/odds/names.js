/** What rules and their values are called on the odds page. */

/** @type {Record<string, string>} */
const RULES = {
  resplit: "Pairs may be split again",
  resplit_aces: "Aces may be split again",
  natural_collects: "A dealer's natural collects",
  decks: "Decks",
  tens_in_deck: "Tens in the deck",
  dealer_stands_on_soft: "The dealer stands on a soft",
  equal_totals: "Equal totals",
  pontoon_pays: "Pontoon pays",
  pinkjack_pays: "A Pinkjack pays",
  suited_blackjack_pays: "A blackjack of one suit pays",
  unsuited_blackjack_pays: "Any other blackjack pays",
  must_draw_below: "Players must draw below",
  double_most_cards: "Maximum cards in a hand to double",
  aces_when_doubling: "Aces in a doubled hand",
  split_aces_get_one_card: "Split aces get one card",
  naturals_after_split: "Naturals after a split",
  surrender: "Surrender",
  bonus_21: "Bonuses for a 21",
  super_bonus: "Super Bonus",
  five_card_trick: "Five card trick",
  forfeit: "Forfeit after a double",
  dealer_pinkjack_counts_as_blackjack: "A dealer's Pinkjack is only a blackjack",
};

/** @type {Record<string, string>} */
const VALUES = {
  "busted-bets-plus-one": "busted wagers plus one",
  "original-hand": "the original hand only",
  "one-in-all": "one wager in total",
  lose: "lose",
  "stand-off": "stand-off",
  "perfect-pairs": "Perfect Pairs",
  "suits-you": "Suits You",
  usual: "count as usual",
};

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} name */
export const ruleName = (name) => RULES[name] ?? capital(name.replaceAll("_", " "));

/**
 * @param {string} value
 * @param {string} [rule]
 */
export const valueName = (value, rule) =>
  rule === "must_draw_below" && value === "0"
    ? "no minimum"
    : (VALUES[value] ?? value.replaceAll("-", " "));
