"""Sessions: the same money as rounds played out one after the other."""

import numpy as np
import pytest

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.simulator import BoxBettor, CardShoe, FullShoe, game, pack, sessions
from houserules.simulator.direct import play_from
from houserules.simulator.sessions import LANES_FROM, NEVER
from simulator.lane_twin import Lane
from simulator.strategies import random_strategy

ROUNDS, BANKROLL = 60, 20_000


@pytest.mark.parametrize("equipment", [FullShoe(), CardShoe(0.5)], ids=["fresh", "shoe"])
def test_a_session_goes_as_its_rounds_go(equipment: FullShoe | CardShoe) -> None:
    rules = choose(rulebook("nsw-pontoon-2024"), {"perfect_pairs": "5"})
    packed = pack(rules)
    bettors = [BoxBettor(random_strategy(packed, 3), 2500, perfect_pairs=True, insures=True)]
    ready = game(rules, bettors, equipment=equipment)
    paths = sessions(ready, number=5, rounds=ROUNDS, marks=7, bankroll=BANKROLL, workers=2)
    assert paths.marks == (9, 18, 26, 35, 43, 52, 60)
    for session in range(5):
        lane = Lane(packed, 1, LANES_FROM + session, equipment)
        stands = [0]
        for _ in range(ROUNDS):
            lane.begin_round(1)
            stands.append(stands[-1] + sum(play_from(packed, lane, bettors, in_chips=False).net))
        ours = [int(money) * paths.unit for money in paths.money[session]]
        assert ours == [stands[mark] for mark in paths.marks]
        assert int(paths.final[session]) * paths.unit == stands[-1]
        assert int(paths.lowest[session]) * paths.unit == min(stands)
        falls = [max(stands[: at + 1]) - money for at, money in enumerate(stands)]
        assert int(paths.drawdown[session]) * paths.unit == max(falls)
        gone = [at for at, money in enumerate(stands) if money <= -BANKROLL]
        assert paths.ruined_at[session] == (gone[0] if gone else NEVER)


def test_the_fan_lies_in_order_and_ruin_is_a_share() -> None:
    rules = rulebook("nsw-pinkjack-2016")
    bettors = [BoxBettor(random_strategy(pack(rules), 3))]
    ready = game(rules, bettors, equipment=FullShoe(), plain=True)
    paths = sessions(ready, number=40, rounds=30, marks=3, bankroll=10_000)
    fan = paths.fan((0.1, 0.5, 0.9))
    assert fan.shape == (3, 3)
    assert (np.diff(fan, axis=0) >= 0).all()
    assert fan[1, -1] == np.median(paths.final) * float(paths.unit)
    assert paths.risk_of_ruin == np.mean(paths.lowest * float(paths.unit) <= -10_000)


def test_sessions_tell_how_many_are_done_and_can_be_broken_off() -> None:
    rules = rulebook("nsw-pinkjack-2016")
    ready = game(
        rules, [BoxBettor(random_strategy(pack(rules), 3))], equipment=FullShoe(), plain=True
    )
    seen: list[int] = []
    sessions(ready, number=3, rounds=5, workers=1, on_progress=seen.append)
    assert seen[-1] == 3

    def enough(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sessions(ready, number=3, rounds=5, on_progress=enough)


def test_sessions_want_the_kernel_that_goes_round_by_round() -> None:
    rules = rulebook("nsw-pinkjack-2016")
    ready = game(rules, [BoxBettor(random_strategy(pack(rules), 3))], equipment=FullShoe())
    with pytest.raises(ValueError, match="plain"):
        sessions(ready, number=1, rounds=1)
