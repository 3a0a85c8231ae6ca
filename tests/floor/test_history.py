"""What a player is up by a round, with everything that was handed or taken back on it."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.playing import practice
from game_table import NZ, S24
from houserules.core.codec import to_data
from houserules.floor.events import TableSetUp
from houserules.floor.rounds.find import TableRounds
from houserules.floor.rounds.history import TableHistory
from houserules.journal.records import Record
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
from rules.irregularities.irregular_table import IrregularTable
from seated_table import MANAGER, NOW, SUPERVISOR


def history_of(game: IrregularTable) -> TableHistory:
    """Follow the events of a game as if they came from its journal."""
    past = TableHistory(TableRounds("t1"))
    set_up: Any = TableSetUp(practice(game.rules.id), "Max", 0)  # type: ignore[arg-type]
    for position, event in enumerate((set_up, *game.events), start=1):
        data = to_data(event)
        place = ("table/t1", position, event.name, 1, data)
        past.follow([Record(*place, "", position, None, 1, "", "", position)])
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
    net = history_of(game).nets[1]
    assert (net["ann"], net["bob"]) == (game.up("ann"), game.up("bob"))


def test_the_net_of_a_round_counts_what_is_owed() -> None:
    game = dealt()
    game.do(TakeChips("ann", game.table.racks["ann"]))
    game.do(InvalidateGame(MANAGER, NOW, "fire"))
    assert history_of(game).nets[1]["ann"] == 0
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
    net = history_of(game).nets[1]
    assert [net[player] for player in ("ann", "bob", "cat")] == [-2_000, 0, game.up("cat")]


def test_a_wager_that_nobody_had_entered_makes_its_player_one_of_the_round() -> None:
    game = IrregularTable(S24)
    game.bet((1, "ann", "20"))
    game.do(CloseBets())
    game.do(ReportFoundWager(SUPERVISOR, NOW, "cat", 1, 200))
    assert history_of(game).rounds.all()[0].players == ("ann", "cat")
