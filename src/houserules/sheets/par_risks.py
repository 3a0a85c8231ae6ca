"""Side wagers and the volatility of the hold as rows of text, ready to be set."""

from typing import Any, Final

from houserules.odds.figures import SideWager
from houserules.rulebook.options import clause_of
from houserules.sheets.number_text import fraction, money, percent, probability, units, with_sign
from houserules.sheets.par_content import ParSheet
from houserules.sheets.volatility import Interval, stretches

_SIDES: Final = {
    "perfect-pairs": ("Perfect Pairs", "perfect_pairs"),
    "suits-you": ("Suits You", "suits_you"),
    "insurance": ("Insurance, once the upcard is seen", "insurance_pays"),
}
_ENDS: Final = {
    "no-pair": "No pair",
    "mixed-pair": "Mixed pair",
    "coloured-pair": "Pair of one colour",
    "perfect-pair": "Pair of one suit",
    "other-suit": "Another suit",
    "suit": "The chosen suit, no jack",
    "suit-of-jack": "Jack of the chosen suit",
    "no-natural": "No dealer natural",
    "natural": "Dealer natural",
}


def side_tables(sheet: ParSheet) -> list[dict[str, Any]]:
    """Return every side wager that the rulebook knows, with exact fractions."""
    return [_side(sheet, name, wager) for name, wager in sheet.side_wagers.items()]


def _side(sheet: ParSheet, name: str, wager: SideWager) -> dict[str, Any]:
    title, key = _SIDES[name]
    return {
        "title": title,
        "clause": clause_of(sheet.rules, key),
        "edge": percent(float(wager.house_edge), 4),
        "exact": fraction(wager.house_edge),
        "deviation": f"{wager.standard_deviation:.4f}",
        "rows": [
            [
                _ENDS[end],
                fraction(chance),
                probability(float(chance)),
                units(float(wager.pays[end])),
                with_sign(100 * float(chance * wager.pays[end]), 4),
            ]
            for end, chance in wager.results.items()
        ],
    }


def volatility_rows(sheet: ParSheet) -> list[dict[str, Any]]:
    """Return the intervals of the hold, in parts of the wagers and in money."""
    edge = float(sheet.solved.house_edge)
    return [
        {
            "rounds": f"{stretch.rounds:,}",
            "handle": money(stretch.rounds * sheet.wager),
            "expected": money(stretch.rounds * sheet.wager * edge),
            "hold": [_between(each) for each in stretch.intervals],
            "win": [
                f"{money(each.low * stretch.rounds * sheet.wager)} to "
                f"{money(each.high * stretch.rounds * sheet.wager)}"
                for each in stretch.intervals
            ],
            "covers": [_covers(each) for each in stretch.intervals],
        }
        for stretch in stretches(sheet.solved.distribution)
    ]


def _between(each: Interval) -> str:
    return f"{percent(each.low, 3)} to {percent(each.high, 3)}"


def _covers(each: Interval) -> str:
    return "not worked out" if each.covers is None else percent(each.covers, 2)
