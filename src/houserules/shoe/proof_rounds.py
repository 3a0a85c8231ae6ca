"""From round to round: rounds go on, the shoe ends where it must, cards run out and are refilled."""

from collections import Counter
from collections.abc import Iterator

from houserules.core.cards import Card
from houserules.shoe.check import Check
from houserules.shoe.record import UNDER, CardOut, CuttingCardOut, Out, ShoeRecord


def check_rounds(record: ShoeRecord) -> Check:
    """Rounds count up: no card is written down for a round that was over."""
    last = 0
    for segment in record.segments:
        for out in segment.out:
            if out.round < last:
                detail = f"A card of round {out.round} stands behind one of round {last}."
                return Check("rounds", detail, passed=False)
            last = out.round
    rounds = len({out.round for segment in record.segments for out in segment.out})
    detail = "There is one round." if rounds == 1 else f"{rounds} rounds follow one another."
    return Check("rounds", detail, passed=True)


def check_reshuffle(record: ShoeRecord, number: int) -> Check:
    """Once the cutting card is out the shoe ends: at once if it came first, else with the round."""
    segment, shuffle = record.segments[number], record.rules.shuffle
    at = next((i for i, out in enumerate(segment.out) if _is_cutting_card(out)), None)
    if at is None:
        detail = "The cutting card did not come out, and no shuffle was due."
        return Check("reshuffle", detail, shuffle.shuffle_after_round, number, passed=True)
    round_ = segment.out[at].round
    before = [out for each in record.segments[:number] for out in each.out] + [*segment.out[:at]]
    first = all(out.round < round_ for out in before)
    later = [out for out in segment.out[at + 1 :] if isinstance(out, CardOut)]
    if first:
        detail = f"The cutting card came as the first card of round {round_}"
        wrong, clause = later, shuffle.shuffle_at_first_card
    else:
        detail = f"The cutting card came during round {round_}"
        wrong, clause = [out for out in later if out.round > round_], shuffle.shuffle_after_round
    ended = f"; yet a card of round {wrong[0].round} came out" if wrong else ", and the shoe ended"
    return Check("reshuffle", f"{detail}{ended}.", clause, number, passed=not wrong)


def _is_cutting_card(out: Out) -> bool:
    return isinstance(out, CuttingCardOut) and out.which == 1


def check_refill(record: ShoeRecord, number: int) -> Check:
    """The discards are shuffled when no card is left, within the round that needs one."""
    before, segment = record.segments[number - 1], record.segments[number]
    problem = None
    last = before.out[-1].round if before.out else 0
    if before.left:
        problem = f"{before.left} cards were left in the shoe when the discards were shuffled"
    elif segment.out and segment.out[0].round != last:
        problem = f"The discards were shuffled after round {last}, not within it"
    elif extra := Counter(segment.layout) - Counter(_on_table(record, number, last)):
        card = next(iter(extra))
        problem = f"{card} is said to have lain on the layout, and did not come out in round {last}"
    detail = problem or f"The shoe was empty in round {last}, and the discards were shuffled"
    return Check(
        "refill", f"{detail}.", record.rules.shuffle.cards_ran_out, number, passed=problem is None
    )


def _on_table(record: ShoeRecord, number: int, round_: int) -> Iterator[Card]:
    """Give the cards that a round had put on the layout before a refill."""
    outs = [out for segment in record.segments[:number] for out in segment.out]
    for out in outs:
        if isinstance(out, CardOut) and out.round == round_ and out.to.kind in ("box", "dealer"):
            yield out.card


def check_under(record: ShoeRecord) -> Iterator[Check]:
    """A card put under the shoe unseen is the first card of the next round (S24 18.6 and peers)."""
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    if not any(out.from_under or out.to.kind == UNDER for out in outs):
        return
    problem = next(_under(outs), None)
    detail = problem or "Every card put under the shoe was the first of the next round"
    clause = record.rules.irregularities.finished_hand_card_kept
    yield Check("under-the-shoe", f"{detail}.", clause, passed=problem is None)


def _under(outs: list[CardOut]) -> Iterator[str]:
    """Say what is wrong with the cards under the shoe; the one that was put there first leaves first."""
    waiting: list[CardOut] = []
    for out in outs:
        due = waiting[0] if waiting and out.round > waiting[0].round else None
        if out.from_under and due is None:
            yield f"{out.card} came from under the shoe in round {out.round}; no card was due there"
        elif due and not (out.from_under and out.card is due.card):
            yield f"{due.card} lay under the shoe, and {out.card} came in round {out.round} instead"
        if out.from_under:
            waiting = waiting[1:]
        if out.to.kind == UNDER:
            waiting.append(out)
