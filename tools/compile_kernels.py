"""Compile the kernels of odds and simulator once and keep them on disk, for every process after this.

Two test workers that start together would otherwise each compile all of them.
"""

import numpy as np

from houserules.odds import solve
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import (
    BoxBettor,
    CardShoe,
    Counting,
    FullShoe,
    game,
    mimic_the_dealer,
    pack,
    run_batch,
    sessions,
)
from houserules.simulator.tournament.play import (
    Session,
    draw_seats,
    opening_seats,
    play,
    prepare,
    session_table,
)


def compile_solver() -> None:
    """Solve each rulebook once, with its distribution: they differ in which kernels they need."""
    for name in RULEBOOKS:
        solve(rulebook(name)).distribution  # noqa: B018  # worked out when it is read


def compile_simulator() -> None:
    """Play a few rounds with each kind of kernel."""
    rules = rulebook(RULEBOOKS[0])
    bettor = BoxBettor(mimic_the_dealer(pack(rules)))
    counter = BoxBettor(bettor.strategy, counting=Counting((1, *[0] * 11, -1), {-10: 1}))
    plain = game(rules, [bettor], equipment=FullShoe(), plain=True)
    for prepared in (
        game(rules, [bettor], equipment=FullShoe()),
        plain,
        game(rules, [counter], equipment=CardShoe()),
    ):
        run_batch(prepared, 1, 0, rounds=8)
    sessions(plain, number=1, rounds=1)


def compile_tournaments() -> None:
    """Draw the seats of two players, and play a session of two rounds."""
    rules = rulebook(RULEBOOKS[0])
    session = Session(rounds=2, chips=100_000, advance=1, limits=((1, 2_500, 50_000),))
    table = session_table(prepare(rules, [mimic_the_dealer(pack(rules))]), session)
    lanes, styles = np.arange(1), np.zeros((1, 2), dtype=np.int64)
    draw_seats(styles, lanes, 0)
    play(table, opening_seats(session, 2), styles, lanes=lanes, seed=0)


if __name__ == "__main__":
    compile_solver()
    compile_simulator()
    compile_tournaments()
