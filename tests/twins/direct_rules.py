"""The twin's facts: each rulebook's clauses and odds, card values, the dealer's possible hands."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any

Odds = tuple[int, int]
Ending = tuple[int, str]  # the dealer's total and "plain", "natural" or "pinkjack"

S24_CLAUSES: dict[str, str] = {
    "pontoon": "11.1",
    "21": "11.5",
    "21 doubled": "13.2",
    "21 not followed": "13.4",
    "bust": "12.5",
    "super-bonus": "11.5",
    "bonus": "11.5",
    "pair mixed": "16.8.1",
    "pair coloured": "16.8.2",
    "pair perfect": "16.8.3",
    "pair lost": "16.9",
    "insurance won": "17.1.6",
    "insurance lost": "15.2",
    "surrendered": "17.1.11",
    "surrender void": "10.6",
    "forfeit by controller": "13.6",
    "forfeit by other": "13.7",
    "dealer bust": "17.1.4",
    "player higher": "17.1.5",
    "dealer higher": "17.1.9",
    "tie": "17.1.10",
    "natural, plain hand": "17.1.7",
    "natural, doubled original": "17.1.7",
    "natural, double": "17.1.8",
    "natural, split collected": "17.1.7",
    "natural, split stand-off": "17.1.8",
    "natural, double on split": "17.1.8",
}


def one_section_lower(clause: str) -> str:
    """S65 is S24 with every section number one lower: 17.1.5 is 16.1.5."""
    section, rest = clause.split(".", 1)
    return f"{int(section) - 1}.{rest}"


S65_CLAUSES = {name: one_section_lower(clause) for name, clause in S24_CLAUSES.items()}

NZ_CLAUSES: dict[str, str] = {
    "pontoon": "9.1",
    "21": "11.1",
    "21 doubled": "12.5",
    "21 not followed": "12.6",
    "bust": "14.2",
    "super-bonus": "11.2",
    "bonus": "11.3",
    "pair mixed": "11.2A",
    "pair coloured": "11.2A",
    "pair perfect": "11.2A",
    "pair lost": "15A.5",
    "insurance won": "10.5",
    "insurance lost": "10.6",
    "surrendered": "9.5",
    "surrender void": "9.4",
    "forfeit by controller": "12.8",
    "forfeit by other": "12.8",
    "dealer bust": "5.1(a)",
    "player higher": "5.1(b)",
    "dealer higher": "5.1(g)",
    "tie": "5.1(e)",
    "natural, plain hand": "5.1(g)",
    "natural, doubled original": "12.7",
    "natural, double": "12.7",
    "natural, split collected": "13.7",
    "natural, split collected after 21": "13.8",
    "natural, split stand-off": "13.7",
    "natural, double on split": "12.7",
}

PJ_CLAUSES: dict[str, str] = {
    "pinkjack": "8.1.1",
    "suited": "8.1.3",
    "unsuited": "8.1.4",
    "21": "9.6",
    "21 doubled": "9.6",
    "21 not followed": "9.6",
    "five card trick": "9.7",
    "bust": "9.5",
    "suit won": "13.7.1",
    "suit won by jack": "13.7.2",
    "suit lost": "13.7.3",
    "dealer bust": "14.1.3",
    "player higher": "14.1.2",
    "dealer higher": "14.1.4",
    "tie": "14.1.4",
    "held pinkjack": "14.1.1.1",
    "ultimate": "14.1.1",
    "dealer pinkjack": "14.1.4",  # R9: 10.4 and 11.6 speak of a blackjack only
    "natural, plain hand": "14.1.4",
    "natural, doubled original": "10.4",
    "natural, double": "10.4",
    "natural, split collected": "11.6",
    "natural, split stand-off": "11.6",
    "natural, double on split": "10.4",
}

RULEBOOKS: dict[str, dict[str, Any]] = {
    "nsw-pontoon-2024": {
        "family": "NSW",
        "clauses": S24_CLAUSES,
        "pontoon odds": (3, 2),  # 11.1
        "super bonus from": 500,  # 11.5 Table 2, R2
        "absent": "stand",  # 18.10
    },
    "nsw-pontoon-6to5-2017": {
        "family": "NSW",
        "clauses": S65_CLAUSES,
        "pontoon odds": (6, 5),  # 10.1
        "super bonus from": 500,  # 10.5 Table 2, R2
        "absent": "stand",  # 17.10.1, R23; option absent_player
    },
    "nz-pontoon": {
        "family": "NZ",
        "clauses": NZ_CLAUSES,
        "pontoon odds": (3, 2),  # 9.1
        "super bonus from": 200,  # 11.2, R2
        "absent": "draw-to-12",  # 16.6
    },
    "nsw-pinkjack-2016": {
        "family": "PJ",
        "clauses": PJ_CLAUSES,
        "absent": "draw-to-12",  # 15.10
    },
}


def cents(text: str) -> int:
    """Dollars as written in a record, in whole cents."""
    return int(Decimal(str(text)) * 100)


def dollars(amount: int) -> str:
    """Whole cents as dollars with two places."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def value(card: str) -> int:
    """The value of a card, an ace as 1: S24 4.2, NZ 4.1, PJ 3.2."""
    if card[0] == "A":
        return 1
    return 10 if card[0] in "TJQK" else int(card[0])


def total_of(cards: list[str], aces_fixed_at_one: int = 0) -> int:
    """An ace is 11 unless that exceeds 21; some aces may be fixed at 1 by a double."""
    hard = sum(value(card) for card in cards)
    aces = sum(card[0] == "A" for card in cards) - aces_fixed_at_one
    return hard + 10 if aces > 0 and hard + 10 <= 21 else hard


def kind_of(cards: list[str], family: str) -> str:
    """Two cards: "natural" (ace and ten-value), in PJ "pinkjack" if AdJd; all else "plain"."""
    if len(cards) != 2 or sorted(value(card) for card in cards) != [1, 10]:
        return "plain"
    if family == "PJ" and set(cards) == {"Ad", "Jd"}:
        return "pinkjack"
    return "natural"


def odds_of_21(cards: list[str]) -> Odds:
    """Table 1 of S24 11.5 and S65 10.5, and NZ 11.1, for a 21 that is not a pontoon."""
    if len(cards) >= 7:
        return (3, 1)
    if len(cards) == 6:
        return (2, 1)
    if len(cards) == 5:
        return (3, 2)
    if sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        if suits == {"s"}:
            return (3, 1)
        return (2, 1) if len(suits) == 1 else (3, 2)
    return (1, 1)


@cache
def dealer_totals(hard: int, aces: int, family: str) -> frozenset[int]:
    """Every total with which a dealer's hand of two or more cards could end; hard: aces as 1."""
    soft = aces > 0 and hard + 10 <= 21
    total = hard + 10 if soft else hard
    stands_on = 18 if soft and family != "PJ" else 17  # S24 15.4, S65 14.4, NZ 14.3; PJ 12.2, R27
    if total >= stands_on:
        return frozenset({total})
    totals: set[int] = set()
    for next_value in range(1, 11):
        totals |= dealer_totals(hard + next_value, aces + (next_value == 1), family)
    return frozenset(totals)


def dealer_endings(cards: list[str], family: str) -> set[Ending]:
    """Every way in which the dealer's hand could end."""
    if len(cards) == 1:
        endings: set[Ending] = set()
        for rank in "A23456789TJQK" if family == "PJ" else "A23456789JQK":
            for suit in "shdc":
                endings |= dealer_endings([*cards, rank + suit], family)
        return endings
    kind = kind_of(cards, family)
    if kind != "plain":
        return {(21, kind)}
    hard = sum(value(card) for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    return {(total, "plain") for total in dealer_totals(hard, aces, family)}
