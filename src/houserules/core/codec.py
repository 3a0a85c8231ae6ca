"""Value types (events, commands, views) as JSON data and back, by the types of their fields.

Data has only strings, whole numbers, booleans, None, lists and dictionaries; a fraction is written
as 3/2. Fields with their default value are written too: stored data must not depend on a default that may change.

What people send is read by `from_message`, the one place that checks it: each value by the type of
its field, and each text and number against what every part of the house can keep.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
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
T = TypeVar("T")
Reader = Callable[[Any, str], Any]


WHOLE_MOST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""
TEXT_LONGEST: Final = 2000
DOCUMENT_LARGEST: Final = 2000
"""Values in a document, such as the conditions of a tournament."""
DOCUMENT_DEEPEST: Final = 8


class DataError(ValueError):
    """Data of the wrong shape; the message says where, and what is allowed."""


class LimitError(DataError):
    """A text or number that no field accepts, whatever its type."""


def to_data(value: Any) -> Any:
    """Return a value as data: cards as `Qd`, tuples as lists."""
    return _WRITERS[value.__class__](value)


def from_data(kind: type[T], data: Any, where: str = "") -> T:
    """Read a value of that type from data of our own; raises DataError."""
    read: Any = reader
    value: T = read(kind)(data, where or kind.__name__)
    return value


def from_message(kind: type[T], data: Any, where: str) -> T:
    """Read a value of that type from data that somebody sent; raises DataError or LimitError."""
    read: Any = reader
    value: T = read(kind, sent=True)(data, where)
    return value


class _Writers(dict[type, Callable[[Any], Any]]):
    """A writer per type, built when the type is first met: every update of a table uses them."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        self[kind] = write = _writer(kind)
        return write


def _writer(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, NoneType | str | int):
        return _identity
    if issubclass(kind, Card | Fraction):
        return str
    if issubclass(kind, tuple | list | frozenset):
        return lambda value: [_WRITERS[item.__class__](item) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: {str(key): to_data(item) for key, item in value.items()}
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    raise TypeError(f"{kind.__name__} has no form as data")


def _identity(value: Any) -> Any:
    return value


def _dataclass_writer(kind: Any) -> Callable[[Any], Any]:
    names = tuple(field.name for field in fields(kind))

    def write(value: Any) -> Any:
        data = {}
        for name in names:
            field = getattr(value, name)
            data[name] = _WRITERS[field.__class__](field)
        return data

    return write


_WRITERS: Final = _Writers()


@cache
def reader(kind: Any, *, sent: bool = False) -> Reader:
    """Return the function that reads data of a type; `sent`: it also checks the limits."""
    if kind is Any:
        return _read_document if sent else _read_anything
    if isinstance(kind, NewType):
        return reader(kind.__supertype__, sent=sent)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _either(arguments, sent=sent)
    if origin is tuple:
        return _tuple(arguments, sent=sent)
    if origin in (dict, Mapping):
        return _dictionary(*arguments, sent=sent)
    if kind is not Card and is_dataclass(kind):
        return _dataclass(kind, sent=sent)
    read = _one_of(arguments) if origin is Literal else _TEXTS.get(kind) or _plain(kind)
    return _with_limits(read) if sent else read


def _with_limits(read: Reader) -> Reader:
    def read_within_limits(data: Any, where: str) -> Any:
        _check_limits(data, where)
        return read(data, where)

    return read_within_limits


def _check_limits(data: Any, where: str) -> None:
    if isinstance(data, str) and not (data.isprintable() and len(data) <= TEXT_LONGEST):
        raise LimitError(
            f"{where}: text has at most {TEXT_LONGEST} characters, all of them printable"
        )
    if isinstance(data, float) or (isinstance(data, int) and abs(data) > WHOLE_MOST):
        raise LimitError(f"{where}: numbers are whole, from -{WHOLE_MOST} to {WHOLE_MOST}")


def _read_anything(data: Any, _: str) -> Any:
    return data


def _read_document(data: Any, where: str) -> Any:
    """Read data of any shape that somebody sent; texts may have several lines."""
    levels, count = [data], 0
    for _ in range(DOCUMENT_DEEPEST):
        count += len(levels)
        for value in levels:
            text = value.replace("\n", "") if isinstance(value, str) else value
            _check_limits(text, where)
        levels = [item for value in levels for item in _items(value)]
    if levels or count > DOCUMENT_LARGEST:
        raise LimitError(
            f"{where}: at most {DOCUMENT_LARGEST} values, {DOCUMENT_DEEPEST} levels deep"
        )
    return data


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _plain(kind: type) -> Reader:
    names = {str: "text", int: "a whole number", bool: "true or false", NoneType: "null"}
    if kind not in names:
        raise TypeError(f"{kind!r} has no form as data")

    def read(data: Any, where: str) -> Any:
        if type(data) is not kind:
            raise DataError(f"{where}: expected {names[kind]}, not {_excerpt(data)}")
        return data

    return read


def _card(data: Any, where: str) -> Card:
    try:
        return card(data if isinstance(data, str) else _excerpt(data))
    except CardError as error:
        raise DataError(f"{where}: {error}") from None


def _fraction(data: Any, where: str) -> Fraction:
    try:
        return Fraction(data if isinstance(data, str) else _excerpt(data))
    except (ValueError, ZeroDivisionError):
        raise DataError(f"{where}: expected a fraction, not {_excerpt(data)}") from None


_TEXTS: Final[dict[Any, Reader]] = {Card: _card, Fraction: _fraction}


def _one_of(allowed: tuple[Any, ...]) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not any(type(data) is type(value) and data == value for value in allowed):
            raise DataError(
                f"{where}: {_excerpt(data)} is not one of {', '.join(map(str, allowed))}"
            )
        return data

    return read


def _either(kinds: tuple[Any, ...], *, sent: bool) -> Reader:
    """Read with the first type that fits; if none does, report the error of the last."""
    in_order = sorted(kinds, key=lambda kind: kind is not NoneType)
    readers = [reader(kind, sent=sent) for kind in in_order]

    def read(data: Any, where: str) -> Any:
        last_error: DataError | None = None
        for read_as in readers:
            try:
                return read_as(data, where)
            except DataError as error:
                last_error = error
        assert last_error is not None
        raise last_error

    return read


def _tuple(kinds: tuple[Any, ...], *, sent: bool) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        read_item = reader(kinds[0], sent=sent)

        def read(data: Any, where: str) -> Any:
            items = enumerate(_list(data, where))
            return tuple(read_item(item, f"{where}[{number}]") for number, item in items)

        return read
    readers = [reader(kind, sent=sent) for kind in kinds]

    def read_each(data: Any, where: str) -> Any:
        items = _list(data, where)
        if len(items) != len(readers):
            raise DataError(f"{where}: expected {len(readers)} items, not {len(items)}")
        pairs = enumerate(zip(readers, items, strict=True))
        return tuple(read(item, f"{where}[{number}]") for number, (read, item) in pairs)

    return read_each


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise DataError(f"{where}: expected a list, not {_excerpt(data)}")
    return data


def _dictionary(key: Any, value: Any, *, sent: bool) -> Reader:
    read_key = _number_key if key is int else reader(key, sent=sent)
    values = reader(value, sent=sent)

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise DataError(f"{where}: expected an object, not {_excerpt(data)}")
        return {read_key(k, where): values(v, f"{where}.{k}") for k, v in data.items()}

    return read


def _number_key(data: str, where: str) -> int:
    """Read a whole number that is a key: JSON has it as text."""
    try:
        return int(data)
    except ValueError:
        raise DataError(f"{where}: expected a whole number as key, not {_excerpt(data)}") from None


def _dataclass(kind: Any, *, sent: bool) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: reader(hints[field.name], sent=sent) for field in fields(kind)}
    required = [field.name for field in fields(kind) if _is_required(field)]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise DataError(f"{where}: expected an object, not {_excerpt(data)}")
        if unknown := [key for key in data if key not in readers]:
            raise DataError(
                f"{where}: {_excerpt(unknown[0])} is not a field; the fields are {', '.join(readers) or 'none'}"
            )
        values = {key: readers[key](item, f"{where}.{key}") for key, item in data.items()}
        if missing := [key for key in required if key not in data]:
            raise DataError(f"{where}: the field {missing[0]} is missing")
        return kind(**values)

    return read


def _is_required(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _excerpt(data: Any) -> str:
    if data and isinstance(data, list | dict):  # may be nested deeper than repr can follow
        return "a list" if isinstance(data, list) else "an object"
    text = repr(data)
    return text if len(text) <= 40 else f"{text[:37]}..."
