"""Low limit gaming is opened with a shuffling device, or not at all (S24 6.7.2, S65 6.7.2)."""

import pytest

from game_table import S24, S65, assert_refused
from houserules.core.people import Moment, Person
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.table.cards.commands import OpenTable
from houserules.table.judge import why_not
from houserules.table.state import Table

OPEN = OpenTable(Person("kim", "casino supervisor"), Moment(0))


@pytest.mark.clause(S24, "7/6.7", "6.7.2")
@pytest.mark.clause(S65, "6.7", "6.7.2")
@pytest.mark.parametrize("name", [S24, S65])
def test_a_low_limit_table_is_not_opened_with_a_card_shoe(name: str) -> None:
    shoe = choose(rulebook(name), {"low_limit": True})
    assert_refused(why_not(shoe, Table(), OPEN), "low-limit.shoe", "6.7.2")
    device = choose(shoe, {"dealt_from": "shuffling device"})
    assert why_not(device, Table(), OPEN) is None
    assert why_not(rulebook(name), Table(), OPEN) is None
