"""Look up in the journal what a command needs and its table no longer remembers.

A table remembers recent rounds and open matters only. For a wrong payment of last month, a finished
entry that turns out to be intentional or a dispute about an old round, the floor finds the records
through its index of the stream and hands them to the decision (`Recalled`). Few commands need it.
"""

from typing import Any

from houserules.floor.house_facts import voucher_stream
from houserules.floor.rounds.find import Wanted
from houserules.floor.rounds.history import History
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.store import Store
from houserules.floor.stored_events import event_of
from houserules.floor.tables.guest_transfer import tables_played_at
from houserules.floor.tables.run import RunningTable
from houserules.floor.tables.settings import Setting
from houserules.table.cards.events import BetsReopened
from houserules.table.events import BetsClosed, TableCleared
from houserules.table.irregularities.events import AbsenceTakenBack, HandsVoided, RoundTakenBack
from houserules.table.round.settled_wagers import wagers_with_result
from houserules.table.staff import commands as staff
from houserules.table.staff.disputes import recent_round_of
from houserules.table.staff.state import Recalled, SettledRound, SettledWager, Voucher, is_recent
from houserules.table.tokens import ExchangeVoucher

_ABOUT_ENTRIES = (
    staff.RecordEnquiries,
    staff.IdentifyPatron,
    staff.RecordAttempt,
    staff.RectifyPayment,
)
_TURNED_AWAY = ("wager.refused", "wagers.found-invalid")


async def recall_for(
    store: Store, history: History, running: RunningTable, command: Any
) -> Recalled:
    """Return what a command needs and its table no longer remembers."""
    table = running.state.table
    match command:
        case ExchangeVoucher(voucher=number):
            setting = running.state.setting
            return Recalled(voucher=await _find_voucher(store, setting, number))
        case staff.ReportWrongPayment(round=number) if 1 <= number <= table.rounds:
            return await _round(history, running, number)
        case _ if isinstance(command, _ABOUT_ENTRIES):
            return await _entry(history, running, command.entry)
        case staff.RaiseDispute() | staff.ReferDispute():
            if recent_round_of(table, command.player) is None:
                return Recalled(last_round=await _last_round(store, history, running, command))
    return Recalled()


async def _round(history: History, running: RunningTable, number: int) -> Recalled:
    """Return a round's wagers and every entry about it; nothing if the table remembers the round."""
    setting, table = running.state.setting, running.state.table
    if is_recent(number, table.rounds):
        return Recalled()
    past = await history.round(setting.table, number)
    if past is None:
        return Recalled()
    events = [step.event for step in await history.steps(past.round)]
    rounds = (SettledRound(number, settled_wagers_in(events)),)
    entries = (await running.matters.payments_of(number)).payments.values()
    return Recalled(rounds, tuple(entries))


async def _entry(history: History, running: RunningTable, number: int) -> Recalled:
    """Return a finished entry, or the round of an open one."""
    staff_of = running.state.table.staff
    entry = staff_of.payment(number)
    if entry is not None:
        return await _round(history, running, entry.round) if entry.player is None else Recalled()
    if not staff_of.was_entered(number):
        return Recalled()
    return Recalled(payments=tuple((await running.matters.payments([number])).payments.values()))


async def _last_round(
    store: Store,
    history: History,
    running: RunningTable,
    command: staff.RaiseDispute | staff.ReferDispute,
) -> int | None:
    """Return the last round in which a player had a wager; after a refused wager, the last round.

    Only people who have brought money to the table are searched for.
    """
    name, player = running.state.setting.table, command.player
    if name not in await tables_played_at(store, player) and not running.state.former:
        return None
    if rounds := await history.rounds(Wanted((name,), player), limit=1):
        return rounds[0].round.number
    refusals = WantedEntries((name,), events=_TURNED_AWAY, person=player)
    was_turned_away = await history.entries(refusals, limit=1)
    return await history.last_number(name) if was_turned_away else None


async def _find_voucher(store: Store, setting: Setting, number: str) -> Voucher | None:
    """Return a voucher that was exchanged at any table."""
    stream = voucher_stream(setting, number)
    records = await store.read(stream, limit=1)
    if not records:
        return None
    event = event_of(records[0])
    return Voucher(event.voucher, event.player, event.value, event.conditions, event.by, event.at)


def settled_wagers_in(events: list[Any]) -> tuple[SettledWager, ...]:
    """Return the wagers of a round that have a result, from its events in order.

    The round's log is built as the table builds it, including rounds taken back.
    """
    log: list[Any] = []
    settled: tuple[SettledWager, ...] = ()
    is_cleared = False
    for event in events:
        match event:
            case BetsClosed():
                log = [event]
            case BetsReopened():
                log = []
            case RoundTakenBack(to=to) | AbsenceTakenBack(to=to):
                log, is_cleared = [*log[:to], event], False
            case TableCleared():
                settled, is_cleared = wagers_with_result(log), True
            case HandsVoided(hands=()) if is_cleared:
                settled = ()
            case _:
                log.append(event)
    return settled
