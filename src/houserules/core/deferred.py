"""Frozen dataclasses that are finished when their first instance is made.

`@dataclass(frozen=True, slots=True)` compiles six methods per class, a quarter of a millisecond
each time Python starts. Most runs use only a few of the 290 events and commands of a table, so
these classes get their fields and slots at once, and their methods with the first instance: from
then on they are what `dataclass` would have made of them.
"""

from copy import copy
from dataclasses import FrozenInstanceError, dataclass, fields, make_dataclass
from typing import Any, Final, NoReturn, TypeVar, dataclass_transform

Kind = TypeVar("Kind")

_METHODS: Final = ("__init__", "__repr__", "__eq__", "__hash__")


@dataclass_transform(frozen_default=True)
def deferred_dataclass(kind: type[Kind]) -> type[Kind]:
    """Make a class a frozen dataclass with slots, to be finished on first use."""
    methods = [name for name in _METHODS if name not in vars(kind)]
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(kind)

    def finish() -> None:
        described = [(field.name, field.type, copy(field)) for field in fields(made)]
        model = make_dataclass(made.__name__, described, frozen=True)
        for name in methods:
            setattr(made, name, getattr(model, name))

    def initialise(self: Any, *values: Any, **named: Any) -> None:
        finish()
        made.__init__(self, *values, **named)

    def set_state(self: Any, state: list[Any]) -> None:  # unpickling makes an instance without init
        finish()
        for field, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)

    made.__init__, made.__setstate__, made.__getstate__ = initialise, set_state, _state
    made.__setattr__, made.__delattr__ = _refuse_assignment, _refuse_deletion
    return made  # type: ignore[no-any-return]


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _refuse_assignment(self: Any, name: str, value: Any) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")
