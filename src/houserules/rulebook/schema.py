"""The schema of a rulebook: the keys that every edition has a value or a clause for.

Keys are unique over the whole rulebook. A part that a game does not have (`insurance` in
Pinkjack) is marked as not offered, with the clause that rules it out.
"""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Odds
from houserules.core.refusal import Clause
from houserules.rulebook.notebook import rulebook_html
from houserules.rulebook.schema_house import (
    AutomaticShuffler,
    BurnRules,
    Cards,
    CutRules,
    Device,
    Disputes,
    FaceDown,
    Invalidation,
    LatePayment,
    LowLimit,
    Markers,
    Opening,
    PlayerCards,
    Powers,
    PreShuffled,
    ProhibitedDevices,
    PromotionalTokens,
    Raising,
    Restrictions,
    RulesCopy,
    Shuffle,
    SignRules,
    TableClosing,
    Vacating,
    WrongPayments,
)
from houserules.rulebook.schema_irregularities import (
    Irregularities,
    LateOffers,
    Malfunction,
    Misdeal,
    WrongCards,
)
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import Money, NotOffered, Value


@dataclass(frozen=True, slots=True)
class Equipment:
    """The layout and the cards."""

    boxes: Value[int]
    decks: Value[int]
    tens_in_deck: Value[bool]
    card_values: Clause  # aces 11 or 1, pictures 10


@dataclass(frozen=True, slots=True)
class Wagers:
    """Who may wager where, who decides, how payments are made up in chips."""

    wagers_in_chips: Clause
    wagers_before_first_card: Clause
    no_wager_after_first_card: Clause
    no_handling_after_first_card: Clause  # nor increasing, nor withdrawing
    placed_wagers_stay: Clause
    bettors_per_box: Value[int]
    decisions_by_controller: Clause
    controls_without_seated: Value[Literal["highest-wager", "nearest-dealer"]]
    several_boxes: Clause
    smallest_chip: Value[Money]


@dataclass(frozen=True, slots=True)
class LimitRules:
    """The sign: minimum, maximum and unit, and what happens to wagers found outside them."""

    minimum: Value[Money]
    maximum: Value[Money]
    unit: Value[Money | None]
    maximum_shared: Clause
    seated_first: Value[bool]  # whether the seated player has first option on the box
    below_minimum_is_valid: Value[bool]
    above_maximum_is_cut_back: Clause


@dataclass(frozen=True, slots=True)
class InitialDeal:
    """No more bets, two cards to each box and one to the dealer."""

    no_more_bets: Value[Literal["may", "shall"]]
    deal_order: Clause


@dataclass(frozen=True, slots=True)
class Insurance:
    """A wager that the dealer's second card has a value of ten."""

    insurance_against: Value[str]
    insurance_most: Value[Odds]
    no_insurance_with_natural: Clause
    insurance_closes: Clause
    insurance_payable: Value[Literal["rounded up", "exactly"]]
    insurance_pays: Value[Odds]
    insurance_loses: Clause


@dataclass(frozen=True, slots=True)
class SurrenderRules:
    """Giving up half the wager before any further card."""

    surrender_against: Value[str]
    surrender_closes: Clause
    surrender_ends_hand: Clause
    surrender_of_others: Value[Literal["may follow", "are bound"]]
    others_may_not_surrender_first: Clause
    surrender_keeps: Value[Odds]
    surrender_void_against_natural: Clause


@dataclass(frozen=True, slots=True)
class Pontoon:
    """An ace and a ten-value card as the first two."""

    pontoon_pays: Value[Odds]


@dataclass(frozen=True, slots=True)
class Blackjack:
    """Pinkjack's naturals, told apart by suit."""

    pinkjack_pays: Value[Odds]
    pinkjack_is_held: Clause
    suited_blackjack_pays: Value[Odds]
    unsuited_blackjack_pays: Value[Odds]
    ultimate_pinkjack_pays: Value[Odds]
    ultimate_pinkjack_bonus: Value[Money]
    held_pinkjack_pays: Value[Odds]
    dealer_pinkjack_counts_as_blackjack: Value[bool]


@dataclass(frozen=True, slots=True)
class Bonus21:
    """The better odds for a 21 of many cards, 6-7-8 and 7-7-7."""

    five_card_21_pays: Value[Odds]
    mixed_678_pays: Value[Odds]
    mixed_777_pays: Value[Odds]
    six_card_21_pays: Value[Odds]
    suited_678_pays: Value[Odds]
    suited_777_pays: Value[Odds]
    seven_card_21_pays: Value[Odds]
    spades_678_pays: Value[Odds]
    spades_777_pays: Value[Odds]


@dataclass(frozen=True, slots=True)
class SuperBonus:
    """A fixed prize for 7-7-7 of one suit against a dealer's 7, and something for the others."""

    super_bonus_lowest_wager: Value[Money]
    super_bonus_small: Value[Money]
    super_bonus_large_from: Value[Money]
    super_bonus_large: Value[Money]
    super_bonus_not_split: Clause
    super_bonus_not_doubled: Clause
    bonus_of_others: Value[Money]
    bonus_of_others_counts: Value[Literal["players", "wagers"]]
    super_bonus_cards_leave: Value[Literal["after the $50s", "at the end of the round"]]


@dataclass(frozen=True, slots=True)
class FiveCardTrick:
    """Five cards not above 21."""

    five_card_trick_pays: Value[Odds]


@dataclass(frozen=True, slots=True)
class Play:
    """The subsequent deal: turn by turn, draw or stand."""

    turn_order: Clause
    must_draw_below: Value[int]
    no_draw_at_21: Clause
    twenty_one_pays: Value[Odds]
    bust_loses: Clause
    absent_when: Value[Literal["does not decide", "not present"]]
    absent_player: Value[Literal["stand", "draw-to-12"]]


@dataclass(frozen=True, slots=True)
class Doubling:
    """A second wager for exactly one more card."""

    double_most_cards: Value[int | None]
    double_most: Value[Odds]
    double_least: Value[Literal["any amount", "the unit"]]
    aces_when_doubling: Value[Literal["every ace is 1", "initial aces are 1", "usual"]]
    double_one_card: Clause
    doubled_21_pays: Value[Odds]
    others_may_double: Clause
    others_may_not_double_first: Clause
    others_not_doubling_get: Value[Literal["even money", "payout odds"]]


@dataclass(frozen=True, slots=True)
class ForfeitRules:
    """Taking the double back and giving up the original wager."""

    forfeit_closes: Clause
    forfeit_by_controller: Clause
    forfeit_by_others: Clause


@dataclass(frozen=True, slots=True)
class Splitting:
    """Two cards of one value become two hands."""

    split_equal_values: Clause
    split_order: Clause
    split_after_third_card: Clause
    resplit: Value[bool]
    resplit_equal_values: Clause
    hands_most: Value[int]
    resplit_aces: Value[bool]
    split_aces_get_one_card: Value[bool]
    naturals_after_split: Value[bool]
    others_may_split: Clause
    others_may_not_split_first: Clause
    others_not_splitting: Value[Literal["first hand", "designate"]]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's own cards."""

    dealer_stands_on_hard: Value[int]
    dealer_stands_on_soft: Value[int]
    dealer_second_card: Value[Literal["always", "as needed"]]
    dealer_stops_without_effect: Clause


@dataclass(frozen=True, slots=True)
class PerfectPairs:
    """A side wager on a pair in the first two cards."""

    perfect_pairs: Value[Money | None]
    perfect_pairs_offered: Clause
    perfect_pairs_for: Value[Literal["any player", "bettors of the box"]]
    perfect_pairs_per_box: Value[int]
    mixed_pair_pays: Value[Odds]
    coloured_pair_pays: Value[Odds]
    perfect_pair_pays: Value[Odds]
    perfect_pairs_lose: Clause


@dataclass(frozen=True, slots=True)
class SuitsYou:
    """A side wager on the suit of the first card."""

    suits_you: Value[Money | None]
    suits_you_offered: Clause
    suits_you_for: Value[Literal["any player", "bettors of the box"]]
    suits_you_per_box: Value[int]
    suit_pays: Value[Odds]
    suit_of_jack_pays: Value[Odds]
    suits_you_lose: Clause


@dataclass(frozen=True, slots=True)
class FinalRules:
    """Settlement against the dealer's finished hand."""

    dealer_bust_pays: Value[Odds]
    higher_total_pays: Value[Odds]
    lower_total_loses: Clause
    equal_totals: Value[Literal["stand-off", "lose"]]
    natural_beats_hand: Clause
    natural_collects_from_double: Clause
    natural_leaves_double: Clause
    natural_collects: Value[Literal["busted-bets-plus-one", "original-hand", "one-in-all"]]
    natural_collects_from_split: Clause
    natural_collects_elsewhere: Clause
    natural_leaves_split: Clause


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook:
    """One rulebook with a value chosen for every option: what a table is played by."""

    id: str
    title: str
    edition: str
    registers: tuple[str, ...]
    equipment: Equipment
    cards: Cards
    opening: Opening | NotOffered
    pre_shuffled: PreShuffled | NotOffered
    shuffle: Shuffle
    cut: CutRules
    burn: BurnRules
    device: Device | NotOffered
    automatic_shuffler: AutomaticShuffler | NotOffered
    wagers: Wagers
    limits: LimitRules
    sign: SignRules
    markers: Markers
    raising: Raising | NotOffered
    restrictions: Restrictions
    low_limit_gaming: LowLimit | NotOffered
    promotional_tokens: PromotionalTokens | NotOffered
    face_down: FaceDown | NotOffered
    initial_deal: InitialDeal
    insurance: Insurance | NotOffered
    surrender: SurrenderRules | NotOffered
    pontoon: Pontoon | NotOffered
    blackjack: Blackjack | NotOffered
    bonus_21: Bonus21 | NotOffered
    super_bonus: SuperBonus | NotOffered
    five_card_trick: FiveCardTrick | NotOffered
    play: Play
    doubling: Doubling
    forfeit: ForfeitRules | NotOffered
    splitting: Splitting
    dealer: Dealer
    perfect_pairs: PerfectPairs | NotOffered
    suits_you: SuitsYou | NotOffered
    final: FinalRules
    late_payment: LatePayment | NotOffered
    wrong_payments: WrongPayments | NotOffered
    malfunction: Malfunction | NotOffered
    invalidation: Invalidation | NotOffered
    table_closing: TableClosing | NotOffered
    disputes: Disputes | NotOffered
    rules_copy: RulesCopy | NotOffered
    player_cards: PlayerCards | NotOffered
    prohibited_devices: ProhibitedDevices | NotOffered
    vacating: Vacating | NotOffered
    irregularities: Irregularities
    misdeal: Misdeal
    late_offers: LateOffers | NotOffered
    wrong_cards: WrongCards | NotOffered
    powers: Powers
    tournament: Tournament | NotOffered
    promotions: Promotions | NotOffered

    def __repr__(self) -> str:
        return f"<Rulebook {self.id}: {self.title}, {self.edition}>"

    def _repr_html_(self) -> str:
        return rulebook_html(self)
