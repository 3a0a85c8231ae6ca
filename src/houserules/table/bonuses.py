"""The Super Bonus, and what it brings the others in the round (S24 11.2.2-11.2.3, NZ 11.2-11.3)."""

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.course import At, Course, Why
from houserules.table.events import Stage
from houserules.table.office.late_payment import paid_at_the_end
from houserules.table.payout import makes_super_bonus, super_bonus_prize
from houserules.table.state import Hand, Stake, Table


def _may_win_super_bonus(rules: Rulebook, hand: Hand, stake: Stake) -> bool:
    """Not on a double, but on a doubled hand where a bettor who stayed out keeps it (NZ 12.6)."""
    stayed_out = rules.doubling.others_not_doubling_get.value == "payout odds"
    return not hand.doubled_at or (stayed_out and not stake.double)


def super_bonus_of(rules: Rulebook, hand: Hand, stake: Stake, first: Card) -> Value[Cents] | None:
    """Give the Super Bonus of a stake on a 21 against the dealer's first card, if it makes one."""
    if hand.split or not makes_super_bonus(hand.cards, first):
        return None
    return (
        super_bonus_prize(rules, stake.amount) if _may_win_super_bonus(rules, hand, stake) else None
    )


def pay_bonus_of_others(course: Course, stage: Stage = "interim") -> None:
    """Once there is a Super Bonus, pay those who win none in the round (readings 4, 5 and 40).

    Who may still win one is paid when that is over: nobody has both. Where payments are left to the
    final settlement, so are these.
    """
    if not course.table.super_bonus:
        return
    late = paid_at_the_end(course.rules, course.table)
    if (late is None) == (stage == "final"):
        return
    part = course.rules.super_bonus
    assert not isinstance(part, NotOffered)
    bonus = part.bonus_of_others
    clause = bonus.clause if late is None else late.late_super_bonus_pays
    for player, box in _others(course.rules, course.table):
        course.pay_bonus(bonus.value, "bonus", why=Why(At(player, box), clause, stage))


def _others(rules: Rulebook, table: Table) -> list[tuple[str, int | None]]:
    """Give whom to pay now: players, or wagers by player and box."""
    part = rules.super_bonus
    assert not isinstance(part, NotOffered)
    hopeful = _hopeful(rules, table)
    if part.bonus_of_others_counts.value == "wagers":
        wagers = [(b.player, box.number) for box in table.boxes for b in box.bettors if b.plays]
        out = {*table.super_bonus, *table.bonus_paid, *hopeful}
        return [wager for wager in wagers if wager not in out]
    players = dict.fromkeys(
        player
        for box in table.boxes
        for player in (
            *[bettor.player for bettor in box.bettors if bettor.plays],
            *[side.player for side in box.sides],
        )
    )
    done = {player for player, _ in (*table.super_bonus, *table.bonus_paid, *hopeful)}
    return [(player, None) for player in players if player not in done]


def _hopeful(rules: Rulebook, table: Table) -> list[tuple[str, int]]:
    """Give the wagers that may still make a Super Bonus in this round."""
    return [
        (stake.player, box.number)
        for box, _, hand in table.hands()
        if not box.is_split
        and not hand.done
        and len(hand.cards) == 2
        and makes_super_bonus(hand.cards, table.dealer[0])
        for stake in hand.open_stakes
        if super_bonus_prize(rules, stake.amount) and _may_win_super_bonus(rules, hand, stake)
    ]
