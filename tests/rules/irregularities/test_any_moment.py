"""Irregularities at random moments of random rounds: nothing is lost, and there is a way on."""

import random
from collections.abc import Iterator
from functools import reduce

import pytest

from game_table import ALL, NZ, S24
from houserules.core.cards import Card, deck
from houserules.core.refusal import Refusal
from houserules.rulebook.clauses import register_of
from houserules.table import commands as c
from houserules.table.events import CardDealt
from houserules.table.evolve import evolve
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.commands import ReportMalfunction
from houserules.table.irregularities.previous_round import round_of
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import Open, legal, with_amount
from houserules.table.people.commands import (
    DeclareWagersVoid,
    ExcludeFromGame,
    FindDeviceUse,
    FindWagerInvalid,
    RefuseWager,
)
from houserules.table.staff.commands import InvalidateGame
from houserules.table.state import Table
from repetitions import repetitions
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR, chips_in_all, count_cards

SEEDS = repetitions(12, 25)
ROUNDS = 4
SELDOM = (c.WithdrawWager, c.WithdrawSideWager, c.ReportAbsent, m.DismissMisdeal)


def any_card(game: IrregularTable, rng: random.Random) -> Card:
    """A card of the decks, often one of a few, so that rare hands are met."""
    tens = game.rules.equipment.tens_in_deck.value
    ranks = rng.choice(["A", "8", "JQK", "A23456789JQK", "A23456789JQK"])
    return rng.choice([card for card in deck(tens=tens) if card.rank in ranks])


def orders(game: IrregularTable, rng: random.Random) -> Iterator[tuple[Card, ...] | None]:
    """How the cards of the round may really have come."""
    yield None
    played = round_of(game.table)
    dealt = [each.card for each in played.log if isinstance(each, CardDealt)] if played else []
    if len(dealt) > 1:
        first, second = rng.sample(range(len(dealt)), 2)
        swapped = list(dealt)
        swapped[first], swapped[second] = dealt[second], dealt[first]
        yield tuple(swapped)
        yield (*dealt[:first], any_card(game, rng), *dealt[first + 1 :])
        yield tuple(dealt[:first])
    yield (*dealt, any_card(game, rng))
    yield tuple(dealt)


def reports(game: IrregularTable, rng: random.Random) -> Iterator[c.Command]:
    """One of everything that can be reported or ordered, sensible or not."""
    card = any_card(game, rng)
    yield m.ReportFacedCard(DEALER, NOW, card)
    yield m.HaveCardsChecked(SUPERVISOR, NOW)
    yield m.ReportCardInError(DEALER, NOW, rng.choice([card, card, None]))
    yield m.ReportEmptyRound(DEALER, NOW, (card,))
    yield m.ReportNotOffered(DEALER, NOW, rng.choice(["insurance", "surrender"]))
    yield m.ReportMisdeal(DEALER, NOW, rng.choice(list(orders(game, rng))))
    yield m.ReportMisdeal(DEALER, NOW, rng.choice(list(orders(game, rng))))
    yield m.ReportWrongCards(DEALER, NOW, "missing")
    yield c.ReportAbsent(rng.randint(1, 3), rng.randint(1, 2))
    yield InvalidateGame(SUPERVISOR, NOW, "fire")
    yield FindDeviceUse(SUPERVISOR, NOW, "cat", "a calculator")
    yield DeclareWagersVoid(SUPERVISOR, NOW, "cat")
    yield ExcludeFromGame(SUPERVISOR, NOW, "cat")
    yield RefuseWager(SUPERVISOR, NOW, "ann", 1, "placed late")
    if game.rules.id == S24:
        yield FindWagerInvalid(SUPERVISOR, NOW, rng.choice(["ann", "bob"]), "for another person")
    if game.rules.id != NZ:
        how = [rng.random() < 0.5 for _ in range(3)]
        yield ReportMalfunction(DEALER, NOW, *how)
    yield m.ReportCardInError(DEALER, NOW, None, to_dealer=True)
    if own := game.table.dealer[1:]:
        yield m.VoidMisdeal(SUPERVISOR, NOW, ((1, 1),), own[: rng.randint(0, len(own))])


def drawn(game: IrregularTable, rng: random.Random) -> c.DealCard:
    """A card that can come out now."""
    while True:
        command = c.DealCard(any_card(game, rng))
        if why_not(game.rules, game.table, command) is None:
            return command


def chosen(game: IrregularTable, rng: random.Random) -> c.Command:
    """Pick a kind of lawful command first, so that wagers do not drown the rest."""
    options = legal(game.rules, game.table)
    assert options, f"a dead end: {game.table}"
    names = sorted({each.kind.__name__ for each in options})
    often = [n for n in names if n not in {kind.__name__ for kind in SELDOM}] or names
    name = rng.choice(often if rng.random() < 0.9 else names)
    option: Open = rng.choice([o for o in options if o.kind.__name__ == name])
    if option.takes_card:
        return drawn(game, rng)
    steps = max(0, (option.most - option.least) // option.step)
    return with_amount(option, option.least + option.step * rng.randint(0, steps))


def check(game: IrregularTable, before: Table, command: c.Command) -> bool:
    """Carry a command out; every event keeps chips and cards, and events alone make the table."""
    outcome = carry_out(game.rules, before, command)
    if isinstance(outcome, Refusal):
        assert outcome.detail.endswith("."), outcome
        assert register_of(game.rules.registers).has(outcome.clause), outcome
        return False
    table = before
    for event in outcome[0]:
        table = evolve(table, event)
        assert chips_in_all(table) == chips_in_all(before), (command, event)
        assert all(held >= 0 for held in table.racks.values()), (command, event)
        assert table.source is not None
        assert count_cards(table) == table.source.cards, (command, event)
    assert table == outcome[1] == reduce(evolve, outcome[0], before)
    game.table = table
    return True


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", ALL)
def test_reports_at_any_moment_lose_nothing_and_end_nowhere(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    device = name != NZ and seed % 2
    kind = "shuffling device" if device else "card shoe"
    game = IrregularTable(name, kind=kind, **({"dealt_from": kind} if device else {}))  # type: ignore[arg-type]
    for _ in range(400):
        if game.table.rounds >= ROUNDS and game.table.phase == "betting":
            break
        if rng.random() < 0.15:
            check(game, game.table, rng.choice(list(reports(game, rng))))
        assert check(game, game.table, chosen(game, rng)), game.table
    assert game.table.rounds


def test_every_irregularity_is_met() -> None:
    """The seeds reach what they are there for."""
    met: set[str] = set()
    for name in ALL:
        rng = random.Random(f"met {name}")
        game = IrregularTable(name)
        for _ in range(3000):
            broke = game.table.racks["ann"] + game.table.racks["bob"] < 500_000
            if broke and game.table.phase == "betting":
                game = IrregularTable(name)
            command = rng.choice(list(reports(game, rng))) if rng.random() < 0.15 else None
            before = game.table
            if command is None or not check(game, before, command):
                check(game, before, chosen(game, rng))
            met |= {type(game.table.irregularity).__name__} if game.table.irregularity else set()
            met |= {"for dealer"} if game.table.aftermath.for_dealer else set()
            met |= {"refused"} if game.table.aftermath.refused else set()
            met |= {"ready"} if game.table.aftermath.ready else set()
    assert met == {
        "CardOnOffer",
        "LateOffer",
        "WrongDeal",
        "ShoeVoid",
        "for dealer",
        "refused",
        "ready",
    }
