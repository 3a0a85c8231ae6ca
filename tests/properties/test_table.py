"""Any sequence of legal commands keeps what must always be true."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houserules.core.cards import CARDS, Card
from houserules.core.refusal import Refusal
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.evolve import evolve
from houserules.table.judge import carry_out, decide, why_not
from houserules.table.legal import Open, legal, with_amount, with_card
from houserules.table.state import Table
from random_rounds import SIDE, Shoe, random_setup
from repetitions import repetitions
from twins.direct_rules import total_of as direct_total

PLAYERS = ("ann", "bob", "cat")
START = 40_000


def setup(name: str, rng: random.Random) -> tuple[Rulebook, Table]:
    """Open a table with random options and three players with few chips."""
    options = random_setup(name, rng)["table"]
    side = SIDE.get(name, ("perfect_pairs", ""))[0]
    rules = choose(rulebook(name), {**options, side: "5", "maximum": "60"})
    table = Table()
    for player in PLAYERS:
        table = done(rules, table, c.BringChips(player, START))
    return rules, table


def done(rules: Rulebook, table: Table, command: c.Command) -> Table:
    outcome = carry_out(rules, table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return outcome[1]


def chosen(options: list[Open], rng: random.Random) -> Open:
    """Pick a kind of command first, so that the many wagers do not drown the rest."""
    kind = rng.choice(sorted({each.kind.__name__ for each in options}))
    return rng.choice([each for each in options if each.kind.__name__ == kind])


def filled(option: Open, shoe: Shoe, rng: random.Random) -> c.Command:
    if option.takes_card:
        return with_card(option, shoe.draw())
    steps = (option.most - option.least) // option.step
    return with_amount(option, option.least + option.step * rng.randint(0, max(0, steps)))


def steps(name: str, rng: random.Random) -> Iterator[tuple[Rulebook, Table, c.Command, Shoe]]:
    """Play two rounds with random legal commands, and show every table on the way."""
    rules, table = setup(name, rng)
    shoe = Shoe(rules, rng)
    while table.rounds < 3:
        options = legal(rules, table)
        assert options, f"a dead end: {table}"
        command = filled(chosen(options, rng), shoe, rng)
        yield rules, table, command, shoe
        table = done(rules, table, command)


def chips(table: Table) -> int:
    return sum(table.racks.values()) + table.layout() + table.float_tray


def cards_on(table: Table) -> Counter[Card]:
    on_table = [card for _, _, hand in table.hands() if not hand.cleared for card in hand.cards]
    return Counter([*on_table, *table.dealer, *table.discards])


def check_totals(table: Table) -> None:
    for _, _, hand in table.hands():
        if hand.cards and not hand.doubled_at:
            texts = [str(card) for card in hand.cards]
            assert hand.total == direct_total(texts), hand


check = settings(
    max_examples=repetitions(15, 40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
randoms = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("name", RULEBOOKS)
@check
@given(rng=randoms)
def test_every_event_conserves_chips_and_cards(name: str, rng: random.Random) -> None:
    for rules, table, command, _ in steps(name, rng):
        events = decide(rules, table, command)
        assert not isinstance(events, Refusal)
        cards = cards_on(table)
        if isinstance(command, c.DealCard):
            cards[command.card] += 1
        after = table
        for event in events:
            after = evolve(after, event)
            assert chips(after) == START * len(PLAYERS), event
            assert all(held >= 0 for held in after.racks.values()), event
        assert cards_on(after) == cards
        check_totals(after)


@pytest.mark.parametrize("name", RULEBOOKS)
@check
@given(rng=randoms)
def test_replayed_events_give_the_same_table(name: str, rng: random.Random) -> None:
    for rules, table, command, _ in steps(name, rng):
        outcome = carry_out(rules, table, command)
        assert not isinstance(outcome, Refusal)
        again = table
        for event in outcome[0]:
            again = evolve(again, event)
        assert again == outcome[1]


def thinkable(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """Yield every command that anybody could think of, with amounts left to the judge."""
    boxes, hands = range(0, 5), range(0, 4)
    yield from (c.CloseBets(), c.CloseOffers(), c.ClearTable(), c.DealCard(CARDS["As"]))
    for player, box in product((*PLAYERS, "nobody"), boxes):
        yield c.PlaceWager(player, box, rules.limits.minimum.value, seated=True)
        yield c.WithdrawWager(player, box)
        for kind in ("perfect-pairs", "suits-you"):
            yield c.PlaceSideWager(player, box, kind, 500, "s" if kind == "suits-you" else None)
            yield c.WithdrawSideWager(player, box, kind)
        yield c.Insure(player, box, 50)
        yield c.Surrender(player, box)
        yield c.Decline(player, box)
        for hand in hands:
            yield from (c.Hit(player, box, hand), c.Stand(player, box, hand))
            yield from (c.Split(player, box, hand), c.Designate(player, box, hand))
            yield from (c.Forfeit(player, box, hand), c.Double(player, box, hand, 500))
    yield from (c.ReportAbsent(box, hand) for box, hand in product(boxes, hands))


def kind_of(command: c.Command) -> c.Command:
    """Leave the amount out of a command, so that it can be compared with an open one."""
    if isinstance(command, c.PlaceWager):
        return replace(command, amount=0, seated=True)
    return replace(command, amount=0) if isinstance(command, c.Insure | c.Double) else command


@pytest.mark.parametrize("name", RULEBOOKS)
@settings(check, max_examples=repetitions(5, 12))
@given(rng=randoms)
def test_what_is_not_listed_is_refused_with_a_clause(name: str, rng: random.Random) -> None:
    register = register_of(rulebook(name).registers)
    for rules, table, _, _ in steps(name, rng):
        options = legal(rules, table)
        open_now = {kind_of(each.command) for each in options if not each.takes_card}
        open_now |= {with_card(each, CARDS["As"]) for each in options if each.takes_card}
        for command in thinkable(rules, table):
            refusal = why_not(rules, table, command)
            if refusal is None:
                assert kind_of(command) in open_now, (command, table)
                continue
            assert register.has(refusal.clause), refusal
            assert refusal.detail.endswith("."), refusal
            assert decide(rules, table, command) == refusal


@pytest.mark.parametrize("name", RULEBOOKS)
@check
@given(rng=randoms)
def test_amounts_from_least_to_most_are_open_and_more_is_not(name: str, rng: random.Random) -> None:
    for rules, table, _, _ in steps(name, rng):
        for option in legal(rules, table):
            if not isinstance(option.command, c.PlaceWager | c.Insure | c.Double):
                continue
            for amount in (option.least, option.most, option.least + option.step):
                if amount <= option.most:
                    assert why_not(rules, table, with_amount(option, amount)) is None, option
            too_much = with_amount(option, option.most + option.step)
            assert why_not(rules, table, too_much) is not None, option
            assert why_not(rules, table, with_amount(option, 0)) is not None, option
