"""The prizes of the conditions: the whole pool goes to the winners, and promises can be met (20.3)."""

from collections.abc import Iterator

from houserules.core.money import dollars, format_money
from houserules.core.refusal import Clause
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.conditions.document import (
    ConditionFinding,
    PlacePrize,
    TournamentConditions,
)


def prize_findings(conditions: TournamentConditions) -> Iterator[ConditionFinding]:
    """Return what is missing or wrong in the prizes (20.3.1 to 20.3.3, 20.4.2(j))."""
    prizes, part = conditions.prizes, require_offered(conditions.rules.tournament)
    if prizes.payment is None:
        yield ConditionFinding(
            "prizes.payment", part.states_prizes, "missing", "State how prizes are paid."
        )
    if not prizes.places:
        yield ConditionFinding(
            "prizes.places", part.states_prizes, "missing", "State the prize of each place."
        )
    else:
        yield from _place_findings(conditions, part.states_prizes)
    for number, added in enumerate(prizes.added):
        if added.kind not in ("cash", "goods", "services"):
            yield ConditionFinding(
                f"prizes.added[{number}].kind",
                part.value_added_to_prize_pool,
                "wrong",
                f"You can add cash, goods or services to the prize pool, not {added.kind!r}.",
            )
    yield from _guarantee_findings(conditions, part)
    yield from _include_findings(conditions, part.fees_go_to_prize_pool)
    if prizes.places and all(_is_one_prize(prize) for prize in prizes.places):
        yield from _pool_findings(conditions, part)


def _is_one_prize(prize: PlacePrize) -> bool:
    return sum(part is not None for part in (prize.share, prize.amount, prize.goods)) == 1


def _place_findings(conditions: TournamentConditions, clause: Clause) -> Iterator[ConditionFinding]:
    places = conditions.prizes.places
    if [prize.place for prize in places] != list(range(1, len(places) + 1)):
        yield ConditionFinding(
            "prizes.places", clause, "wrong", "List the places in order: 1, 2, 3, with no gap."
        )
    for number, prize in enumerate(places):
        if not _is_one_prize(prize):
            yield ConditionFinding(
                f"prizes.places[{number}]",
                clause,
                "wrong",
                "Each place wins one of share (in percent), amount or goods.",
            )
        elif prize.share == 0 or prize.amount == 0:
            yield ConditionFinding(
                f"prizes.places[{number}]", clause, "wrong", "A prize must be more than 0."
            )
    final = next((stage for stage in conditions.stages if stage.kind == "final"), None)
    seats = final.players_per_table if final else None
    if seats is not None and len(places) > seats:
        yield ConditionFinding(
            "prizes.places",
            clause,
            "wrong",
            f"The final has {seats} places, so at most {seats} can have a prize, not {len(places)}.",
        )


def _guarantee_findings(
    conditions: TournamentConditions, part: Tournament
) -> Iterator[ConditionFinding]:
    """A guarantee rests on a minimum number of entries (20.3.3, reading 223)."""
    prizes, most = conditions.prizes, conditions.entry.maximum
    key, clause = "prizes.guarantee_entries", part.guarantee_needs_entries
    entries = prizes.guarantee_entries
    if prizes.guarantee is None:
        if entries is not None:
            yield ConditionFinding(
                key, clause, "wrong", "Leave it out, or state the guarantee it belongs to."
            )
        return
    if prizes.guarantee == 0:
        yield ConditionFinding(
            "prizes.guarantee", clause, "wrong", "A guarantee must be more than $0."
        )
    if entries is None:
        yield ConditionFinding(
            key, clause, "missing", "State from how many entries the guarantee holds."
        )
    elif entries < 1 or (most is not None and entries > most):
        allowed = "1 or more" if most is None else f"1 to {most}, the maximum of entries"
        yield ConditionFinding(
            key, clause, "wrong", f"The guarantee may hold from {allowed}, not {entries}."
        )


def _include_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    """Buy-ins and buy-backs are in the prize pool only if the conditions say so (reading 221)."""
    key, chips, prizes = "prizes.includes", conditions.chips, conditions.prizes
    if "buy-ins" in prizes.includes and (chips.method != "bought" or chips.cash_value):
        yield ConditionFinding(
            key, clause, "wrong", "Only the price of chips without a cash value can go to the pool."
        )
    if "buy-backs" in prizes.includes and not conditions.buy_back.offered:
        yield ConditionFinding(key, clause, "wrong", "No buy-back is offered; leave it out.")
    if prizes.includes and any(prize.amount is not None for prize in prizes.places):
        yield ConditionFinding(
            key, clause, "wrong", "What comes in is not known before: give the prizes as shares."
        )


def _pool_findings(
    conditions: TournamentConditions, part: Tournament
) -> Iterator[ConditionFinding]:
    """All fees go to the winners (20.3.2), and amounts that are promised are covered."""
    prizes, fee = conditions.prizes, conditions.entry_fee or 0
    shares = [prize.share for prize in prizes.places if prize.share is not None]
    amounts = [prize.amount for prize in prizes.places if prize.amount is not None]
    goods = any(prize.goods is not None for prize in prizes.places)
    key, clause = "prizes.places", part.fees_go_to_prize_pool
    if goods and all(added.kind == "cash" for added in prizes.added):
        yield ConditionFinding(
            "prizes.added",
            part.value_added_to_prize_pool,
            "missing",
            "A place wins goods or services: list them as added to the prize pool.",
        )
    if shares and amounts:
        yield ConditionFinding(
            key, clause, "wrong", "Give all cash prizes as shares or all as amounts, not both."
        )
    elif shares:
        if sum(shares) != 100_00:
            yield ConditionFinding(
                key,
                clause,
                "wrong",
                f"The shares come to {dollars(sum(shares))} percent. The whole prize pool goes to "
                "the winners, so they must come to 100.",
            )
        if not fee + prizes.added_cash + (prizes.guarantee or 0):
            yield ConditionFinding(
                key, part.states_prizes, "wrong", "There is no cash in the prize pool to share."
            )
    elif amounts or fee + prizes.added_cash:
        yield from _amount_findings(conditions, part, sum(amounts))


def _amount_findings(
    conditions: TournamentConditions, part: Tournament, total: int
) -> Iterator[ConditionFinding]:
    prizes, entry, fee = conditions.prizes, conditions.entry, conditions.entry_fee or 0
    if entry.minimum is None or entry.maximum is None:
        return
    most = fee * entry.maximum + prizes.added_cash
    if total < most:
        yield ConditionFinding(
            "prizes.places",
            part.fees_go_to_prize_pool,
            "wrong",
            f"{entry.maximum} entries make a prize pool of {format_money(most)}, and all of it goes "
            f"to the winners. The prizes come to {format_money(total)}: raise them or use shares.",
        )
    least = fee * entry.minimum + prizes.added_cash
    if total > max(least, prizes.guarantee or 0):
        yield ConditionFinding(
            "prizes.guarantee",
            part.guarantee_needs_entries,
            "missing",
            f"{entry.minimum} entries make a prize pool of {format_money(least)}, less than the "
            f"prizes of {format_money(total)}: guarantee {format_money(total)} or use shares.",
        )
