"""A table as data for its viewers: what everybody sees, and what each person sees alone."""

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.core.people import Person
from houserules.floor.tables.authority import NAMES, own_fields
from houserules.floor.tables.auto_dealer import clock_of, offered_cut, waited_for
from houserules.floor.tables.table import FloorTable
from houserules.table.cards.open_steps import next_step
from houserules.table.irregularities.commands import TakeBackAbsence
from houserules.table.legal import Judged, Open, legal_again, with_amount
from houserules.table.powers import holders, power_of
from houserules.table.round.deal import card_is_due
from houserules.table.state import Box, Table
from houserules.table.view_types import PersonalView, TableView
from houserules.table.views import box_view, personal_view_for, view_for

ONLOOKER: Final = Person("", "player")
"""Somebody who is not at the table: sees what everybody sees."""

_PERSONAL: Final = ("person", "role", *(field.name for field in fields(PersonalView)))
_COMMON: Final = tuple(field.name for field in fields(TableView) if field.name not in _PERSONAL)
"""The parts of a view that do not depend on the person, but for face-down cards."""


PersonalPart = tuple[tuple[object, ...], list[Data], Data]
"""A player's own part, and what it was made from: parts of the table, and open commands."""

_NOTHING: Final[list[Data]] = []

Option = tuple[tuple[str, str | int], ...]
"""A command of the floor, as pairs of name and value."""


def _shown_to_all(state: FloorTable, boxes: list[Data]) -> Data:
    view = view_for(state.setting.rules, state.table, ONLOOKER, boxes=())
    clock = clock_of(state)
    return {
        "table": state.setting.table,
        "position": state.position,
        "kind": state.setting.kind,
        "locked": state.locked,
        "payment_held": state.held is not None,
        "dealt_by": state.setting.dealt_by,
        "dealer_name": state.dealer,
        "ready": sorted(state.ready),
        "leaving": sorted(state.leaving),
        "waited_for": list(waited_for(state)),
        "clock_ends": clock.ends if clock else None,
        **{name: to_data(getattr(view, name)) for name in _COMMON},
        "boxes": boxes,
    }


_REMEMBERED: Final = 200
"""People whose part of a view is kept until it changes."""


class SharedView:
    """One state of a table for many viewers: what they share is built once.

    What has not changed since an earlier state, `like`, is taken from there.
    """

    def __init__(self, state: FloorTable, like: "SharedView | None" = None) -> None:
        self.state = state
        self._boxes: dict[int, tuple[Box, Data]] = _boxes(state.table, like._boxes if like else {})
        self.common = _shown_to_all(state, [data for _, data in self._boxes.values()])
        self.has_face_down = state.table.has_face_down
        alike = like is not None and _decides_alike(like.state, state)
        self._options: dict[Person, list[Data]] = like._options if like and alike else {}
        self._before: Judged | None = (like._judged or like._before) if like else None
        self._judged: Judged | None = None
        self._known: dict[Person, PersonalPart] = like._known if like else {}

    def mine(self, person: Person) -> Data:
        """Return what one person alone sees, and what they may do."""
        if person.role != "player" or self.has_face_down:
            return self._mine(person)
        table, legal = self.state.table, self.legal(person)
        parts: tuple[object, ...] = (
            self._beside_the_game(person.name),
            *(table.racks.get(person.name), table.tokens.get(person.name)),
            *(table.vouchers, table.staff.disputes, table.people.debts),
            self.state.finished.disputes,
        )
        known = self._known.get(person)
        if known is None or known[0] != parts or known[1] is not legal:
            if len(self._known) >= _REMEMBERED:  # people come and go for months
                self._known.clear()
            known = self._known[person] = (parts, legal, self._mine(person))
        return known[2]

    def _mine(self, person: Person) -> Data:
        rules, table = self.state.setting.rules, self.state.table
        mine = to_data(personal_view_for(rules, table, person, self.state.finished))
        if self.has_face_down:
            mine["boxes"] = to_data(view_for(rules, table, person).boxes)
        legal = self.legal(person)
        if person.role == "player":
            legal = [*legal, *map(dict, self._beside_the_game(person.name))]
        return {"person": person.name, "role": person.role, **mine, "legal": legal}

    def legal(self, person: Person) -> list[Data]:
        """Return the commands that a person may give now, with the range of each amount."""
        options = self._options.get(person)
        if options is None:
            options = self._options[person] = self._legal(person) or _NOTHING
        return options

    def _legal(self, person: Person) -> list[Data]:
        if self.state.locked or self.state.held or self.state.table.staff.closed:
            return []
        if person.role == "player":
            return [_open(option) for option in self._everything() if option.who == person.name]
        if person.role == "dealer" and person.name == self.state.dealer:
            return self._for_dealer()
        return []

    def _beside_the_game(self, player: str) -> tuple[Option, ...]:
        """Yield what a player may do around the game: take a seat, be ready, leave."""
        state, table = self.state, self.state.table
        if not player or state.locked or table.staff.closed:
            return ()
        if table.patron(player) is None:
            taken = {patron.seat for patron in table.patrons}
            boxes = range(1, state.setting.rules.equipment.boxes.value + 1)
            return tuple((("do", "take-seat"), ("seat", box)) for box in boxes if box not in taken)
        ends_stage = table.phase in ("betting", "offers") and offered_cut(state) != player
        is_awaited = ends_stage and player in self.common["waited_for"]
        is_ready = player in state.ready
        offers_ready = not is_ready and (is_awaited or table.phase == "over")
        ready: tuple[Option, ...] = ((("do", "be-ready"),),) if offers_ready else ()
        return ready if player in state.leaving else (*ready, (("do", "get-up"),))

    def _everything(self) -> tuple[Open, ...]:
        if self._judged is None:
            rules = self.state.setting.rules
            self._judged = legal_again(rules, self.state.table, self._before)
            self._before = None
        return self._judged.everything

    def _for_dealer(self) -> list[Data]:
        table = self.state.table
        if self.state.setting.is_virtual and (next_step(table) or card_is_due(table)):
            back = [
                option
                for option in self._everything()
                if isinstance(option.command, TakeBackAbsence)
            ]
            return [{"do": "next-step"}, *self._dealers(back)]
        return self._dealers(self._everything())

    def _dealers(self, options: Iterable[Open]) -> list[Data]:
        return [_open(option) for option in options if self._is_dealers(option)]

    def _is_dealers(self, option: Open) -> bool:
        """Whether a dealer may give the command; some need a supervisor."""
        rules = self.state.setting.rules
        power = power_of(rules, option.command)
        return option.who is None and (power is None or "dealer" in holders(rules, power.value))


def _boxes(table: Table, known: dict[int, tuple[Box, Data]]) -> dict[int, tuple[Box, Data]]:
    """Return every box as everybody sees it, reusing those that have not changed."""
    boxes = {}
    for box in table.boxes:
        before = known.get(box.number)
        same = before is not None and before[0] is box
        boxes[box.number] = before if before and same else (box, to_data(box_view(box, ONLOOKER)))
    return boxes


def _decides_alike(one: FloorTable, other: FloorTable) -> bool:
    """Whether the same commands are legal: who is ready or leaving makes no difference."""
    return one.table is other.table and (one.locked, one.held, one.dealer) == (
        *(other.locked, other.held, other.dealer),
    )


@lru_cache(
    maxsize=4096
)  # shared: the same options come up again and again, and no caller changes them
def _open(option: Open) -> Data:
    kind: Any = type(option.command)
    command = with_amount(option, option.most) if option.most else option.command
    own = {name: to_data(getattr(command, name)) for name in own_fields(kind)}
    ranged: dict[str, Any] = {}
    if option.most:
        ranged = {"least": option.least, "most": option.most, "step": option.step}
    return {"do": NAMES[kind], **own, **ranged}
