"""From TOML or JSON to a SessionRecord; what is malformed is found before any rule is applied."""

from dataclasses import replace
from typing import Any, Final

from houserules.core.money import Cents, format_money
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    check_keys,
    get,
    money,
    name,
    tables,
)
from houserules.core.refusal import Clause
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.records.read import choose_options, read_deal, read_decision
from houserules.table.records.record import Record, WrittenDecision
from houserules.table.session.state import Form, Limits, Player, SessionConditions
from houserules.tournament.records.record import FORMAT, PlayerEntry, RoundEntry, SessionRecord

_KEYS: Final = {
    *("format", "rulebook", "concluded", "conditions", "table", "players", "rounds", "play_off")
}
TABLE_KEYS: Final = {"decks", "smallest_chip", "perfect_pairs", "resplit"}
_CONDITION_KEYS: Final = {
    *("rounds", "chips", "advance", "final", "pass_cards", "undisclosed_wagers"),
    *("order_of_wagering", "deal_from_marker", "limits"),
}
_LIMIT_KEYS: Final = {"from_round", "minimum", "maximum"}
_PLAYER_KEYS: Final = {"name", "box"}
_ROUND_KEYS: Final = {"wagers", "cards", "decisions", "void"}
_ENTRY_KEYS: Final = {
    *("player", "amount", "late", "perfect_pairs", "undisclosed"),
    *("pass_card", "absent", "disqualify"),
}
_KINDS: Final = "amount or undisclosed, pass_card, absent, disqualify"


def read_session(source: object) -> SessionRecord:
    """Read a session record from what TOML or JSON gave; raises MalformedRecord."""
    data = check_head(source, _KEYS, FORMAT)
    rules = read_rules(data, TABLE_KEYS)
    conditions = _conditions(get(data, "conditions", dict, ""), rules)
    players = _players(data, rules)
    record = SessionRecord(rules, conditions, players, rounds=())
    record = replace(record, rounds=_rounds(data, "rounds", record))
    _check_schedule(record)
    record = replace(record, play_off=_rounds(data, "play_off", record))
    record = replace(record, concluded=_conclusion(data, record))
    if record.play_off and not record.is_over:
        raise MalformedRecord("play_off", "the session is not over, so there is no tie to play off")
    return record


def read_rules(data: dict[str, Any], table_keys: set[str]) -> Rulebook:
    """Read the rulebook, with the options of the table; raises MalformedRecord."""
    chosen = get(data, "rulebook", str, "")
    with_tournaments = [
        each for each in RULEBOOKS if not isinstance(rulebook(each).tournament, NotOffered)
    ]
    if chosen not in with_tournaments:
        known_books = ", ".join(with_tournaments)
        problem = "has no tournament play" if chosen in RULEBOOKS else "is not a rulebook"
        raise MalformedRecord("rulebook", f"{chosen!r} {problem}; choose one of {known_books}")
    options = {"smallest_chip": "1", **get(data, "table", dict, "", default={})}
    check_keys(options, table_keys, "table.")
    rules = choose_options(chosen, options)
    if "perfect_pairs" in options:
        _chips(options, "perfect_pairs", "table.", rules)
    return rules


def _conditions(data: dict[str, Any], rules: Rulebook) -> SessionConditions:
    where = "conditions."
    check_keys(data, _CONDITION_KEYS, where)
    conditions = SessionConditions(
        rounds=_whole(data, "rounds", where, least=1),
        chips=_chips(data, "chips", where, rules),
        advance=_whole(data, "advance", where, least=1),
        final=get(data, "final", bool, where, default=False),
        pass_cards=_whole(data, "pass_cards", where, least=0, default=0),
        undisclosed_wagers=_whole(data, "undisclosed_wagers", where, least=0, default=0),
        order_of_wagering=get(data, "order_of_wagering", bool, where, default=False),
        deal_from_marker=get(data, "deal_from_marker", bool, where, default=False),
        limits=_limits(data, rules),
    )
    if conditions.deal_from_marker and not conditions.order_of_wagering:
        raise MalformedRecord(
            f"{where}deal_from_marker", "there is a marker only with order_of_wagering = true"
        )
    if conditions.chips < conditions.limits[0].minimum:
        raise MalformedRecord(f"{where}chips", "must be at least the minimum of the first round")
    return conditions


def _limits(data: dict[str, Any], rules: Rulebook) -> tuple[Limits, ...]:
    if "limits" not in data:
        raise MalformedRecord("conditions.limits", "is missing")
    limits: list[Limits] = []
    for where, entry in tables(data, "limits", _LIMIT_KEYS, "conditions."):
        first = _whole(entry, "from_round", where, least=1)
        if not limits and first != 1:
            raise MalformedRecord(f"{where}from_round", "the first limits must be from round 1")
        if limits and first <= limits[-1].from_round:
            raise MalformedRecord(
                f"{where}from_round", f"must be above {limits[-1].from_round}, the round before"
            )
        minimum = _chips(entry, "minimum", where, rules)
        maximum = _chips(entry, "maximum", where, rules)
        if minimum > maximum:
            raise MalformedRecord(
                f"{where}minimum", f"must not be above the maximum of {format_money(maximum)}"
            )
        limits.append(Limits(first, minimum, maximum))
    if not limits:
        raise MalformedRecord("conditions.limits", "give the limits of round 1 at least")
    return tuple(limits)


def _whole(
    data: dict[str, Any], key: str, where: str, *, least: int, default: int | None = None
) -> int:
    if default is not None and key not in data:
        return default
    number: int = get(data, key, int, where)
    if number < least:
        raise MalformedRecord(f"{where}{key}", f"must be {least} or more, not {number}")
    return number


def _chips(data: dict[str, Any], key: str, where: str, rules: Rulebook) -> Cents:
    """Read an amount above zero that the chips at the table can make."""
    amount, chip = money(data, key, where), rules.wagers.smallest_chip.value
    if amount == 0:
        raise MalformedRecord(f"{where}{key}", "must be more than 0")
    if amount % chip:
        raise MalformedRecord(
            f"{where}{key}", f"must be a multiple of the smallest chip, {format_money(chip)}"
        )
    return amount


def _players(data: dict[str, Any], rules: Rulebook) -> tuple[Player, ...]:
    players: list[Player] = []
    for where, entry in tables(data, "players", _PLAYER_KEYS):
        player = Player(name(entry, "name", where), _whole(entry, "box", where, least=1))
        most = rules.equipment.boxes.value
        if player.box > most:
            raise MalformedRecord(f"{where}box", f"must be 1 to {most}, not {player.box}")
        if any(player.name == other.name for other in players):
            raise MalformedRecord(f"{where}name", f"{player.name} is there twice")
        if any(player.box == other.box for other in players):
            raise MalformedRecord(f"{where}box", f"box {player.box} has a player already")
        players.append(player)
    if not players:
        raise MalformedRecord("players", "a session needs at least one player")
    return tuple(sorted(players, key=lambda player: player.box))


def _rounds(data: dict[str, Any], key: str, record: SessionRecord) -> tuple[RoundEntry, ...]:
    return tuple(
        _round(entry, where.removesuffix("."), record)
        for where, entry in tables(data, key, _ROUND_KEYS)
    )


def _round(data: dict[str, Any], where: str, record: SessionRecord) -> RoundEntry:
    if "wagers" not in data:
        raise MalformedRecord(
            f"{where}.wagers", "is missing; an empty list means that nobody wagers"
        )
    entries = list[PlayerEntry]()
    for place, entry in tables(data, "wagers", _ENTRY_KEYS, f"{where}."):
        entries.append(_entry(entry, place, record))
        if entries[-1].player in [before.player for before in entries[:-1]]:
            raise MalformedRecord(f"{place}player", f"{entries[-1].player} has an entry already")
    void = get(data, "void", bool, f"{where}.", default=False)
    plays = [entry for entry in entries if entry.plays]
    if plays and not void and "cards" not in data:
        raise MalformedRecord(f"{where}.cards", "is missing")
    return RoundEntry(
        where=where,
        entries=tuple(entries),
        cards=read_deal(data, record.rules, f"{where}.") if "cards" in data else (),
        decisions=_decisions(data, where, plays, record),
        void=void,
    )


def _entry(data: dict[str, Any], where: str, record: SessionRecord) -> PlayerEntry:
    player = get(data, "player", str, where)
    names = [other.name for other in record.players]
    if player not in names:
        player = name(data, "player", where)
        raise MalformedRecord(
            f"{where}player", f"{player!r} is not in the session: {', '.join(names)}"
        )
    entry = PlayerEntry(
        player=player,
        amount=_chips(data, "amount", where, record.rules) if "amount" in data else None,
        late="late" in data and get(data, "late", bool, where),
        perfect_pairs="perfect_pairs" in data and get(data, "perfect_pairs", bool, where),
        form=_form(data, where) if "undisclosed" in data else None,
        pass_card="pass_card" in data and get(data, "pass_card", bool, where),
        absent=_absent(data, where) if "absent" in data else None,
        disqualified_under=_clause(data, where) if "disqualify" in data else None,
    )
    kinds = (entry.plays, entry.pass_card, entry.absent, entry.disqualified_under)
    if sum(map(bool, kinds)) != 1:
        raise MalformedRecord(where.removesuffix("."), f"must have exactly one of {_KINDS}")
    for key in ("late", "perfect_pairs"):
        if getattr(entry, key) and entry.amount is None:
            raise MalformedRecord(f"{where}{key}", "stands only beside amount")
    return entry


def _form(data: dict[str, Any], where: str) -> Form:
    form, where = get(data, "undisclosed", dict, where), f"{where}undisclosed."
    check_keys(form, {"type", "amount"}, where)
    return Form(
        kind=get(form, "type", str, where) if "type" in form else None,
        amount=money(form, "amount", where) if "amount" in form else None,
    )


def _absent(data: dict[str, Any], where: str) -> Any:
    word = get(data, "absent", str, where)
    if word not in ("deduct", "disqualify"):
        raise MalformedRecord(f"{where}absent", f"must be 'deduct' or 'disqualify', not {word!r}")
    return word


def _clause(data: dict[str, Any], where: str) -> Clause:
    clause = Clause(get(data, "disqualify", str, where))
    if not clause.strip():
        raise MalformedRecord(f"{where}disqualify", "must be a clause, as in '20.6.7'")
    return clause


def _decisions(
    data: dict[str, Any], where: str, plays: list[PlayerEntry], record: SessionRecord
) -> tuple[WrittenDecision, ...]:
    entries = get(data, "decisions", list, f"{where}.", default=[])
    names = {entry.player for entry in plays}
    playing = {player.name: player.box for player in record.players if player.name in names}
    decisions = []
    for number, entry in enumerate(entries):
        place = f"{where}.decisions[{number}]"
        if not isinstance(entry, str):
            raise MalformedRecord(place, f"{entry!r} must be a string, as in '1 hit'")
        decision = read_decision(entry, place)
        if decision.action == "absent":
            raise MalformedRecord(place, "absence is not a decision here; write it in wagers")
        if decision.box not in playing.values():
            raise MalformedRecord(place, f"box {decision.box} has no wager that plays")
        if decision.player is not None and decision.player not in playing:
            raise MalformedRecord(place, f"{decision.player!r} has no wager that plays")
        decisions.append(decision)
    return tuple(decisions)


def _check_schedule(record: SessionRecord) -> None:
    counted, scheduled = 0, record.scheduled
    for entry in record.rounds:
        if counted == scheduled:
            raise MalformedRecord(entry.where, f"the session has {scheduled} rounds")
        counted += not entry.void


def _conclusion(data: dict[str, Any], record: SessionRecord) -> Any:
    if "concluded" not in data:
        return None
    word = get(data, "concluded", str, "")
    if word not in ("early", "clock"):
        raise MalformedRecord("concluded", f"must be 'early' or 'clock', not {word!r}")
    if not 0 < record.counted < record.scheduled:
        raise MalformedRecord(
            "concluded", "a session is concluded after its first round and before its last"
        )
    if record.rounds[-1].void:
        raise MalformedRecord(
            record.rounds[-1].where, "the session was concluded after the last round that counted"
        )
    return word


def with_round(record: Record, entry: RoundEntry) -> Record:
    """Return the wagers of a round with its cards and decisions."""
    return replace(record, cards=entry.cards, decisions=entry.decisions)
