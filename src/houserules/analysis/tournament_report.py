"""What simulated tournaments come to: styles, length, and whether every box is as good as another.

Where all boxes are alike, each has the same chance to go on. Of a table with n players m go on, so
a box is expected to with p = m/n, and its share of N sessions deviates from that by chance with a
standard error of sqrt(p(1-p)/N). The boxes of one session are not independent: exactly m go on. The
sum of squares is therefore divided by N p(1-p) n/(n-1), which makes it a chi-square with n-1 degrees
of freedom, also for m above 1. Tables of different sizes are added up.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.analysis.tournament_simulation import SimulatedStage, StageTally, TournamentTally
from houserules.rng.exact import chi_square_tails
from houserules.simulator.tournament.layout import STYLES, Numbers

Data = dict[str, Any]

FAIR_BELOW: Final = 0.01
"""Boxes count as different if chance alone makes them differ so much this often, in any stage."""

_PERCENTILES: Final = (5, 25, 50, 75, 95)


class Fairness(NamedTuple):
    """How far the boxes are from being alike."""

    chi_square: float
    freedom: int
    p_value: float


def tournament_data(
    stages: Sequence[SimulatedStage],
    styles: Sequence[int],
    tally: TournamentTally,
    *,
    rounds_per_hour: int,
    pause: int,
) -> Data:
    """Return everything that `houserules tournament simulate --json` prints about the results."""
    rounds = np.concatenate(tally.rounds)
    pauses = pause * (sum(stage.sittings for stage in stages) - 1)
    data = [stage_data(*each) for each in zip(stages, tally.stages, strict=True)]
    tests = [stage["fairness"][what]["p_value"] for stage in data for what in stage["fairness"]]
    return {
        "styles": _styles(styles, tally, len(rounds)),
        "length": {
            "rounds": _spread(rounds),
            "minutes": _spread(rounds * 60 / rounds_per_hour + pauses),
        },
        "stages": data,
        "fair": min(tests, default=1.0) * len(tests) >= FAIR_BELOW,
    }


def _styles(styles: Sequence[int], tally: TournamentTally, tournaments: int) -> list[Data]:
    """Say how often each style wins, as a share of tournaments and for each of its players."""
    every = np.bincount(styles, minlength=len(STYLES))
    final = tally.stages[-1].seated_by_style
    return [
        {
            "style": name,
            "players": int(every[style]),
            "won": int(tally.won[style]),
            "win_rate": _share(tally.won[style], tournaments * every[style]),
            "standard_error": _error(tally.won[style], tournaments) / int(every[style]),
            "even_share": 1 / len(styles),
            "final_rate": _share(final[style], tournaments * every[style]),
            "prize_rate": _share(tally.prizes[style], tournaments * every[style]),
        }
        for style, name in enumerate(STYLES)
        if every[style]
    ]


def stage_data(stage: SimulatedStage, tally: StageTally) -> Data:
    """Return the sessions of one stage: their length, ties, styles and boxes."""
    return {
        "name": stage.name,
        "kind": stage.kind,
        "sessions": tally.sessions,
        "mean_rounds": (tally.rounds + tally.play_off_rounds) / tally.sessions,
        "concluded_early": _share(tally.concluded_early, tally.sessions),
        "play_offs": _share(tally.play_offs, tally.sessions),
        "play_off_rounds": _share(tally.play_off_rounds, tally.play_offs),
        "styles": [
            {
                "style": name,
                "seated": int(tally.seated_by_style[style]),
                "advance_rate": _share(
                    tally.advanced_by_style[style], tally.seated_by_style[style]
                ),
                "standard_error": _error(
                    tally.advanced_by_style[style], tally.seated_by_style[style]
                ),
            }
            for style, name in enumerate(STYLES)
            if tally.seated_by_style[style]
        ],
        "boxes": _boxes(stage, tally),
        "fairness": {
            "won": fairness(tally.seated, tally.won, 1)._asdict(),
            "advanced": fairness(tally.seated, tally.advanced, stage.session.advance)._asdict(),
        },
    }


def _boxes(stage: SimulatedStage, tally: StageTally) -> list[Data]:
    rows = []
    for box in np.flatnonzero(tally.seated.sum(axis=0)):
        row: Data = {"box": int(box) + 1, "seated": int(tally.seated[:, box].sum())}
        for what, counts, places in (
            ("won", tally.won, 1),
            ("advanced", tally.advanced, stage.session.advance),
        ):
            even, variance = _by_chance(tally.seated[:, box], places)
            count = int(counts[:, box].sum())
            row[what] = {
                "rate": count / row["seated"],
                "even_rate": even / row["seated"],
                "z": (count - even) / sqrt(variance) if variance else 0.0,
            }
        rows.append(row)
    return rows


def _by_chance(seated: Numbers, places: int) -> tuple[float, float]:
    """Return how often a box would come among the first places by chance, and the variance."""
    even = variance = 0.0
    for size, sessions in enumerate(seated.tolist()):
        if sessions:
            chance = min(places / size, 1.0)
            even += sessions * chance
            variance += sessions * chance * (1 - chance)
    return even, variance


def fairness(seated: Numbers, counts: Numbers, places: int) -> Fairness:
    """Test whether the boxes come among the first places alike, by size of table and box."""
    chi_square, freedom = 0.0, 0
    for size in range(places + 1, len(seated)):
        sessions = int(seated[size, 0])
        if sessions:
            chance = places / size
            spread = sessions * chance * (1 - chance) * size / (size - 1)
            squares = (counts[size, :size] - sessions * chance) ** 2
            chi_square += float(squares.sum()) / spread
            freedom += size - 1
    return Fairness(
        chi_square, freedom, chi_square_tails(chi_square, freedom).upper if freedom else 1.0
    )


def _spread(values: NDArray[Any]) -> Data:
    """Return mean, deviation and percentiles of one value per tournament."""
    return {
        "mean": float(values.mean()),
        "standard_deviation": float(values.std()),
        "least": float(values.min()),
        **{f"percentile_{at}": float(np.percentile(values, at)) for at in _PERCENTILES},
        "most": float(values.max()),
    }


def _share(part: int, whole: int) -> float:
    return float(part / whole) if whole else 0.0


def _error(part: int, whole: int) -> float:
    """Return the standard error of a share."""
    share = _share(part, whole)
    return sqrt(share * (1 - share) / int(whole)) if whole else 0.0
