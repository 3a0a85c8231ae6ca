"""Rounds a second of the table, beside PokerKit's no-limit hold'em hands in the same run.

Both deal from a shuffled deck and choose among their own legal actions at random, on one core.
The two are measured in turns, so that a noisy machine slows both alike.
"""

import argparse
import random
import time
from collections.abc import Callable

import pokerkit

from houserules.core.cards import Card, deck
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.judge import carry_out
from houserules.table.legal import legal, with_card
from houserules.table.state import Table


class Shoe:
    """A shuffled shoe that is dealt down to a quarter and shuffled again."""

    def __init__(self, rules: Rulebook, rng: random.Random) -> None:
        self.full = deck(tens=rules.equipment.tens_in_deck.value) * rules.equipment.decks.value
        self.left: list[Card] = []
        self.rng = rng

    def draw(self) -> Card:
        """Take the next card."""
        if len(self.left) < len(self.full) // 4:
            self.left = list(self.full)
            self.rng.shuffle(self.left)
        return self.left.pop()


def table_round(rules: Rulebook, boxes: int, shoe: Shoe) -> None:
    """Play one round: wagers, cards, random legal decisions, settlement, cards away."""
    table = Table(racks={"ann": 10_000_000})
    for box in range(1, boxes + 1):
        table = step(rules, table, c.PlaceWager("ann", box, 2500, seated=True))
    table = step(rules, table, c.CloseBets())
    while table.phase != "betting":
        option = shoe.rng.choice(legal(rules, table))
        command = with_card(option, shoe.draw()) if option.takes_card else option.command
        table = step(rules, table, command)


def step(rules: Rulebook, table: Table, command: c.Command) -> Table:
    """Carry a command out; every command here is legal."""
    outcome = carry_out(rules, table, command)
    assert not isinstance(outcome, Refusal)
    return outcome[1]


def pokerkit_hand(rng: random.Random, *, players: int, folds: bool) -> None:
    """Play one no-limit hold'em hand with random legal actions, with or without folds."""
    state = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(pokerkit.Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
        raw_starting_stacks=200,
        player_count=players,
    )
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        else:
            actions = [state.check_or_call]
            if folds and state.can_fold():
                actions.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                actions.append(state.complete_bet_or_raise_to)
            rng.choice(actions)()


def rate(play: Callable[[], None], seconds: float) -> float:
    """Count how often `play` runs in a second of processor time: other processes do not count."""
    count, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        play()
        count += 1
    return count / spent


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    rng = random.Random(1)
    print("PokerKit hands a second: six players who may fold; two to the showdown; ratios to each")
    print(f"{'rulebook':24}{'boxes':>6}{'rounds/s':>10}{'folds':>8}{'showdown':>10}{'ratios':>14}")
    for name in RULEBOOKS:
        for boxes in (1, 3, 7):
            rules = rulebook(name)
            shoe = Shoe(rules, rng)
            folds = rate(lambda: pokerkit_hand(rng, players=6, folds=True), seconds / 2)
            ours = rate(lambda r=rules, b=boxes, s=shoe: table_round(r, b, s), seconds)
            showdown = rate(lambda: pokerkit_hand(rng, players=2, folds=False), seconds / 2)
            ratios = f"{ours / folds:.1f} {ours / showdown:.1f}"
            print(
                f"{name:24}{boxes:>6}{ours:>10,.0f}{folds:>8,.0f}{showdown:>10,.0f}{ratios:>14}",
                flush=True,
            )


if __name__ == "__main__":
    main()
