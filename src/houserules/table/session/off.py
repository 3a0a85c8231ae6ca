"""What a session changes about the table: rules that are off, and disputes that stop the game (20.2.1, 20.11.2)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.people.commands import ComeToTable, LeaveTable, RequireToVacate
from houserules.table.session.commands import HandInForm, PlayPassCard, RecordForm
from houserules.table.session.rounds import tournament_part
from houserules.table.session.state import Session
from houserules.table.sign import commands as sign
from houserules.table.staff.commands import (
    AskReview,
    CloseDispute,
    CloseTable,
    DecideDispute,
    ReviewDispute,
    ShowClosingSign,
)
from houserules.table.state import Table
from houserules.table.tokens import ExchangeVoucher

_OFF: Final[dict[type, tuple[str, str]]] = {
    commands.BringChips: ("raised_buy_in_disqualifies", "You play with the chips you were given."),
    commands.TakeChips: ("chips_stay_on_table", "Tournament chips stay on the table."),
    ComeToTable: ("tables_are_exclusive", "The table is used for a tournament."),
    LeaveTable: ("chips_stay_on_table", "You are in the session until it ends or you are out."),
    ExchangeVoucher: ("paid_in_tournament_chips", "A tournament is played with its own chips."),
    CloseTable: ("tables_are_exclusive", "End the session before you close the table."),
    ShowClosingSign: ("tables_are_exclusive", "End the session before you close the table."),
    **dict.fromkeys(
        (DecideDispute, ReviewDispute, AskReview, CloseDispute),
        ("dispute_stops_game", "The Tournament Manager decides disputes in a session."),
    ),
    **dict.fromkeys(
        (
            *(sign.PutUpSign, sign.ChangeLimits, sign.RaiseMinimum, sign.AnnounceLimits),
            *(sign.TakeDownAnnouncement, sign.AllowMore, sign.EndOwnLimits, sign.SetPlayerMaximum),
            *(sign.RestrictForShoe, sign.RestrictForFurtherShoes, sign.LimitToOneBox),
            *(sign.LiftRestriction, sign.LimitSideWagers, sign.LimitBettors, sign.LimitPlayers),
            *(sign.LimitBoxes, sign.ReportPatronage, sign.ReserveBoxes, sign.GiveUpBox),
            RequireToVacate,
        ),
        ("sub_rules_off", "In a session, the tournament conditions hold instead."),
    ),
}
"""Commands that are refused during a session: the key of the clause, and why."""

_STOPPED: Final = (
    *(commands.PlaceWager, commands.PlaceSideWager, commands.WithdrawWager),
    *(commands.WithdrawSideWager, sign.RaiseWager, sign.ReportFoundWager),
    *(PlayPassCard, HandInForm, RecordForm),
    *(commands.CloseBets, commands.DealCard, commands.Insure, commands.Surrender),
    *(commands.CloseOffers, commands.Hit, commands.Stand, commands.Double, commands.Split),
    *(commands.Designate, commands.Forfeit, commands.Decline, commands.ReportAbsent),
    commands.ClearTable,
)
"""What waits until a dispute is decided."""


def why_not_in_session(
    rules: Rulebook, table: Table, session: Session, command: Command
) -> Refusal | None:
    """Refuse what a session rules out, and let the game wait for a dispute."""
    part, kind = tournament_part(rules), type(command)
    if kind in _OFF:
        key, detail = _OFF[kind]
        return Refusal("tournament.off", getattr(part, key), detail)
    if isinstance(command, sign.ReportFoundWager) and table.phase != "betting":
        detail = "Wagers of a session are put right when bets are closed."
        return Refusal("tournament.off", part.wager_in_units_of_minimum, detail)
    return _why_not_disputed(part, table) if isinstance(command, _STOPPED) else None


def _why_not_disputed(part: Tournament, table: Table) -> Refusal | None:
    if not table.staff.disputes:
        return None
    number = table.staff.disputes[0].number
    return Refusal(
        "tournament.disputed",
        part.dispute_stops_game,
        f"The game waits until the Tournament Manager has decided dispute {number}.",
    )
