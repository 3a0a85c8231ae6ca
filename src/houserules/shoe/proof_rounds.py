"""From round to round: rounds go on, the shoe ends where it must, cards run out and are refilled."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Literal

from houserules.core.cards import Card
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.shoe.record import UNDER, CardOut, CuttingCardOut, Out, Segment, ShoeRecord
from houserules.shoe.stack import Stack, cut

# One check of a proof: what was looked at, what was found, and the clause that asks for it.


Name = Literal[
    "format",
    "published",
    "stack",
    "refill",
    "commitment",
    "cut",
    "cutting-card",
    "burn",
    "order",
    "count",
    "cutting-card-out",
    "reshuffle",
    "rounds",
    "dealt",
    "redealt",
    "under-the-shoe",
]


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict, in words for whoever asked."""

    name: Name  # stable, documented in docs/reference/shoe-record.md
    detail: str
    clause: Clause | None = None  # None: asked for by the proof, not by a clause
    segment: int | None = None  # counted from 0; None: of the whole record
    passed: bool | None = field(kw_only=True)  # None: the record does not hold what it needs


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
    """Yield the cards that a round had put on the layout before a refill."""
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


# What came out of the shoe: the stack's cards, all of them in order, and the cutting card in its place.


def came_out(segment: Segment) -> list[tuple[Card, str]]:
    """Return the cards that left the stack in order, each with where it went."""
    found = [(segment.burn.card, "burned")] if segment.burn else []
    found += [
        (out.card, f"to {out.to} in round {out.round}")
        for out in segment.out
        if isinstance(out, CardOut) and not out.from_under
    ]
    return found


def in_the_shoe(segment: Segment) -> Stack:
    """Return the stack as it went into the shoe, after the cut."""
    return cut(segment.stack, segment.cut.at) if segment.cut else segment.stack


def check_order(segment: Segment, rules: Rulebook, number: int) -> Check:
    """Every card that came out is the next of the stack after the cut (S24 5.6 and peers)."""
    problem, clause = next(_out_of_order(segment), None), rules.cut.cutting_card_from_back.clause
    if problem:
        return Check("order", problem, clause, number, passed=False)
    detail = f"{len(came_out(segment))} cards came out, each the next of the stack after the cut"
    return Check("order", f"{detail}{_burned_note(segment)}.", clause, number, passed=True)


def _out_of_order(segment: Segment) -> Iterator[str]:
    order = in_the_shoe(segment)
    for at, (card, where) in enumerate(came_out(segment)):
        if at >= len(order):
            yield f"Card {at + 1}, {card} {where}, came out of a shoe of {len(order)} cards."
        elif card is not order[at]:
            yield f"Card {at + 1} was {card}, {where}; the stack has {order[at]} there."


def _burned_note(segment: Segment) -> str:
    """Name the cards that were burned within the shoe: whoever knows the order could use that."""
    burned = [
        f"{out.card} in round {out.round}"
        for out in segment.out
        if isinstance(out, CardOut) and out.to.kind == "burned"
    ]
    return f"; burned unplayed: {', '.join(burned)}" if burned else ""


def check_count(segment: Segment, number: int) -> Check:
    """What came out and what was left are the stack: nothing is missing, nothing is extra."""
    out, left, cards = len(came_out(segment)), segment.left, len(segment.stack)
    detail = f"{out} cards came out and {left} were left in the shoe: {out + left} of {cards}."
    return Check("count", detail, segment=number, passed=out + left == cards)


def check_cutting_card_out(segment: Segment, rules: Rulebook, number: int) -> Check:
    """The cutting cards came out behind the cards that lay in front of them, or were not reached."""
    cards, behind = len(segment.stack), segment.cutting_card
    first = _place_of(segment, 1, None if behind is None else cards - behind)
    second = _place_of(segment, 2, cards if rules.cut.cutting_cards.value > 1 else None)
    wrong = [found for passed, found in (first, second) if not passed]
    detail = " ".join(wrong) if wrong else first[1]
    return Check(
        "cutting-card-out",
        detail,
        rules.cut.cutting_card_from_back.clause,
        number,
        passed=not wrong,
    )


def _place_of(segment: Segment, which: int, due: int | None) -> tuple[bool, str]:
    """Say where a cutting card came out, and whether that is behind as many cards as are due."""
    name = "The cutting card" if which == 1 else "The second cutting card"
    found, cards = [], 1 if segment.burn else 0
    for out in segment.out:
        if isinstance(out, CardOut):
            cards += not out.from_under
        elif out.which == which:
            found.append((cards, out))
    if due is None:
        return not found, f"{name} was not in the shoe{', yet it came out' if found else ''}."
    if len(found) > 1:
        return False, f"{name} came out {len(found)} times."
    if found:
        return _came_at(name, *found[0], due)
    reached = cards > due
    return not reached, (
        f"{name} lay behind {due} cards; {cards} came out{', and it did not' if reached else ''}."
    )


def _came_at(name: str, cards: int, out: CuttingCardOut, due: int) -> tuple[bool, str]:
    said = f"{name} came out in round {out.round} behind {cards} cards"
    if cards == due:
        return True, f"{said}, where it was put."
    return False, f"{said}; it was put behind {due}."


# Where the cards went: the software deals them round by round in one order, and puts none aside.
#
# A record made before staff lost the power to report cards of a virtual shoe (reading 75) may show that
# somebody chose its cards: one burned or put under the shoe, or a hand that was given another hand's card.


def check_dealt(record: ShoeRecord) -> Check:
    """Every card went to the hand whose turn it was (S24 8.1, 18.8 and peers)."""
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    for detail, clause in (*_put_aside(record.rules, outs), *_misdealt(record.rules, outs)):
        return Check("dealt", detail, clause, passed=False)
    clause = record.rules.initial_deal.deal_order
    return Check("dealt", "Every card went to the hand whose turn it was.", clause, passed=True)


def check_redealt(record: ShoeRecord) -> Check:
    """No round was taken up and dealt again: the software makes no misdeal (S24 18.8 and peers)."""
    clause = record.rules.misdeal.misdeal_is_reconstructed
    if record.redealt is None:
        detail = (
            "Not checked: this record is older than the key 'redealt', so it cannot show whether two "
            "cards of one hand changed places. An audit of the journal can."
        )
        return Check("redealt", detail, clause, passed=None)
    if record.redealt:
        rounds = ", ".join(map(str, record.redealt))
        detail = f"Cards were taken up and dealt again in round {rounds}; the software does not."
        return Check("redealt", detail, clause, passed=False)
    return Check("redealt", "No round was taken up and dealt again.", clause, passed=True)


def _put_aside(rules: Rulebook, outs: Iterable[CardOut]) -> Iterator[tuple[str, Clause]]:
    part = rules.irregularities
    for out in outs:
        if out.to.kind == "burned":
            detail = f"{out.card} was burned in round {out.round}; only the first card may be."
            yield detail, part.faced_card_is_burned
        elif out.to.kind == UNDER or out.from_under:
            detail = (
                f"{out.card} was kept under the shoe in round {out.round}; the software does not."
            )
            yield detail, part.finished_hand_card_kept


def _misdealt(rules: Rulebook, outs: Iterable[CardOut]) -> Iterator[tuple[str, Clause]]:
    for number, together in groupby(outs, key=lambda out: out.round):
        if wrong := _out_of_turn(list(together)):
            detail = f"{wrong.card} went to {wrong.to} in round {number} out of turn."
            yield detail, rules.misdeal.misdeal_is_reconstructed


def _out_of_turn(outs: list[CardOut]) -> CardOut | None:
    """Find the first card of a round that came before one that was due earlier."""
    for (before, _), (after, out) in pairwise(_turns(outs)):
        if after < before:
            return out
    return None


def _turns(outs: Iterable[CardOut]) -> Iterator[tuple[tuple[int, int, int], CardOut]]:
    """Pair each card of a round with when it was due.

    Each box gets a card and the dealer one, then each box a second; then each box and each of its
    hands draws in turn, and last the dealer.
    """
    got: Counter[int | None] = Counter()
    for out in outs:
        box, number = out.to.box, got[out.to.box]
        got[box] += 1
        if box is None:
            yield (1 if number == 0 else 4, 0, 0), out
        elif number < 2:
            yield (0 if number == 0 else 2, box, 0), out
        else:
            yield (3, box, out.to.hand or 0), out
