"""A table does not grow with what is finished: the same size after N rounds and after ten times N."""

import pytest
from bench.table_memory import Shift, deep_size, work

from houserules.table.staff.state import RECENT_ROUNDS
from houserules.table.state import Table, changed

_SHOE_AND_FLOAT = 4_000
"""Bytes: the discard rack is fuller at some times than at others, and amounts take more digits."""


@pytest.fixture(scope="module")
def shift() -> Shift:
    """A table after 100 rounds with staff at work."""
    shift = Shift.open("size")
    work(shift, 100)
    return shift


def _size(table: Table) -> int:
    """Leave the discard rack out, whose size depends on where in the shoe the table is."""
    aftermath = changed(table.aftermath, last=None)
    return deep_size(changed(table, discards=(), aftermath=aftermath))


def test_a_table_has_the_same_size_after_ten_times_as_many_rounds(shift: Shift) -> None:
    before, floor_table = _size(shift.state.table), deep_size(shift.state)
    work(shift, 900)
    assert shift.refusals == {}
    assert abs(_size(shift.state.table) - before) < before * 0.05
    assert abs(deep_size(shift.state) - floor_table) < floor_table * 0.05 + _SHOE_AND_FLOAT


def test_what_is_finished_has_left_the_table(shift: Shift) -> None:
    staff, people = shift.state.table.staff, shift.state.table.people
    assert staff.disputes == () and staff.notices == () and staff.owed == ()
    assert staff.disputes_raised >= 20 and staff.payments_entered >= 20
    assert {each.round for each in staff.payments} <= {each.number for each in staff.settled}
    assert len(staff.settled) == RECENT_ROUNDS
    assert people.refused == () and people.invalid == ()
    here = {patron.name for patron in shift.state.table.patrons}
    assert here >= {name for name, chips in shift.state.table.racks.items() if not chips}
