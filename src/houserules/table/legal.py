"""Every command that is open now, to whom, and in which amounts: the judge's reasons thrown away."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from houserules.core.cards import CARDS
from houserules.core.money import Cents
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import commands as c
from houserules.table.chips import unit_of
from houserules.table.dealing import card_is_due
from houserules.table.doubling import double_limits
from houserules.table.judge import why_not
from houserules.table.offers import insurance_limit
from houserules.table.state import Awaiting, Box, SideKind, Table


class Open(NamedTuple):
    """A command that somebody may give now.

    `who` is None for the dealer. Where the command has an amount, any from `least` to `most` in
    steps of `step` will do; the command has the most. A DealCard stands for any card of the deck.
    """

    who: str | None
    command: c.Command
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1


_ANY_CARD: Final = Open(None, c.DealCard(CARDS["As"]))


def legal(rules: Rulebook, table: Table) -> list[Open]:
    """List what every person at the table may do now; chips may come and go at any time."""
    if card_is_due(table):
        return [_ANY_CARD]  # while a card is due, nothing else happens
    candidates = _CANDIDATES[table.phase](rules, table)
    return [each for each in candidates if why_not(rules, table, each.command) is None]


def _betting(rules: Rulebook, table: Table) -> Iterator[Open]:
    for player in table.racks:
        yield from _wagers(rules, table, player)
    yield Open(None, c.CloseBets())


def _wagers(rules: Rulebook, table: Table, player: str) -> Iterator[Open]:
    held = table.racks[player]
    least, unit = rules.limits.minimum.value, unit_of(rules)
    for number in range(1, rules.equipment.boxes.value + 1):
        box = table.box(number) or Box(number)
        room = rules.limits.maximum.value - sum(bettor.placed for bettor in box.bettors)
        most = least + (min(room, held) - least) // unit * unit
        if most >= least:
            for seated in (True, False):
                yield Open(player, c.PlaceWager(player, number, most, seated), least, most, unit)
        yield Open(player, c.WithdrawWager(player, number))
        yield from _side_wagers(rules, player, number)


def _side_wagers(rules: Rulebook, player: str, box: int) -> Iterator[Open]:
    pairs, suits = rules.perfect_pairs, rules.suits_you
    if not isinstance(pairs, NotOffered) and pairs.perfect_pairs.value is not None:
        yield _side(player, box, "perfect-pairs", pairs.perfect_pairs.value)
        yield Open(player, c.WithdrawSideWager(player, box, "perfect-pairs"))
    if not isinstance(suits, NotOffered) and suits.suits_you.value is not None:
        for suit in "shdc":
            yield _side(player, box, "suits-you", suits.suits_you.value, suit)
        yield Open(player, c.WithdrawSideWager(player, box, "suits-you"))


def _side(player: str, box: int, kind: SideKind, amount: Cents, suit: str | None = None) -> Open:
    return Open(player, c.PlaceSideWager(player, box, kind, amount, suit), amount, amount)


def _offers(rules: Rulebook, table: Table) -> Iterator[Open]:
    for box in table.boxes:
        yield from _offers_to(rules, table, box)
    yield Open(None, c.CloseOffers())


def _offers_to(rules: Rulebook, table: Table, box: Box) -> Iterator[Open]:
    for bettor in box.bettors:
        yield Open(bettor.player, c.Surrender(bettor.player, box.number))
        part = rules.insurance
        if not isinstance(part, NotOffered):
            chip = rules.wagers.smallest_chip.value
            most = min(insurance_limit(part, bettor.plays), table.racks[bettor.player])
            most -= most % chip
            yield Open(bettor.player, c.Insure(bettor.player, box.number, most), chip, most, chip)


def _decisions(rules: Rulebook, table: Table) -> Iterator[Open]:
    if table.awaiting is not None:
        for player in table.awaiting.players:
            yield from _answers(rules, table, table.awaiting, player)
        return
    turn = table.turn()
    assert turn is not None
    box, number, _ = turn
    assert box.controller is not None
    yield from _choices(rules, table, box.number, number, box.controller)
    yield Open(None, c.ReportAbsent(box.number, number))


def _choices(rules: Rulebook, table: Table, box: int, hand: int, player: str) -> Iterator[Open]:
    yield Open(player, c.Hit(player, box, hand))
    yield Open(player, c.Stand(player, box, hand))
    yield Open(player, c.Split(player, box, hand))
    yield _double(rules, table, box, hand, player)


def _double(rules: Rulebook, table: Table, box: int, hand: int, player: str) -> Open:
    found = table.hand(box, hand)
    stake = found.stake_of(player) if found else None
    assert stake is not None
    least, most = double_limits(rules, stake)
    most = min(most, table.racks[player])
    chip = rules.wagers.smallest_chip.value
    return Open(player, c.Double(player, box, hand, most), min(max(least, chip), most), most, chip)


def _answers(rules: Rulebook, table: Table, awaiting: Awaiting, player: str) -> Iterator[Open]:
    box, hand = awaiting.box, awaiting.hand
    yield Open(player, c.Decline(player, box))
    match awaiting.question:
        case "double":
            yield _double(rules, table, box, hand, player)
        case "split":
            yield Open(player, c.Split(player, box, hand))
            yield Open(player, c.Designate(player, box, hand))
            yield Open(player, c.Designate(player, box, hand + 1))
        case "split-ace-again":
            yield Open(player, c.Split(player, box, hand))
        case "forfeit":
            yield Open(player, c.Forfeit(player, box, hand))


def _end(rules: Rulebook, table: Table) -> Iterator[Open]:
    yield Open(None, c.ClearTable())


_CANDIDATES: Final[dict[str, Callable[[Rulebook, Table], Iterator[Open]]]] = {
    "betting": _betting,
    "offers": _offers,
    "playing": _decisions,
    "over": _end,
}


def with_amount(option: Open, amount: Cents) -> c.Command:
    """Give the command of an option with another amount in it."""
    if isinstance(option.command, c.PlaceWager | c.Insure | c.Double):
        return replace(option.command, amount=amount)
    return option.command
