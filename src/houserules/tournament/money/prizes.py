"""The prizes: the whole pool in whole cents to the places, then paid one by one (20.3, 20.4.2(j))."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import AwardPrizes, PayPrize
from houserules.tournament.conditions.document import PlacePrize, TournamentConditions
from houserules.tournament.disputes import why_not_undisputed
from houserules.tournament.event_builder import TournamentEvents
from houserules.tournament.events import TournamentFinished
from houserules.tournament.ledger import POOL
from houserules.tournament.money.events import PoolSource, PrizeAwarded, PrizePaid, ValueAdded
from houserules.tournament.money.fees import why_not_before_prizes
from houserules.tournament.state import TournamentState


def why_not_award(rules: Rulebook, state: TournamentState, _: AwardPrizes) -> Refusal | None:
    """The pool goes to the winners, once, when no dispute is open (20.3.2)."""
    part = require_offered(rules.tournament)
    if not state.placings:
        return Refusal(
            "tournament.no-winner",
            part.fees_go_to_prize_pool,
            "Nobody is left to win. Cancel the tournament to refund the entry fees.",
        )
    return why_not_before_prizes(rules, state) or why_not_undisputed(rules, state)


def award(builder: TournamentEvents, _: AwardPrizes) -> None:
    """Add what the operator undertook to add, and divide the pool."""
    part, state = builder.part, builder.state
    prizes = builder.conditions.prizes
    for value in prizes.added:
        kind: PoolSource = value.kind  # type: ignore[assignment]  # checked before publication
        clause = part.value_added_to_prize_pool
        builder.emit(ValueAdded(kind, value.value, value.description, clause))
    missing = guaranteed_pool(builder.conditions, state) - builder.state.ledger.balance(POOL)
    if missing > 0:
        clause = part.guarantee_needs_entries
        builder.emit(ValueAdded("guarantee", missing, "Guarantee", clause))
    places = prizes.places[: len(state.placings)]
    amounts = divide_pool(builder.state.ledger.balance(POOL), places)
    for prize, player, amount in zip(places, state.placings, amounts, strict=False):
        builder.emit(PrizeAwarded(prize.place, player, amount, prize.goods, part.states_prizes))


def guaranteed_pool(conditions: TournamentConditions, state: TournamentState) -> Cents:
    """Return what the pool comes to at least; the guarantee binds with enough entries (reading 223)."""
    return conditions.prizes.guarantee or 0 if state.guaranteed else 0


def divide_pool(pool: Cents, places: tuple[PlacePrize, ...]) -> tuple[Cents, ...]:
    """Divide the whole pool in proportion to the prizes of these places.

    Fractions of a cent go to the first place, and so does everything where no place wins cash.
    """
    weights = [prize.share or prize.amount or 0 for prize in places]
    total = sum(weights)
    amounts = [pool * weight // total if total else 0 for weight in weights]
    amounts[0] += pool - sum(amounts)
    return tuple(amounts)


def why_not_pay_prize(rules: Rulebook, state: TournamentState, command: PayPrize) -> Refusal | None:
    """A prize that was awarded is paid once, in the way that the conditions state (20.4.2(j))."""
    clause = require_offered(rules.tournament).states_prizes
    prize = next((prize for prize in state.prizes if prize.place == command.place), None)
    if prize is None:
        return Refusal(
            "tournament.no-prize", clause, f"Place {command.place} has no prize to be paid."
        )
    if prize.is_paid:
        won = format_money(prize.amount) if prize.amount else prize.goods
        return Refusal("tournament.prize-paid", clause, f"{prize.player} has received {won}.")
    if not command.how.strip():
        return Refusal("tournament.no-reason", clause, "Say how the prize is paid.")
    return None


def pay_prize(builder: TournamentEvents, command: PayPrize) -> None:
    """Pay a prize from the pool; the last one ends the tournament."""
    prize = next(prize for prize in builder.state.prizes if prize.place == command.place)
    builder.emit(
        PrizePaid(
            prize.place,
            prize.player,
            prize.amount,
            command.how.strip(),
            command.by.name,
            command.at,
            builder.part.states_prizes,
        )
    )
    if all(prize.is_paid for prize in builder.state.prizes):
        assert builder.state.ledger.balance(POOL) == 0
        builder.emit(TournamentFinished())
