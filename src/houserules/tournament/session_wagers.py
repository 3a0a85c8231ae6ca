"""What a wager in a session comes to: as found on the box, or as a form is deemed to be for."""

from houserules.core.money import Cents, round_up
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.events import WagerSettled
from houserules.tournament.session_record import Form, Limits


def wager_that_plays(amount: Cents, limits: Limits, *, late: bool = False) -> Cents:
    """Return how much of a wager plays (20.6.12, 20.6.14).

    One above the maximum is cut to the maximum first, then down to the last whole multiple of the
    minimum (reading 208); one below the minimum is made up to it.
    """
    if late:
        return limits.minimum
    amount = min(amount, limits.maximum)
    return max(amount - amount % limits.minimum, limits.minimum)


def deemed_wager(form: Form, limits: Limits, chips: Cents) -> Cents | None:
    """Return what an undisclosed wager is deemed to be for (20.8.3); None: it shows no wager.

    `chips` are those in possession: at the start of the round, less what was disclosed before the
    cards. The rules apply in the order of the clause, and the later one prevails (reading 203).
    """
    if not form.is_complete or form.amount is None:
        return None
    amount = min(max(form.amount, limits.minimum), limits.maximum)
    return min(amount, chips)


def chips_held_for(form: Form, limits: Limits, chips: Cents) -> Cents:
    """Return the chips that a sealed form keeps from being staked otherwise."""
    amount = deemed_wager(form, limits, chips)
    return min(limits.minimum, chips) if amount is None else amount


def undisclosed_net(rules: Rulebook, amount: Cents, original: WagerSettled) -> Cents:
    """Return what an undisclosed wager wins or loses: the result of the box's original wager.

    It is neither doubled nor split (reading 201) and is rounded by itself.
    """
    chip = rules.wagers.smallest_chip.value
    match original.result:
        case "win":
            assert original.odds is not None
            return original.odds.winnings(amount, chip=chip)
        case "lose" | "forfeited":
            return -amount
        case "surrendered":
            assert not isinstance(rules.surrender, NotOffered)
            keeps = rules.surrender.surrender_keeps.value
            return min(amount, round_up(amount * keeps.pays, keeps.on, chip=chip)) - amount
        case _:
            return 0
