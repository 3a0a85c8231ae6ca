"""What happens at a table, as events of carded play: when its players play, what they win and lose."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from houserules.carded.events import PlayBegan, PlayEnded, ResultBooked, StakeChanged
from houserules.carded.state import Today
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.events import ChipsBrought, ChipsTaken, Event, WagerSettled
from houserules.table.people.admission import has_open_wager
from houserules.table.state import InsuranceWager, SideWager, Table


def requires_cards(rules: Rulebook) -> bool:
    """Whether a rulebook requires Player Cards."""
    return not isinstance(rules.player_cards, NotOffered)


def is_carded(setting: Setting) -> bool:
    """Whether carded play concerns a table: live, and its rulebook requires Player Cards."""
    return setting.kind == "live" and requires_cards(setting.rules)


def carded_events(
    before: FloorTable, after: FloorTable, events: Iterable[Any], today: Today, at: Moment
) -> Iterator[tuple[str, Event]]:
    """Yield a player and an event for everything that one command changes for players.

    What a player wins or loses is the change of their chips, in the rack and on the layout, less what
    they brought and took. So nothing is missed, whatever it is called in the rules. In a session
    of a tournament only the time counts: its chips are not money.
    """
    table, game = after.setting.table, after.setting.rules.title
    moved, staked = Counter[str](), Counter[str]()
    for event in events:
        match event:
            case ChipsBrought(player, amount):
                moved[player] += amount
            case ChipsTaken(player, amount):
                moved[player] -= amount
            case WagerSettled(player=player, stake=stake, token_stake=tokens):
                staked[player] += stake - tokens
    in_session = before.table.session is not None or after.table.session is not None
    for player in sorted(_players(before.table) | _players(after.table)):
        had, has = has_open_wager(before.table, player), has_open_wager(after.table, player)
        if has and not had:
            yield player, PlayBegan(table, at)
        net = chips_of(after.table, player) - chips_of(before.table, player) - moved[player]
        if (net or staked[player]) and not in_session:
            yield player, ResultBooked(table, game, staked[player], net, today, at)
        in_play = chips_in_play(after.table, player)
        if in_play != chips_in_play(before.table, player) and not in_session:
            yield player, StakeChanged(table, in_play, at)
        if had and not has:
            yield player, PlayEnded(table, today, at)


def _players(table: Table) -> set[str]:
    return {patron.name for patron in table.patrons} | set(table.racks)


def chips_of(table: Table, player: str) -> Cents:
    """Count a player's chips at a table, in the rack and on the layout, without tokens."""
    return table.racks.get(player, 0) + chips_in_play(table, player)


def chips_in_play(table: Table, player: str) -> Cents:
    """Count a player's chips on the layout, without tokens."""
    total = 0
    for box in table.boxes:
        beside: tuple[SideWager | InsuranceWager, ...] = (*box.sides, *box.insurance)
        for wager in beside:
            if wager.player == player and not wager.settled:
                total += wager.amount - wager.tokens
        if not box.hands:
            total += sum(b.plays - b.tokens for b in box.bettors if b.player == player)
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.player == player:
                    total += stake.double - stake.double_tokens
                    total += stake.amount - stake.tokens if stake.is_open else 0
    return total
