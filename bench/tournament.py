"""Sessions settled per second on one core, beside the same rounds settled as round records.

    python -m bench.tournament [SESSIONS]

Every session has ten rounds and seven players, and goes from a line of JSON to a line of JSON as in
`houserules tournament settle --json --lines`. Its rounds are settled as round records in the same
run, turn by turn, so that a busy machine slows both alike. Target: 200 sessions per second and core.
Sessions of the same size are then simulated, as in `houserules tournament simulate`.

On 19 November 2026, on two shared cores: 253 sessions per second where everybody stands on two
cards, 1.7 times as fast as their rounds as round records. Where everybody draws to 17: 178 with
seven players, 200 with six, 227 with five; 1.5 times as fast. So full tables miss the target.
Three quarters of that time is the table, which plays every card as an event.
"""

import json
import random
import sys
import time
from functools import partial
from typing import Any, Final

import numpy as np

from houserules.analysis.tournament_game import find_strategies
from houserules.core.cards import deck, show
from houserules.rulebook.loader import rulebook
from houserules.simulator.tournament.play import (
    Session,
    opening_seats,
    play,
    prepare,
    session_table,
)
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from houserules.table.round.hands import total_of
from houserules.tournament.records.report import settle_session

ROUNDS: Final = 10
BOXES: Final = range(1, 8)
RULEBOOK: Final = "nsw-pontoon-2024"


def dealt_round(rng: random.Random, draws_to: int) -> dict[str, Any]:
    """Return cards and decisions of a round in which everybody draws to so much; 0: stands."""
    cards = list(deck(tens=False)) * 8
    rng.shuffle(cards)
    boxes = len(BOXES)
    rest = iter(cards[2 * boxes + 1 :])
    decisions = []
    for at, box in enumerate(BOXES):
        hand = [cards[at], cards[boxes + 1 + at]]
        while total_of(hand)[0] < draws_to:
            decisions.append(f"{box} hit")
            hand.append(next(rest))
        if total_of(hand)[0] < 21:
            decisions.append(f"{box} stand")
    return {"cards": show(tuple(cards[:60])), "decisions": decisions}


def session(rng: random.Random, draws_to: int) -> tuple[str, list[str]]:
    """Return a session and its rounds, each as a line of JSON."""
    rounds = [dealt_round(rng, draws_to) for _ in range(ROUNDS)]
    head = {"format": "houserules/round-1", "rulebook": RULEBOOK}
    seats = [{"box": box, "player": f"p{box}", "amount": "25", "seated": True} for box in BOXES]
    record = {
        "format": "houserules/session-1",
        "rulebook": RULEBOOK,
        "conditions": {
            "rounds": ROUNDS,
            "chips": "1000",
            "advance": 2,
            "limits": [{"from_round": 1, "minimum": "25", "maximum": "500"}],
        },
        "players": [{"name": f"p{box}", "box": box} for box in BOXES],
        "rounds": [
            {"wagers": [{"player": f"p{box}", "amount": "25"} for box in BOXES], **each}
            for each in rounds
        ],
    }
    return json.dumps(record), [json.dumps({**head, "wagers": seats, **each}) for each in rounds]


def simulated_per_second(count: int) -> float:
    """Return how many sessions are simulated per second, by players of all styles."""
    rules = rulebook(RULEBOOK)
    conditions = Session(rounds=ROUNDS, chips=1000_00, advance=2, limits=((1, 25_00, 500_00),))
    table = session_table(prepare(rules, find_strategies(rules, "mimic")), conditions)
    start, styles = opening_seats(conditions, len(BOXES)), np.arange(count * len(BOXES)) % 4
    play_out = partial(play, table, start, styles.reshape(count, -1), lanes=np.arange(count))
    play_out(seed=1)  # the kernel is compiled
    began = time.process_time()
    play_out(seed=2)
    return count / (time.process_time() - began)


def measure(count: int, *, draws_to: int) -> None:
    """Print sessions per second and the ratio to settling the rounds alone."""
    rng = random.Random(18)
    warm_up, its_rounds = session(rng, draws_to)  # the rulebook is read once
    settle_session(json.loads(warm_up))
    settle(read_record(json.loads(its_rounds[0])))
    in_sessions = in_rounds = 0.0
    for _ in range(count):
        line, rounds = session(rng, draws_to)
        began = time.process_time()
        outcome = settle_session(json.loads(line))
        json.dumps(outcome)
        between = time.process_time()
        for each in rounds:
            json.dumps(settle(read_record(json.loads(each))))
        in_rounds += time.process_time() - between
        in_sessions += between - began
        assert "places" in outcome, outcome
    print(f"sessions of {ROUNDS} rounds: {count / in_sessions:.0f} per second and core")
    print(f"the same as round records: {count / in_rounds:.0f} per second and core")
    print(f"time of a session to that of its rounds: {in_sessions / in_rounds:.2f}")


def main() -> None:
    """Measure short rounds and long ones, then simulated sessions."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for title, draws_to in (("Everybody stands", 0), ("Everybody draws to 17", 17)):
        print(f"{title}:")
        measure(count, draws_to=draws_to)
    print(f"the same simulated: {simulated_per_second(100 * count):,.0f} per second and core")


if __name__ == "__main__":
    main()
