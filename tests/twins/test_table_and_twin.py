"""The table and the direct twin settle the same rounds to the same cent, row and clause."""

import json
import random
from typing import Any

import pytest

from houserules.rulebook.loader import RULEBOOKS
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from random_rounds import random_round
from twins import direct


def comparable(output: dict[str, Any]) -> dict[str, Any]:
    """The order of settlements is the table's own affair; everything else is compared as it is."""
    rows = sorted(json.dumps(row, sort_keys=True) for row in output["settlements"])
    return {**output, "settlements": rows}


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("share", range(4))
def test_they_agree(name: str, share: int, rounds: int) -> None:
    rng = random.Random(f"{name} {share}")
    for number in range(rounds // 4):
        record = random_round(name, rng)
        table, twin = settle(read_record(record)), direct.settle(record)
        assert "settlements" in table, (number, table, record)
        assert comparable(table) == comparable(twin), json.dumps(record, indent=1)
