"""A table as data for its viewers: what everybody sees, what each person sees alone, and the lobby."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, tzinfo
from functools import lru_cache
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.core.money import Cents
from houserules.core.people import Person
from houserules.floor.local_time import local_text
from houserules.floor.tables.authority import ENTERED_BY_DEALER, NAMES, own_data
from houserules.floor.tables.auto_dealer import clock_of, offered_cut, waited_for
from houserules.floor.tables.settings import DealtBy, Kind
from houserules.floor.tables.table import FloorTable
from houserules.table.cards.open_steps import CardNeeded, next_step
from houserules.table.irregularities.commands import TakeBackAbsence
from houserules.table.legal import Judged, Open, legal, legal_again, with_amount
from houserules.table.powers import holders, power_of
from houserules.table.round.deal import card_is_due
from houserules.table.session.views import without_sealed_forms
from houserules.table.sign.box_orders import may_resplit_next
from houserules.table.sign.lines import sign_lines
from houserules.table.sign.state import SideLimits, Stated
from houserules.table.sign.stated_limits import stated_by
from houserules.table.state import Box, Phase, Table
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
            *(self.state.finished.disputes, table.session),
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
        in_session = table.session is not None
        if table.patron(player) is None and in_session:
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
        stays = player in state.leaving or in_session
        return ready if stays else (*ready, (("do", "get-up"),))

    def _everything(self) -> tuple[Open, ...]:
        if self._judged is None:
            rules = self.state.setting.rules
            self._judged = legal_again(rules, self.state.table, self._before)
            self._before = None
        return self._judged.everything

    def _for_dealer(self) -> list[Data]:
        table = self.state.table
        if self.state.setting.is_virtual and (next_step(table) or card_is_due(table)):
            everything = self._everything()
            back = [option for option in everything if isinstance(option.command, TakeBackAbsence)]
            return [{"do": "next-step"}, *self._dealers(back)]
        return [*self._dealers(self._everything()), *self._entered_for_players()]

    def _entered_for_players(self) -> list[Data]:
        """Return what the dealer at a real shoe may enter for the players, each with the player."""
        if self.state.setting.is_virtual:
            return []
        table = without_sealed_forms(self.state.table)
        is_open = table is self.state.table
        options = self._everything() if is_open else legal(self.state.setting.rules, table)
        return [
            {**_open(option), "player": option.who}
            for option in options
            if option.who is not None and option.kind in ENTERED_BY_DEALER
        ]

    def _dealers(self, options: Iterable[Open]) -> list[Data]:
        """Return the commands that a dealer may give; some need a supervisor."""
        rules = self.state.setting.rules
        powers = [(option, power_of(rules, option.kind)) for option in options]
        return [
            _open(option)
            for option, power in powers
            if option.who is None and (power is None or "dealer" in holders(rules, power.value))
        ]


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


@lru_cache(maxsize=4096)  # the same options come up again and again, and no caller changes them
def _open(option: Open) -> Data:
    command = with_amount(option, option.most) if option.most else option.command
    ranged: dict[str, Any] = {}
    if option.most:
        ranged = {"least": option.least, "most": option.most, "step": option.step}
    own = {} if isinstance(command, CardNeeded) else own_data(command)  # the dealer names the card
    return {"do": NAMES[option.kind], **own, **ranged}


# The tables as the lobby lists them: game, limits and seats, but no names.


@dataclass(frozen=True, slots=True)
class TableListed:
    """One table in the list."""

    table: str
    title: str
    rulebook: str
    game: str
    edition: str
    options: dict[str, str | int | bool]
    kind: Kind
    dealt_by: DealtBy
    has_dealer: bool  # a dealer or the software is ready to deal
    minimum: Cents
    maximum: Cents | None  # per box
    player_maximum: Cents | None
    unit: Cents | None
    smallest_chip: Cents
    side_wagers: tuple[SideLimits, ...]
    boxes: int
    seats_taken: tuple[int, ...]
    players: int  # at the table, seated or standing
    phase: Phase
    rounds: int
    is_open: bool
    is_locked: bool
    is_private: bool  # one player's own practice table
    closes: int | None  # the time on the closing sign, in seconds


@dataclass(frozen=True, slots=True)
class SignShown:
    """One line of a table's sign, with its clause."""

    label: str
    text: str
    clause: str
    at: int | None  # a time, in seconds


def table_listing(state: FloorTable) -> TableListed:
    setting, table, rules = state.setting, state.table, state.setting.rules
    now: Stated = (table.sign and table.sign.in_force(table.phase)) or stated_by(rules)
    closing, options = table.staff.closing, dict(setting.options)
    permitted = may_resplit_next(rules, table)
    if permitted != rules.splitting.resplit.value:  # as it is permitted now (S24 14.9)
        options["resplit"] = permitted
    return TableListed(
        table=setting.table,
        title=setting.title,
        rulebook=setting.rulebook,
        game=rules.title,
        edition=rules.edition,
        options=options,
        kind=setting.kind,
        dealt_by=setting.dealt_by,
        has_dealer=setting.is_automatic or state.dealer is not None,
        minimum=now.minimum,
        maximum=now.maximum,
        player_maximum=now.player_maximum,
        unit=now.unit,
        smallest_chip=rules.wagers.smallest_chip.value,
        side_wagers=now.side_wagers,
        boxes=rules.equipment.boxes.value,
        seats_taken=tuple(
            sorted(patron.seat for patron in table.patrons if patron.seat is not None)
        ),
        players=len(table.patrons),
        phase=table.phase,
        rounds=table.rounds,
        is_open=table.source is not None and not table.staff.closed,
        is_locked=state.locked is not None,
        is_private=setting.owner is not None,
        closes=closing.closes if closing else None,
    )


def sign_of(state: FloorTable, zone: tzinfo = UTC) -> tuple[SignShown, ...]:
    """Return every line of a table's sign, with times in the casino's zone."""
    lines = sign_lines(state.setting.rules, state.table, lambda when: local_text(when, zone))
    return tuple(SignShown(line.label, line.text, line.clause, line.when) for line in lines)
