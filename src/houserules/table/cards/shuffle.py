"""The shuffle, and the occasions for it (S24 5.1, NZ 7.1, PJ 4.3)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.preparation import WITHIN_ROUND, shuffle_steps
from houserules.shoe.state import Cause, Due, Source
from houserules.table.cards.census import on_layout
from houserules.table.cards.commands import (
    OrderShuffle,
    OrderShuffleAfterVacancy,
    ReportExposedCard,
    ShuffleCards,
)
from houserules.table.cards.events import CardExposed, CardsShuffled, ShuffleBecameDue
from houserules.table.cards.next_step import instead, is_next
from houserules.table.cards.opening import why_not_real_cards, why_not_source
from houserules.table.cards.source import call_shuffle, is_empty
from houserules.table.event_builder import EventBuilder
from houserules.table.round.deal import card_is_due
from houserules.table.state import Table


def has_run_out(table: Table) -> bool:
    """Whether a card of the round is due and none is left (S24 18.9, NZ 16.7)."""
    source = table.source
    return source is not None and not source.due and is_empty(source) and card_is_due(table)


def why_not_shuffle(rules: Rulebook, table: Table, command: ShuffleCards) -> Refusal | None:
    """The cards are shuffled when that is due, and at no other time."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    preparation = table.source.preparation
    own = preparation.pre_shuffled == "casino" and not preparation.mixed  # S24 5.2
    if has_run_out(table) or is_next(table, "shuffle") or (own and is_next(table, "cut")):
        return None
    return Refusal(
        "shuffle.not-due",
        rules.shuffle.shuffle_occasions,
        f"It is not time to shuffle the cards: {instead(rules, table)}.",
    )


def shuffle(builder: EventBuilder, command: ShuffleCards) -> None:
    """Shuffle all the cards but those on the layout; what follows is due."""
    rules, source = builder.rules, builder.table.source
    assert source is not None
    cause, steps, colour = _shuffle_of(builder, source)
    alone = cause == "malfunction"  # the device's own cards, not the discards (S24 19.5.3)
    device = source.kind == "shuffling device"
    how: str = source.kind if device else rules.shuffle.shuffled_by.value
    if source.virtual:
        how = "software"
    elif how == "automatic shuffler" and cause in WITHIN_ROUND:  # it holds the other set
        how = "hand"
    clause = source.preparation.clause
    if cause == "ran out":
        clause = rules.shuffle.cards_ran_out
    elif clause is None:
        part = rules.shuffle
        clause = part.shuffle_before_play if cause == "start" else part.shuffle_occasions
    builder.emit(
        CardsShuffled(
            cause=cause,
            how=how,
            colour=colour,
            left=source.left if alone else source.cards - sum(1 for _ in on_layout(builder.table)),
            with_rack=not alone,
            new_shoe=cause not in WITHIN_ROUND,
            by_hand_too=command.by_hand_too and device,
            commitment=command.commitment,
            steps=steps,
            by=command.by.name,
            at=command.at,
            clause=clause,
        )
    )


def _shuffle_of(builder: EventBuilder, source: Source) -> tuple[Cause, tuple[Due, ...], str]:
    """Return why the cards are shuffled, what is due then, and which set it is."""
    if has_run_out(builder.table):
        steps = shuffle_steps(builder.rules, source.kind, cause="ran out", colour=source.colour)
        return "ran out", steps[1:], source.colour
    cause = source.preparation.cause
    assert cause is not None
    if source.due[0].step == "cut":
        return cause, source.due, source.colour
    return cause, source.due[1:], source.due[0].colour


def why_not_order(rules: Rulebook, table: Table, command: OrderShuffle) -> Refusal | None:
    """On suspicion, unless a shuffle is due anyway (S24 5.1.4, NZ 7.1(e), PJ 4.3.4)."""
    if refusal := why_not_source(rules, table):
        return refusal
    source, device = table.source, rules.device
    assert source is not None
    if source.kind == "shuffling device" and not isinstance(device, NotOffered):
        rule = device.device_shuffle_on_suspicion
        if not rule.value:
            return Refusal(
                "shuffle.device",
                rule.clause,
                "The device shuffles continuously. No other shuffle is needed.",
            )
    return _why_not_due_already(source, rules.powers.may_order_shuffle.clause)


def _why_not_due_already(source: Source, clause: Clause) -> Refusal | None:
    if source.after_round is None and not any(due.step == "shuffle" for due in source.due):
        return None
    return Refusal("shuffle.is-due", clause, "A shuffle is already due.")


def order(builder: EventBuilder, command: OrderShuffle) -> None:
    """Have the cards shuffled after the round; a cut that was still to come stays the same player's."""
    source, clause = builder.table.source, builder.rules.powers.may_order_shuffle.clause
    assert source is not None
    uncut = builder.table.phase == "betting" and any(due.step == "cut" for due in source.due)
    cause = source.preparation.cause if uncut else None
    call_shuffle(builder, cause or "suspicion", clause, command.by.name)


def why_not_order_after_vacancy(
    rules: Rulebook, table: Table, command: OrderShuffleAfterVacancy
) -> Refusal | None:
    """Between rounds, once nobody was at the table, until the next round (NZ 7.1(d))."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    clause = rules.powers.may_shuffle_after_vacancy.clause
    if table.phase != "betting" or not table.source.vacant:
        return Refusal("table.not-vacant", clause, "The table has not been vacant.")
    return _why_not_due_already(table.source, clause)


def order_after_vacancy(builder: EventBuilder, command: OrderShuffleAfterVacancy) -> None:
    """Have the cards shuffled before the next round."""
    clause = builder.rules.powers.may_shuffle_after_vacancy.clause
    call_shuffle(builder, "vacant", clause, command.by.name)


def why_not_exposed(rules: Rulebook, table: Table, command: ReportExposedCard) -> Refusal | None:
    """A card that is seen matters until the cards are in the shoe (NZ 7.1(f))."""
    clause = rules.powers.may_report_exposed_card.clause
    if refusal := why_not_source(rules, table) or why_not_real_cards(table, clause):
        return refusal
    if is_next(table, "cut") or is_next(table, "cutting card"):
        return None
    return Refusal("exposed.not-now", clause, "No shuffled cards are waiting to go into the shoe.")


def report_exposed(builder: EventBuilder, command: ReportExposedCard) -> None:
    """Shuffle the same cards again; the cut is offered as before."""
    source, clause = builder.table.source, builder.rules.powers.may_report_exposed_card.clause
    assert source is not None and source.preparation.cause is not None
    cause = source.preparation.cause
    builder.emit(CardExposed(command.by.name, command.at, clause))
    steps = shuffle_steps(builder.rules, source.kind, cause=cause, colour=source.colour)
    builder.emit(ShuffleBecameDue(cause, clause, steps, command.by.name))
