"""What the server says, as values: states of a table, answers to commands, refusals."""

from dataclasses import dataclass, field
from typing import Any, TypedDict

Data = dict[str, Any]


class TableListed(TypedDict):
    """A table as the list at the door shows it; `GET /api/tables`."""

    table: str
    title: str
    rulebook: str
    game: str
    edition: str
    options: dict[str, str | int | bool]
    kind: str
    dealt_by: str
    has_dealer: bool
    minimum: int
    maximum: int | None
    player_maximum: int | None
    unit: int | None
    smallest_chip: int
    side_wagers: list[Data]
    boxes: int
    seats_taken: list[int]
    players: int
    phase: str
    rounds: int
    is_open: bool
    is_locked: bool
    is_private: bool
    closes: int | None


class SignedIn(TypedDict):
    """Who one is, and what one may do now."""

    handle: str
    role: str
    licence: str
    is_guest: bool
    is_bot: bool
    owner: bool
    second_factor: bool
    scopes: list[str]
    pending: str | None


@dataclass(frozen=True, slots=True)
class State:
    """A table at a position of its stream: what all see, what is one's own, what has just happened."""

    position: int
    table: Data = field(repr=False)
    mine: Data = field(repr=False)
    events: tuple[Data, ...] = ()  # none: this is a snapshot

    @property
    def phase(self) -> str:
        """How far the round is."""
        return str(self.table["phase"])

    @property
    def legal(self) -> list[Data]:
        """What one may do now: commands, with the range of their amount."""
        found: list[Data] = self.mine["legal"]
        return found

    @property
    def chips(self) -> int:
        """The chips before one, in cents."""
        own = [each for each in self.mine["purses"] if each["player"] == self.mine["person"]]
        return int(own[0]["chips"]) if own else 0

    def box(self, number: int) -> Data | None:
        """Return a box with what lies on it; one's own cards are seen though they lie face down."""
        boxes: list[Data] = self.mine.get("boxes") or self.table["boxes"]
        return next((each for each in boxes if each["number"] == number), None)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command is done and durable."""

    position: int
    repeated: bool  # it had been done before, by the same id


@dataclass
class ApiError(Exception):
    """A "no" of the server, or that something went wrong there."""

    code: str
    detail: str
    clause: str | None = None
    where: str | None = None
    status: int | None = None  # of HTTP; None: said over the WebSocket

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.detail} ({self.clause or self.code})"


class Refused(ApiError):  # noqa: N818  # a lawful "no" is no error of anybody
    """A command that the rules or the house refuse."""
