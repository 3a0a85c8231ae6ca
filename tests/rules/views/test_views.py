"""Who sees what: nobody sees a field unless it is listed for them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game_table import NZ, PJ, S24, S65, GameTable
from houserules.core.cards import CARDS, Card, cards
from houserules.core.people import Moment, Person, Role
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table import view_types
from houserules.table.events import CardDealt
from houserules.table.face_down import ExposeCards
from houserules.table.irregularities.state import Irregularity
from houserules.table.judge import carry_out
from houserules.table.legal import legal, with_card
from houserules.table.staff.commands import GiveNotice
from houserules.table.staff.state import Notice, NoticeOwed
from houserules.table.state import Box, Table, changed
from houserules.table.tokens import ExchangeVoucher
from houserules.table.views import Finished, view_for
from random_rounds import Shoe
from repetitions import repetitions
from rules.views.face_down_table import (
    ANN,
    BOB,
    DEALER,
    DOWN,
    FACE_DOWN,
    INSPECTOR,
    UP,
    FaceDownTable,
)

ROLES: tuple[Role, ...] = get_args(Role)
EVERYBODY = [ANN, BOB, *[Person("vic", role) for role in ROLES]]
NOUNS = {noun for noun in vars(view_types).values() if is_dataclass(noun)}
PLAIN = {str, int, bool, type(None), tuple}

face_down = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, DOWN[n])) for n in FACE_DOWN]
)


def walk(value: Any) -> Iterator[Any]:
    """Yield a value and everything that can be reached from it."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, dict):
        for pair in value.items():
            yield from walk(pair)
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from walk(each)


def hands_seen(game: GameTable, person: Person) -> list[str]:
    """Return the first hand of each box as the person sees it; a back is a dot."""
    view = view_for(game.rules, game.table, person)
    return ["".join(str(card or ".") for card in box.hands[0].cards) for box in view.boxes]


@face_down
def test_face_down_cards_are_for_who_decides_on_them(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (1, "bob", "50"), (2, "bob", "20"))
    game.deal("9s 8d 6c 7h 8c")
    assert hands_seen(game, ANN) == ["9s7h", ".."]
    assert hands_seen(game, BOB) == ["..", "8d8c"]
    for role in ROLES:
        assert hands_seen(game, Person("vic", role)) == ["..", ".."], role
        if role != "player":  # the office decides, not the name
            assert hands_seen(game, Person("ann", role)) == ["..", ".."], role


@face_down
def test_with_the_cards_the_total_is_hidden(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"))
    game.deal("As 6c 7h")
    own = view_for(game.rules, game.table, ANN).boxes[0].hands[0]
    other = view_for(game.rules, game.table, DEALER).boxes[0].hands[0]
    assert (own.total, own.soft) == (18, True)
    assert (other.total, other.soft) == (None, None)


@face_down
def test_exposed_cards_are_for_everybody(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 8d 6c 7h 8c")
    game.do(ExposeCards("ann", 1))
    for person in EVERYBODY:
        assert hands_seen(game, person)[0] == "9s7h"
        hand = view_for(game.rules, game.table, person).boxes[0].hands[0]
        assert hand.total == 16


@face_down
def test_a_void_hand_that_nobody_has_seen_stays_unseen_in_the_rack(name: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9s 8d 6c 7h 8c")
    box = game.table.boxes[0]
    gone = changed(box, hands=(changed(box.hands[0], cleared=True, done=True),))
    game.table = changed(game.table, boxes=(gone, game.table.boxes[1]), discards=box.hands[0].cards)
    for person in EVERYBODY[1:]:
        assert hands_seen(game, person)[0] == ".."
        assert view_for(game.rules, game.table, person).discards == 2


# What hidden cards are may not change what anybody else sees.

OTHERS = cards("2s 3h 4d 5c")


def with_other_cards(table: Table, person: Person, rng: random.Random) -> Table:
    """Put other cards where this person sees backs, in the hands and in everything kept of them."""
    boxes = tuple([_with_others(box, person, rng) for box in table.boxes])
    log = tuple([CardDealt(rng.choice(OTHERS), 1, 1, 9, soft=False) for _ in range(3)])
    discards = tuple(rng.choice(OTHERS) for _ in table.discards)
    other = changed(table, boxes=boxes, log=log, discards=discards)
    return changed(other, before_round=other)


def _with_others(box: Box, person: Person, rng: random.Random) -> Box:
    first = box.hands[0]
    if not first.face_down or (person.role == "player" and person.name == box.controller):
        return box
    new = tuple(rng.sample(OTHERS, len(first.cards)))
    first = changed(first, cards=new, total=rng.randint(5, 9), soft=False)
    return changed(box, hands=(first, *box.hands[1:]))


def play(name: str, rng: random.Random) -> Iterator[tuple[FaceDownTable, Table]]:
    """Play a round with random legal commands, three players, some cards face down."""
    game = FaceDownTable(name, perfect_pairs="5")
    game.bet((1, "ann", "20"), (1, "bob", "10"), (3, "bob", "15"), (5, "cat", "20"))
    if rng.random() < 0.3:
        game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    shoe = Shoe(game.rules, rng)
    game.do(c.CloseBets())
    while game.table.phase != "over":
        yield game, game.table
        option = rng.choice(legal(game.rules, game.table))
        game.do(with_card(option, shoe.draw()) if option.takes_card else option.command)
    yield game, game.table


check = settings(
    max_examples=repetitions(16, 40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
randoms = st.integers(0, 2**32).map(random.Random)


@face_down
@check
@given(rng=randoms)
def test_nothing_that_anybody_sees_depends_on_cards_that_lie_face_down(
    name: str, rng: random.Random
) -> None:
    for game, table in play(name, rng):
        for person in (ANN, BOB, Person("vic", "player"), DEALER, INSPECTOR):
            other = with_other_cards(table, person, rng)
            view = view_for(game.rules, table, person)
            assert view == view_for(game.rules, other, person), person
            who = None if person is DEALER else person.name
            mine = [each for each in legal(game.rules, table) if each.who == who]
            assert mine == [each for each in legal(game.rules, other) if each.who == who], person


@face_down
@check
@given(rng=randoms)
def test_no_face_down_card_of_another_player_is_anywhere_in_a_view(
    name: str, rng: random.Random
) -> None:
    for game, table in play(name, rng):
        for person in (ANN, BOB, Person("vic", "player"), DEALER, INSPECTOR):
            view = view_for(game.rules, table, person)
            open_to = Counter(table.dealer)
            for box, _, hand in table.hands():
                if not hand.face_down or (
                    person.role == "player" and person.name == box.controller
                ):
                    open_to.update(hand.cards)
            seen = Counter([each for each in walk(view) if isinstance(each, Card)])
            assert seen == open_to, person


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_view_is_made_of_nothing_but_its_own_nouns(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "20"))
    game.deal("9s 6c 7h")
    table = changed(
        game.table,
        source=Source("card shoe", 384, 100, virtual=True, under=CARDS["As"], commitment="c0ffee"),
        before_round=game.table,
        log=tuple(game.events),
        irregularity=Irregularity("card in error", Clause("1"), "A card was dealt in error."),
    )
    for person in EVERYBODY:
        for each in walk(view_for(game.rules, table, person)):
            assert type(each) in {*PLAIN, *NOUNS, Card}, each


def test_the_walk_finds_what_is_hidden_deep() -> None:
    kept = changed(Table(), before_round=changed(Table(), dealer=cards("As")), racks={"ann": 1})
    found = list(walk((1, [kept])))
    assert CARDS["As"] in found
    assert "ann" in found


@pytest.mark.clause(S24, "4.7")
@pytest.mark.clause(S65, "3.7")
@pytest.mark.parametrize(("name", "clause"), [(S24, "4.7"), (S65, "3.7")])
def test_who_holds_cards_is_told_how_while_they_lie_face_down(name: str, clause: str) -> None:
    game = FaceDownTable(name)
    game.bet((1, "ann", "20"), (1, "bob", "20"))
    assert not view_for(game.rules, game.table, ANN).told
    game.deal("9s 6c 7h")
    told = view_for(game.rules, game.table, ANN).told
    assert [each.clause for each in told] == [clause]
    assert all(each.says.endswith(".") for each in told)
    for person in EVERYBODY[1:]:
        assert not view_for(game.rules, game.table, person).told
    game.do(ExposeCards("ann", 1))
    assert not view_for(game.rules, game.table, ANN).told


@pytest.mark.parametrize(
    ("name", "clause"),
    [
        *[pytest.param(n, UP[n], marks=pytest.mark.clause(n, UP[n])) for n in FACE_DOWN],
        pytest.param(NZ, "8.2(a)", marks=pytest.mark.clause(NZ, "8.2(a)")),
        pytest.param(PJ, "3.7", marks=pytest.mark.clause(PJ, "3.7")),
    ],
)
def test_face_up_cards_are_for_everybody_and_the_clause_is_shown(name: str, clause: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "20"))
    game.deal("9s 6c 7h")
    for person in EVERYBODY:
        view = view_for(game.rules, game.table, person)
        assert (view.facing.facing, view.facing.clause) == ("up", clause)
        assert view.boxes[0].hands[0].cards == cards("9s 7h")
        assert view.dealer == cards("6c")


@face_down
def test_everybody_sees_that_cards_are_dealt_face_down(name: str) -> None:
    game = FaceDownTable(name)
    for person in EVERYBODY:
        facing = view_for(game.rules, game.table, person).facing
        assert (facing.facing, facing.clause) == ("down", DOWN[name])


OFFICES = set(ROLES) - {"player", "Tournament Manager", "cashier"}


def test_a_player_sees_the_own_purse_and_the_house_all_of_them() -> None:
    game = GameTable(S24)
    for role in ROLES:
        view = view_for(game.rules, game.table, Person("ann", role))
        seen = [each.player for each in view.purses]
        own = ["ann"] if role == "player" else []
        assert seen == (["ann", "bob", "cat", "dan"] if role in OFFICES else own), role
        assert (view.float_tray is not None) == (role in OFFICES)
        assert (view.token_tray is not None) == (role in OFFICES)


def test_vouchers_and_their_conditions_are_for_who_had_them_and_for_the_house() -> None:
    game = GameTable(S24)
    for player in ("ann", "bob"):
        number, conditions = f"of {player}", f"for {player}"
        game.do(ExchangeVoucher(DEALER, Moment(0), number, player, 500, conditions))
    for role in ROLES:
        view = view_for(game.rules, game.table, Person("ann", role))
        seen = [(each.player, each.conditions) for each in view.vouchers]
        own = [("ann", "for ann")] if role == "player" else []
        assert seen == ([("ann", "for ann"), ("bob", "for bob")] if role in OFFICES else own), role


def test_notices_are_for_supervisors_managers_inspector_and_surveillance() -> None:
    game = GameTable(S24)
    told = GiveNotice(Person("sue", "Gaming Supervisor"), Moment(5), "inspector", "a device", "ann")
    game.do(told)
    given = Notice("inspector", "a device", "ann", "sue", Moment(5))
    finished = Finished(notices=(given,))  # as the floor remembers it
    owed = NoticeOwed("Surveillance", "a missing card", Clause("18.14"))
    game.table = changed(game.table, staff=changed(game.table.staff, owed=(owed,)))
    for role in ROLES:
        view = view_for(game.rules, game.table, Person("vic", role), finished=finished)
        about = [(each.to, each.about, each.player) for each in view.notices]
        kept = [("inspector", "a device", "ann"), ("Surveillance", "a missing card", None)]
        assert about == (kept if role in OFFICES - {"dealer"} else []), role
        texts = [each for each in walk(view) if isinstance(each, str)]
        assert ("a device" in texts) == bool(about)


def test_of_the_shoe_there_are_numbers_and_the_commitment_and_no_card() -> None:
    game = GameTable(S24)
    source = Source(
        "card shoe", 384, 300, virtual=True, burned=1, under=CARDS["7s"], commitment="c0ffee"
    )
    table = changed(game.table, source=source, discards=cards("2s 3s 4s"))
    for person in EVERYBODY:
        view = view_for(game.rules, table, person)
        assert view.shoe is not None
        assert (view.shoe.left, view.shoe.commitment, view.shoe.card_under) == (300, "c0ffee", True)
        assert view.discards == 4
        assert not any(isinstance(each, Card) for each in walk(view))


@dataclass(frozen=True)
class WithCard(Irregularity):
    """An irregularity that keeps a card in mind."""

    card: Card


def test_a_question_and_a_mishap_are_seen_by_everybody() -> None:
    game = GameTable(S24)
    game.bet((1, "ann", "20"), (1, "bob", "20"))
    game.deal("5s 6c 6h")
    outcome = carry_out(game.rules, game.table, c.Double("ann", 1, 1, 2000))
    assert not isinstance(outcome, Refusal)
    irregularity = WithCard("x", Clause("18.2"), "A card was dealt in error.", CARDS["Kd"])
    table = changed(outcome[1], irregularity=irregularity)
    for person in EVERYBODY:
        view = view_for(game.rules, table, person)
        assert view.question is not None
        assert (view.question.question, view.question.players) == ("double", ("bob",))
        assert view.mishap == view_types.MishapView("A card was dealt in error.", Clause("18.2"))
        assert CARDS["Kd"] not in list(walk(view))


@pytest.mark.clause(PJ, "5.7.1", "5.7.2")
def test_the_controlling_players_wager_is_first_in_line() -> None:
    game = GameTable(PJ)
    game.do(c.PlaceWager("bob", 1, 3000, seated=False))
    game.do(c.PlaceWager("cat", 1, 2000, seated=False))
    game.do(c.PlaceWager("ann", 1, 1000, seated=True))
    (box,) = view_for(game.rules, game.table, ANN).boxes
    assert [bettor.player for bettor in box.bettors] == ["ann", "bob", "cat"]
