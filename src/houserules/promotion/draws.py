"""Draws: outside chance, the scrutineer, the choice, and winners who are passed over (21.2, 21.12)."""

from houserules.core.money import format_money
from houserules.core.people import handle_key
from houserules.core.refusal import Refusal
from houserules.promotion.citations import why_not_said
from houserules.promotion.commands import DrawPrize, GiveDrawEntropy, PassOverWinner
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import DrawEntropyGiven, PrizeDrawn, WinnerPassedOver
from houserules.promotion.prize_draw import (
    ListedEntry,
    commit_secret,
    draw_entries,
    listed_entries,
    plain_value,
    secret_of,
)
from houserules.promotion.state import DrawnWinner, PrizeDraw, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered


def why_not_prize(rules: Rulebook, state: PromotionState, prize: int) -> Refusal | None:
    """Whether there is a prize with that number."""
    if state.draw_of(prize) is not None:
        return None
    clause = require_offered(rules.promotions).terms_contain
    most = len(state.draws) - 1
    return Refusal("promotion.prize-unknown", clause, f"Prizes are numbered from 0 to {most}.")


def is_scrutineer(state: PromotionState, name: str) -> bool:
    """Whether somebody is the scrutineer of the promotion."""
    return state.scrutineer is not None and handle_key(state.scrutineer) == handle_key(name)


def needs_scrutineer(rules: Rulebook, state: PromotionState, prize: int) -> bool:
    """Whether a scrutineer has to oversee the draw of a prize (reading 228)."""
    value = terms_of(state).prizes[prize].value
    return (value or 0) > require_offered(rules.promotions).scrutineer_above.value


def why_not_give_entropy(
    rules: Rulebook, state: PromotionState, command: GiveDrawEntropy
) -> Refusal | None:
    """Outside chance is given once for each prize, by whom the terms of the draw name."""
    clause = require_offered(rules.promotions).scrutineer_above.clause
    if refusal := why_not_prize(rules, state, command.prize):
        return refusal
    if state.draws[command.prize].value is not None:
        return Refusal("promotion.entropy-given", clause, "It was given already, and stays.")
    if state.outside == "scrutineer" and not is_scrutineer(state, command.by.name):
        who = state.scrutineer or "the scrutineer, who is not nominated yet"
        return Refusal("promotion.not-scrutineer", clause, f"Only {who} gives these numbers.")
    return why_not_said(clause, plain_value(command.value), "Enter the result in words or numbers")


def give_entropy(builder: PromotionEvents, command: GiveDrawEntropy) -> None:
    """Record the value from outside."""
    builder.emit(
        DrawEntropyGiven(
            command.prize,
            plain_value(command.value),
            command.by.name,
            command.at,
            builder.part.scrutineer_above.clause,
        )
    )


def why_not_draw(rules: Rulebook, state: PromotionState, command: DrawPrize) -> Refusal | None:
    """A prize is drawn once, overseen where it must be, and never while postponed."""
    part = require_offered(rules.promotions)
    clause = part.scrutineer_above.clause
    if refusal := why_not_prize(rules, state, command.prize) or why_not_postponed(rules, state):
        return refusal
    draw = state.draws[command.prize]
    if draw.winner is not None:
        return Refusal("promotion.drawn", clause, f"{draw.winner.player} has won this prize.")
    if draw.value is None:
        return Refusal(
            "promotion.no-entropy", clause, f"The result of the {state.outside} comes first."
        )
    if state.scrutineer is None and needs_scrutineer(rules, state, command.prize):
        above = format_money(part.scrutineer_above.value)
        return Refusal(
            "promotion.no-scrutineer",
            clause,
            f"A scrutineer oversees the draw of a prize above {above}.",
        )
    if is_scrutineer(state, command.by.name) or _has_given(state, draw, command.by.name):
        return Refusal(
            "promotion.scrutineer-draws",
            clause,
            "The scrutineer oversees the draw: somebody else runs it.",
        )
    if not has_player_left(state, draw):
        return Refusal("promotion.no-entries", clause, "No player is left with an entry.")
    if draw.secret is None and not _is_committed(state, draw, command):
        return Refusal(
            "promotion.draw-differs", clause, "This is not the secret that was committed to."
        )
    return None


def _has_given(state: PromotionState, draw: PrizeDraw, name: str) -> bool:
    """Whether somebody has given the scrutineer's numbers of a draw, whoever oversees it now."""
    given_by = draw.given_by if state.outside == "scrutineer" else None
    return given_by is not None and handle_key(given_by) == handle_key(name)


def has_player_left(state: PromotionState, draw: PrizeDraw) -> bool:
    """Whether some player with an entry was not drawn for a prize yet."""
    gone = {handle_key(winner.player) for winner in draw.winners}
    return any(not each.void and handle_key(each.player) not in gone for each in state.entries)


def why_not_postponed(rules: Rulebook, state: PromotionState) -> Refusal | None:
    """There is no draw while the promotion is postponed (21.12)."""
    if not state.postponed:
        return None
    clause = require_offered(rules.promotions).integrity_told_within.clause
    return Refusal(
        "promotion.postponed",
        clause,
        f"The promotion is postponed: {state.postponed}"
        if state.postponed.endswith(".")
        else f"The promotion is postponed: {state.postponed}.",
    )


def _secret(draw: PrizeDraw, command: DrawPrize) -> str:
    return draw.secret or secret_of(bytes.fromhex(command.entropy), draw.prize)


def _is_committed(state: PromotionState, draw: PrizeDraw, command: DrawPrize) -> bool:
    name = terms_of(state).name
    return commit_secret(name, draw.prize, _secret(draw, command)) == draw.commitment


def _drawn_next(state: PromotionState, draw: PrizeDraw, secret: str) -> ListedEntry:
    """Return the entry that is drawn next for a prize, while a player is left."""
    return draw_entries(
        listed_entries(state.counted, state.salt),
        prize=draw.prize,
        secret=secret,
        value=draw.value or "",
        ranks=len(draw.winners) + 1,
    )[-1]


def draw(builder: PromotionEvents, command: DrawPrize) -> None:
    """Reveal the secret and record the entry that follows from it."""
    state, drawing = builder.state, builder.state.draws[command.prize]
    secret = _secret(drawing, command)
    chosen = _drawn_next(state, drawing, secret)
    builder.emit(
        PrizeDrawn(
            command.prize,
            len(drawing.winners) + 1,
            chosen.entry,
            state.entries[chosen.entry - 1].player,
            secret,
            state.scrutineer,
            command.by.name,
            command.at,
            builder.part.scrutineer_above.clause,
        )
    )


def why_not_winner(rules: Rulebook, state: PromotionState, prize: int) -> DrawnWinner | Refusal:
    """Return who has a prize that is not awarded yet."""
    clause = require_offered(rules.promotions).scrutineer_above.clause
    if refusal := why_not_prize(rules, state, prize):
        return refusal
    winner = state.draws[prize].winner
    if winner is None:
        return Refusal("promotion.no-winner", clause, "Nobody has won this prize yet.")
    if winner.paid is not None:
        return Refusal("promotion.awarded", clause, f"{winner.player} has the prize.")
    return winner


def why_not_pass_over(
    rules: Rulebook, state: PromotionState, command: PassOverWinner
) -> Refusal | None:
    """A winner is told first, and passed over with a reason."""
    winner = why_not_winner(rules, state, command.prize)
    if isinstance(winner, Refusal):
        return winner
    told = require_offered(rules.promotions).winner_told_within
    if not winner.notices and not terms_of(state).presence_required:
        return Refusal("promotion.winner-not-told", told.clause, "Tell the winner first.")
    return why_not_said(told.clause, command.reason, "Say why the prize goes on")


def pass_over(builder: PromotionEvents, command: PassOverWinner) -> None:
    """Record why the winner does not get the prize."""
    winner = builder.state.draws[command.prize].winners[-1]
    builder.emit(
        WinnerPassedOver(
            command.prize,
            winner.player,
            command.reason.strip(),
            command.by.name,
            command.at,
            builder.part.winner_told_within.clause,
        )
    )
