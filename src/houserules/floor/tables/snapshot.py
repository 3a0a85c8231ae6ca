"""A table as a snapshot has it: the state, the cards with their order, the index of its matters."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.core.state_codec import StateCodec
from houserules.floor.events import FLOOR_EVENTS
from houserules.floor.matters import MatterIndex
from houserules.floor.tables.card_handler import CardHandler, VirtualCardHandler, card_handler_of
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from houserules.shoe.record import Entry, Recording, Segment
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.evolve import STEPS


@dataclass(frozen=True, slots=True)
class KeptCards:
    """The order of the cards, and the record of the shoe so far, without the rulebook."""

    shoe: VirtualShoe
    salt: bytes
    segments: tuple[Segment, ...]
    dealt: tuple[Entry, ...]
    ready: tuple[Entry, ...]
    loose: tuple[Entry, ...]
    redealt: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Everything that is known of a table at a position of its stream."""

    state: FloorTable
    cards: KeptCards | None  # None: people handle real cards
    matters: MatterIndex


TABLE_STATES: Final = StateCodec(TableSnapshot, *STEPS, *FLOOR_EVENTS)


def table_snapshot(state: FloorTable, handler: CardHandler, matters: MatterIndex) -> TableSnapshot:
    """Return what a snapshot keeps; it shares nothing that changes."""
    cards = None
    if isinstance(handler, VirtualCardHandler):
        record = handler.recording
        progress = (record.dealt, record.ready, record.loose, record.redealt)
        cards = KeptCards(handler.shoe, handler.salt, record.segments, *progress)
    return TableSnapshot(state, cards, matters.copy())


def handler_from(setting: Setting, cards: KeptCards | None) -> CardHandler:
    """Return the handler of a table's cards as a snapshot has them."""
    handler = card_handler_of(setting)
    if cards is None or not isinstance(handler, VirtualCardHandler):
        return handler
    progress = (cards.dealt, cards.ready, cards.loose, cards.redealt)
    record = Recording(setting.rules, setting.options, cards.segments, *progress)
    return replace(handler, recording=record, shoe=cards.shoe, salt=cards.salt)
