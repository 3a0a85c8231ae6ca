"""A tournament that takes commands: publish it, enter players, play sessions with results made up."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from houserules.core.people import Moment, Person
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.loader import rulebook
from houserules.table.events import Event
from houserules.tournament import commands as c
from houserules.tournament.judge import carry_out
from houserules.tournament.ledger import CHIPS, POOL
from houserules.tournament.play.seat_draw import entropy_needed
from houserules.tournament.play.stages import eligible_players
from houserules.tournament.state import PlayerResult, TournamentSession, TournamentState
from tournament.conditions import BOTH, S24, S65, document

MANAGER = Person("Tess", "Tournament Manager")
OPERATOR = Person("Gus", "Gaming Manager")
DEALER = Person("Dan", "dealer")
STARTS = Moment(1_000_000)
HOUR = 3600

_SECTION_TWICE = ("5.1", "5.2", "5.3", "5.4", "10.1")
"""Numbers that S24 prints in two sections: the register writes them with their section."""


def clauses(*numbers: str) -> Any:
    """Mark a test with clauses of section 20 (S65) and their peers in section 21 (S24), and run it for both."""
    peers = [
        f"21/21.{number}" if number in _SECTION_TWICE else f"21.{number}" for number in numbers
    ]
    books = pytest.mark.parametrize(("book", "section"), BOTH)

    def mark(test: Any) -> Any:
        test = pytest.mark.clause(S65, *[f"20.{number}" for number in numbers])(test)
        return books(pytest.mark.clause(S24, *peers)(test))

    return mark


def peer(section: str, number: str) -> str:
    """Return a clause of section 20 as the document of that section numbers it."""
    if section == "20":
        return f"20.{number}"
    number = {"5.7": "5.6", "5.8": "5.7", "5.9": "5.8"}.get(number, number)
    return f"21/21.{number}" if number in _SECTION_TWICE else f"21.{number}"


def small(book: str = S65, **changes: Any) -> dict[str, Any]:
    """Return conditions for 2 to 7 players: one table, then nothing but a final."""
    stages = [
        {"kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7},
    ]
    return document(
        book,
        **{
            "stages": stages,
            "limits": [{"from_round": 1, "minimum": "25", "maximum": "500"}],
            "entry__minimum": 2,
            "entry__maximum": 7,
            "prizes__places": [{"place": 1, "share": "70"}, {"place": 2, "share": "30"}],
            "prizes__guarantee_entries": 4,
            **changes,
        },
    )


@dataclass
class Desk:
    """A tournament, and the people around it."""

    book: str = S65
    state: TournamentState = field(default_factory=TournamentState)
    at: int = 0
    history: list[Event] = field(default_factory=list)
    batches: list[tuple[TournamentState, tuple[Event, ...], Moment]] = field(default_factory=list)
    sealed: str = ""  # the bytes of the last draw

    def ask(self, command: type[c.TournamentCommand], by: Person = MANAGER, **given: Any) -> Any:
        """Give a command and return its events, or the refusal."""
        at = Moment(given.pop("at", self.at))
        outcome = carry_out(
            rulebook(self.book),
            self.state,
            command(by=by, at=at, **given),  # type: ignore[arg-type]
        )
        if isinstance(outcome, Refusal):
            return outcome
        self.batches.append((self.state, outcome[0], at))
        self.history += outcome[0]
        self.state = outcome[1]
        return outcome[0]

    def give(
        self, command: type[c.TournamentCommand], by: Person = MANAGER, **given: Any
    ) -> tuple[Event, ...]:
        """Give a command that is allowed."""
        outcome = self.ask(command, by, **given)
        assert not isinstance(outcome, Refusal), outcome
        return outcome  # type: ignore[no-any-return]

    def refusal(
        self, command: type[c.TournamentCommand], by: Person = MANAGER, **given: Any
    ) -> tuple[str, str]:
        """Give a command that is refused, and return code and clause."""
        outcome = self.ask(command, by, **given)
        assert isinstance(outcome, Refusal), outcome
        assert outcome.detail.endswith("."), outcome.detail
        return outcome.code, outcome.clause

    # Up to the first session.

    def publish(self, **changes: Any) -> "Desk":
        """Publish the small tournament."""
        self.give(c.DraftTournament, conditions=small(self.book, **changes))
        self.give(c.PublishTournament, starts=STARTS, rounds_per_hour=40, pause_minutes=15)
        return self

    def enter(self, *players: str) -> "Desk":
        """Let players apply, get the conditions, agree, be accepted and pay."""
        for player in players:
            by = Person(player, "player")
            self.give(c.ApplyForEntry, by, player=player, form="Form T1", entitled=True)
            self.give(c.GiveConditions, by, player=player, how="page")
            self.ask(c.AgreeToConditions, by, player=player, signature=player)
            self.give(c.AcceptEntry, player=player)
            self.ask(c.PayEntryFee, by, player=player)
        return self

    def close(self, *tables: str) -> "Desk":
        """Close entries and designate tables."""
        self.give(c.CloseEntries)
        self.give(c.DesignateTables, tables=tables or ("7",))
        return self

    def draw(self) -> "Desk":
        """Draw the seats of the next stage."""
        self.give(c.CommitSeatDraw, entropy=self.entropy())
        self.give(c.CutSeatDraw, DEALER, position=1)
        self.give(c.RevealSeatDraw, entropy=self.sealed)
        return self

    def entropy(self) -> str:
        """Return bytes for the next draw, always the same ones, and keep them for the reveal."""
        size = entropy_needed(len(eligible_players(self.state)))
        self.sealed = random.Random(len(self.state.stages)).randbytes(size).hex()
        return self.sealed

    def start(self, number: int = 1) -> TournamentSession:
        """Start a session at its time."""
        session = self.state.sessions[number - 1]
        self.at = max(self.at, session.starts)
        self.give(c.StartSession, session=number)
        return self.state.sessions[number - 1]

    def result(self, number: int, *results: PlayerResult, rounds: int = 10) -> tuple[Event, ...]:
        return self.give(c.RecordResult, session=number, results=results, rounds=rounds)

    def balances(self) -> tuple[int, int]:
        """Return what is in the pool and held for chips; all accounts together are zero."""
        assert sum(self.state.ledger.balances.values()) == 0
        return self.state.ledger.balance(POOL), self.state.ledger.balance(CHIPS)


def placed(*rows: tuple[str, int, str], first: int = 1) -> tuple[PlayerResult, ...]:
    """Return results from name, chips in dollars and how it ended; the places follow the chips."""
    order = sorted(rows, key=lambda row: (row[2] != "in", -row[1]))
    ranks = [(row[2] != "in", -row[1]) for row in order]
    return tuple(
        PlayerResult(name, ranks.index((how != "in", -chips)) + first, chips * 100, how)  # type: ignore[arg-type]
        for name, chips, how in rows
    )


def played_at_random(session: TournamentSession, rng: random.Random) -> tuple[PlayerResult, ...]:
    """Return any result: ties, eliminations and a disqualification now and then."""
    players = list(session.players)
    rng.shuffle(players)
    out = [player for player in players if rng.random() < 0.05]
    there = [player for player in players if player not in out]
    kinds = sorted(("in" if rng.random() < 0.7 else "eliminated" for _ in there), reverse=True)
    results, place = [], 1
    for number, (player, how) in enumerate(zip(there, kinds, strict=True), 1):
        tied = number > 1 and kinds[number - 2] == how and rng.random() < 0.3
        place = place if tied else number
        chips = (100 - place) * 100 if how == "in" else 0
        first = session.first_place
        results.append(PlayerResult(player, place + first - 1, chips, how))  # type: ignore[arg-type]
    results += [
        PlayerResult(player, None, 500, "disqualified", "hid chips", Clause("20.6.7"))
        for player in out
    ]
    return tuple(results)
