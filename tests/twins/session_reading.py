"""The twin's reader of session records: what is malformed, in the contract's order."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from twins.direct_rules import cents
from twins.session_play import DECISION, Malformed

Row = dict[str, Any]
ACTIONS = ("insure", "surrender", "hit", "stand", "double", "split", "designate", "forfeit")
BOOKS = ("nsw-pontoon-6to5-2017", "nsw-pontoon-2024")


def known(table: Any, where: str, keys: str) -> None:
    if not isinstance(table, dict):
        raise Malformed(where.rstrip(".") or "(the record)")
    for key in table:
        if key not in keys.split():
            raise Malformed(f"{where}{key}")


def get(table: Row, where: str, key: str, kind: type, default: Any = None) -> Any:
    if key not in table:
        if default is None:
            raise Malformed(f"{where}{key}")
        return default
    if type(table[key]) is not kind:
        raise Malformed(f"{where}{key}")
    return table[key]


def money(table: Row, where: str, key: str, *, least: int = 0, unit: int = 1) -> int:
    text = get(table, where, key, str)
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]{1,2})?", text):
        raise Malformed(f"{where}{key}")
    amount = cents(text)
    if amount < least or amount % unit:
        raise Malformed(f"{where}{key}")
    return amount


def number(table: Row, where: str, key: str, least: int, default: int | None = None) -> int:
    found: int = get(table, where, key, int, default)
    if found < least:
        raise Malformed(f"{where}{key}")
    return found


def check_form(record: Any) -> None:
    """Raise Malformed for everything that can be seen without playing."""
    known(record, "", "format rulebook concluded conditions table players rounds play_off")
    if record.get("format") != "houserules/session-1":
        raise Malformed("format")
    if get(record, "", "rulebook", str) not in BOOKS:
        raise Malformed("rulebook")
    table = get(record, "", "table", dict, {})
    known(table, "table.", "decks smallest_chip perfect_pairs resplit")
    decks = get(table, "table.", "decks", int, 8)
    if decks not in (6, 8):
        raise Malformed("table.decks")
    chip = 100
    if "smallest_chip" in table:
        chip = money(table, "table.", "smallest_chip", least=1)
    if "perfect_pairs" in table:
        money(table, "table.", "perfect_pairs", least=1, unit=chip)
    get(table, "table.", "resplit", bool, default=False)
    check_conditions(get(record, "", "conditions", dict), chip)
    players = check_players(record)
    rounds = get(record, "", "rounds", list, [])
    scheduled = record["conditions"]["rounds"]
    counted = 0
    for position, each in enumerate(rounds):
        where = f"rounds[{position}]."
        check_round(each, where, players, decks, chip)
        if counted == scheduled:
            raise Malformed(f"rounds[{position}]")
        counted += not each.get("void", False)
    play_off = get(record, "", "play_off", list, [])
    for position, each in enumerate(play_off):
        check_round(each, f"play_off[{position}].", players, decks, chip)
    if play_off and counted < scheduled and "concluded" not in record:
        raise Malformed("play_off")
    if "concluded" in record:
        if get(record, "", "concluded", str) not in ("early", "clock"):
            raise Malformed("concluded")
        if not 0 < counted < scheduled:
            raise Malformed("concluded")
        if rounds[-1].get("void", False):
            raise Malformed(f"rounds[{len(rounds) - 1}]")


def check_conditions(terms: Row, chip: int) -> None:
    where = "conditions."
    known(
        terms,
        where,
        "rounds chips advance final pass_cards undisclosed_wagers order_of_wagering"
        " deal_from_marker limits",
    )
    number(terms, where, "rounds", 1)
    chips = money(terms, where, "chips", unit=chip)
    number(terms, where, "advance", 1)
    get(terms, where, "final", bool, default=False)
    number(terms, where, "pass_cards", 0, 0)
    number(terms, where, "undisclosed_wagers", 0, 0)
    order = get(terms, where, "order_of_wagering", bool, default=False)
    if get(terms, where, "deal_from_marker", bool, default=False) and not order:
        raise Malformed("conditions.deal_from_marker")
    limits = get(terms, where, "limits", list)
    if not limits:
        raise Malformed("conditions.limits")
    before = 0
    first_minimum = 0
    for index, row in enumerate(limits):
        place = f"conditions.limits[{index}]."
        known(row, place, "from_round minimum maximum")
        from_round = number(row, place, "from_round", before + 1)
        if not index and from_round != 1:
            raise Malformed(f"{place}from_round")
        before = from_round
        minimum = money(row, place, "minimum", least=1, unit=chip)
        if money(row, place, "maximum", unit=chip) < minimum:
            raise Malformed(f"{place}minimum")
        first_minimum = first_minimum or minimum
    if chips < first_minimum:
        raise Malformed("conditions.chips")


def name_of(table: Row, where: str, key: str) -> str:
    name: str = get(table, where, key, str)
    if not name or name != " ".join(name.split()) or not name.isprintable():
        raise Malformed(f"{where}{key}")
    return name


def check_players(record: Row) -> dict[str, int]:
    players: dict[str, int] = {}
    rows = get(record, "", "players", list)
    for index, row in enumerate(rows):
        where = f"players[{index}]."
        known(row, where, "name box")
        name = name_of(row, where, "name")
        if name in players:
            raise Malformed(f"{where}name")
        box = get(row, where, "box", int)
        if not 1 <= box <= 7 or box in players.values():
            raise Malformed(f"{where}box")
        players[name] = box
    if not players:
        raise Malformed("players")
    return players


def check_round(each: Any, where: str, players: dict[str, int], decks: int, chip: int) -> None:
    known(each, where, "cards decisions wagers void")
    get(each, where, "void", bool, default=False)
    playing: list[int] = []
    seen: set[str] = set()
    for index, entry in enumerate(get(each, where, "wagers", list)):
        place = f"{where}wagers[{index}]."
        check_entry(entry, place, players, chip)
        if entry["player"] in seen:
            raise Malformed(f"{place}player")
        seen.add(entry["player"])
        if "amount" in entry or "undisclosed" in entry:
            playing.append(players[entry["player"]])
    if playing and "cards" not in each and not each.get("void", False):
        raise Malformed(f"{where}cards")
    count: Counter[str] = Counter()
    for index, card in enumerate(get(each, where, "cards", str, "").split()):
        count[card] += 1
        if not re.fullmatch("[A2-9JQK][shdc]", card) or count[card] > decks:
            raise Malformed(f"{where}cards[{index}]")
    for index, text in enumerate(get(each, where, "decisions", list, [])):
        place = f"{where}decisions[{index}]"
        if not isinstance(text, str) or not (found := DECISION.fullmatch(text.strip())):
            raise Malformed(place)
        box, _, action, amount, player = found.groups()
        if action not in ACTIONS or (amount and action not in ("insure", "double", "designate")):
            raise Malformed(place)
        if action == "insure" and not amount:
            raise Malformed(place)
        if amount and (not re.fullmatch(r"\d{1,30}(\.\d{1,2})?", amount) or not cents(amount)):
            raise Malformed(place)
        if int(box) not in playing or (player and players.get(player) not in playing):
            raise Malformed(place)


def check_entry(entry: Any, where: str, players: dict[str, int], chip: int) -> None:
    known(entry, where, "player amount late undisclosed pass_card absent disqualify perfect_pairs")
    if get(entry, where, "player", str) not in players:
        raise Malformed(f"{where}player")
    if "amount" in entry:
        money(entry, where, "amount", least=1, unit=chip)
    late = get(entry, where, "late", bool, default=False)
    pairs = get(entry, where, "perfect_pairs", bool, default=False)
    pass_card = get(entry, where, "pass_card", bool, default=False)
    if "undisclosed" in entry:
        form = get(entry, where, "undisclosed", dict)
        known(form, f"{where}undisclosed.", "type amount")
        if "type" in form:
            get(form, f"{where}undisclosed.", "type", str)
        if "amount" in form:
            money(form, f"{where}undisclosed.", "amount")
    if "absent" in entry and entry["absent"] not in ("deduct", "disqualify"):
        raise Malformed(f"{where}absent")
    if "disqualify" in entry:
        get(entry, where, "disqualify", str)
    wager = "amount" in entry or "undisclosed" in entry
    if [wager, pass_card, "absent" in entry, "disqualify" in entry].count(True) != 1:
        raise Malformed(where.rstrip("."))
    for key, written in (("late", late), ("perfect_pairs", pairs)):
        if written and "amount" not in entry:
            raise Malformed(f"{where}{key}")
