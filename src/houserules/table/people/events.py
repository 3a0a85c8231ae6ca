"""What has happened about people: places, cards, findings, orders."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.commands import HouseEvent
from houserules.table.events import WagerKind
from houserules.table.people.commands import CardEnd, Invalidity, Officer
from houserules.table.people.state import PlayerCard, Whence


@dataclass(frozen=True, slots=True)
class PlayerCame(HouseEvent):
    """A player came to the table, or changed the seat."""

    name: ClassVar[str] = "player.came"
    player: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class PlayerLeft(HouseEvent):
    """A player left the table."""

    name: ClassVar[str] = "player.left"
    player: str


@dataclass(frozen=True, slots=True)
class PlayerRenamed(HouseEvent):
    """A guest signed up: the same person, with seat, chips and wagers, has another name."""

    name: ClassVar[str] = "player.renamed"
    player: str  # until now
    to: str


@dataclass(frozen=True, slots=True)
class PresenceNoted(HouseEvent):
    """A round began; who was at the table without a wager, and whether every seat was in use."""

    name: ClassVar[str] = "presence.noted"
    abstained: tuple[str, ...]
    full: bool


@dataclass(frozen=True, slots=True)
class SeatVacated(HouseEvent):
    """A player had to give up the seat."""

    name: ClassVar[str] = "seat.vacated"
    player: str
    seat: int
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PlayerCardPresented(HouseEvent):
    """A player has shown a valid card of the player's own."""

    name: ClassVar[str] = "player-card.presented"
    player: str
    card: PlayerCard
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayerCardEnded(HouseEvent):
    """The card that a player has shown is no longer valid: no new wager, the round is finished."""

    name: ClassVar[str] = "player-card.ended"
    player: str
    number: str
    reason: CardEnd
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagersFoundInvalid(HouseEvent):
    """Staff found a player's wagers invalid; the clause tells before, in or after the hand."""

    name: ClassVar[str] = "wagers.found-invalid"
    player: str
    reason: Invalidity
    plea: str
    in_hand: bool
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WinningsTakenBack(HouseEvent):
    """What an invalid wager or a fraud had won in the hand went back, as far as it was there."""

    name: ClassVar[str] = "winnings.taken-back"
    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    outstanding: Cents  # asked for, but not in the rack
    clause: Clause


@dataclass(frozen=True, slots=True)
class DebtCollected(HouseEvent):
    """A player paid what they owed the house, or part of it."""

    name: ClassVar[str] = "debt.collected"
    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DebtWrittenOff(HouseEvent):
    """The house gave up what a player owed, or part of it; no chips moved."""

    name: ClassVar[str] = "debt.written-off"
    player: str
    amount: Cents
    why: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagerRefused(HouseEvent):
    """A supervisor refused a wager on grounds that are recorded; its chips go back next."""

    name: ClassVar[str] = "wager.refused"
    player: str
    box: int
    wager: WagerKind
    amount: Cents
    reason: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class DeviceUseFound(HouseEvent):
    """A supervisor is satisfied that somebody used or controlled a prohibited device."""

    name: ClassVar[str] = "device-use.found"
    player: str
    device: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class WagersDeclaredVoid(HouseEvent):
    """The wagers in the round of a person who used a device are void; what follows undoes them."""

    name: ClassVar[str] = "wagers.declared-void"
    player: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PersonExcluded(HouseEvent):
    """Somebody takes no further part in the game, or is excluded from the casino."""

    name: ClassVar[str] = "person.excluded"
    player: str
    whence: Whence
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PersonDetained(HouseEvent):
    """Somebody is detained until an inspector or a police officer has taken over."""

    name: ClassVar[str] = "person.detained"
    player: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class OfficerAttended(HouseEvent):
    """An officer took a detained person over."""

    name: ClassVar[str] = "officer.attended"
    player: str
    officer: Officer
    officer_name: str
    by: str
    at: Moment
    clause: Clause


@dataclass(frozen=True, slots=True)
class PlayerReturned(HouseEvent):
    """A player who was away is back at the box."""

    name: ClassVar[str] = "player.returned"
    box: int
    player: str
    clause: Clause
