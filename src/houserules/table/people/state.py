"""Who has come to the table, and what staff have found and ordered about people."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause

Whence = Literal["the game", "the casino"]
"""What a person is excluded from."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A card that the casino has issued to one patron (S24 2.1:player-card)."""

    number: str
    issued_to: str
    valid_until: Moment | None = None  # the last moment at which it is valid; None: no end


@dataclass(frozen=True)
class Patron:
    """A player at the table, in the order of arrival."""

    name: str
    seat: int | None = None  # the box where the player sits; None: standing
    missed: int = 0  # rounds in a row without a wager
    held: int = 0  # of these, the last in a row while every other seat was in use
    card: PlayerCard | None = None  # as presented when play began


@dataclass(frozen=True, slots=True)
class RefusedWager:
    """A wager that a supervisor refused before the first card of a round."""

    player: str
    box: int
    wager: str  # "original", or the kind of side wager
    amount: Cents
    reason: str
    before: int  # rounds before the one that it was made for: it binds until that one begins
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class InvalidFound:
    """Staff found a player's wagers invalid."""

    player: str
    reason: str
    card: str | None  # the number of the card that was presented
    plea: str  # what the person claimed; it changes nothing
    rounds: int  # that had begun by then
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """A supervisor is satisfied that somebody used or controlled a prohibited device."""

    player: str
    device: str
    by: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Somebody takes no further part in the game, or is excluded from the casino."""

    player: str
    whence: Whence
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class Detention:
    """Somebody is detained until an inspector or a police officer has taken over."""

    player: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class Debt:
    """Money that had to go back to the house and was not in the player's rack."""

    player: str
    amount: Cents
    clause: Clause


@dataclass(frozen=True)
class PeopleState:
    """What staff have found and ordered about people at this table."""

    refused: tuple[RefusedWager, ...] = ()
    invalid: tuple[InvalidFound, ...] = ()
    debts: tuple[Debt, ...] = ()  # oldest first
    device_users: tuple[DeviceUse, ...] = ()
    excluded: tuple[Exclusion, ...] = ()
    detained: tuple[Detention, ...] = ()

    @property
    def outstanding(self) -> tuple[tuple[str, Cents], ...]:
        """What is owed, debt by debt: who, and how much."""
        return tuple((each.player, each.amount) for each in self.debts)

    def owes(self, player: str) -> Cents:
        """Return what a player owes the house."""
        return sum(each.amount for each in self.debts if each.player == player)

    def used_device(self, player: str) -> bool:
        """Whether a supervisor has found that the person used a device."""
        return any(each.player == player for each in self.device_users)

    def exclusion(self, player: str, *whence: Whence) -> Exclusion | None:
        """Return a person's latest exclusion, from any of these or from anything."""
        found = [each for each in self.excluded if each.player == player]
        return next((each for each in found[::-1] if not whence or each.whence in whence), None)

    def detention(self, player: str) -> Detention | None:
        """Return the detention of somebody whom nobody has taken over yet."""
        return next((each for each in self.detained if each.player == player), None)
