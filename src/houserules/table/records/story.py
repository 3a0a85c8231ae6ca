"""A round told as a story: every card, decision and payment, its clause and its arithmetic."""

from dataclasses import dataclass
from typing import Final

from houserules.core.cards import Card
from houserules.core.money import format_money
from houserules.rulebook.schema import Rulebook
from houserules.table.events import (
    ChipsBrought,
    Event,
    RoundEnded,
    SideWagerPlaced,
    WagerPlaced,
    WagerSettled,
)
from houserules.table.evolve import evolve
from houserules.table.records.payments import arithmetic, verdict, write_sum
from houserules.table.records.record import Correction, Record
from houserules.table.records.replay import Replayed, Violation, replay
from houserules.table.records.story_rounds import (
    Now,
    StorySentence,
    readings_behind,
    tell_play,
    tell_wagers,
)
from houserules.table.records.write import write_decision
from houserules.table.round.hands import total_of
from houserules.table.state import Hand, Table

# Why the dealer draws no further card, and every settlement with its reason and its sum.


_STOPS_EARLY: Final = 19  # the reading by which the dealer stops when nothing can change


def tell_dealer_stops(now: Now) -> StorySentence:
    """Say why the dealer draws no further card (S24 15.3-15.4, reading 19)."""
    cards, part = now.table.dealer, now.rules.dealer
    total, soft = total_of(cards)
    stands = part.dealer_stands_on_soft if soft else part.dealer_stands_on_hard
    if total > 21:
        return StorySentence("dealer", (f"The dealer is bust with {total}.",))
    if natural := now.natural(cards):
        return StorySentence("dealer", (f"The dealer has {natural}.",))
    if total >= stands.value:
        text = f"The dealer stands on {'soft ' if soft else ''}{total}."
        return StorySentence("dealer", (text,), (stands.clause,), stands.readings)
    text = "Every wager is settled, so the dealer draws no card."
    if len(cards) > 1:
        text = f"The dealer stops at {total}: no further card can change what any wager gets."
    return StorySentence("dealer", (text,), (part.dealer_stops_without_effect,), (_STOPS_EARLY,))


def tell_settlement(now: Now, event: WagerSettled) -> StorySentence:
    """Tell one settlement: the verdict, why, the clause, the arithmetic."""
    stakes = now.hand(event.box, event.hand).stakes if event.hand else ()
    sums, rounded = arithmetic(now.rules, event, stakes)
    chip, why = now.rules.wagers.smallest_chip, _why(now, event)
    readings = {*readings_behind(now, event), *(chip.readings if rounded else ())}
    clauses = (event.clause, chip.clause) if rounded else (event.clause,)
    said = verdict(event, now.where(event.box, event.hand) if event.box else "")
    words = (said, *((": ", *why) if why else ()), ".")
    part = "settlement" if event.stage == "final" else now.part
    return StorySentence(part, words, clauses, tuple(sorted(readings)), sums)


def _why(now: Now, event: WagerSettled) -> tuple[str | Card, ...]:
    """Say in a few words what decided the wager."""
    if event.box is None or event.result in ("bonus", "surrendered", "forfeited"):
        return ()
    if event.wager == "insurance":
        return (f"the dealer {'has' if event.result == 'win' else 'does not have'} pontoon",)
    hand = now.hand(event.box, event.hand)
    if event.hand is None:
        first, second = hand.cards[:2]
        return (first,) if event.wager == "suits-you" else (first, " and ", second)
    if event.stage == "interim":
        return (_why_interim(now, hand),) if event.result != "stand-off" else ()
    return (_why_final(now, hand),)


def _why_interim(now: Now, hand: Hand) -> str:
    if hand.total > 21:
        return f"bust with {hand.total}"
    ranks = "-".join(sorted(card.rank for card in hand.cards))
    cards = ranks if ranks in ("6-7-8", "7-7-7") else f"{len(hand.cards)} cards"
    text = f"{hand.total} in {cards}{', doubled' if hand.doubled_at else ''}"
    return now.natural(hand.cards, split=hand.split) or text


def _why_final(now: Now, hand: Hand) -> str:
    dealer = now.natural(now.table.dealer)
    if natural := now.natural(hand.cards, split=hand.split):
        return f"{natural} against the dealer's {dealer or 'hand'}"
    if dealer:
        return f"the dealer has {dealer}"
    if now.table.dealer_total > 21:
        return f"{hand.total}, and the dealer is bust"
    return f"{hand.total} against the dealer's {now.table.dealer_total}"


# What went wrong in a round and was put right: before and after, by whom, and what was paid.


def tell_corrections(record: Record) -> list[StorySentence]:
    """Tell the corrections in order, each from what was dealt to what was changed."""
    return [_tell_correction(correction) for correction in record.corrections]


def _tell_correction(correction: Correction) -> StorySentence:
    words = [f"{correction.kind.capitalize()}: {correction.what.rstrip('.')}."]
    if correction.reported_by:
        words.append(f" Reported by {correction.reported_by}.")
    if correction.by:
        words.append(f" Decided by {correction.by}.")
    if correction.dealt:
        words += [" Dealt before:", *[f" {card}" for card in correction.dealt], "."]
    if correction.changes:
        words.append(f" Changed: {'; '.join(correction.changes)}.")
    return StorySentence(
        "correction", tuple(words), (correction.clause,) if correction.clause else ()
    )


def tell_payment(payment: WagerSettled) -> StorySentence:
    """Tell what a wager came to where the record says what was paid."""
    where = "" if payment.box is None else f" on box {payment.box}"
    where += "" if payment.hand in (None, 1) else f", hand {payment.hand}"
    wager = payment.wager.replace("-", " ")
    text = f"{payment.player}'s {wager} wager{where}: {payment.result}, {format_money(payment.returned)} back."
    sum_ = f"{format_money(payment.returned)} − {format_money(payment.stake)} = {format_money(payment.net)}"
    return StorySentence("settlement", (text,), (payment.clause,), arithmetic=sum_)


@dataclass(frozen=True, slots=True)
class Story:
    """The steps of a round, to its end or to the decision that was refused."""

    rules: Rulebook
    steps: tuple[StorySentence, ...]
    violation: Violation | None


def tell(record: Record) -> Story:
    """Tell a record's round; raises MalformedRecord where it cannot be played."""
    outcome = replay(record)
    if isinstance(outcome, Violation):
        steps, what = _event_steps(record.rules, outcome.events), "A wager is refused: "
        if outcome.decision is not None:
            decision = write_decision(record.decisions[outcome.decision])
            what = f'Decision {outcome.decision} (counted from 0), "{decision}", is refused: '
        refusal = outcome.refusal
        told = StorySentence("refusal", (what + refusal.detail,), (refusal.clause,))
        return Story(record.rules, (*steps, told), outcome)
    corrected = tell_corrections(record)
    if record.paid is None:
        steps = [*_event_steps(record.rules, outcome.events), *corrected]
    else:
        steps = [
            *_event_steps(record.rules, _laid(record)),
            *corrected,
            *map(tell_payment, record.paid),
        ]
    return Story(record.rules, (*steps, *_results(record, outcome)), None)


def _laid(record: Record) -> tuple[Event, ...]:
    """Return the wagers of a round that is not played again."""
    placed, sides, chips = list[Event](), list[Event](), dict.fromkeys(record.players, 0)
    for wager in record.wagers:
        placed.append(WagerPlaced(wager.box, wager.player, wager.amount, wager.seated))
        chips[wager.player] += wager.amount
    for side in record.side_wagers:
        sides.append(SideWagerPlaced(side.box, side.player, side.kind, side.amount, side.suit))
        chips[side.player] += side.amount
    return (*[ChipsBrought(player, amount) for player, amount in chips.items()], *placed, *sides)


def _event_steps(rules: Rulebook, events: tuple[Event, ...]) -> list[StorySentence]:
    """Tell the events in order; the dealer stops before the first wager that waited for that."""
    steps: list[StorySentence] = []
    table, dealer_done = Table(), False
    for event in events:
        table = evolve(table, event)
        now = Now(rules, table)
        is_final = isinstance(event, WagerSettled) and event.stage == "final"
        if not dealer_done and (is_final or isinstance(event, RoundEnded)):
            steps.append(tell_dealer_stops(now))
            dealer_done = True
        if isinstance(event, WagerSettled):
            steps.append(tell_settlement(now, event))
        else:
            steps += tell_wagers(now, event) or tell_play(now, event)
    return steps


def _results(record: Record, played: Replayed) -> list[StorySentence]:
    """Say what everybody is up or down, as the sum that gives it."""
    steps = []
    rows = [event for event in played.events if isinstance(event, WagerSettled)]
    for player in record.players:
        nets = [row.net for row in rows if row.player == player]
        total = sum(nets)
        end = f"ends {format_money(abs(total))} {'ahead' if total > 0 else 'behind'}"
        text = f"{player} {end if total else 'comes out even'}."
        steps.append(StorySentence("result", (text,), arithmetic=write_sum(nets)))
    if played.unused:
        spaced = [word for card in played.unused for word in (" ", card)]
        steps.append(StorySentence("result", ("Cards left over:", *spaced)))
    return steps
