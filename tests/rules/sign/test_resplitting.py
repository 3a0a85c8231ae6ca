"""Splitting again, as a Gaming Manager permits it at one table for the rounds to come."""

import pytest

from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.sign.commands import PermitResplit
from houserules.table.sign.events import ResplitPermitted
from houserules.table.sign.lines import sign_lines
from rules.sign.desk import MANAGER, START, SUPERVISOR, Desk, place
from talk import NZ, PJ, S24, S65, Game, refused

EIGHTS = "8s 6h 8d"
NSW_PONTOON = [(S24, "14"), (S65, "13")]


def deal(desk: Desk, shown: str) -> None:
    for card in cards(shown):
        desk.do(c.DealCard(card))


def split_once(desk: Desk, shown: str = EIGHTS, third: str = "8c") -> None:
    """Bring ann to a split hand with a pair on it, ready to be split again."""
    desk.do(place("ann", 1, "10"))
    desk.do(c.CloseBets())
    deal(desk, shown)
    desk.do(c.Split("ann", 1, 1))
    deal(desk, third)


def finish(desk: Desk) -> None:
    """Play the round of eights to its end."""
    for number in range(1, len(desk.table.boxes[0].hands) + 1):
        hand = desk.table.hand(1, number)
        assert hand is not None
        if hand.card_due:
            deal(desk, "5c")
        desk.do(c.Stand("ann", 1, number))
    deal(desk, "Kh 9c")
    desk.do(c.ClearTable())


def said(desk: Desk) -> list[tuple[str, str, str]]:
    """Return what the sign says about splitting again."""
    lines = sign_lines(desk.rules, desk.table)
    return [(n.label, n.text, n.clause) for n in lines if n.label.startswith("Splitting again")]


@pytest.mark.clause(S24, "14.8", "14.9", "14.9.1")
@pytest.mark.clause(S65, "13.8", "13.9", "13.9.1")
@pytest.mark.parametrize(("name", "section"), NSW_PONTOON)
def test_a_permission_holds_from_the_next_round_and_players_are_told(
    name: str, section: str
) -> None:
    desk, split = Desk(name), c.Split("ann", 1, 1)
    assert said(desk) == []
    split_once(desk)
    desk.do(PermitResplit(MANAGER, START))
    told = [each for each in desk.events if isinstance(each, ResplitPermitted)]
    assert told == [ResplitPermitted(permitted=True, clause=f"{section}.9")]
    refused(desk.say(split), "split.again", f"{section}.8")  # nobody knew of it before this round
    to_come = ("Splitting again from the next round", "up to 3 hands a box", f"{section}.9.1")
    assert said(desk) == [to_come]
    finish(desk)
    assert said(desk) == [("Splitting again", *to_come[1:])]
    split_once(desk)
    desk.do(split)
    assert len(desk.table.boxes[0].hands) == 3


@pytest.mark.clause(S24, "14.8", "14.9", "14.9.1")
@pytest.mark.clause(S65, "13.8", "13.9", "13.9.1")
@pytest.mark.parametrize(("name", "section"), NSW_PONTOON)
def test_a_permission_ends_with_the_round_under_way(name: str, section: str) -> None:
    desk = Desk(name, resplit=True)  # as the table was opened
    split_once(desk)
    desk.do(PermitResplit(MANAGER, START, permitted=False))
    assert [line[:2] for line in said(desk)] == [
        ("Splitting again", "up to 3 hands a box"),
        ("Splitting again from the next round", "not permitted"),
    ]
    desk.do(c.Split("ann", 1, 1))  # players were told that they may in this round
    finish(desk)
    assert said(desk) == []
    split_once(desk)
    refused(desk.say(c.Split("ann", 1, 1)), "split.again", f"{section}.8")


@pytest.mark.clause(S24, "14.9.4")
@pytest.mark.clause(S65, "13.9.4")
@pytest.mark.parametrize("name", [S24, S65])
def test_aces_are_offered_a_second_split_only_with_the_permission(name: str) -> None:
    for permitted in (True, False):
        desk = Desk(name)
        desk.do(PermitResplit(MANAGER, START, permitted))
        split_once(desk, "As 6h Ad", "Ac")
        awaiting = desk.table.awaiting
        assert (awaiting is not None and awaiting.question == "split-ace-again") is permitted


@pytest.mark.clause(S24, "14.9")
@pytest.mark.clause(S65, "13.9")
@pytest.mark.clause(NZ, "13.4(a)")
@pytest.mark.clause(PJ, "11.4")
def test_only_a_gaming_manager_permits_it_and_only_where_it_needs_permission() -> None:
    for name, clause in ((S24, "14.9"), (S65, "13.9")):
        refused(Desk(name).say(PermitResplit(SUPERVISOR, START)), "role.may-not", clause)
        refused(
            Game(name).say(PermitResplit(MANAGER, START)),
            "sign.none",
            Game(name).rules.limits.minimum.clause,
        )
    for name, clause in ((NZ, "13.4(a)"), (PJ, "11.4")):
        desk = Desk(name)
        refused(desk.say(PermitResplit(MANAGER, START)), "role.may-not", clause)
        split_once(desk)
        desk.do(c.Split("ann", 1, 1))  # the document itself allows it
