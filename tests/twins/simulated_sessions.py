"""A simulated session taken step by step and written down, so that the table can settle it."""

from dataclasses import dataclass, field
from typing import Any

from houserules.core.money import dollars
from houserules.rulebook.schema import Rulebook
from houserules.simulator import BoxBettor, Strategy
from houserules.simulator.cards import NAMES
from houserules.simulator.compiled import u64
from houserules.simulator.decisions import Kind
from houserules.simulator.direct import play_out
from houserules.simulator.kernels.draw import start_of_lane
from houserules.simulator.kernels.round import WORDS
from houserules.simulator.layout import MAIN, SELDOM
from houserules.simulator.payouts import TERMS
from houserules.simulator.tournament import layout as at
from houserules.simulator.tournament.places import (
    eliminate_below,
    end_of_tie,
    is_played_off,
    put_in_order,
)
from houserules.simulator.tournament.play import Game, Session, opening_seats, session_table
from houserules.simulator.tournament.rounds import (
    enter_wagers,
    place_marker,
    play_cards,
    settle_round,
)
from houserules.simulator.tournament.session import begin_play_off, is_tied


def is_doubled(kind: Kind) -> bool:
    return TERMS[kind].double is not None


@dataclass
class Written:
    """A session as a record, and what the simulation made of it."""

    record: dict[str, Any]
    chips: list[dict[str, str]] = field(default_factory=list)  # after every round
    places: list[tuple[int, str]] = field(default_factory=list)  # before any play-off
    advance: set[str] = field(default_factory=set)
    is_cut: bool = False  # nobody could wager: a record leaves them all in (see "More" there)
    is_short: bool = False  # a player could not pay for everything after a split


class SteppedSession:
    """One session, the kernels called one after the other."""

    def __init__(
        self, rules: Rulebook, game: Game, strategies: list[Strategy], session: Session
    ) -> None:
        self.rules, self.strategies, self.session = rules, strategies, session
        self.table = session_table(game, session)
        self.table.setup[at.IS_CONCLUDED_EARLY] = 0
        self.short = False

    def play(self, styles: list[int], *, seed: int, lane: int) -> Written:
        table, session, number = self.table, self.session, len(styles)
        table.seats[:number] = opening_seats(session, number)
        table.seats[:number, at.STYLE] = styles
        table.work[MAIN], table.work[SELDOM] = start_of_lane(u64(seed), u64(lane))
        table.state[at.CURSOR], table.state[at.MARKER] = WORDS, at.NOT_YET
        table.state[at.AIM] = 1 if session.final else session.advance
        written = Written(self._head(number))
        rounds = written.record["rounds"]
        for counted in range(session.rounds):
            minimum = int(table.limits[counted + 1, 0])
            left = eliminate_below(table.seats, 0, number, minimum, counted)
            if not left:
                written.record["concluded"], written.is_cut = "early", True
                break
            present = [row for row in range(number) if table.seats[row, at.IS_IN]]
            rounds.append(self._round(0, number, counted + 1, session.rounds - counted))
            written.chips.append({self._name(row): self._chips(row) for row in present})
        table.state[at.COUNTED] = len(rounds)
        eliminate_below(table.seats, 0, number, 1, len(rounds))
        put_in_order(table, 0, number)
        for start, end in self._ties(0, number):
            written.places += [(start + 1, self._name(row)) for row in table.order[start:end]]
        self._play_off(written, number)
        written.is_short = self.short
        return written

    def _play_off(self, written: Written, number: int) -> None:
        """Play off the first tie that needs it; a record has only one."""
        table, session = self.table, self.session
        for start, end in self._ties(0, number):
            if "play_off" in written.record or not is_played_off(table, start, start, end):
                if end <= session.advance:
                    written.advance |= {self._name(row) for row in table.order[start:end]}
                continue
            tied = [int(row) for row in table.order[start:end]]
            for place, row in enumerate(tied):
                begin_play_off(table, at.PLAY_OFF + place, row)
            table.state[at.MARKER] = at.NOT_YET
            table.state[at.AIM] = 1 if session.final else session.advance - start
            rounds = written.record["play_off"] = []
            counted = int(table.state[at.COUNTED])
            put_in_order(table, at.PLAY_OFF, len(tied))
            while is_tied(table, len(tied), start):
                rounds.append(self._round(at.PLAY_OFF, len(tied), counted, 1))
                minimum = int(table.limits[counted, 0])
                eliminate_below(table.seats, at.PLAY_OFF, len(tied), minimum, len(rounds))
                put_in_order(table, at.PLAY_OFF, len(tied))
            for first, last in self._ties(at.PLAY_OFF, len(tied)):
                if start + last - at.PLAY_OFF <= session.advance:
                    order = table.order[first:last]
                    written.advance |= {self._name(row) for row in order}

    def _ties(self, first: int, number: int) -> list[tuple[int, int]]:
        ties, start = [], first
        while start < first + number:
            end = end_of_tie(self.table, first, number, start)
            ties.append((start, end))
            start = end
        return ties

    def _round(self, first: int, number: int, limits: int, left: int) -> dict[str, Any]:
        table = self.table
        minimum, maximum = map(int, table.limits[limits])
        place_marker(table, first, number)
        enter_wagers(table, first, number, minimum, maximum, left)
        end = play_cards(table, first, number)
        written = {"wagers": self._wagers(first, number), **self._cards()}
        settle_round(table, first, number, end)
        return written

    def _wagers(self, first: int, number: int) -> list[dict[str, Any]]:
        table = self.table
        start = int(table.state[at.MARKER]) - first if self.session.order_of_wagering else 0
        wagers = []
        for step in range(number):
            row = first + (start + step) % number
            if table.seats[row, at.IS_IN]:
                wager, form = (int(table.seats[row, place]) for place in (at.WAGER, at.FORM))
                entry: dict[str, Any] = {"player": self._name(row)}
                if wager:
                    entry["amount"] = dollars(wager)
                if form:
                    entry["undisclosed"] = {"type": "original", "amount": dollars(form)}
                wagers.append(entry if wager or form else entry | {"pass_card": True})
        return wagers

    def _cards(self) -> dict[str, Any]:
        """Play the cards that were dealt out again, directly, for the decisions."""
        table, seats = self.table, self.table.seats
        slots = [int(row) for row in table.slots[: int(table.state[at.PLAYING])]]
        if not slots:
            return {}
        cards = [int(code) for code in table.shoes[: int(table.state[at.DEALT])]]
        wagers = [int(seats[row, at.WAGER]) for row in slots]
        free = [
            int(seats[row, at.CHIPS] - seats[row, at.FORM]) - wager
            for row, wager in zip(slots, wagers, strict=True)
        ]
        bettors = [
            BoxBettor(self.strategies[not (wager and left >= wager)], wager or 2500)
            for wager, left in zip(wagers, free, strict=True)
        ]
        played = play_out(self.rules, cards, bettors)
        assert played.used == len(cards)
        self.short |= any(
            len(kinds) > 1 and left < (len(kinds) - 1 + sum(map(is_doubled, kinds))) * wager
            for kinds, left, wager in zip(played.kinds, free, wagers, strict=True)
        )
        decisions = []
        for decision in played.decisions:
            where, _, action = decision.partition(" ")
            slot, dot, hand = where.partition(".")
            box = int(seats[slots[int(slot) - 1], at.BOX])
            decisions.append(f"{box}{dot}{hand} {action}")
        return {"cards": " ".join(NAMES[code] for code in cards), "decisions": decisions}

    def _name(self, row: int) -> str:
        return f"p{int(self.table.seats[row, at.BOX])}"

    def _chips(self, row: int) -> str:
        return dollars(int(self.table.seats[row, at.CHIPS]))

    def _head(self, number: int) -> dict[str, Any]:
        session = self.session
        return {
            "format": "houserules/session-1",
            "rulebook": self.rules.id,
            "conditions": {
                "rounds": session.rounds,
                "chips": dollars(session.chips),
                "advance": session.advance,
                "final": session.final,
                "pass_cards": session.pass_cards,
                "undisclosed_wagers": session.forms,
                "order_of_wagering": session.order_of_wagering,
                "deal_from_marker": session.deal_from_marker,
                "limits": [
                    {
                        "from_round": first,
                        "minimum": dollars(minimum),
                        "maximum": dollars(maximum),
                    }
                    for first, minimum, maximum in session.limits
                ],
            },
            "players": [{"name": f"p{box}", "box": box} for box in range(1, number + 1)],
            "rounds": [],
        }
