"""What was fixed before the first card: the stack, its commitment, the cut, the cutting card, the burn."""

from collections import Counter

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.check import Check
from houserules.shoe.commitment import commit
from houserules.shoe.cutting import cut_depth, cutting_card_depth
from houserules.shoe.record import Segment
from houserules.shoe.stack import Stack, deck_size, decks_of


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
        f"{_listed(cards)} {word}"
        for cards, word in ((extra, "too many"), (missing, "missing"))
        if cards
    ]
    return ", ".join(parts)


def _listed(cards: Counter[Card]) -> str:
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
