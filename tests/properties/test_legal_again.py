"""What is taken over from the table before is what the judge would say of the table now."""

from collections.abc import Iterator

import pytest

from any_command import PLAYERS
from house_rounds import Shift, shift, theme
from houserules.rulebook.loader import RULEBOOKS
from houserules.table import commands as c
from houserules.table.legal import Judged, Open, legal, legal_again
from houserules.table.sign.commands import LimitPlayers, LimitSideWagers, RaiseWager
from houserules.table.state import Table
from repetitions import repetitions

SHIFTS = repetitions(4, 60)
STEPS = 60
WAGERS = (c.PlaceWager, c.PlaceSideWager, c.WithdrawWager, c.WithdrawSideWager, RaiseWager)


def tables(name: str, seed: int) -> Iterator[tuple[Shift, Table]]:
    """Yield the tables of a shift in which there is much wagering and staff interfere now and then."""
    played = shift(name, seed, virtual=bool(seed % 2))
    kinds = (*theme(played.rules, played.rng), LimitPlayers, LimitSideWagers)
    for _ in played.opening():
        yield played, played.table
    for player in PLAYERS:
        for _ in played.welcome(player) if seed % 3 else ():
            yield played, played.table
    for _ in range(STEPS):
        open_now = [each for each in legal(played.rules, played.table) if each.who]
        wagers = [each for each in open_now if isinstance(each.command, WAGERS)]
        if wagers and played.rng.random() < 0.85:
            kind = type(played.rng.choice(wagers).command)
            one = played.rng.choice([each for each in wagers if type(each.command) is kind])
            played.give(played.filled(one))
        else:
            list(played.step(kinds, disturbed=0.5))
        yield played, played.table


def in_order(found: list[Open] | tuple[Open, ...]) -> dict[str | None, list[Open]]:
    """Return what each person may do, in the order in which it is listed."""
    by: dict[str | None, list[Open]] = {}
    for each in found:
        by.setdefault(each.who, []).append(each)
    return by


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_is_open_is_the_same_as_if_all_of_it_were_judged_anew(name: str) -> None:
    spots = taken_over = 0
    for seed in range(SHIFTS):
        before: Judged | None = None
        for played, table in tables(name, seed):
            now = legal_again(played.rules, table, before)
            assert in_order(now.everything) == in_order(legal(played.rules, table)), (seed, table)
            known = before.by_spot if before else {}
            spots += sum(1 for found in now.by_spot.values() if found)
            taken_over += sum(
                1 for k, found in now.by_spot.items() if found and known.get(k) is found
            )
            before = now
    assert taken_over > spots / 20
