"""What the deal asks of the cards: that they are ready, that the card can be there, what follows.

Other subjects use `call_shuffle` and `shuffle_now`.
"""

from houserules.core.cards import Card
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.preparation import shuffle_steps, uses_automatic_shuffler
from houserules.shoe.state import CUTTING_CARD_CAUSES, Cause, Source
from houserules.table.cards.census import round_has_begun, why_not_there
from houserules.table.cards.events import DiscardsIntoDevice, ShuffleBecameDue, ShuffleCalled
from houserules.table.cards.next_step import why_not_ready
from houserules.table.event_builder import EventBuilder
from houserules.table.state import Table


def is_empty(source: Source) -> bool:
    """Whether no card is left to deal."""
    return source.left == 0 and source.under is None


def under_is_next(table: Table) -> bool:
    """Whether the next card is the one kept under the shoe: the first of a round (S24 18.6)."""
    source = table.source
    return source is not None and source.under is not None and not round_has_begun(table)


def why_not_card(rules: Rulebook, table: Table, card: Card) -> Refusal | None:
    """Whether this card can be the next: the cards are ready, and it can still be there."""
    if refusal := why_not_any_card(rules, table):
        return refusal
    if table.source is not None and under_is_next(table):
        return why_not_under(rules, table.source, card)
    return why_not_there(rules, table, card)


def why_not_any_card(rules: Rulebook, table: Table) -> Refusal | None:
    """Whether a card can come out, whatever it is: the cards are ready, and one is left."""
    source = table.source
    if source is None:
        return None
    if refusal := why_not_ready(rules, table):
        return refusal
    if under_is_next(table):
        return None
    if is_empty(source):
        return Refusal(
            "cards.ran-out",
            rules.shuffle.cards_ran_out,
            "No cards are left. Shuffle the cards of the discard rack first.",
        )
    return why_not_cutting_card(rules, source)


def why_not_cutting_card(rules: Rulebook, source: Source) -> Refusal | None:
    """No card leaves a virtual shoe while the cutting card lies in front of it."""
    if not source.cutting_card_is_next:
        return None
    return Refusal(
        "cutting-card.next",
        rules.cut.cutting_card_from_back.clause,
        "The cutting card comes out next. Draw it before another card.",
    )


def why_not_under(rules: Rulebook, source: Source, card: Card) -> Refusal | None:
    """The face of the card under the shoe, where the software knows it."""
    if source.under in ("face down", card):
        return None
    return Refusal(
        "card.under-shoe",
        rules.irregularities.finished_hand_card_kept,
        "Deal the card kept under the shoe first.",
    )


def put_discards_into_device(builder: EventBuilder) -> None:
    """The initial deal is complete: the rack's cards go into the device (S24 8.2, PJ 7.2)."""
    table, device = builder.table, builder.rules.device
    source = table.source
    if source is None or source.kind != "shuffling device" or isinstance(device, NotOffered):
        return
    if table.discards or source.burned:
        builder.emit(DiscardsIntoDevice(table.discards, source.burned, device.discards_into_device))


def after_round(builder: EventBuilder) -> None:
    """The table is cleared: shuffle, if that was called for."""
    source = builder.table.source
    if source is not None and source.after_round is not None:
        shuffle_now(builder, source.after_round.cause, source.after_round.clause)


def shuffle_now(builder: EventBuilder, cause: Cause, clause: Clause, by: str | None = None) -> None:
    """Make a shuffle due, behind what has to be looked after first."""
    source = builder.table.source
    assert source is not None
    looks = ("verify", "show burned card") if cause != "shoe void" else ()  # all cards are checked
    first = tuple([due for due in source.due if due.step in looks])
    swaps = uses_automatic_shuffler(builder.rules) and source.other  # for the other set (NZ 3.4)
    colour = source.other if swaps and source.other else source.colour
    steps = shuffle_steps(builder.rules, source.kind, cause=cause, colour=colour)
    builder.emit(ShuffleBecameDue(cause, clause, (*first, *steps), by))


def call_shuffle(
    builder: EventBuilder, cause: Cause, clause: Clause, by: str | None = None
) -> None:
    """Have the cards shuffled: now, or when the round under way is over."""
    source = builder.table.source
    assert source is not None
    if builder.table.phase == "betting":
        shuffle_now(builder, cause, clause, by)
    elif source.after_round is None or source.after_round.cause not in CUTTING_CARD_CAUSES:
        builder.emit(ShuffleCalled(cause, clause, by))
