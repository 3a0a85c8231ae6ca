"""The index of the past: net results with all that was handed or taken back, and its size."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from bench.table_memory import deep_size

from floor.playing import play_night, practice
from game_table import NZ, S24
from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.events import TableSetUp
from houserules.floor.rounds.find import TableRounds, Wanted
from houserules.floor.rounds.history import History
from houserules.floor.rounds.index import HistoryIndex, PastRound, WantedEntries
from houserules.floor.store import Store
from houserules.floor.tables.settings import PRIVATE
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import JournalRecord
from houserules.table.cards.events import CardsShuffled
from houserules.table.commands import ClearTable, CloseBets, Hit, Stand, TakeChips
from houserules.table.irregularities.commands import VoidMisdeal
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.staff.commands import (
    InvalidateGame,
    RecordEnquiries,
    RectifyPayment,
    ReportWrongPayment,
)
from houserules.table.staff.events import NoticeGiven
from rules.irregularities.irregular_table import IrregularTable
from seated_table import MANAGER, NOW, SUPERVISOR


def first_round(game: IrregularTable) -> PastRound:
    """Return the first round of a game, whose events are followed as if they came from a journal."""
    index = HistoryIndex()
    set_up: Any = TableSetUp(practice(game.rules.id), "Max", 0)  # type: ignore[arg-type]
    for position, event in enumerate((set_up, *game.events), start=1):
        data = to_data(event)
        place = ("table/t1", position, event.name, 1, data)
        index.follow("t1", [JournalRecord(*place, "", position, None, 1, "", "", position)])
    past = index.round("t1", 1)
    assert past is not None
    return past


def dealt(name: str = S24) -> IrregularTable:
    """Ann wins $20 with 20 and Bob loses $10 with 16 against 17."""
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "10"))
    game.deal("Ks 9c 7h Kd 7c")
    game.do(Stand("ann", 1, 1))
    game.do(Stand("bob", 2, 1))
    game.deal("Kc")
    assert (game.up("ann"), game.up("bob")) == (2_000, -1_000)
    return game


def invalid(game: IrregularTable) -> None:
    game.do(FindWagerInvalid(SUPERVISOR, NOW, "ann", "another's card"))


def void(game: IrregularTable) -> None:
    assert game.report() is None
    game.do(VoidMisdeal(SUPERVISOR, NOW))


def void_after_the_next_bets(game: IrregularTable) -> None:
    game.do(ClearTable())
    game.bet((3, "cat", "10"))
    game.do(CloseBets())
    void(game)


def again(game: IrregularTable) -> None:
    assert game.report("Kd 9c 7h Ks 7c 9d") is None
    assert game.confirm() is None
    game.deal("Kh")


def again_after_the_next_bets(game: IrregularTable) -> None:
    game.do(ClearTable())
    game.bet((3, "cat", "10"))
    game.do(CloseBets())
    again(game)


def fraud(game: IrregularTable) -> None:
    game.do(InvalidateGame(MANAGER, NOW, "fraud", ("ann",)))


def rectified(game: IrregularTable) -> None:
    game.do(ReportWrongPayment(SUPERVISOR, NOW, 1, 1, 3_000, 4_000, "ann"))
    game.do(RecordEnquiries(SUPERVISOR, NOW, 1, "miscounted", False))  # noqa: FBT003
    game.do(RectifyPayment(MANAGER, NOW, 1))


def rectified_and_void(game: IrregularTable) -> None:
    rectified(game)
    void(game)


HOW: tuple[Callable[[IrregularTable], None], ...] = (
    *(invalid, void, void_after_the_next_bets, again, again_after_the_next_bets),
    *(fraud, rectified, rectified_and_void),
)


@pytest.mark.parametrize("how", HOW, ids=lambda each: each.__name__)
def test_the_net_of_a_round_has_what_was_handed_and_taken_back(
    how: Callable[[IrregularTable], None],
) -> None:
    game = dealt()
    how(game)
    net = first_round(game).nets
    assert (net["ann"], net["bob"]) == (game.up("ann"), game.up("bob"))


def test_the_net_of_a_round_counts_what_is_owed() -> None:
    game = dealt()
    game.do(TakeChips("ann", game.table.racks["ann"]))
    game.do(InvalidateGame(MANAGER, NOW, "fire"))
    assert first_round(game).nets["ann"] == 0
    assert game.table.people.owes("ann") == 2_000


def test_a_dealers_hand_put_right_leaves_earlier_settlements() -> None:
    """NZ 16.5: Ann's bust is of the players' turn, and stays when the dealer's cards change."""
    game = IrregularTable(NZ)
    game.bet((1, "ann", "20"), (2, "bob", "10"), (3, "cat", "40"))
    game.deal("Ks 9c 9s 5h 6d 8c 9d")
    game.do(Hit("ann", 1, 1))
    game.deal("Kd")
    game.do(Stand("bob", 2, 1))
    game.do(Stand("cat", 3, 1))
    game.deal("Kc 3d")
    assert game.report() is None
    game.do(VoidMisdeal(SUPERVISOR, NOW, ((2, 1),), game.table.dealer[1:]))
    net = first_round(game).nets
    assert [net[player] for player in ("ann", "bob", "cat")] == [-2_000, 0, game.up("cat")]


def test_a_wager_that_nobody_had_entered_makes_its_player_one_of_the_round() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "20"))
    game.do(CloseBets())
    game.do(ReportFoundWager(SUPERVISOR, NOW, "cat", 1, 200))
    assert first_round(game).round.players == ("ann", "cat")


def _records(rounds: int) -> Iterator[JournalRecord]:
    """Rounds of a player who comes for that round only, and of Ann, who loses them all."""
    setting = to_data(TableSetUp(practice(S24), "Max", 0))  # type: ignore[arg-type]
    happened: list[tuple[str, dict[str, Any]]] = [("table.set-up", setting)]
    lost = {"stake": 500, "returned": 0, "box": 1}
    for number in range(1, rounds + 1):
        players = ("Ann", f"visitor {number}")
        happened += [("wager.placed", {"box": 1, "player": player}) for player in players]
        happened += [("bets.closed", {}), ("card.dealt", {}), ("dealer.turn-began", {})]
        happened += [("wager.settled", lost | {"player": player}) for player in players]
        happened += [("round.ended", {}), ("table.cleared", {})]
        notice = NoticeGiven("inspector", f"round {number}", None, "Sue", Moment(0))
        happened += [("notice.given", to_data(notice))]
        if number % 10 == 0:
            happened += [("player.renamed", {"player": f"visitor {number - 5}", "to": "Eve"})]
            happened += [("cards.shuffled", to_data(_shuffle(f"shoe {number}")))]
    for position, (name, payload) in enumerate(happened, start=1):
        at = ("table/t1", position, name, 1, payload, "Sue", position * 10)
        yield JournalRecord(*at, None, 1, "", "", position)


def _shuffle(commitment: str) -> CardsShuffled:
    return CardsShuffled(
        cause="cutting card first",
        how="software",
        colour="red",
        left=416,
        with_rack=True,
        new_shoe=True,
        by_hand_too=False,
        commitment=commitment,
        steps=(),
        by="Sue",
        at=Moment(0),
        clause=Clause("9.1"),
    )


def _followed(rounds: int, chunk: int) -> HistoryIndex:
    index, records = HistoryIndex(), _records(rounds)
    while part := tuple(islice(records, chunk)):
        index.follow("t1", part)
    return index


def _answers(index: HistoryIndex) -> list[Any]:
    searches = (Wanted(("t1",)), Wanted(("t1",), "eve"), Wanted(("t1",), "ANN", (0, 500)))
    entries = WantedEntries(("t1",)), WantedEntries(("t1",), "shuffles", person="shoe 20")
    return [
        *(index.rounds(wanted, limit=50) for wanted in searches),
        *(index.count_rounds(wanted) for wanted in searches),
        *(index.entries(wanted, limit=50) for wanted in entries),
        *(index.count_entries(wanted) for wanted in entries),
        *(index.shoes("t1"), index.shoe_of("t1", 25), index.last_number("t1")),
    ]


def test_the_index_answers_the_same_however_records_come_in() -> None:
    answers = _answers(_followed(30, 1))
    assert answers == _answers(_followed(30, 7)) == _answers(_followed(30, 10_000))
    every, of_eve, of_ann = answers[:3]
    assert [past.round.number for past in every] == list(range(30, 0, -1))
    assert [(past.round.number, past.nets["Eve"]) for past in of_eve] == [
        *((25, -500), (15, -500), (5, -500)),
    ]
    assert of_eve[0].round.players == ("Ann", "Eve")
    assert of_eve[0].round.names == (("visitor 25", "Eve"),)
    assert of_ann and all(past.round.began < 500 for past in of_ann)
    assert (answers[8], answers[9], answers[-2].commitment) == (34, 1, "shoe 20")


def test_the_rounds_in_the_index_are_those_of_the_stream() -> None:
    rounds = TableRounds("t1")
    rounds.follow(_records(30))
    found = [past.round for past in _followed(30, 7).rounds(Wanted(("t1",)), limit=100)]
    assert found[::-1] == list(rounds.all())


def test_the_index_takes_no_more_memory_after_ten_times_as_many_rounds() -> None:
    few, many = _followed(100, 200), _followed(1_000, 200)
    assert many.count_rounds(Wanted(("t1",))) == 1_000
    # Bytes: 900 rounds would take 100 times as many. The connection keeps the statements it has used.
    assert deep_size(many) < deep_size(few) + 2_000


def test_records_that_cannot_be_followed_leave_nothing_behind() -> None:
    index, records = HistoryIndex(), list(_records(3))
    last = replace(records[-1], name="wager.placed", payload={})
    with pytest.raises(KeyError):
        index.follow("t1", [*records, replace(last, position=last.position + 1)])
    assert (index.position("t1"), index.count_rounds(Wanted(("t1",)))) == (0, 0)
    index.follow("t1", records)
    assert index.count_rounds(Wanted(("t1",))) == 3


def test_no_table_leaves_the_index_while_somebody_looks_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = tuple(f"{PRIVATE}{number}" for number in range(5))
    tables = [practice(S24, name) for name in names]
    store = Store(play_night(MemoryJournal(), *tables, rounds=1))
    history = History(store)
    monkeypatch.setattr("houserules.floor.rounds.history._PRIVATE", 2)

    async def look() -> None:
        rounds = await history.rounds(Wanted(names), limit=100)
        assert {past.round.table for past in rounds} == set(names)
        assert [history._index.position(name) > 0 for name in names] == [False] * 3 + [True] * 2
        assert await history.round(names[0], 1) is not None

    asyncio.run(look())
    history.close()
