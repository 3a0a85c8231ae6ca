"""Rounds of one box at the table, carried on from any point: what every way to finish it pays."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from game_table import report_found
from houserules.core.cards import Card, cards
from houserules.core.money import Cents
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import values, vary
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.events import WagerSettled
from houserules.table.judge import carry_out
from houserules.table.records.read import read_decisions
from houserules.table.records.record import Record, Wager
from houserules.table.records.replay import Replayed, replay
from houserules.table.round.dealer import possible_ends
from houserules.table.round.final import End
from houserules.table.state import Table
from random_rounds import written

WAGER: Cents = 84_000
"""Divides by all that the odds here divide by, so that no payment has to be rounded."""

PLAYER = "ann"
MONEY = ("double_most", "surrender_keeps")
SIDES = ("perfect_pair", "coloured_pair", "mixed_pair", "suit_", "insurance")


def as_printed(name: str, **chosen: object) -> Rulebook:
    """Return a rulebook whose chips are small enough for every payment."""
    rules = vary(rulebook(name), "smallest_chip", "0.01")
    for key, raw in chosen.items():
        rules = vary(rules, key, raw)
    return rules


def told_apart(name: str) -> Rulebook:
    """Return a rulebook that pays differently for everything: no mistake hides behind equal odds."""
    paid = [key for key, _ in values(rulebook(name)) if _pays(key)]
    odds = {key: f"{7 + number} to 5" for number, key in enumerate(paid)}
    shares = {"double_most": "3 to 4", "surrender_keeps": "1 to 3"}
    there = dict(values(rulebook(name)))
    return as_printed(name, **odds, **{key: shares[key] for key in MONEY if key in there})


def _pays(key: str) -> bool:
    return key.endswith("_pays") and not key.startswith(SIDES)


class Round(NamedTuple):
    """A round with one wager, as far as it was played; a table is never changed, so it may fork."""

    rules: Rulebook
    table: Table
    net: Cents = 0
    commands: tuple[c.Command, ...] = ()

    def tried(self, command: c.Command) -> "Round | None":
        """Go on with a command; None where the rules refuse it."""
        outcome = carry_out(self.rules, self.table, command)
        if isinstance(outcome, Refusal):
            return None
        net = self.net + sum(each.net for each in outcome[0] if isinstance(each, WagerSettled))
        return Round(self.rules, outcome[1], net, (*self.commands, command))

    def after(self, *commands: c.Command) -> "Round":
        """Go on with commands that are allowed."""
        found = self
        for command in commands:
            tried = found.tried(command)
            assert tried is not None, (command, found.table)
            found = tried
        return found

    def dealt(self, *drawn: Card) -> "Round":
        """Deal cards to wherever they are due."""
        return self.after(*[c.DealCard(card) for card in drawn])

    @property
    def hand(self) -> int:
        """The hand in play, or the one that a question is about."""
        if self.table.awaiting is not None:
            return self.table.awaiting.hand
        turn = self.table.turn()
        return turn[1] if turn else 0

    def hit(self) -> "Round":
        """Ask for a card."""
        return self.after(c.Hit(PLAYER, 1, self.hand))

    def stood(self) -> "Round | None":
        """Stand, if that is allowed."""
        return self.tried(c.Stand(PLAYER, 1, self.hand))

    def doubled(self) -> "Round | None":
        """Double for the most that is allowed, if it is."""
        most = self.rules.doubling.double_most.value
        return self.tried(c.Double(PLAYER, 1, self.hand, WAGER * most.pays // most.on))

    def split(self) -> "Round":
        """Make two hands of the hand in play."""
        return self.after(c.Split(PLAYER, 1, self.hand))

    def forfeited(self) -> "Round | None":
        """Give up after a double, if that is open."""
        return self.tried(c.Forfeit(PLAYER, 1, self.hand))

    def kept(self) -> "Round":
        """Answer no to whatever is asked."""
        return self.after(c.Decline(PLAYER, 1)) if self.table.awaiting else self

    def under(self, rules: Rulebook) -> "Round":
        """Go on by other rules."""
        return self._replace(rules=rules)

    def ended(self, dealer: tuple[Card, ...]) -> Cents:
        """Let the dealer draw as far as it matters; give what the player has won."""
        found = self
        for card in dealer:
            if found.table.phase == "over":
                break
            found = found.after(c.DealCard(card))
        assert found.table.phase == "over", found.table
        return found.net

    def record(self, dealer: tuple[Card, ...]) -> Record:
        """Write the round down."""
        wager = Wager(1, PLAYER, self.table.boxes[0].bettors[0].placed, seated=True)
        drawn = [each.card for each in self.commands if isinstance(each, c.DealCard)]
        words = [text for each in self.commands if (text := written(each, self.table))]
        record = Record(self.rules, (), (*drawn, *dealer), (wager,))
        return replace(record, decisions=read_decisions(words, record))


def net_of(record: Record) -> Cents:
    """Return what a record settles to."""
    played = replay(record)
    assert isinstance(played, Replayed), played
    return sum(each.net for each in played.events if isinstance(each, WagerSettled))


def begun(rules: Rulebook, two: tuple[Card, Card], upcard: Card, wager: Cents = WAGER) -> Round:
    """Deal two cards and the dealer's first; insurance and surrender may be open."""
    start = Round(rules, Table(racks={PLAYER: 100 * wager}))
    placed = start.after(report_found(c.PlaceWager(PLAYER, 1, wager, seated=True)), c.CloseBets())
    return placed.dealt(two[0], upcard, two[1])


def in_play(rules: Rulebook, two: tuple[Card, Card], upcard: Card, wager: Cents = WAGER) -> Round:
    """Deal the first cards; nothing is insured or surrendered."""
    found = begun(rules, two, upcard, wager)
    return found.after(c.CloseOffers()) if found.table.phase == "offers" else found


class Ending(NamedTuple):
    """One way for the dealer's hand to end: the cards that follow the first, and what they make."""

    cards: tuple[Card, ...]
    end: End


@cache
def endings(hard: int, soft: int, upcard: Card) -> tuple[Ending, ...]:
    """Return the shortest way to each end that a dealer with this upcard can come to."""
    found: dict[End, Ending] = {}
    ways: list[tuple[Card, ...]] = [()]
    while ways and len(ways[0]) < 3:
        ways = [(*way, card) for way in ways for card in _FURTHER]
        for way in ways:
            ends = possible_ends(hard, soft, (upcard, *way))
            if len(ends) == 1 and len(possible_ends(hard, soft, (upcard, *way[:-1]))) > 1:
                end = ends[0]._replace(total=min(ends[0].total, 22))
                found.setdefault(end, Ending(way, end))
        ways = [way for way in ways if len(possible_ends(hard, soft, (upcard, *way))) > 1]
    return tuple(found.values())


_FURTHER = cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Kc Ad Jd")


def endings_of(rules: Rulebook, upcard: Card) -> tuple[Ending, ...]:
    """Return a way to each end of the dealer by these rules."""
    part = rules.dealer
    return endings(part.dealer_stands_on_hard.value, part.dealer_stands_on_soft.value, upcard)
