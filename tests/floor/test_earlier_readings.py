"""Rounds decided before a reading changed: the audit names the reading, and still finds real errors."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from floor.playing import START, Batches, batches_in, journal_of, play_night, practice
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.events import TableSetUp
from houserules.floor.rounds.audit import Auditor
from houserules.floor.rounds.differences import EARLIER, RecordedDecision, decide_again
from houserules.floor.tables import settings
from houserules.floor.tables.settings import Setting, table_stream
from houserules.journal.memory import MemoryJournal
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.rulebook.readings import readings
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import CloseBets, Command, Insure
from houserules.table.events import (
    DealerTurnBegan,
    HandCleared,
    HandDoubled,
    HandStood,
    RoundEnded,
    WagerSettled,
)
from houserules.table.records.read import read_record
from houserules.table.records.replay import Replayed, replay
from houserules.table.round import chips
from houserules.table.sign.events import BoxUncontrolled
from rounds.golden import FOLDER, read_golden
from rules.irregularities.irregular_table import IrregularTable
from rules.round.test_absence import full_house

NZ = "nz-pontoon"
S24 = "nsw-pontoon-2024"
_NIGHTS: dict[tuple[Any, ...], Batches] = {}


@pytest.fixture
def night_by(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Batches]:
    """Play New Zealand rounds by earlier values of the rulebook; the audit has today's."""

    def play(rounds: int, **earlier: str) -> Batches:
        today = settings._rules

        def before(name: str, options: Any) -> Rulebook:
            rules = today(name, options)
            for key, value in earlier.items():
                rules = vary(rules, key, value)
            return rules

        night = (rounds, *earlier)
        if night not in _NIGHTS:
            with monkeypatch.context() as patched:
                patched.setattr(settings, "_rules", before)
                journal = play_night(MemoryJournal(), practice(NZ), rounds=rounds, seed="earlier")
            _NIGHTS[night] = batches_in(journal)
        return _NIGHTS[night]

    return play


def audited(batches: Batches) -> Auditor:
    auditor = Auditor("t1")
    with journal_of(batches).snapshot() as snapshot:
        for _ in auditor.follow(snapshot.stream(table_stream("t1"))):
            pass
    return auditor


def changed_in(batches: Batches, place: int, *events: Any) -> Batches:
    """Put other events in the place of one."""
    seen, changed = 0, list(batches)
    for number, batch in enumerate(batches):
        if seen <= place < seen + len(batch):
            at = place - seen
            changed[number] = (*batch[:at], *events, *batch[at + 1 :])
        seen += len(batch)
    return changed


def payment_in_a_round_of_one_card(batches: Batches) -> tuple[int, WagerSettled]:
    """Return a payment made with the end of a round in which the dealer took no second card."""
    events = [event for batch in batches for event in batch]
    ended = [each.position - 1 for each in audited(batches).found if each.stored == RoundEnded()]
    place = next(place - 2 for place in ended if isinstance(events[place - 2], WagerSettled))
    return place, events[place]


@pytest.mark.clause(NZ, "8.5")
def test_rounds_without_a_second_card_are_named_with_reading_52(night_by: Any) -> None:
    auditor = audited(night_by(60, dealer_second_card="as needed"))
    assert auditor.wrong == []
    assert {(each.reading, each.earlier) for each in auditor.found} == {(52, (52,))}
    rounds = {each.round for each in auditor.found}
    assert len(rounds) >= 3
    assert {type(each.stored) for each in auditor.found} <= {RoundEnded, WagerSettled, type(None)}
    assert DealerTurnBegan() in [each.decided for each in auditor.found]
    assert auditor.found[0].as_data()["reading"] == 52
    assert auditor.found[0].as_data()["earlier"] == [52]


def test_a_cent_too_much_in_such_a_round_is_wrong(night_by: Any) -> None:
    batches = night_by(60, dealer_second_card="as needed")
    place, paid = payment_in_a_round_of_one_card(batches)
    planted = changed_in(batches, place, replace(paid, returned=paid.returned + 1))
    auditor, honest = audited(planted), audited(batches)
    (wrong,) = auditor.wrong
    assert (wrong.position, wrong.reading) == (place + 1, None)
    assert wrong.stored.returned == wrong.decided.returned + 1
    assert wrong.round in {each.round for each in auditor.found if each.earlier == (52,)}
    assert len(auditor.found) == len(honest.found) + 1


def test_a_payment_left_out_of_such_a_round_is_wrong(night_by: Any) -> None:
    batches = night_by(60, dealer_second_card="as needed")
    place, paid = payment_in_a_round_of_one_card(batches)
    wrong = audited(changed_in(batches, place)).wrong
    assert [(each.stored, each.decided) for each in wrong] == [(None, paid)]


@pytest.mark.clause(NZ, "16.6")
def test_two_readings_that_changed_are_told_apart(night_by: Any) -> None:
    earlier = {"dealer_second_card": "as needed", "absent_when": "does not decide"}
    auditor = audited(night_by(150, **earlier))
    assert auditor.wrong == []
    named = {each.earlier for each in auditor.found}
    assert {(52,), (57,)} <= named <= {(52,), (57,), (52, 57)}


def test_a_round_that_ends_early_is_wrong_where_no_reading_changed() -> None:
    """In New South Wales the dealer took no second card needlessly: nothing excuses its lack."""
    batches = replayed(S24, "super-bonus-from-25-dollars")
    events = [event for batch in batches for event in batch]
    place = events.index(DealerTurnBegan())
    assert audited(batches).found == []
    assert audited(changed_in(batches, place, RoundEnded())).wrong


def replayed(name: str, golden: str) -> Batches:
    """Store the events of a golden round."""
    return stored(name, read_golden(FOLDER / name / f"{golden}.toml").record)


def stored(name: str, record: dict[str, Any]) -> Batches:
    played = replay(read_record(record))
    assert isinstance(played, Replayed)
    return [(TableSetUp(Setting("t1", "Table 1", name), "Max", Moment(START)),), played.events]


def cleared_at_once(batches: Batches, clause: str) -> Batches:
    """Let the cards of a Super Bonus leave the layout before the $50s, as they did."""
    written = []
    for batch in batches:
        events: list[Any] = []
        for event in batch:
            if isinstance(event, HandStood) and event.clause == clause:
                events.append(HandCleared(event.box, event.hand))
            elif event not in events or not isinstance(event, HandCleared):
                events.append(event)
        written.append(tuple(events))
    return written


@pytest.mark.parametrize(
    ("name", "golden", "clause"),
    [
        (S24, "super-bonus-from-25-dollars", "11.2.3"),
        (S24, "two-super-bonuses-in-one-round", "11.2.3"),
        (NZ, "super-bonus-at-2-and-at-25-dollars", "9.2"),
    ],
)
def test_super_bonus_cards_that_left_early_are_named(name: str, golden: str, clause: str) -> None:
    batches = replayed(name, golden)
    assert audited(batches).found == []
    earlier = cleared_at_once(batches, clause)
    assert earlier != batches
    auditor = audited(earlier)
    assert auditor.wrong == []
    assert {each.earlier for each in auditor.found} == {(58,)}
    events = [event for batch in earlier for event in batch]
    place = next(n for n, e in enumerate(events) if getattr(e, "wager", "") == "super-bonus")
    unpaid = audited(changed_in(earlier, place)).wrong
    assert events[place] in [each.decided for each in unpaid]


def doubled_for(amount: str, monkeypatch: pytest.MonkeyPatch) -> Batches:
    """Double for an amount in a round from before odd amounts were refused."""
    record = read_golden(FOLDER / S24 / "double-for-less.toml").record
    record["decisions"] = [
        f"1 double {amount}" if "double" in each else each for each in record["decisions"]
    ]
    with monkeypatch.context() as patched:
        patched.setattr(chips, "why_not_whole", lambda *_, **__: None)
        return stored(S24, record)


@pytest.mark.clause(S24, "6.2")
def test_a_double_in_odd_cents_is_named_with_reading_44(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = doubled_for("5.25", monkeypatch)
    (found,) = audited(batches).found
    assert isinstance(found.stored, HandDoubled) and found.earlier == (44,)
    events = [event for batch in batches for event in batch]
    place = events.index(found.stored)
    above = replace(found.stored, amount=999_99)  # more than the wager: wrong by any reading
    wrong = audited(changed_in(batches, place, above)).wrong
    assert isinstance(wrong[0].decided, Refusal)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_earlier_reading_excuses_a_wrong_payment(name: str) -> None:
    """Least of all reading 44, which was about wagers in odd cents and not about payments."""
    batches = batches_in(play_night(MemoryJournal(), practice(name), rounds=4, seed="paid"))
    events = [event for batch in batches for event in batch]
    place = next(n for n, e in enumerate(events) if isinstance(e, WagerSettled) and e.odds)
    less = replace(events[place], returned=events[place].returned - 1)
    (found,) = audited(changed_in(batches, place, less)).found
    assert (found.reading, found.earlier) == (None, ())


def compared(rules: Rulebook, table: Any, command: Command, events: list[Any]) -> set[Any]:
    """Return which earlier readings account for what was stored, for each difference."""
    decision = RecordedDecision(rules, table, command, events, decide_again(rules, table, command))
    return {difference.earlier for _, difference in decision.compare()}


@pytest.mark.clause(NZ, "15.5")
def test_a_box_that_somebody_seated_elsewhere_decided_for_is_named() -> None:
    desk = full_house(("ann", 1), ("ann", 3))
    decided = decide_again(desk.rules, desk.table, CloseBets())
    assert not isinstance(decided, Refusal)
    events = [each for each in decided if not isinstance(each, BoxUncontrolled)]
    assert len(events) < len(decided)
    assert compared(desk.rules, desk.table, CloseBets(), events) == {(56,)}
    assert () in compared(desk.rules, desk.table, CloseBets(), events[1:])


@pytest.mark.clause(S24, "9.4")
def test_insurance_after_an_exposed_card_is_named() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "20"))
    game.deal("9s Ah 7d")
    insure = Insure("ann", 1, 1000)
    before = decide_again(game.rules, game.table, insure)
    assert not isinstance(before, Refusal)
    game.in_error("Kd")
    assert compared(game.rules, game.table, insure, list(before)) == {(53,)}
    more = [replace(before[0], amount=2000)]
    assert compared(game.rules, game.table, Insure("ann", 1, 2000), more) == {()}


def test_every_entry_is_a_reading_and_concerns_some_rulebook() -> None:
    numbers = [each.reading for each in EARLIER]
    assert numbers == sorted(set(numbers))
    for number in numbers:
        readings().by_number(number)
    varied = {
        each.reading: {name for name in RULEBOOKS if each.rules(rulebook(name)) != rulebook(name)}
        for each in EARLIER
    }
    assert varied[52] == varied[57] == {NZ}
    assert varied[44] == varied[71] == set(RULEBOOKS)
