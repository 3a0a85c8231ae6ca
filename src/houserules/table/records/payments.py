"""A payment in words: whose wager got what, and the sum that gives it."""

from typing import Final

from houserules.core.money import Cents, Odds, format_money
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.events import WagerKind, WagerSettled
from houserules.table.state import Stake

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


def write_sum(amounts: list[Cents]) -> str | None:
    """Write out the sum of gains and losses; None where there is nothing to add."""
    if len(amounts) < 2:
        return None
    terms = " ".join(
        f"{'−' if amount < 0 else '+'} {format_money(abs(amount))}" for amount in amounts
    )
    total = sum(amounts)
    return f"{terms.removeprefix('+ ')} = {format_money(total)}"


def verdict(event: WagerSettled, where: str) -> str:
    """Say whose wager got what."""
    if event.result == "bonus":
        return f"{event.player} is paid {_NAMES[event.wager]} of {format_money(event.returned)}"
    text = f"{event.player}'s {_NAMES[event.wager]} on {where} {_VERDICTS[event.result]}"
    return f"{text} at {event.odds}" if event.odds else text


def arithmetic(rules: Rulebook, event: WagerSettled, stakes: tuple[Stake, ...]) -> tuple[str, bool]:
    """Show how an amount comes about, and whether it was made up to the next chip."""
    stake, back = format_money(event.stake), format_money(event.returned)
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
    text = f"{what} = {format_money(due, divisor=odds.on)}"
    return _made_up(rules, text, paid, is_exact=paid * odds.on == due)


def _made_up(rules: Rulebook, text: str, paid: Cents, *, is_exact: bool) -> tuple[str, bool]:
    """Add what rounding to the next chip has added (S24 6.10, reading 20)."""
    if is_exact:
        return text, False
    chip = format_money(rules.wagers.smallest_chip.value)
    return f"{text}, made up to {format_money(paid)} in chips of {chip}", True


def _prize(rules: Rulebook, event: WagerSettled, stakes: tuple[Stake, ...]) -> tuple[str, Cents]:
    """Say which fixed sum a bonus is, and how much; a Super Bonus goes by the wager on the hand."""
    kinds, part = rules.blackjack, rules.super_bonus
    if event.wager == "ultimate-pinkjack" and not isinstance(kinds, NotOffered):
        prize = kinds.ultimate_pinkjack_bonus.value
        return f"{format_money(prize)} beside the odds", prize
    assert not isinstance(part, NotOffered)
    if event.wager == "bonus":
        prize = part.bonus_of_others.value
        return f"{format_money(prize)} because of another's Super Bonus", prize
    wager = next(stake.amount for stake in stakes if stake.player == event.player)
    line = part.super_bonus_large_from.value
    large = wager >= line
    prize = part.super_bonus_large.value if large else part.super_bonus_small.value
    band = f"{'not less' if large else 'less'} than {format_money(line)}"
    return f"the wager of {format_money(wager)} is {band}, so {format_money(prize)}", prize
