"""Sessions at a table, written as session records: settling them gives what the table recorded."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from house_rounds import Given
from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.values import NotOffered
from houserules.table.events import PlayerAbsent
from houserules.table.irregularities.evolve import STEPS as IRREGULARITIES
from houserules.table.people.commands import PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.session import commands as s
from houserules.table.session.events import UndisclosedWagerSettled
from houserules.table.session.state import Limits, Player
from houserules.tournament.records.from_events import PlayedSession, SessionRecorder
from houserules.tournament.records.played import session_record
from houserules.tournament.records.reader import read_session
from houserules.tournament.records.record import SessionRecord, UnwrittenSession
from houserules.tournament.records.report import settle_session
from houserules.tournament.records.write import session_dict, session_toml
from repetitions import repetitions
from session_rounds import MANAGER, OF_A_SESSION, SessionShift, session_shift
from session_table import BOTH

RULEBOOKS = [name for name, _ in BOTH]
rulebooks = pytest.mark.parametrize("name", RULEBOOKS)


@dataclass(slots=True)
class RecordedShift(SessionShift):
    """A shift that records its sessions; where `ties`, each is short and is played off at once."""

    recorder: SessionRecorder = field(init=False)
    ended: list[PlayedSession] = field(default_factory=list)
    ties: bool = False

    def begin(self) -> Iterator[Given]:
        """Begin the play-off that the last result calls for, or another session."""
        last = self.ended[-1].session if self.ended else None
        if not self.ties:
            yield from SessionShift.begin(self)
        elif last is None or last.result is None or not last.result.play_off:
            conditions = self.anything().conditions()
            chips = conditions.limits[0].minimum
            self.conditions = replace(
                conditions,
                **{"rounds": 1, "minutes": None, "play_off": None, "final": True, "advance": 3},
                limits=(Limits(1, chips, chips),),
                chips=4 * chips,
            )
            yield from SessionShift.begin(self)
        else:
            yield from self.play_off(last.result.play_off)

    def play_off(self, tied: tuple[str, ...]) -> Iterator[Given]:
        """Begin a play-off under the limits of the last round (reading 213)."""
        last = self.ended[-1].session
        assert last.result is not None
        first = next(each.place for each in last.result.places if each.player in tied)
        limits = last.conditions.limits_in(max(last.counted, 1))
        limits = Limits(1, limits.minimum, limits.maximum)
        conditions = replace(last.conditions, rounds=None, play_off=first, limits=(limits,))
        players = tuple(Player(each.name, each.box) for each in last.players if each.name in tied)
        self.sessions += 1
        order = s.BeginSession(MANAGER, self.now, f"session {self.sessions}", conditions, players)
        yield self.give(order)
        if not isinstance(self.rules.player_cards, NotOffered):
            for player in tied:
                card = PlayerCard(f"card of {player}", player)
                yield self.give(PresentPlayerCard(player, card, self.now))

    def play(self, steps: int, *, disturbed: float) -> None:
        """Play on, and record what happens."""
        self.recorder = SessionRecorder(self.rules)
        for given in self._all(steps, disturbed):
            for event in () if isinstance(given.outcome, Refusal) else given.outcome[0]:
                if played := self.recorder.follow(event):
                    self.ended.append(played)

    def _all(self, steps: int, disturbed: float) -> Iterator[Given]:
        yield from self.opening()
        for _ in range(steps):
            yield from self.step(OF_A_SESSION, disturbed=disturbed)


def recorded(name: str, seed: int, *, ties: bool = False, disturbed: float = 0.0) -> RecordedShift:
    """Play sessions at a table, with a virtual shoe every other time."""
    usual = session_shift(name, f"recorded {seed}", virtual=seed % 2 == 0)
    shift = RecordedShift(usual.rules, usual.rng, usual.now, usual.shoe, ties=ties)
    shift.play(900, disturbed=disturbed)
    assert shift.recorder.table == shift.table
    return shift


def assert_settles_as_played(record: SessionRecord, played: PlayedSession) -> None:
    """Settle the record, read back from TOML, and compare it with what the table announced."""
    settled = settle_session(tomllib.loads(session_toml(record)))
    assert settled == settle_session(session_dict(record))
    counted = [row for row in settled["rounds"] if not row.get("void")]
    at_table = [each.chips for each in played.rounds if each.chips is not None]
    for row, chips in zip(counted, at_table, strict=False):
        assert {name: row["chips"][name] for name in chips} == {
            name: dollars(amount) for name, amount in chips.items()
        }
    result = played.session.result
    assert result is not None and settled["over"]
    if not record.play_off:
        assert settled["places"] == [
            {"place": each.place, "player": each.player, "chips": dollars(each.chips)}
            for each in result.places
        ]
        assert set(settled["advance"]) == set(result.advance)
        assert set(settled["play_off"]) == set(result.play_off)
    assert read_session(session_dict(record)).rounds


def is_explained(played: PlayedSession) -> bool:
    """Whether something happened that a session record has no words for."""
    return (
        bool(played.left_after)
        or played.put_right
        or not any(each.chips for each in played.rounds)
        or played.session.conditions.play_off is not None
        or any(each.counted != each.expected for each in played.session.counts)
        or any(each.eliminated and each.disqualified for each in played.session.players)
        or any(
            isinstance(event, UndisclosedWagerSettled) and event.follows != "original"
            for each in played.rounds
            for event, _ in each.trail
        )
        or any(
            isinstance(event, PlayerAbsent) or type(event) in IRREGULARITIES
            for each in played.rounds
            for event, _ in each.trail
        )
    )


@rulebooks
def test_a_session_at_a_table_settles_to_what_was_played(name: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(repetitions(8, 300)):
        shift = recorded(name, seed, disturbed=0.15 if seed % 4 < 2 else 0.0)
        for played in shift.ended:
            record = session_record(shift.rules, played)
            if isinstance(record, UnwrittenSession):
                assert is_explained(played), record.why
                met["unwritten"] += played.session.conditions.play_off is None
                continue
            assert_settles_as_played(record, played)
            met.update(told(record))
    assert met["written"] > met["unwritten"]
    for kind in ("form", "pass card", "absent", "disqualified", "void", "late", "concluded"):
        assert met[kind], kind


def told(record: SessionRecord) -> Iterator[str]:
    """Name what a record tells of."""
    yield "written"
    if record.concluded:
        yield "concluded"
    for entry in record.rounds:
        if entry.void:
            yield "void"
        for each in entry.entries:
            said: dict[str, Any] = {
                "form": each.form,
                "pass card": each.pass_card,
                "absent": each.absent == "deduct",
                "disqualified": each.absent == "disqualify" or each.disqualified_under,
                "late": each.late,
            }
            yield from (name for name, value in said.items() if value)


@rulebooks
def test_a_play_off_is_written_into_the_record_of_its_session(name: str) -> None:
    decided = 0
    for seed in range(repetitions(6, 200)):
        shift = recorded(name, seed, ties=True)
        for played, after in zip(shift.ended, shift.ended[1:], strict=False):
            if played.session.conditions.play_off or not after.session.conditions.play_off:
                continue
            alone = session_record(shift.rules, after)
            assert isinstance(alone, UnwrittenSession) and "play-off" in alone.why
            record = session_record(shift.rules, played, after)
            if isinstance(record, UnwrittenSession):
                assert is_explained(played) or is_explained_play_off(after), record.why
                continue
            assert_settles_as_played(record, played)
            settled = settle_session(session_dict(record))
            result = after.session.result
            assert result is not None
            for each in result.places:
                (row,) = [row for row in settled["places"] if row["player"] == each.player]
                assert row["place"] == each.place
            decided += settled["play_off"] == []
    assert decided > 3


def is_explained_play_off(played: PlayedSession) -> bool:
    return (
        bool(played.left_after)
        or played.put_right
        or is_explained(
            replace(played, session=replace(played.session, conditions=no_play_off(played)))
        )
    )


def no_play_off(played: PlayedSession) -> Any:
    return replace(played.session.conditions, play_off=None)
