"""What a rulebook says about the sign: what stands on it, how it changes, whom it restricts."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Sign:
    """What may and must stand on the sign and on the layout."""

    sign_for_players: Value[bool]  # whether it may give a maximum of one player on a box
    sign_for_kinds: Value[bool]  # whether it may give a minimum and maximum of a side wager
    several_above_maximum: Clause
    pontoon_inscribed: Value[bool]
    dealer_inscribed: Value[Literal["stands on", "draws to", "stands on and draws to"]]
    insurance_inscribed: Value[bool]
    resplit_advised: Clause


@dataclass(frozen=True, slots=True)
class Markers:
    """A higher minimum at once: who is at the table keeps the old one."""

    minimum_kept: Clause
    marker_at_box: Clause
    marker_removed: Clause
    marker_at_own_place: Clause
    both_minimums_shown: Clause
    new_minimum_for_newcomers: Clause


@dataclass(frozen=True, slots=True)
class Raising:
    """A higher minimum for everybody, after a sign has stood for some minutes."""

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
