"""Tournament chips: bought before a session, redeemed after it at the ratio of issue (20.6.2 to 20.6.9)."""

from houserules.core.money import Cents, format_money, round_up
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import PayBuyIn
from houserules.tournament.conditions.document import TournamentConditions
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.money.events import Account, BuyInPaid, ChipsRedeemed, ChipsSettled
from houserules.tournament.state import TournamentSession, TournamentState


def buy_in_account(conditions: TournamentConditions) -> Account:
    """Return where buy-ins go: held until chips with a cash value are redeemed, or to the house.

    They are not entry fees, so they go to the pool only if the conditions say so (reading 221).
    """
    if conditions.chips.cash_value:
        return "chips"
    return "pool" if "buy-ins" in conditions.prizes.includes else "house"


def buy_back_account(conditions: TournamentConditions) -> Account:
    """Return where buy-backs go: to the house, unless the conditions put them into the pool."""
    return "pool" if "buy-backs" in conditions.prizes.includes else "house"


def needs_buy_in(conditions: TournamentConditions, session: TournamentSession) -> bool:
    """Whether players buy the chips of a session; those of a play-off are allotted."""
    return conditions.chips.method == "bought" and session.play_off_of is None


def next_session(state: TournamentState, player: str) -> TournamentSession | None:
    """Return the session that a player is seated in and that has not started."""
    waiting = (session for session in state.sessions if session.status == "scheduled")
    return next((session for session in waiting if session.seat_of(player)), None)


def why_not_buy_in(rules: Rulebook, state: TournamentState, command: PayBuyIn) -> Refusal | None:
    """Every player of a session buys the same chips once, before it starts (20.6.2, 20.6.5)."""
    part, conditions = require_offered(rules.tournament), conditions_of(state)
    entrant = state.entrants.get(command.player)
    session = next_session(state, command.player)
    if session is None or entrant is None or entrant.status in ("withdrawn", "disqualified"):
        return Refusal(
            "tournament.not-seated", part.equal_allotment, "You have no seat in a coming session."
        )
    if not needs_buy_in(conditions, session):
        return Refusal(
            "tournament.chips-allotted",
            part.equal_allotment,
            "You do not buy these chips: each player is given the same amount.",
        )
    if command.player in session.bought_in:
        chips = format_money(conditions.chips.amount or 0)
        return Refusal(
            "tournament.bought-in",
            part.equal_allotment,
            f"You have bought your {chips} in chips. Everybody starts with the same amount.",
        )
    return None


def buy_in(builder: TournamentEvents, command: PayBuyIn) -> None:
    """Sell a player the chips of the next session."""
    conditions, session = builder.conditions, next_session(builder.state, command.player)
    price, chips = conditions.chips.price, conditions.chips.amount
    assert session is not None and price is not None and chips is not None
    builder.emit(
        BuyInPaid(
            command.player,
            session.number,
            price,
            chips,
            buy_in_account(conditions),
            builder.part.equal_allotment,
        )
    )


def cash_value(conditions: TournamentConditions, chips: Cents) -> Cents:
    """Return what chips are redeemed for, up to the next cent (20.6.9)."""
    ratio = conditions.chips.redeemed_at
    return round_up(chips * ratio.on, ratio.pays, chip=1) if ratio else 0


def redeem(builder: TournamentEvents, session: TournamentSession) -> None:
    """Redeem the chips of everybody who played, also of the disqualified (20.5.6.2, reading 219).

    What the buy-ins do not cover comes from the operator; what is left is the operator's.
    """
    if not builder.conditions.chips.cash_value or session.play_off_of is not None:
        return
    clause = builder.part.chips_redeemed_as_issued
    for result in session.results:
        amount = cash_value(builder.conditions, result.chips)
        if amount:
            builder.emit(ChipsRedeemed(result.player, session.number, result.chips, amount, clause))
    settle(builder, session)


def settle(builder: TournamentEvents, session: TournamentSession) -> None:
    """Bring what is held for the session's chips to zero."""
    price = builder.conditions.chips.price or 0
    bought = price * len(session.bought_in)
    redeemed = sum(cash_value(builder.conditions, result.chips) for result in session.results)
    if bought != redeemed:
        clause = builder.part.chips_redeemed_as_issued
        builder.emit(ChipsSettled(session.number, bought - redeemed, clause))
