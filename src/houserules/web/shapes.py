"""The nouns of the floor as schemas of the API, field by field from their own types.

What people send is read strictly; what is shown has only the fields that are listed.
"""

from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, StrictBool, StringConstraints, create_model
from pydantic import Field as Described

from houserules.core.cards import Card

WHOLE_MOST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""

WholeNumber = Annotated[int, Described(strict=True, ge=-WHOLE_MOST, le=WHOLE_MOST)]
CardText = Annotated[str, StringConstraints(pattern=r"^[A2-9TJQK][shdc]$")]
PrintedText = Annotated[
    str, StringConstraints(strict=True, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$")
]

Way = Literal["sent", "shown"]
_SHOWN: Final[dict[Any, Any]] = {
    int: WholeNumber,
    str: str,
    bool: StrictBool,
    float: float,
    NoneType: None,
    Card: CardText,
    Any: Any,
}
_PLAIN: Final[dict[Way, dict[Any, Any]]] = {"shown": _SHOWN, "sent": {**_SHOWN, str: PrintedText}}


def shaped(kind: Any, way: Way) -> Any:
    """Give the type that the API has for a type of ours."""
    if isinstance(kind, NewType):
        return shaped(kind.__supertype__, way)
    if kind in _PLAIN[way]:
        return _PLAIN[way][kind]
    origin = get_origin(kind)
    if origin is None:
        assert is_dataclass(kind), kind
        noun: Any = kind
        return shape_of(noun, way)
    if origin is Literal:
        return kind
    return _put_together(origin, get_args(kind), way)


def _put_together(origin: Any, inner: tuple[Any, ...], way: Way) -> Any:
    if origin in (tuple, list, frozenset) and (origin is not tuple or inner[-1] is Ellipsis):
        return list[shaped(inner[0], way)]  # type: ignore[misc]
    each = tuple(shaped(kind, way) for kind in inner)
    if origin in (Union, UnionType):
        return Union[each]  # noqa: UP007  # of types that are found here
    assert origin in (tuple, dict), origin
    return origin[each]


@cache
def shape_of(kind: Any, way: Way = "shown") -> type[BaseModel]:
    """Give the schema of a noun with all its fields."""
    names = tuple(each.name for each in fields(kind))
    return shape(kind.__name__, kind, names, way=way)


def shape(
    name: str,
    kind: Any,
    names: tuple[str, ...],
    *,
    way: Way = "shown",
    more: dict[str, Any] | None = None,
) -> type[BaseModel]:
    """Give the schema of some fields of a noun, and of further ones."""
    hints = get_type_hints(kind)
    own = {each.name: (shaped(hints[each.name], way), _default(each, way)) for each in fields(kind)}
    parts: dict[str, Any] = (more or {}) | {each: own[each] for each in names}
    config = ConfigDict(extra="forbid" if way == "sent" else "ignore")
    return create_model(name, __config__=config, __doc__=said(kind), **parts)


def said(kind: Any) -> str:
    """Give what a noun says about itself, on one line."""
    return str(kind.__doc__ or kind.__name__).strip().split("\n")[0]


def _default(each: "Field[Any]", way: Way) -> Any:
    """What may be left out when it is sent is always there when it is shown."""
    if way == "shown":
        return ...
    if each.default is not MISSING:
        return each.default
    factory = each.default_factory
    return ... if factory is MISSING else Described(default_factory=factory)
