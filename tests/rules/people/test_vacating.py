"""A seat held without wagering: three rounds while all others are in use, and it may be lost."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.people.commands import ComeToTable, LeaveTable, RequireToVacate
from houserules.table.people.events import SeatVacated
from seated_table import NOT_SUPERVISORS, NOW, SUPERVISOR, SUPERVISORS, SeatedTable, present

CLAUSE = {S24: "20.10", S65: "19.9", PJ: "17.9"}
SAT_OUT = "bob"

in_nsw = pytest.mark.parametrize("name", NSW)


def vacate(player: str = SAT_OUT, by: Person = SUPERVISOR) -> RequireToVacate:
    return RequireToVacate(by, NOW, player)


def full(name: str) -> SeatedTable:
    """A table where every seat is taken."""
    game = SeatedTable(name)
    for seat in range(4, game.rules.equipment.boxes.value + 1):
        game.do(ComeToTable(f"guest {seat}", seat))
    return game


def missed(game: SeatedTable, player: str) -> tuple[int, int]:
    patron = game.table.patron(player)
    assert patron is not None
    return patron.missed, patron.held


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@in_nsw
def test_two_rounds_are_not_enough_and_three_are(name: str) -> None:
    game = full(name)
    game.round("ann")
    game.round("ann")
    assert missed(game, "bob") == (2, 2)
    assert_refused(game.say(vacate()), "seat.not-idle", CLAUSE[name])
    game.round("ann")
    game.do(vacate())
    assert game.events[-1] == SeatVacated("bob", 2, "sue", NOW, CLAUSE[name])
    patron = game.table.patron("bob")
    assert patron is not None and patron.seat is None
    assert_refused(game.say(vacate()), "seat.none", CLAUSE[name])
    game.do(ComeToTable("dan", 2))


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@in_nsw
def test_the_rounds_follow_one_another(name: str) -> None:
    game = full(name)
    game.round("ann")
    game.round("ann")
    game.round("bob")
    assert missed(game, "bob") == (0, 0)
    game.round("ann")
    game.round("ann")
    assert_refused(game.say(vacate()), "seat.not-idle", CLAUSE[name])


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@in_nsw
@pytest.mark.parametrize("last", [False, True])
def test_a_free_seat_lets_the_player_keep_his(name: str, *, last: bool) -> None:
    game = full(name)
    seat = game.rules.equipment.boxes.value if last else 3
    game.do(LeaveTable(f"guest {seat}" if last else "cat"))
    for _ in range(3):
        game.round("ann")
    assert missed(game, "bob") == (3, 0)
    assert_refused(game.say(vacate()), "seat.others-free", CLAUSE[name])
    game.do(ComeToTable("dan", seat))
    assert_refused(game.say(vacate()), "seat.not-idle", CLAUSE[name])
    for _ in range(3):
        game.round("ann")
    game.do(vacate())


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@in_nsw
def test_a_place_that_somebody_wagers_on_is_in_use(name: str) -> None:
    game = full(name)
    game.do(LeaveTable("cat"))
    for _ in range(3):
        game.do(c.PlaceWager("ann", 3, 1_000))
        game.deal("9c 9s 9d")
        game.do(c.Stand("ann", 3, 1))
        game.deal("Kh")
        if game.table.patron("bob").held < 3:  # type: ignore[union-attr]
            game.do(c.ClearTable())
    game.do(vacate())


@in_nsw
def test_who_has_just_wagered_keeps_the_seat(name: str) -> None:
    game = full(name)
    for _ in range(3):
        game.round("ann")
    game.do(c.PlaceWager("bob", 2, 1_000))
    answer = game.say(vacate())
    assert_refused(answer, "seat.not-idle", CLAUSE[name])
    assert answer is not None and answer.detail.endswith("bob has a wager now.")
    game.do(c.WithdrawWager("bob", 2))
    game.do(vacate())


@in_nsw
def test_who_stands_or_is_not_there_has_no_seat_to_give_up(name: str) -> None:
    game = full(name)
    before = game.rules.wagers.wagers_before_first_card
    assert_refused(game.say(vacate("dan")), "player.not-here", before)
    game.do(ComeToTable("dan"))
    assert_refused(game.say(vacate("dan")), "seat.none", CLAUSE[name])
    for _ in range(3):
        game.round("ann")
    assert missed(game, "dan") == (3, 0)


@in_nsw
def test_a_side_wager_is_a_wager(name: str) -> None:
    side = "suits_you" if name == PJ else "perfect_pairs"
    game = SeatedTable(name, **{side: "5"})
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceSideWager("bob", 1, "suits-you" if name == PJ else "perfect-pairs", 500, "s"))
    game.do(c.CloseBets())
    assert (missed(game, "bob"), missed(game, "cat")) == ((0, 0), (1, 0))


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@in_nsw
@pytest.mark.parametrize("person", NOT_SUPERVISORS, ids=lambda person: person.role)
def test_who_may_not_require_it_is_told_who_may(name: str, person: Person) -> None:
    answer = full(name).say(vacate(by=person))
    assert_refused(answer, "role.may-not", CLAUSE[name])
    assert answer is not None and "casino supervisor" in answer.detail


@in_nsw
@pytest.mark.parametrize("person", SUPERVISORS, ids=lambda person: person.role)
def test_every_casino_supervisor_may_require_it(name: str, person: Person) -> None:
    game = full(name)
    for _ in range(3):
        game.round("ann")
    game.do(vacate(by=person))


def test_new_zealand_leaves_it_to_division_1() -> None:
    game = full(NZ)
    for _ in range(3):
        game.round("ann")
    assert_refused(game.say(vacate()), "role.may-not", "2.0")


def test_who_sits_down_again_begins_a_new_count() -> None:
    game = full(S24)
    for _ in range(3):
        game.round("ann")
    game.do(vacate())
    game.do(ComeToTable("bob", 2))
    assert_refused(game.say(vacate()), "seat.not-idle", "20.10")
    game.do(present("bob"))
