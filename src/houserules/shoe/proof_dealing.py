"""What came out of the shoe: the stack's cards, all of them in order, and the cutting card in its place."""

from collections.abc import Iterator

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.check import Check
from houserules.shoe.record import CardOut, CuttingCardOut, Segment
from houserules.shoe.stack import Stack, cut


def came_out(segment: Segment) -> list[tuple[Card, str]]:
    """Give the cards that left the stack in order, each with where it went."""
    found = [(segment.burn.card, "burned")] if segment.burn else []
    found += [
        (out.card, f"to {out.to} in round {out.round}")
        for out in segment.out
        if isinstance(out, CardOut) and not out.from_under
    ]
    return found


def in_the_shoe(segment: Segment) -> Stack:
    """Give the stack as it went into the shoe, after the cut."""
    return cut(segment.stack, segment.cut.at) if segment.cut else segment.stack


def check_order(segment: Segment, rules: Rulebook, number: int) -> Check:
    """Every card that came out is the next of the stack after the cut (S24 5.6 and peers)."""
    problem, clause = next(_out_of_order(segment), None), rules.cut.cutting_card_from_back.clause
    if problem:
        return Check("order", problem, clause, number, passed=False)
    detail = f"{len(came_out(segment))} cards came out, each the next of the stack after the cut"
    return Check("order", f"{detail}{_unplayed(segment)}.", clause, number, passed=True)


def _out_of_order(segment: Segment) -> Iterator[str]:
    order = in_the_shoe(segment)
    for at, (card, where) in enumerate(came_out(segment)):
        if at >= len(order):
            yield f"Card {at + 1}, {card} {where}, came out of a shoe of {len(order)} cards."
        elif card is not order[at]:
            yield f"Card {at + 1} was {card}, {where}; the stack has {order[at]} there."


def _unplayed(segment: Segment) -> str:
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
