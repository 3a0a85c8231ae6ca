"""Setting up a table: the setting, the sign with the limits, and cards for it."""

from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.chance import SystemEntropy
from houserules.floor.happenings import TableSetUp
from houserules.floor.house import House, LiveHouse, VirtualHouse
from houserules.floor.setting import Setting, SettingError
from houserules.floor.standing import Standing
from houserules.floor.work import SECOND, Work
from houserules.shoe.entropy import Entropy
from houserules.shoe.opening import uses_automatic_shuffler
from houserules.shoe.recording import Recording
from houserules.table.cards.commands import OpenTable
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.stating import stated_by

SUPERVISOR: Final = Person("house", "casino supervisor")
_TWO_SETS: Final = ("blue", "red")


def house_of(setting: Setting, entropy: Entropy | None = None) -> House:
    """Give who looks after the cards of a table."""
    rules = setting.rules
    if not setting.is_virtual:
        return LiveHouse(rules)
    return VirtualHouse(rules, entropy or SystemEntropy(), Recording(rules, setting.options))


def set_up(setting: Setting, house: House, *, by: str, at: int) -> tuple[Any, ...]:
    """Give the events of a new table that is open for gaming; raises SettingError."""
    rules = setting.rules
    work = Work(Standing(setting), house, at)
    work.emit(TableSetUp(setting, by, Moment(at // SECOND)))
    colours = _TWO_SETS if uses_automatic_shuffler(rules) else _TWO_SETS[:1]
    dealer = Person("house", "dealer")
    for command in (
        PutUpSign(SUPERVISOR, work.moment, stated_by(rules)),
        OpenTable(dealer, work.moment, colours, virtual=setting.is_virtual),
    ):
        no = work.play(command)
        if isinstance(no, Refusal):
            raise SettingError(f"{no.detail} ({no.clause})")
    return tuple(work.events)
