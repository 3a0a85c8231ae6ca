"""The proof of a shoe: every check of its record, in order, each with its clause and its verdict."""

from collections import Counter
from collections.abc import Iterable, Iterator

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.commitment import commit
from houserules.shoe.cut import cut_depth, cutting_card_depth
from houserules.shoe.proof_rounds import (
    Check,
    check_count,
    check_cutting_card_out,
    check_dealt,
    check_order,
    check_redealt,
    check_refill,
    check_reshuffle,
    check_rounds,
    check_under,
)
from houserules.shoe.record import FORMAT, Segment, ShoeRecord
from houserules.shoe.stack import Stack, deck_size, decks_of

# What was fixed before the first card: the stack, its commitment, the cut, the cutting card, the burn.


def check_stack(segment: Segment, rules: Rulebook) -> Check:
    """The stack is exactly the decks of the game (S24 4.1 and peers)."""
    decks = rules.equipment.decks
    wrong = _difference(segment.stack, decks_of(rules))
    due = f"{decks.value} decks of {deck_size(rules)} cards"
    detail = f"The stack is not {due}: {wrong}." if wrong else f"The stack is {due}, all there."
    return Check("stack", detail, decks.clause, 0, passed=not wrong)


def check_refill_stack(segment: Segment, rules: Rulebook, number: int) -> Check:
    """A refill is every card of the game that does not lie on the layout (S24 18.9 and peers)."""
    wrong = _difference(segment.stack + segment.layout, decks_of(rules))
    said = f"The {len(segment.stack)} cards shuffled and the {len(segment.layout)} on the layout"
    detail = f"{said} are all of the decks." if not wrong else f"{said} are not the decks: {wrong}."
    return Check("stack", detail, rules.shuffle.cards_ran_out, number, passed=not wrong)


def _difference(stack: Stack, wanted: Stack) -> str:
    """Say which cards are too many and which are missing; nothing if it is the same cards."""
    there, due = Counter(stack), Counter(wanted)
    extra, missing = there - due, due - there
    parts = [
        f"{_list_cards(cards)} {word}"
        for cards, word in ((extra, "too many"), (missing, "missing"))
        if cards
    ]
    return ", ".join(parts)


def _list_cards(cards: Counter[Card]) -> str:
    """Name some cards; a stack that is another game's would name them all."""
    words = [str(card) for card in cards.elements()]
    return " ".join(words[:5]) + (f" and {len(words) - 5} more" if len(words) > 5 else "")


def check_commitment(segment: Segment, number: int) -> Check:
    """Stack and salt give the hash that was published."""
    found, said = commit(segment.stack, segment.salt), segment.commitment
    but = "" if found == said else f"; the commitment is {said}"
    detail = f"The hash of salt and stack is {found}{but}."
    return Check("commitment", detail, segment=number, passed=found == said)


def check_cut(segment: Segment, rules: Rulebook, number: int) -> Check:
    """The cut is at least a deck in from either end (S24 5.5, S65 4.5, NZ 7.5, PJ 4.6)."""
    cut, cards, rule = segment.cut, len(segment.stack), rules.cut.cut_depth_decks
    if cut is None:
        return Check("cut", "The stack was not cut.", rule.clause, number, passed=False)
    depth = cut_depth(cards, deck=deck_size(rules), decks=rule.value)
    detail = (
        f"{cut.by} cut behind card {cut.at} of {cards}; "
        f"there must be {depth.least} cards or more on either side."
    )
    return Check("cut", detail, rule.clause, number, passed=depth.takes(cut.at))


def check_cutting_card(segment: Segment, rules: Rulebook, number: int) -> Check:
    """The dealer's cutting card lies at most half way in from the back (S24 5.6 and peers)."""
    behind, cards, rule = segment.cutting_card, len(segment.stack), rules.cut.cutting_card_from_back
    if behind is None:
        detail = "The cutting card was not put into the stack."
        return Check("cutting-card", detail, rule.clause, number, passed=False)
    depth = cutting_card_depth(cards, rule.value)
    detail = (
        f"{behind} of {cards} cards lie behind the cutting card; "
        f"there may be {depth.least} to {depth.most}."
    )
    return Check("cutting-card", detail, rule.clause, number, passed=depth.takes(behind))


def check_burn(segment: Segment, rules: Rulebook, number: int) -> Check:
    """The first card is burned or not, and seen or not, as the rulebook says (S24 5.9 and peers)."""
    burn, seen = segment.burn, rules.burn.burned_card_may_be_seen
    rule = rules.burn.refill_burned if number else rules.burn.first_card_burned
    if burn is None or not rule.value:
        was, must = "was" if burn else "was not", "must" if rule.value else "must not"
        detail = f"The first card {was} burned; it {must} be."
        return Check("burn", detail, rule.clause, number, passed=bool(burn) == rule.value)
    if burn.shown and not seen.value:
        detail = f"The first card, {burn.card}, was burned and shown; nobody may see it."
        return Check("burn", detail, seen.clause, number, passed=False)
    shown = "and shown to a player who asked" if burn.shown else "unseen"
    return Check("burn", f"The first card was burned {shown}.", rule.clause, number, passed=True)


def verify(record: ShoeRecord, published: Iterable[str] = ()) -> tuple[Check, ...]:
    """Check a record from end to end; nothing is needed but the record and the rulebook.

    `published` are commitments that somebody noted when they were made public.
    """
    return tuple(_checks(record, tuple(published)))


def _checks(record: ShoeRecord, published: tuple[str, ...]) -> Iterator[Check]:
    parts = len(record.segments)
    words = (
        "the whole shoe" if parts == 1 else f"the shoe and {parts - 1} refill(s) of the discards"
    )
    yield Check("format", f"The record is {FORMAT} and has {words}.", passed=True)
    for digest in published:
        yield _check_published(record, digest)
    for number in range(parts):
        yield from _segment(record, number)
    yield check_rounds(record)
    yield check_dealt(record)
    yield check_redealt(record)
    yield from check_under(record)


def _check_published(record: ShoeRecord, digest: str) -> Check:
    """What the house showed before the cut is what the record was opened with."""
    there = [number for number, each in enumerate(record.segments) if each.commitment == digest]
    if there:
        return Check(
            "published", f"{digest} is the record's commitment.", segment=there[0], passed=True
        )
    said = ", ".join(each.commitment for each in record.segments)
    return Check(
        "published", f"The record has no commitment {digest}; it has {said}.", passed=False
    )


def _segment(record: ShoeRecord, number: int) -> Iterator[Check]:
    segment, rules = record.segments[number], record.rules
    if number:
        yield check_refill(record, number)
        yield check_refill_stack(segment, rules, number)
    else:
        yield check_stack(segment, rules)
    yield check_commitment(segment, number)
    yield check_cut(segment, rules, number)
    yield check_cutting_card(segment, rules, number)
    yield check_burn(segment, rules, number)
    yield check_order(segment, rules, number)
    yield check_count(segment, number)
    yield check_cutting_card_out(segment, rules, number)
    yield check_reshuffle(record, number)
