"""The schema of irregularities of the deal and the shuffling device."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.schema_house import Returns
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Irregularities:
    """Cards that are faced, dealt in error or superfluous; rounds without a wager."""

    faced_card_is_burned: Clause
    faced_cards_checked: Value[Literal["shuffling device", "shoe or device", "nothing"]]
    card_in_error_is_next: Clause
    card_in_error_when: Value[Literal["any card", "after the initial deal"]]
    unseen_card_is_next: Clause
    unseen_card_to_dealer: Value[Literal["first card of the next round", "next card"]]
    refused_card_leaves: Value[Literal["two cards", "no card", "the least total"]]
    refused_card_binds: Value[Literal["the player", "the hand"]]
    refused_card_is_dealers: Clause
    finished_hand_card_burned: Clause
    finished_hand_card_kept: Clause
    round_without_wagers: Value[Literal["void", "not provided"]]
    burned_card_stays: Clause


@dataclass(frozen=True, slots=True)
class Misdeal:
    """A card dealt wrongly: the round is put right, or void."""

    misdeal_is_reconstructed: Clause
    misdeal_leftovers: Value[Literal["next cards", "discarded"]]
    misdeal_voids: Value[Literal["the round", "hands affected"]]
    void_round_returns: Value[Literal["all but payments", "open wagers", "every wager"]]
    void_takes_insurance: Clause
    dealers_hand_put_right: Clause


@dataclass(frozen=True, slots=True)
class LateOffers:
    """Insurance or surrender that the dealer did not offer in time."""

    late_insurance: Clause
    late_surrender: Value[Literal["either", "both", "not provided"]]


@dataclass(frozen=True, slots=True)
class WrongCards:
    """A card is missing, or one does not belong to the decks."""

    wrong_cards_found: Clause
    completed_rounds_stand: Clause
    round_is_complete_when: Value[Literal["cards are collected", "winnings are paid"]]
    wrong_cards_void_round: Clause
    wrong_cards_void_shoe: Clause
    wrong_cards_notified: Clause


# What a rulebook says on a shuffling device that fails in the middle of a round.


@dataclass(frozen=True, slots=True)
class Malfunction:
    """The conditions, the two ways to continue, and what is returned."""

    malfunction_of_device: Clause
    malfunction_in_round: Clause
    malfunction_harms_nobody: Clause
    other_device_is_ready: Clause
    transfer_is_practicable: Clause
    cards_are_transferred: Clause
    damaged_cards_are_removed: Clause
    undamaged_cards_are_transferred: Clause
    damaged_cards_are_replaced: Clause
    game_goes_on_from_device: Clause
    malfunction_ends_round: Clause
    malfunction_returns: Value[Returns]
    wagers_may_be_taken_back: Clause
    device_is_emptied: Clause
    cards_for_shoe_are_replaced: Clause
    cards_for_shoe_are_shuffled: Clause
    round_is_completed_from_shoe: Clause
    shoe_stays_in_use: Clause
