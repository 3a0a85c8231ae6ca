"""Random promotion files: moments and amounts lie at, just before and just after every limit."""

import copy
import random
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from twins.promotion_check import (
    BEGINS,
    DETAILS,
    EVENTS,
    KINDS,
    NOTICES,
    TEXT_TERMS,
    WAYS,
)

STARTS = datetime(2026, 10, 3, 12, tzinfo=UTC)
ANCHORS = [timedelta(hours=hours) for hours in (-48, -25, -24, 0, 1, 24, 48, 49, 96, 97, 144, 300)]
BESIDE = [timedelta(seconds=seconds) for seconds in (0, 0, 0, -1, 1, -0.000001, 0.000001, 3600)]
ZONES = [timezone(timedelta(minutes=each)) for each in (0, 600, 660, -570)]
AMOUNTS = ["10000", "10000.00", "10000.01", "9999.99", "42000", "100", "100.01", "0", "25.5"]
TEXTS = ["as the terms say", "none", "x", " y "]
BLANKS = ["", " ", "\t\n"]


def random_promotion(rng: random.Random) -> dict[str, Any]:
    """Return a promotion file that is not malformed; most have a few findings."""
    prizes = [_prize(rng) for _ in range(rng.randint(1, 3))]
    file: dict[str, Any] = {
        "format": "houserules/promotion-1",
        "rulebook": rng.choice([*BEGINS]),
        "name": "Spring draw",
        "starts": _written(STARTS, rng),
        "terms": _terms(rng),
        "prizes": prizes,
        "log": [_entry(rng, prizes) for _ in range(rng.choice([0, 1, 2, 4, 8, 12]))],
    }
    for key in ("terms", "log"):
        if rng.random() < 0.03:
            del file[key]
    return file


def random_time(rng: random.Random) -> str:
    """Return a time at or beside one that a deadline may hang on."""
    return _written(STARTS + rng.choice(ANCHORS) + rng.choice(BESIDE), rng)


def _written(at: datetime, rng: random.Random) -> str:
    text = at.astimezone(rng.choice(ZONES)).isoformat()
    return text.replace("+00:00", "Z") if rng.random() < 0.5 else text


def _text(rng: random.Random) -> str:
    return rng.choice(TEXTS if rng.random() < 0.9 else BLANKS)


def _terms(rng: random.Random) -> dict[str, Any]:
    terms: dict[str, Any] = {key: _text(rng) for key in TEXT_TERMS}
    terms |= {key: random_time(rng) for key in ("entries_close", "held_on")}
    terms["presence_required"] = rng.random() < 0.3
    if rng.random() < 0.3:
        terms["minimum_wager"] = rng.choice(["25", "", " ", "0.05"])
    for key in [*terms]:
        if rng.random() < 0.04:
            del terms[key]
    if "entries_close" in terms and rng.random() < 0.05:
        terms["entries_close"] = " "
    return terms


def _prize(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(KINDS)
    prize: dict[str, Any] = {"kind": kind, "description": _text(rng), "value": rng.choice(AMOUNTS)}
    if rng.random() < 0.05:
        prize["value"] = rng.choice(BLANKS)
    if kind == "liquor":
        prize["litres"] = rng.choice(["20", "20.0", "20.001", "19.999", "0"])
    if rng.random() < 0.6:
        prize["paid_by"] = rng.sample(WAYS, rng.randint(1, 3))
    if rng.random() < 0.3:
        prize["cash_alternative"] = rng.choice(AMOUNTS)
    if rng.random() < 0.4:
        prize["stated_in_terms"] = rng.random() < 0.7
    if keys := DETAILS.get(kind, ("", ""))[1].split():
        prize["details"] = {key: _text(rng) for key in keys if rng.random() < 0.8}
    for key in ("description", "value", "details"):
        if key in prize and rng.random() < 0.05:
            del prize[key]
    return prize


def _entry(rng: random.Random, prizes: list[dict[str, Any]]) -> dict[str, Any]:
    often = ("draw", "draw", "winner-told", "winner-told", "authority-told", "prize-paid")
    event = rng.choice([*EVENTS, *often])
    entry: dict[str, Any] = {"at": random_time(rng), "event": event}
    if event in ("draw", "winner-told", "prize-paid"):
        entry["prize"] = rng.randrange(len(prizes))
    match event:
        case "draw":
            entry["winner"] = "Ann"
            if rng.random() < 0.5:
                entry["scrutineer"] = "Sue"
        case "winner-told":
            entry["by"] = rng.choice([*NOTICES, "pigeon", "E-mail"])
        case "prize-paid":
            prize = prizes[entry["prize"]]
            entry["by"] = _payment(rng, prize)
            if rng.random() < 0.5:
                entry["chosen"] = rng.random() < 0.6
        case "claim-refused":
            entry["amount"] = rng.choice(AMOUNTS)
            given = {"claimant": "Bob", "address": "1 Sample St", "reason": "No ticket."}
            entry |= {key: text for key, text in given.items() if rng.random() < 0.85}
            if rng.random() < 0.8:
                entry["told_at"] = random_time(rng)
        case "dispute-decided":
            entry["complaint_right_told"] = rng.random() < 0.5
    return entry


def _payment(rng: random.Random, prize: dict[str, Any]) -> Any:
    if prize["kind"] != "cash" and rng.random() < 0.5:
        return "goods"
    ways = rng.sample(WAYS, rng.randint(1, 2))
    amount = prize.get("cash_alternative", "500")
    if len(ways) == 1 and float(amount) > 0:
        return {ways[0]: amount}
    return {way: rng.choice(["5000", "5000.00", "5000.01", "50"]) for way in ways}


WRONG: list[Any] = [
    *(None, 5, 0, -1, True, 1.5, [], {}, "later", "2026-10-03", "2026-10-03T10:00:00"),
    *(
        "2026-10-03T10:00:60Z",
        "2026-10-03t10:00:00Z",
        "2026-10-03T10:00:00z",
        "2026-13-03T10:00:00Z",
    ),
    *("2026-10-03T10:00:00+24:00", "2026-10-03T10:00:00.1234567Z", "1899-12-31T10:00:00Z"),
    *(
        "3000-01-01T00:00:00Z",
        "-5",
        "1.005",
        "five",
        "nz-pontoon",
        ["card"],
        {"card": "5"},
        {"cash": "0"},
    ),
]


def spoil(file: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a file in which one thing is replaced, removed or added; it may still be sound."""
    spoiled = copy.deepcopy(file)
    places = [*_places(spoiled)]
    holder, key = rng.choice(places)
    match rng.choice(["replace", "replace", "remove", "add"]):
        case "replace":
            holder[key] = copy.deepcopy(rng.choice(WRONG))
        case "remove":
            del holder[key]
        case _ if isinstance(holder, dict):
            holder[rng.choice(["colour", "prize", "litres", "details", "told_at", "by"])] = (
                rng.choice(WRONG)
            )
        case _:
            holder.append(copy.deepcopy(rng.choice(WRONG)))
    return spoiled


def _places(data: Any) -> Any:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])
