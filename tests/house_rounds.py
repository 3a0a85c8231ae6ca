"""Rounds at a table of the house: opened by the rules, played by `legal`, disturbed by anything."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from any_command import PLAYERS, AnyCommand
from game_table import report_found
from houserules.core.cards import Card
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose, options
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.preparation import uses_automatic_shuffler
from houserules.shoe.stack import decks_of
from houserules.shoe.virtual_shoe import VirtualShoe, rest_of
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards.census import round_has_begun, seen_cards
from houserules.table.cards.house_dealer import follow, shuffled_for
from houserules.table.cards.open_steps import next_step
from houserules.table.events import Event
from houserules.table.irregularities import commands as malfunction
from houserules.table.irregularities import commands as mishaps
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import Open, legal, with_amount, with_card
from houserules.table.people import commands as people
from houserules.table.people.commands import ComeToTable, PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.powers import power_of
from houserules.table.registry import COMMANDS
from houserules.table.sign.commands import PutUpSign, RaiseWager, ReportFoundWager
from houserules.table.sign.stated_limits import stated_by
from houserules.table.staff.commands import GiveNotice, ReopenTable
from houserules.table.state import Table, changed
from houserules.table.tokens import ExchangeVoucher
from random_rounds import SIDE

KINDS: Final[dict[str, tuple[dict[str, object], ...]]] = {
    "nsw-pontoon-2024": (
        {},
        {"dealt_from": "shuffling device"},
        {"shuffled_by": "multishuffler"},
        {"dealt_from": "shuffling device", "low_limit": True},
    ),
    "nsw-pontoon-6to5-2017": (
        {},
        {"dealt_from": "shuffling device"},
        {"shuffled_by": "multishuffler"},
    ),
    "nz-pontoon": ({}, {"shuffled_by": "automatic shuffler"}),
    "nsw-pinkjack-2016": ({}, {"dealt_from": "shuffling device"}),
}
"""Every way in which the cards of a game come to the table."""

_OF_KINDS: Final = {key for kinds in KINDS.values() for kind in kinds for key in kind}

EVERY: Final = tuple(sorted(COMMANDS, key=lambda kind: kind.__name__))
"""All kinds of commands that the judge knows."""

CORRECTIONS: Final = (
    *(ReportFoundWager, ReportFoundWager, mishaps.ReportMisdeal, mishaps.ConfirmReconstruction),
    *(people.FindWagerInvalid, people.FindDeviceUse, people.DeclareWagersVoid, people.RefuseWager),
    *(
        malfunction.ReportMalfunction,
        malfunction.TakeWagersBack,
        malfunction.PlayOn,
        mishaps.VoidMisdeal,
    ),
)
"""Wagers that leave a round or change in it, and rounds that are dealt again."""

DEALER = Person("dora", "dealer")
CHIPS = 40_000
LEANINGS = ("", "8", "A", "A", "7", "678", "JQK", "AJQK", "A2345", "23456")


@dataclass(slots=True)
class Seeded:
    """Bytes of a seeded generator, as entropy for the shuffles of a test."""

    rng: random.Random

    def take(self, count: int, /) -> bytes:
        """Return so many bytes."""
        return self.rng.randbytes(count)


@dataclass(frozen=True, slots=True)
class Given:
    """A command that was given, the table before it, and what came of it."""

    command: c.Command
    before: Table
    outcome: tuple[tuple[Event, ...], Table] | Refusal


@dataclass(slots=True)
class Shift:
    """A table, its shoe (None: real cards, which people name) and the hour."""

    rules: Rulebook
    rng: random.Random
    now: Moment
    shoe: VirtualShoe | None = None
    table: Table = field(default_factory=Table)
    vouchers: int = 0
    lean: str = ""  # ranks that real cards lean to, so that rare hands are met
    asked: Table | None = None  # for which the options are
    options: list[Open] = field(default_factory=list)

    def give(self, command: c.Command) -> Given:
        """Put a command to the table, and let the virtual shoe follow."""
        before = self.table
        if self.shoe is not None and isinstance(command, k.ShuffleCards):
            shoe = shuffled_for(self.rules, before, self.shoe, Seeded(self.rng))
            self.shoe = replace(shoe, waiting=leaning(shoe.waiting, self.rng))
        purses = dict(before.racks), dict(before.tokens)
        outcome = carry_out(self.rules, before, command)
        assert (before.racks, before.tokens) == purses, "the table before was changed"
        if not isinstance(outcome, Refusal):
            self.table = outcome[1]
            if self.shoe is not None:
                self.shoe = follow(self.shoe, before, outcome[0], Seeded(self.rng))
        return Given(command, before, outcome)

    def opening(self) -> Iterator[Given]:
        """Bring cards, players, Player Cards, chips and sometimes tokens to the table."""
        colours = ("red", "blue") if uses_automatic_shuffler(self.rules) else ("red",)
        virtual = self.shoe is not None
        opens = k.OpenTable(DEALER, self.now, colours=colours, virtual=virtual)
        if self.rng.random() < 0.4:
            yield self.give(replace(opens, pre_shuffled=self.rng.choice(("casino", "Angel"))))
        yield self.give(opens)
        if self.rng.random() < 0.7:
            supervisor = Person("gus", "Gaming Supervisor")
            yield self.give(PutUpSign(supervisor, self.now, stated_by(self.rules)))
        for player in self.rng.sample(PLAYERS, self.rng.choice((1, 2, 3, 3))):
            yield from self.welcome(player)
        if self.rng.random() < 0.15:
            yield from self.crowd()

    def crowd(self) -> Iterator[Given]:
        """Let somebody who will not play sit at every box that is free."""
        for box in range(1, self.rules.equipment.boxes.value + 1):
            if self.table.patron_at(box) is None:
                yield self.give(ComeToTable(f"guest {box}", box))

    def welcome(self, player: str) -> Iterator[Given]:
        """Let a player come with what it takes to play."""
        if self.table.patron(player) is None:
            boxes = range(1, self.rules.equipment.boxes.value + 1)
            free = [box for box in boxes if self.table.patron_at(box) is None]
            yield self.give(ComeToTable(player, self.rng.choice((None, *free, *free))))
        patron = self.table.patron(player)
        if patron and not patron.card and not isinstance(self.rules.player_cards, NotOffered):
            card = PlayerCard(f"card of {player}", player)
            yield self.give(PresentPlayerCard(player, card, self.now))
        if self.table.racks.get(player, 0) < 2_000:
            yield self.give(c.BringChips(player, CHIPS))
        if self.rng.random() < 0.2:
            self.vouchers += 1
            value = self.rng.choice((500, 1_000, 5_000))
            name = f"voucher {self.vouchers}"
            yield self.give(ExchangeVoucher(DEALER, self.now, name, player, value))

    def step(self, kinds: Sequence[type], *, disturbed: float) -> Iterator[Given]:
        """Go on with the game, or with this chance do anything of any kind."""
        self.now = Moment(self.now + self.rng.choice((0, 0, 1, 10, 60, 1_200)))
        often = 0.4 if self.table.phase == "betting" else 1.2
        if self.rng.random() < disturbed * often:
            yield from self.disturb(kinds)
        elif self.table.phase == "betting" and self.rng.random() < 0.1:
            yield from self.welcome(self.rng.choice(PLAYERS))
        elif self.table.boxes and self.table.phase == "betting" and self.rng.random() < 0.12:
            self.lean = self.rng.choice(LEANINGS)
            yield self.give(c.CloseBets())
        elif options := self.listed():
            yield self.give(self.filled(self.chosen(options)))
        elif self.table.staff.closed:
            yield self.give(ReopenTable(Person("max", "Gaming Manager"), self.now))

    def listed(self) -> list[Open]:
        """Return what is open now; asked for once a table."""
        if self.table is not self.asked:
            self.asked, self.options = self.table, legal(self.rules, self.table)
        return self.options

    def disturb(self, kinds: Sequence[type]) -> Iterator[Given]:
        """Try commands of these kinds until one is accepted, a few times at most."""
        for _ in range(self.rng.randint(1, 6)):
            kind = self.rng.choice(kinds)
            if kind.__name__ in _SELDOM and self.rng.random() < 0.8:
                continue
            given = self.give(self.anything().of(kind))
            yield given
            if not isinstance(given.outcome, Refusal):
                return

    def pass_rounds(self) -> None:
        """Let rounds go by: most of the shoe lies in the discard rack, as if they were played."""
        source = self.table.source
        if source is None or self.table.phase != "betting" or next_step(self.table) is not None:
            return
        if source.kind == "shuffling device":
            return  # its discards go back into it every round
        count = max(0, source.left - (source.behind or 0) - self.rng.randint(1, 25))
        if self.shoe is None:
            rest = list(rest_of(decks_of(self.rules), seen_cards(self.table)))
            gone = tuple(self.rng.sample(rest, count))
        else:
            gone, stack = self.shoe.stack[:count], self.shoe.stack[count:]
            self.shoe = replace(self.shoe, stack=stack)
        self.table = changed(
            self.table,
            discards=self.table.discards + gone,
            source=changed(source, left=source.left - count),
        )

    def anything(self) -> AnyCommand:
        """Whoever thinks of any command."""
        return AnyCommand(self.rules, self.table, self.shoe, self.now, self.rng)

    def chosen(self, options: list[Open]) -> Open:
        """Pick a kind of command first, so that the many wagers do not drown the rest."""
        kinds = sorted({each.kind for each in options}, key=lambda kind: kind.__name__)
        (kind,) = self.rng.choices(kinds, [_WEIGHTS.get(each, 1) for each in kinds])
        of_kind = [each for each in options if each.kind is kind]
        near = [each for each in of_kind if getattr(each.command, "box", 1) in (1, 2)]
        return self.rng.choice(near if near and self.rng.random() < 0.8 else of_kind)

    def filled(self, option: Open) -> c.Command:
        """Return the command of an option with an amount, a true card or another depth in it."""
        steps = max(0, (option.most - option.least) // option.step)
        few = self.rng.randint(0, min(steps, 20) if self.rng.random() < 0.9 else steps)
        command = self.true(option, option.least + option.step * few)
        other = self.varied(command)
        return command if why_not(self.rules, self.table, other) else other

    def varied(self, command: c.Command) -> c.Command:
        """Return a cut elsewhere, a wager partly in tokens or found too late, where that may be."""
        if isinstance(command, k.CutCards | k.CutForPlayers):
            return replace(command, depth=self.anything().left())
        if isinstance(command, k.PlaceCuttingCard):
            return replace(command, behind=self.anything().left())
        if isinstance(command, c.PlaceWager) and self.rng.random() < 0.1:
            return report_found(replace(command, amount=command.amount + 7_000))
        if isinstance(command, _TAKES_TOKENS) and self.table.tokens.get(command.player):
            return replace(command, tokens=self.rng.choice((50, 100, 500, 1_000)))
        return command

    def true(self, option: Open, amount: int) -> c.Command:
        """Return the command of an option with an amount, or the card that is really there."""
        if not option.takes_card:
            return with_amount(option, amount)
        burned = option.kind is k.ShowBurnedCard and self.shoe is not None
        return with_card(option, self.shoe.burned[-1] if burned else self.next_card(option.kind))

    def next_card(self, kind: type[c.Command]) -> Card:
        """Return the card that comes out next; of real cards, any that can be there."""
        if self.shoe is not None and kind is c.DealCard:
            assert self.table.source is not None
            first = not round_has_begun(self.table)
            card = self.shoe.comes_next(self.table.source, first_of_round=first)
            assert isinstance(card, Card), "the table would deal, and the cutting card is next"
            return card
        there = self.anything().possible()
        wanted = [card for card in there if card.rank in self.lean]
        return self.rng.choice(wanted if wanted and self.rng.random() < 0.6 else there)

    def way_out(self) -> c.Command | None:
        """Return what a dealer does who wants the table cleared; None: it is, and its cards ready."""
        if self.table.phase == "betting" and self.table.irregularity is None:
            due = next_step(self.table)
            if due is None or (due.step == "spread" and not self.table.patrons):
                return None
        options = self.listed()
        assert options, "a dead end"
        for kind in _WAYS_OUT if self.table.irregularity is None else ():
            for option in options:
                if option.kind is kind:
                    return self.true(option, option.least)
        return self.true(options[0], options[0].least)


_TAKES_TOKENS: Final = (c.PlaceWager, c.PlaceSideWager, c.Insure, c.Double, c.Split)
_SELDOM: Final = {"ReportWrongCards", "InvalidateGame"}
"""What puts an end to so much that little else would be met if it were not seldom."""

_WEIGHTS: Final[dict[type, float]] = {
    c.CloseBets: 1,
    c.PlaceWager: 4,
    c.Split: 5,
    c.Designate: 2,
    c.Insure: 3,
    RaiseWager: 0.3,
    c.WithdrawWager: 0.2,
    c.WithdrawSideWager: 0.2,
    c.DealCard: 20,
    c.ReportAbsent: 0.3,
    k.DrawCuttingCard: 0.5,
}
"""How often some kinds of commands are given among those that are open; the others once."""

_WAYS_OUT: Final = (c.DealCard, c.CloseOffers, c.ClearTable, c.Decline, c.Stand, c.ReportAbsent)


def leaning(stack: Sequence[Card], rng: random.Random) -> tuple[Card, ...]:
    """Return a stack in which every twenty cards or so lean to some ranks."""
    left, order = list(stack), list[Card]()
    while left:
        ranks = rng.choice(LEANINGS)
        for _ in range(20):
            wanted = [card for card in left[:200] if card.rank in ranks]
            card = rng.choice(wanted) if wanted and rng.random() < 0.6 else left[-1]
            left.remove(card)
            order.append(card)
            if not left:
                break
    return tuple(order)


def theme(rules: Rulebook, rng: random.Random) -> Sequence[type]:
    """Return kinds of commands for a shift: of a few subjects, or all; mostly such as somebody may give."""
    subjects = sorted({kind.__module__ for kind in EVERY})
    some = rng.sample(subjects, rng.choice((1, 1, 2, 3, len(subjects))))
    some += [mishaps.__name__] if rng.random() < 0.3 else []
    kinds = [kind for kind in EVERY if kind.__module__ in some or kind is GiveNotice]
    return [kind for kind in kinds if _may_anybody(rules, kind) or rng.random() < 0.2] or EVERY


def _may_anybody(rules: Rulebook, kind: type) -> bool:
    power = power_of(rules, kind)
    return power is None or power.value != "nobody"


def shift(name: str, seed: int, *, virtual: bool) -> Shift:
    """Return a table of a game with random options, before it opens."""
    rng = random.Random(f"{name} {seed}")
    rules = rulebook(name)
    side = SIDE.get(name, ("perfect_pairs", ""))[0]
    chosen = {
        key: rng.choice(value.alternatives)
        for key, value in sorted(options(rules).items())
        if value.alternatives and key not in _OF_KINDS and rng.random() < 0.3
    }
    money = {"smallest_chip": rng.choice(("0.50", "0.50", "1")), side: "5"}
    maximum = {"maximum": "60"} if rng.random() < 0.2 else {}
    rules = choose(rules, {**chosen, **money, **maximum, **rng.choice(KINDS[name])})
    return Shift(rules, rng, Moment(1_000), VirtualShoe() if virtual else None)
