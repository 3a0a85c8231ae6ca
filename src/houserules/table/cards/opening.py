"""Opening a table: which cards, who checks them, what is done before the players' eyes."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.opening import new_cards, uses_automatic_shuffler
from houserules.shoe.stack import deck_size
from houserules.shoe.state import Kind, PreShuffled
from houserules.table.cards.commands import CheckCards, OpenTable, PrepareCards, ReplaceCards
from houserules.table.cards.events import CardsChecked, CardsPrepared
from houserules.table.cards.opening_events import TableOpened
from houserules.table.cards.waiting import instead, is_next, step_clause
from houserules.table.course import Course
from houserules.table.state import Table


def why_not_source(rules: Rulebook, table: Table) -> Refusal | None:
    """Most of what is done with cards needs a table that has some."""
    if table.source is not None:
        return None
    return Refusal(
        "table.not-open", rules.powers.may_open_table.clause, "The table is not open for gaming."
    )


def why_not_open(rules: Rulebook, table: Table, command: OpenTable) -> Refusal | None:
    """A table opens once, before any wager, with the sets that its shuffler takes."""
    if table.source is not None:
        return Refusal(
            "open.twice", rules.powers.may_open_table.clause, "The table is already open."
        )
    if table.phase != "betting" or table.boxes:
        return Refusal("open.round", rules.powers.may_open_table.clause, "A round is under way.")
    return why_not_low_limit(rules, rules.cards.dealt_from.value) or why_not_cards(
        rules, command, virtual=command.virtual
    )


def why_not_low_limit(rules: Rulebook, kind: Kind) -> Refusal | None:
    """Where low limit gaming is offered, all cards come from a shuffling device (S24 6.7.2)."""
    part = rules.low_limit_gaming
    if isinstance(part, NotOffered) or not part.low_limit.value or kind == "shuffling device":
        return None
    return Refusal(
        "low-limit.shoe",
        part.low_limit_device,
        "Low limit gaming is dealt from a shuffling device.",
    )


def why_not_cards(
    rules: Rulebook, command: OpenTable | ReplaceCards, *, virtual: bool
) -> Refusal | None:
    """One set of one colour; for an automatic shuffler two of different colours (NZ 3.4)."""
    shuffler, colours = rules.automatic_shuffler, command.colours
    if uses_automatic_shuffler(rules) and not isinstance(shuffler, NotOffered):
        if len(colours) != 2 or len(set(colours)) != 2:
            return Refusal(
                "cards.two-sets", shuffler.two_sets, "There are two sets, of different colours."
            )
    elif len(colours) != 1:
        return Refusal(
            "cards.one-set", rules.cards.cards_of_one_colour, "There is one set, of one colour."
        )
    by = command.pre_shuffled
    return None if by is None else _why_not_pre_shuffled(rules, by, virtual=virtual)


def _why_not_pre_shuffled(rules: Rulebook, by: PreShuffled, *, virtual: bool) -> Refusal | None:
    """Cards shuffled ahead of time, where the document has them (S24 4.4, 5.2)."""
    part = rules.pre_shuffled
    if isinstance(part, NotOffered):
        return Refusal(
            "cards.pre-shuffled", part.clause, "Cards are opened and shuffled at the table."
        )
    if by == "Angel" and not part.angel_cards.value:
        return Refusal(
            "cards.pre-shuffled", part.angel_cards.clause, "The casino's own cards are used."
        )
    if virtual:
        return Refusal(
            "cards.pre-shuffled",
            part.pre_shuffled_secured,
            "The cards of a virtual shoe are shuffled by the software that deals them.",
        )
    return None


def open_table(course: Course, command: OpenTable) -> None:
    """Bring the cards to the table; what has to be done with them is due."""
    rules = course.rules
    kind = rules.cards.dealt_from.value
    steps = new_cards(
        rules,
        kind,
        cause="start",
        colours=command.colours,
        pre_shuffled=command.pre_shuffled,
    )
    course.emit(
        TableOpened(
            kind=kind,
            cards=deck_size(rules) * rules.equipment.decks.value,
            colours=command.colours,
            virtual=command.virtual,
            pre_shuffled=command.pre_shuffled,
            steps=steps,
            by=command.by.name,
            at=command.at,
            clause=rules.cards.dealt_from.clause,
        )
    )


def why_not_check(rules: Rulebook, table: Table, command: CheckCards) -> Refusal | None:
    """Checked once by anyone of staff or a device, or by two people by themselves (NZ 6.1)."""
    rule = rules.cards.cards_checked_by
    if refusal := why_not_source(rules, table):
        return refusal
    if not is_next(table, "check"):
        return Refusal("check.not-due", rule.clause, "No cards wait to be checked.")
    if rule.value != "dealer and supervisor":
        return None
    assert table.source is not None
    done = table.source.preparation.checked_by
    if command.with_device or command.by.role not in ("dealer", "Gaming Supervisor"):
        return _not_both(rule.clause)
    if any(command.by.name == name or command.by.role == role for name, role in done):
        return _not_both(rule.clause)
    return None


def _not_both(clause: Clause) -> Refusal:
    return Refusal(
        "check.both",
        clause,
        "The dealer and the game supervisor each check the cards, one independently of the other.",
    )


def check(course: Course, command: CheckCards) -> None:
    """Record a check."""
    source = course.table.source
    assert source is not None
    clause = course.rules.cards.cards_checked_by.clause
    by = command.by
    course.emit(
        CardsChecked(
            source.due[0].colour, command.with_device, by.name, by.role, command.at, clause
        )
    )


def why_not_prepare(rules: Rulebook, table: Table, command: PrepareCards) -> Refusal | None:
    """Spread, wash, stack, riffle and load in this order; a riffle also on request (S24 5.2)."""
    if refusal := why_not_source(rules, table):
        return refusal
    if command.step == "riffle" and _may_riffle(table):
        return None
    if not is_next(table, command.step):
        clause = step_clause(rules, table, command.step)
        return Refusal(
            "prepare.not-due",
            clause,
            f"It is not the moment to {command.step} the cards: {instead(rules, table)}.",
        )
    if command.step == "spread" and not table.patrons:
        clause = step_clause(rules, table, command.step)
        return Refusal("spread.no-player", clause, "They are spread for the first player to come.")
    return None


def _may_riffle(table: Table) -> bool:
    assert table.source is not None
    return table.source.preparation.riffle == "approved" and is_next(table, "cut")


def prepare(course: Course, command: PrepareCards) -> None:
    """Record a step of the opening."""
    source = course.table.source
    assert source is not None
    clause = step_clause(course.rules, course.table, command.step)
    course.emit(
        CardsPrepared(command.step, source.due[0].colour, command.by.name, command.at, clause)
    )
