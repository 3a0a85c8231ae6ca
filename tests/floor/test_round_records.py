"""Rounds of the floor as round records: settled again, they pay the same cents."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from floor.playing import START, Batches, disturbed_shift, practice, random_rounds, stored
from floor.tables import MANAGER, Played, staff
from houserules.core.cards import cards, show
from houserules.core.money import cents
from houserules.core.people import Moment
from houserules.floor.events import TableSetUp
from houserules.floor.rounds.find import (
    Round,
    RoundStep,
    TableRounds,
    rounds_of,
    steps_of,
    tables_of,
)
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.journal.sqlite import SqliteJournal
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.commands import (
    ClearTable,
    CloseBets,
    DealCard,
    Hit,
    PlaceWager,
    ReportAbsent,
    Split,
    Stand,
    WithdrawWager,
)
from houserules.table.events import BetsClosed, HandSplit, WagerSettled
from houserules.table.irregularities.commands import TakeBackAbsence, VoidMisdeal
from houserules.table.irregularities.events import PaymentTakenBack, RoundTakenBack
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.people.events import WinningsTakenBack
from houserules.table.records.read import read_record
from houserules.table.records.record import Record
from houserules.table.records.report import settle
from houserules.table.records.story import tell
from houserules.table.records.write import to_dict, to_toml
from houserules.table.sign.commands import PermitResplit, ReportFoundWager
from houserules.table.staff.events import WagerForfeited, WagerReturned
from houserules.table.state import changed
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

EXAMPLE = Path(__file__).with_name("examples") / "night.db"
ROUNDS = 20
SHIFTS = 5


def written_down(batches: Batches) -> Iterator[tuple[Round, list[Any], Record | Unwritten]]:
    """Yield every round with its events and its record."""
    rounds, events = TableRounds("t1"), [event for batch in batches for event in batch]
    rounds.follow(stored(batches))
    for played in rounds.all():
        places = [*range(played.first_position, played.last_position + 1), *played.afterwards]
        steps = [RoundStep(place, 0, "", events[place - 1]) for place in places]
        closed = next(n for n, step in enumerate(steps) if isinstance(step.event, BetsClosed))
        yield played, [step.event for step in steps[closed:]], record_of(played, steps)


def paid(events: list[Any]) -> dict[str, int]:
    """Add up what everybody is up by a round in the end."""
    net: Counter[str] = Counter()
    for event in events:
        if isinstance(event, RoundTakenBack):
            assert event.to == 1, "no test here has a dealer's hand put right"
            net.clear()
        elif isinstance(event, WagerSettled):
            net[event.player] += event.net
        elif isinstance(event, WagerReturned):
            net[event.player] += event.amount
        elif isinstance(event, PaymentTakenBack | WinningsTakenBack | WagerForfeited):
            net[event.player] -= event.amount + event.outstanding
    return dict(net)


def settled(record: Record) -> dict[str, int]:
    """Settle a record as a reader of its text does."""
    output = settle(read_record(to_dict(record)))
    assert "net" in output, output
    return {player: _signed(net) for player, net in output["net"].items()}


def _signed(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("options", [{}, {"maximum": "60", "smallest_chip": "1"}])
def test_every_ordinary_round_is_a_record_that_pays_the_same(
    name: str, options: dict[str, Any]
) -> None:
    played = random_rounds(practice(name, **options), ROUNDS, "records")
    found = 0
    for round_, events, record in written_down([tuple(played.events)]):
        assert isinstance(record, Record), (round_.number, record)
        assert settled(record) == paid(events)
        assert set(record.players) == set(round_.players)
        found += 1
    assert found == played.state.table.rounds >= ROUNDS


@pytest.mark.clause("nsw-pontoon-2024", "14.9")
def test_the_record_of_a_round_has_the_permission_to_split_again() -> None:
    permit, end = (staff(PermitResplit, MANAGER, permitted=each) for each in (True, False))
    setting = practice("nsw-pontoon-2024")
    played = random_rounds(setting, 100, "again", permit)
    played.do(end)
    most = 0
    for round_, events, record in written_down([tuple(played.events)]):
        assert isinstance(record, Record), (round_.number, record)
        assert dict(record.options)["resplit"] is True
        assert settled(record) == paid(events)
        most = max(most, *Counter(e.box for e in events if isinstance(e, HandSplit)).values(), 0)
    assert most == 2  # split again
    ended = random_rounds(setting, 2, "again", permit, end)
    records = [record for *_, record in written_down([tuple(ended.events)])]
    assert [dict(r.options)["resplit"] for r in records if isinstance(r, Record)] == [False, False]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_whose_bets_opened_again_has_the_wagers_of_the_last_closing(name: str) -> None:
    played = Played(practice(name))
    played.sit("Ann", 1)
    played.cut()
    source = played.state.table.source
    assert source is not None
    table = changed(played.state.table, source=changed(source, behind=source.left))
    played.state = changed(played.state, table=table)  # the cutting card lies in front
    played.wager("Ann", 1)
    played.ready("Ann")
    played.cut()
    played.do(WithdrawWager("Ann", 1))
    played.wager("Ann", 1, 30_00)
    played.ready("Ann")
    played.play_out()
    [(round_, events, record)] = written_down([tuple(played.events)])
    assert isinstance(record, Record), record
    assert (round_.number, [each.amount for each in record.wagers]) == (1, [30_00])
    assert settled(record) == paid(events)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_round_that_is_over_is_a_record_that_pays_the_same(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SHIFTS):
        _, batches = disturbed_shift(name, seed)
        for round_, own, record in written_down(batches):
            if round_.ended is None:
                assert record == Unwritten("it is not over")
                continue
            assert isinstance(record, Record), (seed, round_.number, record)
            assert read_record(tomllib.loads(to_toml(record))) == record
            assert settled(record) == {**dict.fromkeys(record.players, 0), **paid(own)}, round_
            assert tell(record).violation is None
            seen["corrected" if record.corrections else "ordinary"] += 1
            seen["as paid"] += record.paid is not None
    assert seen["corrected"] and seen["ordinary"] > seen["as paid"]


def test_every_round_of_the_example_journal_is_a_record() -> None:
    """The journal of an earlier version in tests/floor/examples."""
    with SqliteJournal(EXAMPLE, read_only=True) as journal:
        for table in tables_of(journal):
            for played in rounds_of(journal, table).all():
                if played.ended is None:
                    continue
                steps = steps_of(journal, played)
                record = record_of(played, steps)
                assert isinstance(record, Record), (played.name, record)
                net = paid([step.event for step in steps])
                assert settled(record) == {**dict.fromkeys(record.players, 0), **net}, played.name


DEALT = "9c 5s 9s 6s Kd 6d 9d"  # Ann 19, Bob 11, Cat 18, the dealer a 6
TRUE = "5s 9c 9s 6s Kd 6d 9d"  # their first cards had been swapped


def played_by(game: IrregularTable) -> tuple[list[Any], Record]:
    """Write down the only round of a table in the pit."""
    start = TableSetUp(practice(game.rules.id), "Max", Moment(START // 1000))
    ((_, own, record),) = written_down([(start,), tuple(game.events)])
    assert isinstance(record, Record), record
    return own, record


def misdealt(name: str) -> IrregularTable:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal(DEALT)
    return game


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_put_right_is_played_as_corrected_and_says_what_was_dealt(name: str) -> None:
    game = misdealt(name)
    assert game.report(TRUE) is None
    assert game.confirm() is None
    for box, player in ((1, "ann"), (2, "bob"), (3, "cat")):
        game.do(Stand(player, box, 1))
    game.deal("Ks Qc")  # the dealer busts
    game.do(ClearTable())
    own, record = played_by(game)
    assert show(record.cards) == f"{TRUE} Ks Qc" and record.paid is None
    (correction,) = record.corrections
    assert correction.kind == "dealt again"
    assert (correction.reported_by, correction.by) == (DEALER.name, SUPERVISOR.name)
    assert show(correction.dealt) == DEALT
    assert "5s from box 2, hand 1 to box 1, hand 1" in correction.changes
    assert settled(record) == paid(own)
    told = next(step for step in tell(record).steps if step.part == "correction")
    assert f"Dealt before: {DEALT}." in told.text and f"Decided by {SUPERVISOR.name}." in told.text


@pytest.mark.parametrize("name", [name for name in RULEBOOKS if name != "nz-pontoon"])
def test_a_void_round_is_a_record_with_every_wager_handed_back(name: str) -> None:
    game = misdealt(name)
    assert game.report() is None  # nobody can say how the cards left the shoe
    game.do(VoidMisdeal(SUPERVISOR, NOW))
    game.do(ClearTable())
    own, record = played_by(game)
    assert [each.kind for each in record.corrections] == ["round void", "as paid"]
    assert record.paid is not None and {each.result for each in record.paid} == {"void"}
    assert settled(record) == paid(own) == {"ann": 0, "bob": 0, "cat": 0}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_wrong_report_of_an_absence_is_no_decision_of_the_record(name: str) -> None:
    game = misdealt(name)
    game.do(ReportAbsent(1, 1))
    game.do(TakeBackAbsence(SUPERVISOR if name == "nz-pontoon" else DEALER, NOW, "ann", 1))
    game.do(Stand("ann", 1, 1))
    game.do(Hit("bob", 2, 1))
    game.deal("Kh")  # 21
    game.do(Stand("cat", 3, 1))
    game.deal("Ks Qc")
    game.do(ClearTable())
    own, record = played_by(game)
    assert [each.action for each in record.decisions] == ["stand", "hit", "stand"]
    assert [each.kind for each in record.corrections] == ["player back"]
    assert settled(record) == paid(own) and record.paid is None


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_put_right_after_the_next_bets_is_written_once(name: str) -> None:
    game = misdealt(name)
    for box, player in ((1, "ann"), (2, "bob"), (3, "cat")):
        game.do(Hit(player, box, 1) if player == "bob" else Stand(player, box, 1))
        if player == "bob":
            game.do(DealCard(cards("Ks")[0]))  # 21 of Bob's is paid at once
    game.deal("Kh Qc")
    game.do(ClearTable())
    game.bet((1, "ann", "10"))
    game.do(CloseBets())
    assert game.report(f"{TRUE} Ks Kh Qc") is None
    assert game.confirm() is None
    while game.table.phase == "playing":
        turn = game.table.turn()
        assert turn is not None and turn[0].controller is not None
        game.do(Stand(turn[0].controller, turn[0].number, turn[1]))
    game.do(ClearTable())
    own, record = played_by(game)
    assert [each.kind for each in record.corrections if each.kind != "as paid"] == ["dealt again"]
    assert settled(record) == paid(own)


@pytest.mark.clause("nsw-pontoon-2024", "7.2", "7.3")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "6.2", "6.3")
@pytest.mark.clause("nz-pontoon", "5.5(b)", "15.2")
@pytest.mark.clause("nsw-pinkjack-2016", "6.2", "6.3")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_record_has_a_wager_found_in_play_as_it_lay(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 8s 6s Kd 9d")
    game.do(ReportFoundWager(SUPERVISOR, NOW, "ann", 1, 100))
    game.do(ReportFoundWager(SUPERVISOR, NOW, "bob", 2, 600_000))
    game.do(ReportFoundWager(SUPERVISOR, NOW, "cat", 1, 200))
    game.do(Stand("ann", 1, 1))
    game.do(Stand("bob", 2, 1))
    game.deal("Ks Qc")
    game.do(ClearTable())
    own, record = played_by(game)
    lay = [(each.box, each.player, each.amount) for each in record.wagers]
    assert lay == [(1, "ann", 100), (1, "cat", 200), (2, "bob", 600_000)]
    assert [each.kind for each in record.corrections] == ["wager found"] * 3
    assert "found to be $6,000" in record.corrections[1].what and record.paid is None
    assert settled(record) == paid(own) == {"ann": 100, "bob": 500_000, "cat": 200}


@pytest.mark.clause("nsw-pontoon-2024", "17.21.2", "14.1")
def test_a_record_tells_a_split_by_somebody_who_came_to_control() -> None:
    game = IrregularTable("nsw-pontoon-2024")
    game.do(PlaceWager("ann", 1, 2_000))
    game.do(PlaceWager("bob", 1, 1_000))
    game.deal("8s 6s 8d")
    game.do(FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))
    game.do(Split("bob", 1, 1))
    game.deal("Ks")
    game.do(Stand("bob", 1, 1))
    game.deal("Kd")
    game.do(Stand("bob", 1, 2))
    game.deal("Kh Qc")
    game.do(ClearTable())
    own, record = played_by(game)
    assert settled(record) == paid(own) == {"ann": 0, "bob": 2_000}
