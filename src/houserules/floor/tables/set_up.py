"""Set up a table: the setting, the sign with the limits, and the cards."""

from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.events import TableSetUp
from houserules.floor.tables.card_handler import (
    CardHandler,
    LiveCardHandler,
    SystemEntropy,
    VirtualCardHandler,
)
from houserules.floor.tables.decision import SECOND, Decision
from houserules.floor.tables.settings import Setting, SettingError
from houserules.floor.tables.table import FloorTable
from houserules.shoe.entropy import Entropy
from houserules.shoe.preparation import uses_automatic_shuffler
from houserules.shoe.record import Recording
from houserules.shoe.state import PreShuffled
from houserules.table.cards.commands import OpenTable
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.stated_limits import stated_by

_TWO_SETS: Final = ("blue", "red")


def card_handler_of(setting: Setting, entropy: Entropy | None = None) -> CardHandler:
    rules = setting.rules
    if not setting.is_virtual:
        return LiveCardHandler(rules)
    return VirtualCardHandler(rules, entropy or SystemEntropy(), Recording(rules, setting.options))


def set_up(
    setting: Setting,
    handler: CardHandler,
    *,
    by: str,
    at: int,
    pre_shuffled: PreShuffled | None = None,
) -> tuple[Any, ...]:
    """Return the events of a new table that is open for gaming; raises SettingError.

    `pre_shuffled`: who shuffled the real cards before they came to the table.
    """
    rules = setting.rules
    decision = Decision(FloorTable(setting), handler, at)
    decision.emit(TableSetUp(setting, by, Moment(at // SECOND)))
    colours = _TWO_SETS if uses_automatic_shuffler(rules) else _TWO_SETS[:1]
    for command in (
        PutUpSign(Person(by, "casino supervisor"), decision.moment, stated_by(rules)),
        OpenTable(
            Person(by, "dealer"),
            decision.moment,
            colours,
            virtual=setting.is_virtual,
            pre_shuffled=pre_shuffled,
        ),
    ):
        no = decision.play(command)
        if isinstance(no, Refusal):
            raise SettingError(f"{no.detail} ({no.clause})")
    return tuple(decision.events)
