"""The steps that make cards ready, in order: for a new table, new cards, and every shuffle."""

from typing import Final

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.state import Cause, Due, Kind, PreShuffled, Step

WITHIN_ROUND: Final[tuple[Cause, ...]] = ("ran out", "malfunction")
"""Shuffles during a round, which is then completed."""

RECHECKED: Final[tuple[Cause, ...]] = ("shoe void", "removed to be checked")


def uses_automatic_shuffler(rules: Rulebook) -> bool:
    """Whether one set is shuffled by machine while the other is in play (NZ 3.3(e))."""
    return rules.shuffle.shuffled_by.value == "automatic shuffler"


def new_cards(
    rules: Rulebook,
    kind: Kind,
    *,
    cause: Cause,
    colours: tuple[str, ...],
    pre_shuffled: PreShuffled | None = None,
    virtual: bool = False,
) -> tuple[Due, ...]:
    """Return the steps for cards that come to the table: check, open, shuffle, cut, burn.

    Pre-shuffled cards are checked too, and kept secure until they are used (S24 4.3, 4.4). Nobody
    inspects the cards of a virtual shoe: software creates them.
    """
    first = colours[0]
    steps = shuffle_steps(rules, kind, cause=cause, colour=first)
    if virtual:
        return steps
    if pre_shuffled is not None:
        before = tuple(Due(step, first) for step in (*checks(rules), "secured"))
        return (*before, *(steps if _shuffled_all_the_same(rules, kind) else steps[1:]))
    opened = [
        Due(step, colour)
        for colour in colours
        for step in (*checks(rules), *_opening(rules, sets=len(colours)))
    ]
    return (*opened, *steps)


def _shuffled_all_the_same(rules: Rulebook, kind: Kind) -> bool:
    part = rules.pre_shuffled
    return (
        kind == "shuffling device"
        or isinstance(part, NotOffered)
        or part.pre_shuffled_are_shuffled.value
    )


def checks(rules: Rulebook) -> tuple[Step, ...]:
    """Return the checks of a set: one, or one each by dealer and supervisor (NZ 6.1)."""
    both = rules.cards.cards_checked_by.value == "dealer and supervisor"
    return ("check", "check") if both else ("check",)


def _opening(rules: Rulebook, *, sets: int) -> tuple[Step, ...]:
    """In front of the players, or straight into the automatic shuffler (NZ 6.2-6.4)."""
    if isinstance(rules.opening, NotOffered):
        return ()
    if sets > 1:
        return ("wash", "stack", "riffle", "load")
    return ("spread", "wash", "stack", "riffle")


def shuffle_steps(rules: Rulebook, kind: Kind, *, cause: Cause, colour: str) -> tuple[Due, ...]:
    """Return the steps of a shuffle; cards of a void shoe or taken out are checked first."""
    first = checks(rules) if cause in RECHECKED else ()
    steps = (*first, "shuffle", *after_shuffle(rules, kind, cause=cause))
    return tuple(Due(step, colour) for step in steps)


def after_shuffle(rules: Rulebook, kind: Kind, *, cause: Cause) -> tuple[Step, ...]:
    """Return what follows a shuffle: cut, cutting card and burn, or with a device the burn alone."""
    burn: tuple[Step, ...] = ("burn",) if _first_card_is_burned(rules, kind, cause) else ()
    return burn if kind == "shuffling device" else ("cut", "cutting card", *burn)


def _first_card_is_burned(rules: Rulebook, kind: Kind, cause: Cause) -> bool:
    """Burn the first card of a shoe (S24 5.9, NZ 8.1), and of a device as its document says (PJ 4.8.1)."""
    if not rules.burn.first_card_burned.value:
        return False
    if kind == "shuffling device" and not isinstance(rules.device, NotOffered):
        each_time = rules.device.device_burned.value == "each loading"
        return cause not in WITHIN_ROUND and (each_time or cause == "start")
    return cause not in WITHIN_ROUND or rules.burn.refill_burned.value
