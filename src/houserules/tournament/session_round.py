"""One round of a session, played by the ordinary rules with tournament chips (S65 20.2.1)."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table import commands
from houserules.table.events import WagerSettled
from houserules.table.judge import why_not
from houserules.table.records.record import Decision, MalformedRecord, Record, Side, Wager
from houserules.table.records.replay import RefusedError, RoundReplay, Violation
from houserules.table.state import Bettor, Box, SideWager, Table

_MOST_STAKES: Final = 20  # more than all splits and doubles of a box together

COLLECTION_ORDER: Final = ("perfect-pairs", "in play", "insurance", "final", "undisclosed")
"""In which order chips are collected; only in play they go as it happens, else by boxes."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player whose box plays: the chips at the start, and what was staked before the cards."""

    player: str
    box: int
    chips: Cents
    wager: Cents  # as it plays; 0 with nothing but a form
    held: Cents = 0  # for the sealed form
    perfect_pairs: Cents = 0
    has_wagered: bool = True  # False: only a form that shows no wager (20.8.3.4)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """How a round was settled, by player."""

    net: dict[str, Cents]
    staked: dict[str, Cents]
    originals: dict[str, WagerSettled]
    collected: dict[str, tuple[int, int]]  # when a player's last chips were collected


def table_record(rules: Rulebook, seats: tuple[Seat, ...]) -> Record:
    """Return the wagers of a round as a round record has them, in the order of the deal."""
    return Record(
        rules=rules,
        options=(),
        cards=(),
        wagers=tuple(Wager(seat.box, seat.player, seat.wager, seated=True) for seat in seats),
        side_wagers=tuple(
            Side("perfect-pairs", seat.box, seat.player, seat.perfect_pairs)
            for seat in seats
            if seat.perfect_pairs
        ),
    )


def play_round(record: Record, seats: tuple[Seat, ...]) -> PlayedRound | Violation:
    """Play one round; raises MalformedRecord where cards or decisions do not fit it."""
    outcome = _SessionReplay(record, seats).run()
    if isinstance(outcome, Violation):
        return outcome
    rows = [event for event in outcome.events if isinstance(event, WagerSettled)]
    played = PlayedRound({}, {}, {}, {})
    for seat in seats:
        own = [
            (at, row)
            for at, row in enumerate(rows)
            if row.player == seat.player and (row.wager != "bonus" or seat.has_wagered)
        ]
        played.net[seat.player] = sum(row.net for _, row in own)
        played.staked[seat.player] = sum(row.stake for _, row in own)
        played.originals[seat.player] = next(row for _, row in own if row.wager == "original")
        collected = [_collection(row, at) for at, row in own if row.net < 0]
        if collected:
            played.collected[seat.player] = max(collected)
    return played


def _collection(row: WagerSettled, at: int) -> tuple[int, int]:
    if row.wager in ("perfect-pairs", "insurance"):
        return COLLECTION_ORDER.index(row.wager), row.box or 0
    if row.stage == "interim":
        return COLLECTION_ORDER.index("in play"), at
    return COLLECTION_ORDER.index("final"), row.box or 0


class _SessionReplay(RoundReplay):
    """A round in which nobody stakes more than the chips in front of them (20.6.1).

    The table itself gets more chips than can be staked, so that it judges a decision by every
    other rule first; what is free is then counted here.
    """

    def __init__(self, record: Record, seats: tuple[Seat, ...]) -> None:
        super().__init__(record)
        self.seats = {seat.player: seat for seat in seats}
        self.extra = sum(seat.chips for seat in seats) * _MOST_STAKES

    def place_wagers(self) -> None:
        """Lay the wagers down as they play; the session has judged them already."""
        seats = self.seats.values()
        self.table = Table(
            boxes=tuple([_box(seat) for seat in seats]),
            racks={seat.player: self.extra + _free_at_first(seat) for seat in seats},
        )
        self.do(commands.CloseBets())
        self.deal_due()

    def decide(self, decision: Decision, at: int) -> None:
        """Judge a decision; a hand that is not there is malformed once play comes to it."""
        box = self.table.box(decision.box)
        if decision.hand == 0 or (box and decision.hand and decision.hand > len(box.hands)):
            raise MalformedRecord(
                f"decisions[{at}]", f"box {decision.box} has no hand {decision.hand} at this point"
            )
        super().decide(decision, at)

    def command_for(self, decision: Decision, box: Box) -> commands.Command:
        """Return the command; a double without an amount is for what the chips allow."""
        command = super().command_for(decision, box)
        if isinstance(command, commands.Double) and decision.amount is None:
            chip = self.record.rules.wagers.smallest_chip.value
            free = self._free(command.player) // chip * chip
            if 0 < free < command.amount:
                return replace(command, amount=free)
        return command

    def do(self, command: commands.Command) -> None:
        """Carry a command out: the ordinary rules judge first, the chips in possession last."""
        match command:
            case commands.Double(player=player, amount=amount):
                cost = amount
            case commands.Insure(player=player, amount=amount):
                cost = amount
            case commands.Split(player=player, box=box, hand=hand):
                split = self.table.hand(box, hand)
                stake = split.stake_of(player) if split else None
                cost = stake.amount if stake else 0
            case _:
                super().do(command)
                return
        if player in self.seats and cost > (free := self._free(player)):
            rules = self.record.rules
            raise RefusedError(
                why_not(rules, self.table, command) or _beyond_chips(rules, cost, free)
            )
        super().do(command)

    def _free(self, player: str) -> Cents:
        """Return what a player may still stake; the $50 comes after the last decision."""
        bonus = sum(
            event.returned
            for event in self.events
            if isinstance(event, WagerSettled) and (event.wager, event.player) == ("bonus", player)
        )
        return self.table.racks[player] - self.extra - bonus


def _box(seat: Seat) -> Box:
    bettor = Bettor(seat.player, seat.wager, seat.wager, seated=True, has_form=not seat.wager)
    sides = (SideWager(seat.player, "perfect-pairs", seat.perfect_pairs),)
    return Box(seat.box, (bettor,), sides if seat.perfect_pairs else ())


def _free_at_first(seat: Seat) -> Cents:
    return seat.chips - seat.wager - seat.perfect_pairs - seat.held


def _beyond_chips(rules: Rulebook, cost: Cents, free: Cents) -> Refusal:
    return Refusal(
        "tournament.chips-short",
        require_offered(rules.tournament).tournament_chips_only,
        f"This takes {format_money(cost)} in tournament chips, and {format_money(free)} is free.",
    )
