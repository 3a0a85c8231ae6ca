"""Whole states as data and back: every value with its own type, so that what is read equals what was written.

`core.codec` reads a value by the type of its field, which is what stored events and messages need. A state
also has fields of any type, such as the events of the round so far. So here each value names its class.
Only the classes that a codec was made for are written or read: its roots, the types of their fields, and
the classes derived from those.

Plain values stand for themselves, everything else is a list: the number of a class and its fields, or a
word (`_TUPLE` and the others below) and its items. The classes are listed once, with the names of their
fields, which must still be the same when the data is read.
"""

from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Final, cast, get_args, get_type_hints

from houserules.core.cards import CARDS, Card
from houserules.core.codec import Data, DataError

_TUPLE: Final = "tuple"
_CARDS: Final = "cards"  # a tuple of them, in one text
_CARD: Final = "card"
_LIST: Final = "list"
_SET: Final = "set"  # frozen
_DICTIONARY: Final = "dictionary"  # keys and values in turn
_BYTES: Final = "bytes"
_FRACTION: Final = "fraction"
_INTEGERS: Final = "integers"  # an array of them, in one text: it can have very many
_PLAIN: Final = frozenset({str, int, bool, type(None)})


class StateCodec:
    """Writes and reads values of some classes, and of all classes that their fields name."""

    def __init__(self, *roots: type) -> None:
        self._roots = roots

    @cached_property
    def _kinds(self) -> dict[str, type]:
        """The classes by name, found on first use."""
        kinds: dict[str, type] = {}
        for root in self._roots:
            _take_up(root, kinds)
        return kinds

    @cached_property
    def _names(self) -> dict[type, str]:
        return {kind: name for name, kind in self._kinds.items()}

    def to_data(self, state: Any) -> Data:
        """Return a state as data; raises TypeError for a class that the codec was not made for."""
        writing = _Writing(self._names)
        value = writing.write(state)
        return {
            "classes": [[self._names[kind], *_fields_of(kind)] for kind in writing.used],
            "value": value,
        }

    def from_data(self, data: Data) -> Any:
        """Read a state; raises DataError if it is not one that this program writes."""
        try:
            makers = [self._maker(name, names) for name, *names in data["classes"]]
            return _read(data["value"], makers)
        except DataError:
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise DataError(f"the state cannot be read: {error!r}") from None

    def _maker(self, name: str, names: list[str]) -> Callable[..., Any]:
        """Return what makes a value of a class from its fields."""
        kind = self._kinds.get(name)
        if kind is None or _fields_of(kind) != names:
            raise DataError(f"{name} is not as this version of houserules has it")
        is_plain = all(field.init and not field.kw_only for field in fields(cast(Any, kind)))
        return kind if is_plain else partial(_make, kind, names)


def _take_up(kind: Any, kinds: dict[str, type]) -> None:
    if not (isinstance(kind, type) and is_dataclass(kind)) or kind is Card:
        for argument in get_args(kind):
            _take_up(argument, kinds)
        return
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name not in kinds:
        kinds[name] = kind
        hints = get_type_hints(kind)
        for field in fields(kind):
            _take_up(hints[field.name], kinds)
        # A slotted dataclass is made twice under one name; the second is the one that is used.
        for derived in reversed(kind.__subclasses__()):
            _take_up(derived, kinds)


def _fields_of(kind: Any) -> list[str]:
    return [field.name for field in fields(kind)]


class _Writing:
    """One state while it is written, and the classes that it uses."""

    def __init__(self, names: dict[type, str]) -> None:
        self._names = names
        self.used: dict[type, int] = {}
        self._fields: dict[type, list[str]] = {}

    def write(self, value: Any) -> Any:
        kind = value.__class__
        if kind in _PLAIN:
            return value
        if kind in self._names:
            return self._write_fields(kind, value)
        return [*self._items(kind, value)]

    def _write_fields(self, kind: type, value: Any) -> list[Any]:
        names = self._fields.get(kind)
        if names is None:
            self.used[kind] = len(self.used)
            names = self._fields[kind] = _fields_of(kind)
        return [self.used[kind], *[self.write(getattr(value, name)) for name in names]]

    def _items(self, kind: type, value: Any) -> Iterator[Any]:
        if kind is tuple and value and all(item.__class__ is Card for item in value):
            yield from (_CARDS, "".join([card.rank + card.suit for card in value]))
        elif kind in _COLLECTIONS:
            yield _COLLECTIONS[kind]
            yield from map(self.write, value)
        elif kind is dict:
            yield _DICTIONARY
            for key, item in value.items():
                yield from (self.write(key), self.write(item))
        elif kind in _TEXTS:
            yield from (_TEXTS[kind], value.hex() if kind is bytes else str(value))
        elif kind is array:
            yield from (_INTEGERS, b64encode(_little_endian(value).tobytes()).decode())
        else:
            raise TypeError(f"{kind.__module__}.{kind.__qualname__} is not part of this state")


_COLLECTIONS: Final[dict[type, str]] = {tuple: _TUPLE, list: _LIST, frozenset: _SET}
_TEXTS: Final[dict[type, str]] = {Card: _CARD, bytes: _BYTES, Fraction: _FRACTION}


def _little_endian(integers: Any) -> Any:
    """Return an array with its bytes in the order in which they are written, or from that order."""
    if array("h", [1]).tobytes()[0] == 1:  # as on nearly every machine
        return integers
    swapped = integers[:]
    swapped.byteswap()
    return swapped


def _make(kind: type, names: list[str], *values: Any) -> Any:
    """Make a value of a class that does not take all its fields as arguments."""
    made: Any = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)
    return made


def _read(data: Any, makers: list[Callable[..., Any]]) -> Any:
    if data.__class__ is not list:
        return data
    mark, items = data[0], data[1:]
    if mark.__class__ is int:
        return makers[mark](*[_read(item, makers) for item in items])
    match mark:
        case "tuple":
            return tuple([_read(item, makers) for item in items])
        case "cards":
            text = items[0]
            return tuple([CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
        case "dictionary":
            values = [_read(item, makers) for item in items]
            return dict(zip(values[::2], values[1::2], strict=True))
        case "set":
            return frozenset([_read(item, makers) for item in items])
        case "list":
            return [_read(item, makers) for item in items]
        case "integers":
            return _little_endian(array("q", b64decode(items[0], validate=True)))
        case "card":
            return CARDS[items[0]]
        case "bytes":
            return bytes.fromhex(items[0])
        case "fraction":
            return Fraction(items[0])
    raise DataError(f"{mark!r} is not a kind of value")
