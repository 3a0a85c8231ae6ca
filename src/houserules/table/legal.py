"""Every command that is open now, to whom, and in which amounts: the judge's reasons thrown away."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, NamedTuple

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import commands
from houserules.table.cards.open_steps import CardNeeded, open_steps
from houserules.table.cards.source import why_not_any_card
from houserules.table.commands import PlaceSideWager
from houserules.table.face_down import ExposeCards
from houserules.table.irregularities.absence import reports_to_take_back
from houserules.table.irregularities.state import Irregularity
from houserules.table.judge import why_not
from houserules.table.registry import OPEN_IN
from houserules.table.round.chips import free_chips
from houserules.table.round.deal import card_is_due
from houserules.table.round.double import double_limits
from houserules.table.round.offers import insurance_limit
from houserules.table.session.commands import HandInForm
from houserules.table.session.options import entry_options, staff_options
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.evolve import players_on
from houserules.table.sign.open_wagers import open_wagers
from houserules.table.state import Awaiting, Bettor, Box, Table, changed


class Open(NamedTuple):
    """A command that somebody may give now; as it is, but for a card that nobody has seen yet.

    `who` is None for the dealer. A wager may be any amount from `least` to `most` in steps of `step`:
    the command has the least, `with_amount(option, amount)` another one. Doubles and insurance come
    with the most, as players usually want them. Where a card is due that somebody has to see first,
    the command is `CardNeeded`: `with_card(option, card)` returns the command for the card that came.
    `kind` is the class of the command either way.

    Players who hold tokens find every wager a second time, all in tokens; chips and tokens may also
    be mixed.
    """

    who: str | None
    command: commands.Command | CardNeeded
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1

    @property
    def kind(self) -> type[commands.Command]:
        """The class of the command."""
        return self.command.kind if isinstance(self.command, CardNeeded) else type(self.command)

    @property
    def takes_card(self) -> bool:
        """Whether the command lacks the card that came; see `with_card`."""
        return isinstance(self.command, CardNeeded)


_NEXT_CARD: Final = Open(None, CardNeeded(commands.DealCard))


def legal(rules: Rulebook, table: Table) -> list[Open]:
    """List what every person at the table may do now.

    Every option's command is allowed as it stands, with any amount of its range; where a card is
    still to be seen, the option has none in it (see `Open`). Bringing and taking chips is always
    allowed and not listed.
    """
    if table.irregularity is not None:
        return _to_put_right(rules, table, table.irregularity)
    if card_is_due(table):  # nothing else happens then
        return [_NEXT_CARD] if table.source is None else _next_card(rules, table)
    candidates = chain(_steps_of_cards(rules, table), _CANDIDATES[table.phase](rules, table))
    if table.session is not None:
        staff = staff_options(rules, table, table.session)
        candidates = chain(candidates, [Open(None, command) for command in staff])
    if table.tokens:
        candidates = chain(candidates, _in_tokens(rules, table))
    return [_with_least(option) for option in candidates if _is_allowed(rules, table, option)]


def _is_allowed(rules: Rulebook, table: Table, option: Open) -> bool:
    """Ask the judge; of a card that is still to be seen, whether any can come."""
    command = option.command
    if not isinstance(command, CardNeeded):
        return why_not(rules, table, command) is None
    return command.kind is not commands.DealCard or why_not_any_card(rules, table) is None


def _with_least(option: Open) -> Open:
    """Return a new wager as its minimum: judged as the most, it would stake the whole rack."""
    if option.least == option.most or not isinstance(option.command, _NEW_WAGERS):
        return option
    return option._replace(command=with_amount(option, option.least))


def _to_put_right(rules: Rulebook, table: Table, irregularity: Irregularity) -> list[Open]:
    """List what deals with an irregularity; nothing else happens until then."""
    candidates = [
        _with_range(rules, table, command) for command in OPEN_IN[irregularity.kind](rules, table)
    ]
    return [option for option in candidates if _is_allowed(rules, table, option)]


def _with_range(rules: Rulebook, table: Table, command: commands.Command) -> Open:
    match command:
        case commands.Insure(player, number):
            box = table.box(number)
            bettor = box.bettor(player) if box else None
            assert box is not None and bettor is not None
            return _insurance(rules, table, box, bettor)
        case commands.Double(player, box_number, hand):
            return _double(rules, table, box_number, hand, player)
    return Open(getattr(command, "player", None), command)


def _steps_of_cards(rules: Rulebook, table: Table) -> Iterator[Open]:
    """List what makes the cards ready, for the dealer, a supervisor or the player who is asked."""
    if table.source is not None:
        for command in open_steps(rules, table):
            yield Open(getattr(command, "player", None), command)


def _next_card(rules: Rulebook, table: Table) -> list[Open]:
    """While a card is due: the card, the cutting card, or what comes before either."""
    back = chain(_returns(table), _wrong_reports(rules, table))
    candidates = chain(_steps_of_cards(rules, table), [_NEXT_CARD], back)
    return [option for option in candidates if _is_allowed(rules, table, option)]


def _returns(table: Table) -> Iterator[Open]:
    """List who may come back to a box they were away from."""
    for box in table.boxes:
        for player in box.away:
            yield Open(player, commands.ComeBack(player, box.number))


def _wrong_reports(rules: Rulebook, table: Table) -> Iterator[Open]:
    """List the reports that somebody is away which staff can still take back."""
    for command in reports_to_take_back(rules, table):
        yield Open(None, command)


def _in_tokens(rules: Rulebook, table: Table) -> Iterator[Open]:
    """List the same wagers as if only tokens could be put down."""
    for each in _CANDIDATES[table.phase](rules, changed(table, racks=table.tokens)):
        if isinstance(each.command, _WAGERS) and table.tokens.get(each.command.player):
            amount = _amount(table, each.command)
            yield each._replace(command=replace(each.command, tokens=amount))


_WAGERS: Final = (
    commands.PlaceWager,
    RaiseWager,
    commands.PlaceSideWager,
    commands.Insure,
    commands.Double,
    commands.Split,
)


_NEW_WAGERS: Final = (commands.PlaceWager, RaiseWager, commands.PlaceSideWager, HandInForm)
_IN_TOKENS: Final = (
    *(commands.PlaceWager, RaiseWager, commands.PlaceSideWager),
    *(commands.Insure, commands.Double),
)


def _amount(table: Table, command: commands.Command) -> Cents:
    if not isinstance(command, commands.Split):
        return getattr(command, "amount", 0)
    hand = table.hand(command.box, command.hand)
    stake = hand.stake_of(command.player) if hand else None
    return stake.amount if stake else 0


def _betting(rules: Rulebook, table: Table) -> Iterator[Open]:
    if table.session is not None:
        for amounts in entry_options(rules, table, table.session):
            yield Open(getattr(amounts[0], "player", None), *amounts)
        yield Open(None, commands.CloseBets())
        return
    numbers = range(1, rules.equipment.boxes.value + 1)
    for player in table.racks:
        for _, amounts in open_wagers(rules, table, player, numbers):
            yield Open(player, *amounts)
    yield Open(None, commands.CloseBets())


def beside_wagers(rules: Rulebook, table: Table) -> Iterator[Open]:
    """List what may be open before the first card and is no wager; the judge has not been asked."""
    yield from _steps_of_cards(rules, table)
    yield Open(None, commands.CloseBets())


def _offers(rules: Rulebook, table: Table) -> Iterator[Open]:
    for box in table.boxes:
        for bettor in box.bettors:
            yield Open(bettor.player, commands.Surrender(bettor.player, box.number))
            yield _insurance(rules, table, box, bettor)
    yield from _exposures(table)
    yield Open(None, commands.CloseOffers())


def _insurance(rules: Rulebook, table: Table, box: Box, bettor: Bettor) -> Open:
    part, chip, most = rules.insurance, rules.wagers.smallest_chip.value, 0
    if not isinstance(part, NotOffered):
        most = min(insurance_limit(part, bettor.plays), free_chips(table, bettor.player))
        most -= most % chip
    return Open(bettor.player, commands.Insure(bettor.player, box.number, most), chip, most, chip)


def _exposures(table: Table) -> Iterator[Open]:
    for box in table.boxes if table.facing.down else ():
        if box.controller is not None and box.hands[0].face_down:
            yield Open(box.controller, ExposeCards(box.controller, box.number))


def _decisions(rules: Rulebook, table: Table) -> Iterator[Open]:
    yield from _exposures(table)
    if table.source is not None:
        yield from _returns(table)
        yield from _wrong_reports(rules, table)
    if table.awaiting is not None:
        for player in table.awaiting.players:
            yield from _answers(rules, table, table.awaiting, player)
        if table.source is not None:  # somebody who owes an answer may turn out to be away
            box, hand = table.awaiting.box, table.awaiting.hand
            for player in table.awaiting.players:
                yield Open(None, commands.ReportAbsent(box, hand, player))
        return
    turn = table.turn()
    assert turn is not None
    assert turn[0].controller is not None
    box, hand, player = turn[0].number, turn[1], turn[0].controller
    yield Open(player, commands.Hit(player, box, hand))
    yield Open(player, commands.Stand(player, box, hand))
    yield Open(player, commands.Split(player, box, hand))
    yield _double(rules, table, box, hand, player)
    yield Open(None, commands.ReportAbsent(box, hand))


def _double(rules: Rulebook, table: Table, box: int, hand: int, player: str) -> Open:
    found = table.hand(box, hand)
    stake = found.stake_of(player) if found else None
    assert stake is not None
    least, most = double_limits(rules, table, stake)
    most, chip = min(most, free_chips(table, player)), rules.wagers.smallest_chip.value
    most -= most % chip
    return Open(
        player, commands.Double(player, box, hand, most), min(max(least, chip), most), most, chip
    )


def _answers(rules: Rulebook, table: Table, awaiting: Awaiting, player: str) -> Iterator[Open]:
    box, hand = awaiting.box, awaiting.hand
    yield Open(player, commands.Decline(player, box))
    match awaiting.question:
        case "double":
            yield _double(rules, table, box, hand, player)
        case "split":
            yield Open(player, commands.Split(player, box, hand))
            yield Open(player, commands.Designate(player, box, hand))
            yield Open(player, commands.Designate(player, box, hand + 1))
        case "split-ace-again":
            yield Open(player, commands.Split(player, box, hand))
        case "forfeit":
            yield Open(player, commands.Forfeit(player, box, hand))


_CANDIDATES: Final[dict[str, Callable[[Rulebook, Table], Iterator[Open]]]] = {
    "betting": _betting,
    "offers": _offers,
    "playing": _decisions,
    "over": lambda rules, table: iter([Open(None, commands.ClearTable())]),
}


def with_amount(option: Open, amount: Cents) -> commands.Command:
    """Return the command of an option with another amount in it."""
    assert not isinstance(option.command, CardNeeded), "this option takes a card, not an amount"
    if isinstance(option.command, HandInForm):
        return replace(option.command, amount=amount)
    if isinstance(option.command, _IN_TOKENS):
        in_tokens = amount if option.command.tokens else 0
        return replace(option.command, amount=amount, tokens=in_tokens)
    return option.command


def with_card(option: Open, card: Card) -> commands.Command:
    """Return the command of an option that takes a card, with the card that came."""
    assert isinstance(option.command, CardNeeded), "this option takes no card"
    return option.command.with_card(card)


# What is legal after a wager, without judging again what the wager cannot have changed.
#
# Before the first card every player can do something on every box, and a wager changes only a little
# of that: its own box, and what its players may do elsewhere. The rest is copied from before.


Spot = tuple[str, int]
"""A player and a box."""

_MOVED_BY_WAGERS: Final = frozenset(("boxes", "racks"))


@dataclass(frozen=True, slots=True)
class Judged:
    """What is open at a table; before the first card also by player and box."""

    table: Table
    everything: tuple[Open, ...]
    by_spot: dict[Spot, tuple[Open, ...]] = field(default_factory=dict)


def legal_again(rules: Rulebook, table: Table, before: Judged | None) -> Judged:
    """List the same as `legal`, with the help of what was found at an earlier table."""
    is_plain = table.irregularity is None and table.session is None and not table.tokens
    if table.phase != "betting" or not is_plain:
        return Judged(table, tuple(legal(rules, table)))
    numbers = range(1, rules.equipment.boxes.value + 1)
    known = _still_known(before, table, numbers) if before else {}
    spots: dict[Spot, tuple[Open, ...]] = {}
    for player in table.racks:
        new = [number for number in numbers if (player, number) not in known]
        found = _open_on_boxes(rules, table, player, new)
        for number in numbers:
            spot = (player, number)
            spots[spot] = known[spot] if spot in known else tuple(found[number])
    beside = [option for option in beside_wagers(rules, table) if _is_allowed(rules, table, option)]
    wagers = [each for found in spots.values() for each in found]
    return Judged(table, (*beside, *wagers), spots)


def _open_on_boxes(
    rules: Rulebook, table: Table, player: str, numbers: list[int]
) -> dict[int, list[Open]]:
    found: dict[int, list[Open]] = {number: [] for number in numbers}
    allowed: dict[tuple[int, str, int], bool] = {}
    for number, amounts in open_wagers(rules, table, player, numbers):
        command = amounts[0]
        if isinstance(command, PlaceSideWager):  # whatever suit it is on
            wager = (number, command.kind, command.amount)
            if wager not in allowed:
                allowed[wager] = why_not(rules, table, command) is None
            is_open = allowed[wager]
        else:
            is_open = why_not(rules, table, command) is None
        if is_open:
            found[number].append(_with_least(Open(player, *amounts)))
    return found


def _still_known(
    before: Judged, table: Table, numbers: Iterable[int]
) -> dict[Spot, tuple[Open, ...]]:
    """Return what holds as it did: nothing, if anything but wagers and chips has moved."""
    if not before.by_spot or not _only_wagers_moved(before.table, table):
        return {}
    boxes = {n for n in numbers if table.box(n) is not before.table.box(n)}
    players = _moved_players(before.table, table, boxes)
    boxes |= {box.number for box in table.boxes if any(s.player in players for s in box.sides)}
    return {
        (player, number): found
        for (player, number), found in before.by_spot.items()
        if player not in players and number not in boxes
    }


def _only_wagers_moved(before: Table, table: Table) -> bool:
    """Whether the rest is the same, and none of it lets one player's wager close the table to another."""
    if table.sign is not None and table.sign.orders.players is not None:
        return False
    old = vars(before)
    return all(
        old[name] is now for name, now in vars(table).items() if name not in _MOVED_BY_WAGERS
    )


def _moved_players(before: Table, table: Table, boxes: Container[int]) -> set[str]:
    """Return whose chips or wagers have moved."""
    racks = before.racks
    moved = {player for player, held in table.racks.items() if racks.get(player) != held}
    there: list[Box] = [each for each in (*before.boxes, *table.boxes) if each.number in boxes]
    return moved | {player for box in there for player in players_on(box)}
