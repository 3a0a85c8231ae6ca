"""Splitting again, as a Gaming Manager permits it at one table for the rounds to come."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.sign.commands import PermitResplit
from houserules.table.sign.events import ResplitPermitted
from houserules.table.sign.lines import sign_lines
from rules.sign.sign_table import START, SignTable, place
from seated_table import MANAGER, SUPERVISOR

EIGHTS = "8s 6h 8d"
NSW_PONTOON = [(S24, "14"), (S65, "13")]


def deal(game: SignTable, shown: str) -> None:
    for card in cards(shown):
        game.do(c.DealCard(card))


def split_once(game: SignTable, shown: str = EIGHTS, third: str = "8c") -> None:
    """Bring ann to a split hand with a pair on it, ready to be split again."""
    game.do(place("ann", 1, "10"))
    game.do(c.CloseBets())
    deal(game, shown)
    game.do(c.Split("ann", 1, 1))
    deal(game, third)


def finish(game: SignTable) -> None:
    """Play the round of eights to its end."""
    for number in range(1, len(game.table.boxes[0].hands) + 1):
        hand = game.table.hand(1, number)
        assert hand is not None
        if hand.card_due:
            deal(game, "5c")
        game.do(c.Stand("ann", 1, number))
    deal(game, "Kh 9c")
    game.do(c.ClearTable())


def said(game: SignTable) -> list[tuple[str, str, str]]:
    """Return what the sign says about splitting again."""
    lines = sign_lines(game.rules, game.table)
    return [(n.label, n.text, n.clause) for n in lines if n.label.startswith("Splitting again")]


@pytest.mark.clause(S24, "14.8", "14.9", "14.9.1")
@pytest.mark.clause(S65, "13.8", "13.9", "13.9.1")
@pytest.mark.parametrize(("name", "section"), NSW_PONTOON)
def test_a_permission_holds_from_the_next_round_and_players_are_told(
    name: str, section: str
) -> None:
    game, split = SignTable(name), c.Split("ann", 1, 1)
    assert said(game) == []
    split_once(game)
    game.do(PermitResplit(MANAGER, START))
    told = [each for each in game.events if isinstance(each, ResplitPermitted)]
    assert told == [ResplitPermitted(permitted=True, clause=f"{section}.9")]
    assert_refused(
        game.say(split), "split.again", f"{section}.8"
    )  # nobody knew of it before this round
    to_come = ("Splitting again from the next round", "up to 3 hands per box", f"{section}.9.1")
    assert said(game) == [to_come]
    finish(game)
    assert said(game) == [("Splitting again", *to_come[1:])]
    split_once(game)
    game.do(split)
    assert len(game.table.boxes[0].hands) == 3


@pytest.mark.clause(S24, "14.8", "14.9", "14.9.1")
@pytest.mark.clause(S65, "13.8", "13.9", "13.9.1")
@pytest.mark.parametrize(("name", "section"), NSW_PONTOON)
def test_a_permission_ends_with_the_round_under_way(name: str, section: str) -> None:
    game = SignTable(name, resplit=True)  # as the table was opened
    split_once(game)
    game.do(PermitResplit(MANAGER, START, permitted=False))
    assert [line[:2] for line in said(game)] == [
        ("Splitting again", "up to 3 hands per box"),
        ("Splitting again from the next round", "not permitted"),
    ]
    game.do(c.Split("ann", 1, 1))  # players were told that they may in this round
    finish(game)
    assert said(game) == []
    split_once(game)
    assert_refused(game.say(c.Split("ann", 1, 1)), "split.again", f"{section}.8")


@pytest.mark.clause(S24, "14.9.4")
@pytest.mark.clause(S65, "13.9.4")
@pytest.mark.parametrize("name", [S24, S65])
def test_aces_are_offered_a_second_split_only_with_the_permission(name: str) -> None:
    for permitted in (True, False):
        game = SignTable(name)
        game.do(PermitResplit(MANAGER, START, permitted))
        split_once(game, "As 6h Ad", "Ac")
        awaiting = game.table.awaiting
        assert (awaiting is not None and awaiting.question == "split-ace-again") is permitted


@pytest.mark.clause(S24, "14.9")
@pytest.mark.clause(S65, "13.9")
@pytest.mark.clause(NZ, "13.4(a)")
@pytest.mark.clause(PJ, "11.4")
def test_only_a_gaming_manager_permits_it_and_only_where_it_needs_permission() -> None:
    for name, clause in ((S24, "14.9"), (S65, "13.9")):
        assert_refused(
            SignTable(name).say(PermitResplit(SUPERVISOR, START)), "role.may-not", clause
        )
        assert_refused(
            GameTable(name).say(PermitResplit(MANAGER, START)),
            "sign.none",
            GameTable(name).rules.limits.minimum.clause,
        )
    for name, clause in ((NZ, "13.4(a)"), (PJ, "11.4")):
        game = SignTable(name)
        assert_refused(game.say(PermitResplit(MANAGER, START)), "role.may-not", clause)
        split_once(game)
        game.do(c.Split("ann", 1, 1))  # the document itself allows it
