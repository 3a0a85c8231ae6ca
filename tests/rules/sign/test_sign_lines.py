"""The sign in lines: what is shown is what is played, each line with its clause."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, GameTable, by_nsw_rulebook, by_rulebook
from houserules.core.money import Odds
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.sign.commands import (
    AllowMore,
    AnnounceLimits,
    GiveUpBox,
    LimitBettors,
    LimitBoxes,
    LimitPlayers,
    LimitSideWagers,
    LimitToOneBox,
    RaiseMinimum,
    ReportPatronage,
    ReserveBoxes,
    RestrictForFurtherShoes,
    RestrictForShoe,
)
from houserules.table.sign.lines import SignLine, sign_lines
from houserules.table.sign.placards import placards
from houserules.table.sign.state import SIDE_WAGERS, TO_ONE_BOX, TO_THE_MINIMUM
from houserules.table.staff.commands import ShowClosingSign
from houserules.table.state import Table
from rules.sign.sign_table import START, SignTable, after, place, stated
from seated_table import MANAGER, SUPERVISOR

BOX = "Wagers per box"


def lines(game: GameTable) -> list[SignLine]:
    return list(sign_lines(game.rules, game.table))


def said(game: GameTable, label: str) -> list[tuple[str, str]]:
    return [(line.text, line.clause) for line in lines(game) if line.label == label]


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.1", "6.1", "15.6", "6.1"))
def test_the_limits_that_are_shown_are_those_that_are_played(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "100", unit="5"), minimum="20")
    assert said(desk, BOX) == [("$10 to $100", clause)]
    unit = desk.rules.limits.unit.clause
    assert said(desk, "Above the minimum") == [("in steps of $5", unit)]
    without = GameTable(name, minimum="20", maximum="50")
    assert said(without, BOX) == [("$20 to $50", clause)]


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.parametrize(("name", "clause"), [(S24, "7.1"), (NZ, "15.2")])
def test_the_maximum_of_a_player_is_shown(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", None, player_maximum="40"))
    assert said(desk, "Maximum per player") == [("$40", clause)]
    assert said(desk, BOX)[0][0] == "$10 and up"


@pytest.mark.clause(S24, "7.5.3", "7.5.1.1", "7.5.1.2", "7.5.1.3")
@pytest.mark.clause(S65, "6.5.3", "6.5.1.1", "6.5.1.2", "6.5.1.3")
@pytest.mark.clause(PJ, "6.5.3", "6.5.1.1", "6.5.1.2", "6.5.1.3")
@pytest.mark.parametrize(
    ("name", "both", "new"),
    [(S24, "7.5.3", "7.5.4"), (S65, "6.5.3", "6.5.4"), (NZ, "2.0", "2.0"), (PJ, "6.5.3", "6.5.4")],
)
def test_both_minima_stand_on_the_sign_while_two_are_in_place(
    name: str, both: str, new: str
) -> None:
    desk = SignTable(name, stated("10", "500"), seats=(("ann", 1), ("cat", None)))
    desk.do(place("ann", 3, "10"))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25", "1000")))
    assert said(desk, "New limits, for players who join now") == [("$25 to $1,000", new)]
    kept = "$10 to $500; still accepted from $10 in steps of $0.50, up to the new maximum"
    assert said(desk, "Previous limits, ann at box 1") == [(kept, both)]
    assert said(desk, "Previous limits, cat") == [(kept, both)]
    desk.do(ComeToTable("ann", 5))  # the marker goes where its player sits
    assert said(desk, "Previous limits, ann at box 1") == []
    assert said(desk, "Previous limits, ann at box 5") == [(kept, both)]
    desk.do(LeaveTable("cat"))
    assert said(desk, "Previous limits, cat") == []


@pytest.mark.clause(S24, "7.6")
@pytest.mark.clause(S65, "6.6")
@pytest.mark.clause(PJ, "6.6")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.6", "6.6", "6.6"))
def test_one_players_own_limits_have_a_sign(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "500"))
    desk.do(AllowMore(SUPERVISOR, START, "bob", 5_000, 200_000, agreed=True))
    assert said(desk, "Limits of bob at box 2") == [("$50 to $2,000", clause)]


@pytest.mark.clause(S24, "7.5", "20.9")
@pytest.mark.clause(S65, "6.5", "19.8")
@pytest.mark.clause(PJ, "6.5", "17.8")
@pytest.mark.parametrize(
    ("name", "raising", "closing"),
    [(S24, "7.5", "20.9"), (S65, "6.5", "19.8"), (PJ, "6.5", "17.8")],
)
def test_what_is_to_come_stands_on_the_sign_with_its_hour(
    name: str, raising: str, closing: str
) -> None:
    desk = SignTable(name, stated("10", "500"))
    key, kind = ("suits", "suits-you") if name == PJ else ("pairs", "perfect-pairs")
    to_come = stated("25", "900", **{key: "5"})
    desk.do(AnnounceLimits(SUPERVISOR, START, to_come, after(20, 5)))
    # 10,000 seconds and 20:05 minutes
    assert said(desk, "Limits from 3:06 UTC") == [(f"$25 to $900, {kind} $5", raising)]
    later = stated("50", "900", unit="5", **{key: "5"})
    desk.do(AnnounceLimits(SUPERVISOR, START, later, after(60)))
    desk.do(ShowClosingSign(SUPERVISOR, START, after(30)))
    assert said(desk, "This table closes at") == [("3:16 UTC", closing)]
    hours = [(line.label, line.when) for line in lines(desk) if line.when is not None]
    assert hours == [
        ("Limits from 3:06 UTC", after(20, 5)),
        ("Limits from 3:46 UTC", after(60)),
        ("This table closes at", after(30)),
    ]
    text = f"$50 to $900, in steps of $5, {kind} $5"
    assert said(desk, "Limits from 3:46 UTC") == [(text, raising)]


@pytest.mark.clause(S24, "16.3", "16.4.2")
@pytest.mark.clause(S65, "15.3", "15.4.2")
@pytest.mark.clause(PJ, "13.3", "13.4.2")
@pytest.mark.clause(NZ, "15A.4")
@pytest.mark.parametrize(("name", "section"), by_rulebook("16", "15", "15A", "13"))
def test_the_amount_of_side_wagers_and_for_whom_they_are(name: str, section: str) -> None:
    key, label = ("suits", "Suits You wager") if name == PJ else ("pairs", "Perfect Pairs wager")
    amount = f"{section}.4" if name == NZ else f"{section}.3"
    desk = SignTable(name, stated("10"))
    assert said(desk, label) == [("not offered", amount)]
    desk = SignTable(name, stated("10", **{key: "5"}))
    assert said(desk, label) == [("$5", amount)]
    if name == NZ:
        return
    for who in ("Surveillance", "inspector"):
        desk.told(who, SIDE_WAGERS)
    desk.do(LimitSideWagers(MANAGER, START))
    restricted = ("only for players with an initial wager in the round", f"{section}.4.2")
    assert said(desk, label) == [("$5", amount), restricted]


@pytest.mark.clause(S24, "7.1", "16.3")
def test_a_range_of_a_side_wager_is_shown_as_one() -> None:
    desk = SignTable(S24, stated("10", pairs="5 25"))
    assert said(desk, "Perfect Pairs wager") == [("$5 to $25", "16.3")]


@pytest.mark.clause(S24, "6.5", "6.9", "6.14", "6.16")
def test_orders_that_players_must_know_are_shown() -> None:
    desk = SignTable(S24)
    assert said(desk, "Bettors per box") == [("up to 3", "6.5")]
    desk.do(LimitBettors(SUPERVISOR, START, 2))
    desk.do(LimitPlayers(SUPERVISOR, START, 4, one_a_box=True))
    desk.do(LimitBoxes(SUPERVISOR, START, 3))
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", (4, 5)))
    assert said(desk, "Bettors per box") == [("up to 2", "6.5")]
    assert said(desk, "Players at the table") == [("up to 4", "6.16")]
    assert said(desk, "Players per box") == [("one", "6.16")]
    assert said(desk, "Boxes per player") == [("up to 3", "6.9")]
    for box in ("Box 4", "Box 5"):
        assert said(desk, box) == [("reserved for cat", "6.14")]


@pytest.mark.clause(S24, "6.11", "6.12", "6.13")
@pytest.mark.clause(S65, "5.10", "5.11", "5.12")
@pytest.mark.clause(NZ, "5.8(a)")
@pytest.mark.clause(PJ, "5.10", "5.11", "5.12")
@pytest.mark.parametrize(
    ("name", "shoe", "further", "one"),
    [
        (S24, "6.11", "6.12", "6.13"),
        (S65, "5.10", "5.11", "5.12"),
        (NZ, "5.8(a)", "", ""),
        (PJ, "5.10", "5.11", "5.12"),
    ],
)
def test_whom_an_order_holds_is_shown_while_it_does(
    name: str, shoe: str, further: str, one: str
) -> None:
    desk = SignTable(name, stated("10"))
    desk.round("ann", "bob")
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25")))
    desk.do(RestrictForShoe(SUPERVISOR, START, "cat"))
    held = [("$10 or $25, until this shoe ends", shoe)]
    assert said(desk, "cat is held to") == held
    if name != NZ:
        for about in (TO_THE_MINIMUM, TO_ONE_BOX):
            desk.told("inspector", about, "cat")
        desk.do(RestrictForFurtherShoes(MANAGER, START, "cat"))
        desk.do(LimitToOneBox(MANAGER, START, "cat"))
        held = [
            ("$10 or $25, in this shoe and all further ones", further),
            ("$10 or $25, on one box", one),
        ]
        assert said(desk, "cat is held to")[1:] == held
    desk.new_shoe()
    assert said(desk, "cat is held to") == (held if name != NZ else [])


@pytest.mark.clause(NZ, "15.4", "15.5")
def test_a_full_house_and_a_box_given_up_are_shown() -> None:
    seats = [("ann", 1), ("cat", None), *[(f"p{box}", box) for box in range(3, 8)]]
    desk = SignTable(NZ, stated("10"), seats=tuple(seats))
    desk.do(ReportPatronage(SUPERVISOR, START, full=True))
    for box in (1, 2):
        desk.do(place("ann", box, "10"))
    desk.do(GiveUpBox(SUPERVISOR, START, "ann", 2, "cat"))
    full = [("seated players decide for their own box only", "15.5")]
    assert said(desk, "Full house") == full
    assert said(desk, "Box 2") == [("given up by ann to cat", "15.4")]
    desk.do(ReportPatronage(SUPERVISOR, START, full=False))
    assert said(desk, "Full house") == []


@pytest.mark.clause(S24, "3.2.3", "3.2.3.1", "3.2.3.2", "3.2.3.3")
@pytest.mark.clause(S65, "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3")
@pytest.mark.clause(NZ, "3.2(b)", "3.2(b)(i)", "3.2(b)(ii)", "3.2(b)(iii)")
@pytest.mark.clause(PJ, "2.2.3", "2.2.3.1")
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        (
            S24,
            [
                ("Pontoon pays 3 to 2", "3.2.3.1"),
                ("Dealer must stand on hard 17 or soft 18", "3.2.3.2"),
                ("Insurance pays 2 to 1", "3.2.3.3"),
            ],
        ),
        (
            S65,
            [
                ("Pontoon pays 6 to 5", "2.2.3.1"),
                ("Dealer must stand on hard 17 or soft 18", "2.2.3.2"),
                ("Insurance pays 2 to 1", "2.2.3.3"),
            ],
        ),
        (
            NZ,
            [
                ("Pontoon pays 3 to 2", "3.2(b)(i)"),
                ("Dealer must draw to hard 16 or soft 17", "3.2(b)(ii)"),
                ("Insurance pays 2 to 1", "3.2(b)(iii)"),
            ],
        ),
        (PJ, [("Dealer must stand on 17 and draw to 16", "2.2.3.1")]),
    ],
)
def test_the_inscriptions_of_the_layout(name: str, texts: list[tuple[str, str]]) -> None:
    assert said(GameTable(name), "On the layout") == texts


@pytest.mark.clause(S24, "11.5")
@pytest.mark.clause(S65, "10.5")
@pytest.mark.clause(NZ, "15A.8")
def test_the_payout_schedule_is_shown() -> None:
    for name, clause in ((S24, "11.5"), (S65, "10.5")):
        game = GameTable(name)
        assert said(game, "Super Bonus, small / large") == [("$1,000 / $5,000", clause)]
        assert said(game, "Super Bonus from a wager of") == [("$5 / $25", clause)]
        assert said(game, "Other players at a Super Bonus") == [("$50", clause)]
        for label in ("6-7-8", "7-7-7"):
            shown = said(game, f"{label}, mixed / suited / spades")
            assert shown == [("3 to 2 / 2 to 1 / 3 to 1", clause)]
        odds = said(game, "21 with 5 / 6 / 7 or more cards")
        assert odds == [("3 to 2 / 2 to 1 / 3 to 1", clause)]
    pays = said(GameTable(NZ), "Pair: mixed / coloured / perfect")
    assert pays == [("5 to 1 / 10 to 1 / 25 to 1", "11.2A")]


@pytest.mark.clause(S24, "11.5")
@pytest.mark.clause(S65, "10.5")
@pytest.mark.clause(NZ, "11.2", "12.5", "13.6")
@pytest.mark.parametrize(
    ("name", "hand", "split", "doubled"),
    [
        (S24, "11.5", "11.5", ("on doubled hands", "11.5")),
        (S65, "10.5", "10.5", ("on doubled hands", "10.5")),
        (NZ, "11.2", "13.6", ("on doubled wagers", "12.5")),
    ],
)
def test_the_sign_says_which_hand_wins_the_super_bonus(
    name: str, hand: str, split: str, doubled: tuple[str, str]
) -> None:
    text = "7-7-7 in one suit, when the dealer's first card is a 7; on top of the odds"
    assert said(GameTable(name), "Super Bonus hand") == [(text, hand)]
    assert said(GameTable(name), "No Super Bonus") == [("on split hands", split), doubled]


def test_pinkjack_has_no_super_bonus() -> None:
    assert not [line for line in lines(GameTable(PJ)) if "Super Bonus" in line.label]


def test_the_inscription_changes_with_the_value_that_is_played() -> None:
    rules = vary(rulebook(S24), "pontoon_pays", "6 to 5")
    texts = [line.text for line in sign_lines(rules, Table())]
    assert "Pontoon pays 6 to 5" in texts
    assert rules.pontoon.pontoon_pays.value == Odds(6, 5)  # type: ignore[union-attr]


@pytest.mark.clause(S24, "14.9.1")
@pytest.mark.clause(S65, "13.9.1")
@pytest.mark.parametrize(
    ("name", "clause"), [(S24, "14.9.1"), (S65, "13.9.1"), (NZ, "13.4(a)"), (PJ, "11.4")]
)
def test_players_see_that_they_may_split_again(name: str, clause: str) -> None:
    options = {"resplit": True} if name in (S24, S65) else {}
    assert said(GameTable(name, **options), "Splitting again") == [
        ("up to 3 hands per box", clause)
    ]
    if options:
        assert said(GameTable(name), "Splitting again") == []


@pytest.mark.clause(S24, "6.7.1")
@pytest.mark.clause(S65, "6.7.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_low_limit_gaming_is_shown(name: str) -> None:
    game = GameTable(name, low_limit=True)
    assert said(game, "Low limit gaming") == [("no tournaments", "6.7.1")]
    assert said(GameTable(name), "Low limit gaming") == []


@pytest.mark.parametrize("name", ALL)
def test_every_line_has_a_clause_of_the_document(name: str) -> None:
    desk = SignTable(name)
    register = register_of(desk.rules.registers)
    shown = lines(desk)
    assert all(line.label and line.text and register.has(line.clause) for line in shown)


@pytest.mark.clause(S24, "7.5", "7.5.1.1", "7.6", "20.9")
@pytest.mark.clause(S65, "6.5", "6.5.1.1", "6.6", "19.8")
@pytest.mark.clause(PJ, "6.5", "6.5.1.1", "6.6", "17.8")
@pytest.mark.parametrize(
    ("name", "raising", "marker", "own", "closing"),
    [
        (S24, "7.5", "7.5.1.1", "7.6", "20.9"),
        (S65, "6.5", "6.5.1.1", "6.6", "19.8"),
        (PJ, "6.5", "6.5.1.1", "6.6", "17.8"),
    ],
)
def test_players_read_what_changes_where_they_sit(
    name: str, raising: str, marker: str, own: str, closing: str
) -> None:
    desk = SignTable(name, stated("10", "500"))
    assert list(placards(desk.rules, desk.table)) == []
    desk.do(place("ann", 1, "10"))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25", "500")))
    desk.do(AllowMore(SUPERVISOR, START, "bob", 5_000, 200_000, agreed=True))
    desk.do(AnnounceLimits(SUPERVISOR, START, stated("50", "900"), after(30)))
    desk.do(ShowClosingSign(SUPERVISOR, START, after(40)))
    shown = list(placards(desk.rules, desk.table))
    found = {one.subject: one for one in shown}
    assert (found["closing"].when, found["closing"].clause) == (after(40), closing)
    to_come = found["limits to come"]
    assert (to_come.text, to_come.when) == ("minimum $50, maximum $900", after(30))
    assert to_come.clause == raising
    kept = next(one for one in shown if one.subject == "marker" and one.player == "ann")
    assert (kept.player, kept.box, kept.clause) == ("ann", 1, marker)
    assert kept.text.startswith("ann keeps the previous minimum $10")
    assert (found["own limits"].player, found["own limits"].clause) == ("bob", own)
