"""What a rulebook's section on promotional prizes finds in a promotion (S65 section 21 and peers)."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from houserules.core.money import format_money
from houserules.core.record_keys import MalformedRecord
from houserules.promotion.moments import HOUR, MomentError, read_moment
from houserules.promotion.promotion_file import (
    DETAILS,
    TERMS,
    WAYS,
    LogEntry,
    Prize,
    PromotionFile,
    read_promotion,
)
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered

_FORBIDDEN: Final = {"tobacco": 1, "firearm": 2, "weapon": 3, "liquor": 4, "prescribed": 5}
NOTICES: Final = ("face-to-face", "mail", "telephone", "email")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi")


class PromotionFinding(NamedTuple):
    """One thing that is wrong: the clause, where it stands, and a sentence."""

    clause: str
    where: str
    message: str


def check_promotion(data: object, at: str | None = None) -> dict[str, Any]:
    """Return the object that `houserules promotion check --json` prints; raises MalformedRecord."""
    promotion = read_promotion(data)
    return {
        "findings": [finding._asdict() for finding in find_in(promotion, _read_now(promotion, at))]
    }


def check_line(data: object) -> dict[str, Any]:
    """Check a promotion that came as one line, which may say `at` beside the record's keys."""
    if not isinstance(data, dict) or "at" not in data:
        return check_promotion(data)
    at = data["at"]
    if not isinstance(at, str):
        raise MalformedRecord("at", "must be a time")
    return check_promotion({key: value for key, value in data.items() if key != "at"}, at)


def _read_now(promotion: PromotionFile, at: str | None) -> int:
    """Return the time that deadlines are judged by: never earlier than the latest log entry."""
    latest = max((entry.at for entry in promotion.log), default=None)
    if at is None:
        return promotion.starts if latest is None else latest
    try:
        now = read_moment(at)
    except MomentError as error:
        raise MalformedRecord("at", str(error)) from None
    return now if latest is None else max(now, latest)


def find_in(promotion: PromotionFile, now: int) -> list[PromotionFinding]:
    """Return every finding once, by clause and then by place."""
    rules = require_offered(promotion.rules.promotions)
    findings = [
        *_terms(promotion, rules),
        *_prizes(promotion, rules),
        *_authority(promotion, rules, now),
        *_amendments(promotion, rules, now),
        *_draws(promotion, rules, now),
        *_payments(promotion, rules),
        *_patrons(promotion, rules),
        *_integrity(promotion, rules, now),
    ]
    return _in_order(findings, rules)


def find_in_terms(promotion: PromotionFile) -> list[PromotionFinding]:
    """Return what is missing or wrong in the terms and prizes alone."""
    rules = require_offered(promotion.rules.promotions)
    return _in_order([*_terms(promotion, rules), *_prizes(promotion, rules)], rules)


def _in_order(findings: list[PromotionFinding], rules: Promotions) -> list[PromotionFinding]:
    section = rules.terms_contain.partition("/")[0] if "/" in rules.terms_contain else ""
    unique = {
        (clause, where): PromotionFinding(clause, where, message)
        for number, where, message in reversed(findings)
        for clause in (_written(number, section),)
    }
    return sorted(unique.values(), key=lambda found: (_parts(found.clause), _parts(found.where)))


def _written(clause: str, section: str) -> str:
    """Write a clause with its section where the document uses its numbers twice (S24 22/21.4)."""
    number = clause.rpartition("/")[2]
    return f"{section}/{number}" if section else number


def _parts(text: str) -> list[tuple[bool, int, str]]:
    """Split a clause or a place so that numbers and Roman items compare as numbers."""
    parts = []
    for word, roman in re.findall(r"([a-z_]+|\d+)(\))?", text):
        if roman:
            parts.append((False, _ROMAN.index(word) + 1, ""))
        elif word.isdigit():
            parts.append((False, int(word), ""))
        else:
            parts.append((True, 0, word))
    return parts


def _terms(promotion: PromotionFile, rules: Promotions) -> Iterator[PromotionFinding]:
    for key, item in TERMS.items():
        if key not in promotion.terms:
            clause = f"{rules.terms_contain}.{item}"
            yield PromotionFinding(clause, f"terms.{key}", f"The terms do not say: {_words(key)}.")
    if "available_at" not in promotion.terms:
        yield PromotionFinding(
            rules.terms_available, "terms.available_at", "Nothing says where the terms can be read."
        )


def _words(key: str) -> str:
    return key.replace("_", " ")


def _prizes(promotion: PromotionFile, rules: Promotions) -> Iterator[PromotionFinding]:
    for number, prize in enumerate(promotion.prizes):
        where = f"prizes[{number}]"
        yield from _forbidden(prize, rules, where)
        yield from _money(prize, rules, where)
        yield from _alternative(prize, rules, where)
        item = f"{rules.terms_contain}.11"
        if not prize.described:
            yield PromotionFinding(item, f"{where}.description", "The prize is not described.")
        if prize.value is None:
            yield PromotionFinding(item, f"{where}.value", "The prize has no value.")
        for key, clause in detail_clauses(prize.kind, item):
            if key not in prize.details:
                message = f"The terms do not say: {_words(key)}."
                yield PromotionFinding(clause, f"{where}.details.{key}", message)


def detail_clauses(kind: str, item: str) -> Iterator[tuple[str, str]]:
    """Yield the details that a kind of prize needs, each with its clause below `item`."""
    if kind in DETAILS:
        number = list(DETAILS).index(kind) + 1
        for roman, key in zip(_ROMAN, DETAILS[kind], strict=False):
            yield key, f"{item}.{number}({roman})"


def _forbidden(prize: Prize, rules: Promotions, where: str) -> Iterator[PromotionFinding]:
    if prize.kind not in _FORBIDDEN:
        return
    if prize.litres is not None:
        amount, of = prize.litres
        if amount <= rules.liquor_most.value * of:
            return
        most = rules.liquor_most
        message = f"A prize has at most {most.value} litres of liquor."
        yield PromotionFinding(most.clause, where, message)
        return
    clause = f"{rules.prizes_forbidden}.{_FORBIDDEN[prize.kind]}"
    yield PromotionFinding(
        clause, where, f"A prize may not consist of or include this: {prize.kind}."
    )


def _money(prize: Prize, rules: Promotions, where: str) -> Iterator[PromotionFinding]:
    if rules.prize_money_by.value == "cheque or transfer":
        if "cash" in prize.paid_by or (prize.kind == "cash" and not prize.paid_by):
            message = "Prize money is paid by crossed cheque or transfer, never in cash."
            yield PromotionFinding(rules.prize_money_by.clause, where, message)
        return
    above = rules.winner_chooses_above
    if prize.kind == "cash" and _is_above(prize, above.value) and set(prize.paid_by) != set(WAYS):
        message = "The winner may choose from cash, cheque and transfer."
        yield PromotionFinding(above.clause, where, message)


def _is_above(prize: Prize, amount: int | None) -> bool:
    return amount is not None and prize.value is not None and prize.value > amount


def _alternative(prize: Prize, rules: Promotions, where: str) -> Iterator[PromotionFinding]:
    if prize.cash_alternative is None:
        return
    without = {"cash", "casino-dollars"}
    if rules.no_alternative_to.value == "casino dollars and slots dollars":
        without.add("slots-dollars")
    if prize.kind in without:
        message = f"There is no alternative in money to a prize of this kind: {prize.kind}."
        yield PromotionFinding(rules.no_alternative_to.clause, where, message)
    elif rules.alternative_is_stated.value and not prize.stated_in_terms:
        message = "The alternative is not stated in the terms."
        yield PromotionFinding(rules.alternative_is_stated.clause, where, message)


def _events(promotion: PromotionFile, *names: str) -> list[LogEntry]:
    """Return the entries of these events in order of time, equal times in order of the list."""
    entries = [entry for entry in promotion.log if entry.event in names]
    return sorted(entries, key=lambda entry: entry.at)


def _place(entry: LogEntry) -> str:
    return f"log[{entry.number}]"


def _authority(promotion: PromotionFile, rules: Promotions, now: int) -> Iterator[PromotionFinding]:
    hours, told = rules.terms_sent_before, _events(promotion, "authority-told")
    deadline = promotion.starts - hours.value * HOUR
    message = f"The Authority gets the terms at least {hours.value} hours before the start."
    if not told:
        if now > deadline:
            yield PromotionFinding(hours.clause, "log", message)
    elif told[0].at > deadline:
        yield PromotionFinding(hours.clause, _place(told[0]), message)


def _amendments(
    promotion: PromotionFile, rules: Promotions, now: int
) -> Iterator[PromotionFinding]:
    """Each amendment after the start uses up one approval that is not later than it."""
    approvals = [entry.at for entry in _events(promotion, "authority-approved")]
    told = [entry.at for entry in _events(promotion, "authority-told")]
    for entry in _events(promotion, "terms-amended"):
        if entry.at <= promotion.starts:
            continue
        if approvals and approvals[0] <= entry.at:
            approvals.pop(0)
        else:
            message = "After the start, terms are amended only with the Authority's approval."
            yield PromotionFinding(rules.amendment_approved, _place(entry), message)
        hours = rules.amendment_sent_within
        if hours.value is not None and _is_missed(entry, told, hours.value, now):
            message = f"Amended terms are sent to the Authority within {hours.value} hours."
            yield PromotionFinding(hours.clause, _place(entry), message)


def _is_missed(entry: LogEntry, answers: list[int], hours: int, now: int) -> bool:
    """Whether what an entry calls for did not come in time, and the time is over."""
    deadline = entry.at + hours * HOUR
    return now > deadline and not any(entry.at <= answer <= deadline for answer in answers)


def _draws(promotion: PromotionFile, rules: Promotions, now: int) -> Iterator[PromotionFinding]:
    postponed = cancelled = False
    for entry in _events(promotion, "draw", "postponed", "resumed", "cancelled"):
        match entry.event:
            case "postponed":
                postponed = True
            case "resumed":
                postponed = False
            case "cancelled":
                cancelled = True
            case _:
                if postponed or cancelled:
                    state = "cancelled" if cancelled else "postponed"
                    message = f"There is no draw while the promotion is {state}."
                    yield PromotionFinding(
                        rules.integrity_told_within.clause, _place(entry), message
                    )
                yield from _draw(promotion, rules, entry, now)


def _draw(
    promotion: PromotionFile, rules: Promotions, entry: LogEntry, now: int
) -> Iterator[PromotionFinding]:
    assert entry.prize is not None
    above = rules.scrutineer_above
    if _is_above(promotion.prizes[entry.prize], above.value) and "scrutineer" not in entry.said:
        message = f"A scrutineer oversees the draw of a prize above {format_money(above.value)}."
        yield PromotionFinding(above.clause, _place(entry), message)
    if promotion.entries_close is not None and entry.at < promotion.entries_close:
        clause = f"{rules.terms_contain}.{TERMS['entries_close']}"
        yield PromotionFinding(clause, _place(entry), "The draw was held before entries closed.")
    told = [
        notice.at
        for notice in _events(promotion, "winner-told")
        if notice.prize == entry.prize and notice.by in NOTICES
    ]
    hours = rules.winner_told_within
    if not promotion.presence_required and _is_missed(entry, told, hours.value, now):
        message = f"The winner is told within {hours.value} hours of the draw."
        yield PromotionFinding(hours.clause, _place(entry), message)


def _payments(promotion: PromotionFile, rules: Promotions) -> Iterator[PromotionFinding]:
    for entry in _events(promotion, "prize-paid"):
        assert entry.prize is not None
        if not isinstance(entry.by, dict):
            continue
        prize = promotion.prizes[entry.prize]
        if "cash" in entry.by and rules.prize_money_by.value == "cheque or transfer":
            message = "Prize money is paid by crossed cheque or transfer, never in cash."
            yield PromotionFinding(rules.prize_money_by.clause, _place(entry), message)
        if prize.kind == "cash":
            if _is_above(prize, rules.winner_chooses_above.value) and not entry.chosen:
                message = "The winner chooses how the prize is paid."
                yield PromotionFinding(rules.winner_chooses_above.clause, _place(entry), message)
        elif sum(entry.by.values()) != prize.cash_alternative:
            message = "Money is paid only as the alternative in the terms, and in that amount."
            yield PromotionFinding(rules.no_alternative_to.clause, _place(entry), message)


def _patrons(promotion: PromotionFile, rules: Promotions) -> Iterator[PromotionFinding]:
    """Refused claims are explained and kept; people hear of their right to complain."""
    for entry in _events(promotion, "claim-refused"):
        told = entry.told_at is not None and entry.told_at >= entry.at
        if not told or "reason" not in entry.said:
            message = "The patron is told the reason of a refusal, and it is recorded."
            yield PromotionFinding(rules.refusal_explained, _place(entry), message)
        above = rules.refusal_kept_above
        if entry.amount > above.value and entry.said != {"claimant", "address", "reason"}:
            message = (
                f"Name, address and reason of a refused claim above {format_money(above.value)} "
                "are recorded."
            )
            yield PromotionFinding(above.clause, _place(entry), message)
    for entry in _events(promotion, "dispute-decided"):
        if not entry.complaint_right_told:
            message = "Anyone who is dissatisfied is told of the right to complain."
            yield PromotionFinding(rules.complaint_advised, _place(entry), message)


def _integrity(promotion: PromotionFile, rules: Promotions, now: int) -> Iterator[PromotionFinding]:
    told = [entry.at for entry in _events(promotion, "inspector-told")]
    hours = rules.integrity_told_within
    for entry in _events(promotion, "integrity-doubted"):
        if _is_missed(entry, told, hours.value, now):
            unit = "hour" if hours.value == 1 else "hours"
            message = f"The inspector is told within {hours.value} {unit}."
            yield PromotionFinding(hours.clause, _place(entry), message)
