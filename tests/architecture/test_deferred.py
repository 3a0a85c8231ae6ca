"""Frozen dataclasses that are finished with their first instance."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from houserules.core.deferred import deferred_dataclass


@deferred_dataclass
class Base:
    """A class to inherit from."""

    by: str


@deferred_dataclass
class Point(Base):
    """A class with a default."""

    x: int
    y: int = 2


@deferred_dataclass
class Unused:
    """A class that no test makes an instance of, except by unpickling."""

    name: str


def test_it_is_a_dataclass_before_the_first_instance() -> None:
    assert [field.name for field in fields(Point)] == ["by", "x", "y"]
    assert Point.__match_args__ == ("by", "x", "y")  # type: ignore[attr-defined]


def test_it_compares_hashes_and_prints_like_a_dataclass() -> None:
    point = Point("ann", x=1)
    assert point == Point("ann", 1, 2) != replace(point, y=3)
    assert hash(point) == hash(Point("ann", 1, 2))
    assert repr(point) == "Point(by='ann', x=1, y=2)"
    with pytest.raises(TypeError):
        Point("ann")  # type: ignore[call-arg]


def test_it_is_frozen_and_has_slots() -> None:
    point = Point("ann", 1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_it_is_copied_and_pickled() -> None:
    point = Point("ann", 1)
    assert copy.copy(point) == pickle.loads(pickle.dumps(point)) == point


def test_unpickling_finishes_a_class() -> None:
    made: Unused = Unused.__new__(Unused)
    made.__setstate__(["ann"])  # type: ignore[attr-defined]
    assert repr(made) == "Unused(name='ann')"
