"""From TOML or JSON to TournamentConditions: what is missing stays open, what is unreadable is malformed."""

from collections.abc import Callable
from typing import Any, Final, get_args

from houserules.core.money import Cents, MoneyError, Odds, odds
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    check_keys,
    get,
    kind_of,
    money,
    name,
    tables,
)
from houserules.table.session.state import Limits
from houserules.tournament.conditions.document import (
    FORMAT,
    AddedValue,
    BuyBack,
    Changes,
    Chips,
    Eligibility,
    EntryTerms,
    PlacePrize,
    PlayConditions,
    PoolMoney,
    Prizes,
    Stage,
    TournamentConditions,
)
from houserules.tournament.records.reader import TABLE_KEYS, read_rules

_KEYS: Final = {
    *("format", "rulebook", "name", "table", "entry_fee", "chips", "minimum_wager", "limits"),
    *("stages", "play", "buy_back", "eligibility", "entry", "prizes", "rules_prevail", "changes"),
}
_CHIP_KEYS: Final = {"method", "amount", "price", "cash_value", "issued_at", "redeemed_at"}
_LIMIT_KEYS: Final = {"from_round", "minimum", "maximum"}
_STAGE_KEYS: Final = {
    *("name", "kind", "rounds", "minutes", "tables", "players_per_table", "advance"),
    *("entrants", "byes", "limits"),
}
_STAGE_KINDS: Final = ("heats", "semi-final", "final", "repechage", "catch-up")
_PLAY_KEYS: Final = {
    *("allocation", "order_of_wagering", "deal_from_marker", "pass_cards", "undisclosed_wagers"),
    *("wager_seconds", "wager_clock_notice"),
}
_BUY_BACK_KEYS: Final = {"offered", "times", "price", "method", "timing"}
_ELIGIBILITY_KEYS: Final = {
    *("statement", "may_refuse", "refusal_statement", "selects", "criteria"),
}
_ENTRY_KEYS: Final = {
    *("terms", "withdrawal_hours", "application_form", "minimum", "maximum"),
    "agreement_in_writing",
}
_PRIZES_KEYS: Final = {
    *("payment", "guarantee", "guarantee_entries", "may_cancel", "places", "added", "includes"),
}
_CHANGES_KEYS: Final = {"keys", "notice_minutes"}
_PRIZE_KEYS: Final = {"place", "share", "amount", "goods"}
_ADDED_KEYS: Final = {"kind", "value", "description"}


def read_conditions(source: object) -> TournamentConditions:
    """Read a conditions document from what TOML or JSON gave; raises MalformedRecord."""
    data = check_head(source, _KEYS, FORMAT, what="the conditions")
    return TournamentConditions(
        rules=read_rules(data, {*TABLE_KEYS, "low_limit", "undisclosed_follows"}),
        name=name(data, "name", ""),
        entry_fee=_money(data, "entry_fee", ""),
        chips=_chips(_section(data, "chips", _CHIP_KEYS)),
        minimum_wager=_flag(data, "minimum_wager", ""),
        limits=_limits(data, ""),
        stages=tuple(_stage(row, where) for where, row in tables(data, "stages", _STAGE_KEYS)),
        play=_play(_section(data, "play", _PLAY_KEYS)),
        buy_back=_buy_back(_section(data, "buy_back", _BUY_BACK_KEYS)),
        eligibility=_eligibility(_section(data, "eligibility", _ELIGIBILITY_KEYS)),
        entry=_entry(_section(data, "entry", _ENTRY_KEYS)),
        prizes=_prizes(_section(data, "prizes", _PRIZES_KEYS)),
        rules_prevail=_text(data, "rules_prevail", ""),
        changes=_changes(_section(data, "changes", _CHANGES_KEYS)),
    )


def _section(data: dict[str, Any], key: str, keys: set[str]) -> dict[str, Any]:
    section: dict[str, Any] = get(data, key, dict, "", default={})
    check_keys(section, keys, f"{key}.")
    return section


def _optional(kind: type) -> Callable[[dict[str, Any], str, str], Any]:
    def read(data: dict[str, Any], key: str, where: str) -> Any:
        return get(data, key, kind, where) if key in data else None

    return read


_flag: Final = _optional(bool)
_count: Final = _optional(int)


def _text(data: dict[str, Any], key: str, where: str) -> str | None:
    """Read words; blank ones state nothing, so they count as missing."""
    return (get(data, key, str, where).strip() or None) if key in data else None


def _money(data: dict[str, Any], key: str, where: str) -> Cents | None:
    return money(data, key, where) if key in data else None


def _ratio(data: dict[str, Any], key: str, where: str) -> Odds | None:
    if key not in data:
        return None
    text = get(data, key, str, where)
    try:
        return odds(text)
    except MoneyError:
        raise MalformedRecord(
            f"{where}{key}", f"{text!r} is not a ratio; write chips to cash, as in '10 to 1'"
        ) from None


def _chips(data: dict[str, Any]) -> Chips:
    where = "chips."
    method = _text(data, "method", where)
    if method not in (None, "allotted", "bought"):
        raise MalformedRecord(f"{where}method", f"must be 'allotted' or 'bought', not {method!r}")
    return Chips(
        method=method,  # type: ignore[arg-type]  # checked above
        amount=_money(data, "amount", where),
        price=_money(data, "price", where),
        cash_value=_flag(data, "cash_value", where),
        issued_at=_ratio(data, "issued_at", where),
        redeemed_at=_ratio(data, "redeemed_at", where),
    )


def _limits(data: dict[str, Any], where: str) -> tuple[Limits, ...]:
    return tuple(
        Limits(
            from_round=get(row, "from_round", int, place),
            minimum=money(row, "minimum", place),
            maximum=money(row, "maximum", place),
        )
        for place, row in tables(data, "limits", _LIMIT_KEYS, where)
    )


def _stage(data: dict[str, Any], where: str) -> Stage:
    kind = get(data, "kind", str, where)
    if kind not in _STAGE_KINDS:
        choices = ", ".join(_STAGE_KINDS)
        raise MalformedRecord(f"{where}kind", f"must be one of {choices}, not {kind!r}")
    return Stage(
        name=name(data, "name", where) if "name" in data else kind.capitalize(),
        kind=kind,
        rounds=_count(data, "rounds", where),
        minutes=_count(data, "minutes", where),
        tables=_count(data, "tables", where),
        players_per_table=_count(data, "players_per_table", where),
        advance=_count(data, "advance", where),
        entrants=_count(data, "entrants", where),
        byes=get(data, "byes", bool, where, default=False),
        limits=_limits(data, where),
    )


def _play(data: dict[str, Any]) -> PlayConditions:
    where = "play."
    return PlayConditions(
        allocation=_text(data, "allocation", where),
        order_of_wagering=_flag(data, "order_of_wagering", where),
        deal_from_marker=get(data, "deal_from_marker", bool, where, default=False),
        pass_cards=_count(data, "pass_cards", where),
        undisclosed_wagers=_count(data, "undisclosed_wagers", where),
        wager_seconds=_count(data, "wager_seconds", where),
        wager_clock_notice=_text(data, "wager_clock_notice", where),
    )


def _buy_back(data: dict[str, Any]) -> BuyBack:
    where = "buy_back."
    return BuyBack(
        offered=_flag(data, "offered", where),
        times=_count(data, "times", where),
        price=_money(data, "price", where),
        method=_text(data, "method", where),
        timing=_text(data, "timing", where),
    )


def _eligibility(data: dict[str, Any]) -> Eligibility:
    where = "eligibility."
    return Eligibility(
        statement=_text(data, "statement", where),
        may_refuse=_flag(data, "may_refuse", where),
        refusal_statement=_text(data, "refusal_statement", where),
        selects=_flag(data, "selects", where),
        criteria=_text(data, "criteria", where),
    )


def _entry(data: dict[str, Any]) -> EntryTerms:
    where = "entry."
    return EntryTerms(
        terms=_text(data, "terms", where),
        withdrawal_hours=_count(data, "withdrawal_hours", where),
        application_form=_text(data, "application_form", where),
        minimum=_count(data, "minimum", where),
        maximum=_count(data, "maximum", where),
        agreement_in_writing=get(data, "agreement_in_writing", bool, where, default=False),
    )


def _prizes(data: dict[str, Any]) -> Prizes:
    where = "prizes."
    return Prizes(
        places=tuple(
            PlacePrize(
                place=get(row, "place", int, place),
                share=_money(row, "share", place),  # a percentage has two places, as money has
                amount=_money(row, "amount", place),
                goods=_text(row, "goods", place),
            )
            for place, row in tables(data, "places", _PRIZE_KEYS, where)
        ),
        payment=_text(data, "payment", where),
        guarantee=_money(data, "guarantee", where),
        guarantee_entries=_count(data, "guarantee_entries", where),
        may_cancel=get(data, "may_cancel", bool, where, default=False),
        added=tuple(
            AddedValue(
                kind=get(row, "kind", str, place),
                value=money(row, "value", place),
                description=get(row, "description", str, place, default=""),
            )
            for place, row in tables(data, "added", _ADDED_KEYS, where)
        ),
        includes=_includes(data, where),
    )


def _includes(data: dict[str, Any], where: str) -> tuple[PoolMoney, ...]:
    allowed, included = get_args(PoolMoney), _texts(data, "includes", where)
    for money_kind in included:
        if money_kind not in allowed:
            choices = " and ".join(allowed)
            raise MalformedRecord(f"{where}includes", f"may list {choices}, not {money_kind!r}")
    return included  # type: ignore[return-value]  # checked above


def _changes(data: dict[str, Any]) -> Changes:
    where = "changes."
    return Changes(
        keys=_texts(data, "keys", where), notice_minutes=_count(data, "notice_minutes", where)
    )


def _texts(data: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    listed = get(data, key, list, where, default=[])
    for place, text in enumerate(listed):
        if not isinstance(text, str):
            raise MalformedRecord(f"{where}{key}[{place}]", f"must be text, not {kind_of(text)}")
    return tuple(listed)
