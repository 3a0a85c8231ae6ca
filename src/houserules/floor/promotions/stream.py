"""The stream of a promotion: its setting and its events; the transfers that prizes bring about."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from json import loads
from typing import Any, ClassVar, Final

from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment
from houserules.floor.money.accounts import MoneyMoved, issue_of, wallet_of
from houserules.floor.stored_events import StoredError
from houserules.floor.tables.settings import Kind, Money
from houserules.journal.chain import RecordRow
from houserules.journal.records import JournalRecord, NewRecord
from houserules.promotion.events import PrizeHandedOver, PromotionPrizePaid
from houserules.promotion.evolve import STEPS, evolve
from houserules.promotion.promotion_file import read_promotion
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook

STREAMS: Final = "promotion/"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class PromotionSetUp:
    """A promotion was set up: the first record of its stream, which never changes."""

    name: ClassVar[str] = "promotion.set-up"
    promotion: str
    kind: Kind
    by: str
    at: Moment


@dataclass(frozen=True)
class FloorPromotion:
    """A promotion as its stream leaves it at a position."""

    setting: PromotionSetUp
    state: PromotionState = field(default_factory=PromotionState)
    position: int = 1

    @property
    def rules(self) -> Rulebook:
        """The rulebook that its terms name."""
        return _rules_of(self.state.document)


@cache
def _rules_of(document: str) -> Rulebook:
    return read_promotion(loads(document)).rules


KINDS: Final[dict[str, Any]] = {
    PromotionSetUp.name: PromotionSetUp,
    **{kind.name: kind for kind in STEPS},  # type: ignore[attr-defined]
}
"""The events of a promotion's stream, by stored name."""


def new_record(event: Any) -> NewRecord:
    """Return an event of a promotion as it is stored."""
    return NewRecord(event.name, _VERSION, to_data(event))


def read_record(record: RecordRow | JournalRecord) -> Any:
    """Read a stored event of a promotion; raises StoredError."""
    kind, payload = KINDS.get(record.name), record.payload
    if kind is None or record.version > _VERSION:
        raise StoredError(
            f"{record.stream} {record.position}: {record.name!r}, version {record.version}, is no "
            "event that this version of houserules knows"
        )
    return from_data(kind, loads(payload) if isinstance(payload, str) else payload, record.name)


def after_events(promotion: FloorPromotion, events: Iterable[Any]) -> FloorPromotion:
    """Return the promotion after further events of its stream."""
    for event in events:
        promotion = replace(
            promotion, state=evolve(promotion.state, event), position=promotion.position + 1
        )
    return promotion


def follow(
    promotion: FloorPromotion | None, records: Iterable[RecordRow | JournalRecord]
) -> FloorPromotion:
    """Return the promotion after further records; None: they begin with its setting."""
    events = [read_record(record) for record in records]
    if promotion is None:
        promotion = FloorPromotion(events.pop(0))
    return after_events(promotion, events)


def transfer(promotion: FloorPromotion, event: Any, *, by: str, at: Moment) -> MoneyMoved | None:
    """Return the transfer that awarding a prize brings about, if it goes into a ledger of the house.

    A practice promotion pays in practice chips. In a live one, casino dollars become promotional
    tokens of the winner; cash, cheques, transfers and goods are recorded, and handed over outside.
    """
    is_practice = promotion.setting.kind == "practice"
    money: Money
    match event:
        case PromotionPrizePaid(cash=cash, cheque=cheque, transfer=sent) if is_practice:
            money, amount = "practice", cash + cheque + sent
        case PrizeHandedOver(kind="casino-dollars", value=value):
            money, amount = ("practice" if is_practice else "tokens"), value
        case _:
            return None
    why = f"Prize {event.prize + 1} of promotion {promotion.setting.promotion}"
    return MoneyMoved(money, amount, issue_of(money), wallet_of(event.player), why, by, at)
