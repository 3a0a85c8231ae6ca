"""Conditions drafted, published, amended; the start moved; the tournament cancelled (20.3, 20.4)."""

from typing import Any

import pytest

from houserules.core.people import Person
from houserules.tournament import commands as c
from houserules.tournament.events import TournamentAmended, TournamentPublished
from houserules.tournament.publication import changed_keys
from tournament.conditions import MISSING, S65
from tournament.desk import (
    DEALER,
    HOUR,
    MANAGER,
    OPERATOR,
    STARTS,
    Desk,
    clauses,
    peer,
    placed,
    small,
)

WHEN = {"starts": STARTS, "rounds_per_hour": 40, "pause_minutes": 15}


def test_there_is_no_tournament_in_new_zealand_or_pinkjack() -> None:
    for book, clause in (("nz-pontoon", "2.0"), ("nsw-pinkjack-2016", "1.1")):
        refusal = Desk(book).refusal(c.DraftTournament, conditions=small())
        assert refusal == ("tournament.none", clause)


@clauses("4.1", "4.2")
def test_conditions_are_published_when_nothing_is_missing(book: str, section: str) -> None:
    desk = Desk(book)
    assert desk.refusal(c.PublishTournament, **WHEN) == (
        "tournament.not-published",
        peer(section, "4.1"),
    )
    desk.give(c.DraftTournament, conditions=small(book, entry__terms=MISSING))
    assert desk.refusal(c.PublishTournament, **WHEN) == (
        "tournament.conditions-incomplete",
        peer(section, "4.2(i)"),
    )
    desk.give(c.DraftTournament, conditions=small(book))
    (published,) = desk.give(c.PublishTournament, **WHEN)
    assert isinstance(published, TournamentPublished)
    assert published.clause == peer(section, "4.1")
    assert (desk.state.phase, desk.state.version) == ("entries", 1)
    assert desk.state.name == "Spring Pontoon Cup"
    assert desk.refusal(c.DraftTournament, conditions=small(book))[0] == "tournament.published"


@clauses("4.1")
def test_a_draft_must_be_readable_and_of_its_own_rulebook(book: str, section: str) -> None:
    desk, code = Desk(book), "tournament.conditions-malformed"
    for document in ({}, small(book, entry_fee=50), small(book, name="")):
        assert desk.refusal(c.DraftTournament, conditions=document) == (code, peer(section, "4.1"))
    other = "nsw-pontoon-2024" if book == S65 else S65
    assert desk.refusal(c.DraftTournament, conditions=small(other))[0] == code


@clauses("4.2(e)")
def test_the_start_and_the_timetable(book: str, section: str) -> None:
    desk = Desk(book, at=STARTS)
    desk.give(c.DraftTournament, conditions=small(book))
    past = ("tournament.start-past", peer(section, "4.2(e)"))
    wrong = ("tournament.timetable-wrong", peer(section, "4.2(e)"))
    assert desk.refusal(c.PublishTournament, **WHEN) == past
    assert desk.refusal(c.PublishTournament, **{**WHEN, "starts": STARTS - 1}) == past
    later = {**WHEN, "starts": STARTS + 1}
    assert desk.refusal(c.PublishTournament, **{**later, "rounds_per_hour": 0}) == wrong
    assert desk.refusal(c.PublishTournament, **{**later, "pause_minutes": -1}) == wrong
    desk.give(c.PublishTournament, starts=STARTS + 1, rounds_per_hour=1, pause_minutes=0)


# Amendments.


def amended(desk: Desk, **changes: Any) -> dict[str, Any]:
    return {"conditions": small(desk.book, **changes), "notice": "By email"}


@clauses("4.1")
def test_published_conditions_change_only_where_they_say_so(book: str, section: str) -> None:
    listed = {"changes": {"keys": ["play.wager_seconds", "entry"]}}
    desk = Desk(book).publish(**listed)
    fixed = ("tournament.not-amendable", peer(section, "4.1"))
    assert desk.refusal(c.AmendTournament, **amended(desk, **listed, play__pass_cards=2)) == fixed
    both = amended(desk, **listed, play__pass_cards=2, play__wager_seconds=20)
    assert desk.refusal(c.AmendTournament, **both) == fixed
    same = desk.refusal(c.AmendTournament, **amended(desk, **listed))
    assert same == ("tournament.nothing-changed", peer(section, "4.1"))
    change = amended(desk, **listed, play__wager_seconds=20, entry__maximum=6)
    assert desk.refusal(c.AmendTournament, **{**change, "notice": " "}) == (
        "tournament.no-notice",
        peer(section, "4.1"),
    )
    (event,) = desk.give(c.AmendTournament, **change)
    assert isinstance(event, TournamentAmended)
    assert event.changed == ("entry.maximum", "play.wager_seconds")
    assert desk.state.version == 2
    assert desk.state.notices[0].how == "By email"
    incomplete = amended(desk, **listed, play__wager_seconds=20, entry__maximum=1)
    assert desk.refusal(c.AmendTournament, **incomplete)[0] == "tournament.conditions-incomplete"


@clauses("6.15", "10.1")
def test_limits_and_structure_are_known_before_play(book: str, section: str) -> None:
    listed = {"changes": {"keys": ["limits", "stages", "play"]}}
    higher = [{"from_round": 1, "minimum": "50", "maximum": "500"}]
    longer = [{"kind": "final", "rounds": 12, "tables": 1, "players_per_table": 7}]
    desk = Desk(book).publish(**listed).enter("ann", "bob").close()
    desk.give(c.AmendTournament, **amended(desk, **listed, stages=longer))
    desk.draw()
    fixed = ("tournament.structure-fixed", peer(section, "10.1"))
    assert desk.refusal(c.AmendTournament, **amended(desk, **listed)) == fixed
    desk.give(c.AmendTournament, **amended(desk, **listed, stages=longer, limits=higher))
    for player in ("ann", "bob"):
        desk.give(c.GiveConditions, player=player, how="desk")
    desk.start()
    known = ("tournament.limits-fixed", peer(section, "6.15"))
    assert desk.refusal(c.AmendTournament, **amended(desk, **listed, stages=longer)) == known
    clock = amended(desk, **listed, stages=longer, limits=higher, play__wager_seconds=20)
    desk.give(c.AmendTournament, **clock)


def test_what_changed_is_named() -> None:
    before = {"a": 1, "b": {"c": [1, 2], "d": [1]}, "e": 1}
    after = {"a": 1, "b": {"c": [1, 3], "d": [1, 2]}, "f": 1}
    assert changed_keys(before, after) == ("b.c[1]", "b.d", "e", "f")


# The start.


@clauses("5.3")
def test_the_start_moves_with_notice(book: str, section: str) -> None:
    clause = peer(section, "5.3")
    desk = Desk(book, at=1000).publish(changes={"notice_minutes": 30})
    move = {"starts": 1000 + 30 * 60, "notice": "By email and at the desk"}
    assert desk.refusal(c.MoveStart, **{**move, "notice": ""}) == ("tournament.no-notice", clause)
    sooner = {**move, "starts": move["starts"] - 1}
    assert desk.refusal(c.MoveStart, **sooner) == ("tournament.notice-short", clause)
    desk.give(c.MoveStart, **move)
    assert desk.state.starts == move["starts"]
    desk.enter("ann", "bob").close().draw()
    assert desk.refusal(c.MoveStart, **move) == ("tournament.already-drawn", clause)


@clauses("5.3")
def test_without_a_stated_period_any_time_to_come_will_do(book: str, section: str) -> None:
    desk = Desk(book, at=1000).publish()
    short = desk.refusal(c.MoveStart, starts=999, notice="Email")
    assert short == ("tournament.notice-short", peer(section, "5.3"))
    desk.give(c.MoveStart, starts=1000, notice="Email")


@clauses("4.2(i)")
def test_no_change_shortens_the_time_to_withdraw(book: str, section: str) -> None:
    desk = Desk(book).publish(changes={"keys": ["entry"]})
    until = STARTS - 48 * HOUR
    assert desk.state.withdraw_until == until
    desk.give(c.MoveStart, starts=STARTS - HOUR, notice="Email")
    assert desk.state.withdraw_until == until
    desk.give(c.MoveStart, starts=STARTS + HOUR, notice="Email")
    assert desk.state.withdraw_until == until + HOUR
    desk.give(
        c.AmendTournament, **amended(desk, changes={"keys": ["entry"]}, entry__withdrawal_hours=24)
    )
    assert desk.state.withdraw_until == STARTS + HOUR - 24 * HOUR


# Cancellation.


@clauses("3.4")
def test_a_cancelled_tournament_refunds_all_fees(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy")
    desk.at = STARTS  # the time to withdraw is over
    desk.give(c.WithdrawEntry, Person("cy", "player"), player="cy")
    assert desk.balances() == (150_00, 0)
    cancel = {"ground": "other", "reason": "Fire alarm."}
    assert desk.refusal(c.CancelTournament, OPERATOR, ground="other", reason=" ") == (
        "tournament.no-reason",
        peer(section, "3.4"),
    )
    assert desk.refusal(c.CancelTournament, MANAGER, **cancel)[0] == "role.may-not"
    desk.give(c.CancelTournament, OPERATOR, **cancel)
    assert desk.balances() == (0, 0)
    assert [desk.state.entrants[player].refunded for player in ("ann", "bob", "cy")] == [50_00] * 3
    assert desk.refusal(c.CloseEntries) == ("tournament.cancelled", peer(section, "3.4"))


@clauses("3.3")
@pytest.mark.parametrize(("entries", "allowed"), [(3, True), (4, False), (5, False)])
def test_too_few_entries_for_the_guarantee(
    book: str,
    section: str,
    entries: int,
    allowed: bool,  # noqa: FBT001
) -> None:
    desk = Desk(book).publish().enter(*"abcde"[:entries])
    cancel = {"ground": "too few entries", "reason": "Too few."}
    if allowed:
        desk.give(c.CancelTournament, OPERATOR, **cancel)
    else:
        refusal = desk.refusal(c.CancelTournament, OPERATOR, **cancel)
        assert refusal == ("tournament.enough-entries", peer(section, "3.3"))


@clauses("3.3")
def test_the_right_to_cancel_for_too_few_must_be_reserved(book: str, section: str) -> None:
    desk = Desk(book).publish(prizes__may_cancel=False)
    cancel = {"ground": "too few entries", "reason": "Too few."}
    assert desk.refusal(c.CancelTournament, OPERATOR, **cancel) == (
        "tournament.cancellation-not-reserved",
        peer(section, "3.3"),
    )


@clauses("3.4")
def test_a_session_is_ended_before_the_tournament_is_cancelled(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob").close().draw()
    desk.start()
    cancel = {"ground": "other", "reason": "Fire alarm."}
    assert desk.refusal(c.CancelTournament, OPERATOR, **cancel) == (
        "tournament.session-running",
        peer(section, "3.4"),
    )
    desk.result(1, *placed(("ann", 900, "in"), ("bob", 800, "in")))
    desk.give(c.AwardPrizes)
    assert desk.refusal(c.CancelTournament, OPERATOR, **cancel) == (
        "tournament.prizes-awarded",
        peer(section, "3.2"),
    )


@clauses("1.1:tournament-manager", "4.1")
def test_who_may_publish(book: str, section: str) -> None:
    desk = Desk(book)
    for nobody in (DEALER, Person("ann", "player")):
        assert desk.refusal(c.DraftTournament, nobody, conditions=small(book)) == (
            "role.may-not",
            peer(section, "4.1"),
        )
    desk.give(c.DraftTournament, MANAGER, conditions=small(book))
    desk.give(c.DraftTournament, OPERATOR, conditions=small(book))
