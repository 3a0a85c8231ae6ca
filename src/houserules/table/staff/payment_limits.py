"""Which settled wagers a wrong payment can be about, and how much they can pay (S24 18.18)."""

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from houserules.core.money import Cents, Odds, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.round.settled_wagers import wagers_with_result
from houserules.table.staff.commands import ReportWrongPayment
from houserules.table.staff.state import RECENT_ROUNDS, SettledWager, WrongPayment, is_recent
from houserules.table.state import Table


def settled_wagers(table: Table, number: int) -> tuple[SettledWager, ...] | None:
    """Return the wagers of a round that have a result, of the round under way those so far.

    None: the round was too long ago for the table to remember it.
    """
    if number == table.rounds and table.before_round is not None:
        return wagers_with_result(table.log)
    for played in (*table.staff.settled, *table.staff.recalled.rounds):
        if played.number == number:
            return played.wagers
    return () if is_recent(number, table.rounds) else None


def why_not_payment(
    rules: Rulebook,
    table: Table,
    clause: Clause,
    payment: ReportWrongPayment | WrongPayment,
    *,
    player: str | None,
) -> Refusal | None:
    """A player with a settled wager on the box, and amounts that it can pay."""
    number, box = payment.round, payment.box
    wagers = settled_wagers(table, number)
    if wagers is None:
        return Refusal(
            "payment.round",
            clause,
            f"Round {number} was too long ago: the table remembers its last {RECENT_ROUNDS}.",
        )
    players = {
        wager.player for wager in wagers if wager.box == box and player in (None, wager.player)
    }
    if not players:
        who = f"{player} had no" if player else "Nobody had a"
        return Refusal(
            "payment.no-wager", clause, f"{who} settled wager on box {box} in round {number}."
        )
    most = max(_most_due(rules, wagers, box, patron) for patron in players)
    most_paid = most + _prizes(rules)
    total = payment.due - payment.paid
    total += sum(entry.owed for entry in _entries(table, payment) if entry.player in players)
    if payment.due <= most and payment.paid <= most_paid and -most_paid <= total <= most:
        return None
    return Refusal(
        "payment.too-much",
        clause,
        f"The wagers on box {box} in round {number} can pay at most {format_money(most)}, earlier "
        f"corrections included; with a prize paid by mistake, {format_money(most_paid)}.",
    )


def _entries(table: Table, payment: ReportWrongPayment | WrongPayment) -> list[WrongPayment]:
    """Return the other entries about the same box in the same round."""
    at_hand = {entry.number: entry for entry in table.staff.recalled.payments}
    at_hand |= {entry.number: entry for entry in table.staff.payments}
    return [
        entry
        for entry in at_hand.values()
        if (entry.round, entry.box) == (payment.round, payment.box)
        and entry != payment
        and not entry.annulled
    ]


def _most_due(
    rules: Rulebook, wagers: Iterable[SettledWager], box: int | None, player: str
) -> Cents:
    """Return the most that a player's wagers can pay: stakes, the best odds, prizes as won."""
    chip = rules.wagers.smallest_chip.value
    return sum(
        wager.stake + _best_odds(rules, wager.wager).winnings(wager.stake, chip=chip)
        if wager.stake
        else wager.returned
        for wager in wagers
        if wager.player == player and wager.box in (box, None)
    )


def _prizes(rules: Rulebook) -> Cents:
    """Return the prizes that may have been paid by mistake."""
    part = rules.super_bonus
    if isinstance(part, NotOffered):
        return 0
    return part.super_bonus_large.value + part.bonus_of_others.value


def _best_odds(rules: Rulebook, wager: str) -> Odds:
    """Return the best odds that the rulebook has for a kind of wager."""
    beside: dict[str, Any] = {
        "insurance": rules.insurance,
        "perfect-pairs": rules.perfect_pairs,
        "suits-you": rules.suits_you,
    }
    on_hands = (rules.pontoon, rules.blackjack, rules.bonus_21, rules.play, rules.final)
    parts: tuple[Any, ...] = (beside[wager],) if wager in beside else on_hands
    values = [
        getattr(part, part_field.name)
        for part in parts
        if not isinstance(part, NotOffered)
        for part_field in fields(part)
    ]
    odds = [v.value for v in values if isinstance(v, Value) and isinstance(v.value, Odds)]
    return max(odds, key=lambda pair: Fraction(pair.pays, pair.on))
