"""A player's own record: buy-ins, periods of play, games, turnover, wins and losses by day, week or month (31P, 31Q)."""

from collections.abc import Callable, Iterable, Iterator
from csv import writer
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, Literal

from houserules.carded.events import (
    ChipsBought,
    ChipsCashed,
    FeePaid,
    FeeReturned,
    PlayBegan,
    PlayEnded,
    ResultBooked,
)
from houserules.carded.play_time import Period, seconds_added, with_play
from houserules.carded.state import Today
from houserules.core.money import Cents
from houserules.core.people import Moment

Span = Literal["day", "week", "month"]


@dataclass(slots=True)
class StatementRow:
    """One day, week or month of a player."""

    span: str
    bought: Cents = 0
    cashed: Cents = 0
    turnover: Cents = 0
    won: Cents = 0
    lost: Cents = 0
    seconds: int = 0  # of play
    games: list[str] = field(default_factory=list)

    @property
    def net(self) -> Cents:
        """What the player won, less what they lost."""
        return self.won - self.lost


@dataclass(frozen=True, slots=True)
class PlayedPeriod:
    """From the first wager to the last settlement of one round or more at a table."""

    table: str
    begins: Moment
    ends: Moment


@dataclass(frozen=True, slots=True)
class CashMovement:
    """A buy-in (above zero) or a cash-out (below)."""

    at: Moment
    amount: Cents
    by: str


@dataclass(frozen=True, slots=True)
class CardedStatement:
    """Everything that is recorded about a player's play."""

    rows: tuple[StatementRow, ...]
    periods: tuple[PlayedPeriod, ...]
    cash: tuple[CashMovement, ...]


def statement(
    events: Iterable[Any], span: Span, today_of: Callable[[Moment], Today]
) -> CardedStatement:
    """Sum up a player's events by day, week or month; `today_of` names the spans of a time."""
    rows: dict[str, StatementRow] = {}
    periods: tuple[Period, ...] = ()
    played: list[PlayedPeriod] = []
    cash: list[CashMovement] = []
    since: dict[str, Moment] = {}

    def row(today: Today) -> StatementRow:
        name = getattr(today, span)
        return rows.setdefault(name, StatementRow(name))

    for event in events:
        match event:
            case ChipsBought(amount=amount, today=today, by=by, at=at):
                row(today).bought += amount
                cash.append(CashMovement(at, amount, by))
            case ChipsCashed(amount, by, at):
                row(today_of(at)).cashed += amount
                cash.append(CashMovement(at, -amount, by))
            case PlayBegan(table, at):
                since[table] = at
            case ResultBooked(game=game, staked=staked, net=net, today=today):
                _book(row(today), game, staked, net)
            case FeePaid(game=game, amount=amount, today=today):
                _book(row(today), game, amount, -amount)
            case FeeReturned(amount=amount, today=today):
                row(today).lost -= amount
            case PlayEnded(table=table, at=at):
                began = since.pop(table, at)
                played.append(PlayedPeriod(table, began, at))
                before, periods = periods, with_play(periods, began, at)
                for today, seconds in _by_day(before, periods, at, today_of):
                    row(today).seconds += seconds
    return CardedStatement(tuple(rows.values()), tuple(played), tuple(cash))


def _by_day(
    before: tuple[Period, ...],
    after: tuple[Period, ...],
    ends: Moment,
    today_of: Callable[[Moment], Today],
) -> Iterator[tuple[Today, int]]:
    """Yield how much further play counts on each day, the last first; short pauses count as play."""
    until, left = ends, seconds_added(before, after, 0, ends)
    while left:
        today = today_of(Moment(until - 1))
        seconds = seconds_added(before, after, today.since, until)
        if seconds:
            yield today, seconds
        until, left = today.since, left - seconds


def _book(row: StatementRow, game: str, staked: Cents, net: Cents) -> None:
    row.turnover += staked
    row.won += max(net, 0)
    row.lost += max(-net, 0)
    if game not in row.games:
        row.games.append(game)


_COLUMNS = ("span", "bought", "cashed", "turnover", "won", "lost", "net", "minutes", "games")


def as_csv(rows: Iterable[StatementRow]) -> str:
    """Return the rows as a table for a spreadsheet, amounts in dollars."""
    text = StringIO()
    table = writer(text, lineterminator="\n")
    table.writerow(_COLUMNS)
    table.writerows(_cells(row) for row in rows)
    return text.getvalue()


def _cells(row: StatementRow) -> Iterator[str]:
    yield row.span
    for amount in (row.bought, row.cashed, row.turnover, row.won, row.lost, row.net):
        yield f"{amount / 100:.2f}"
    yield str(row.seconds // 60)
    yield "; ".join(row.games)
