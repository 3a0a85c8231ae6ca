"""The conditions as players read them: every item in whole sentences, with its clause (S65 20.4.2, S24 21.4.2)."""

from collections.abc import Iterator
from typing import Any, Final

from houserules.core.money import format_money
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.conditions.document import Stage, StageKind, TournamentConditions
from houserules.tournament.conditions.entry_statement import (
    state_buy_back,
    state_changes,
    state_prizes,
    state_refusal,
    state_selection,
    state_terms,
)
from houserules.tournament.conditions.stated_item import (
    NOT_STATED,
    Sentence,
    StatedItem,
    counted,
    printed_clause,
    sentence_of,
    stated,
)

_KINDS: Final[dict[StageKind, str]] = {
    "heats": "heats",
    "semi-final": "semi-final",
    "final": "final",
    "repechage": "second chance for eliminated players",
    "catch-up": "second chance for players who missed a session",
}


def state_conditions(conditions: TournamentConditions) -> tuple[StatedItem, ...]:
    """Return every item that conditions must state, in the order of the clause; then what may change."""
    part = require_offered(conditions.rules.tournament)
    eligibility = conditions.eligibility
    return (
        stated(part.states_entry_fee, "Entry fee", _entry_fee(conditions, part)),
        stated(part.states_chips, "Tournament chips", _chips(conditions, part)),
        stated(part.states_minimum_wager, "Minimum wager", _minimum_wager(conditions, part)),
        _limits(conditions, part),
        _structure(conditions, part),
        stated(part.states_play, "Conditions of play", _play(conditions, part)),
        stated(part.states_buy_back, "Buy-back", state_buy_back(conditions)),
        stated(part.states_who_is_eligible, "Who is eligible", sentence_of(eligibility.statement)),
        stated(
            part.states_right_to_refuse, "Right to refuse an application", state_refusal(conditions)
        ),
        stated(part.states_selection_criteria, "Selection", state_selection(conditions)),
        stated(part.states_terms_of_entry, "Terms of entry", state_terms(conditions, part)),
        state_prizes(conditions, part),
        stated(
            part.states_rules_prevail, "The rules prevail", sentence_of(conditions.rules_prevail)
        ),
        stated(part.conditions_are_published, "Changes", state_changes(conditions, part)),
    )


def printed_items(conditions: TournamentConditions) -> tuple[dict[str, Any], ...]:
    """Return the items as data for print, with clauses as the document prints them."""
    return tuple(
        {
            "clause": printed_clause(item.clause),
            "title": item.title,
            "sentences": [
                {"text": each.text, "clause": each.clause and printed_clause(each.clause)}
                for each in item.sentences
            ],
            "head": list(item.head),
            "rows": [list(row) for row in item.rows],
        }
        for item in state_conditions(conditions)
    )


# Chips and limits.


def _entry_fee(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    fee = conditions.entry_fee
    if fee:
        yield Sentence(f"The entry fee is {format_money(fee)} per player.")
        yield Sentence("It goes into the prize pool.", part.fees_go_to_prize_pool)
    elif fee is not None:
        yield Sentence("There is no entry fee.")


def _chips(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    chips = conditions.chips
    if chips.amount is None or chips.method is None:
        return
    amount = format_money(chips.amount)
    if chips.method == "allotted":
        yield Sentence(f"Each player starts every session with {amount} in tournament chips.")
    else:
        price = format_money(chips.price or 0)
        yield Sentence(
            f"Before every session each player buys {amount} in tournament chips for {price}, the "
            "buy-in."
        )
        yield Sentence(
            "A player who has not paid the buy-in when the session starts is eliminated, and the "
            "entry fee is kept.",
            part.no_buy_in_eliminates,
        )
    if chips.cash_value is False:
        yield Sentence("The chips have no cash value.")
    elif chips.cash_value:
        yield Sentence(
            f"The chips have a cash value: they are issued at {chips.issued_at} and redeemed at "
            f"{chips.redeemed_at}.",
            part.chips_redeemed_as_issued,
        )


def _minimum_wager(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    if conditions.minimum_wager:
        yield Sentence("Every round has a minimum wager.")
        yield Sentence("A player who cannot cover it is eliminated.", part.too_few_chips_eliminates)
    elif conditions.minimum_wager is not None:
        yield Sentence("No minimum wager is compulsory.")


def _limits(conditions: TournamentConditions, part: Tournament) -> StatedItem:
    own = [stage for stage in conditions.stages if stage.limits]
    rows = [
        (place, f"round {row.from_round}", format_money(row.minimum), format_money(row.maximum))
        for place, limits in (
            ("all stages" if not own else "all other stages", conditions.limits),
            *((stage.name, stage.limits) for stage in own),
        )
        for row in limits
    ]
    sentence = Sentence(
        "Wagers are in units of the minimum, up to the maximum of the round.",
        part.wager_in_units_of_minimum,
    )
    return StatedItem(
        part.states_limits,
        "Limits",
        (sentence,) if rows else (Sentence(NOT_STATED),),
        ("Stage", "From", "Minimum", "Maximum") if rows else (),
        tuple(rows),
    )


# Structure and play.


def _structure(conditions: TournamentConditions, part: Tournament) -> StatedItem:
    stages = conditions.stages
    rows = tuple(
        (
            stage.name,
            _KINDS[stage.kind],
            _length(stage),
            str(stage.tables or "–"),
            str(stage.players_per_table or "–"),
            "–" if stage.kind == "final" else str(stage.advance or "–"),
        )
        for stage in stages
    )
    sentences = [
        Sentence(
            "How many players go on is fixed before the tournament starts.", part.number_to_advance
        ),
        *(
            Sentence(
                f"{stage.name}: only full tables are seated, and the players left over go on "
                "without playing."
            )
            for stage in stages
            if stage.byes
        ),
        *(
            Sentence(f"{stage.name}: at most {counted(stage.entrants, 'player')}, by draw.")
            for stage in stages
            if stage.entrants is not None
        ),
    ]
    return StatedItem(
        part.states_structure,
        "Structure",
        tuple(sentences) if rows else (Sentence(NOT_STATED),),
        ("Stage", "Kind", "Length", "Tables at a time", "Players per table", "Go on per table")
        if rows
        else (),
        rows,
    )


def _length(stage: Stage) -> str:
    if stage.minutes:
        return counted(stage.minutes, "minute")
    return counted(stage.rounds, "round") if stage.rounds else "–"


def _play(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    play = conditions.play
    yield from sentence_of(play.allocation)
    if play.order_of_wagering is not None:
        ordered = "Players wager in turn, clockwise from the marker."
        yield Sentence(
            ordered if play.order_of_wagering else "Players wager in any order.",
            part.order_of_wagering,
        )
    if play.deal_from_marker:
        yield Sentence("The deal starts at the marker too.", part.deal_from_marker)
    if play.pass_cards is not None:
        each = counted(play.pass_cards, "pass card") if play.pass_cards else "no pass cards"
        yield Sentence(
            f"Each player has {each} per session.",
            part.pass_card_instead_of_wager,
        )
    if play.undisclosed_wagers is not None:
        count = play.undisclosed_wagers
        each = counted(count, "undisclosed wager") if count else "no undisclosed wagers"
        yield Sentence(f"Each player has {each} per session.", part.undisclosed_wagers)
    if play.wager_seconds is not None:
        yield Sentence(
            f"Players have {counted(play.wager_seconds, 'second')} to wager; after that only the "
            "minimum may be wagered.",
            part.late_wager_is_minimum,
        )
    yield from sentence_of(play.wager_clock_notice)
