"""Events of people: seats, Player Cards, debts, invalid wagers and exclusions."""

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event, WagerKind, event
from houserules.table.people.commands import CardEnd, Invalidity, Officer
from houserules.table.people.state import PlayerCard, Whence


@event("player.came")
class PlayerCame(Event):
    """A player came to the table or changed seats."""

    player: str
    seat: int | None


@event("player.left")
class PlayerLeft(Event):
    """A player left the table."""

    player: str


@event("player.renamed")
class PlayerRenamed(Event):
    """A guest signed up and kept seat, chips and wagers under a new name."""

    player: str  # until now
    to: str


@event("presence.noted")
class PresenceNoted(Event):
    """A round began; records which players had no wager and whether every seat was in use."""

    abstained: tuple[str, ...]
    full: bool


@event("seat.vacated")
class SeatVacated(Event):
    """A player was required to give up their seat."""

    player: str
    seat: int
    by: str
    at: Moment
    clause: Clause


@event("player-card.presented")
class PlayerCardPresented(Event):
    """A player presented their own valid Player Card."""

    player: str
    card: PlayerCard
    at: Moment


@event("player-card.ended")
class PlayerCardEnded(Event):
    """A player's card became invalid: they can finish the round but not wager again."""

    player: str
    number: str
    reason: CardEnd
    at: Moment
    clause: Clause


@event("wagers.found-invalid")
class WagersFoundInvalid(Event):
    """Staff found a player's wagers invalid, before, during or after the hand (see the clause)."""

    player: str
    reason: Invalidity
    plea: str
    in_hand: bool
    by: str
    at: Moment
    clause: Clause


@event("winnings.taken-back")
class WinningsTakenBack(Event):
    """The winnings of an invalid wager or a fraud were collected, up to what the rack had."""

    box: int | None
    hand: int | None
    player: str
    wager: WagerKind
    amount: Cents
    outstanding: Cents  # asked for, but not in the rack
    clause: Clause


@event("debt.collected")
class DebtCollected(Event):
    """A player paid all or part of a debt to the house."""

    player: str
    amount: Cents
    by: str
    at: Moment
    clause: Clause


@event("debt.written-off")
class DebtWrittenOff(Event):
    """The house wrote off all or part of a player's debt; no chips moved."""

    player: str
    amount: Cents
    why: str
    by: str
    at: Moment
    clause: Clause


@event("wager.refused")
class WagerRefused(Event):
    """A supervisor refused a wager and recorded why; its chips are handed back."""

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
    """A supervisor found that a person used or controlled a prohibited device."""

    player: str
    device: str
    by: str
    at: Moment
    clause: Clause


@event("wagers.declared-void")
class WagersDeclaredVoid(Event):
    """The wagers of a person who used a prohibited device were declared void."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("person.excluded")
class PersonExcluded(Event):
    """A person was excluded from the game or from the casino."""

    player: str
    whence: Whence
    by: str
    at: Moment
    clause: Clause


@event("person.detained")
class PersonDetained(Event):
    """A person was detained until an inspector or a police officer takes over."""

    player: str
    by: str
    at: Moment
    clause: Clause


@event("officer.attended")
class OfficerAttended(Event):
    """An inspector or police officer took over a detained person."""

    player: str
    officer: Officer
    officer_name: str
    by: str
    at: Moment
    clause: Clause


@event("player.returned")
class PlayerReturned(Event):
    """A player reported away came back to their box."""

    box: int
    player: str
    clause: Clause
