"""What a rulebook says about tournament play (S65 section 20, S24 section 21)."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.schema_house import Office
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Tournament:
    """Its conditions, entries and money; how a session differs from the game; who leaves it when.

    A key that begins with `may_` is a power, as in `schema_house.Powers`.
    """

    session_ends: Clause
    may_take_entries: Value[Office]
    entrants_only: Clause
    sub_rules_off: Clause
    void_round_repays: Clause
    value_added_to_prize_pool: Clause
    fees_go_to_prize_pool: Clause
    may_award_prizes: Value[Office]
    guarantee_needs_entries: Clause
    may_cancel_tournament: Value[Office]
    cancellation_refunds_fees: Clause
    may_publish_tournament: Value[Office]
    conditions_are_published: Clause
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
    may_decide_entries: Value[Office]
    agreement_in_writing: Clause
    may_designate_tables: Value[Office]
    tables_are_designated: Clause
    tables_are_exclusive: Clause
    may_move_start: Value[Office]
    start_moved_with_notice: Clause
    may_cut_seat_draw: Value[Office]
    may_allocate_seats: Value[Office]
    seats_are_allocated: Clause
    concluded_when_determined: Clause
    concluded_when_all_agree: Clause
    absences_deducted: Value[int]  # rounds in which an absent player loses the minimum, at most
    absence_disqualifies: Clause
    may_approve_refund: Value[Office]
    breach_disqualifies: Clause
    may_disqualify_entrant: Value[Office]
    may_announce_places: Value[Office]
    places_are_announced: Clause
    chips_are_counted: Clause
    chips_are_returned: Clause
    tournament_chips_only: Clause
    equal_allotment: Clause
    no_buy_in_eliminates: Clause
    no_wager_disqualifies: Clause
    raised_buy_in_disqualifies: Clause
    chips_stay_on_table: Clause
    hidden_chips_disqualify: Clause
    paid_in_tournament_chips: Clause
    chips_redeemed_as_issued: Clause
    wager_from_own_position: Clause
    wager_clock_with_notice: Clause
    late_wager_is_minimum: Clause
    too_few_chips_eliminates: Clause
    wager_in_units_of_minimum: Clause
    limits_change_with_notice: Clause
    pass_card_instead_of_wager: Clause
    undisclosed_wagers: Clause
    undisclosed_is_written: Clause
    undisclosed_beside_wager: Clause
    undisclosed_is_examined: Clause
    undisclosed_is_announced: Clause
    undisclosed_follows: Value[Literal["the original wager", "the box"]]
    undisclosed_below_minimum: Clause
    undisclosed_above_maximum: Clause
    undisclosed_beyond_chips: Clause
    undisclosed_incomplete: Clause
    undisclosed_may_be_read: Clause
    order_of_wagering: Clause
    deal_from_marker: Clause
    wager_out_of_turn: Clause
    wager_in_turn_stays: Clause
    number_to_advance: Clause
    most_chips_win: Clause
    ties_are_played_off: Clause
    no_advice: Clause
    may_decide_entry_dispute: Value[Office]
    dispute_stops_game: Clause
    count_any_time: Clause
    conduct_disqualifies: Clause
