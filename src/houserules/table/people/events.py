"""What has happened about people: places, cards, findings, orders."""

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.people.commands import CardEnd, Invalidity, Officer
from houserules.table.people.state import PlayerCard, Whence


@event("player.came")
class PlayerCame(Event):
    """A player came to the table, or changed the seat."""

    player: str
    seat: int | None


@event("player.left")
class PlayerLeft(Event):
    """A player left the table."""

    player: str


@event("player.renamed")
class PlayerRenamed(Event):
    """A guest signed up: the same person, with seat, chips and wagers, has another name."""

    player: str  # until now
    to: str


@event("presence.noted")
class PresenceNoted(Event):
    """A round began; who was at the table without a wager, and whether every seat was in use."""

    abstained: tuple[str, ...]
    full: bool


@event("seat.vacated")
class SeatVacated(Event):
    """A player had to give up the seat."""

    player: str
    seat: int
    by: str
    at: Moment
    clause: Clause


@event("player-card.presented")
class PlayerCardPresented(Event):
    """A player has shown a valid card of the player's own."""

    player: str
    card: PlayerCard
    at: Moment


@event("player-card.ended")
class PlayerCardEnded(Event):
    """The card that a player has shown is no longer valid: no new wager, the round is finished."""

    player: str
    number: str
    reason: CardEnd
    at: Moment
    clause: Clause


@event("wagers.found-invalid")
class WagersFoundInvalid(Event):
    """Staff found a player's wagers invalid; the clause tells before, in or after the hand."""

    player: str
    reason: Invalidity
    plea: str
    in_hand: bool
    by: str
    at: Moment
    clause: Clause


@event("winnings.taken-back")
class WinningsTakenBack(Event):
    """What an invalid wager or a fraud had won in the hand went back, as far as it was there."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    outstanding: Cents  # asked for, but not in the rack
    clause: Clause


@event("debt.collected")
class DebtCollected(Event):
    """A player paid what they owed the house, or part of it."""

    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@event("debt.written-off")
class DebtWrittenOff(Event):
    """The house gave up what a player owed, or part of it; no chips moved."""

    player: str
    amount: Cents
    why: str
    by: str
    at: Moment
    clause: Clause


@event("wager.refused")
class WagerRefused(Event):
    """A supervisor refused a wager on grounds that are recorded; its chips go back next."""

    player: str
    box: int
    wager: WagerKind
    amount: Cents
    reason: str
    by: str
    at: Moment
    clause: Clause


@event("device-use.found")
class DeviceUseFound(Event):
    """A supervisor is satisfied that somebody used or controlled a prohibited device."""

    player: str
    device: str
    by: str
    at: Moment
    clause: Clause


@event("wagers.declared-void")
class WagersDeclaredVoid(Event):
    """The wagers in the round of a person who used a device are void; what follows undoes them."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("person.excluded")
class PersonExcluded(Event):
    """Somebody takes no further part in the game, or is excluded from the casino."""

    player: str
    whence: Whence
    by: str
    at: Moment
    clause: Clause


@event("person.detained")
class PersonDetained(Event):
    """Somebody is detained until an inspector or a police officer has taken over."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("officer.attended")
class OfficerAttended(Event):
    """An officer took a detained person over."""

    player: str
    officer: Officer
    officer_name: str
    by: str
    at: Moment
    clause: Clause


@event("player.returned")
class PlayerReturned(Event):
    """A player who was away is back at the box."""

    box: int
    player: str
    clause: Clause
