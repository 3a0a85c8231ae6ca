"""A table as somebody may see it, as data: what all see once for all, and what is theirs alone."""

from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from houserules.core.people import Person
from houserules.floor.authority import NAMES, own_fields
from houserules.floor.clocks import clock_of
from houserules.floor.driving import waited_for
from houserules.floor.encoding import Data, to_data
from houserules.floor.standing import Standing
from houserules.table.cards.readiness import next_step
from houserules.table.dealing import card_is_due
from houserules.table.legal import Open
from houserules.table.legal_again import Judged, legal_again
from houserules.table.powers import holders, power_of
from houserules.table.state import Box, Table
from houserules.table.view_nouns import PersonalView, TableView
from houserules.table.views import box_view, personal_view_for, view_for

ONLOOKER: Final = Person("", "player")
"""Somebody who is not at the table: sees what everybody sees."""

_PERSONAL: Final = ("person", "role", *(each.name for each in fields(PersonalView)))
_COMMON: Final = tuple(each.name for each in fields(TableView) if each.name not in _PERSONAL)
"""The parts of a view that do not hang on the person, but for face-down cards."""


Known = tuple[int | None, int | None, object, list[Data], Data]
"""A player's own part, and what it was made from: chips, tokens, vouchers, open commands."""

_NOTHING: Final[list[Data]] = []


def _shown_to_all(standing: Standing, boxes: list[Data]) -> Data:
    view = view_for(standing.setting.rules, standing.table, ONLOOKER, boxes=())
    clock = clock_of(standing)
    return {
        "table": standing.setting.table,
        "position": standing.position,
        "kind": standing.setting.kind,
        "locked": standing.locked,
        "dealt_by": standing.setting.dealt_by,
        "dealer_name": standing.dealer,
        "ready": sorted(standing.ready),
        "leaving": sorted(standing.leaving),
        "waited_for": list(waited_for(standing)),
        "clock_ends": clock.ends if clock else None,
        **{name: to_data(getattr(view, name)) for name in _COMMON},
        "boxes": boxes,
    }


class Showing:
    """One state of a table for many eyes: what is common is made once.

    Of an earlier state, `like`, is used what has not changed since.
    """

    def __init__(self, standing: Standing, like: "Showing | None" = None) -> None:
        self.standing = standing
        self._boxes: dict[int, tuple[Box, Data]] = _boxes(
            standing.table, like._boxes if like else {}
        )
        self.common = _shown_to_all(standing, [data for _, data in self._boxes.values()])
        self.has_face_down = standing.table.has_face_down
        alike = like is not None and _decides_alike(like.standing, standing)
        self._found: dict[Person, list[Data]] = like._found if like and alike else {}
        self._before: Judged | None = (like._judged or like._before) if like else None
        self._judged: Judged | None = None
        self._known: dict[Person, Known] = like._known if like else {}

    def mine(self, person: Person) -> Data:
        """Give what one person sees beside what all see, and what this person may do."""
        if person.role != "player" or self.has_face_down:
            return self._mine(person)
        table, legal = self.standing.table, self.legal(person)
        chips, tokens = table.racks.get(person.name), table.tokens.get(person.name)
        known = self._known.get(person)
        if (
            known is None
            or (known[0], known[1]) != (chips, tokens)
            or known[2] is not table.vouchers
            or known[3] is not legal
        ):
            known = (chips, tokens, table.vouchers, legal, self._mine(person))
            self._known[person] = known
        return known[4]

    def _mine(self, person: Person) -> Data:
        rules, table = self.standing.setting.rules, self.standing.table
        mine = to_data(personal_view_for(rules, table, person))
        if self.has_face_down:
            mine["boxes"] = to_data(view_for(rules, table, person).boxes)
        return {"person": person.name, "role": person.role, **mine, "legal": self.legal(person)}

    def legal(self, person: Person) -> list[Data]:
        """Give what this person may do now, as commands with the range of their amount."""
        found = self._found.get(person)
        if found is None:
            found = self._found[person] = self._legal(person) or _NOTHING
        return found

    def _legal(self, person: Person) -> list[Data]:
        if self.standing.locked or self.standing.table.office.closed:
            return []
        if person.role == "player":
            return [_open(each) for each in self._everything() if each.who == person.name]
        if person.role == "dealer" and person.name == self.standing.dealer:
            return self._for_dealer()
        return []

    def _everything(self) -> tuple[Open, ...]:
        if self._judged is None:
            rules = self.standing.setting.rules
            self._judged = legal_again(rules, self.standing.table, self._before)
            self._before = None
        return self._judged.everything

    def _for_dealer(self) -> list[Data]:
        table = self.standing.table
        if self.standing.setting.is_virtual and (next_step(table) or card_is_due(table)):
            return [{"do": "next-step"}]
        return [_open(each) for each in self._everything() if self._is_dealers(each)]

    def _is_dealers(self, each: Open) -> bool:
        """Whether it is for the dealer: some of what staff may do takes a supervisor."""
        rules = self.standing.setting.rules
        power = power_of(rules, each.command)
        return each.who is None and (power is None or "dealer" in holders(rules, power.value))


def _boxes(table: Table, known: dict[int, tuple[Box, Data]]) -> dict[int, tuple[Box, Data]]:
    """Give every box as all see it; one that nothing has happened on is not written again."""
    found = {}
    for box in table.boxes:
        before = known.get(box.number)
        same = before is not None and before[0] is box
        found[box.number] = before if before and same else (box, to_data(box_view(box, ONLOOKER)))
    return found


def _decides_alike(one: Standing, other: Standing) -> bool:
    """Whether the same commands are open: who is ready or leaving opens and closes none."""
    return one.table is other.table and (one.locked, one.dealer) == (other.locked, other.dealer)


@lru_cache(maxsize=4096)  # the same ones are open again and again; nobody changes what is given
def _open(each: Open) -> Data:
    kind: Any = type(each.command)
    own = {name: to_data(getattr(each.command, name)) for name in own_fields(kind)}
    ranged: dict[str, Any] = {}
    if each.most:
        ranged = {"least": each.least, "most": each.most, "step": each.step}
    return {"do": NAMES[kind], **own, **ranged}
