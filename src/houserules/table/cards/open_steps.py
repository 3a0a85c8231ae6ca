"""What is open while the cards are not ready: the next step, as the commands that make it.

Commands of staff have a stand-in for the person and the hour; who may give them, `powers` says.
"""

from collections.abc import Iterator

from houserules.core.people import Moment, Person, Role
from houserules.rulebook.schema import Rulebook
from houserules.shoe.cut import cut_depth, cutting_card_depth
from houserules.shoe.stack import deck_size
from houserules.shoe.state import Due, Source
from houserules.table import commands as c
from houserules.table.cards import commands as cards
from houserules.table.cards import commands as reports
from houserules.table.cards.census import possible_card
from houserules.table.cards.cut import offer
from houserules.table.cards.next_step import first_due
from houserules.table.cards.shuffle import has_run_out
from houserules.table.powers import holders
from houserules.table.round.deal import card_is_due
from houserules.table.state import Table

DEALER = Person("house", "dealer")
NOW = Moment(0)


def next_step(table: Table) -> Due | None:
    """Return what has to be done before the next card; None: nothing, the cards are ready."""
    due = first_due(table)
    if due is None and has_run_out(table):
        assert table.source is not None
        return Due("shuffle", table.source.colour)
    return due


def open_steps(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """List the commands that make the next step; with a card due, the cutting card may come."""
    due = next_step(table)
    if due is not None:
        yield from _steps(rules, table, due)
    elif card_is_due(table):
        yield cards.DrawCuttingCard(DEALER, NOW)


def _steps(rules: Rulebook, table: Table, due: Due) -> Iterator[c.Command]:
    source = table.source
    assert source is not None
    match due.step:
        case "check":
            yield cards.CheckCards(DEALER, NOW)
            yield cards.CheckCards(Person("supervisor", "Gaming Supervisor"), NOW)
        case "secured":
            yield cards.ConfirmSecured(DEALER, NOW)
        case "cut":
            yield from _cuts(rules, table, source)
        case "shuffle":
            yield cards.ShuffleCards(DEALER, NOW)
        case "cutting card":
            depth = cutting_card_depth(source.left, rules.cut.cutting_card_from_back.value)
            yield cards.PlaceCuttingCard(DEALER, NOW, depth.most if source.virtual else None)
        case "burn":
            yield cards.BurnCard(DEALER, NOW)
        case "show burned card":
            yield cards.ShowBurnedCard(DEALER, NOW, possible_card(rules, table))
        case "verify":
            role = holders(rules, rules.powers.may_verify_cards.value)[0]
            yield reports.VerifyCards(_somebody(role), NOW)
        case "replace damaged card":
            yield reports.ReplaceDamagedCard(DEALER, NOW)
        case "spread" | "wash" | "stack" | "riffle" | "load":
            yield cards.PrepareCards(DEALER, NOW, due.step)


def _cuts(rules: Rulebook, table: Table, source: Source) -> Iterator[c.Command]:
    """The player who is asked cuts or declines; if nobody is left to ask, the house cuts."""
    decks = rules.cut.cut_depth_decks.value
    limits = cut_depth(source.left, deck=deck_size(rules), decks=decks)
    depth = (limits.least + limits.most) // 2 if source.virtual else None
    asked = offer(rules, table).player
    if asked is None:
        role = holders(rules, rules.powers.may_cut.value)[0]
        yield cards.CutForPlayers(_somebody(role), NOW, depth)
    else:
        yield cards.CutCards(asked, depth)
        yield cards.DeclineCut(asked)


def _somebody(role: Role) -> Person:
    return Person("house" if role == "dealer" else "supervisor", role)
