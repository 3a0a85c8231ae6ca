"""Nouns as JSON data and back, by the types of their fields: events, commands and views alike.

Data has only strings, whole numbers, booleans, None, lists and dictionaries. A field that has its
default value is written too: what is stored must not depend on a default that may change.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from houserules.core.cards import Card, CardError, card

Data = dict[str, Any]
Noun = TypeVar("Noun")
Reader = Callable[[Any, str], Any]


class DataError(ValueError):
    """Data that is not what it should be; says where, and what is allowed."""


def to_data(value: Any) -> Any:
    """Return a noun as data: cards as `Qd`, tuples as lists."""
    return _WRITERS[value.__class__](value)


def from_data(kind: type[Noun], data: Any, where: str = "") -> Noun:
    """Read a noun of that kind; raises DataError."""
    read: Any = reader
    noun: Noun = read(kind)(data, where or kind.__name__)
    return noun


class _Writers(dict[type, Callable[[Any], Any]]):
    """What writes values of a type, made when one is first met: every update of a table asks."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        self[kind] = found = _writer(kind)
        return found


def _writer(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, NoneType | str | int):
        return _as_it_is
    if issubclass(kind, Card):
        return str
    if issubclass(kind, tuple | list | frozenset):
        return lambda value: [_WRITERS[each.__class__](each) for each in value]
    if issubclass(kind, dict):
        return lambda value: {str(key): to_data(each) for key, each in value.items()}
    if is_dataclass(kind):
        return _noun_writer(kind)
    raise TypeError(f"{kind.__name__} has no form as data")


def _as_it_is(value: Any) -> Any:
    return value


def _noun_writer(kind: Any) -> Callable[[Any], Any]:
    names = tuple(each.name for each in fields(kind))

    def write(value: Any) -> Any:
        data = {}
        for name in names:
            each = getattr(value, name)
            data[name] = _WRITERS[each.__class__](each)
        return data

    return write


_WRITERS: Final = _Writers()


@cache
def reader(kind: Any) -> Reader:
    """Return what reads data of a type."""
    if isinstance(kind, NewType):
        return reader(kind.__supertype__)
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind))
    if origin in (Union, UnionType):
        return _either(get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if origin is dict:
        return _dictionary(*get_args(kind))
    if kind is Card:
        return _card
    if is_dataclass(kind):
        return _noun(kind)
    return _plain(kind)


def _plain(kind: type) -> Reader:
    names = {str: "text", int: "a whole number", bool: "true or false", NoneType: "null"}
    if kind not in names:
        raise TypeError(f"{kind!r} has no form as data")

    def read(data: Any, where: str) -> Any:
        if type(data) is not kind:
            raise DataError(f"{where}: {names[kind]} is needed, not {_excerpt(data)}")
        return data

    return read


def _card(data: Any, where: str) -> Card:
    try:
        return card(data if isinstance(data, str) else _excerpt(data))
    except CardError as error:
        raise DataError(f"{where}: {error}") from None


def _one_of(allowed: tuple[Any, ...]) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not any(type(data) is type(each) and data == each for each in allowed):
            raise DataError(
                f"{where}: {_excerpt(data)} is not one of {', '.join(map(str, allowed))}"
            )
        return data

    return read


def _either(kinds: tuple[Any, ...]) -> Reader:
    """The first that fits; if none does, what the first but null says."""
    readers = [reader(kind) for kind in sorted(kinds, key=lambda kind: kind is not NoneType)]

    def read(data: Any, where: str) -> Any:
        said: DataError | None = None
        for each in readers:
            try:
                return each(data, where)
            except DataError as error:
                said = error
        assert said is not None
        raise said

    return read


def _tuple(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        each = reader(kinds[0])

        def read(data: Any, where: str) -> Any:
            return tuple(each(item, f"{where}[{n}]") for n, item in enumerate(_list(data, where)))

        return read
    readers = [reader(kind) for kind in kinds]

    def read_each(data: Any, where: str) -> Any:
        items = _list(data, where)
        if len(items) != len(readers):
            raise DataError(f"{where}: {len(readers)} items are needed, not {len(items)}")
        return tuple(
            r(item, f"{where}[{n}]") for n, (r, item) in enumerate(zip(readers, items, strict=True))
        )

    return read_each


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise DataError(f"{where}: a list is needed, not {_excerpt(data)}")
    return data


def _dictionary(key: Any, value: Any) -> Reader:
    keys, values = reader(key), reader(value)

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise DataError(f"{where}: an object is needed, not {_excerpt(data)}")
        return {keys(k, where): values(v, f"{where}.{k}") for k, v in data.items()}

    return read


def _noun(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    known = {each.name: reader(hints[each.name]) for each in fields(kind)}
    needed = [each.name for each in fields(kind) if _is_needed(each)]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise DataError(f"{where}: an object is needed, not {_excerpt(data)}")
        if unknown := [key for key in data if key not in known]:
            raise DataError(
                f"{where}: {_excerpt(unknown[0])} is not a field; it has {', '.join(known) or 'none'}"
            )
        if missing := [key for key in needed if key not in data]:
            raise DataError(f"{where}: the field {missing[0]} is missing")
        return kind(**{key: known[key](each, f"{where}.{key}") for key, each in data.items()})

    return read


def _is_needed(each: "Field[Any]") -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def _excerpt(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else f"{text[:37]}..."
