"""Whole tournaments, simulated: stages, seeds, and the figures about styles, length and boxes."""

from math import sqrt

import numpy as np
import pytest

from houserules.analysis.options import RequestError
from houserules.analysis.tournament_game import find_strategies
from houserules.analysis.tournament_report import fairness, stage_data, tournament_data
from houserules.analysis.tournament_simulation import (
    SimulatedStage,
    StageTally,
    TournamentTally,
    assign_styles,
    simulate_tournaments,
)
from houserules.rulebook.loader import rulebook
from houserules.simulator.tournament.layout import STYLES
from houserules.simulator.tournament.play import Game, Session, prepare

SESSION = Session(rounds=3, chips=500_00, advance=2, limits=((1, 25_00, 300_00),))
FINAL = Session(rounds=4, chips=500_00, advance=3, limits=((1, 25_00, 300_00),), final=True)
STAGES = (
    SimulatedStage("Heats", "heats", SESSION, (4, 4, 3), byes=2, tables=2),
    SimulatedStage("Repechage", "repechage", SESSION, (4,), 0, tables=1, is_second_chance=True),
    SimulatedStage("Semi", "semi-final", SESSION, (5, 5), byes=0, tables=2),
    SimulatedStage("Final", "final", FINAL, (4,), byes=0, tables=1),
)
ENTRIES = 13
EVERYBODY = assign_styles(STYLES, ENTRIES)


@pytest.fixture(scope="module")
def game() -> Game:
    rules = rulebook("nsw-pontoon-2024")
    return prepare(rules, find_strategies(rules, "mimic"))


def simulate(
    game: Game, *, tournaments: int = 500, seed: int = 1, workers: int = 2
) -> TournamentTally:
    return simulate_tournaments(
        game, STAGES, EVERYBODY, tournaments=tournaments, seed=seed, workers=workers
    )


def test_styles_go_round() -> None:
    assert assign_styles(("steady", "random"), 5) == (0, 3, 0, 3, 0)
    assert assign_styles(("tactical", "steady=2"), 7) == (2, 0, 0, 2, 0, 0, 2)
    assert assign_styles(("random", "steady=9999"), 3) == (3, 0, 0)
    for unknown in ("bold", "", "=3"):
        with pytest.raises(RequestError, match="choose steady, aggressive, tactical, random"):
            assign_styles((unknown,), 5)
    for times in ("0", "x", "-1", "10000", "9" * 5000, "٣"):
        with pytest.raises(RequestError, match="a style counts 1 to 9999 times, as in steady=6"):
            assign_styles((f"steady={times}",), 5)


def test_every_tournament_is_played_out(game: Game) -> None:
    tally = simulate(game)
    assert tally.won.sum() == 500
    assert tally.prizes.sum() == 3 * 500
    for stage, counts in zip(STAGES, tally.stages, strict=True):
        assert counts.sessions == 500 * len(stage.sizes)
        assert counts.seated.sum() == counts.seated_by_style.sum() == 500 * sum(stage.sizes)
        assert counts.won.sum() == counts.sessions
        advanced = stage.session.advance * counts.sessions
        assert counts.advanced.sum() == counts.advanced_by_style.sum() == advanced
    (rounds,) = [np.concatenate(tally.rounds)]
    # Two sittings of heats, then one each: at least one round, and at most all and the play-offs.
    assert rounds.min() >= 5
    assert np.median(rounds) >= 3 + 3 + 3 + 3 + 4 - 2


def test_the_seed_alone_decides(game: Game) -> None:
    one, two, other = simulate(game), simulate(game, workers=1), simulate(game, seed=2)
    assert (one.won == two.won).all()
    assert (np.concatenate(one.rounds) == np.concatenate(two.rounds)).all()
    assert (np.concatenate(one.rounds) != np.concatenate(other.rounds)).any()
    few = simulate(game, tournaments=7)
    assert (np.concatenate(few.rounds) == np.concatenate(one.rounds)[:7]).all()


def test_progress_is_reported(game: Game) -> None:
    seen: list[tuple[int, int]] = []
    simulate_tournaments(
        game,
        STAGES,
        EVERYBODY,
        tournaments=700,
        on_progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (700, 700)
    assert seen == sorted(seen)
    assert len(seen) > 1


def test_the_figures_of_styles_by_hand() -> None:
    tally = TournamentTally([StageTally() for _ in STAGES])
    for stage in tally.stages:
        stage.sessions = 1
    tally.won = np.array([10, 40, 30, 20])
    tally.prizes = np.array([60, 80, 90, 70])
    tally.stages[-1].seated_by_style = np.array([50, 150, 100, 100])
    tally.rounds = [np.array([10] * 50), np.array([20] * 50)]
    data = tournament_data(STAGES, EVERYBODY, tally, rounds_per_hour=30, pause=5)
    steady, aggressive = data["styles"][:2]
    assert steady == {
        "style": "steady",
        "players": 4,
        "won": 10,
        "win_rate": 10 / 400,
        "standard_error": sqrt(0.1 * 0.9 / 100) / 4,
        "even_share": 1 / 13,
        "final_rate": 50 / 400,
        "prize_rate": 60 / 400,
    }
    assert aggressive["players"] == 3
    assert aggressive["win_rate"] == 40 / 300
    assert data["length"]["rounds"]["mean"] == 15
    assert data["length"]["rounds"]["standard_deviation"] == 5
    # Five sittings: four breaks of five minutes, and two minutes per round.
    assert data["length"]["minutes"]["least"] == 10 * 2 + 4 * 5
    assert data["length"]["minutes"]["most"] == 20 * 2 + 4 * 5
    assert data["fair"]


def test_a_style_that_nobody_plays_is_left_out(game: Game) -> None:
    styles = assign_styles(("random",), ENTRIES)
    tally = simulate_tournaments(game, STAGES, styles, tournaments=20)
    data = tournament_data(STAGES, styles, tally, rounds_per_hour=60, pause=0)
    assert [row["style"] for row in data["styles"]] == ["random"]
    assert data["styles"][0]["win_rate"] == pytest.approx(1 / 13)


def counts(size: int, *numbers: int) -> np.ndarray:
    table = np.zeros((10, 9), dtype=np.int64)
    table[size, : len(numbers)] = numbers
    return table


def test_fairness_by_hand() -> None:
    """Of 4 boxes 1 wins: the ordinary chi-square. Of 4 boxes 2 go on: by the variance of 2 of 4."""
    seated = counts(4, 100, 100, 100, 100)
    won = fairness(seated, counts(4, 35, 25, 25, 15), 1)
    assert (won.chi_square, won.freedom) == (pytest.approx((10**2 + 10**2) / 25), 3)
    assert won.p_value == pytest.approx(0.0460, abs=1e-4)
    two = fairness(seated, counts(4, 60, 50, 50, 40), 2)
    assert two.chi_square == pytest.approx((10**2 + 10**2) / (100 * 0.5 * 0.5 * 4 / 3))
    both = fairness(seated + counts(3, 30, 30, 30), seated * 0 + counts(4, 25, 25, 25, 25), 1)
    assert both.freedom == 3 + 2
    assert fairness(seated, seated, 4) == (0.0, 0, 1.0)  # everybody goes on


def test_the_chi_square_of_two_of_four_has_its_mean() -> None:
    """If 2 of 4 boxes go on at random, chi-square is 3 on average, as its degrees of freedom are."""
    rng = np.random.default_rng(8)
    seated = counts(4, 50, 50, 50, 50)
    found = []
    for _ in range(2000):
        chosen = rng.permuted(np.tile([1, 1, 0, 0], (50, 1)), axis=1).sum(axis=0)
        found.append(fairness(seated, counts(4, *chosen), 2).chi_square)
    assert np.mean(found) == pytest.approx(3, abs=5 * sqrt(6 / 2000))


def test_boxes_by_hand() -> None:
    tally = StageTally()
    tally.sessions = 100
    tally.seated = counts(4, 100, 100, 100, 100)
    tally.won = counts(4, 35, 25, 25, 15)
    tally.advanced = counts(4, 60, 50, 50, 40)
    data = stage_data(STAGES[0], tally)
    assert data["boxes"][0] == {
        "box": 1,
        "seated": 100,
        "won": {"rate": 0.35, "even_rate": 0.25, "z": pytest.approx(10 / sqrt(100 * 3 / 16))},
        "advanced": {"rate": 0.6, "even_rate": 0.5, "z": pytest.approx(10 / 5)},
    }


def one_table(session: Session, number: int) -> tuple[SimulatedStage, ...]:
    return (SimulatedStage("Final", "final", session, (number,), byes=0, tables=1),)


def fair(game: Game, session: Session, style: str, number: int = 3) -> bool:
    stages, styles = one_table(session, number), assign_styles((style,), number)
    tally = simulate_tournaments(game, stages, styles, tournaments=20_000)
    return bool(tournament_data(stages, styles, tally, rounds_per_hour=60, pause=0)["fair"])


def test_boxes_are_alike_where_nobody_sees_a_wager_in_time(game: Game) -> None:
    session = Session(rounds=2, chips=500_00, advance=1, limits=((1, 25_00, 500_00),), final=True)
    assert fair(game, session, "tactical")
    assert fair(game, session, "random", 7)


def test_whoever_wagers_last_has_an_advantage_that_is_found(game: Game) -> None:
    """In two rounds among three, the marker never gives box 3 the first wager."""
    session = Session(
        rounds=2,
        chips=500_00,
        advance=1,
        limits=((1, 25_00, 500_00),),
        final=True,
        order_of_wagering=True,
    )
    assert not fair(game, session, "tactical")
    assert fair(game, session, "random")  # who do not look at the others
