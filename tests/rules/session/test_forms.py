"""Undisclosed wagers: sealed, examined, played for, opened, and settled by the result of the box."""

import pytest

from game_table import S24, S65, assert_refused
from houserules.core.money import cents
from houserules.core.people import Person, Role
from houserules.table import commands as c
from houserules.table.events import WagerSettled
from houserules.table.session import commands as s
from houserules.table.session.events import (
    FormOpened,
    MinimumDeducted,
    UndisclosedWagerSettled,
)
from houserules.table.session.state import Limits, Player
from houserules.table.staff.commands import InvalidateGame
from houserules.table.views import view_for
from seated_table import SUPERVISOR
from session_table import BOTH, SessionTable, by_tournament_rulebook

both = pytest.mark.parametrize(("name", "section"), BOTH)


def one_player(
    name: str, *, undisclosed_follows: str = "the original wager", **conditions: object
) -> SessionTable:
    """Return a table at which Ann plays alone, with dollar chips and two forms."""
    return SessionTable(
        name,
        (Player("ann", 1),),
        options={"smallest_chip": "1", "undisclosed_follows": undisclosed_follows},
        undisclosed_wagers=2,
        **conditions,
    )


@pytest.mark.clause(S65, "20.8.2", "20.8.2.1", "20.8.2.5", "20.8.1")
@pytest.mark.clause(S24, "21/21.8.2", "21.8.2.1", "21.8.2.5", "21/21.8.1")
@both
def test_a_form_is_handed_in_once_a_round_and_examined_before_the_cards(
    name: str, section: str
) -> None:
    game = one_player(name)
    nothing = game.order(s.ExamineForm, "ann")
    assert_refused(nothing, "tournament.no-form-to-examine", f"{section}.8.2.5")
    game.do(s.HandInForm("ann", "original", 30_000))
    twice = game.say(s.HandInForm("ann", "original", 2_500))
    assert_refused(twice, "tournament.form-twice", f"{section}.8.2.1")
    assert_refused(game.say(c.CloseBets()), "tournament.form-not-examined", f"{section}.8.2.5")
    game.must(s.ExamineForm, "ann")
    again = game.order(s.ExamineForm, "ann")
    assert_refused(again, "tournament.no-form-to-examine", f"{section}.8.2.5")
    game.play("Kc 9s Kd 8s")
    assert game.last(UndisclosedWagerSettled).net == 30_000


@pytest.mark.clause(S65, "20.8.2.1")
@pytest.mark.clause(S24, "21.8.2.1")
@both
def test_a_supervisor_records_a_form_on_paper_and_has_examined_it(name: str, section: str) -> None:
    game = one_player(name)
    game.must(s.RecordForm, "ann", "original", 30_000)
    game.do(c.CloseBets())
    long = one_player(name).say(s.HandInForm("ann", "x" * 41, 2_500))
    assert_refused(long, "tournament.form-text", f"{section}.8.2.1")


@pytest.mark.clause(S65, "20.8.1")
@pytest.mark.clause(S24, "21/21.8.1")
@pytest.mark.parametrize(("name", "clause"), by_tournament_rulebook("20.8.1", "21/21.8.1"))
def test_there_are_as_many_forms_as_the_conditions_allow(name: str, clause: str) -> None:
    game = SessionTable(name, (Player("ann", 1),), undisclosed_wagers=1)
    game.form("ann", "25")
    game.round("9c 9s Kc Ks")
    refused = game.say(s.HandInForm("ann", "original", 2_500))
    assert_refused(refused, "tournament.no-form", clause)


@pytest.mark.clause(S65, "20.8.2.4", "20.8.3")
@pytest.mark.clause(S24, "21.8.2.4", "21/21.8.3")
@both
def test_a_box_with_nothing_but_a_form_is_played_without_chips(name: str, section: str) -> None:
    game = one_player(name)
    game.form("ann", "300")
    game.do(c.CloseBets())
    game.deal("8c 9s 8d")
    clause = f"{section}.8.2.4"
    for command in (c.Double("ann", 1, 1, 2_500), c.Split("ann", 1, 1)):
        refusal = game.say(command)
        assert refusal is not None and refusal.clause in (clause, f"{section}.6.1"), refusal
    game.do(c.Hit("ann", 1, 1))
    game.deal("4h")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Ks")
    assert game.chips() == {"ann": 1300}  # 20 against 19


@pytest.mark.clause(S65, "20.8.2.6", "20.8.3")
@pytest.mark.clause(S24, "21.8.2.6", "21/21.8.3")
@both
def test_a_form_beside_a_wager_has_the_result_of_the_box_and_is_rounded_by_itself(
    name: str, section: str
) -> None:
    game = one_player(name)
    game.wagers(ann="50")
    game.form("ann", "301")
    game.play("Kc 9s As")
    pays = next(row.odds for row in game.all(WagerSettled) if row.wager == "original")
    settled = game.last(UndisclosedWagerSettled)
    assert (settled.stake, settled.result, settled.odds) == (30_100, "win", pays)
    assert settled.net == {S65: 36_200, S24: 45_200}[name]  # 6 to 5, 3 to 2, up to the next dollar
    assert settled.clause == f"{section}.8.2.6"


@pytest.mark.clause(S65, "20.8.2.3", "20.8.3.1", "20.8.3.2", "20.8.3.3")
@pytest.mark.clause(S24, "21.8.2.3", "21.8.3.1", "21.8.3.2", "21.8.3.3")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize(
    ("written", "deemed", "clause"),
    [
        ((None, "24"), "25", "8.3.1"),
        ((None, "25"), "25", None),
        ((None, "975"), "975", None),
        ((None, "976"), "975", "8.3.2"),
        ((None, "26.50"), "26", None),  # not in units, but in whole chips
        (("500", "500"), "500", None),
        (("525", "476"), "475", "8.3.3"),
        (("975", "300"), "25", "8.3.3"),
    ],
)
def test_a_form_that_does_not_comply_is_deemed(
    name: str, section: str, written: tuple[str | None, str], deemed: str, clause: str | None
) -> None:
    game = one_player(name, limits=(Limits(1, 2_500, 97_500),))
    wager, form = written
    if wager:
        game.wagers(ann=wager)
    game.form("ann", form)
    game.play("Kc 9s 9d 8s")
    opened = game.last(FormOpened)
    assert opened.deemed == cents(deemed)
    assert opened.clause == (f"{section}.{clause}" if clause else None)
    assert game.last(UndisclosedWagerSettled).stake == cents(deemed)


@pytest.mark.clause(S65, "20.8.3.4", "20.8.3")
@pytest.mark.clause(S24, "21.8.3.4", "21/21.8.3")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize(
    ("kind", "amount"), [(None, "300"), ("original", None), ("double", "300"), (None, None)]
)
def test_a_form_without_type_or_amount_costs_the_minimum(
    name: str, section: str, kind: str | None, amount: str | None
) -> None:
    game = one_player(name)
    game.form("ann", amount, kind)
    game.play("Kc 9s 9d 8s")
    clause = f"{section}.8.3.4"
    assert game.last(FormOpened).deemed is None
    assert game.last(FormOpened).clause == clause
    assert game.last(MinimumDeducted) == MinimumDeducted(1, "ann", 2_500, "form", clause)
    assert game.chips() == {"ann": 975}


@pytest.mark.clause(S65, "20.8.3.4")
@pytest.mark.clause(S24, "21.8.3.4")
@both
def test_a_deduction_takes_what_is_left(name: str, section: str) -> None:
    game = one_player(name, chips=6_000, limits=(Limits(1, 2_500, 5_000),))
    game.wagers(ann="50")
    game.form("ann", None)
    game.play("8c 9s 7d Ks")
    assert game.last(MinimumDeducted).amount == 1_000
    assert game.chips() == {"ann": 0}


@pytest.mark.clause(S65, "20.6.1", "20.8.2.4")
@pytest.mark.clause(S24, "21.6.1", "21.8.2.4")
@both
def test_what_the_form_may_need_cannot_be_staked(name: str, section: str) -> None:
    game = one_player(name)
    game.wagers(ann="100")
    game.form("ann", "850")  # above the maximum: deemed to be for $500
    game.do(c.CloseBets())
    game.deal("5c 9s 5d")
    assert game.table.racks["ann"] == 90_000
    game.do(c.Double("ann", 1, 1, 10_000))
    poor = one_player(name, chips=55_000)
    poor.wagers(ann="25")
    poor.form("ann", "500")
    poor.do(c.CloseBets())
    poor.deal("8c 9s 8d")
    split = poor.say(c.Split("ann", 1, 1))
    assert split is None  # exactly the $25 that is left
    over = one_player(name, chips=54_900)
    over.wagers(ann="25")
    over.form("ann", "500")
    over.do(c.CloseBets())
    over.deal("8c 9s 8d")
    refused = over.say(c.Split("ann", 1, 1))
    assert_refused(refused, "chips.short", f"{section}.6.1")
    assert refused is not None and "$" not in refused.detail  # it does not tell the form's amount


# Reading 201, and its option.


def doubled(name: str, *, option: str, wager: str, form: str, double: int) -> SessionTable:
    """Play a double of an 11 to 20 against 19, with a form beside the wager."""
    game = one_player(name, undisclosed_follows=option, limits=(Limits(1, 2_500, 95_000),))
    game.wagers(ann=wager)
    game.form("ann", form)
    game.deal("5c 9s 6d")
    game.do(c.Double("ann", 1, 1, double))
    game.deal("9d")
    game.do(c.Decline("ann", 1))
    game.deal("Kh")
    assert game.table.phase == "over"
    return game


def undisclosed(game: SessionTable) -> list[tuple[str, str, int, int]]:
    """Return what the undisclosed wager had on which wager: result, stake and net, in cents."""
    rows = game.all(UndisclosedWagerSettled)
    return [(row.follows, row.result, row.stake, row.net) for row in rows]


@pytest.mark.clause(S65, "20.8.2.6")
@pytest.mark.clause(S24, "21.8.2.6")
@both
def test_a_form_follows_the_original_wager_unless_the_operator_chooses_the_box(
    name: str, section: str
) -> None:
    usual = doubled(name, option="the original wager", wager="50", form="100", double=5_000)
    assert undisclosed(usual) == [("original", "win", 10_000, 10_000)]
    assert usual.chips()["ann"] == 1000 + 100 + 100
    box = doubled(name, option="the box", wager="50", form="100", double=5_000)
    assert undisclosed(box) == [
        ("original", "win", 10_000, 10_000),
        ("double", "win", 10_000, 10_000),
    ]
    assert box.chips()["ann"] == 1000 + 100 + 200
    box.do(c.ClearTable())
    assert box.session.player("ann").staked == 30_000  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("form", "second"),
    [("850", 10_000), ("900", 5_000), ("949", 100), ("950", None)],
)
@both
def test_with_the_box_it_is_doubled_as_far_as_chips_are_left(
    name: str, section: str, form: str, second: int | None
) -> None:
    game = doubled(name, option="the box", wager="25", form=form, double=2_500)
    rows = undisclosed(game)
    assert rows[0][2] == int(form) * 100
    assert [row[2] for row in rows[1:]] == ([] if second is None else [second])


@both
def test_with_the_box_it_is_split_and_its_second_hand_doubled(name: str, section: str) -> None:
    game = one_player(name, undisclosed_follows="the box")
    game.wagers(ann="50")
    game.form("ann", "100")
    game.deal("8c 9s 8d")
    game.do(c.Split("ann", 1, 1))
    game.deal("Kc")  # 18 against 19
    game.do(c.Stand("ann", 1, 1))
    game.deal("3c")
    game.do(c.Double("ann", 1, 2, 5_000))
    game.deal("9d")
    game.do(c.Decline("ann", 1))
    game.deal("Kh")  # 20 against 19
    assert undisclosed(game) == [
        ("original", "lose", 10_000, -10_000),
        ("split", "win", 10_000, 10_000),
        ("double", "win", 10_000, 10_000),
    ]
    assert game.chips()["ann"] == 1000 + 50 + 100
    game.must(InvalidateGame, "brawl", by=SUPERVISOR)
    assert game.chips()["ann"] == 1000


@pytest.mark.clause(S65, "20.8.2.6")
@pytest.mark.clause(S24, "21.8.2.6")
@both
def test_forms_are_opened_after_the_final_settlement_by_boxes(name: str, section: str) -> None:
    game = SessionTable(name)
    for player in ("cat", "ann"):
        game.form(player, "100")
    game.round("9c 9d 9h 9s Kc Kd Kh Ks", bob="25")
    opened = [event.player for event in game.all(FormOpened)]
    assert opened == ["ann", "cat"]
    names = [event.name for event in game.events]
    assert names.index("round.ended") < names.index("form.opened")


@pytest.mark.clause(S65, "20.8.4", "20.1.1:undisclosed-wager")
@pytest.mark.clause(S24, "21/21.8.4", "21.1.1:undisclosed-wager")
@both
def test_a_form_is_read_by_nobody_else_before_and_by_anybody_after_the_round(
    name: str, section: str
) -> None:
    game = SessionTable(name)
    game.form("ann", "317")
    roles: tuple[Role, ...] = (
        *("player", "dealer", "inspector", "Surveillance", "Tournament Manager", "cashier"),
    )
    for role in roles:
        assert view_for(game.rules, game.table, Person("bob", role)).forms == (), role
    own = view_for(game.rules, game.table, Person("ann", "player")).forms
    assert [(form.player, form.kind, form.amount) for form in own] == [("ann", "original", 31_700)]
    assert view_for(game.rules, game.table, SUPERVISOR).forms == own
    game.round("9c 9d 9h 9s Kc Kd Kh Ks", bob="25", cat="25")
    for person in (Person("bob", "player"), Person("", "player")):
        session = view_for(game.rules, game.table, person).session
        assert session is not None
        assert [(form.player, form.amount) for form in session.opened] == [("ann", 31_700)]
    game.wagers(ann="25", bob="25", cat="25")
    game.do(c.CloseBets())
    assert game.session.opened
    game.deal("9c")
    assert game.session.opened == ()


@pytest.mark.clause(S65, "20.6.8")
@pytest.mark.clause(S24, "21.6.8")
@both
def test_the_50_of_a_super_bonus_goes_to_a_form_that_shows_a_wager(name: str, section: str) -> None:
    for amount, gets in (("25", 50 + 25), (None, -25)):
        game = SessionTable(name, (Player("ann", 1), Player("bob", 2)), undisclosed_wagers=1)
        game.form("bob", amount)
        game.wagers(ann="25")
        game.do(c.CloseBets())
        game.deal("7s Kc 7h 7s Kd")
        while game.table.phase == "offers":
            game.do(c.CloseOffers())
        game.do(c.Hit("ann", 1, 1))
        game.deal("7s")
        game.do(c.Stand("bob", 2, 1))
        game.deal("Ks")
        assert game.chips()["bob"] == 1000 + gets, amount
