"""What people ask of a tournament: verbs. Randomness comes in commands too, as bytes in hex.

Every command says who gives it and when; `phases` are those in which it has its place.
"""

from typing import Any, ClassVar, Literal

from houserules.core.deferred import deferred_dataclass
from houserules.core.people import Moment
from houserules.table.commands import command
from houserules.table.desk import DeskCommand
from houserules.table.session.state import Ground
from houserules.tournament.state import PlayerResult, TournamentPhase

RefusalGround = Literal["not entitled", "criteria", "right reserved"]
"""Why an application is refused: 20.4.2(h)(i), (iii) and (ii)."""
CancelGround = Literal["too few entries", "other"]


@deferred_dataclass
class TournamentCommand(DeskCommand):
    """Something that a person asks of a tournament."""

    power: ClassVar[str] = "may_manage_tournament"
    phases: ClassVar[tuple[TournamentPhase, ...]] = ("play",)


@deferred_dataclass
class EntrantCommand(TournamentCommand):
    """Something that players do for themselves, or have done for them at the desk."""

    power: ClassVar[str] = "may_take_entries"
    right: ClassVar[str | None] = "entrants_only"
    phases: ClassVar[tuple[TournamentPhase, ...]] = ("entries",)
    player: str


# The conditions.


@command("draft-tournament")
class DraftTournament(TournamentCommand):
    """Write the conditions of a tournament, or replace a draft."""

    power = "may_publish_tournament"
    phases = ("new", "draft")
    conditions: dict[str, Any]


@command("publish-tournament")
class PublishTournament(TournamentCommand):
    """Publish the conditions and open the tournament to entries."""

    power = "may_publish_tournament"
    phases = ("draft",)
    starts: Moment  # the first session
    rounds_per_hour: int  # for the timetable
    pause_minutes: int  # between sittings


@command("amend-tournament")
class AmendTournament(TournamentCommand):
    """Change published conditions where they allow it, and tell the players."""

    power = "may_publish_tournament"
    phases = ("entries", "play")
    conditions: dict[str, Any]
    notice: str  # how the players are told


@command("move-start")
class MoveStart(TournamentCommand):
    """Move the start of the first session, with notice to the players."""

    power = "may_move_start"
    phases = ("entries", "play")
    starts: Moment
    notice: str


@command("cancel-tournament")
class CancelTournament(TournamentCommand):
    """Cancel the tournament; all entry fees are refunded."""

    power = "may_cancel_tournament"
    phases = ("draft", "entries", "play", "placed")
    ground: CancelGround
    reason: str


# Entries.


@command("apply-for-entry")
class ApplyForEntry(EntrantCommand):
    """Apply to enter the tournament."""

    form: str  # the application form, filled in
    entitled: bool  # whether the player may enter the casino and gamble


@command("give-conditions")
class GiveConditions(EntrantCommand):
    """Receive a copy of the conditions, or hand one to a player."""

    right = "conditions_are_published"
    phases = ("entries", "play")
    how: str  # on the page, by email, at the desk


@command("agree-to-conditions")
class AgreeToConditions(EntrantCommand):
    """Agree in writing to the rules and conditions of the tournament."""

    right = "agreement_in_writing"
    phases = ("entries", "play")
    signature: str


@command("accept-entry")
class AcceptEntry(TournamentCommand):
    """Accept an application."""

    power = "may_decide_entries"
    phases = ("entries",)
    player: str


@command("refuse-entry")
class RefuseEntry(TournamentCommand):
    """Refuse an application and say why."""

    power = "may_decide_entries"
    phases = ("entries",)
    player: str
    ground: RefusalGround
    reason: str


@command("pay-entry-fee")
class PayEntryFee(EntrantCommand):
    """Pay the entry fee into the prize pool."""

    right = "fees_go_to_prize_pool"


@command("withdraw-entry")
class WithdrawEntry(EntrantCommand):
    """Withdraw from the tournament; in the withdrawal period the fee is refunded."""

    right = "states_terms_of_entry"
    phases = ("entries", "play")


@command("close-entries")
class CloseEntries(TournamentCommand):
    """Close the entries: the tournament takes place with the players who have paid."""

    power = "may_take_entries"
    phases = ("entries",)


@command("buy-back")
class BuyBackIn(EntrantCommand):
    """Buy back into the tournament after elimination."""

    right = "states_buy_back"
    phases = ("play",)


@command("disqualify-entrant")
class DisqualifyEntrant(TournamentCommand):
    """Disqualify a player between sessions; during one it is declared at the table."""

    power = "may_disqualify_entrant"
    phases = ("entries", "play", "placed")
    player: str
    ground: Ground
    reason: str


@command("approve-refund")
class ApproveRefund(TournamentCommand):
    """Refund the entry fee of a player who was disqualified for absence."""

    power = "may_approve_refund"
    phases = ("play", "placed")
    player: str
    reason: str


# Tables, seats and sessions.


@command("designate-tables")
class DesignateTables(TournamentCommand):
    """Name the tables that the tournament uses."""

    power = "may_designate_tables"
    phases = ("entries", "play")
    tables: tuple[str, ...]


@command("commit-seat-draw")
class CommitSeatDraw(TournamentCommand):
    """Shuffle the players of the next stage and publish the commitment to their order."""

    power = "may_allocate_seats"
    entropy: str  # random bytes in hex; see `seat_draw.entropy_needed`


@command("cut-seat-draw")
class CutSeatDraw(TournamentCommand):
    """Cut the sealed order of a seat draw, as somebody other than who shuffled it."""

    power = "may_cut_seat_draw"
    right = "seats_are_allocated"
    position: int  # so many players go from the top to the bottom


@command("reveal-seat-draw")
class RevealSeatDraw(TournamentCommand):
    """Open the sealed order and allot tables and boxes by it."""

    power = "may_allocate_seats"
    entropy: str  # the same bytes as when the draw was committed


@command("allot-seats")
class AllotSeats(TournamentCommand):
    """Allot tables and boxes as drawn or decided otherwise, and say how."""

    power = "may_allocate_seats"
    order: tuple[str, ...]  # the players, as seats are filled: table by table, box by box
    how: str


@command("pass-stage")
class PassStage(TournamentCommand):
    """Let everybody go on from a stage that would eliminate nobody."""


@command("reschedule-session")
class RescheduleSession(TournamentCommand):
    """Move a session to another time or table, with notice to its players."""

    power = "may_move_start"
    session: int
    starts: Moment
    table: str
    notice: str


@command("pay-buy-in")
class PayBuyIn(EntrantCommand):
    """Buy your tournament chips for the next session."""

    right = "equal_allotment"
    phases = ("play",)


@command("start-session")
class StartSession(TournamentCommand):
    """Start a session; players without their buy-in are eliminated."""

    session: int


@command("record-result")
class RecordResult(TournamentCommand):
    """Record the count of a session, and announce who goes on."""

    power = "may_announce_places"
    session: int
    results: tuple[PlayerResult, ...]
    rounds: int  # that counted


@command("call-play-off")
class CallPlayOff(TournamentCommand):
    """Call the tied players of a session to a play-off."""

    power = "may_announce_places"
    session: int
    table: str
    starts: Moment


@command("decide-places")
class DecidePlaces(TournamentCommand):
    """Put eliminated players in order who share a place that matters."""

    power = "may_announce_places"
    session: int
    order: tuple[str, ...]  # the best first
    how: str  # such as by lot


# Prizes and disputes.


@command("award-prizes")
class AwardPrizes(TournamentCommand):
    """Divide the prize pool among the places."""

    power = "may_award_prizes"
    phases = ("placed",)


@command("pay-prize")
class PayPrize(TournamentCommand):
    """Pay or hand over the prize of a place."""

    power = "may_award_prizes"
    phases = ("placed",)
    place: int
    how: str


@command("raise-entry-dispute")
class RaiseEntryDispute(EntrantCommand):
    """Dispute something about your entry or the conditions."""

    right = "dispute_stops_game"
    phases = ("entries", "play", "placed")
    about: str


@command("decide-entry-dispute")
class DecideEntryDispute(TournamentCommand):
    """Decide a dispute about an entry or the conditions; the decision is final."""

    power = "may_decide_entry_dispute"
    phases = ("entries", "play", "placed")
    dispute: int
    says: str
