"""What the golden rounds must reach together: odds, results and refusals, rulebook by rulebook."""

from collections.abc import Iterator
from typing import Any

from houserules.rulebook.loader import RULEBOOKS
from rounds.golden import Golden

# Columns as in RULEBOOKS: nsw-pontoon-2024, nsw-pontoon-6to5-2017, nz-pontoon, nsw-pinkjack-2016.
# A dash: it cannot occur there.

ODDS = """
pontoon             | 3 to 2  | 6 to 5  | 3 to 2                 | -
5 cards             | 3 to 2  | 3 to 2  | 3 to 2                 | -
6-7-8 mixed         | 3 to 2  | 3 to 2  | 3 to 2                 | -
7-7-7 mixed         | 3 to 2  | 3 to 2  | 3 to 2                 | -
6 cards             | 2 to 1  | 2 to 1  | 2 to 1                 | -
6-7-8 one suit      | 2 to 1  | 2 to 1  | 2 to 1                 | -
7-7-7 one suit      | 2 to 1  | 2 to 1  | 2 to 1                 | -
7 or more cards     | 3 to 1  | 3 to 1  | 3 to 1                 | -
6-7-8 spades        | 3 to 1  | 3 to 1  | 3 to 1                 | -
7-7-7 spades        | 3 to 1  | 3 to 1  | 3 to 1                 | -
other 21            | 1 to 1  | 1 to 1  | 1 to 1                 | 1 to 1
doubled 21          | 1 to 1  | 1 to 1  | 1 to 1                 | 1 to 1
21 beside a double  | 1 to 1  | 1 to 1  | 3 to 2, 2 to 1         | 1 to 1
pinkjack            | -       | -       | -                      | 5 to 1
suited blackjack    | -       | -       | -                      | 3 to 1
unsuited blackjack  | -       | -       | -                      | 2 to 1
five card trick     | -       | -       | -                      | 1 to 1
higher total        | 1 to 1  | 1 to 1  | 1 to 1                 | 1 to 1
dealer bust         | 1 to 1  | 1 to 1  | 1 to 1                 | 1 to 1
held pinkjack       | -       | -       | -                      | 5 to 1
ultimate pinkjack   | -       | -       | -                      | 5 to 1
insurance           | 2 to 1  | 2 to 1  | 2 to 1                 | -
mixed pair          | 5 to 1  | 5 to 1  | 5 to 1                 | -
coloured pair       | 10 to 1 | 10 to 1 | 10 to 1                | -
perfect pair        | 25 to 1 | 25 to 1 | 25 to 1                | -
suit                | -       | -       | -                      | 2 to 1
jack of the suit    | -       | -       | -                      | 10 to 1
"""

BONUSES = """
super-bonus         | 1000.00, 5000.00 | 1000.00, 5000.00 | 1000.00, 5000.00 | -
bonus               | 50.00            | 50.00            | 50.00            | -
ultimate-pinkjack   | -                | -                | -                | 1000.00, 1002.00
"""

RESULTS = """
original       | win, lose, stand-off, surrendered, forfeited | win, lose, stand-off, surrendered, forfeited | win, lose, stand-off, surrendered, forfeited | win, lose
split          | win, lose, stand-off, forfeited | win, lose, stand-off, forfeited | win, lose, stand-off, forfeited | win, lose, stand-off
double         | win, lose, stand-off | win, lose, stand-off | win, lose, stand-off | win, lose, stand-off
insurance      | win, lose | win, lose | win, lose | -
perfect-pairs  | win, lose | win, lose | win, lose | -
suits-you      | -         | -         | -         | win, lose
super-bonus    | bonus     | bonus     | bonus     | -
bonus          | bonus     | bonus     | bonus     | -
ultimate-pinkjack | -      | -         | -         | bonus
"""

REFUSALS = """
box.full               | 6.5        | 5.4        | 15.1       | 5.4
chips.odd-amount       | 6.2        | 5.1        | 5.2        | 5.1
decision.not-yours     | 6.6        | 5.5        | 15.3(a)    | 5.5
decision.out-of-turn   | 12.1, 14.2 | 11.1, 13.2 | 8.3, 13.3  | 9.1, 11.2
designate.hand         | -          | -          | 15.3(d)    | -
designate.none         | 14.10.2    | 13.10.2    | -          | 11.5.2
designate.not-now      | -          | -          | 15.3(d)    | -
double.cards           | -          | -          | -          | 10.1
double.not-first       | 13.4       | 12.4       | 15.3(e)    | 10.3
double.too-little      | -          | -          | 12.3(b)    | -
double.too-much        | 13.1       | 12.1       | 12.3(a)    | 10.1
forfeit.no-double      | 13.7       | 12.7       | 12.8       | -
forfeit.none           | -          | -          | -          | 5.3
forfeit.not-now        | 13.5       | 12.5       | 12.8       | -
hand.finished          | 10.3, 12.1, 12.3, 12.5, 13.1, 14.6 | 9.3, 11.1, 11.3, 11.5, 12.1, 13.6 | 8.3, 9.5, 12.4, 13.4(b), 14.1(a), 14.2 | 9.1, 9.3, 9.5, 10.2
insurance.closed       | 9.4        | 8.4        | 10.3       | -
insurance.natural      | 9.2        | 8.2        | 10.2       | -
insurance.no-wager     | 9.1        | 8.1        | 10.4(a)    | -
insurance.none         | -          | -          | -          | 5.3
insurance.not-now      | 9.1        | 8.1        | 10.1       | -
insurance.not-payable  | -          | -          | 10.4(b)    | -
insurance.amount       | 9.1        | 8.1        | 10.4(a)    | -
insurance.twice        | 6.4        | 5.3        | 5.6        | -
side-wager.alone       | 16.5       | 15.5       | 15A.2      | 13.5
side-wager.amount      | 16.3       | 15.3       | 15A.4      | 13.3
side-wager.full        | 16.6       | 15.6       | 15A.2      | 13.6
side-wager.not-offered | 16.1       | 15.1       | 15A.1      | 13.1
side-wager.own-wager   | -          | -          | 15A.2      | -
split.aces             | -          | -          | 13.4(b)    | -
split.again            | 14.8       | 13.8       | -          | -
split.cards            | 14.1       | 13.1       | 13.1       | 11.4.3
split.limit            | 14.9.3     | 13.9.3     | 13.4(a)    | 11.4.2
split.not-first        | 14.10      | 13.10      | 15.3(e)    | 11.5
split.values           | 14.1, 14.9 | 13.1, 13.9 | 13.1, 13.4(a) | 11.1, 11.4
stand.must-draw        | -          | -          | 14.1(d)    | 9.2
surrender.closed       | 10.1       | 9.1        | 9.3        | -
surrender.natural      | 10.1       | 9.1        | 9.3        | -
surrender.none         | -          | -          | -          | 5.3
surrender.not-first    | 10.5       | 9.5        | 9.6        | -
surrender.not-now      | 10.1       | 9.1        | 9.3        | -
surrender.twice        | 10.3       | 9.3        | 9.5        | -
"""


def column(table: str, rulebook: str) -> set[tuple[str, str]]:
    """Return one rulebook's column of a table above as pairs of row and entry."""
    number = 1 + RULEBOOKS.index(rulebook)
    rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return {
        (row[0], entry) for row in rows for entry in row[number].split(", ") if row[number] != "-"
    }


def wins(golden: Golden) -> Iterator[tuple[str, str]]:
    """Yield the line of the payout tables and the odds of every wager that a record pays."""
    output = golden.expected
    for row in output["settlements"]:
        if row["result"] == "win":
            yield _line(golden, output, row), row["odds"]


def _line(golden: Golden, output: dict[str, Any], row: dict[str, Any]) -> str:
    match row["wager"]:
        case "insurance":
            return "insurance"
        case "perfect-pairs":
            return _pair(*_dealt(golden, row["box"]))
        case "suits-you":
            return "jack of the suit" if _dealt(golden, row["box"])[0][0] == "J" else "suit"
    pinkjack = golden.rulebook == "nsw-pinkjack-2016"
    place = (row["box"], row["hand"])
    hand = next(hand for hand in output["hands"] if (hand["box"], hand["hand"]) == place)
    cards = hand["cards"].split()
    if row["stage"] == "final":
        return _final(cards, output["dealer"])
    if hand["doubled"]:
        mine = [(each["wager"], each["player"], each["hand"]) for each in output["settlements"]]
        doubled = ("double", row["player"], row["hand"]) in mine
        return "doubled 21" if doubled else "21 beside a double"
    if pinkjack:
        return _blackjack(cards) if len(cards) == 2 else _plain(hand["total"])
    return "pontoon" if len(cards) == 2 and not hand["split"] else _bonus_21(cards)


def _dealt(golden: Golden, box: int) -> tuple[str, str]:
    """Return the two cards of the initial deal to a box."""
    record = golden.record
    boxes = sorted({wager["box"] for wager in record["wagers"]})
    cards = record["cards"].split()
    return cards[boxes.index(box)], cards[len(boxes) + 1 + boxes.index(box)]


def _pair(first: str, second: str) -> str:
    if first == second:
        return "perfect pair"
    return "coloured pair" if {first[1], second[1]} in ({"h", "d"}, {"s", "c"}) else "mixed pair"


def _final(cards: list[str], dealer: dict[str, Any]) -> str:
    if set(cards) == {"Ad", "Jd"}:
        same = set(dealer["cards"].split()) == {"Ad", "Jd"}
        return "ultimate pinkjack" if same else "held pinkjack"
    return "dealer bust" if dealer["total"] > 21 else "higher total"


def _blackjack(cards: list[str]) -> str:
    if set(cards) == {"Ad", "Jd"}:
        return "pinkjack"
    return "suited blackjack" if cards[0][1] == cards[1][1] else "unsuited blackjack"


def _plain(total: int) -> str:
    return "other 21" if total == 21 else "five card trick"


def _bonus_21(cards: list[str]) -> str:
    if len(cards) >= 5:
        return "7 or more cards" if len(cards) >= 7 else f"{len(cards)} cards"
    ranks = "-".join(sorted(card[0] for card in cards))
    if ranks not in ("6-7-8", "7-7-7"):
        return "other 21"
    suits = {card[1] for card in cards}
    kind = "mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "one suit"
    return f"{ranks} {kind}"
