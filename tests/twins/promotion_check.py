"""A second reading of the rules on promotional prizes, written from the documents and the contract alone.

It reads a promotion file as plain data and lists clause and place of what is wrong, in order. Nothing here
comes from `houserules`: no part of the checker, not even its times and amounts.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

BEGINS = {"nsw-pontoon-2024": "22/21", "nsw-pontoon-6to5-2017": "21", "nsw-pinkjack-2016": "18"}
S24 = "nsw-pontoon-2024"
HOUR, DAY = timedelta(hours=1), timedelta(hours=24)
WAYS = ("cash", "cheque", "transfer")
NOTICES = ("face-to-face", "mail", "telephone", "email")  # 21.8.1 to 21.8.4
BIG = 10_000_00

TEXT_TERMS = {
    **{"awarded_how": "7.1", "awarded_when": "7.2", "awarded_where": "7.2", "eligibility": "7.3"},
    **{"qualifications": "7.5", "held_at": "7.7", "claim_method": "7.8", "winner_notified": "7.9"},
    **{"results_published": "7.10", "prize_conditions": "7.11", "available_at": "6"},
}
TIME_TERMS = {"entries_close": "7.6", "held_on": "7.7"}
FORBIDDEN = {"tobacco": "5.1", "firearm": "5.2", "weapon": "5.3", "prescribed": "5.5"}
DETAILS = {
    "appliance": ("7.11.1", "make model accessories"),
    "vehicle": ("7.11.2", "make model accessories on_road_costs"),
    "travel": ("7.11.3", "persons included restrictions spending_money"),
    "real-estate": ("7.11.4", "dwelling plans contract easements address included"),
}
KINDS = (
    "cash",
    "casino-dollars",
    "slots-dollars",
    "goods",
    "service",
    "liquor",
    *FORBIDDEN,
    *DETAILS,
)
ROMAN = ("i", "ii", "iii", "iv", "v", "vi")
EVENTS = {  # keys that must be there, keys that may be
    **dict.fromkeys(
        (
            "authority-told",
            "authority-approved",
            "terms-amended",
            "integrity-doubted",
            "inspector-told",
        ),
        ((), ()),
    ),
    **dict.fromkeys(("postponed", "resumed", "cancelled"), ((), ())),
    "draw": (("prize", "winner"), ("scrutineer",)),
    "winner-told": (("prize", "by"), ()),
    "prize-paid": (("prize", "by"), ("chosen",)),
    "claim-refused": (("amount",), ("claimant", "address", "reason", "told_at")),
    "dispute-decided": (("complaint_right_told",), ()),
}


class Malformed(Exception):  # noqa: N818
    """The file is none."""


def check(file: dict[str, Any], at: str | None = None) -> list[tuple[str, str]]:
    """Return clause and place of every finding in order; raises Malformed."""
    read_file(file)
    now = None if at is None else time(at)
    begins = BEGINS[file["rulebook"]]
    wrong = {(f"{begins}.{clause}", where) for clause, where in findings(file, now)}
    return sorted(wrong, key=lambda each: (parts(each[0]), parts(each[1])))


def parts(text: str) -> tuple[Any, ...]:
    """Split a clause or a place: numbers and Roman items as numbers, names as text."""
    found = re.findall(r"\((\w+)\)|(\d+)|([a-z_]+)", text)
    return tuple(
        (0, ROMAN.index(roman) + 1, "")
        if roman
        else (0, int(number), "")
        if number
        else (1, 0, name)
        for roman, number, name in found
    )


# Reading.


def need(holds: object) -> None:
    if not holds:
        raise Malformed


def time(text: Any) -> datetime:
    form = r"(\d{4})-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)"
    found = re.fullmatch(form, text, re.ASCII) if isinstance(text, str) else None
    need(found and 1900 <= int(found[1]) <= 2999)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Malformed from None


def money(text: Any) -> Fraction:
    """Return an amount in cents."""
    need(isinstance(text, str) and re.fullmatch(r"\d+(\.\d{1,2})?", text, re.ASCII))
    return Fraction(text) * 100


def is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def left_out(data: dict[str, Any], key: str) -> bool:
    """Whether a key is missing, or a text of nothing but white space."""
    return key not in data or (isinstance(data[key], str) and not data[key].strip())


def only(data: Any, *keys: str) -> None:
    need(isinstance(data, dict) and set(data) <= set(keys))


def read_file(file: Any) -> None:
    only(file, "format", "rulebook", "name", "starts", "terms", "prizes", "log")
    need(file.get("format") == "houserules/promotion-1")
    need(isinstance(file.get("rulebook"), str) and file["rulebook"] in BEGINS)
    need(is_text(file.get("name")))
    time(file.get("starts"))
    read_terms(file.get("terms", {}))
    need(isinstance(file.get("prizes"), list) and file["prizes"])
    for prize in file["prizes"]:
        read_prize(prize)
    need(isinstance(file.get("log", []), list))
    for entry in file.get("log", []):
        read_entry(entry, file["prizes"])


def read_terms(terms: Any) -> None:
    only(terms, *TEXT_TERMS, *TIME_TERMS, "minimum_wager", "presence_required")
    need(all(isinstance(terms.get(key, ""), str) for key in TEXT_TERMS))
    for key in TIME_TERMS:
        if not left_out(terms, key):
            time(terms[key])
    if not left_out(terms, "minimum_wager"):
        money(terms["minimum_wager"])
    need(isinstance(terms.get("presence_required", False), bool))


def read_prize(prize: Any) -> None:
    keys = ("kind", "description", "value", "litres", "paid_by", "cash_alternative")
    only(prize, *keys, "stated_in_terms", "details")
    need(prize.get("kind") in KINDS)
    need(isinstance(prize.get("description", ""), str))
    if not left_out(prize, "value"):
        money(prize["value"])
    need((prize["kind"] == "liquor") == ("litres" in prize))
    if "litres" in prize:
        litres = prize["litres"]
        need(isinstance(litres, str) and re.fullmatch(r"\d+(\.\d+)?", litres, re.ASCII))
    paid_by = prize.get("paid_by", [])
    need(isinstance(paid_by, list) and all(each in WAYS for each in paid_by))
    if "cash_alternative" in prize:
        money(prize["cash_alternative"])
    need(isinstance(prize.get("stated_in_terms", False), bool))
    details = prize.get("details", {})
    only(details, *DETAILS.get(prize["kind"], ("", ""))[1].split())
    need(all(isinstance(each, str) for each in details.values()))


def read_entry(entry: Any, prizes: list[Any]) -> None:
    need(isinstance(entry, dict) and entry.get("event") in [*EVENTS])
    required, optional = EVENTS[entry["event"]]
    only(entry, "at", "event", *required, *optional)
    need(all(key in entry for key in required))
    time(entry.get("at"))
    if "prize" in entry:
        index = entry["prize"]
        need(type(index) is int and 0 <= index < len(prizes))
    match entry["event"]:
        case "draw":
            need(is_text(entry["winner"]) and isinstance(entry.get("scrutineer", ""), str))
        case "winner-told":
            need(is_text(entry["by"]))
        case "prize-paid":
            need(isinstance(entry.get("chosen", False), bool))
            if entry["by"] == "goods":
                return need(prizes[entry["prize"]]["kind"] != "cash")
            need(isinstance(entry["by"], dict) and entry["by"])
            only(entry["by"], *WAYS)
            need(all(money(amount) > 0 for amount in entry["by"].values()))
        case "claim-refused":
            money(entry["amount"])
            need(
                all(
                    isinstance(entry.get(key, ""), str) for key in ("claimant", "address", "reason")
                )
            )
            if not left_out(entry, "told_at"):
                time(entry["told_at"])
        case "dispute-decided":
            need(isinstance(entry["complaint_right_told"], bool))
    return None


# The rules. Clauses as in section 21 of Pontoon 6 to 5, without the section.


def findings(file: dict[str, Any], now: datetime | None) -> Iterator[tuple[str, str]]:
    log = [(time(entry["at"]), entry) for entry in file.get("log", [])]
    latest = max((at for at, _ in log), default=None)
    judged = max(each for each in (latest, now) if each) if latest or now else time(file["starts"])
    terms = file.get("terms", {})
    yield from of_terms(terms)
    for index, prize in enumerate(file["prizes"]):
        for clause, where in of_prize(prize, is_s24=file["rulebook"] == S24):
            yield clause, f"prizes[{index}]{where}"
    yield from of_authority(file, log, judged)
    yield from of_draws(file, log, judged)
    yield from of_payments(file, log)
    yield from of_claims(log)
    to_inspector = 48 * HOUR if file["rulebook"] == S24 else HOUR  # reading 230
    for index, (at, entry) in enumerate(log):
        if entry["event"] == "integrity-doubted":
            if not follows(log, "inspector-told", at, to_inspector) and judged > at + to_inspector:
                yield "12", f"log[{index}]"
        elif entry["event"] == "dispute-decided" and not entry["complaint_right_told"]:
            yield "11", f"log[{index}]"


def follows(log: list[tuple[datetime, Any]], event: str, at: datetime, within: timedelta) -> bool:
    return any(entry["event"] == event and at <= then <= at + within for then, entry in log)


def of_terms(terms: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, clause in {**TEXT_TERMS, **TIME_TERMS}.items():
        if left_out(terms, key):
            yield clause, f"terms.{key}"
    if "presence_required" not in terms:
        yield "7.8", "terms.presence_required"
    if "minimum_wager" in terms and left_out(terms, "minimum_wager"):
        yield "7.4", "terms.minimum_wager"


def worth(prize: dict[str, Any]) -> Fraction:
    return Fraction(0) if left_out(prize, "value") else money(prize["value"])


def of_prize(prize: dict[str, Any], *, is_s24: bool) -> Iterator[tuple[str, str]]:
    kind, paid_by = prize["kind"], prize.get("paid_by", [])
    for key in ("description", "value"):
        if left_out(prize, key):
            yield "7.11", f".{key}"
    clause, keys = DETAILS.get(kind, ("", ""))
    for roman, key in zip(ROMAN, keys.split(), strict=False):
        if left_out(prize.get("details", {}), key):
            yield f"{clause}({roman})", f".details.{key}"
    if kind in FORBIDDEN:
        yield FORBIDDEN[kind], ""
    if kind == "liquor" and Fraction(prize["litres"]) > 20:
        yield "5.4", ""
    if is_s24:
        if "cash" in paid_by or (kind == "cash" and not paid_by):
            yield "4", ""
    elif kind == "cash" and worth(prize) > BIG and not set(WAYS) <= set(paid_by):
        yield "4", ""
    if "cash_alternative" in prize:
        never = (
            ("cash", "casino-dollars") if is_s24 else ("cash", "casino-dollars", "slots-dollars")
        )
        if kind in never or (not is_s24 and not prize.get("stated_in_terms", False)):
            yield "3", ""


def of_authority(
    file: dict[str, Any], log: list[tuple[datetime, Any]], judged: datetime
) -> Iterator[tuple[str, str]]:
    starts, is_s24 = time(file["starts"]), file["rulebook"] == S24
    told = [
        (at, index) for index, (at, each) in enumerate(log) if each["event"] == "authority-told"
    ]
    if told and min(told)[0] > starts - DAY:
        yield "9", f"log[{min(told)[1]}]"
    if not told and judged > starts - DAY:
        yield "9", "log"
    approvals = sorted(at for at, each in log if each["event"] == "authority-approved")
    amended = sorted(
        (at, index)
        for index, (at, each) in enumerate(log)
        if each["event"] == "terms-amended" and at > starts
    )
    for at, index in amended:
        if approvals and approvals[0] <= at:
            approvals.pop(0)
        else:
            yield "9.1", f"log[{index}]"
        if is_s24 and not follows(log, "authority-told", at, DAY) and judged > at + DAY:
            yield "13.1", f"log[{index}]"


def of_draws(
    file: dict[str, Any], log: list[tuple[datetime, Any]], judged: datetime
) -> Iterator[tuple[str, str]]:
    terms = file.get("terms", {})
    close = None if left_out(terms, "entries_close") else time(terms["entries_close"])
    told = [
        (at, entry["prize"])
        for at, entry in log
        if entry["event"] == "winner-told" and entry["by"] in NOTICES
    ]
    postponed = cancelled = False
    in_order = sorted(enumerate(log), key=lambda each: (each[1][0], each[0]))
    for index, (at, entry) in in_order:
        match entry["event"]:
            case "postponed":
                postponed = True
            case "resumed":
                postponed = False
            case "cancelled":
                cancelled = True
            case "draw":
                where = f"log[{index}]"
                if worth(file["prizes"][entry["prize"]]) > BIG and left_out(entry, "scrutineer"):
                    yield "2", where
                if close is not None and at < close:
                    yield "7.6", where
                if postponed or cancelled:
                    yield "12", where
                in_time = any(
                    prize == entry["prize"] and at <= then <= at + 2 * DAY for then, prize in told
                )
                is_free = terms.get("presence_required") is True
                if not in_time and not is_free and judged > at + 2 * DAY:
                    yield "8", where


def of_payments(file: dict[str, Any], log: list[tuple[datetime, Any]]) -> Iterator[tuple[str, str]]:
    is_s24 = file["rulebook"] == S24
    for index, (_, entry) in enumerate(log):
        if entry["event"] != "prize-paid" or entry["by"] == "goods":
            continue
        prize, where = file["prizes"][entry["prize"]], f"log[{index}]"
        if is_s24 and "cash" in entry["by"]:
            yield "4", where
        if prize["kind"] == "cash":
            if not is_s24 and worth(prize) > BIG and not entry.get("chosen", False):
                yield "4", where
        elif "cash_alternative" not in prize or money(prize["cash_alternative"]) != sum(
            map(money, entry["by"].values())
        ):
            yield "3", where


def of_claims(log: list[tuple[datetime, Any]]) -> Iterator[tuple[str, str]]:
    for index, (at, entry) in enumerate(log):
        if entry["event"] != "claim-refused":
            continue
        is_told = not left_out(entry, "told_at") and time(entry["told_at"]) >= at
        if not is_told or left_out(entry, "reason"):
            yield "10", f"log[{index}]"
        if money(entry["amount"]) > 100_00 and any(
            left_out(entry, key) for key in ("claimant", "address", "reason")
        ):
            yield "10.1", f"log[{index}]"
