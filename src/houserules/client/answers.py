"""The server's answers as values: states of a table, accepted commands, refusals."""

from dataclasses import dataclass, field
from typing import Any, TypedDict

Data = dict[str, Any]


class TableListed(TypedDict):
    """A table in the lobby; `GET /api/tables`."""

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
    """Who is signed in, and with which scopes."""

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
    """A table at a position of its stream: what everybody sees, your own part, and the latest events."""

    position: int
    table: Data = field(repr=False)
    mine: Data = field(repr=False)
    events: tuple[Data, ...] = ()  # none in a snapshot

    @property
    def phase(self) -> str:
        return str(self.table["phase"])

    @property
    def legal(self) -> list[Data]:
        """The commands you may give now, with the range of their amounts."""
        commands: list[Data] = self.mine["legal"]
        return commands

    @property
    def chips(self) -> int:
        """Your chips at the table, in cents."""
        own = [each for each in self.mine["purses"] if each["player"] == self.mine["person"]]
        return int(own[0]["chips"]) if own else 0

    def box(self, number: int) -> Data | None:
        """Return a box; your own cards are visible even if they are face down."""
        boxes: list[Data] = self.mine.get("boxes") or self.table["boxes"]
        return next((each for each in boxes if each["number"] == number), None)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that was carried out and is durable."""

    position: int
    repeated: bool  # the same id was carried out before


@dataclass
class ApiError(Exception):
    """An error answer of the server."""

    code: str
    detail: str
    clause: str | None = None
    where: str | None = None
    status: int | None = None  # of HTTP; None over the WebSocket

    def __str__(self) -> str:
        return f"{self.detail} ({self.clause or self.code})"


class Refused(ApiError):  # noqa: N818  # nobody made an error
    """A command that the rules or the house refused."""
