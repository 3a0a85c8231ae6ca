"""Four styles of play: how a player wagers, by the chips of all and the rounds that are left.

All of them play their hands alike, by one strategy; they differ in what they wager. A player goes on
with more chips than the one who would otherwise have the last place that goes on: the *rival*, which
is the richest of the others where only the winner goes on.

- **Steady** wagers the minimum. In the last round it wagers what it takes to pass the rival, or all.
- **Aggressive** wagers the maximum until it is ahead of the rival by more than one maximum wager, and
  then the minimum.
- **Tactical** wagers the minimum until the last five rounds. Ahead, it then wagers as the rival
  does, so that the two win and lose together, or, if it cannot see the rival's wager, enough to stay
  ahead if both win. Behind, it wagers enough to pass the rival even if the rival wins, or else if
  the rival does not.
- **Random** wagers any amount, and plays a pass card or a sealed form now and then.

The first three play their pass cards in the last rounds, when they are ahead, and put the wager of
the last round on a sealed form, when they are not safe.
"""

from typing import Final

from houserules.simulator.compiled import compile_kernel, inline_kernel
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import Numbers

CLOSING_ROUNDS: Final = 5
"""The rounds in which a tactical player looks at the others."""

LUCK_BITS: Final = 31
_ONE_IN: Final = 10  # how often a random player plays a pass card, and how often a form


@compile_kernel
def choose_entry(
    seats: Numbers,
    first: int,
    number: int,
    me: int,
    minimum: int,
    maximum: int,
    left: int,
    aim: int,
    luck: int,
    more_luck: int,
) -> tuple[int, int]:
    """Return the disclosed wager and that on a sealed form; neither: a pass card.

    `seats` from row `first` on are the players, `me` the row of the one who wagers. `left` counts
    the rounds from this one to the last, `aim` how many go on. The two numbers below 2^31 are for a
    random player.
    """
    chips = seats[me, layout.CHIPS]
    top = min(maximum, chips) // minimum * minimum
    style = seats[me, layout.STYLE]
    if style not in (layout.STEADY, layout.AGGRESSIVE, layout.TACTICAL):
        return _random_entry(seats, me, minimum, top, luck, more_luck)
    rival = rival_of(seats, first, number, me, aim)
    bar = 0 if rival == layout.NOT_YET else seats[rival, layout.CHIPS]
    if style == layout.STEADY:
        wager = _steady_wager(chips, bar, minimum, left)
        is_safe = chips > bar
    elif style == layout.AGGRESSIVE:
        is_safe = chips - bar > maximum
        wager = minimum if is_safe else top
    else:
        reach = min(maximum, bar) // minimum * minimum
        is_safe = chips - bar > reach
        wager = minimum
        if left <= CLOSING_ROUNDS and not is_safe:
            seen = layout.NOT_YET if rival == layout.NOT_YET else seats[rival, layout.WAGER]
            wager = _tactical_wager(chips, bar, seen, reach, minimum, top)
    if is_safe and left <= seats[me, layout.PASS_CARDS]:
        return 0, 0
    wager = max(minimum, min(wager, top))
    if left == 1 and not is_safe and seats[me, layout.FORMS] > 0:
        return 0, wager
    return wager, 0


@compile_kernel
def rival_of(seats: Numbers, first: int, number: int, me: int, aim: int) -> int:
    """Return the row of the player whom one has to pass, or layout.NOT_YET if all the others may go on."""
    for row in range(first, first + number):
        if row == me or not seats[row, layout.IS_IN]:
            continue
        ahead = 0
        for other in range(first, first + number):
            if other in (me, row) or not seats[other, layout.IS_IN]:
                continue
            more = seats[other, layout.CHIPS] - seats[row, layout.CHIPS]
            if more > 0 or (more == 0 and other < row):
                ahead += 1
        if ahead == aim - 1:
            return row
    return layout.NOT_YET


@inline_kernel
def _steady_wager(chips: int, bar: int, minimum: int, left: int) -> int:
    if left > 1 or chips > bar:
        return minimum
    return _more_than(bar - chips, minimum)


@inline_kernel
def _tactical_wager(chips: int, bar: int, seen: int, reach: int, minimum: int, top: int) -> int:
    """Return a wager of the closing rounds, not yet brought between minimum and top."""
    expected = reach if seen == layout.NOT_YET else seen
    if chips > bar:
        return expected if seen != layout.NOT_YET else _more_than(bar + reach - chips, minimum)
    if seen == layout.NOT_YET:
        expected = minimum
    enough = _more_than(bar + expected - chips, minimum)
    return enough if enough <= top else _more_than(bar - chips, minimum)


@inline_kernel
def _more_than(amount: int, minimum: int) -> int:
    """Return the least multiple of the minimum above an amount."""
    return (amount // minimum + 1) * minimum


@inline_kernel
def _random_entry(
    seats: Numbers, me: int, minimum: int, top: int, luck: int, more_luck: int
) -> tuple[int, int]:
    wager = (1 + (luck * (top // minimum) >> LUCK_BITS)) * minimum
    what = more_luck * _ONE_IN >> LUCK_BITS
    if what == 0 and seats[me, layout.PASS_CARDS] > 0:
        return 0, 0
    if what == 1 and seats[me, layout.FORMS] > 0:
        return 0, wager
    return wager, 0
