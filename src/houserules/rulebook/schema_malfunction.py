"""What a rulebook says on a shuffling device that fails in the middle of a round."""

from dataclasses import dataclass

from houserules.core.refusal import Clause
from houserules.rulebook.schema_office import Returns
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Malfunction:
    """The conditions, the two ways on, and what is handed back."""

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
