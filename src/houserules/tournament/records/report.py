"""What a session record comes to: the object that `houserules tournament settle --json` prints."""

from dataclasses import replace
from typing import Any

from houserules.core.money import Cents, dollars
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Clause
from houserules.table.session.standings import (
    Place,
    Standing,
    find_advancing,
    find_places,
    needs_play_off,
)
from houserules.table.session.state import Player
from houserules.tournament.records.reader import read_session
from houserules.tournament.records.record import RoundEntry, SessionRecord
from houserules.tournament.records.replay import BrokenRule, RoundOutcome, Session

Output = dict[str, Any]


def settle_session(data: object) -> Output:
    """Replay a session record as TOML or JSON gave it; raises MalformedRecord."""
    return _SessionReport(read_session(data)).run()


class _SessionReport:
    """A session under replay, then its play-off, if there is one."""

    def __init__(self, record: SessionRecord) -> None:
        self.record = record
        self.session = Session.begin(record.rules, record.conditions, record.players)
        self.play_off: Session | None = None
        self.first_place = 0  # of those that are played off
        self.outcomes: list[RoundOutcome] = []
        self.play_off_outcomes: list[RoundOutcome] = []

    def run(self) -> Output:
        record = self.record
        counted = [at for at, entry in enumerate(record.rounds) if not entry.void]
        last = counted[-1] if counted and record.is_over else None
        for at, entry in enumerate((*record.rounds, *record.play_off)):
            try:
                if at >= len(record.rounds):
                    self._play_off_round(entry)
                else:
                    self._scheduled_round(entry, is_last=at == last)
            except BrokenRule as broken:
                return _violation(broken, at)
        return self._report()

    def _scheduled_round(self, entry: RoundEntry, *, is_last: bool) -> None:
        outcome = self.session.play(entry)
        if is_last:  # nobody goes on without chips (reading 216)
            outcome = replace(
                outcome, departures=outcome.departures + self.session.eliminate_below(1)
            )
        self.outcomes.append(outcome)

    def _play_off_round(self, entry: RoundEntry) -> None:
        """Play one round among the tied players, who start with the allotment again (reading 213)."""
        tie = self._open_tie()
        if tie is None:
            raise MalformedRecord(entry.where, "no tie is left that has to be played off")
        if self.play_off is None:
            self.first_place = tie.number
            self.play_off = Session.begin(
                self.record.rules,
                self.record.conditions,
                tuple(standing.player for standing in tie.standings),
                limits=self.record.conditions.limits_in(self.session.counted),
            )
        elif not self._is_undecided(self.play_off):
            raise MalformedRecord(entry.where, "the play-off is decided already")
        outcome = self.play_off.play(entry)
        out = self.play_off.eliminate_below(outcome.limits.minimum)
        self.play_off_outcomes.append(replace(outcome, departures=outcome.departures + out))

    def _open_tie(self) -> Place | None:
        """Return the first tie that has to be played off; one that was played off is closed."""
        conditions = self.record.conditions
        for place in self._places():
            players = [standing.player for standing in place.standings]
            if self._was_played_off(players):
                continue
            if needs_play_off(place, conditions.advance, final=conditions.final):
                return place
        return None

    def _was_played_off(self, players: list[Player]) -> bool:
        if self.play_off is None or self._is_undecided(self.play_off):
            return False
        return any(count.player in players for count in self.play_off.counts)

    def _is_undecided(self, play_off: Session) -> bool:
        conditions = self.record.conditions
        places = find_places(_standings(play_off), self.first_place)
        return any(
            needs_play_off(place, conditions.advance, final=conditions.final) for place in places
        )

    def _places(self) -> list[Place]:
        """Return the places at the end of the session, in the order that a play-off gave."""
        order = dict[str, int]()
        gone = set[str]()
        if self.play_off is not None:
            gone = {c.player.name for c in self.play_off.counts if c.disqualified}
            if not self._is_undecided(self.play_off):
                for place in find_places(_standings(self.play_off)):
                    order |= {standing.player.name: place.number for standing in place.standings}
        standings = [
            replace(standing, play_off=order.get(standing.player.name, 0))
            for standing in _standings(self.session)
            if standing.player.name not in gone
        ]
        return find_places(standings)

    def _report(self) -> Output:
        over, advance = self.record.is_over, self.record.conditions.advance
        places = self._places()
        report: Output = {
            "rulebook": self.record.rules.id,
            "rounds": [_round(outcome) for outcome in self.outcomes],
            "over": over,
            "places": [
                {
                    "place": place.number,
                    "player": standing.player.name,
                    "chips": dollars(standing.chips),
                }
                for place in places
                for standing in place.standings
            ],
            "disqualified": [
                {
                    "player": departure.player,
                    "chips": dollars(session.count_of(departure.player).chips),
                }
                for session in (self.session, self.play_off)
                if session is not None
                for departure in session.departures
                if departure.why == "disqualified"
            ],
            "advance": [player.name for player in find_advancing(places, advance)] if over else [],
            "play_off": [player.name for player in self._to_play_off()] if over else [],
        }
        if self.play_off_outcomes:
            report["play_off_rounds"] = [_round(outcome) for outcome in self.play_off_outcomes]
        return report

    def _to_play_off(self) -> list[Player]:
        """Return who still has to play off, by boxes."""
        if self.play_off is not None and self._is_undecided(self.play_off):
            return [count.player for count in self.play_off.players_in]
        tie = self._open_tie()
        return [standing.player for standing in tie.standings] if tie else []


def _standings(session: Session) -> list[Standing]:
    return [
        Standing(count.player, count.chips, count.eliminated)
        for count in session.counts
        if not count.disqualified
    ]


def _round(outcome: RoundOutcome) -> Output:
    row: Output = {
        "round": outcome.number,
        "minimum": dollars(outcome.limits.minimum),
        "maximum": dollars(outcome.limits.maximum),
        "marker": outcome.marker,
        "wagers": _money(outcome.wagers),
        "undisclosed": _money(outcome.undisclosed),
        "net": _money(outcome.net),
        "chips": _money(outcome.chips),
        "out": [
            {"player": player, "why": why, "clause": printed_clause(clause)}
            for player, why, clause in outcome.departures
        ],
    }
    return row | {"void": True} if outcome.void else row


def _money(amounts: dict[str, Cents]) -> dict[str, str]:
    return {player: dollars(amount) for player, amount in amounts.items()}


def _violation(broken: BrokenRule, number: int) -> Output:
    return {
        "violation": {
            "round": number,
            "wager": broken.wager,
            "decision": broken.decision,
            "clause": printed_clause(broken.refusal.clause),
            "message": broken.refusal.detail,
        }
    }


def printed_clause(clause: Clause) -> str:
    """Return a clause number as its document prints it: S24 has 21.7.1 in two sections."""
    return clause.rpartition("/")[2]
