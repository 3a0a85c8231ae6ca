"""Every refusal that the table gives is in the reference, with the clause that it cites."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from docs.pages import ROOT
from houserules.core.cards import CARDS, deck
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, vary
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import legal, with_amount, with_card
from houserules.table.state import Table

ROUNDS = 80
PLAYERS = ("ann", "bob", "cat", "dan")
OPTIONS: dict[str, dict[str, object]] = {
    "nsw-pontoon-2024": {"resplit": True, "perfect_pairs": "5"},
    "nsw-pontoon-6to5-2017": {},
    "nz-pontoon": {"unit": "2", "perfect_pairs": "5"},
    "nsw-pinkjack-2016": {"suits_you": "5"},
}


@cache
def documented() -> dict[str, dict[str, list[str]]]:
    """Read the table of the reference: code, rulebook, clauses."""
    text = (ROOT / "docs/reference/refusals.md").read_text("utf-8")
    found = {}
    for code, cells in re.findall(r"^\| `([\w.-]+)` \| [^|]+ \|(.+)\|$", text, re.MULTILINE):
        clauses = [cell.strip().split(", ") for cell in cells.split("|")]
        found[code] = dict(zip(RULEBOOKS, clauses, strict=True))
    return found


def someone(table: Table, rng: random.Random) -> tuple[str, int, int]:
    """Return a player, a box and a hand: often those that it is about now."""
    if rng.random() < 0.3:
        return rng.choice(PLAYERS), rng.randint(0, 3), rng.randint(1, 3)
    if table.awaiting:
        return rng.choice(table.awaiting.players), table.awaiting.box, rng.randint(1, 3)
    turn = table.turn()
    if turn and turn[0].controller:
        return turn[0].controller, turn[0].number, turn[1]
    return rng.choice(PLAYERS), rng.randint(1, 2), 1


def anything(table: Table, rng: random.Random) -> Iterator[c.Command]:
    """Return one command of every kind, sensible or not."""
    player, box, hand = someone(table, rng)
    amount = rng.choice([0, 1, 250, 500, 1000, 1050, 5000, 600000])
    kind = rng.choice(["perfect-pairs", "suits-you"])
    yield c.BringChips(player, amount)
    yield c.TakeChips(player, amount)
    yield c.PlaceWager(player, box, amount, rng.random() < 0.5)
    yield c.WithdrawWager(player, box)
    yield c.PlaceSideWager(player, box, kind, amount, rng.choice(["s", None]))
    yield c.WithdrawSideWager(player, box, kind)
    yield c.CloseBets()
    yield c.DealCard(rng.choice(list(CARDS.values())))
    yield c.Insure(player, box, amount)
    yield c.Surrender(player, box)
    yield c.CloseOffers()
    yield c.Hit(player, box, hand)
    yield c.Stand(player, box, hand)
    yield c.Double(player, box, hand, amount)
    yield c.Split(player, box, hand)
    yield c.Designate(player, box, hand)
    yield c.Forfeit(player, box, hand)
    yield c.Decline(player, box)
    yield c.ReportAbsent(box, hand)
    yield c.ClearTable()


def lawful(rules: Rulebook, table: Table, rng: random.Random) -> c.Command:
    """Pick something that is allowed now; splits often, so that rare refusals are met."""
    options = legal(rules, table)
    seldom = (c.TakeChips, c.WithdrawWager, c.WithdrawSideWager, c.ReportAbsent)
    often = (c.Split, c.DealCard, c.CloseBets)
    weights = [0.05 if o.kind in seldom else 9 if o.kind in often else 1 for o in options]
    option = rng.choices(options, weights)[0]
    if option.takes_card:
        tens = rules.equipment.tens_in_deck.value
        ranks = rng.choice(["A", "A", "8", "JQK", "A23456789JQK"])
        cards = [card for card in deck(tens=tens) if card.rank in ranks]
        return with_card(option, rng.choice(cards))
    return with_amount(option, option.least)


def played(rules: Rulebook, rng: random.Random) -> Iterator[Table]:
    """Return the table at every moment of some rounds."""
    table = Table(racks=dict.fromkeys(PLAYERS, 100_000))
    while table.rounds < ROUNDS:
        yield table
        outcome = carry_out(rules, table, lawful(rules, table, rng))
        assert not isinstance(outcome, Refusal), outcome
        table = outcome[1]


@cache
def met(name: str) -> frozenset[Refusal]:
    """Return the refusals met under a rulebook."""
    return met_under(choose(rulebook(name), OPTIONS[name]))


def met_under(rules: Rulebook) -> frozenset[Refusal]:
    """Return the refusals met in random rounds when anything at all is asked."""
    rng = random.Random(f"refusals of {rules.id}")
    return frozenset(
        refusal
        for table in played(rules, rng)
        for command in anything(table, rng)
        if (refusal := why_not(rules, table, command))
    )


@pytest.mark.parametrize("name", RULEBOOKS)
def test_refusals_cite_what_the_reference_says(name: str) -> None:
    pairs = {(refusal.code, str(refusal.clause)) for refusal in met(name)}
    there = {(code, each) for code, cited in documented().items() for each in cited[name]}
    assert sorted(pairs - there) == []


@cache
def asserted_in_tests() -> str:
    """Return the text of the tests of the rules, of tournaments and of promotions."""
    folders = (ROOT / "tests/rules", ROOT / "tests/tournament", ROOT / "tests/promotion")
    return "".join(file.read_text("utf-8") for folder in folders for file in folder.rglob("*.py"))


def test_every_code_of_the_reference_is_met() -> None:
    varied = vary(rulebook("nsw-pinkjack-2016"), "resplit_aces", raw=False)
    codes = {refusal.code for name in RULEBOOKS for refusal in met(name)}
    codes |= {refusal.code for refusal in met_under(varied)}
    never_met = documented().keys() - codes
    assert sorted(code for code in never_met if f'"{code}"' not in asserted_in_tests()) == []


def test_refusals_speak_in_sentences() -> None:
    for name in RULEBOOKS:
        for refusal in met(name):
            assert re.fullmatch(r"(?s)[A-Z$a-z0-9].*[^ ]\.", refusal.detail), refusal
