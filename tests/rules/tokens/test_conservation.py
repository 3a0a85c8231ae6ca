"""Chips and tokens never mix: random rounds with both keep each of them to the cent."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game_table import S24, report_found
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.event_builder import EventBuilder
from houserules.table.events import Event, WagerSettled
from houserules.table.evolve import evolve
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import Open, legal, with_amount, with_card
from houserules.table.round.void import end_wagers_of, void_round, void_wagers_of
from houserules.table.state import Table
from random_rounds import SIDE, Shoe, random_setup
from repetitions import repetitions
from rules.tokens.token_table import DEFINED, WAGERED, WITH_TOKENS, tokens_in_all, voucher
from seated_table import chips_in_all

PLAYERS = {"ann": (40_000, "0"), "bob": (20_000, "200"), "cat": (0, "300")}
CHIPS = 60_000
TOKENS = 50_000

check = settings(
    max_examples=repetitions(10, 25),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
randoms = st.integers(0, 2**32).map(random.Random)
in_every_promotion = pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.clause(n, DEFINED[n], WAGERED[n])) for n in WITH_TOKENS],
)


def setup(name: str, rng: random.Random) -> tuple[Rulebook, Table]:
    """Ann has chips, Bob chips and tokens, Cat tokens alone."""
    side = SIDE.get(name, ("perfect_pairs", ""))[0]
    options = {**random_setup(name, rng)["table"], side: "5", "maximum": "60"}
    rules, table = choose(rulebook(name), options), Table()
    for player, (chips, tokens) in PLAYERS.items():
        commands = [c.BringChips(player, chips), voucher(f"of {player}", player, tokens)]
        for command in commands:
            outcome = carry_out(rules, table, command)
            table = table if isinstance(outcome, Refusal) else outcome[1]
    assert (chips_in_all(table), tokens_in_all(table)) == (CHIPS, TOKENS)
    return rules, table


def mixed(rules: Rulebook, table: Table, command: c.Command, rng: random.Random) -> c.Command:
    """Return the wager with another part of it in tokens, if the player has that many."""
    if isinstance(command, c.PlaceWager | c.PlaceSideWager | c.Insure | c.Double):
        most = min(command.amount, table.tokens.get(command.player, 0))
    elif isinstance(command, c.Split):
        hand = table.hand(command.box, command.hand)
        stake = hand.stake_of(command.player) if hand else None
        most = min(stake.amount if stake else 0, table.tokens.get(command.player, 0))
    else:
        return command
    chip = rules.wagers.smallest_chip.value
    other = replace(command, tokens=rng.randint(0, most // chip) * chip)
    return command if why_not(rules, table, other) else other


def filled(
    option: Open, rules: Rulebook, table: Table, shoe: Shoe, rng: random.Random
) -> c.Command:
    if option.takes_card:
        return with_card(option, shoe.draw())
    steps = (option.most - option.least) // option.step
    command = with_amount(option, option.least + option.step * rng.randint(0, max(0, steps)))
    if isinstance(command, c.PlaceWager) and rng.random() < 0.1:
        tokens = command.tokens and command.tokens + 3_000
        late = report_found(replace(command, amount=command.amount + 3_000, tokens=tokens))
        if why_not(rules, table, late) is None:
            return late  # to be cut back
    return mixed(rules, table, command, rng)


def voided(rules: Rulebook, table: Table, rng: random.Random) -> tuple[tuple[Event, ...], Table]:
    """End the round, or one player's part in it, without a result."""
    builder, player, chance = (
        EventBuilder(rules, table, evolve),
        rng.choice(list(PLAYERS)),
        rng.random(),
    )
    if chance < 0.3:
        void_wagers_of(builder, player, Clause("0"))
    else:
        if chance < 0.5:
            end_wagers_of(builder, player, Clause("0"), keep=True)
        void_round(builder, Clause("0"))
    return tuple(builder.events), builder.table


def steps(name: str, rng: random.Random) -> Iterator[tuple[Table, tuple[Event, ...], Table]]:
    """Play rounds, and give each table, what happened, and the table after it."""
    rules, table = setup(name, rng)
    shoe = Shoe(rules, rng)
    while table.rounds < 4:
        if table.phase in ("dealing", "offers", "playing") and rng.random() < 0.01:
            events, after = voided(rules, table, rng)
        else:
            options = legal(rules, table)
            kind = rng.choice(sorted({each.kind.__name__ for each in options}))
            option = rng.choice([o for o in options if o.kind.__name__ == kind])
            outcome = carry_out(rules, table, filled(option, rules, table, shoe, rng))
            assert not isinstance(outcome, Refusal), (option, outcome)
            events, after = outcome
        yield table, events, after
        table = after


@in_every_promotion
@check
@given(rng=randoms)
def test_every_event_conserves_chips_and_tokens_each_for_itself(
    name: str, rng: random.Random
) -> None:
    for before, events, after in steps(name, rng):
        table = before
        for event in events:
            table = evolve(table, event)
            assert (chips_in_all(table), tokens_in_all(table)) == (CHIPS, TOKENS), event
            assert min(*table.racks.values(), *table.tokens.values()) >= 0, event
            assert table.token_tray >= 0, event
        assert table == after


@in_every_promotion
@check
@given(rng=randoms)
def test_tokens_come_back_as_tokens_and_winnings_as_chips(name: str, rng: random.Random) -> None:
    for _, events, after in steps(name, rng):
        for event in events:
            if isinstance(event, WagerSettled):
                check_settlement(event)
        if after.phase == "over":
            assert after.layout() == after.layout_tokens() == 0


def check_settlement(event: WagerSettled) -> None:
    """Say by kind of result what becomes of the tokens, without the sum that the table uses."""
    chips = event.stake - event.token_stake
    assert 0 <= event.tokens <= event.token_stake <= event.stake
    match event.result:
        case "win" | "stand-off" | "void" | "bonus":
            assert event.tokens == event.token_stake
        case "lose" | "forfeited":
            assert event.tokens == 0
        case "surrendered":  # chips first
            assert event.tokens == (0 if event.returned <= chips else event.returned - chips)


def test_the_random_rounds_meet_every_kind_of_wager_and_result_in_tokens() -> None:
    missing = {
        *[("original", r) for r in ("win", "lose", "stand-off", "surrendered", "forfeited")],
        *[(wager, "void") for wager in ("original", "perfect-pairs")],
        *[(wager, r) for wager in ("double", "split") for r in ("win", "lose")],
        *[("insurance", "lose"), ("perfect-pairs", "lose")],
    }
    for seed in range(200):
        for _, events, _ in steps(S24, random.Random(seed)):
            missing -= {
                (event.wager, event.result)
                for event in events
                if isinstance(event, WagerSettled) and 0 < event.token_stake < event.stake
            }
        if not missing:
            return
    assert not missing
