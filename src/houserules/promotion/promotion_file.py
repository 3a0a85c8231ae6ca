"""A promotion written down: its terms, its prizes and what has happened; read from TOML or JSON, and written."""

import re
from dataclasses import dataclass, field
from json import loads
from typing import TYPE_CHECKING, Any, Final

from houserules.core.money import Cents
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    check_keys,
    get,
    money,
    tables,
)
from houserules.promotion.moments import MomentError, read_moment, write_moment
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

if TYPE_CHECKING:
    from houserules.promotion.state import PromotionState

FORMAT: Final = "houserules/promotion-1"

TERMS: Final = {
    "awarded_how": "1",
    "awarded_when": "2",
    "awarded_where": "2",
    "eligibility": "3",
    "minimum_wager": "4",
    "qualifications": "5",
    "entries_close": "6",
    "held_at": "7",
    "held_on": "7",
    "claim_method": "8",
    "presence_required": "8",
    "winner_notified": "9",
    "results_published": "10",
    "prize_conditions": "11",
}
"""What the terms contain, by the item of the clause that lists it (S65 21.7)."""

DETAILS: Final = {
    "appliance": ("make", "model", "accessories"),
    "vehicle": ("make", "model", "accessories", "on_road_costs"),
    "travel": ("persons", "included", "restrictions", "spending_money"),
    "real-estate": ("dwelling", "plans", "contract", "easements", "address", "included"),
}
"""What the terms say besides about a prize of that kind, in the order of S65 21.7.11.1 to 21.7.11.4."""

KINDS: Final = (
    *("cash", "casino-dollars", "slots-dollars", "goods", "service", *DETAILS, "liquor"),
    *("tobacco", "firearm", "weapon", "prescribed"),
)
WAYS: Final = ("cash", "cheque", "transfer")
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "authority-told": (),
    "terms-amended": (),
    "authority-approved": (),
    "draw": ("prize", "scrutineer", "winner"),
    "winner-told": ("prize", "by"),
    "prize-paid": ("prize", "by", "chosen"),
    "claim-refused": ("amount", "claimant", "address", "reason", "told_at"),
    "integrity-doubted": (),
    "inspector-told": (),
    "postponed": (),
    "resumed": (),
    "cancelled": (),
    "dispute-decided": ("complaint_right_told",),
}
"""What may happen to a promotion, and the keys of such an entry."""

_KEYS: Final = {"format", "rulebook", "name", "starts", "terms", "prizes", "log"}
_PRIZE_KEYS: Final = {
    *("kind", "description", "value", "litres", "paid_by"),
    *("cash_alternative", "stated_in_terms", "details"),
}
_LITRES: Final = re.compile(r"\d{1,30}(?:\.\d{1,30})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize; a text or amount that was left out is None."""

    kind: str
    described: bool
    value: Cents | None
    litres: tuple[int, int] | None = None  # as a fraction
    paid_by: tuple[str, ...] = ()
    cash_alternative: Cents | None = None
    stated_in_terms: bool = False
    details: frozenset[str] = frozenset()  # those that say something


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened, at its place in the list."""

    number: int
    at: int  # microseconds
    event: str
    prize: int | None = None
    by: str | dict[str, Cents] | None = None
    chosen: bool = False
    amount: Cents = 0
    said: frozenset[str] = frozenset()  # optional texts and times that are there
    told_at: int | None = None
    complaint_right_told: bool = False


@dataclass(frozen=True, slots=True)
class PromotionFile:
    """A promotion as it was written down."""

    rules: Rulebook
    name: str
    starts: int
    terms: frozenset[str]  # those that say something
    entries_close: int | None
    held_on: int | None
    presence_required: bool
    prizes: tuple[Prize, ...]
    log: tuple[LogEntry, ...] = field(default=())


def read_promotion(source: object) -> PromotionFile:
    """Read a promotion from what TOML or JSON gave; raises MalformedRecord."""
    data = check_head(source, _KEYS, FORMAT)
    rules = _rules(data)
    name, starts = _text(data, "name", ""), _moment(data, "starts", "")
    terms = get(data, "terms", dict, "", default={})
    said, moments = _terms(terms)
    prizes = tuple(_prize(entry, where) for where, entry in tables(data, "prizes", _PRIZE_KEYS))
    if not prizes:
        raise MalformedRecord("prizes", "a promotion has at least one prize")
    return PromotionFile(
        rules=rules,
        name=name,
        starts=starts,
        terms=said,
        entries_close=moments.get("entries_close"),
        held_on=moments.get("held_on"),
        presence_required=terms.get("presence_required", False),
        prizes=prizes,
        log=_log(data, prizes),
    )


def _rules(data: dict[str, Any]) -> Rulebook:
    chosen = get(data, "rulebook", str, "")
    books = [name for name in RULEBOOKS if not isinstance(rulebook(name).promotions, NotOffered)]
    if chosen not in books:
        problem = "has no promotional prizes" if chosen in RULEBOOKS else "is not a rulebook"
        raise MalformedRecord("rulebook", f"{chosen!r} {problem}; choose one of {', '.join(books)}")
    return rulebook(chosen)


def _text(data: dict[str, Any], key: str, where: str) -> str:
    text: str = get(data, key, str, where)
    if not text.strip():
        raise MalformedRecord(f"{where}{key}", "must not be empty")
    return text


def _optional_text(data: dict[str, Any], key: str, where: str) -> bool:
    """Whether there is a text that says something."""
    return key in data and bool(get(data, key, str, where).strip())


def _moment(data: dict[str, Any], key: str, where: str) -> int:
    try:
        return read_moment(get(data, key, str, where))
    except MomentError as error:
        raise MalformedRecord(f"{where}{key}", str(error)) from None


def _terms(terms: dict[str, Any]) -> tuple[frozenset[str], dict[str, int]]:
    """Return which terms say something, and those that are times."""
    check_keys(terms, {*TERMS, "available_at"}, "terms.")
    said, moments = set[str](), dict[str, int]()
    for key in (*TERMS, "available_at"):
        if key == "presence_required":
            if key in terms:
                get(terms, key, bool, "terms.")
                said.add(key)
            continue
        if not _optional_text(terms, key, "terms."):
            if key == "minimum_wager" and key not in terms:
                said.add(key)  # none is needed
            continue
        said.add(key)
        if key == "minimum_wager":
            money(terms, key, "terms.")
        if key in ("entries_close", "held_on"):
            moments[key] = _moment(terms, key, "terms.")
    return frozenset(said), moments


def _prize(data: dict[str, Any], where: str) -> Prize:
    kind = get(data, "kind", str, where)
    if kind not in KINDS:
        raise MalformedRecord(f"{where}kind", f"{kind!r} is not one of {', '.join(KINDS)}")
    value = money(data, "value", where) if _optional_text(data, "value", where) else None
    alternative = money(data, "cash_alternative", where) if "cash_alternative" in data else None
    return Prize(
        kind=kind,
        described=_optional_text(data, "description", where),
        value=value,
        litres=_litres(data, kind, where),
        paid_by=_paid_by(data, where),
        cash_alternative=alternative,
        stated_in_terms=get(data, "stated_in_terms", bool, where, default=False),
        details=_details(data, kind, where),
    )


def _litres(data: dict[str, Any], kind: str, where: str) -> tuple[int, int] | None:
    if kind != "liquor":
        if "litres" in data:
            raise MalformedRecord(f"{where}litres", "stands only with a prize of liquor")
        return None
    text = get(data, "litres", str, where)
    if not _LITRES.fullmatch(text):
        raise MalformedRecord(f"{where}litres", f"{text!r} is not a number of litres")
    whole, _, part = text.partition(".")
    return int(whole + part), 10 ** len(part)


def _paid_by(data: dict[str, Any], where: str) -> tuple[str, ...]:
    ways = get(data, "paid_by", list, where, default=[])
    for number, way in enumerate(ways):
        if way not in WAYS:
            raise MalformedRecord(
                f"{where}paid_by[{number}]", f"{way!r} is not one of {', '.join(WAYS)}"
            )
    return tuple(ways)


def _details(data: dict[str, Any], kind: str, where: str) -> frozenset[str]:
    details = get(data, "details", dict, where, default={})
    keys = DETAILS.get(kind, ())
    check_keys(details, set(keys), f"{where}details.")
    return frozenset(key for key in keys if _optional_text(details, key, f"{where}details."))


def _log(data: dict[str, Any], prizes: tuple[Prize, ...]) -> tuple[LogEntry, ...]:
    every_key = {"at", "event"}.union(*EVENTS.values())
    return tuple(
        _log_entry(entry, number, where, prizes)
        for number, (where, entry) in enumerate(tables(data, "log", every_key))
    )


def _log_entry(
    data: dict[str, Any], number: int, where: str, prizes: tuple[Prize, ...]
) -> LogEntry:
    at, event = _moment(data, "at", where), get(data, "event", str, where)
    if event not in EVENTS:
        raise MalformedRecord(f"{where}event", f"{event!r} is not one of {', '.join(EVENTS)}")
    keys = EVENTS[event]
    check_keys(data, {"at", "event", *keys}, where)
    prize = _prize_number(data, where, prizes) if "prize" in keys else None
    match event:
        case "draw":
            _text(data, "winner", where)
            return LogEntry(number, at, event, prize, said=_said(data, ("scrutineer",), where))
        case "winner-told":
            return LogEntry(number, at, event, prize, by=_text(data, "by", where))
        case "prize-paid":
            assert prize is not None
            chosen = get(data, "chosen", bool, where, default=False)
            paid = _payment(data, where, prizes[prize])
            return LogEntry(number, at, event, prize, by=paid, chosen=chosen)
        case "claim-refused":
            told = _optional_text(data, "told_at", where)
            return LogEntry(
                number,
                at,
                event,
                amount=money(data, "amount", where),
                said=_said(data, ("claimant", "address", "reason"), where),
                told_at=_moment(data, "told_at", where) if told else None,
            )
        case "dispute-decided":
            told = get(data, "complaint_right_told", bool, where)
            return LogEntry(number, at, event, complaint_right_told=told)
    return LogEntry(number, at, event)


def _said(data: dict[str, Any], keys: tuple[str, ...], where: str) -> frozenset[str]:
    return frozenset(key for key in keys if _optional_text(data, key, where))


def _prize_number(data: dict[str, Any], where: str, prizes: tuple[Prize, ...]) -> int:
    number: int = get(data, "prize", int, where)
    if not 0 <= number < len(prizes):
        raise MalformedRecord(
            f"{where}prize", f"there is no prize {number}; they count from 0 to {len(prizes) - 1}"
        )
    return number


def _payment(data: dict[str, Any], where: str, prize: Prize) -> str | dict[str, Cents]:
    if "by" not in data:
        raise MalformedRecord(f"{where}by", "is missing")
    paid = data["by"]
    if paid == "goods":
        if prize.kind == "cash":
            raise MalformedRecord(f"{where}by", "a cash prize is paid in money, not handed over")
        return "goods"
    if not isinstance(paid, dict):
        raise MalformedRecord(f"{where}by", "must be a table of ways to amounts, or 'goods'")
    check_keys(paid, set(WAYS), f"{where}by.")
    amounts = {way: money(paid, way, f"{where}by.") for way in paid}
    if not amounts:
        raise MalformedRecord(f"{where}by", f"names at least one of {', '.join(WAYS)}")
    for way, amount in amounts.items():
        if amount == 0:
            raise MalformedRecord(f"{where}by.{way}", "must be more than 0")
    return amounts


def write_promotion(state: "PromotionState") -> dict[str, Any]:
    """Return the promotion as the data of a promotion file, for `houserules promotion check`."""
    log = [{"at": write_moment(line.at), "event": line.event, **line.keys} for line in state.log]
    return {**loads(state.document), "log": log}
