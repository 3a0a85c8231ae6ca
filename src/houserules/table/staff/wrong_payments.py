"""Wagers paid too much or too little: reported, looked into, put right (S24 18.18-18.20)."""

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from houserules.core.money import Cents, Odds, format_money
from houserules.core.people import Moment
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.previous_round import latest_round
from houserules.table.round.chips import why_not_held
from houserules.table.round.settled_wagers import wagers_with_result
from houserules.table.round.wagers import why_not_box
from houserules.table.staff.commands import (
    IdentifyPatron,
    RecordAttempt,
    RecordEnquiries,
    RectifyPayment,
    ReportWrongPayment,
)
from houserules.table.staff.events import (
    AttemptRecorded,
    EnquiriesMade,
    PatronIdentified,
    PaymentAnnulled,
    PaymentRectified,
    WrongPaymentEntered,
)
from houserules.table.staff.state import (
    RECENT_ROUNDS,
    Dispute,
    SettledWager,
    WrongPayment,
    is_recent,
)
from houserules.table.state import Table

_ASKS_BACK = ("request return", "demand return")


def why_not_report(rules: Rulebook, table: Table, command: ReportWrongPayment) -> Refusal | None:
    """Two amounts that differ and that settled wagers on a box can pay, in a round played here."""
    clause = require_offered(rules.wrong_payments).wrong_payment_found
    if command.paid == command.due or min(command.paid, command.due) < 0:
        return Refusal(
            "payment.amounts",
            clause,
            "Enter what was paid and what was due: two different amounts, neither below zero.",
        )
    if not 1 <= command.round <= table.rounds:
        return Refusal(
            "payment.round", clause, f"This table has played rounds 1 to {table.rounds}."
        )
    return why_not_box(rules, command.box) or why_not_payment(
        rules, table, clause, command, player=command.player
    )


def report(builder: EventBuilder, command: ReportWrongPayment) -> None:
    """Enter a wrong payment in the register."""
    builder.emit(
        WrongPaymentEntered(
            builder.table.staff.payments_entered + 1,
            command.round,
            command.box,
            command.player,
            command.paid,
            command.due,
            None,
            command.by.name,
            command.at,
            require_offered(builder.rules.wrong_payments).wrong_payment_found,
        )
    )


def enter_payment(
    builder: EventBuilder,
    dispute: Dispute,
    *,
    paid: Cents,
    due: Cents,
    by: str,
    at: Moment,
    clause: Clause,
) -> None:
    """Enter what the decision of a dispute orders to be paid or given back."""
    number = builder.table.staff.payments_entered + 1
    builder.emit(
        WrongPaymentEntered(
            number, dispute.round, None, dispute.player, paid, due, dispute.number, by, at, clause
        )
    )


def why_not_enquire(rules: Rulebook, table: Table, command: RecordEnquiries) -> Refusal | None:
    """Enquiries find something, in words, and do not overwrite a suspicion."""
    part = require_offered(rules.wrong_payments)
    clause, entry = part.wrong_payment_unintended, table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if not command.found.strip():
        return Refusal("enquiries.empty", clause, "Say what the enquiries found.")
    if entry.suspected and not command.suspected:
        return Refusal(
            "enquiries.suspected",
            part.suspected_payment,
            "This payment is suspected to be intentional. That stays on record.",
        )
    return None


def enquire(builder: EventBuilder, command: RecordEnquiries) -> None:
    """Record what enquiries found; a suspicion requires more (S24 18.19)."""
    part = require_offered(builder.rules.wrong_payments)
    clause = part.suspected_payment if command.suspected else part.wrong_payment_unintended
    builder.emit(
        EnquiriesMade(
            command.entry, command.found, command.suspected, command.by.name, command.at, clause
        )
    )


def why_not_identify(rules: Rulebook, table: Table, command: IdentifyPatron) -> Refusal | None:
    """A player with a settled wager there, named before the payment is put right."""
    clause = require_offered(rules.wrong_payments).attempt_is_enough
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if refusal := _why_not_open(clause, entry):
        return refusal
    if not command.player.strip():
        return _no_patron(clause)
    if entry.box is None:  # ordered by the decision of a dispute, whose player is known
        return Refusal(
            "payment.identified", clause, f"This payment is for {entry.player}, who disputed it."
        )
    return why_not_payment(rules, table, clause, entry, player=command.player)


def identify(builder: EventBuilder, command: IdentifyPatron) -> None:
    """Record who was paid wrongly."""
    builder.emit(PatronIdentified(command.entry, command.player, command.by.name, command.at))


def why_not_attempt(rules: Rulebook, table: Table, command: RecordAttempt) -> Refusal | None:
    """What was tried fits the error: reimburse too little, ask back too much."""
    part = require_offered(rules.wrong_payments)
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, part.attempt_is_enough, command.entry)
    if not command.outcome.strip():
        return Refusal("attempt.empty", part.attempt_is_enough, "Say how the attempt ended.")
    if command.kind in _ASKS_BACK and entry.owed > 0:
        return Refusal(
            "attempt.kind",
            part.underpaid_is_reimbursed,
            "Too little was paid. Reimburse the patron.",
        )
    if command.kind == "reimburse" and entry.owed < 0:
        return Refusal(
            "attempt.kind",
            part.overpaid_is_asked_back,
            "Too much was paid. Ask the patron to return it.",
        )
    if entry.player is None and command.kind in ("reimburse", *_ASKS_BACK):
        return _no_patron(part.attempt_is_enough)
    return None


def attempt(builder: EventBuilder, command: RecordAttempt) -> None:
    """Record what was tried."""
    part = require_offered(builder.rules.wrong_payments)
    clause = part.attempt_is_enough
    if command.kind == "reimburse":
        clause = part.underpaid_is_reimbursed
    elif command.kind in _ASKS_BACK:
        clause = part.overpaid_is_asked_back
    builder.emit(
        AttemptRecorded(
            command.entry, command.kind, command.outcome, command.by.name, command.at, clause
        )
    )


def why_not_rectify(rules: Rulebook, table: Table, command: RectifyPayment) -> Refusal | None:
    """A known patron, once; what goes back to the house must be in the rack."""
    clause = rules.powers.may_correct_payment.clause
    entry = table.staff.payment(command.entry)
    if entry is None:
        return _not_at_hand(table, clause, command.entry)
    if refusal := _why_not_open(clause, entry):
        return refusal
    if entry.player is None:
        return _no_patron(clause)
    return _why_not_same_chips(rules, table, entry) or why_not_held(
        rules, table, entry.player, -entry.owed
    )


def _why_not_same_chips(rules: Rulebook, table: Table, entry: WrongPayment) -> Refusal | None:
    """A payment of a tournament is put right in its session, and no other payment there (S65 20.6.8)."""
    part, session = rules.tournament, table.session
    if isinstance(part, NotOffered):
        return None
    player = session.player(entry.player or "") if session else None
    is_of_session = session is not None and entry.round >= session.first_round
    if is_of_session == table.plays_tournament_chips(entry.round) and (
        session is None or (is_of_session and player is not None and player.is_in)
    ):
        return None
    return Refusal(
        "payment.other-chips",
        part.paid_in_tournament_chips,
        "Put payments of a tournament right during its session, while the player is in it, and "
        "all others outside.",
    )


def rectify(builder: EventBuilder, command: RectifyPayment) -> None:
    """Move the difference between rack and float tray."""
    entry = builder.table.staff.payment(command.entry)
    assert entry is not None and entry.player is not None
    part, by, at = builder.rules.wrong_payments, command.by.name, command.at
    if isinstance(part, NotOffered):
        clause = builder.rules.powers.may_correct_payment.clause
    elif entry.suspected:
        clause = part.suspected_payment_put_right
    else:
        clause = part.wrong_payment_put_right
    builder.emit(PaymentRectified(command.entry, entry.player, entry.owed, by, at, clause))


def _not_at_hand(table: Table, clause: Clause, number: int) -> Refusal:
    if table.staff.was_entered(number):
        return Refusal(
            "payment.rectified", clause, f"Entry {number} is closed: it was put right or annulled."
        )
    return Refusal("payment.unknown", clause, f"The register has no entry {number}.")


def _no_patron(clause: Clause) -> Refusal:
    return Refusal("payment.no-patron", clause, "Identify the patron first.")


def _why_not_open(clause: Clause, entry: WrongPayment) -> Refusal | None:
    if entry.annulled:
        return Refusal(
            "payment.annulled",
            clause,
            "The round of this payment is void or was dealt again, so nothing is owed on it.",
        )
    if entry.rectified is not None:
        return Refusal("payment.rectified", clause, "This payment has been put right.")
    return None


def annul_payments(builder: EventBuilder, clause: Clause) -> None:
    """Undo the corrections of a round that is void or dealt again (reading 68)."""
    played = latest_round(builder.table)
    if played is None:
        return
    for entry in builder.table.staff.payments:
        if entry.round != played.before.rounds + 1 or entry.annulled:
            continue
        back = entry.owed if entry.rectified is not None else 0
        player = entry.player if back else None
        there = min(back, builder.table.racks.get(player, 0)) if player is not None else 0
        builder.emit(PaymentAnnulled(entry.number, player, there, back - there, clause))


# Which settled wagers a wrong payment can be about, and how much they can pay (S24 18.18).


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
    bonus, most_paid = rules.super_bonus, most
    if not isinstance(bonus, NotOffered):  # a prize may have been paid by mistake
        most_paid += bonus.super_bonus_large.value + bonus.bonus_of_others.value
    entries = {entry.number: entry for entry in table.staff.recalled.payments}
    entries |= {entry.number: entry for entry in table.staff.payments}
    total = payment.due - payment.paid
    for entry in entries.values():
        same = (entry.round, entry.box) == (number, box) and entry.player in players
        if same and entry != payment and not entry.annulled:
            total += entry.owed
    if payment.due <= most and payment.paid <= most_paid and -most_paid <= total <= most:
        return None
    return Refusal(
        "payment.too-much",
        clause,
        f"The wagers on box {box} in round {number} can pay at most {format_money(most)}, earlier "
        f"corrections included; with a prize paid by mistake, {format_money(most_paid)}.",
    )


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
