"""Corrections in a round record: read from it, written into it, and told."""

from collections.abc import Iterable
from typing import Any, Final, get_args

from houserules.core.cards import show
from houserules.core.money import MoneyError, dollars, odds
from houserules.core.record_keys import (
    MalformedRecord,
    get,
    kind_of,
    money,
    name,
    read_cards,
    tables,
)
from houserules.core.refusal import Clause
from houserules.table.events import Stage, WagerKind, WagerSettled
from houserules.table.records.record import Correction, CorrectionKind
from houserules.table.state import Result

_KEYS: Final = {*("kind", "what", "by", "reported_by", "clause", "dealt", "changes", "payments")}
_PAYMENT_KEYS: Final = {
    *("box", "hand", "player", "wager", "stake", "result", "odds", "returned", "stage", "clause")
}


def read_corrections(data: dict[str, Any], players: Iterable[str]) -> tuple[Correction, ...]:
    """Read the corrections of a record; raises MalformedRecord."""
    entries = tables(data, "corrections", _KEYS)
    if "corrections" in data and not entries:
        raise MalformedRecord("corrections", "is empty; leave it out of a round without any")
    return tuple([_correction(entry, where, tuple(players)) for where, entry in entries])


def _correction(entry: dict[str, Any], where: str, players: tuple[str, ...]) -> Correction:
    payments = None
    if "payments" in entry:
        rows = tables(entry, "payments", _PAYMENT_KEYS, where)
        payments = tuple([_payment(row, place, players) for place, row in rows])
    return Correction(
        kind=_one_of(entry, "kind", where, get_args(CorrectionKind)),
        what=_text(entry, "what", where),
        by=name(entry, "by", where) if "by" in entry else None,
        reported_by=name(entry, "reported_by", where) if "reported_by" in entry else None,
        clause=Clause(_text(entry, "clause", where)) if "clause" in entry else None,
        dealt=tuple(read_cards(entry, "dealt", where)) if "dealt" in entry else (),
        changes=_texts(entry, "changes", where),
        payments=payments,
    )


def _payment(entry: dict[str, Any], where: str, players: tuple[str, ...]) -> WagerSettled:
    player = name(entry, "player", where)
    if player not in players:
        raise MalformedRecord(f"{where}player", f"{player} has no wager in the round")
    return WagerSettled(
        box=get(entry, "box", int, where) if "box" in entry else None,
        hand=get(entry, "hand", int, where) if "hand" in entry else None,
        player=player,
        wager=_one_of(entry, "wager", where, get_args(WagerKind)),
        stake=money(entry, "stake", where),
        result=_one_of(entry, "result", where, get_args(Result)),
        odds=_odds(entry, where) if "odds" in entry else None,
        returned=money(entry, "returned", where),
        stage=_one_of(entry, "stage", where, get_args(Stage)),
        clause=Clause(_text(entry, "clause", where)),
    )


def _odds(entry: dict[str, Any], where: str) -> Any:
    text = get(entry, "odds", str, where)
    try:
        return odds(text)
    except MoneyError as error:
        raise MalformedRecord(f"{where}odds", str(error)) from None


def _one_of(entry: dict[str, Any], key: str, where: str, words: tuple[str, ...]) -> Any:
    word = get(entry, key, str, where)
    if word not in words:
        raise MalformedRecord(
            f"{where}{key}", f"{word!r} is not known; there are {', '.join(words)}"
        )
    return word


def _text(entry: dict[str, Any], key: str, where: str) -> str:
    text: str = get(entry, key, str, where)
    if not text.strip() or not text.isprintable():
        raise MalformedRecord(f"{where}{key}", "must be words on one line")
    return text


def _texts(entry: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    lines = get(entry, key, list, where, default=[])
    for number, line in enumerate(lines):
        if not isinstance(line, str) or not line.strip() or not line.isprintable():
            said = "a line of that kind" if isinstance(line, str) else kind_of(line)
            raise MalformedRecord(
                f"{where}{key}[{number}]", f"must be words on one line, not {said}"
            )
    return tuple(lines)


def correction_keys(correction: Correction) -> dict[str, Any]:
    """Return the keys of a correction as a record writes them; what there is not is left out."""
    keys: dict[str, Any] = {
        "kind": correction.kind,
        "what": correction.what,
        "by": correction.by,
        "reported_by": correction.reported_by,
        "clause": correction.clause,
        "dealt": show(correction.dealt) or None,
        "changes": list(correction.changes) or None,
    }
    if correction.payments is not None:
        keys["payments"] = [_payment_keys(payment) for payment in correction.payments]
    return {key: value for key, value in keys.items() if value is not None}


def _payment_keys(payment: WagerSettled) -> dict[str, Any]:
    keys = {
        "box": payment.box,
        "hand": payment.hand,
        "player": payment.player,
        "wager": payment.wager,
        "stake": dollars(payment.stake),
        "result": payment.result,
        "odds": str(payment.odds) if payment.odds else None,
        "returned": dollars(payment.returned),
        "stage": payment.stage,
        "clause": payment.clause,
    }
    return {key: value for key, value in keys.items() if value is not None}
