"""Stored rounds decided again: nothing differs in honest ones, and whatever was planted is found."""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from floor.playing import (
    START,
    Batches,
    batches_in,
    disturbed_shift,
    journal_of,
    play_night,
    practice,
)
from house_rounds import CORRECTIONS
from houserules.core.cards import CARDS
from houserules.core.money import Odds, format_money
from houserules.core.refusal import Refusal
from houserules.floor.events import ShoeRevealed
from houserules.floor.rounds.audit import Auditor
from houserules.floor.rounds.differences import EventDifference
from houserules.floor.rounds.find import rounds_of
from houserules.floor.tables.settings import table_stream
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.rulebook.loader import RULEBOOKS
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.events import BetsReopened
from houserules.table.events import (
    CardAsked,
    CardDealt,
    HandCleared,
    RoundEnded,
    WagerPlaced,
    WagerSettled,
)
from houserules.table.sign.events import WagerFoundInPlay

ROUNDS = 10
SHIFTS = 3
_BATCHES: dict[str, Batches] = {}


def a_night(name: str) -> Batches:
    """Play some rounds once, for every test that plants something in them."""
    if name not in _BATCHES:
        journal = play_night(MemoryJournal(), practice(name), rounds=ROUNDS, seed=name)
        _BATCHES[name] = batches_in(journal)
    return [*_BATCHES[name]]


def audited(journal: Journal, *, rules: Rulebook | None = None, since: int = 0) -> Auditor:
    auditor = Auditor("t1", since, rules)
    with journal.snapshot() as snapshot:
        for _ in auditor.follow(snapshot.stream(table_stream("t1"))):
            pass
    return auditor


def plant(batches: Batches, place: int, change: Callable[[Any], tuple[Any, ...]]) -> MemoryJournal:
    """Put other events in the place of one, and give a journal that is chained rightly over them."""
    seen = 0
    for number, events in enumerate(batches):
        if place < seen + len(events):
            at = place - seen
            batches[number] = (*events[:at], *change(events[at]), *events[at + 1 :])
            break
        seen += len(events)
    return journal_of(batches)


def places(batches: Batches, wanted: Callable[[Any], bool]) -> list[int]:
    events = [event for batch in batches for event in batch]
    return [place for place, event in enumerate(events) if wanted(event)]


def is_payment(event: Any) -> bool:
    return isinstance(event, WagerSettled)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_honest_rounds_are_decided_again_the_same(name: str) -> None:
    auditor = audited(journal_of(a_night(name)))
    assert auditor.found == []
    assert auditor.rounds >= ROUNDS
    assert auditor.commands["DealCard"] > 5 * ROUNDS


@pytest.mark.parametrize("name", RULEBOOKS)
def test_rounds_with_irregularities_give_no_false_alarm(name: str) -> None:
    decided: Counter[str] = Counter()
    for seed in range(SHIFTS):
        _, batches = disturbed_shift(name, seed)
        auditor = audited(journal_of(batches))
        assert auditor.found == []
        decided.update(auditor.commands)
    assert decided["CloseBets"] > SHIFTS and decided["DealCard"] > 20 * SHIFTS


@pytest.mark.parametrize("name", RULEBOOKS)
def test_wagers_found_in_play_are_decided_again(name: str) -> None:
    noticed = 0
    for seed in range(SHIFTS):
        _, batches = disturbed_shift(name, seed, kinds=CORRECTIONS)
        assert audited(journal_of(batches)).found == []
        for place in places(batches, lambda event: isinstance(event, WagerFoundInPlay)):
            forged = plant([*batches], place, lambda event: (replace(event, controller="dan"),))
            noticed += any(each.position == place + 1 for each in audited(forged).found)
    assert noticed


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_a_cent_too_much_is_found_in_its_round(name: str, seed: int) -> None:
    batches = a_night(name)
    place = random.Random(f"{name} {seed}").choice(places(batches, is_payment))
    journal = plant(batches, place, lambda event: (replace(event, returned=event.returned + 1),))
    (found,) = audited(journal).found
    assert found.position == place + 1
    (played,) = [
        each
        for each in rounds_of(journal, "t1").all()
        if each.first_position <= found.position <= each.last_position
    ]
    assert found.round == played.number
    assert found.stored.returned == found.decided.returned + 1
    assert found.clause == found.decided.clause
    assert found.as_data()["stored"]["returned"] == found.stored.returned
    assert f"{format_money(found.stored.returned)} returned" in found.detail
    assert f"{format_money(found.decided.returned)} returned" in found.detail


def test_another_clause_for_the_same_amount_is_a_difference_too() -> None:
    batches = a_night("nz-pontoon")
    place = places(batches, is_payment)[3]
    journal = plant(batches, place, lambda event: (replace(event, clause="99.9"),))
    (found,) = audited(journal).found
    assert (found.position, found.stored.clause) == (place + 1, "99.9")


def test_a_payment_left_out_and_one_put_in_are_found() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, is_payment)[5]
    left_out = audited(plant([*batches], place, lambda event: ())).found
    assert [each.stored for each in left_out] == [None]
    assert "it is not stored" in left_out[0].detail
    extra = replace(left_out[0].decided, wager="bonus", stake=0, returned=5_00, result="bonus")
    put_in = audited(plant([*batches], place, lambda event: (event, extra))).found
    assert [(each.stored, each.decided) for each in put_in] == [(extra, None)]
    assert "under the rulebook it would not happen" in put_in[0].detail


def test_a_payment_behind_everything_else_is_found() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, lambda event: isinstance(event, RoundEnded))[2]
    one = batches_event(batches, places(batches, is_payment)[0])
    paid = replace(one, box=None, hand=None, wager="bonus", stake=0, result="bonus", returned=50_00)
    (found,) = audited(plant(batches, place, lambda event: (event, paid))).found
    assert (found.position, found.stored, found.decided) == (place + 2, paid, None)


def test_a_wager_that_no_rule_allows_is_found() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, lambda event: isinstance(event, WagerPlaced))[2]
    journal = plant(batches, place, lambda event: (replace(event, box=99),))
    found = audited(journal).found[0]
    assert found.position == place + 1
    assert isinstance(found.decided, Refusal) and found.decided.code == "box.none"
    assert found.as_data()["decided"]["code"] == "box.none"


def test_a_decision_out_of_turn_is_found() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, lambda event: isinstance(event, HandCleared))[0]
    asked = CardAsked(batches_event(batches, place).box, 1)
    found = audited(plant(batches, place, lambda event: (event, asked))).found
    assert any(each.stored == asked and isinstance(each.decided, Refusal) for each in found)


def batches_event(batches: Batches, place: int) -> Any:
    return [event for batch in batches for event in batch][place]


def test_under_another_rulebook_only_what_it_pays_otherwise_differs() -> None:
    batches = a_night("nsw-pontoon-2024")
    rules = vary(practice("nsw-pontoon-2024").rules, "higher_total_pays", "2 to 1")
    found = audited(journal_of(batches), rules=rules).found
    usual = [
        place + 1
        for place in places(batches, lambda e: is_payment(e) and e.stage == "final" and e.odds)
    ]
    assert found and {each.position for each in found} <= set(usual)
    for each in found:
        assert (each.stored.odds, each.decided.odds) == (Odds(1, 1), Odds(2, 1))
        assert each.decided.net >= 2 * each.stored.net


def test_earlier_rounds_are_only_followed() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, is_payment)[0]
    journal = plant(batches, place, lambda event: (replace(event, returned=event.returned + 1),))
    (found,) = audited(journal).found
    whole, later = audited(journal), audited(journal, since=found.at + 1)
    assert later.found == [] and 0 < later.rounds < whole.rounds
    assert audited(journal, since=found.at).found == [found]
    assert audited(journal, since=START + 10**9).rounds == 0


def test_a_forged_event_that_breaks_the_table_ends_the_audit_there() -> None:
    batches = a_night("nsw-pontoon-2024")
    place = places(batches, lambda event: isinstance(event, CardDealt))[10]
    forged = HandCleared(7, 3)
    stray, last = audited(plant(batches, place, lambda event: (forged, event))).found
    assert (stray.stored, stray.position) == (forged, place + 1)
    assert "cannot be replayed from here" in last.detail
    assert last.position <= place + 1


@pytest.fixture(scope="module")
def shoe_night() -> Batches:
    """Rounds until a shoe is over and revealed."""
    setting = practice("nsw-pontoon-2024", decks=6)
    journal = play_night(MemoryJournal(), setting, rounds=26, seed="shoe")
    return batches_in(journal)


def revealed_at(batches: Batches) -> int:
    return places(batches, lambda event: isinstance(event, ShoeRevealed))[0]


def test_a_revealed_shoe_is_checked(shoe_night: Batches) -> None:
    assert audited(journal_of(shoe_night)).found == []
    assert revealed_at(shoe_night)


def _swapped(record: str) -> str:
    data = json.loads(record)
    out = data["segments"][0]["out"]
    first, other = next((0, n) for n, each in enumerate(out) if each != out[0] and "card" in each)
    out[first], out[other] = out[other], out[first]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda e: replace(e, record="{}"), "cannot be read"),
        (lambda e: replace(e, commitments=("0" * 64,)), "that was never committed to"),
        (lambda e: replace(e, commitments=(*e.commitments, "0" * 64)), "other commitments"),
        (lambda e: replace(e, record=_swapped(e.record)), "fails its check"),
        (lambda e: replace(e, record=_swapped(e.record)), "dealt from a revealed shoe is"),
    ],
)
def test_a_shoe_that_was_tampered_with_is_found(
    shoe_night: Batches, change: Callable[[Any], Any], says: str
) -> None:
    place = revealed_at(shoe_night)
    found = audited(plant([*shoe_night], place, lambda event: (change(event),))).found
    assert {each.position for each in found} == {place + 1}
    assert any(says in each.detail for each in found)


def test_a_dealt_card_that_was_changed_is_found_when_the_shoe_is_revealed(
    shoe_night: Batches,
) -> None:
    def other(event: CardDealt) -> tuple[Any, ...]:
        return (replace(event, card=CARDS["2c" if str(event.card) != "2c" else "3c"]),)

    dealt = places(shoe_night, lambda event: isinstance(event, CardDealt))
    found: list[EventDifference] = audited(plant([*shoe_night], dealt[0], other)).found
    assert any("in the rounds and" in each.detail for each in found)


def test_bets_that_open_again_without_the_cutting_card_are_found() -> None:
    batches = a_night(RULEBOOKS[0])
    events = [event for batch in batches for event in batch]
    place = next(n for n, each in enumerate(events) if isinstance(each, CardDealt))
    forged = BetsReopened("6.3")  # type: ignore[arg-type]
    stray, *_ = audited(plant(batches, place, lambda event: (forged, event))).found
    assert stray.stored == forged
