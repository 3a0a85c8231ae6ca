"""Round for round: what the simulator plays out, the table settles to the same cent."""

import json
import os
import random

import pytest

from houserules.core.money import dollars
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose, vary
from houserules.simulator.direct import play_out
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from simulator.random_play import random_bettors, random_options, random_shoe, record_of

ROUNDS = int(os.environ.get("HOUSERULES_ROUNDS", "300"))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_table_pays_every_bettor_the_same(name: str) -> None:
    rng = random.Random(f"simulator {name}")
    for _ in range(ROUNDS):
        options = random_options(name, rng)
        rules = choose(rulebook(name), options)
        bettors, cards = random_bettors(rules, rng), random_shoe(rules, rng)
        played = play_out(rules, cards, bettors)
        record = record_of(name, options, bettors, cards=cards, played=played)
        table = settle(read_record(record))
        ours = {f"p{box}": dollars(int(net)) for box, net in enumerate(played.net, start=1)}
        assert all(net.denominator == 1 for net in played.net)
        assert table.get("net") == ours, json.dumps([table, record], indent=1)
        assert table["unused"] == ""


PLANTED = {
    "nsw-pontoon-2024": ("mixed_678_pays", "8 to 5"),
    "nsw-pontoon-6to5-2017": ("pontoon_pays", "7 to 5"),
    "nz-pontoon": ("natural_collects", "busted-bets-plus-one"),
    "nsw-pinkjack-2016": ("suited_blackjack_pays", "5 to 2"),
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_planted_error_is_noticed(name: str) -> None:
    rng = random.Random(f"planted {name}")
    key, wrong = PLANTED[name]
    for _ in range(3000):
        rules = rulebook(name)
        bettors, cards = random_bettors(rules, rng), random_shoe(rules, rng)
        played = play_out(vary(rules, key, wrong), cards, bettors)
        record = record_of(name, {}, bettors, cards=cards, played=played)
        table = settle(read_record(record))
        if table["net"] != {f"p{box}": dollars(int(n)) for box, n in enumerate(played.net, 1)}:
            return
    pytest.fail("3000 rounds were settled alike")
