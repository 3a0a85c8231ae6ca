"""A session replayed round by round: wagers judged, chips counted, players who leave (20.5 to 20.9)."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from houserules.core.money import Cents
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.records.replay import Violation
from houserules.table.session.standings import COLLECTION_ORDER
from houserules.table.session.state import (
    LAST_COLLECTED,
    Elimination,
    Limits,
    Player,
    SessionConditions,
)
from houserules.table.session.wagers import (
    chips_held_for,
    deemed_wager,
    undisclosed_net,
    wager_that_plays,
)
from houserules.tournament.records.entries import (
    Count,
    perfect_pairs_amount,
    why_not_allowance,
    why_not_chips,
    why_not_in_turn,
)
from houserules.tournament.records.reader import with_round
from houserules.tournament.records.record import RoundEntry
from houserules.tournament.records.round import (
    SessionRoundResult,
    SessionSeat,
    play_round,
    table_record,
)


class BrokenRule(Exception):  # noqa: N818  # a verdict on the record, not an error of the program
    """A wager or decision of the record breaks a rule."""

    def __init__(self, refusal: Refusal, wager: int | None, decision: int | None) -> None:
        super().__init__(refusal.detail)
        self.refusal, self.wager, self.decision = refusal, wager, decision


class Departure(NamedTuple):
    """A player who left the session, and by which clause."""

    player: str
    why: Literal["eliminated", "disqualified"]
    clause: Clause


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """One round after it was counted."""

    number: int
    limits: Limits
    marker: int | None
    void: bool
    wagers: dict[str, Cents]
    undisclosed: dict[str, Cents]
    net: dict[str, Cents]
    chips: dict[str, Cents]
    departures: tuple[Departure, ...]


@dataclass(slots=True)
class Session:
    """The players of a session or a play-off, by boxes, and how far it has come."""

    rules: Rulebook
    conditions: SessionConditions
    counts: list[Count]
    fixed_limits: Limits | None = None  # of a play-off
    counted: int = 0
    marker: int | None = None
    marker_stays: bool = True  # for the next round: nothing has been dealt, or the round was void
    departures: list[Departure] = field(default_factory=list)
    _by_name: dict[str, Count] = field(init=False)

    def __post_init__(self) -> None:
        self._by_name = {count.player.name: count for count in self.counts}

    @classmethod
    def begin(
        cls,
        rules: Rulebook,
        conditions: SessionConditions,
        players: tuple[Player, ...],
        *,
        limits: Limits | None = None,
    ) -> "Session":
        """Give every player the allotment of chips, pass cards and forms (20.6.2, 20.7.1, 20.8.1)."""
        counts = [
            Count(player, conditions.chips, conditions.pass_cards, conditions.undisclosed_wagers)
            for player in players
        ]
        return cls(rules, conditions, counts, limits)

    @property
    def players_in(self) -> list[Count]:
        """Who is still in, by boxes."""
        return [count for count in self.counts if count.is_in]

    @property
    def limits(self) -> Limits:
        """The limits of the round to come, or of the last one once the schedule is through."""
        last = self.conditions.rounds or self.counted + 1
        return self.fixed_limits or self.conditions.limits_in(min(self.counted + 1, last))

    def count_of(self, player: str) -> Count:
        """Return what a player has."""
        return self._by_name[player]

    def play(self, entry: RoundEntry) -> RoundOutcome:
        """Play one round as the record has it; raises BrokenRule or MalformedRecord."""
        limits, number = self.limits, self.counted + 1
        first = len(self.departures)
        self.eliminate_below(limits.minimum)
        self._place_marker()
        present = self.players_in
        self._check_present(entry)
        self._judge(entry, limits)
        self._disqualify(entry)
        before = [count.chips for count in present]
        wagers, undisclosed = dict[str, Cents](), dict[str, Cents]()
        if not entry.void:
            seats = self._seats(entry, limits)
            by_box = sorted(seats, key=lambda seat: seat.box)
            wagers = {seat.player: seat.wager for seat in by_box if seat.wager}
            undisclosed = self._settle(entry, seats, limits)
            self.counted += 1
        self.marker_stays = entry.void
        return RoundOutcome(
            number=number,
            limits=limits,
            marker=self.marker,
            void=entry.void,
            wagers=wagers,
            undisclosed=undisclosed,
            net={
                count.player.name: count.chips - chips
                for count, chips in zip(present, before, strict=True)
            },
            chips={count.player.name: count.chips for count in present},
            departures=tuple(self.departures[first:]),
        )

    def eliminate_below(self, chips: Cents) -> tuple[Departure, ...]:
        """Eliminate everybody with fewer chips, in the last round that counted (20.6.13)."""
        first = len(self.departures)
        for count in self.players_in:
            if count.chips < chips:
                count.eliminated = Elimination(
                    self.counted, count.chips, count.staked, count.collected
                )
                clause = require_offered(self.rules.tournament).too_few_chips_eliminates
                self.departures.append(Departure(count.player.name, "eliminated", clause))
        return tuple(self.departures[first:])

    def _place_marker(self) -> None:
        """Put the marker on the first box with a player, then on the next each round (reading 210).

        After a void round it stays, unless its player is out.
        """
        boxes = [count.player.box for count in self.players_in]
        if not self.conditions.order_of_wagering or not boxes:
            self.marker = None
        elif self.marker is None:
            self.marker = boxes[0]
        elif not self.marker_stays or self.marker not in boxes:
            later = [box for box in boxes if box > self.marker]
            self.marker = (later or boxes)[0]

    def _check_present(self, entry: RoundEntry) -> None:
        names = {count.player.name for count in self.players_in}
        for place, each in enumerate(entry.entries):
            if each.player not in names:
                raise MalformedRecord(
                    f"{entry.where}.wagers[{place}].player", f"{each.player} is no longer in"
                )

    def _judge(self, entry: RoundEntry, limits: Limits) -> None:
        """Judge the entries in their order; players without one are passed over (20.9.4)."""
        counts = [self.count_of(each.player) for each in entry.entries]
        order = sorted(counts, key=lambda count: self.from_marker(count.player.box))
        for place, (each, count) in enumerate(zip(entry.entries, counts, strict=True)):
            in_turn = order[place] if self.marker else count
            refusal = (
                why_not_in_turn(self.rules, each, in_turn)
                or why_not_allowance(self.rules, each, count)
                or why_not_chips(self.rules, each, count, limits)
            )
            if refusal:
                raise BrokenRule(refusal, place, None)

    def from_marker(self, box: int) -> tuple[bool, int]:
        """Return where a box stands clockwise from the marker, for sorting."""
        return box < (self.marker or 0), box

    def _disqualify(self, entry: RoundEntry) -> None:
        """Disqualify by entry first, then everybody who has failed to wager (20.5.6.2, 20.6.4)."""
        for each in entry.entries:
            if each.absent == "disqualify":
                self._disqualify_under(
                    each.player, require_offered(self.rules.tournament).absence_disqualifies
                )
            elif each.disqualified_under is not None:
                self._disqualify_under(each.player, each.disqualified_under)
        names = {each.player for each in entry.entries}
        for count in self.players_in:
            if count.player.name not in names:
                self._disqualify_under(
                    count.player.name, require_offered(self.rules.tournament).no_wager_disqualifies
                )

    def _disqualify_under(self, player: str, clause: Clause) -> None:
        self.count_of(player).disqualified = True
        self.departures.append(Departure(player, "disqualified", clause))

    def _seats(self, entry: RoundEntry, limits: Limits) -> tuple[SessionSeat, ...]:
        """Return who plays, in the order of the deal (20.9.3)."""
        seats = []
        for each in entry.entries:
            count = self.count_of(each.player)
            if not each.plays:
                continue
            wager, pairs = 0, perfect_pairs_amount(self.rules, each)
            if each.amount is not None:
                wager = wager_that_plays(each.amount, limits, late=each.late)
            left = count.chips - wager - pairs
            held = chips_held_for(each.form, limits, left) if each.form else 0
            has_wagered = wager > 0 or (each.form is not None and each.form.is_complete)
            seats.append(
                SessionSeat(
                    each.player, count.player.box, count.chips, wager, held, pairs, has_wagered
                )
            )
        if self.conditions.deal_from_marker:
            return tuple(sorted(seats, key=lambda seat: self.from_marker(seat.box)))
        return tuple(sorted(seats, key=lambda seat: seat.box))

    def _settle(
        self, entry: RoundEntry, seats: tuple[SessionSeat, ...], limits: Limits
    ) -> dict[str, Cents]:
        """Play the cards, open the forms, deduct; return the undisclosed wagers as deemed."""
        played = self._play_cards(entry, seats)
        for count in self.players_in:
            name = count.player.name
            count.staked = played.staked.get(name, 0)
            count.collected = played.collected.get(name, LAST_COLLECTED)
        before = {seat.player: seat.chips - seat.wager - seat.perfect_pairs for seat in seats}
        for seat in seats:
            self.count_of(seat.player).chips += played.net[seat.player]
        undisclosed = dict[str, Cents]()
        for each in sorted(entry.entries, key=lambda each: self.count_of(each.player).player.box):
            count = self.count_of(each.player)
            if each.pass_card:
                count.pass_cards -= 1
            elif each.absent == "deduct":
                count.deductions += 1
                self._collect(count, min(limits.minimum, count.chips))
            elif each.form:
                count.forms -= 1
                amount = deemed_wager(each.form, limits, before[each.player])
                if amount is None:  # taken from what the player has after the final settlement
                    undisclosed[each.player] = 0
                    self._collect(count, min(limits.minimum, count.chips))
                    continue
                amount -= amount % self.rules.wagers.smallest_chip.value
                undisclosed[each.player] = amount
                net = undisclosed_net(self.rules, amount, played.originals[each.player])
                if net < 0:
                    self._collect(count, -net, staked=amount)
                else:
                    count.chips += net
                    count.staked += amount
        return undisclosed

    def _play_cards(self, entry: RoundEntry, seats: tuple[SessionSeat, ...]) -> SessionRoundResult:
        if not seats:
            return SessionRoundResult({}, {}, {}, {})
        record = with_round(table_record(self.rules, seats), entry)
        try:
            played = play_round(record, seats)
        except MalformedRecord as error:
            raise MalformedRecord(f"{entry.where}.{error.where}", error.message) from None
        if isinstance(played, Violation):
            raise BrokenRule(played.refusal, None, played.decision)
        return played

    def _collect(self, count: Count, amount: Cents, *, staked: Cents | None = None) -> None:
        """Take chips after the final settlement: undisclosed wagers and deductions, by boxes."""
        count.chips -= amount
        count.staked += amount if staked is None else staked
        if amount:
            count.collected = (COLLECTION_ORDER.index("undisclosed"), count.player.box)
