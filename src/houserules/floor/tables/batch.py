"""What is appended for a decision: the table's events, the wallets' ends of it, and the vault's part."""

from collections.abc import Iterator
from typing import Any

from houserules.core.people import Moment
from houserules.floor.denial import Denied
from houserules.floor.events import FloatMoved, ShoeRevealed
from houserules.floor.house_facts import voucher_stream
from houserules.floor.money.accounts import CAGE, MoneyMoved, table_account, wallet_of
from houserules.floor.money.wallets import Wallets
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.card_handler import CardHandler, VirtualCardHandler
from houserules.floor.tables.decide import Verdict
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.load import stack_key
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.shoe_vault import SHOE, STACK, KeptShoe, stack_to_bytes
from houserules.journal.records import Append, Batch, Delete, NewRecord, Put, Speculation
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.tokens import VoucherExchanged


async def batch_of(
    wallets: Wallets,
    before: CardHandler,
    decided: Verdict,
    *,
    actor: str,
    command_id: str | None,
    request: bytes | None,
    at: int,
    speculation: Speculation,
) -> Batch | Denied:
    """Return all that one command appends, all or nothing; or that money is short."""
    state, setting = decided.state, decided.state.setting
    moves = tuple(_moves(setting, decided.events, actor, Moment(at // SECOND)))
    money = await wallets.appends(moves)
    if isinstance(money, Denied):
        return money
    entries = tuple(NewRecord(*stored_form(event)) for event in decided.events)
    expected = state.position - len(entries)
    return Batch(
        (
            Append(table_stream(setting.table), expected, entries),
            *money,
            *_vouchers(setting, decided.events),
        ),
        actor=actor,
        time=at,
        command_id=command_id,
        request=request,
        puts=tuple(_puts(setting.table, before, decided)),
        deletes=tuple(_deletes(setting.table, decided.events)),
        speculation=speculation,
    )


def _moves(setting: Setting, events: tuple[Any, ...], by: str, at: Moment) -> Iterator[MoneyMoved]:
    """Yield the transfers of which the table's events are the other end."""
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


def _vouchers(setting: Setting, events: tuple[Any, ...]) -> Iterator[Append]:
    """Begin the stream of every voucher that is used up: a second table cannot begin it again."""
    for event in events:
        if isinstance(event, VoucherExchanged):
            stream = voucher_stream(setting, event.voucher)
            yield Append(stream, 0, (NewRecord(*stored_form(event)),))


def _puts(table: str, before: CardHandler, decided: Verdict) -> Iterator[Put]:
    """Yield what the vault must keep of the shoe, where it has changed."""
    handler = decided.handler
    if not isinstance(handler, VirtualCardHandler) or not isinstance(before, VirtualCardHandler):
        return
    if handler.shoe is not before.shoe:
        kept = KeptShoe(decided.state.position, handler.shoe, handler.salt)
        yield Put(SHOE, table, kept.to_bytes())
    new = {e.commitment for e in decided.events if isinstance(e, CardsShuffled) and e.commitment}
    for segment in handler.recording.segments:
        if segment.commitment in new:
            key = stack_key(table, segment.commitment)
            yield Put(STACK, key, stack_to_bytes(segment.stack, segment.salt))


def _deletes(table: str, events: tuple[Any, ...]) -> Iterator[Delete]:
    """A stack that is revealed is no secret any more."""
    for event in events:
        if isinstance(event, ShoeRevealed):
            for commitment in event.commitments:
                yield Delete(STACK, stack_key(table, commitment))
