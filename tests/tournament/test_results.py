"""Results, ties, play-offs, places by decision, and who goes on (20.5.8, 20.10)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.tournament import commands as c
from houserules.tournament.play.events import StageCompleted
from houserules.tournament.play.results import rank
from houserules.tournament.state import PlayerResult
from tournament.desk import DEALER, OPERATOR, Desk, clauses, peer, placed

FOUR = ("ann", "bob", "cy", "dan")
HEATS: list[dict[str, Any]] = [
    {"kind": "heats", "rounds": 10, "tables": 1, "players_per_table": 7, "advance": 2},
    {"kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7},
]


def heat(book: str, *players: str, **changes: Any) -> Desk:
    """Return a heat that is being played; two of its players go on to the final."""
    given = {"stages": HEATS, "entry__minimum": 3, **changes}
    desk = Desk(book).publish(**given).enter(*players or FOUR).close().draw()
    desk.start()
    return desk


def final(book: str, *players: str) -> Desk:
    desk = Desk(book).publish().enter(*players or FOUR).close().draw()
    desk.start()
    return desk


@clauses("10.1", "10.2")
def test_the_most_chips_go_on(book: str, section: str) -> None:
    desk = heat(book)
    events = desk.result(1, *placed(*((p, 900 + n, "in") for n, p in enumerate(FOUR))))
    assert desk.state.sessions[0].advanced == ("dan", "cy")
    completed = events[-1]
    assert isinstance(completed, StageCompleted)
    assert completed.clause == peer(section, "10.1")
    assert (completed.advanced, set(completed.eliminated)) == (("dan", "cy"), {"ann", "bob"})
    assert [desk.state.entrants[player].status for player in FOUR] == [
        *("eliminated", "eliminated", "accepted", "accepted")
    ]


@clauses("10.2")
def test_eliminated_players_go_on_if_too_few_are_left(book: str, section: str) -> None:
    desk = heat(book)
    results = (
        PlayerResult("ann", 1, 900_00, "in"),
        PlayerResult("bob", 2, 0, "eliminated"),
        PlayerResult("cy", 3, 0, "eliminated"),
        PlayerResult("dan", 4, 0, "eliminated"),
    )
    desk.result(1, *results)
    assert desk.state.sessions[0].advanced == ("ann", "bob")


@pytest.mark.clause("nsw-pontoon-6to5-2017", "20.5.8")
@pytest.mark.clause("nsw-pontoon-2024", "21.5.7")
@pytest.mark.parametrize(
    ("book", "section"), [("nsw-pontoon-6to5-2017", "20"), ("nsw-pontoon-2024", "21")]
)
def test_the_count_covers_everybody_once(book: str, section: str) -> None:
    desk, clause = heat(book), peer(section, "5.8")
    rows = [(player, 900 + n, "in") for n, player in enumerate(FOUR)]
    good = {"session": 1, "results": placed(*rows), "rounds": 10}
    missing = {**good, "results": placed(*rows[1:])}
    twice = {**good, "results": (*placed(*rows), *placed(rows[0]))}
    for wrong in (missing, twice):
        assert desk.refusal(c.RecordResult, **wrong) == ("tournament.count-incomplete", clause)
    assert desk.refusal(c.RecordResult, DEALER, **good) == ("role.may-not", clause)
    desk.give(c.RecordResult, **good)
    assert desk.refusal(c.RecordResult, **good) == ("tournament.session-not-running", clause)


@pytest.mark.parametrize(
    "rows",
    [
        (("ann", 1, "in"), ("bob", 3, "in"), ("cy", 4, "in"), ("dan", 5, "in")),
        (("ann", 2, "in"), ("bob", 3, "in"), ("cy", 4, "in"), ("dan", 5, "in")),
        (("ann", 1, "in"), ("bob", 1, "in"), ("cy", 2, "in"), ("dan", 4, "in")),
        (("ann", 1, "eliminated"), ("bob", 2, "in"), ("cy", 3, "in"), ("dan", 4, "in")),
        (("ann", 1, "in"), ("bob", 1, "eliminated"), ("cy", 3, "in"), ("dan", 4, "in")),
        (("ann", 1, "in"), ("bob", 2, "in"), ("cy", 3, "in"), ("dan", 4, "disqualified")),
        (("ann", 1, "in"), ("bob", 2, "in"), ("cy", 3, "in"), ("dan", None, "in")),
    ],
)
def test_places_fit_together(rows: tuple[tuple[str, int | None, Any], ...]) -> None:
    desk = heat("nsw-pontoon-6to5-2017")
    results = tuple(PlayerResult(player, place, 100_00, how) for player, place, how in rows)
    refusal = desk.refusal(c.RecordResult, session=1, results=results, rounds=10)
    assert refusal == ("tournament.places-wrong", "20.5.8")


def test_chips_and_rounds_are_not_below_zero() -> None:
    desk = heat("nsw-pontoon-6to5-2017")
    rows = [PlayerResult(p, n, 100_00, "in") for n, p in enumerate(FOUR, 1)]
    below = (*rows[:3], PlayerResult("dan", 4, -1, "in"))
    for results, rounds in ((below, 10), (tuple(rows), -1)):
        refusal = desk.refusal(c.RecordResult, session=1, results=results, rounds=rounds)
        assert refusal[0] == "tournament.places-wrong"


# Ties.


@clauses("1.1:play-off", "1.1:tie", "10.3")
def test_a_tie_across_the_line_is_played_off(book: str, section: str) -> None:
    clause = peer(section, "10.3")
    desk = heat(book)
    tied = placed(("ann", 900, "in"), ("bob", 800, "in"), ("cy", 800, "in"), ("dan", 800, "in"))
    desk.result(1, *tied)
    assert desk.state.sessions[0].status == "over"
    call = {"session": 1, "table": "7", "starts": desk.at}
    assert desk.refusal(c.CallPlayOff, **{**call, "session": 2}) == ("tournament.no-tie", clause)
    assert desk.refusal(c.CallPlayOff, **{**call, "table": "8"}) == (
        "tournament.table-not-designated",
        peer(section, "5.1"),
    )
    past = desk.refusal(c.CallPlayOff, **{**call, "starts": desk.at - 1})
    assert past == ("tournament.start-past", clause)
    desk.give(c.CallPlayOff, **call)
    assert desk.refusal(c.CallPlayOff, **call) == ("tournament.play-off-called", clause)
    play_off = desk.start(2)
    assert (sorted(play_off.players), play_off.first_place) == (["bob", "cy", "dan"], 2)
    still = placed(("bob", 900, "in"), ("cy", 900, "in"), ("dan", 800, "in"), first=2)
    assert desk.refusal(c.RecordResult, session=2, results=still, rounds=1) == (
        "tournament.play-off-undecided",
        clause,
    )
    rows = (("bob", 800, "in"), ("cy", 900, "in"), ("dan", 800, "in"))
    from_one = desk.refusal(c.RecordResult, session=2, results=placed(*rows), rounds=1)
    assert from_one[0] == "tournament.places-wrong"
    desk.result(2, *placed(*rows, first=2))
    places = {result.player: result.place for result in desk.state.sessions[0].results}
    assert places == {"ann": 1, "cy": 2, "bob": 3, "dan": 3}
    assert desk.state.sessions[0].advanced == ("ann", "cy")
    assert desk.state.stages[0].is_complete


@clauses("10.3")
def test_a_tie_within_the_places_that_go_on_is_not_played_off(book: str, section: str) -> None:
    desk = heat(book)
    rows = (("ann", 900, "in"), ("bob", 900, "in"), ("cy", 800, "in"), ("dan", 800, "in"))
    desk.result(1, *placed(*rows))
    assert desk.state.sessions[0].advanced == ("ann", "bob")
    call = {"session": 1, "table": "7", "starts": desk.at}
    assert desk.refusal(c.CallPlayOff, **call)[0] == "tournament.no-tie"


@clauses("10.3")
def test_in_a_final_every_tie_for_a_prize_is_played_off(book: str, section: str) -> None:
    desk = final(book)
    rows = (("ann", 900, "in"), ("bob", 900, "in"), ("cy", 800, "in"), ("dan", 800, "in"))
    desk.result(1, *placed(*rows))
    assert desk.state.phase == "play"
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    desk.start(2)
    desk.result(2, *placed(("ann", 800, "in"), ("bob", 900, "in")))
    assert desk.state.placings == ("bob", "ann")


@clauses("10.3")
def test_several_ties_are_played_off_one_after_the_other(book: str, section: str) -> None:
    places = [{"place": n, "share": share} for n, share in enumerate(("50", "30", "20"), 1)]
    desk = Desk(book).publish(prizes__places=places, entry__minimum=3)
    desk.enter(*FOUR).close().draw()
    desk.start()
    rows = (("ann", 900, "in"), ("bob", 900, "in"), ("cy", 800, "in"), ("dan", 800, "in"))
    desk.result(1, *placed(*rows))
    for number, first, pair in ((2, 1, ("ann", "bob")), (3, 3, ("cy", "dan"))):
        desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
        assert set(desk.start(number).players) == set(pair)
        rows = ((pair[0], 800, "in"), (pair[1], 900, "in"))
        desk.result(number, *placed(*rows, first=first))
    assert desk.state.placings == ("bob", "ann", "dan")


@clauses("10.3", "5.6.2")
def test_whoever_is_disqualified_in_a_play_off_has_no_place(book: str, section: str) -> None:
    desk = heat(book)
    rows = (("ann", 900, "in"), ("bob", 800, "in"), ("cy", 800, "in"), ("dan", 700, "in"))
    desk.result(1, *placed(*rows))
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    desk.start(2)
    under = Clause(peer(section, "5.6.2"))
    desk.result(
        2,
        PlayerResult("cy", 2, 1000_00, "in"),
        PlayerResult("bob", None, 1000_00, "disqualified", "absent", under),
    )
    places = {result.player: result.place for result in desk.state.sessions[0].results}
    assert places == {"ann": 1, "cy": 2, "dan": 3, "bob": None}
    assert desk.state.entrants["bob"].status == "disqualified"
    assert desk.state.stages[0].advanced == ("ann", "cy")


@clauses("10.3")
def test_a_play_off_that_eliminates_all_is_played_again(book: str, section: str) -> None:
    desk = heat(book)
    rows = (("ann", 900, "in"), ("bob", 800, "in"), ("cy", 800, "in"), ("dan", 700, "in"))
    desk.result(1, *placed(*rows))
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    desk.start(2)
    desk.result(2, *placed(("bob", 0, "eliminated"), ("cy", 0, "eliminated"), first=2))
    assert desk.state.sessions[0].status == "over"
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    assert set(desk.start(3).players) == {"bob", "cy"}


@pytest.mark.clause("nsw-pontoon-6to5-2017", "20.5.8", "20.10.4")
@pytest.mark.clause("nsw-pontoon-2024", "21.5.7", "21.10.4")
@pytest.mark.parametrize(
    ("book", "section"), [("nsw-pontoon-6to5-2017", "20"), ("nsw-pontoon-2024", "21")]
)
def test_eliminated_players_who_cannot_be_told_apart_are_put_in_order(
    book: str, section: str
) -> None:
    desk, clause = heat(book), peer(section, "5.8")
    out = "eliminated"
    desk.result(1, *placed(("ann", 900, "in"), ("bob", 0, out), ("cy", 0, out), ("dan", 0, out)))
    assert desk.state.sessions[0].status == "over"
    call = {"session": 1, "table": "7", "starts": desk.at}
    assert desk.refusal(c.CallPlayOff, **call)[0] == "tournament.no-tie"
    order = {"session": 1, "order": ("cy", "bob", "dan"), "how": "By lot"}
    for wrong in ("cy", "bob"), ("cy", "bob", "ann"):
        refusal = desk.refusal(c.DecidePlaces, **{**order, "order": wrong})
        assert refusal == ("tournament.order-wrong", clause)
    no_how = desk.refusal(c.DecidePlaces, **{**order, "how": ""})
    assert no_how == ("tournament.no-reason", clause)
    desk.give(c.DecidePlaces, **order)
    assert desk.state.stages[0].advanced == ("ann", "cy")
    assert desk.refusal(c.DecidePlaces, **order)[0] == "tournament.no-tie"


def test_a_tie_that_is_played_off_is_not_decided() -> None:
    desk = heat("nsw-pontoon-6to5-2017")
    rows = (("ann", 900, "in"), ("bob", 800, "in"), ("cy", 800, "in"), ("dan", 700, "in"))
    desk.result(1, *placed(*rows))
    order = {"session": 1, "order": ("cy", "bob"), "how": "By lot"}
    assert desk.refusal(c.DecidePlaces, **order)[0] == "tournament.no-tie"


def test_ranks() -> None:
    results = [PlayerResult(p, n, 0, "in") for p, n in zip("abcde", (1, 2, 2, 2, 5), strict=True)]
    ranked = rank(results, {"d": 1, "b": 2, "c": 2})
    assert [(each.player, each.place) for each in ranked] == [
        *(("a", 1), ("d", 2), ("b", 3), ("c", 3), ("e", 5))
    ]


# Stages.

SECOND_CHANCE = [
    {"kind": "heats", "rounds": 10, "tables": 2, "players_per_table": 3, "advance": 1},
    {
        "kind": "repechage",
        "rounds": 10,
        "tables": 1,
        "players_per_table": 7,
        "advance": 1,
        "entrants": 3,
    },
    {"kind": "final", "rounds": 10, "tables": 1, "players_per_table": 7},
]


def two_heats(book: str, stages: list[dict[str, Any]] = SECOND_CHANCE) -> Desk:
    """Return six players after two heats of three; one of each goes on."""
    given = {"stages": stages, "entry__minimum": 6, "entry__maximum": 6}
    desk = Desk(book).publish(**given, prizes__guarantee_entries=6)
    desk.enter(*FOUR, "eve", "fay").close("1", "2").draw()
    for number in (1, 2):
        players = desk.start(number).players
        desk.result(number, *placed(*((p, 900 - n, "in") for n, p in enumerate(players))))
    return desk


@clauses("4.2(e)", "10.1")
def test_a_second_chance_is_for_players_who_did_not_advance(book: str, section: str) -> None:
    desk = two_heats(book)
    waiting = set(desk.state.accepted)
    desk.draw()
    stage, session = desk.state.stages[1], desk.state.sessions[2]
    drawn = {seat.player for seat in session.seats}
    assert len(drawn) == 3 and len(stage.left_out) == 1
    assert not drawn & waiting
    desk.start(3)
    winner, *others = session.seats
    rows = [(winner.player, 900, "in"), *((seat.player, 0, "eliminated") for seat in others)]
    desk.result(3, *placed(*rows))
    assert set(desk.state.accepted) == {*waiting, winner.player}
    desk.draw()
    assert {seat.player for seat in desk.state.sessions[3].seats} == {*waiting, winner.player}


@clauses("4.2(e)")
def test_who_has_left_gets_no_second_chance(book: str, section: str) -> None:
    desk = two_heats(book)
    leaver, cheat, *rest = [
        p for p, entrant in desk.state.entrants.items() if entrant.status == "eliminated"
    ]
    desk.give(c.WithdrawEntry, Person(leaver, "player"), player=leaver)
    desk.give(c.DisqualifyEntrant, player=cheat, ground="broke a rule", reason="Hid chips.")
    desk.draw()
    assert {seat.player for seat in desk.state.sessions[2].seats} == set(rest)


@clauses("4.2(e)", "10.1")
def test_a_stage_that_would_eliminate_nobody_is_passed_over(book: str, section: str) -> None:
    desk = two_heats(book)
    assert desk.refusal(c.PassStage) == ("tournament.must-be-played", peer(section, "10.1"))
    out = [p for p, entrant in desk.state.entrants.items() if entrant.status == "eliminated"]
    for player in out[1:]:
        desk.give(c.WithdrawEntry, Person(player, "player"), player=player)
    nobody = desk.refusal(c.CommitSeatDraw, entropy="00")
    assert nobody == ("tournament.nobody-to-draw", peer(section, "4.2(e)"))
    desk.give(c.PassStage)
    assert out[0] in desk.state.accepted
    desk.draw()
    assert desk.refusal(c.PassStage) == ("tournament.stage-open", peer(section, "4.2(e)"))


@clauses("4.2(e)")
def test_byes_go_on_without_playing(book: str, section: str) -> None:
    stages = [{**HEATS[0], "players_per_table": 3, "advance": 1, "byes": True}, HEATS[1]]
    desk = Desk(book).publish(stages=stages, entry__minimum=4).enter(*FOUR).close().draw()
    (bye,) = desk.state.stages[0].byes
    players = desk.start(1).players
    assert bye not in players
    desk.result(1, *placed(*((p, 900 - n, "in") for n, p in enumerate(players))))
    assert desk.state.stages[0].advanced == (players[0], bye)


@clauses("4.2(e)")
def test_no_byes_if_the_final_could_not_hold_everybody(book: str, section: str) -> None:
    stages = [
        {**HEATS[0], "players_per_table": 4, "advance": 1, "byes": True},
        {**HEATS[1], "players_per_table": 3},
    ]
    desk = Desk(book).publish(
        stages=stages,
        entry__minimum=8,
        entry__maximum=8,
        prizes__guarantee_entries=8,
    )
    desk.enter(*FOUR, "eve", "fay", "gil", "hal").close()
    desk.give(c.DisqualifyEntrant, player="hal", ground="absent", reason="Away.")
    desk.draw()  # seven: three byes and one winner would be four in a final of three
    assert [len(session.seats) for session in desk.state.sessions] == [4, 3]
    assert desk.state.stages[0].byes == ()


@clauses("10.1")
def test_a_final_for_one_is_not_played(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob").close()
    desk.give(c.WithdrawEntry, Person("bob", "player"), player="bob")
    desk.give(c.PassStage)
    assert (desk.state.phase, desk.state.placings) == ("placed", ("ann",))
    desk.give(c.AwardPrizes)
    assert [prize.amount for prize in desk.state.prizes] == [550_00]  # a fee and the sponsor's


@clauses("3.2", "3.4")
def test_without_a_winner_the_fees_are_refunded(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob").close()
    for player in ("ann", "bob"):
        desk.give(c.DisqualifyEntrant, player=player, ground="absent", reason="Away.")
    desk.give(c.PassStage)
    assert desk.refusal(c.AwardPrizes) == ("tournament.no-winner", peer(section, "3.2"))
    desk.give(c.CancelTournament, OPERATOR, ground="other", reason="Nobody came.")
    assert set(desk.state.ledger.balances.values()) == {0}


def test_more_finalists_than_seats_are_refused() -> None:
    desk = Desk().publish().enter(*FOUR).close()
    document = json.loads(desk.state.document)  # no known structure comes to this by itself
    document["stages"][0]["players_per_table"] = 3
    desk.state = replace(desk.state, document=json.dumps(document))
    refusal = desk.refusal(c.CommitSeatDraw, entropy="00")
    assert refusal == ("tournament.final-full", "20.4.2(e)")
