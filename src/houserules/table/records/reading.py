"""From TOML or JSON to a Record; what is malformed is said before any rule is applied."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from houserules.core.cards import Card, CardError, card
from houserules.core.money import Cents, MoneyError, cents
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.records.decisions import read_decisions
from houserules.table.records.record import FORMAT, MalformedRecord, Record, Side, Wager

_KEYS: Final = {"format", "rulebook", "cards", "decisions", "table", "wagers", "side_wagers"}
_WAGER_KEYS: Final = {"box", "player", "amount", "seated"}
_NAMES: Final[dict[type, str]] = {
    dict: "a table",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
}
_SIDE_KEYS: Final = {"kind", "box", "player", "amount", "suit"}


def read_record(data: object) -> Record:
    """Read a record from what TOML or JSON gave; raises MalformedRecord."""
    if not isinstance(data, dict):
        raise MalformedRecord("(the record)", f"must be a table of keys, not {_kind(data)}")
    _known(data, _KEYS, "")
    if "format" not in data:
        raise MalformedRecord("format", f"is missing; write format = {FORMAT!r}")
    if data["format"] != FORMAT:
        raise MalformedRecord("format", f"must be {FORMAT!r}, not {data['format']!r}")
    options = _get(data, "table", dict, "", default={})
    rules = _rules(data, options)
    wagers = _wagers(data, rules)
    sides = _sides(data, rules)
    record = Record(
        rules=rules,
        options=tuple(options.items()),
        cards=_cards(data, rules),
        wagers=wagers,
        side_wagers=sides,
    )
    boxes = {wager.box for wager in wagers}
    if len(record.cards) < 2 * len(boxes) + 1:
        raise MalformedRecord(
            "cards",
            f"{len(boxes)} box(es) and the dealer take {2 * len(boxes) + 1} cards in the initial "
            f"deal; there are {len(record.cards)}",
        )
    decisions = _get(data, "decisions", list, "", default=[])
    return replace(record, decisions=read_decisions(decisions, record))


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    return _NAMES.get(type(value), f"a {type(value).__name__}")


def _known(data: dict[str, Any], keys: set[str], where: str) -> None:
    for key in data:
        if key not in keys:
            raise MalformedRecord(
                f"{where}{key}", f"is not a key here; there may be {', '.join(sorted(keys))}"
            )


def _get(data: dict[str, Any], key: str, kind: type, where: str, *, default: Any = None) -> Any:
    """Give the value of a key, of exactly that type."""
    if key not in data:
        if default is not None:
            return default
        raise MalformedRecord(f"{where}{key}", "is missing")
    value = data[key]
    if type(value) is not kind:
        raise MalformedRecord(f"{where}{key}", f"must be {_NAMES[kind]}, not {_kind(value)}")
    return value


def _rules(data: dict[str, Any], options: dict[str, Any]) -> Rulebook:
    name = _get(data, "rulebook", str, "")
    if name not in RULEBOOKS:
        raise MalformedRecord("rulebook", f"there is no {name!r}; there are {', '.join(RULEBOOKS)}")
    try:
        typed = tuple((key, type(value), value) for key, value in options.items())
        hash(typed)
    except TypeError:  # a list or a table, which no option takes
        return _chosen(name, options)
    return _chosen_before(name, typed)


@lru_cache(maxsize=4096)
def _chosen_before(name: str, options: tuple[tuple[str, type, Any], ...]) -> Rulebook:
    """Many records are of one table; the types tell true from 1."""
    return _chosen(name, {key: value for key, _, value in options})


def _chosen(name: str, options: dict[str, Any]) -> Rulebook:
    try:
        return choose(rulebook(name), options)
    except OptionError as error:
        raise MalformedRecord(f"table.{error.name}", error.problem) from None


def _cards(data: dict[str, Any], rules: Rulebook) -> tuple[Card, ...]:
    """Read the cards; none may be there more often than the shoe has it."""
    read: list[Card] = []
    seen: Counter[Card] = Counter()
    decks = rules.equipment.decks.value
    for number, word in enumerate(_get(data, "cards", str, "").split()):
        where = f"cards[{number}]"
        try:
            read.append(card(word))
        except CardError as error:
            raise MalformedRecord(where, str(error)) from None
        seen[read[-1]] += 1
        if word[0] == "T" and not rules.equipment.tens_in_deck.value:
            raise MalformedRecord(where, f"{word}: {rules.id} is played without the tens")
        if seen[read[-1]] > decks:
            raise MalformedRecord(where, f"{word} is there {decks + 1} times in {decks} decks")
    return tuple(read)


def _amount(data: dict[str, Any], where: str) -> Cents:
    text = _get(data, "amount", str, where)
    try:
        amount = cents(text)
    except MoneyError as error:
        raise MalformedRecord(f"{where}amount", str(error)) from None
    if amount == 0:
        raise MalformedRecord(f"{where}amount", "must be more than 0")
    return amount


def _box(data: dict[str, Any], rules: Rulebook, where: str) -> int:
    box: int = _get(data, "box", int, where)
    boxes = rules.equipment.boxes.value
    if not 1 <= box <= boxes:
        raise MalformedRecord(f"{where}box", f"{box} is not there; boxes are 1 to {boxes}")
    return box


def _player(data: dict[str, Any], where: str) -> str:
    player: str = _get(data, "player", str, where)
    if not player or player != " ".join(player.split()) or not player.isprintable():
        raise MalformedRecord(
            f"{where}player", f"{player!r} is no name; write one with no odd spaces"
        )
    return player


def _tables(data: dict[str, Any], key: str, keys: set[str]) -> list[tuple[str, dict[str, Any]]]:
    entries = _get(data, key, list, "", default=[])
    found = []
    for number, entry in enumerate(entries):
        where = f"{key}[{number}]"
        if not isinstance(entry, dict):
            raise MalformedRecord(where, f"must be a table, not {_kind(entry)}")
        _known(entry, keys, f"{where}.")
        found.append((f"{where}.", entry))
    return found


def _wagers(data: dict[str, Any], rules: Rulebook) -> tuple[Wager, ...]:
    wagers: list[Wager] = []
    for where, entry in _tables(data, "wagers", _WAGER_KEYS):
        wager = Wager(
            box=_box(entry, rules, where),
            player=_player(entry, where),
            amount=_amount(entry, where),
            seated=_get(entry, "seated", bool, where, default=False),
        )
        same_box = [each for each in wagers if each.box == wager.box]
        if any(each.player == wager.player for each in same_box):
            raise MalformedRecord(
                f"{where}player",
                f"{wager.player} has a wager on box {wager.box} already; write one with the sum",
            )
        if wager.seated and any(each.seated for each in same_box):
            raise MalformedRecord(f"{where}seated", f"box {wager.box} has a seated player already")
        wagers.append(wager)
    if not wagers:
        raise MalformedRecord("wagers", "a round needs at least one wager")
    return tuple(wagers)


def _sides(data: dict[str, Any], rules: Rulebook) -> tuple[Side, ...]:
    kinds = [
        kind
        for kind, part in (("perfect-pairs", rules.perfect_pairs), ("suits-you", rules.suits_you))
        if not isinstance(part, NotOffered)
    ]
    sides = []
    for where, entry in _tables(data, "side_wagers", _SIDE_KEYS):
        kind = _get(entry, "kind", str, where)
        if kind not in kinds:
            raise MalformedRecord(
                f"{where}kind", f"{kind!r} is not a side wager of {rules.id}; {kinds[0]!r} is"
            )
        sides.append(
            Side(
                kind=kind,
                box=_box(entry, rules, where),
                player=_player(entry, where),
                amount=_amount(entry, where),
                suit=_suit(entry, kind, where),
            )
        )
    return tuple(sides)


def _suit(entry: dict[str, Any], kind: str, where: str) -> str | None:
    if kind != "suits-you":
        if "suit" in entry:
            raise MalformedRecord(f"{where}suit", f"a {kind} wager has no suit")
        return None
    suit: str = _get(entry, "suit", str, where)
    if suit not in ("s", "h", "d", "c"):
        raise MalformedRecord(f"{where}suit", f"{suit!r} is not a suit; there are s, h, d and c")
    return suit
