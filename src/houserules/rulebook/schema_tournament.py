"""What a rulebook says about tournament play (S65 section 20, S24 section 21)."""

from dataclasses import dataclass

from houserules.core.refusal import Clause
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Tournament:
    """What its conditions must state, how a session differs from the game, who leaves it when."""

    value_added_to_prize_pool: Clause
    fees_go_to_prize_pool: Clause
    guarantee_needs_entries: Clause
    states_entry_fee: Clause
    states_chips: Clause
    states_minimum_wager: Clause
    states_limits: Clause
    states_structure: Clause
    states_play: Clause
    states_buy_back: Clause
    states_who_is_eligible: Clause
    states_right_to_refuse: Clause
    states_selection_criteria: Clause
    states_terms_of_entry: Clause
    states_prizes: Clause
    states_rules_prevail: Clause
    absences_deducted: Value[int]  # rounds in which an absent player loses the minimum, at most
    absence_disqualifies: Clause
    tournament_chips_only: Clause
    no_wager_disqualifies: Clause
    chips_redeemed_as_issued: Clause
    wager_clock_with_notice: Clause
    late_wager_is_minimum: Clause
    too_few_chips_eliminates: Clause
    wager_in_units_of_minimum: Clause
    limits_change_with_notice: Clause
    pass_card_instead_of_wager: Clause
    undisclosed_wagers: Clause
    undisclosed_beside_wager: Clause
    undisclosed_below_minimum: Clause
    undisclosed_above_maximum: Clause
    undisclosed_beyond_chips: Clause
    undisclosed_incomplete: Clause
    order_of_wagering: Clause
    wager_out_of_turn: Clause
    number_to_advance: Clause
    deal_from_marker: Clause
