"""Session for session: what the simulator plays, the table settles to the same chips and places."""

import json
import random

import numpy as np
import pytest

from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.simulator import mimic_the_dealer, pack, rough_chart
from houserules.simulator.tournament.layout import IS_CONCLUDED_EARLY, STYLES
from houserules.simulator.tournament.play import (
    Session,
    opening_seats,
    play,
    prepare,
    session_table,
)
from houserules.tournament.records.report import settle_session
from repetitions import repetitions
from twins.simulated_sessions import SteppedSession

SESSIONS = repetitions(60, 3000)
LIMITS = (
    ((1, 25_00, 500_00),),
    ((1, 10_00, 100_00), (3, 50_00, 500_00)),
    ((1, 25_00, 1000_00),),
)


def random_session(rng: random.Random) -> Session:
    order = rng.random() < 0.6
    return Session(
        rounds=rng.choice([1, 3, 8]),
        chips=rng.choice([150_00, 500_00, 1000_00]),
        advance=rng.choice([1, 2, 3]),
        limits=rng.choice(LIMITS),
        final=rng.random() < 0.4,
        pass_cards=rng.choice([0, 1, 2]),
        forms=rng.choice([0, 1, 2]),
        order_of_wagering=order,
        deal_from_marker=order and rng.random() < 0.5,
    )


@pytest.mark.parametrize("book", ["nsw-pontoon-2024", "nsw-pontoon-6to5-2017"])
def test_the_table_counts_the_same_chips(book: str) -> None:
    rng = random.Random(f"sessions {book}")
    rules = choose(rulebook(book), {"smallest_chip": "1"})
    strategies = [rough_chart(pack(rules)), mimic_the_dealer(pack(rules))]
    game = prepare(rules, strategies)
    short = play_offs = 0
    for lane in range(SESSIONS):
        session = random_session(rng)
        number = rng.randint(session.advance + 1, 7)
        styles = [rng.randrange(len(STYLES)) for _ in range(number)]
        written = SteppedSession(rules, game, strategies, session).play(styles, seed=3, lane=lane)
        short += written.is_short
        play_offs += "play_off" in written.record
        if written.is_short:  # what the docstring of `rounds` calls an approximation
            continue
        settled = settle_session(written.record)
        assert "rounds" in settled, json.dumps([settled, written.record])
        assert [row["chips"] for row in settled["rounds"]] == written.chips
        if written.is_cut:
            continue
        assert written.advance == set(settled["advance"])
        if "play_off" in written.record:
            continue
        places = [(each["place"], each["player"]) for each in settled["places"]]
        assert places == written.places
        table = session_table(game, session)
        table.setup[IS_CONCLUDED_EARLY] = 0
        start, lanes = opening_seats(session, number), np.array([lane])
        whole = play(table, start, np.array([styles]), lanes=lanes, seed=3)
        assert written.advance <= {f"p{row + 1}" for row in whole[0, : session.advance]}
    assert play_offs
    assert short < SESSIONS / 20
