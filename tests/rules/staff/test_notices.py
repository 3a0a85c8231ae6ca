"""Notices, and the copy of the rules that a player may ask for."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.table.staff import commands as o
from houserules.table.staff import events as e
from houserules.table.staff.notices import RULES
from houserules.table.staff.state import NoticeOwed
from seated_table import DEALER, NOW, SeatedTable


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.14")
@pytest.mark.clause(PJ, "17.14")
@pytest.mark.parametrize(("name", "clause"), [(S24, "20.14"), (S65, "19.14"), (PJ, "17.14")])
def test_a_player_who_asks_is_shown_the_rules(name: str, clause: str) -> None:
    game = SeatedTable(name)
    game.do(o.AskForRules("ann"))
    assert game.table.staff.owed == (NoticeOwed("ann", RULES, clause),)
    assert game.all(e.NoticeGiven) == []
    other = (
        e.NoticeGiven("bob", RULES, None, "dora", NOW),
        e.NoticeGiven("ann", "the limits", None, "dora", NOW),
    )
    for notice in other:
        game.must(o.GiveNotice, notice.to, notice.about, by=DEALER)
    assert len(game.table.staff.owed) == 1
    game.must(o.GiveNotice, "ann", RULES, by=DEALER)
    assert game.table.staff.owed == ()
    given = [*other, e.NoticeGiven("ann", RULES, None, "dora", NOW)]
    assert game.all(e.NoticeGiven) == given
    assert game.table.staff.notices == ()  # no order needs them first


def test_the_division_says_nothing_of_a_copy_of_the_rules() -> None:
    assert_refused(SeatedTable(NZ).say(o.AskForRules("ann")), "rules.no-copy", "2.0")


@pytest.mark.parametrize(
    ("to", "about"),
    [("", "a foreign card"), ("inspector", ""), (" ", "a card"), ("inspector", "  ")],
)
def test_a_notice_says_something_to_somebody(to: str, about: str) -> None:
    assert_refused(SeatedTable(S24).order(o.GiveNotice, to, about), "notice.empty", "6.12")
