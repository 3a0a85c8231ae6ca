"""How a bot wagers, in four styles: the same as `houserules tournament simulate` plays, in plain Python.

A player advances with more chips than the one who would otherwise have the last place that advances:
the *rival*, which is the richest of the others where only the winner goes on.
`simulator.tournament.styles` is the compiled twin, and tests compare the two.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from houserules.core.money import Cents

Style = Literal["steady", "aggressive", "tactical", "random"]
STYLES: Final[tuple[Style, ...]] = get_args(Style)

EXPLAINED: Final[dict[Style, str]] = {
    "steady": "Wagers the minimum. In the last round it wagers what it takes to pass the player it "
    "has to beat, or all it has.",
    "aggressive": "Wagers the maximum until it leads by more than one maximum wager, then the "
    "minimum.",
    "tactical": "Wagers the minimum until the last five rounds. Then it looks at the player it has "
    "to beat: ahead, it wagers enough to stay ahead; behind, enough to pass.",
    "random": "Wagers any amount, and plays a pass card or a sealed form now and then.",
}
"""What each style does, in words for the player."""

CLOSING_ROUNDS: Final = 5
"""The rounds in which a tactical player looks at the others."""

LUCK_BITS: Final = 31
_ONE_IN: Final = 10  # how often a random player plays a pass card, and how often a form


class Rival(NamedTuple):
    """Another player as one sees them before the cards."""

    chips: Cents
    wager: Cents | None  # disclosed in this round; None: none that can be seen in time


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player knows who is about to wager. Chips count what is wagered already."""

    chips: Cents
    pass_cards: int
    forms: int
    minimum: Cents
    maximum: Cents
    left: int  # rounds, this one included
    aim: int  # how many go on
    earlier: tuple[Rival, ...]  # who is still in, on lower boxes
    later: tuple[Rival, ...]  # on higher boxes

    @property
    def top(self) -> Cents:
        """The most that can be wagered, in units of the minimum."""
        return min(self.maximum, self.chips) // self.minimum * self.minimum


class ChosenEntry(NamedTuple):
    """A wager in chips and one on a sealed form; neither: a pass card."""

    wager: Cents
    form: Cents


PASS: Final = ChosenEntry(0, 0)


def choose_entry(style: Style, situation: Situation, luck: tuple[int, int]) -> ChosenEntry:
    """Return what a player of a style puts down; `luck` has two numbers below 2^31, for a random one."""
    if style == "random":
        return _random_entry(situation, luck)
    rival = find_rival(situation)
    bar = rival.chips if rival else 0
    chips, minimum, maximum, top = (
        situation.chips,
        situation.minimum,
        situation.maximum,
        situation.top,
    )
    match style:
        case "steady":
            is_safe = chips > bar
            wager = minimum
            if situation.left == 1 and not is_safe:
                wager = _more_than(bar - chips, minimum)
        case "aggressive":
            is_safe = chips - bar > maximum
            wager = minimum if is_safe else top
        case "tactical":
            reach = min(maximum, bar) // minimum * minimum
            is_safe = chips - bar > reach
            wager = minimum
            if situation.left <= CLOSING_ROUNDS and not is_safe:
                wager = _tactical_wager(situation, bar, rival.wager if rival else None, reach)
    if is_safe and situation.left <= situation.pass_cards:
        return PASS
    wager = max(minimum, min(wager, top))
    if situation.left == 1 and not is_safe and situation.forms > 0:
        return ChosenEntry(0, wager)
    return ChosenEntry(wager, 0)


def find_rival(situation: Situation) -> Rival | None:
    """Return the player whom one has to pass; None: all the others may go on."""
    others = (*situation.earlier, *situation.later)
    richest = sorted(enumerate(others), key=lambda each: (-each[1].chips, each[0]))
    return richest[situation.aim - 1][1] if len(richest) >= situation.aim else None


def _tactical_wager(situation: Situation, bar: Cents, seen: Cents | None, reach: Cents) -> Cents:
    """Return a wager of the closing rounds, not yet brought between minimum and top."""
    chips, minimum = situation.chips, situation.minimum
    if chips > bar:
        return _more_than(bar + reach - chips, minimum) if seen is None else seen
    enough = _more_than(bar + (minimum if seen is None else seen) - chips, minimum)
    return enough if enough <= situation.top else _more_than(bar - chips, minimum)


def _more_than(amount: Cents, minimum: Cents) -> Cents:
    """Return the least multiple of the minimum above an amount."""
    return (amount // minimum + 1) * minimum


def _random_entry(situation: Situation, luck: tuple[int, int]) -> ChosenEntry:
    minimum = situation.minimum
    wager = (1 + (luck[0] * (situation.top // minimum) >> LUCK_BITS)) * minimum
    what = luck[1] * _ONE_IN >> LUCK_BITS
    if what == 0 and situation.pass_cards > 0:
        return PASS
    if what == 1 and situation.forms > 0:
        return ChosenEntry(0, wager)
    return ChosenEntry(wager, 0)
