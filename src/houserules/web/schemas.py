"""API schemas of our value types, built field by field from their annotations.

What people send is read strictly; what is shown has only the fields that are listed.
"""

import re
from dataclasses import MISSING, fields, is_dataclass
from dataclasses import Field as DataField
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NewType,
    Self,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    RootModel,
    StrictBool,
    StringConstraints,
    create_model,
    model_validator,
)
from pydantic import Field as Described
from pydantic_core import PydanticCustomError

from houserules.core.cards import Card
from houserules.core.codec import TEXT_LONGEST, WHOLE_MOST, DataError
from houserules.floor.events import PaymentHeld, ShoeRevealed
from houserules.floor.promotions.stream import KINDS as PROMOTION_EVENTS
from houserules.floor.stored_events import KINDS
from houserules.floor.tables.authority import COMMANDS, ENTERED_BY_DEALER, own_fields
from houserules.floor.tournaments.stream import KINDS as TOURNAMENT_EVENTS
from houserules.table.events import CardDealt

WholeNumber = Annotated[int, Described(strict=True, ge=-WHOLE_MOST, le=WHOLE_MOST)]
CardText = Annotated[str, StringConstraints(pattern=r"^[A2-9TJQK][shdc]$")]


def _check_printable(text: str) -> str:
    """Refuse control characters, and those that reverse the direction of text."""
    if not text.isprintable():
        raise PydanticCustomError("printed", "Text must have printable characters only")
    return text


PrintedText = Annotated[
    str,
    StringConstraints(strict=True, max_length=TEXT_LONGEST, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(_check_printable),
]

StrictPhoto = Annotated[
    str, StringConstraints(strict=True, max_length=54_000, pattern=r"^[A-Za-z0-9+/]+={0,2}$")
]
"""A picture in base64, below the limit of a request's body."""

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


def schema_type(kind: Any, way: Way) -> Any:
    """Return the type that the API has for a type of ours."""
    if isinstance(kind, NewType):
        return schema_type(kind.__supertype__, way)
    if kind in _PLAIN[way]:
        return _PLAIN[way][kind]
    origin = get_origin(kind)
    if origin is None:
        assert is_dataclass(kind), kind
        dataclass: Any = kind
        return schema_of(dataclass, way)
    if origin is Literal:
        return kind
    return _compound_type(origin, get_args(kind), way)


def _compound_type(origin: Any, inner: tuple[Any, ...], way: Way) -> Any:
    if origin in (tuple, list, frozenset) and (origin is not tuple or inner[-1] is Ellipsis):
        return list[schema_type(inner[0], way)]  # type: ignore[misc]
    each = tuple(schema_type(kind, way) for kind in inner)
    if origin in (Union, UnionType):
        return Union[each]  # noqa: UP007  # of types that are found here
    assert origin in (tuple, dict), origin
    return origin[each]


@cache
def schema_of(kind: Any, way: Way = "shown") -> type[BaseModel]:
    """Return the schema of a value type with all its fields."""
    names = tuple(each.name for each in fields(kind))
    return make_schema(kind.__name__, kind, names, way=way)


def make_schema(
    name: str,
    kind: Any,
    names: tuple[str, ...],
    *,
    way: Way = "shown",
    more: dict[str, Any] | None = None,
) -> type[BaseModel]:
    """Return the schema of some fields of a value type, plus further ones."""
    hints = get_type_hints(kind)
    own = {
        each.name: (schema_type(hints[each.name], way), _default(each, way))
        for each in fields(kind)
    }
    parts: dict[str, Any] = (more or {}) | {each: own[each] for each in names}
    config = ConfigDict(extra="forbid" if way == "sent" else "ignore")
    return create_model(name, __config__=config, __doc__=first_line(kind), **parts)


def first_line(kind: Any) -> str:
    """Return the first line of a type's docstring."""
    return str(kind.__doc__ or kind.__name__).strip().split("\n")[0]


def _default(each: DataField[Any], way: Way) -> Any:
    """A field with a default is optional in what people send, and always there in answers."""
    if way == "shown":
        return ...
    if each.default is not MISSING:
        return each.default
    factory = each.default_factory
    return ... if factory is MISSING else Described(default_factory=factory)


# Every command to a table as a schema, told apart by `do`.


_ID: Final = re.compile(r"^[!-~]([ -~]*[!-~])?$")
_ID_LONGEST: Final = 64
CommandId = Annotated[
    str, StringConstraints(min_length=1, max_length=_ID_LONGEST, pattern=_ID.pattern)
]
"""Chosen by the sender of a command; the same on a retry, so that it is carried out once."""
COMMAND_ID_RULE: Final = "use 1 to 64 printable ASCII characters, and the same id on a retry"


def is_command_id(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= _ID_LONGEST and bool(_ID.fullmatch(value))


def command_schema(
    name: str, kind: type, names: tuple[str, ...], more: dict[str, Any] | None = None
) -> type[BaseModel]:
    """Return the schema of a command as people send it: `do`, an id, and these fields."""
    sent: dict[str, Any] = {
        "do": (Literal[name], ...),
        "id": (CommandId | None, Field(None, description="The same on a retry.")),
    }
    return make_schema(kind.__name__, kind, names, way="sent", more=sent | (more or {}))


def _table_command(name: str, kind: type) -> type[BaseModel]:
    more: dict[str, Any] = {}
    if kind in ENTERED_BY_DEALER:
        more["player"] = (
            PrintedText | None,
            Field(
                None, description="Whose, when a dealer at a real shoe enters it; else left out."
            ),
        )
    return command_schema(name, kind, own_fields(kind), more)


COMMAND_SCHEMAS: Final[dict[str, type[BaseModel]]] = {
    name: _table_command(name, kind) for name, kind in COMMANDS.items()
}

AnyCommand: Any = Annotated[Union[tuple(COMMAND_SCHEMAS.values())], Field(discriminator="do")]  # noqa: UP007


Commands = TypeVar("Commands")


class SentCommand(RootModel[Commands]):
    """A command that the API describes and the floor checks, as it does for a WebSocket."""

    @model_validator(mode="wrap")
    @classmethod
    def _accept(cls, data: Any, _: Any) -> Self:
        return cls.model_construct(root=data)

    def parts(self) -> tuple[str, str | None, dict[str, Any]]:
        """Return its name, its id and its fields as they were sent; raises DataError."""
        if not isinstance(self.root, dict):
            raise DataError("a command is a JSON object")
        data = dict(self.root)
        name, id_ = data.pop("do", None), data.pop("id", None)
        if not isinstance(name, str):
            raise DataError("do: name the command")
        if id_ is not None and not is_command_id(id_):
            raise DataError(f"id: {COMMAND_ID_RULE}")
        return name, id_, data


class GivenCommand(SentCommand[AnyCommand]):
    """A command to a table; `do` says which."""


# Every event of a table as a schema, told apart by `name`: what somebody is told has happened.


_LEFT_OUT: Final = {
    ShoeRevealed: ("record",),
    PaymentHeld: ("given",),
    CardDealt: ("card", "total", "soft"),
}
"""Fields that nobody sees, or only some people."""
_MAY_BE_HIDDEN: Final[dict[str, Any]] = {
    "card": (CardText | None, Field(..., description="null: it lies face down.")),
    "total": (WholeNumber | None, ...),
    "soft": (bool | None, ...),
}


class SentenceShown(BaseModel):
    """What happened in a sentence with named gaps, such as "{player} {player:doubles|double}"."""

    model_config = ConfigDict(extra="ignore")
    template: str = Field(
        description="A gap is {name}, {name's}, or {name:word|word}: for others, for that person."
    )
    people: dict[str, str] = Field(description="Names; write your own as 'you'.")
    values: dict[str, str | WholeNumber] = Field(description="A number is a moment in seconds.")
    called: bool = Field(description="Said aloud at the table; false: only recorded.")


def _event_schema(name: str, kind: Any) -> type[BaseModel]:
    left_out = _LEFT_OUT.get(kind, ())
    names = tuple(each.name for each in fields(kind) if each.name not in left_out)
    more: dict[str, Any] = {"name": (Literal[name], ...), "sentence": (SentenceShown, ...)}
    return make_schema(
        kind.__name__, kind, names, more=more | (_MAY_BE_HIDDEN if kind is CardDealt else {})
    )


EVENT_SCHEMAS: Final[dict[str, type[BaseModel]]] = {
    name: _event_schema(name, kind) for name, kind in KINDS.items()
}

Told: Any = Annotated[Union[tuple(EVENT_SCHEMAS.values())], Field(discriminator="name")]  # noqa: UP007


class TournamentTold(BaseModel):
    """Something that has happened in a tournament, in a sentence."""

    model_config = ConfigDict(extra="ignore")
    name: Literal[tuple(TOURNAMENT_EVENTS)]  # type: ignore[valid-type]
    clause: str | None
    sentence: SentenceShown


class PromotionTold(BaseModel):
    """Something that has happened in a promotion, in a sentence."""

    model_config = ConfigDict(extra="ignore")
    name: Literal[tuple(PROMOTION_EVENTS)]  # type: ignore[valid-type]
    clause: str | None
    sentence: SentenceShown


Registered: Any = Annotated[
    Union[(*EVENT_SCHEMAS.values(), TournamentTold, PromotionTold)],
    Field(discriminator="name"),
]
