"""The record of a prize draw: written as it proceeds, and checked from nothing but itself."""

from itertools import pairwise
from typing import Any, Final

from houserules.core.money import cents, dollars
from houserules.core.people import handle_key
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    get,
    money,
    tables,
)
from houserules.promotion.moments import MomentError, read_moment, write_moment
from houserules.promotion.prize_draw import (
    ListedEntry,
    commit_secret,
    draw_entries,
    hash_list,
    listed_entries,
    plain_value,
)
from houserules.promotion.promotion_file import PromotionFile
from houserules.promotion.state import PrizeDraw, PromotionState
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.records.draw_check import DrawCheck

FORMAT: Final = "houserules/prize-draw-1"
_TEXTS: Final = (
    *("rulebook", "promotion", "prize_value", "outside", "outside_event", "commitment"),
    *("list_hash", "value", "given_by", "secret", "drawn_by"),
)
_TIMES: Final = ("committed_at", "closes_at", "closed_at", "given_at", "drawn_at")
_KEYS: Final = {
    *("format", "prize", "entries", "rank", "winner", "code", "scrutineer"),
    *(*_TEXTS, *_TIMES),
}


def prize_draw_record(
    terms: PromotionFile, state: PromotionState, draw: PrizeDraw
) -> dict[str, Any]:
    """Return the record of a draw as JSON data, as far as it has come."""
    prize = terms.prizes[draw.prize]
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": terms.rules.id,
        "promotion": terms.name,
        "prize": draw.prize,
        "prize_value": dollars(prize.value or 0),
        "outside": state.outside,
        "outside_event": state.outside_event,
        "closes_at": write_moment((terms.entries_close or 0) // 1_000_000),
        "commitment": draw.commitment,
        "committed_at": write_moment(draw.committed_at),
    }
    if state.closed_at is None:
        return record
    record |= {
        "closed_at": write_moment(state.closed_at),
        "entries": [
            {"entry": each.entry, "code": each.code}
            for each in listed_entries(state.counted, state.salt)
        ],
        "list_hash": state.list_hash,
    }
    if draw.given_at is None:
        return record
    record |= {
        "value": draw.value,
        "given_by": draw.given_by,
        "given_at": write_moment(draw.given_at),
    }
    if not draw.winners:
        return record
    last = draw.winners[-1]
    codes = {each["entry"]: each["code"] for each in record["entries"]}
    record |= {
        "secret": draw.secret,
        "rank": last.rank,
        "winner": last.entry,
        "code": codes[last.entry],
        "drawn_by": last.by,
        "drawn_at": write_moment(last.at),
    }
    return record | ({"scrutineer": last.scrutineer} if last.scrutineer else {})


def verify_prize_draw(
    record: object,
    *,
    published: str | None = None,
    published_list: str | None = None,
    value: str | None = None,
) -> tuple[DrawCheck, ...]:
    """Check the record of a draw, and compare it with what was noted before it.

    Raises MalformedRecord if it is no record of a draw, or of one that is not held yet.
    """
    said = _read(record)
    entries = tuple(ListedEntry(each["entry"], each["code"]) for each in said["entries"])
    return (
        _check_list(said, entries, published_list),
        _check_commitment(said, published),
        _check_value(said, value),
        _check_times(said),
        _check_scrutineer(said),
        _check_winner(said, entries),
    )


def _read(source: object) -> dict[str, Any]:
    record = check_head(source, _KEYS, FORMAT)
    for key in _TEXTS:
        get(record, key, str, "")
    for key in _TIMES:
        _moment(record, key)
    for key in ("prize", "rank", "winner"):
        get(record, key, int, "")
    get(record, "code", str, "")
    if "scrutineer" in record:
        get(record, "scrutineer", str, "")
    money(record, "prize_value", "")
    if record["rank"] < 1:
        raise MalformedRecord("rank", "is 1 or more")
    name = record["rulebook"]
    if name not in RULEBOOKS or isinstance(rulebook(name).promotions, NotOffered):
        raise MalformedRecord("rulebook", f"{name!r} has no promotional prizes")
    for where, entry in tables(record, "entries", {"entry", "code"}):
        get(entry, "entry", int, where)
        get(entry, "code", str, where)
    if not record["entries"]:
        raise MalformedRecord("entries", "lists the entries; there is no draw without any")
    return record


def _moment(record: dict[str, Any], key: str) -> int:
    try:
        return read_moment(get(record, key, str, ""))
    except MomentError as error:
        raise MalformedRecord(key, str(error)) from None


def _check_list(
    said: dict[str, Any], entries: tuple[ListedEntry, ...], published: str | None
) -> DrawCheck:
    computed = hash_list(entries)
    numbers = [each.entry for each in entries]
    in_order = all(one < other for one, other in pairwise(numbers))
    detail = f"{len(entries)} entries hash to {computed}."
    if computed != said["list_hash"]:
        detail += f" The record names {said['list_hash']}: the list was changed."
    elif published not in (None, computed):
        detail += f" Published was {published}: this is another list."
    elif not in_order:
        detail = "An entry is on the list twice, or out of order."
    passed = computed == said["list_hash"] and published in (None, computed) and in_order
    return DrawCheck("list", passed, detail)


def _check_commitment(said: dict[str, Any], published: str | None) -> DrawCheck:
    computed = commit_secret(said["promotion"], said["prize"], said["secret"])
    detail = f"The secret hashes to {computed}."
    if computed != said["commitment"]:
        detail += f" The house had committed to {said['commitment']}: this is another secret."
    elif published not in (None, computed):
        detail += f" Published was {published}: this is another commitment."
    passed = computed == said["commitment"] and published in (None, computed)
    return DrawCheck("commitment", passed, detail)


def _check_value(said: dict[str, Any], value: str | None) -> DrawCheck:
    named, given = said["outside_event"] or f"the {said['outside']}", said["value"]
    if not given.strip():
        return DrawCheck("value", passed=False, detail="Nobody outside the house added chance.")
    if given != plain_value(given):
        detail = f"{given!r} is written to suit somebody: only {plain_value(given)!r} counts."
        return DrawCheck("value", passed=False, detail=detail)
    if value is not None and plain_value(value) != given:
        detail = f"The record has {given!r} from {named}, you noted {value!r}: it was changed."
        return DrawCheck("value", passed=False, detail=detail)
    return DrawCheck("value", passed=True, detail=f"{given!r}, from {named}.")


def _check_times(said: dict[str, Any]) -> DrawCheck:
    times = {key: read_moment(said[key]) for key in _TIMES}
    wrong = []
    if times["committed_at"] >= times["closes_at"]:
        wrong.append("the house committed after entries closed")
    if times["closed_at"] < times["closes_at"]:
        wrong.append("the list was closed before the time in the terms")
    if times["given_at"] < times["closed_at"]:
        wrong.append("chance from outside was given before the list was closed")
    if times["drawn_at"] < times["given_at"]:
        wrong.append("the prize was drawn before chance from outside was given")
    good = "Committed, closed, given and drawn in this order."
    return DrawCheck("order", not wrong, f"Wrong: {', '.join(wrong)}." if wrong else good)


def _check_scrutineer(said: dict[str, Any]) -> DrawCheck:
    rules = rulebook(said["rulebook"]).promotions
    assert not isinstance(rules, NotOffered)
    above, scrutineer = rules.scrutineer_above, said.get("scrutineer")
    by_scrutineer = said["outside"] == "scrutineer"
    if by_scrutineer and handle_key(said["given_by"]) == handle_key(said["drawn_by"]):
        detail = f"{said['given_by']} gave the numbers and ran the draw."
        return DrawCheck("scrutineer", passed=False, detail=detail)
    is_first = said["rank"] == 1  # later, another scrutineer may have taken over
    if by_scrutineer and is_first and handle_key(said["given_by"]) != handle_key(scrutineer or ""):
        detail = f"{said['given_by']} gave the numbers, not the scrutineer."
        return DrawCheck("scrutineer", passed=False, detail=detail)
    if scrutineer is not None and handle_key(scrutineer) == handle_key(said["drawn_by"]):
        detail = f"{scrutineer} ran the draw and cannot oversee it."
        return DrawCheck("scrutineer", passed=False, detail=detail)
    if scrutineer is None and cents(said["prize_value"]) > above.value:
        detail = f"A prize of this value needs a scrutineer ({above.clause})."
        return DrawCheck("scrutineer", passed=False, detail=detail)
    return DrawCheck("scrutineer", passed=True, detail=f"{scrutineer or 'None'}: as required.")


def _check_winner(said: dict[str, Any], entries: tuple[ListedEntry, ...]) -> DrawCheck:
    drawn = draw_entries(
        entries,
        prize=said["prize"],
        secret=said["secret"],
        value=said["value"],
        ranks=min(said["rank"], len(entries) + 1),
    )
    if len(drawn) < said["rank"]:
        detail = f"Only {len(drawn)} players have entries."
        return DrawCheck("winner", passed=False, detail=detail)
    due = drawn[-1]
    stated = ListedEntry(said["winner"], said["code"])
    detail = f"Rank {said['rank']} is entry {due.entry}, {due.code}."
    if due != stated:
        detail += f" The record names entry {stated.entry}, {stated.code}."
    return DrawCheck("winner", due == stated, detail)
