"""From TOML or JSON to a Record; what is malformed is said before any rule is applied."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

from houserules.core.cards import Card, deck
from houserules.core.money import Cents, cents
from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    get,
    money,
    name,
    read_cards,
    tables,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.records.corrections import read_corrections
from houserules.table.records.record import (
    ACTIONS,
    DECISION,
    FORMAT,
    Action,
    Record,
    Wager,
    WrittenDecision,
    WrittenSideWager,
)
from houserules.table.round.box_control import controller_of
from houserules.table.state import Bettor, Box, changed

# The decisions of a record: their grammar, and that they name what is there.


def read_decisions(entries: list[Any], record: Record) -> tuple[WrittenDecision, ...]:
    """Read every decision; a box, hand or player that cannot be there is malformed."""
    names = _Names(record)
    decisions: list[WrittenDecision] = []
    for number, entry in enumerate(entries):
        where = f"decisions[{number}]"
        if not isinstance(entry, str):
            raise MalformedRecord(where, f"{entry!r} must be a string, as in '1 hit'")
        decisions.append(read_decision(entry, where))
        names.check(decisions[-1], where)
    return tuple(decisions)


def read_decision(text: str, where: str) -> WrittenDecision:
    """Read `BOX[.HAND] ACTION [AMOUNT] [by PLAYER]`."""
    try:
        return _decision(text)
    except ValueError as error:
        raise MalformedRecord(where, str(error)) from None


@lru_cache(maxsize=4096)
def _decision(text: str) -> WrittenDecision:
    """Read a decision; many records have the same ones."""
    match = DECISION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} does not read as BOX[.HAND] ACTION [AMOUNT] [by PLAYER]")
    action = match["action"]
    if action not in ACTIONS:
        raise ValueError(f"{action!r} is no action; there are {', '.join(ACTIONS)}")
    money, designated = _amounts(action, match["amount"])
    return WrittenDecision(
        box=int(match["box"]),
        action=cast(Action, action),
        hand=int(match["hand"]) if match["hand"] else None,
        amount=money,
        designated=designated,
        player=" ".join(match["player"].split()) if match["player"] else None,
    )


def _amounts(action: str, text: str | None) -> tuple[Cents | None, int | None]:
    """Read what follows the action: money, the number of a hand, or nothing."""
    if action == "designate":
        if text is None or not text.isdigit():
            raise ValueError("designate takes the number of a hand, as in '1 designate 2'")
        return None, int(text)
    if action in ("insure", "double"):
        return _money(action, text), None
    if text is not None:
        raise ValueError(f"{action} takes no amount, and {text} is written")
    return None, None


def _money(action: str, amount: str | None) -> Cents | None:
    if amount is None:
        if action == "insure":
            raise ValueError("insure takes an amount, as in '1 insure 12.50'")
        return None
    money = cents(amount)
    if money == 0:
        raise ValueError(f"the amount of {action} must be more than 0")
    return money


class _Names:
    """What a decision may name: boxes with a wager, their hands so far, players of the round."""

    def __init__(self, record: Record) -> None:
        bettors: dict[int, list[Bettor]] = {}
        for wager in record.wagers:
            bettor = Bettor(wager.player, wager.amount, wager.amount, wager.seated)
            bettors.setdefault(wager.box, []).append(bettor)
        self.rules, self.players = record.rules, record.players
        self.boxes = {number: Box(number, tuple(bettors[number])) for number in sorted(bettors)}
        self.anybody = record.paid is not None  # control may have passed; the payments are written
        self.hands = dict.fromkeys(bettors, 1)  # as many as the splits so far can have formed

    def check(self, decision: WrittenDecision, where: str) -> None:
        """Raise MalformedRecord for a name that is not there, then count the hands."""
        box, player = decision.box, decision.player
        if box not in self.boxes:
            there = ", ".join(map(str, self.boxes))
            raise MalformedRecord(where, f"box {box} has no wager; wagers are on box {there}")
        if player is not None and player not in self.players:
            there = ", ".join(self.players)
            raise MalformedRecord(where, f"{player!r} is not in the round; its players: {there}")
        for hand in (decision.hand, decision.designated):
            if hand is not None and not 1 <= hand <= self.hands[box]:
                raise MalformedRecord(where, f"box {box} has no hand {hand} at this point")
        who, passed = controller_of(self.rules, self.boxes[box]).player, self.boxes[box].away
        controls = player in (None, who) or bool(passed) or self.anybody
        if decision.action == "absent" and not controls:
            raise MalformedRecord(where, f"absent is said of the controlling player, {who}")
        self.hands[box] += decision.action == "split" and controls
        if decision.action == "absent":  # from now on somebody else may decide (reading 57)
            self.boxes[box] = changed(self.boxes[box], away=(*passed, who))


_TENS: Final = frozenset(each for each in deck(tens=True) if each.rank == "T")
_KEYS: Final = {
    *("format", "rulebook", "cards", "decisions", "table", "wagers", "side_wagers"),
    "corrections",
}
_WAGER_KEYS: Final = {"box", "player", "amount", "seated"}
_SIDE_KEYS: Final = {"kind", "box", "player", "amount", "suit"}


def read_record(source: object) -> Record:
    """Read a record from what TOML or JSON gave; raises MalformedRecord."""
    data = check_head(source, _KEYS, FORMAT)
    options, book = get(data, "table", dict, "", default={}), get(data, "rulebook", str, "")
    if book not in RULEBOOKS:
        raise MalformedRecord("rulebook", f"there is no {book!r}; there are {', '.join(RULEBOOKS)}")
    rules = choose_options(book, options)
    wagers, sides = _wagers(data, rules), _sides(data, rules)
    record = Record(
        rules=rules,
        options=tuple(options.items()),
        cards=read_deal(data, rules),
        wagers=wagers,
        side_wagers=sides,
    )
    record = replace(record, corrections=read_corrections(data, record.players))
    boxes = {wager.box for wager in wagers}
    if record.paid is None and len(record.cards) < 2 * len(boxes) + 1:
        raise MalformedRecord(
            "cards",
            f"{len(boxes)} box(es) and the dealer take {2 * len(boxes) + 1} cards in the initial "
            f"deal; there are {len(record.cards)}",
        )
    decisions = get(data, "decisions", list, "", default=[])
    return replace(record, decisions=read_decisions(decisions, record))


def choose_options(book: str, options: dict[str, Any]) -> Rulebook:
    """Return a rulebook with the options of a record's table; raises MalformedRecord."""
    try:
        typed = tuple((key, type(value), value) for key, value in options.items())
        hash(typed)
    except TypeError:  # a list or a table, which no option takes
        return _chosen(book, options)
    return _chosen_before(book, typed)


@lru_cache(maxsize=4096)
def _chosen_before(book: str, options: tuple[tuple[str, type, Any], ...]) -> Rulebook:
    """Many records are of one table; the types tell true from 1."""
    return _chosen(book, {key: value for key, _, value in options})


def _chosen(book: str, options: dict[str, Any]) -> Rulebook:
    try:
        return choose(rulebook(book), options)
    except OptionError as error:
        raise MalformedRecord(f"table.{error.name}", error.problem) from None


def read_deal(data: dict[str, Any], rules: Rulebook, where: str = "") -> tuple[Card, ...]:
    """Read the cards; none may be there more often than the shoe has it."""
    read = read_cards(data, "cards", where)
    decks, has_tens = rules.equipment.decks.value, rules.equipment.tens_in_deck.value
    counts = Counter(read)
    if max(counts.values(), default=0) <= decks and (has_tens or _TENS.isdisjoint(counts)):
        return tuple(read)
    seen: Counter[Card] = Counter()
    for number, each in enumerate(read):
        seen[each] += 1
        if seen[each] <= decks and (has_tens or each.rank != "T"):
            continue
        problem = f"{each} is there {decks + 1} times in {decks} decks"
        if each.rank == "T" and not has_tens:
            problem = f"{each}: {rules.id} is played without the tens"
        raise MalformedRecord(f"{where}cards[{number}]", problem)
    return tuple(read)


def _amount(data: dict[str, Any], where: str) -> Cents:
    amount = money(data, "amount", where)
    if amount == 0:
        raise MalformedRecord(f"{where}amount", "must be more than 0")
    return amount


def _box(data: dict[str, Any], rules: Rulebook, where: str) -> int:
    box: int = get(data, "box", int, where)
    boxes = rules.equipment.boxes.value
    if not 1 <= box <= boxes:
        raise MalformedRecord(f"{where}box", f"{box} is not there; boxes are 1 to {boxes}")
    return box


def _wagers(data: dict[str, Any], rules: Rulebook) -> tuple[Wager, ...]:
    wagers: list[Wager] = []
    for where, entry in tables(data, "wagers", _WAGER_KEYS):
        wager = Wager(
            box=_box(entry, rules, where),
            player=name(entry, "player", where),
            amount=_amount(entry, where),
            seated=get(entry, "seated", bool, where, default=False),
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


def _sides(data: dict[str, Any], rules: Rulebook) -> tuple[WrittenSideWager, ...]:
    kinds = [
        kind
        for kind, part in (("perfect-pairs", rules.perfect_pairs), ("suits-you", rules.suits_you))
        if not isinstance(part, NotOffered)
    ]
    sides = []
    for where, entry in tables(data, "side_wagers", _SIDE_KEYS):
        kind = get(entry, "kind", str, where)
        if kind not in kinds:
            raise MalformedRecord(
                f"{where}kind", f"{kind!r} is not a side wager of {rules.id}; {kinds[0]!r} is"
            )
        box, player = _box(entry, rules, where), name(entry, "player", where)
        amount, suit = _amount(entry, where), None
        if kind == "suits-you":
            suit = get(entry, "suit", str, where)
            if suit not in ("s", "h", "d", "c"):
                problem = f"{suit!r} is not a suit; there are s, h, d and c"
                raise MalformedRecord(f"{where}suit", problem)
        elif "suit" in entry:
            raise MalformedRecord(f"{where}suit", f"a {kind} wager has no suit")
        sides.append(WrittenSideWager(kind, box, player, amount, suit))
    return tuple(sides)
