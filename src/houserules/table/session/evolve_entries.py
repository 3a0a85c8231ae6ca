"""The table after entries before the cards of a round, and after forms are opened and settled."""

from typing import Any, Final

from houserules.table.events import (
    BetsClosed,
    CardDealt,
    RoundVoided,
    TableCleared,
    WagerPlaced,
    WagerWithdrawn,
)
from houserules.table.irregularities.events import HandsVoided
from houserules.table.round.evolve import rack, the_box, with_box
from houserules.table.round.evolve_chips import collect_chips, open_box
from houserules.table.session.events import (
    AbsenceEntered,
    EntryTakenBack,
    FormExamined,
    FormHandedIn,
    FormOpened,
    FormPlays,
    FormsTakenBack,
    MinimumDeducted,
    PassCardPlayed,
    UndisclosedWagerSettled,
    WagerAdjusted,
    WagerClockAnnounced,
    WageringTimeCalled,
)
from houserules.table.session.order import from_marker
from houserules.table.session.state import Entry, Form, OpenedForm, Session
from houserules.table.state import Bettor, Step, Steps, Table, changed


def the_session(table: Table) -> Session:
    """Return the session that must be there."""
    assert table.session is not None
    return table.session


def with_session(table: Table, **changes: Any) -> Table:
    return changed(table, session=changed(the_session(table), **changes))


# Before the cards: one entry per player, in their order.


def _with_entry(table: Table, player: str, **changes: Any) -> Table:
    session = the_session(table)
    entries = [
        changed(entry, **changes) if entry.player == player else entry for entry in session.entries
    ]
    if session.entry(player) is None:
        entries.append(Entry(player, **changes))
    return with_session(
        table,
        entries=tuple([each for each in entries if each.plays or each.pass_card or each.absent]),
    )


def wager_placed(table: Table, event: WagerPlaced) -> Table:
    return _with_entry(table, event.player, wager=True)


def wager_withdrawn(table: Table, event: WagerWithdrawn) -> Table:
    return _with_entry(table, event.player, wager=False)


def pass_card_played(table: Table, event: PassCardPlayed) -> Table:
    return _with_entry(table, event.player, pass_card=True)


def form_handed_in(table: Table, event: FormHandedIn) -> Table:
    return _with_entry(table, event.player, form=Form(event.kind, event.amount))


def form_examined(table: Table, event: FormExamined) -> Table:
    return _with_entry(table, event.player, examined=True)


def entry_taken_back(table: Table, event: EntryTakenBack) -> Table:
    return _with_entry(table, event.player, pass_card=False, form=None, examined=False)


def absence_entered(table: Table, event: AbsenceEntered) -> Table:
    return _with_entry(table, event.player, absent=True)


def wagering_time_called(table: Table, event: WageringTimeCalled) -> Table:
    return with_session(table, late=(*the_session(table).late, *event.players))


def wager_clock_announced(table: Table, event: WagerClockAnnounced) -> Table:
    return with_session(table, clock_from=(event.from_round, event.seconds))


def wager_adjusted(table: Table, event: WagerAdjusted) -> Table:
    """After WagerAdjusted: what plays lies on the box; the rest comes from the rack or goes there."""
    box = the_box(table, event.box)
    bettors = [
        changed(each, plays=event.plays) if each.player == event.player else each
        for each in box.bettors
    ]
    return changed(
        table,
        boxes=with_box(table, changed(box, bettors=tuple(bettors))),
        racks=rack(table, event.player, event.found - event.plays),
    )


def form_plays(table: Table, event: FormPlays) -> Table:
    table, box = open_box(table, event.box)
    bettor = Bettor(event.player, 0, 0, seated=True, has_form=True)
    return changed(table, boxes=with_box(table, changed(box, bettors=(bettor,))))


def bets_closed(table: Table, event: BetsClosed) -> Table:
    """After BetsClosed: where the deal starts at the marker, so do the boxes."""
    session = the_session(table)
    table = with_session(table, void=False)
    if not session.conditions.deal_from_marker:
        return table
    boxes = sorted(table.boxes, key=lambda box: from_marker(session, box.number))
    return changed(table, boxes=tuple(boxes))


# After the cards.


def card_dealt(table: Table, event: CardDealt) -> Table:
    """After CardDealt: the forms of the round before are no longer shown."""
    return with_session(table, opened=()) if the_session(table).opened else table


def round_voided(table: Table, event: RoundVoided) -> Table:
    return with_session(table, void=True)


def table_cleared(table: Table, event: TableCleared) -> Table:
    return with_session(table, cleared="void" if the_session(table).void else "count")


def past_round_voided(table: Table, event: HandsVoided) -> Table:
    """After HandsVoided: a round that was cleared, and counted until it was taken back, is void."""
    return with_session(table, cleared="void") if table.phase == "betting" else table


def form_opened(table: Table, event: FormOpened) -> Table:
    opened = OpenedForm(event.player, Form(event.kind, event.amount), event.deemed, event.clause)
    return with_session(table, opened=(*the_session(table).opened, opened))


def undisclosed_wager_settled(table: Table, event: UndisclosedWagerSettled) -> Table:
    return collect_chips(table, event.player, -event.net)


def minimum_deducted(table: Table, event: MinimumDeducted) -> Table:
    return collect_chips(table, event.player, event.amount)


def forms_taken_back(table: Table, event: FormsTakenBack) -> Table:
    for player, amount in event.moved:
        table = collect_chips(table, player, -amount)
    return with_session(table, opened=())


STEPS: Final[Steps] = {
    PassCardPlayed: pass_card_played,
    FormHandedIn: form_handed_in,
    FormExamined: form_examined,
    EntryTakenBack: entry_taken_back,
    AbsenceEntered: absence_entered,
    WageringTimeCalled: wagering_time_called,
    WagerClockAnnounced: wager_clock_announced,
    WagerAdjusted: wager_adjusted,
    FormPlays: form_plays,
    FormOpened: form_opened,
    UndisclosedWagerSettled: undisclosed_wager_settled,
    MinimumDeducted: minimum_deducted,
    FormsTakenBack: forms_taken_back,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (WagerPlaced, wager_placed),
    (WagerWithdrawn, wager_withdrawn),
    (BetsClosed, bets_closed),
    (CardDealt, card_dealt),
    (RoundVoided, round_voided),
    (TableCleared, table_cleared),
    (HandsVoided, past_round_voided),
)
