"""What the table waits for before the cards may be dealt, and who has to do it."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.state import Due, Step
from houserules.table.cards.cut import offer
from houserules.table.powers import holders
from houserules.table.state import Table


def first_due(table: Table) -> Due | None:
    """Return the step that has to be made next; None: the cards are ready."""
    source = table.source
    if source is None:
        return None
    if source.due:
        return source.due[0]
    if source.damaged and table.phase == "betting":
        return Due("replace damaged card", source.colour)
    return None


def is_next(table: Table, step: Step) -> bool:
    """Whether this step has to be made next."""
    source = table.source
    return source is not None and bool(source.due) and source.due[0].step == step


def why_not_ready(rules: Rulebook, table: Table) -> Refusal | None:
    """Cards are dealt only once they are ready; says which step is next, and whose it is."""
    due = first_due(table)
    if due is None:
        return None
    return Refusal(
        "cards.not-ready",
        _clause_of(rules, table, due.step),
        f"The cards are not ready: {what_is_next(rules, table, due)}.",
    )


def instead(rules: Rulebook, table: Table) -> str:
    """Say to somebody who came too early or too late what there is to do with the cards."""
    due = first_due(table)
    return "the cards are ready" if due is None else what_is_next(rules, table, due)


def what_is_next(rules: Rulebook, table: Table, due: Due) -> str:
    """Say a step and who makes it, in words."""
    set_of = f" the {due.colour} set" if due.colour else " the cards"
    match due.step:
        case "check":
            return f"{_checker(rules, table)} checks{set_of} next"
        case "secured":
            return f"a dealer or a casino supervisor confirms that{set_of} were kept secure"
        case "cut":
            asked = offer(rules, table).player
            if asked is not None:
                return f"{asked} is offered the cut"
            role = holders(rules, rules.powers.may_cut.value)[0]
            return f"all players were asked, so a {role} cuts"
        case "verify":
            return f"a {holders(rules, rules.powers.may_verify_cards.value)[0]} verifies that no dropped card is missing"
        case "cutting card":
            return "the dealer places the cutting card next"
        case "burn":
            return "the dealer burns the first card next"
        case "show burned card":
            return "the dealer shows the burned card to the player who asked"
        case "replace damaged card":
            return "the damaged card is replaced first"
    return f"the dealer {due.step}{'es' if due.step == 'wash' else 's'}{set_of} next"


def _checker(rules: Rulebook, table: Table) -> str:
    if rules.cards.cards_checked_by.value != "dealer and supervisor":
        return "a dealer, a casino supervisor or a deck-checking device"
    assert table.source is not None
    done = [role for _, role in table.source.preparation.checked_by]
    if not done:
        return "the dealer, and independently the game supervisor,"
    return "the game supervisor" if done == ["dealer"] else "the dealer"


def _clause_of(rules: Rulebook, table: Table, step: Step) -> Clause:
    """Where it is written that the step is made."""
    match step:
        case "check":
            return rules.cards.cards_checked_by.clause
        case "secured":
            part = rules.pre_shuffled
            return part.clause if isinstance(part, NotOffered) else part.pre_shuffled_secured
        case "shuffle":
            return rules.shuffle.shuffle_occasions
        case "cut":
            return rules.cut.cut_offered_to.clause
        case "cutting card":
            return rules.cut.cutting_card_from_back.clause
        case "burn":
            return rules.burn.first_card_burned.clause
        case "show burned card":
            return rules.burn.burned_card_may_be_seen.clause
        case "verify":
            return rules.powers.may_verify_cards.clause
        case "replace damaged card":
            return rules.powers.may_report_damaged_card.clause
    return step_clause(rules, table, step)


def step_clause(rules: Rulebook, table: Table, step: Step) -> Clause:
    """Where it is written that new cards are spread, washed, stacked, riffled and loaded."""
    opening, shuffler = rules.opening, rules.automatic_shuffler
    two_sets = table.source is not None and table.source.other is not None
    if isinstance(opening, NotOffered) or isinstance(shuffler, NotOffered):
        return _riffle_clause(rules, table) if step == "riffle" else rules.shuffle.shuffle_occasions
    match step:
        case "spread":
            return opening.cards_spread
        case "wash":
            return shuffler.sets_washed if two_sets else opening.cards_washed
        case "stack":
            return shuffler.sets_stacked if two_sets else opening.cards_stacked
        case "riffle":
            return shuffler.sets_riffled if two_sets else opening.cards_riffled
    return shuffler.sets_loaded


def _riffle_clause(rules: Rulebook, table: Table) -> Clause:
    """Where a riffle on request is written: for the casino's own cards, or for Angel's (S24 5.2)."""
    part, source = rules.pre_shuffled, table.source
    if isinstance(part, NotOffered):
        return part.clause
    angels = source is not None and source.preparation.pre_shuffled == "Angel"
    return part.angel_cards.clause if angels else part.riffle_on_request.clause
