"""A record in writing: the dict, the TOML and the JSON that it can be read from; its sums in words."""

import json
import textwrap
from typing import Any, Final

from houserules.core.cards import show
from houserules.core.money import Cents, Odds, dollars
from houserules.rulebook.register import register_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.events import WagerKind, WagerSettled
from houserules.table.records.record import FORMAT, Decision, Record, Side, Wager
from houserules.table.state import Stake

_MAY_BE_MISSING: Final = ("table", "side_wagers")
_LINE: Final = 90  # cards beyond this width go over several lines

_NAMES: Final[dict[WagerKind, str]] = {
    "original": "original wager",
    "split": "split wager",
    "double": "double",
    "insurance": "insurance",
    "perfect-pairs": "Perfect Pairs wager",
    "suits-you": "Suits You wager",
    "super-bonus": "a Super Bonus",
    "bonus": "a bonus",
    "ultimate-pinkjack": "the Ultimate Pinkjack bonus",
}
_VERDICTS: Final = {
    "win": "wins",
    "lose": "loses",
    "stand-off": "goes back",
    "surrendered": "is surrendered",
    "forfeited": "is forfeited",
    "void": "is void",
}


def to_dict(record: Record) -> dict[str, Any]:
    """Give the keys of a record, in the order of the contract; an empty table is left out."""
    keys = {
        "format": FORMAT,
        "rulebook": record.rules.id,
        "cards": show(record.cards),
        "decisions": [write_decision(decision) for decision in record.decisions],
        "table": dict(record.options),
        "wagers": [_wager(wager) for wager in record.wagers],
        "side_wagers": [_side(side) for side in record.side_wagers],
    }
    return {key: value for key, value in keys.items() if value or key not in _MAY_BE_MISSING}


def to_json(record: Record, *, indent: int | None = 2) -> str:
    """Give a record as JSON; without an indent on one line, for `settle --lines`."""
    return json.dumps(to_dict(record), indent=indent)


def to_toml(record: Record) -> str:
    """Give a record as TOML for people to read and change."""
    keys = to_dict(record)
    lines = [
        f"format = {_quoted(keys['format'])}",
        f"rulebook = {_quoted(keys['rulebook'])}",
        f"cards = {_cards(keys['cards'])}",
        f"decisions = {_list(keys['decisions'])}",
    ]
    if record.options:
        lines += ["", "[table]", *_pairs(keys["table"])]
    for name in ("wagers", "side_wagers"):
        for entry in keys.get(name, ()):
            lines += ["", f"[[{name}]]", *_pairs(entry)]
    return "\n".join(lines) + "\n"


def write_decision(decision: Decision) -> str:
    """Write a decision with its amount as short as a person would."""
    said, by, player = str(decision).partition(" by ")
    return said.removesuffix(".00") + by + player


def money(amount: Cents) -> str:
    """Write an amount for a person: $1,000.00."""
    whole, places = dollars(amount).split(".")
    return f"${int(whole):,}.{places}"


def exact(numerator: int, denominator: int) -> str:
    """Write an amount that may end in parts of a cent, as a half of $0.25 does."""
    whole, rest = divmod(numerator, denominator)
    parts = ""
    while rest and len(parts) < 6:
        digit, rest = divmod(rest * 10, denominator)
        parts += str(digit)
    return money(whole) + parts


def _amount(amount: Cents) -> str:
    return dollars(amount).removesuffix(".00")


def _wager(wager: Wager) -> dict[str, Any]:
    keys = {"box": wager.box, "player": wager.player, "amount": _amount(wager.amount)}
    return {**keys, "seated": True} if wager.seated else keys


def _side(side: Side) -> dict[str, Any]:
    keys = {
        "kind": side.kind,
        "box": side.box,
        "player": side.player,
        "amount": _amount(side.amount),
    }
    return keys if side.suit is None else {**keys, "suit": side.suit}


def _cards(cards: str) -> str:
    """Put many cards on several lines: white space of any kind stands between two cards."""
    if len(cards) <= _LINE:
        return _quoted(cards)
    return '"""\n' + "\n".join(textwrap.wrap(cards, _LINE)) + '\n"""'


def _list(items: list[str]) -> str:
    if not items:
        return "[]"
    return "\n".join(["[", *[f"  {_quoted(item)}," for item in items], "]"])


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def _value(value: str | int) -> str:
    """Write a TOML value; strings, whole numbers, true and false look as in JSON."""
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    """Quote as JSON does, which TOML reads too, but for the one control character JSON leaves."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def summed(amounts: list[Cents]) -> str | None:
    """Write out the sum of gains and losses; None where there is nothing to add."""
    if len(amounts) < 2:
        return None
    terms = " ".join(f"{'-' if amount < 0 else '+'} {money(abs(amount))}" for amount in amounts)
    total = sum(amounts)
    return f"{terms.removeprefix('+ ')} = {'- ' * (total < 0)}{money(abs(total))}"


def says(rules: Rulebook, clause: str) -> str:
    """What a clause says, in the register's words."""
    return " ".join(entry.says for entry in register_of(rules.registers).find(clause)[:1])


def verdict(event: WagerSettled, where: str) -> str:
    """Say whose wager got what."""
    if event.result == "bonus":
        return f"{event.player} is paid {_NAMES[event.wager]} of {money(event.returned)}"
    text = f"{event.player}'s {_NAMES[event.wager]} on {where} {_VERDICTS[event.result]}"
    return f"{text} at {event.odds}" if event.odds else text


def arithmetic(rules: Rulebook, event: WagerSettled, stakes: tuple[Stake, ...]) -> tuple[str, bool]:
    """Show how an amount comes about, and whether it was made up to the next chip."""
    stake, back = money(event.stake), money(event.returned)
    match event.result:
        case "win":
            assert event.odds is not None
            text, rounded = _at(rules, f"{stake} at {event.odds}", event, event.odds, event.net)
            return f"{text}, and the wager back: {back}", rounded
        case "surrendered":
            assert not isinstance(rules.surrender, NotOffered)
            keeps = rules.surrender.surrender_keeps.value
            share = f"{keeps.pays}/{keeps.on} of {stake}"
            text, rounded = _at(rules, share, event, keeps, event.returned)
            return f"{text}, handed back", rounded
        case "bonus":
            text, prize = _prize(rules, event, stakes)
            return _made_up(rules, text, event.returned, is_exact=prize == event.returned)
        case "lose" | "forfeited":
            return f"{stake} is collected", False
    return f"{back} is handed back", False


def _at(
    rules: Rulebook, what: str, event: WagerSettled, odds: Odds, paid: Cents
) -> tuple[str, bool]:
    due = event.stake * odds.pays
    text = f"{what} = {exact(due, odds.on)}"
    return _made_up(rules, text, paid, is_exact=paid * odds.on == due)


def _made_up(rules: Rulebook, text: str, paid: Cents, *, is_exact: bool) -> tuple[str, bool]:
    """Add what rounding to the next chip has added (S24 6.10, reading 20)."""
    if is_exact:
        return text, False
    chip = money(rules.wagers.smallest_chip.value)
    return f"{text}, made up to {money(paid)} in chips of {chip}", True


def _prize(rules: Rulebook, event: WagerSettled, stakes: tuple[Stake, ...]) -> tuple[str, Cents]:
    """Say which fixed sum a bonus is, and how much; a Super Bonus goes by the wager on the hand."""
    kinds, part = rules.blackjack, rules.super_bonus
    if event.wager == "ultimate-pinkjack" and not isinstance(kinds, NotOffered):
        prize = kinds.ultimate_pinkjack_bonus.value
        return f"{money(prize)} beside the odds", prize
    assert not isinstance(part, NotOffered)
    if event.wager == "bonus":
        prize = part.bonus_of_others.value
        return f"{money(prize)} because of another's Super Bonus", prize
    wager = next(stake.amount for stake in stakes if stake.player == event.player)
    line = part.super_bonus_large_from.value
    large = wager >= line
    prize = part.super_bonus_large.value if large else part.super_bonus_small.value
    band = f"{'not less' if large else 'less'} than {money(line)}"
    return f"the wager of {money(wager)} is {band}, so {money(prize)}", prize
