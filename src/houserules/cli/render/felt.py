"""A table on the screen: cards, boxes, chips, calls and payments, with Rich."""

import textwrap
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from houserules.core.cards import Card
from houserules.core.money import format_money, signed_money
from houserules.core.refusal import Refusal
from houserules.rulebook.clauses import register_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import events as e
from houserules.table.cards.events import BurnedCardShown, CardBurned, CardsChecked, CardsPrepared
from houserules.table.events import Event
from houserules.table.narrator.cards import narrate_opening
from houserules.table.narrator.narrate import narrate
from houserules.table.narrator.sentence import Scene, total_text
from houserules.table.round.hands import total_of
from houserules.table.state import Box, Hand, Table

_WIDTH: Final = 80
_NARROW: Final = 70
_ROOMY: Final = 3  # hands, with a line between them
_CLOTH: Final = "bright_white on dark_green"
_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Seen(Protocol):
    """A table that somebody looks at: one that is played at, or a round that is shown again."""

    @property
    def rules(self) -> Rulebook: ...

    @property
    def table(self) -> Table: ...

    @property
    def foot(self) -> str:
        """What stands at the foot of the felt about whoever looks."""
        ...


@dataclass(slots=True)
class Felt:
    """Draws a table and tells what happens at it."""

    console: Console
    rules: Rulebook
    pause: float = 0.0  # seconds between two cards, so that a person sees them come
    mark: str = "PRACTICE"  # stands at the head of every panel
    drawn: object = None  # what was drawn last

    @property
    def width(self) -> int:
        """How wide the table is drawn."""
        return min(_WIDTH, self.console.width)

    def say(self, text: str, *, style: str = "") -> None:
        """Print a line, broken between words at the table's width."""
        lead = len(text) - len(text.lstrip())
        lines = textwrap.fill(text, self.width, subsequent_indent=" " * lead * 2)
        self.console.print(lines, style=style, markup=False, soft_wrap=True)

    def frame(
        self, content: RenderableType, title: str, *, foot: str = "", style: str = ""
    ) -> None:
        """Draw a panel; every one says that this is practice, or a replay."""
        title_text, foot_text = Text(f"{self.mark}  {title}", style="bold"), Text(foot)
        panel = Panel(content, title=title_text, title_align="left", style=style, width=self.width)
        if foot:
            panel.subtitle, panel.subtitle_align = foot_text, "right"
        self.console.print(panel)

    def round(self, number: int) -> None:
        """Begin a new round on the screen."""
        self.console.print()
        rule = Rule(Text(f"{self.mark}  round {number}"), align="left", style="green")
        self.console.print(rule, width=self.width)

    def table(self, seen: Seen) -> None:
        """Draw the felt: the dealer, then every hand with its cards, total and chips."""
        table = seen.table
        hands = list(table.hands())
        if len(hands) == 1 and self.drawn == (table.rounds, table.dealer, table.boxes):
            return  # a lone hand stands there unchanged: only who is asked has changed
        self.drawn = table.rounds, table.dealer, table.boxes
        grid = Grid.grid(padding=(0, 1))
        for width in (1, 7, 24, 9, None):
            grid.add_column(min_width=width if self.width > _NARROW else None, overflow="fold")
        total, soft = total_of(table.dealer)
        soft = soft and table.phase != "over"
        grid.add_row(
            "", "Dealer", self.cards(table.dealer), self.points(table.dealer, total, soft=soft)
        )
        for box, number, hand in hands:
            if len(hands) <= _ROOMY:
                grid.add_row()
            here = spot_of(table) == (box.number, number)
            grid.add_row(
                ">" if here else "",
                place(table, box.number, number),
                self.cards(hand.cards),
                self.points(
                    hand.cards, hand.total, soft=hand.soft and not hand.done, split=hand.split
                ),
                ", ".join(_chips(box, number, hand)),
                style="bold" if here else "",
            )
        counts = f"{shoe_and_rack(table)}  " if self.width > _NARROW else ""
        title = f"{self.rules.id}  round {table.rounds}"
        self.frame(grid, title, foot=f"{counts}{seen.foot}".rstrip(), style=_CLOTH)

    def card(self, card: Card) -> Text:
        """Show a card with its suit, red or black on white; with letters where symbols fail."""
        rank = "10" if card.rank == "T" else card.rank
        suit = card.suit if self.console.options.ascii_only else _SUITS[card.suit]
        return Text(f" {rank}{suit} ", f"bold {'red' if card.is_red else 'black'} on bright_white")

    def cards(self, cards: tuple[Card, ...]) -> Text:
        """Show cards side by side."""
        return Text(" ").join(map(self.card, cards))

    def points(
        self, cards: tuple[Card, ...], total: int, *, soft: bool, split: bool = False
    ) -> str:
        """Call a total as dealers do: "7 or 17" while an ace may count 1 or 11."""
        return total_text(self.rules, cards, total, soft=soft, split=split)

    def tell(self, seen: Seen, *happened: e.Event) -> None:
        """Call out what has happened, a line each; book-keeping is silent."""
        for event in happened:
            match event:
                case e.WagerSettled():
                    self._pay(seen.table, event)
                case e.CardDealt():
                    self._deal(seen.table, event)
                case BurnedCardShown():  # to the player who asked (NZ 8.1)
                    card = self.card(event.card)
                    self.console.print(
                        Text.assemble("The burned card is ", card, f" ({event.clause}).")
                    )
                case _:
                    if line := _call(event, Scene(seen.rules, seen.table)):
                        self.say(line)

    def close_offers(self, seen: Seen) -> None:
        """Announce that insurance and surrender are closed (S24 9.3)."""
        first = seen.table.dealer[0].rank
        insurance, surrender = self.rules.insurance, self.rules.surrender
        offers = []
        if not isinstance(insurance, NotOffered) and first in insurance.insurance_against.value:
            offers.append("insurance")
        if not isinstance(surrender, NotOffered) and first in surrender.surrender_against.value:
            offers.append("surrender")
        self.say(f"{' and '.join(offers).capitalize()} closed.")

    def _deal(self, table: Table, event: e.CardDealt) -> None:
        """Show a card as it is dealt and announce the point total (S24 12.1, PJ 9.1)."""
        hand = table.hand(event.box, event.hand) if event.box and event.hand else None
        cards, split = (hand.cards, hand.split) if hand else (table.dealer, False)
        final = hand.done if hand else table.phase == "over"
        total = self.points(cards, event.total, soft=event.soft and not final, split=split)
        name = place(table, event.box, event.hand) if hand else "Dealer"
        card = self.card(event.card)
        self.console.print(Text.assemble(f"  {name:<9}", card, " " * (7 - len(card)), total))
        time.sleep(self.pause)

    def _pay(self, table: Table, event: e.WagerSettled) -> None:
        """Show a payment: where, which wager, its result, odds, what it brings and the clause."""
        where, stake = place(table, event.box, event.hand), format_money(event.stake)
        odds = str(event.odds) if event.odds else ""
        self.say(
            f"  {where:<9}{event.wager:<18}{stake:>9}  {event.result:<12}"
            f"{odds:<8}{signed_money(event.net):>10}  {event.clause}",
            style="green" if event.net > 0 else "red" if event.net < 0 else "",
        )

    def show_refusal(self, refusal: Refusal) -> None:
        """Say no, and what the clause says that stands behind it."""
        self.say(f"No: {refusal.detail}", style="yellow")
        self.clause(refusal.clause)

    def clause(self, number: str) -> bool:
        """Print a clause in our own words; False: the rulebook has none of that number."""
        entries = register_of(self.rules.registers).find(number)
        for entry in entries:
            self.say(f"    {entry.number}  {entry.says}")
        return bool(entries)


def _chips(box: Box, number: int, hand: Hand) -> Iterator[str]:
    """Yield the chips that lie by a hand, or what became of them."""
    for stake in hand.stakes:
        surrendered = " surrendered" if stake.surrendered else ""
        yield stake.result or f"{format_money(stake.amount)}{surrendered}"
        if stake.double:
            yield f"{format_money(stake.double)} double"
    if number == 1:
        yield from (f"{format_money(w.amount)} insured" for w in box.insurance if not w.settled)
        yield from (f"{format_money(w.amount)} {w.kind}" for w in box.sides if not w.settled)


# What the terminal says of a table that is played at or shown again.


def _call(event: Any, scene: Scene) -> str | None:
    """Say what is called at the practice table; None: it is typed, drawn or only recorded."""
    sentence = narrate(event, scene)
    if not sentence.called or isinstance(event, e.CardAsked | e.AnswerDeclined):
        return None  # an answer was typed just now
    rules = scene.rules
    may_be_seen = rules is not None and rules.burn.burned_card_may_be_seen.value
    hint = " Type burned to see it." if isinstance(event, CardBurned) and may_be_seen else ""
    return f"{sentence.text()}{hint}"


def card_calls(rules: Rulebook, events: Iterable[Event]) -> Iterator[str]:
    """Say what was done with the cards; the opening of a table is one sentence."""
    opening: list[CardsChecked | CardsPrepared] = []
    for event in events:
        if isinstance(event, CardsChecked | CardsPrepared):
            opening.append(event)
            continue
        if opening:
            yield narrate_opening(opening).text()
            opening = []
        if line := _call(event, Scene(rules)):
            yield line


def spot_of(table: Table) -> tuple[int, int] | None:
    """Return the box and the hand that a decision or an answer is asked for."""
    if table.phase != "playing":
        return None
    if table.awaiting is not None:
        return table.awaiting.box, table.awaiting.hand
    turn = table.turn()
    return (turn[0].number, turn[1]) if turn else None


def place(table: Table, box: int | None, hand: int | None = None) -> str:
    """Name a box, or a hand of a split box as a round record does: Box 1.2."""
    if box is None:
        return "Table"
    lies = table.box(box)
    return f"Box {box}.{hand}" if hand and lies and lies.is_split else f"Box {box}"


def shoe_and_rack(table: Table) -> str:
    """Count the cards left to deal and those in the discard rack; say if the cutting card is out."""
    source = table.source
    if source is None:
        return ""
    device = source.kind == "shuffling device"
    out = ", cutting card out" if source.out else ""
    rack = len(table.discards) + source.burned
    return f"{'device' if device else 'shoe'} {source.left}{out}  rack {rack}"
