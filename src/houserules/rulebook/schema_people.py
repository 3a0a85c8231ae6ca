"""Who may play at all, and what staff may do to a player's wagers and seat."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """Play only with one's own valid card, and what becomes of wagers made without."""

    player_card_needed: Clause
    player_card_is_own: Clause
    invalid_before_hand: Clause
    invalid_in_hand: Clause
    invalid_wager_lost: Value[Literal["handed back", "stays lost"]]
    invalid_in_earlier_hands: Clause


@dataclass(frozen=True, slots=True)
class ProhibitedDevices:
    """Devices that record or reckon the game, and what may be done to who uses one."""

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
