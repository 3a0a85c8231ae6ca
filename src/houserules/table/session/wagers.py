"""What a wager in a session comes to: as found on the box, or as a form is deemed to be for."""

from houserules.core.money import Cents, round_up
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import NotOffered
from houserules.table.events import WagerSettled
from houserules.table.session.state import Form, Limits
from houserules.table.state import Table


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


def deemed_under(part: Tournament, form: Form, limits: Limits, chips: Cents) -> Clause | None:
    """Return the clause by which a form counts for something else than it says (20.8.3)."""
    if not form.is_complete or form.amount is None:
        return part.undisclosed_incomplete
    if chips < min(max(form.amount, limits.minimum), limits.maximum):
        return part.undisclosed_beyond_chips
    if form.amount < limits.minimum:
        return part.undisclosed_below_minimum
    return part.undisclosed_above_maximum if form.amount > limits.maximum else None


def reserved_chips(table: Table, player: str) -> Cents:
    """Return the tournament chips in a rack that cannot be staked now (20.6.1, 20.8.2.4).

    Before the cards: what a wager found below the minimum has to be made up by. From then on: what
    the sealed form may need, and the $50 for another's Super Bonus, which comes after the last decision.
    """
    session = table.session
    entry = session.entry(player) if session else None
    if session is None or entry is None:
        return 0
    if table.before_round is None:
        placed = [bettor.placed for box in table.boxes if (bettor := box.bettor(player))]
        return max(0, session.limits.minimum - placed[0]) if placed else 0
    bonus = sum(
        event.returned
        for event in table.log
        if isinstance(event, WagerSettled) and (event.wager, event.player) == ("bonus", player)
    )
    if entry.form is None:
        return bonus
    return bonus + chips_held_for(entry.form, session.limits, table.before_round.racks[player])
