"""A bettor who is away and owes an answer to a double, split or forfeit: the table goes on."""

import pytest

from game_table import NZ, S24, S65, assert_refused, by_rulebook
from houserules.table import commands as c
from houserules.table.events import PlayerAbsent
from houserules.table.legal import legal
from rules.irregularities.irregular_table import IrregularTable

PONTOON = [(S24, "18.10"), (S65, "17.10.1"), (NZ, "16.6")]


def asked(name: str, first: str = "6s 7h 5d", *, split: bool = False) -> IrregularTable:
    """Ann doubles or splits on box 1, where Bob and Cat have wagers behind."""
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (1, "bob", "10"), (1, "cat", "10"))
    game.deal(first)
    game.do(c.Split("ann", 1, 1) if split else c.Double("ann", 1, 1, 2000))
    assert game.table.awaiting is not None and game.table.awaiting.players == ("bob", "cat")
    return game


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause("nsw-pinkjack-2016", "15.10")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.10", "17.10.1", "16.6", "15.10"))
def test_a_bettor_who_is_away_does_not_follow_a_double(name: str, clause: str) -> None:
    game = asked(name)
    listed = [o.command for o in legal(game.rules, game.table) if o.who is None]
    assert listed == [c.ReportAbsent(1, 1, "bob"), c.ReportAbsent(1, 1, "cat")]
    assert_refused(game.say(c.ReportAbsent(1, 1, "ann")), "answer.none", game.rules.play.turn_order)
    game.do(c.ReportAbsent(1, 1, "bob"))
    assert game.last(PlayerAbsent) == PlayerAbsent(1, "bob", clause)
    game.do(c.Double("cat", 1, 1, 1000))
    game.deal("3c")
    box = game.table.box(1)
    assert box is not None and not box.absent  # ann decides for the box, and is there
    assert [stake.double for stake in game.hand(1).stakes] == [2000, 0, 1000]


@pytest.mark.parametrize(("name", "clause"), PONTOON)
def test_all_who_owe_an_answer_may_be_away(name: str, clause: str) -> None:
    game = asked(name, "8s 7h 8d", split=True)
    assert_refused(
        game.say(c.ReportAbsent(1, 1)), "answers.awaited", game.rules.splitting.others_may_split
    )
    game.do(c.ReportAbsent(1, 1, "bob"))
    game.do(c.ReportAbsent(1, 1, "cat"))
    assert game.table.awaiting is None
    assert [s.player for s in game.hand(1, 2).stakes] == ["ann"]
    game.deal("9c")
    game.do(c.Stand("ann", 1, 1))


@pytest.mark.parametrize(("name", "clause"), PONTOON)
def test_a_controlling_player_who_is_away_does_not_forfeit(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "10"))
    game.deal("6s 9c 7h 5d 9d")
    game.do(c.Double("ann", 1, 1, 2000))
    game.deal("3c")
    assert game.table.awaiting is not None and game.table.awaiting.question == "forfeit"
    game.do(c.ReportAbsent(1, 1, "ann"))
    game.do(c.Stand("bob", 2, 1))


def test_a_split_ace_of_a_player_who_is_away_is_not_split_again() -> None:
    game = IrregularTable(S24, resplit=True)
    game.bet((1, "ann", "20"), (2, "bob", "10"))
    game.deal("As 9c 7h Ad 9d")
    game.do(c.Split("ann", 1, 1))
    game.deal("Ac")
    assert game.table.awaiting is not None and game.table.awaiting.question == "split-ace-again"
    game.do(c.ReportAbsent(1, 1, "ann"))
    game.do(c.Stand("bob", 2, 1))


@pytest.mark.parametrize(("name", "clause"), PONTOON)
def test_a_round_with_absent_bettors_can_be_dealt_again(name: str, clause: str) -> None:
    game = asked(name)
    game.do(c.ReportAbsent(1, 1, "bob"))
    game.do(c.ReportAbsent(1, 1, "cat"))
    game.deal("3c")
    game.do(c.ReportAbsent(1, 1, "ann"))
    game.deal("Kh")
    assert game.report("6s 7h 5d 4c Kh") is None
    assert getattr(game.table.irregularity, "falls_away") == ()  # noqa: B009
    assert game.confirm() is None
    assert game.hand(1).total == 15
