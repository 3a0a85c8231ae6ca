"""How a table was set up: the first record of its stream, which never changes."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook

Kind = Literal["practice", "live"]
"""Practice money, odds and bots are at practice tables only, chips at live tables only."""

DealtBy = Literal["automatic dealer", "dealer with virtual shoe", "dealer with real shoe"]
Money = Literal["practice", "chips", "tokens"]
Chosen = tuple[tuple[str, str | int | bool], ...]

PRIVATE: Final = "own_"
"""How the names of private tables begin. Tables that staff set up have no underscore in theirs."""


class SettingError(ValueError):
    """A table that cannot be set up like this; the message says why, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """How many seconds the automatic dealer waits; for a human dealer, a guide."""

    betting: int = 25  # from the first wager
    offers: int = 20
    decision: int = 30
    cut: int = 15
    clearing: int = 6  # the settled round stays visible
    reconnecting: int = 120  # before a player without a connection leaves the table
    idle: int = 90  # before an idle player gives up a seat that others may want, in practice


@dataclass(frozen=True, slots=True)
class Setting:
    """A table's game and options, its kind of money, and who deals."""

    table: str
    title: str
    rulebook: str
    options: Chosen = ()
    kind: Kind = "practice"
    dealt_by: DealtBy = "automatic dealer"
    clocks: Clocks = field(default_factory=Clocks)
    owner: str | None = None  # of a private practice table: the only player

    @property
    def rules(self) -> Rulebook:
        """The rulebook with the operator's options; raises SettingError."""
        return _rules(self.rulebook, self.options)

    @property
    def money(self) -> Money:
        """The kind of money that wagers are made in, apart from promotional tokens."""
        return "practice" if self.kind == "practice" else "chips"

    @property
    def is_automatic(self) -> bool:
        """Whether the software deals."""
        return self.dealt_by == "automatic dealer"

    @property
    def is_virtual(self) -> bool:
        """Whether the software knows the order of the cards."""
        return self.dealt_by != "dealer with real shoe"


def is_private(table: str) -> bool:
    """Whether a table is private, by its name."""
    return table.startswith(PRIVATE)


@cache
def _rules(name: str, options: Chosen) -> Rulebook:
    if name not in RULEBOOKS:
        raise SettingError(f"there is no rulebook {name!r}; choose one of {', '.join(RULEBOOKS)}")
    try:
        return choose(rulebook(name), dict(options))
    except OptionError as error:
        raise SettingError(str(error)) from None


def table_stream(table: str) -> str:
    """Return the name of a table's stream in the journal."""
    return f"table/{table}"
