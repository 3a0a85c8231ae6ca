"""What is open while the cards are not ready: the next step, as the commands that make it.

Commands of staff have a stand-in for the person and the time; who may give them, `powers` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.cards import Card
from houserules.core.people import Moment, Person, Role
from houserules.rulebook.schema import Rulebook
from houserules.shoe.cut import cut_depth, cutting_card_depth
from houserules.shoe.stack import deck_size
from houserules.shoe.state import Due, Source
from houserules.table.cards import commands
from houserules.table.cards.cut import offer
from houserules.table.cards.next_step import first_due
from houserules.table.cards.shuffle import has_run_out
from houserules.table.commands import Command, DealCard
from houserules.table.powers import holders
from houserules.table.round.deal import card_is_due
from houserules.table.state import Table

DEALER = Person("house", "dealer")
NOW = Moment(0)


@dataclass(frozen=True, slots=True)
class CardNeeded:
    """A command that lacks its card: somebody has to see which one it is, and name it."""

    kind: type[DealCard] | type[commands.ShowBurnedCard]

    def with_card(self, card: Card) -> Command:
        """Return the command with the card that was seen."""
        return (
            DealCard(card) if self.kind is DealCard else commands.ShowBurnedCard(DEALER, NOW, card)
        )


def next_step(table: Table) -> Due | None:
    """Return what has to be done before the next card; None: nothing, the cards are ready."""
    due = first_due(table)
    if due is None and has_run_out(table):
        assert table.source is not None
        return Due("shuffle", table.source.colour)
    return due


def open_steps(rules: Rulebook, table: Table) -> Iterator[Command | CardNeeded]:
    """List the commands that make the next step; with a card due, the cutting card may come."""
    due = next_step(table)
    if due is not None:
        yield from _steps(rules, table, due)
    elif card_is_due(table):
        yield commands.DrawCuttingCard(DEALER, NOW)


def _steps(rules: Rulebook, table: Table, due: Due) -> Iterator[Command | CardNeeded]:
    source = table.source
    assert source is not None
    match due.step:
        case "check":
            yield commands.CheckCards(DEALER, NOW)
            yield commands.CheckCards(Person("supervisor", "Gaming Supervisor"), NOW)
        case "secured":
            yield commands.ConfirmSecured(DEALER, NOW)
        case "cut":
            yield from _cuts(rules, table, source)
        case "shuffle":
            yield commands.ShuffleCards(DEALER, NOW)
        case "cutting card":
            depth = cutting_card_depth(source.left, rules.cut.cutting_card_from_back.value)
            yield commands.PlaceCuttingCard(DEALER, NOW, depth.most if source.virtual else None)
        case "burn":
            yield commands.BurnCard(DEALER, NOW)
        case "show burned card":
            yield CardNeeded(commands.ShowBurnedCard)
        case "verify":
            role = holders(rules, rules.powers.may_verify_cards.value)[0]
            yield commands.VerifyCards(_somebody(role), NOW)
        case "replace damaged card":
            yield commands.ReplaceDamagedCard(DEALER, NOW)
        case "spread" | "wash" | "stack" | "riffle" | "load":
            yield commands.PrepareCards(DEALER, NOW, due.step)


def _cuts(rules: Rulebook, table: Table, source: Source) -> Iterator[Command]:
    """The player who is asked cuts or declines; if nobody is left to ask, the house cuts."""
    decks = rules.cut.cut_depth_decks.value
    limits = cut_depth(source.left, deck=deck_size(rules), decks=decks)
    depth = (limits.least + limits.most) // 2 if source.virtual else None
    asked = offer(rules, table).player
    if asked is None:
        role = holders(rules, rules.powers.may_cut.value)[0]
        yield commands.CutForPlayers(_somebody(role), NOW, depth)
    else:
        yield commands.CutCards(asked, depth)
        yield commands.DeclineCut(asked)


def _somebody(role: Role) -> Person:
    return Person("house" if role == "dealer" else "supervisor", role)
