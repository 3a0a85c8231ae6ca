"""What a rulebook says about tournament play (S65 section 20, S24 section 21)."""

from dataclasses import dataclass

from houserules.core.refusal import Clause
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a session differs from the ordinary game, and who leaves it when."""

    absences_deducted: Value[int]  # rounds in which an absent player loses the minimum, at most
    absence_disqualifies: Clause
    tournament_chips_only: Clause
    no_wager_disqualifies: Clause
    late_wager_is_minimum: Clause
    too_few_chips_eliminates: Clause
    wager_in_units_of_minimum: Clause
    pass_card_instead_of_wager: Clause
    undisclosed_wagers: Clause
    undisclosed_beside_wager: Clause
    undisclosed_below_minimum: Clause
    undisclosed_above_maximum: Clause
    undisclosed_beyond_chips: Clause
    undisclosed_incomplete: Clause
    wager_out_of_turn: Clause
    deal_from_marker: Clause
