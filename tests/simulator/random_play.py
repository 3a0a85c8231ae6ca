"""Random tables for the simulator: rules, bettors, shoes and decisions, and their round records."""

import random
from collections.abc import Sequence
from typing import Any

from houserules.core.money import cents, dollars
from houserules.rulebook.schema import Rulebook
from houserules.simulator.bettors import BoxBettor
from houserules.simulator.cards import NAMES, full_shoe
from houserules.simulator.decisions import Action, Context, open_to
from houserules.simulator.direct import PlayedRound
from houserules.simulator.packed_rules import Packed, Rule, pack
from houserules.simulator.strategy import Strategy, empty_tables
from random_rounds import COMMON, OPTIONS

Record = dict[str, Any]

AMOUNTS = ["2", "4.50", "5", "7.50", "12.50", "24.50", "25", "33", "50"]
LEANINGS = ["", "", "7s", "7", "678", "A", "AJQK", "AdJd", "8", "A2345", "JQK"]
WEIGHTS = {
    Action.STAND: 1.5,
    Action.HIT: 2.0,
    Action.DOUBLE: 1.0,
    Action.SPLIT: 6.0,
    Action.SURRENDER: 1.0,
}


NOTHING_SAID = empty_tables()


class Whim(Strategy):
    """No strategy at all: any decision that is open, at random."""

    def __init__(self, packed: Packed, rng: random.Random) -> None:
        super().__init__("whim", *NOTHING_SAID, {})
        object.__setattr__(self, "packed", packed)
        object.__setattr__(self, "rng", rng)

    def action(self, up: int, context: Context, state: int, suits: int) -> int:
        rank = {9: 10, 10: 0, 11: 10}.get(up, up)
        may = open_to(self.packed, state, context, up_rank=rank)
        return self.rng.choices(may, [WEIGHTS[action] for action in may])[0]

    def forfeits_on(self, up: int, context: Context, *, state: int, card: int, total: int) -> bool:
        return self.rng.random() < 0.3


def random_options(name: str, rng: random.Random) -> Record:
    kinds = {**COMMON, **OPTIONS[name], "maximum": ["5000"]}
    options: Record = {key: rng.choice(kinds[key]) for key in kinds if rng.random() < 0.5}
    if rng.random() < 0.4:
        options["suits_you" if "pinkjack" in name else "perfect_pairs"] = "5"
    return options


def random_bettors(rules: Rulebook, rng: random.Random) -> list[BoxBettor]:
    packed = pack(rules)
    chip = packed[Rule.SMALLEST_CHIP]
    amounts = [
        each for each in map(cents, AMOUNTS) if each >= packed[Rule.UNIT] and not each % chip
    ]
    return [
        BoxBettor(
            strategy=Whim(packed, rng),
            wager=rng.choice(amounts),
            insures=packed[Rule.INSURANCE_AGAINST] > 0 and rng.random() < 0.5,
            perfect_pairs=packed[Rule.PERFECT_PAIRS] > 0 and rng.random() < 0.7,
            suits_you=rng.choice("shdc") if packed[Rule.SUITS_YOU] else None,
        )
        for _ in range(rng.choice([1, 1, 1, 2, 3, 7]))
    ]


def random_shoe(rules: Rulebook, rng: random.Random) -> list[int]:
    """Shuffle the shoe; mostly bring cards of some leaning to the front, every second one."""
    cards = [int(code) for code in full_shoe(pack(rules))]
    rng.shuffle(cards)
    leaning = rng.choice(LEANINGS)
    wanted = [code for code in cards if leaning and _leans(NAMES[code], leaning)]
    others = [code for code in cards if not (leaning and _leans(NAMES[code], leaning))]
    front = []
    for _ in range(60):
        pile = wanted if wanted and rng.random() < 0.5 else others
        front.append(pile.pop())
    return [*front, *others, *wanted]


def _leans(card: str, leaning: str) -> bool:
    return card in leaning if leaning in ("7s", "AdJd") else card[0] in leaning


def record_of(
    name: str,
    options: Record,
    bettors: Sequence[BoxBettor],
    *,
    cards: Sequence[int],
    played: PlayedRound,
) -> Record:
    """Write a played round down as `houserules settle` reads it."""
    sides = []
    for box, bettor in enumerate(bettors, start=1):
        side: Record = {"box": box, "player": f"p{box}", "amount": "5"}
        if bettor.perfect_pairs:
            sides.append({**side, "kind": "perfect-pairs"})
        if bettor.suits_you is not None:
            sides.append({**side, "kind": "suits-you", "suit": bettor.suits_you})
    return {
        "format": "houserules/round-1",
        "rulebook": name,
        "table": options,
        "cards": " ".join(NAMES[int(code)] for code in cards[: played.used]),
        "decisions": list(played.decisions),
        "wagers": [
            {"box": box, "player": f"p{box}", "amount": dollars(bettor.wager), "seated": True}
            for box, bettor in enumerate(bettors, start=1)
        ],
        "side_wagers": sides,
    }
