"""Names, fields, keys and digits that others rely on are what they were; what is new is welcome."""

import pytest

from promises.kinds import KINDS
from promises.snapshots import FOLDER, broken, stored

WHAT_TO_DO = (
    "This was promised. Put it back; if it must change, say why in the commit and write the "
    "snapshot with `python -m tools.promises --break`."
)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_promised_is_kept(kind: str) -> None:
    gone = list(broken(stored(kind), KINDS[kind]()))
    assert not gone, "\n".join([WHAT_TO_DO, *gone])


def test_every_kind_has_its_snapshot() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(KINDS)


def test_adding_is_allowed_and_changing_is_not() -> None:
    promised = {"a": {"b": 1, "c": ["x"]}}
    assert list(broken(promised, {"a": {"b": 1, "c": ["w", "x"], "d": 2}, "e": 3})) == []
    assert list(broken(promised, {"a": {"b": True, "c": []}})) == [
        "a > b: 1 was promised, today it is True",
        "a > c: 'x' is gone",
    ]
    assert list(broken(promised, {})) == ["a: gone"]
