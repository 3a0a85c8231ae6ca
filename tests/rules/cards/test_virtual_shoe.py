"""The virtual shoe and the house's dealer: the same table, with every card's place known."""

import random

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import Card, cards
from houserules.core.refusal import Refusal
from houserules.rulebook.values import NotOffered
from houserules.shoe.stack import decks_of
from houserules.shoe.state import Source
from houserules.shoe.virtual_shoe import CUTTING_CARD, VirtualShoe, rest_of
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards.census import on_layout
from houserules.table.cards.events import CardBurned
from houserules.table.cards.house_dealer import follow, house_command, shuffled_for
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.irregularities.commands import EndReturnOffer, ReportMalfunction
from houserules.table.judge import carry_out
from houserules.table.legal import legal, with_amount
from houserules.table.state import Table, changed
from rules.cards.shoe_table import AUTOMATIC, DEVICE, ShoeTable
from seated_table import NOW, SUPERVISOR, count_cards


class Seeded:
    """Bytes of a test's own choosing."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def take(self, count: int, /) -> bytes:
        return self.chance.randbytes(count)


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("5.6", "4.6", "7.6", "4.7"))
@pytest.mark.parametrize(
    ("before", "cause"),
    [
        (0, "cutting card first"),
        (1, "cutting card on the dealer's hand"),
        (2, "cutting card on a box"),
    ],
)
def test_the_cutting_card_comes_out_exactly_where_it_was_put(
    name: str, clause: str, before: int, cause: str
) -> None:
    game = ShoeTable(name).sit(ann=1).ready(virtual=True)
    source = game.source
    assert source.behind is not None
    gone = source.left - source.behind - before
    source = changed(source, left=source.left - gone, burned=source.burned + gone)
    game.table = changed(game.table, source=source)
    game.begin((1, "ann"))
    for _ in range(before):
        assert_refused(game.cutting_card(), "cutting-card.not-next", clause)
        game.deal_some(1)
    assert_refused(game.say(c.DealCard(game.card())), "cutting-card.next", clause)
    assert [o.kind for o in legal(game.rules, game.table)] == [k.DrawCuttingCard]
    assert game.cutting_card() is None
    assert game.last("cutting-card.out").cause == cause
    if before:
        game.play_out()
    assert game.due[0] == "shuffle"


def test_a_shoe_without_a_cutting_card_says_so() -> None:
    game = ShoeTable(NZ).sit(ann=1).ready(virtual=True)
    source = Source("card shoe", 384, 383, virtual=True, burned=1)
    game.table = changed(game.table, source=source)
    answer = game.cutting_card()
    assert_refused(answer, "cutting-card.not-next", "7.6")
    assert answer and answer.detail == "No cutting card was put into the stack."


def test_a_virtual_shoe_answers_what_comes_next() -> None:
    shoe = VirtualShoe(cards("7s 8h 9c"))
    source = Source("card shoe", 3, 3, virtual=True, behind=2)
    assert shoe.comes_next(source, first_of_round=True) is cards("7s")[0]
    shoe, source = shoe.without_top(burned=True), Source("card shoe", 3, 2, virtual=True, behind=2)
    assert shoe.comes_next(source, first_of_round=True) == CUTTING_CARD
    assert (shoe.burned, shoe.stack) == (cards("7s"), cards("8h 9c"))
    assert shoe.reveal(cards("7s")[0]).burned == ()
    shoe, source = shoe.without_top(under=True), Source("card shoe", 3, 1, virtual=True, behind=1)
    assert shoe.comes_next(source, first_of_round=True) is cards("8h")[0]
    assert shoe.comes_next(source, first_of_round=False) == CUTTING_CARD
    gone = shoe.without_under(cards("8h")[0])
    assert gone.comes_next(source, first_of_round=True) == CUTTING_CARD


def test_a_shoe_and_a_table_that_disagree_are_our_mistake() -> None:
    with pytest.raises(AssertionError, match="count different cards"):
        VirtualShoe(cards("7s")).comes_next(Source("card shoe", 2, 2), first_of_round=True)


def test_a_cut_moves_the_front_behind_the_rest() -> None:
    shoe = VirtualShoe().prepare(cards("7s 8h 9c"), Seeded(1)).refill(with_rack=True)
    order = shoe.stack
    assert sorted(map(str, order)) == ["7s", "8h", "9c"]
    assert shoe.cut_at(1).stack == (*order[1:], order[0])


def test_what_is_shuffled_is_all_but_the_layout() -> None:
    decks = cards("7s 7s 8h 9c")
    assert rest_of(decks, cards("7s 9c")) == cards("7s 8h")


class House:
    """A table dealt by the house from a virtual shoe, and players who do anything legal."""

    def __init__(self, name: str, seed: int, **options: object) -> None:
        self.game = ShoeTable(name, **options).sit(ann=1, bob=3, cat=6)
        self.game.open(virtual=True)
        self.entropy = Seeded(seed)
        self.chance = random.Random(seed)
        self.shoe = VirtualShoe()

    @property
    def table(self) -> Table:
        return self.game.table

    def step(self) -> None:
        """Let the house go on, or a player; every command must be allowed."""
        rules = self.game.rules
        self.shoe = shuffled_for(rules, self.table, self.shoe, self.entropy)
        self.say(house_command(rules, self.table, self.shoe) or self._player())

    def say(self, command: c.Command) -> None:
        """Give a command that must be allowed."""
        outcome = carry_out(self.game.rules, self.table, command)
        assert not isinstance(outcome, Refusal), (command, outcome)
        self.happen(*outcome[0])

    def happen(self, *events: Event) -> None:
        """Let table and shoe follow events."""
        self.shoe = follow(self.shoe, self.table, events, self.entropy)
        self.game.events += events
        for event in events:
            self.game.table = evolve(self.table, event)
        self.check()

    def _player(self) -> c.Command:
        options = legal(self.game.rules, self.table)
        assert options, self.table
        kinds = sorted({each.kind.__name__ for each in options})
        close = "CloseBets" in kinds and self.chance.random() < 0.3
        kind = "CloseBets" if close else self.chance.choice(kinds)
        option = self.chance.choice([o for o in options if o.kind.__name__ == kind])
        return with_amount(option, option.least)

    def check(self) -> None:
        """Table and shoe agree: nothing is lost, nothing is twice."""
        source = self.game.source
        assert count_cards(self.table) == source.all_cards
        if any(due.step == "shuffle" for due in source.due):
            return  # before the shuffle the shoe's cards are of no account
        assert len(self.shoe.stack) == source.left
        assert len(self.shoe.burned) == source.burned
        everywhere: list[Card] = [*self.shoe.stack, *self.shoe.burned, *self.table.discards]
        assert sorted(map(str, [*everywhere, *on_layout(self.table)])) == DECKS[self.game.rules.id]


DECKS = {name: sorted(map(str, decks_of(ShoeTable(name, decks=6).rules))) for name in ALL}


@pytest.mark.clause(S24, "5.1.3", "5.6", "8.2")
@pytest.mark.clause(NZ, "7.6", "8.7")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in ALL),
        *((name, DEVICE) for name in (S24, S65, PJ)),
        (NZ, AUTOMATIC),
        (NZ, {"first_card_burned": False, "cutting_cards": 2}),
    ],
)
def test_random_play_keeps_every_card_and_has_no_dead_end(
    name: str, options: dict[str, object]
) -> None:
    house = House(name, 7, decks=6, **options)
    while house.table.rounds < 40:
        house.step()
    shuffles = house.game.source.shoe
    assert shuffles == 1 if options == DEVICE else shuffles > 1


@pytest.mark.parametrize("name", ALL)
def test_the_house_waits_for_the_player_who_is_asked_to_cut(name: str) -> None:
    house = House(name, 3, decks=6)
    while not house.game.due or house.game.due[0] != "cut":
        house.step()
    assert house_command(house.game.rules, house.table, house.shoe) is None
    options = [(o.who, o.kind) for o in legal(house.game.rules, house.table)]
    assert options[:2] == [("ann", k.CutCards), ("ann", k.DeclineCut)]
    for player in ("ann", "bob", "cat"):
        house.game.do(k.DeclineCut(player))
    assert isinstance(house_command(house.game.rules, house.table, house.shoe), k.CutForPlayers)


@pytest.mark.clause(NZ, "8.1")
def test_the_house_shows_the_card_that_it_burned() -> None:
    house = House(NZ, 3, decks=6)
    while not house.game.source.burned or house.game.due:
        house.step()
    burned = house.shoe.burned[0]
    house.game.do(k.AskToSeeBurnedCard("ann"))
    assert house_command(house.game.rules, house.table, house.shoe) == k.ShowBurnedCard(
        *_stand_in(house), burned
    )
    house.step()
    assert (house.shoe.burned, house.table.discards) == ((), (burned,))


def _stand_in(house: House) -> tuple[object, object]:
    command = house_command(house.game.rules, house.table, house.shoe)
    assert isinstance(command, k.ShowBurnedCard)
    return command.by, command.at


def test_every_rulebook_knows_whether_it_has_a_device() -> None:
    for name in ALL:
        assert isinstance(ShoeTable(name).rules.device, NotOffered) == (name == NZ)


def test_a_card_that_left_before_others_were_mixed_in_is_found() -> None:
    shoe = VirtualShoe(cards("7s 8h 9c 8h"))
    assert shoe.without(cards("8h")[0]).stack == cards("7s 9c 8h")
    assert shoe.without(cards("2d")[0]).stack == cards("8h 9c 8h")  # whatever it was, one has left


@pytest.mark.clause(S24, "18.9", "19.5.3")
@pytest.mark.clause(S65, "17.9", "18.5.3")
@pytest.mark.clause(PJ, "15.9", "16.5.4")
@pytest.mark.parametrize("name", NSW)
def test_a_shoe_that_stood_in_for_a_device_may_run_out(name: str) -> None:
    house = House(name, 5, decks=6, **DEVICE)
    while not house.table.dealer:
        house.step()
    house.say(ReportMalfunction(SUPERVISOR, NOW, harms=False, other_device=False, practicable=True))
    house.say(EndReturnOffer(SUPERVISOR, NOW))
    while house.game.due:
        house.step()
    assert house.game.source.preparation.cause == "malfunction"
    while house.game.source.left > 1:
        if house.game.source.cutting_card_is_next:
            house.step()
        else:
            house.happen(CardBurned(None, house.game.rules.burn.first_card_burned.clause))
    while house.game.source.preparation.cause != "ran out" or house.table.rounds < 3:
        house.step()


def test_a_round_redealt_in_another_order_leaves_the_card_from_under_the_shoe_in_it() -> None:
    shoe = VirtualShoe(cards("7s 9c"), under=cards("8h")[0])
    assert shoe.without_under(cards("7s")[0]) == VirtualShoe(cards("8h 9c"))


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8")
@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in ALL), *((name, DEVICE) for name in NSW), (NZ, AUTOMATIC)],
)
def test_nothing_at_the_table_tells_the_order_of_the_shoe(
    name: str, options: dict[str, object]
) -> None:
    one, other = (House(name, seed, decks=6, **options) for seed in (1, 2))
    for house in (one, other):
        house.chance = random.Random(1)
        while house.table.phase == "betting" or house.game.due:
            house.step()
    assert one.shoe.stack != other.shoe.stack
    assert one.shoe.burned and one.shoe.burned != other.shoe.burned
    assert (one.table, one.game.events) == (other.table, other.game.events)
