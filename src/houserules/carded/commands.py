"""What people ask of carded play: players for themselves, staff about a player."""

from typing import ClassVar

from houserules.carded.limits import GamingLimits
from houserules.carded.state import Action, Outcome
from houserules.core.deferred import deferred_dataclass
from houserules.core.people import Moment, Person
from houserules.table.commands import Command, command


@deferred_dataclass
class CardedCommand(Command):
    """Something that a person asks of carded play."""

    for_players: ClassVar[bool] = False  # whether players give it, for themselves
    by: Person
    at: Moment
    player: str


@deferred_dataclass
class OwnCommand(CardedCommand):
    """Something that players do for themselves."""

    for_players: ClassVar[bool] = True


@command("verify-identity")
class VerifyIdentity(CardedCommand):
    """Record that you have verified a player's identity with a document and a photo."""

    details: str  # the digest of the sealed record


@command("read-information")
class ReadInformation(OwnCommand):
    """Confirm that you have read the information about gaming limits."""


@command("set-limits")
class SetLimits(OwnCommand):
    """Set or change your limits: lower ones apply at once, higher ones after 24 hours."""

    limits: GamingLimits


@command("decline-limits")
class DeclineLimits(OwnCommand):
    """Say that you do not want to set limits."""


@command("suspend-play")
class SuspendPlay(OwnCommand):
    """Stop yourself from playing from now on, for 24 hours or longer."""

    hours: int


@command("record-assessment")
class RecordAssessment(CardedCommand):
    """Record that you spoke to a player in person after six hours of play, and what you decided."""

    outcome: Outcome
    note: str
    hours: int | None = None  # for which the player is stopped


@command("open-card-case")
class OpenCardCase(CardedCommand):
    """Record that a player was found playing with another person's card."""

    holder: str


@command("close-card-case")
class CloseCardCase(CardedCommand):
    """Decide what follows from the use of another person's card, and say why.

    Cards are suspended or cancelled at once. The exclusion itself is ordered at a table.
    """

    number: int
    about_user: Action
    about_holder: Action
    avoids_measures: bool
    criminal: bool
    reasons: str
    hours: int | None = None  # for which a card is suspended


@command("erase-identity")
class EraseIdentity(CardedCommand):
    """Erase the sealed details of a player's identity once they no longer have to be kept."""

    why: str
