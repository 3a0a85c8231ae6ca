"""What is appended for a decision: the table's events, the wallets' ends of it, and the vault's part."""

from collections.abc import Iterator
from typing import Any

from houserules.core.people import Moment
from houserules.floor.deciding import Decided
from houserules.floor.denied import Denied
from houserules.floor.happenings import FloatMoved, ShoeRevealed
from houserules.floor.house import House, VirtualHouse
from houserules.floor.kept import SHOE, STACK, KeptShoe, stack_to_bytes
from houserules.floor.loading import stack_key, table_stream
from houserules.floor.money import CAGE, MoneyMoved, table_account, wallet_of
from houserules.floor.setting import Setting
from houserules.floor.stored import written
from houserules.floor.wallets import Wallets
from houserules.floor.work import SECOND
from houserules.journal.records import Append, Batch, Delete, Entry, Line, Put
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import ChipsBrought, ChipsTaken


async def batch_of(
    wallets: Wallets,
    before: House,
    decided: Decided,
    *,
    actor: str,
    command_id: str | None,
    at: int,
    line: Line,
) -> Batch | Denied:
    """Give all that one command appends, all or nothing; or that money is short."""
    standing, setting = decided.standing, decided.standing.setting
    moves = tuple(_moves(setting, decided.events, actor, Moment(at // SECOND)))
    money = await wallets.appends(moves)
    if isinstance(money, Denied):
        return money
    entries = tuple(Entry(*written(event)) for event in decided.events)
    expected = standing.position - len(entries)
    return Batch(
        (Append(table_stream(setting.table), expected, entries), *money),
        actor=actor,
        time=at,
        command_id=command_id,
        puts=tuple(_puts(setting.table, before, decided)),
        deletes=tuple(_deletes(setting.table, decided.events)),
        line=line,
    )


def _moves(setting: Setting, events: tuple[Any, ...], by: str, at: Moment) -> Iterator[MoneyMoved]:
    """Give the transfers of which the table's events are the other end."""
    here, money = table_account(setting.table), setting.money
    for event in events:
        match event:
            case ChipsBrought(player, amount):
                wallet = wallet_of(player)
                yield MoneyMoved(money, amount, wallet, here, "brought to the table", by, at)
            case ChipsTaken(player, amount):
                wallet = wallet_of(player)
                yield MoneyMoved(money, amount, here, wallet, "taken from the table", by, at)
            case FloatMoved(amount) if amount > 0:
                yield MoneyMoved(money, amount, CAGE, here, "fill", by, at)
            case FloatMoved(amount):
                yield MoneyMoved(money, -amount, here, CAGE, "credit", by, at)


def _puts(table: str, before: House, decided: Decided) -> Iterator[Put]:
    """Give what the vault must keep of the shoe, where it has changed."""
    house = decided.house
    if not isinstance(house, VirtualHouse) or not isinstance(before, VirtualHouse):
        return
    if house.shoe is not before.shoe:
        kept = KeptShoe(decided.standing.position, house.shoe, house.salt)
        yield Put(SHOE, table, kept.to_bytes())
    new = {e.commitment for e in decided.events if isinstance(e, CardsShuffled) and e.commitment}
    for segment in house.recording.segments:
        if segment.commitment in new:
            key = stack_key(table, segment.commitment)
            yield Put(STACK, key, stack_to_bytes(segment.stack, segment.salt))


def _deletes(table: str, events: tuple[Any, ...]) -> Iterator[Delete]:
    """A stack that is revealed is no secret any more."""
    for event in events:
        if isinstance(event, ShoeRevealed):
            for commitment in event.commitments:
                yield Delete(STACK, stack_key(table, commitment))
