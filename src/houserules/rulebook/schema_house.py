"""The schema around the round: cards, sign, people, staff, and who may order what."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Odds
from houserules.core.refusal import Clause
from houserules.rulebook.values import Money, Value


@dataclass(frozen=True, slots=True)
class Cards:
    """What the cards are dealt from, who checks them, when new ones may replace them."""

    dealt_from: Value[Literal["card shoe", "shuffling device"]]
    cards_checked_by: Value[Literal["dealer, supervisor or device", "dealer and supervisor"]]
    cards_of_one_colour: Clause
    cards_replaced: Value[Literal["after the cutting card", "after any round"]]
    card_impossible: Clause


@dataclass(frozen=True, slots=True)
class Opening:
    """What is done with checked cards in front of the players when a table opens."""

    cards_spread: Clause
    cards_washed: Clause
    cards_stacked: Clause
    cards_riffled: Clause


@dataclass(frozen=True, slots=True)
class PreShuffled:
    """Cards that were checked and shuffled ahead of time and kept secure."""

    pre_shuffled_secured: Clause
    pre_shuffled_are_shuffled: Value[bool]  # at the table, all the same
    riffle_on_request: Value[bool]
    angel_cards: Value[bool]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """How the cards are shuffled, and on which occasions."""

    shuffled_by: Value[Literal["hand", "multishuffler", "automatic shuffler"]]
    shuffle_occasions: Clause
    shuffle_before_play: Clause
    shuffle_at_first_card: Clause
    shuffle_after_round: Clause
    cards_ran_out: Clause


@dataclass(frozen=True, slots=True)
class CutRules:
    """Who is offered the cut, how deep it goes, and where the dealer puts the cutting card."""

    cutting_cards: Value[int]
    cut_offered_to: Value[Literal["players", "seated players"]]
    cut_first_player: Clause
    cut_on_box: Clause
    cut_on_dealers_hand: Clause
    cut_on_first_card: Clause
    cut_of_replaced_cards: Value[Literal["farthest right", "farthest left"]]
    cut_otherwise: Clause
    cut_refused: Clause
    cut_depth_decks: Value[int]  # at least, from either end
    cutting_card_from_back: Value[Odds]  # of the stack, at most


@dataclass(frozen=True, slots=True)
class BurnRules:
    """The first card of the shoe, burned face down."""

    first_card_burned: Value[bool]
    burned_card_may_be_seen: Value[bool]
    refill_burned: Value[bool]  # too, when the discards were shuffled within a round


@dataclass(frozen=True, slots=True)
class Device:
    """A shuffling device, which deals while it shuffles."""

    device_not_cut: Clause
    discards_into_device: Clause
    device_burned: Value[Literal["each loading", "start of play"]]
    device_cards_replaced: Clause
    device_shuffle_on_suspicion: Value[bool]


@dataclass(frozen=True, slots=True)
class AutomaticShuffler:
    """A machine that shuffles one set of cards while the other is in play."""

    two_sets: Clause
    sets_loaded: Clause
    sets_washed: Clause
    sets_stacked: Clause
    sets_riffled: Clause


# Which way up cards are dealt.


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A player's first two cards may be dealt face down, if an inspector has approved it."""

    dealt_face_down: Clause
    dealt_face_up: Clause
    exposed_before_third_card: Clause


# What a rulebook says about the sign: what stands on it, how it changes, whom it restricts.


@dataclass(frozen=True, slots=True)
class SignRules:
    """What may and must be on the sign and the layout."""

    sign_for_players: Value[bool]  # whether it may give a maximum of one player on a box
    sign_for_kinds: Value[bool]  # whether it may give a minimum and maximum of a side wager
    several_above_maximum: Clause
    pontoon_inscribed: Value[bool]
    dealer_inscribed: Value[Literal["stands on", "draws to", "stands on and draws to"]]
    insurance_inscribed: Value[bool]
    resplit_advised: Clause


@dataclass(frozen=True, slots=True)
class Markers:
    """A higher minimum at once: players at the table keep the old one."""

    minimum_kept: Clause
    marker_at_box: Clause
    marker_removed: Clause
    marker_at_own_place: Clause
    both_minimums_shown: Clause
    new_minimum_for_newcomers: Clause


@dataclass(frozen=True, slots=True)
class Raising:
    """A higher minimum for everybody, after a sign has been shown for some minutes."""

    sign_stands: Value[int]
    sign_stands_for_markers: Value[int]


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Who may be held to the minimum, and who has the first claim to a side wager."""

    sat_out_first_round: Clause
    sat_out_later_round: Clause
    side_wagers_notified: Clause
    side_wagers_restricted: Clause
    side_wagers_first: Value[
        Literal["bettors of the round", "controlling player", "order of placing"]
    ]


@dataclass(frozen=True, slots=True)
class LowLimit:
    """Low limit gaming: from a shuffling device only, without tournaments."""

    low_limit: Value[bool]
    low_limit_tournaments: Clause
    low_limit_device: Clause


# What a rulebook says on the decisions of staff around the game: general provisions, payments.


Returns = Literal["every wager", "all but payments", "open wagers"]
"""What is returned when a game ends without a result: payments too, only what was collected, or
neither."""


@dataclass(frozen=True, slots=True)
class LatePayment:
    """Naturals, 21s and bonuses paid at the final settlement instead of at once."""

    late_payment_approved: Clause
    late_natural_pays: Clause
    late_21_pays: Clause
    late_super_bonus_pays: Clause


@dataclass(frozen=True, slots=True)
class WrongPayments:
    """Wagers paid too much or too little: what is done, recorded and reported."""

    wrong_payment_found: Clause
    wrong_payment_unintended: Clause
    wrong_payment_put_right: Clause
    suspected_payment: Clause
    suspected_payment_put_right: Clause
    suspected_patron_identified: Clause
    attempt_is_enough: Clause
    underpaid_is_reimbursed: Clause
    overpaid_is_asked_back: Clause
    overpayment_is_no_credit: Clause
    wrong_payment_reported_over: Value[Money]


@dataclass(frozen=True, slots=True)
class Invalidation:
    """Invalidating the outcome of a game, and what happens to its wagers."""

    invalidated_by_disruption: Clause
    invalidated_by_fraud: Clause
    invalidated_refunds: Value[Returns]
    fraud_is_forfeited: Clause


@dataclass(frozen=True, slots=True)
class TableClosing:
    """Closing a table with players at it."""

    closing_sign_minutes: Value[int]


@dataclass(frozen=True, slots=True)
class Disputes:
    """Disputes and complaints: two instances, and the right to go to an inspector."""

    dispute_goes_to_gaming_supervisor: Clause
    dispute_is_reviewed: Clause
    decision_is_final: Clause
    complaint_is_advised: Clause


@dataclass(frozen=True, slots=True)
class RulesCopy:
    """The rules themselves, for anyone who wants to read them."""

    rules_are_shown: Clause


# Who may play at all, and what staff may do to a player's wagers and seat.


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """Playing only with one's own valid card, and what happens to wagers made without one."""

    player_card_needed: Clause
    player_card_is_own: Clause
    invalid_before_hand: Clause
    invalid_in_hand: Clause
    invalid_wager_lost: Value[Literal["handed back", "stays lost"]]
    invalid_in_earlier_hands: Clause


@dataclass(frozen=True, slots=True)
class ProhibitedDevices:
    """Devices that record or compute the game, and what may be done about a user."""

    devices_prohibited: Clause
    devices_in_duty: Clause
    device_user_found: Clause
    device_user_wagers_void: Clause
    device_user_out_of_game: Clause
    device_user_out_of_casino: Clause
    device_user_detained: Clause


@dataclass(frozen=True, slots=True)
class Vacating:
    """A seat that is held without wagering while all others are in use."""

    vacate_after_rounds: Value[int]


# Who may do what: one key per power, the lowest role that has it, and the clause that gives it.
#
# A key begins with `may_`; the command that uses the power names its key (`StaffCommand.power`).
# `nobody`: this document gives nobody the power. `any staff`: whoever works at the table.


Office = Literal[
    "player",
    "dealer",
    "any staff",
    "Gaming Supervisor",
    "game or casino supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
    "Tournament Manager",
    "Tournament or Gaming Manager",
    "inspector",
    "nobody",
]


@dataclass(frozen=True, slots=True)
class Powers:
    """The roles, and what each may order at a table."""

    gaming_supervisor_is_casino_supervisor: Value[bool]
    may_deal: Value[Office]
    may_give_notice: Value[Office]
    may_exchange_vouchers: Value[Office]
    may_approve_face_down: Value[Office]
    may_choose_facing: Value[Office]
    may_invalidate_game: Value[Office]
    may_close_table: Value[Office]
    may_refer_dispute: Value[Office]
    may_decide_dispute: Value[Office]
    may_review_dispute: Value[Office]
    may_conclude_dispute: Value[Office]
    may_approve_late_payment: Value[Office]
    may_report_payment: Value[Office]
    may_correct_payment: Value[Office]
    may_report_malfunction: Value[Office]
    may_open_table: Value[Office]
    may_check_cards: Value[Office]
    may_approve_riffle: Value[Office]
    may_replace_cards: Value[Office]
    may_order_shuffle: Value[Office]
    may_shuffle_after_vacancy: Value[Office]
    may_report_exposed_card: Value[Office]
    may_shuffle: Value[Office]
    may_pass_cut_on: Value[Office]
    may_cut: Value[Office]
    may_place_cutting_card: Value[Office]
    may_burn: Value[Office]
    may_report_dropped_cards: Value[Office]
    may_verify_cards: Value[Office]
    may_report_not_cut: Value[Office]
    may_report_not_burned: Value[Office]
    may_report_not_shuffled: Value[Office]
    may_report_no_cutting_card: Value[Office]
    may_report_discards_left: Value[Office]
    may_report_burned_card: Value[Office]
    may_report_damaged_card: Value[Office]
    may_change_limits: Value[Office]
    may_report_found_wager: Value[Office]
    may_report_found_wager_in_play: Value[Office]
    may_allow_more: Value[Office]
    may_set_player_maximum: Value[Office]
    may_limit_bettors: Value[Office]
    may_limit_players: Value[Office]
    may_limit_boxes: Value[Office]
    may_report_patronage: Value[Office]
    may_reserve_boxes: Value[Office]
    may_restrict_for_shoe: Value[Office]
    may_restrict_for_further_shoes: Value[Office]
    may_limit_to_one_box: Value[Office]
    may_limit_side_wagers: Value[Office]
    may_confirm_side_wager: Value[Office]
    may_permit_resplit: Value[Office]
    may_find_wager_invalid: Value[Office]
    may_refuse_wager: Value[Office]
    may_act_on_devices: Value[Office]
    may_require_to_vacate: Value[Office]
    may_report_absent: Value[Office]
    may_report_irregularity: Value[Office]
    may_have_faced_cards_checked: Value[Office]
    may_confirm_reconstruction: Value[Office]
    may_void_misdeal: Value[Office]
    may_collect_debt: Value[Office]
    may_write_off_debt: Value[Office]
    may_report_wrong_cards: Value[Office]
    may_verify_decks: Value[Office]
    may_manage_tournament: Value[Office]
    may_count_chips: Value[Office]
    may_call_time: Value[Office]
    may_examine_forms: Value[Office]


# Promotional tokens: where a document lets them be wagered.


@dataclass(frozen=True, slots=True)
class PromotionalTokens:
    """Tokens that the dealer gives for a voucher; they are wagered like chips, and win chips."""

    vouchers_are_exchanged: Clause
    tokens_win_chips: Clause
    wagers_in_tokens: Clause
