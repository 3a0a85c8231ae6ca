"""Compile the kernels of odds and simulator once and keep them on disk, for every process after this.

Two test workers that start together would otherwise each compile all of them.
"""

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


def compile_solver() -> None:
    """Solve each rulebook once: they differ in which kernels they need."""
    for name in RULEBOOKS:
        solve(rulebook(name))


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


if __name__ == "__main__":
    compile_solver()
    compile_simulator()
