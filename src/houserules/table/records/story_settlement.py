"""Why the dealer draws no further card, and every settlement with its reason and its sum."""

from typing import Final

from houserules.core.cards import Card
from houserules.table import events as e
from houserules.table.records.payments import arithmetic, verdict
from houserules.table.records.story_parts import Now, Step
from houserules.table.records.story_readings import readings_behind
from houserules.table.state import Hand
from houserules.table.totals import total_of

_STOPS_EARLY: Final = 19  # the reading by which the dealer stops when nothing can change


def tell_dealer_stops(now: Now) -> Step:
    """Say why the dealer draws no further card (S24 15.3-15.4, reading 19)."""
    cards, part = now.table.dealer, now.rules.dealer
    total, soft = total_of(cards)
    stands = part.dealer_stands_on_soft if soft else part.dealer_stands_on_hard
    if total > 21:
        return Step("dealer", (f"The dealer is bust with {total}.",))
    if natural := now.natural(cards):
        return Step("dealer", (f"The dealer has {natural}.",))
    if total >= stands.value:
        text = f"The dealer stands on {'soft ' if soft else ''}{total}."
        return Step("dealer", (text,), (stands.clause,), stands.readings)
    text = "Every wager is settled, so the dealer draws no card."
    if len(cards) > 1:
        text = f"The dealer stops at {total}: no further card can change what any wager gets."
    return Step("dealer", (text,), (part.dealer_stops_without_effect,), (_STOPS_EARLY,))


def tell_settlement(now: Now, event: e.WagerSettled) -> Step:
    """Tell one settlement: the verdict, why, the clause, the arithmetic."""
    stakes = now.hand(event.box, event.hand).stakes if event.hand else ()
    sums, rounded = arithmetic(now.rules, event, stakes)
    chip, why = now.rules.wagers.smallest_chip, _why(now, event)
    readings = {*readings_behind(now, event), *(chip.readings if rounded else ())}
    clauses = (event.clause, chip.clause) if rounded else (event.clause,)
    said = verdict(event, now.where(event.box, event.hand) if event.box else "")
    words = (said, *((": ", *why) if why else ()), ".")
    part = "settlement" if event.stage == "final" else now.part
    return Step(part, words, clauses, tuple(sorted(readings)), sums)


def _why(now: Now, event: e.WagerSettled) -> tuple[str | Card, ...]:
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
