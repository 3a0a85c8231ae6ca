"""One round of a session, played by the ordinary rules with tournament chips (S65 20.2.1)."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.core.cards import Card
from houserules.core.money import Cents, format_money
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table import commands
from houserules.table.events import WagerSettled
from houserules.table.judge import why_not
from houserules.table.narrator.refusals import address_refusal
from houserules.table.records.record import (
    Record,
    Wager,
    WrittenDecision,
    WrittenSideWager,
)
from houserules.table.records.replay import RefusedError, RoundReplay, Violation
from houserules.table.round.hands import total_of
from houserules.table.session.standings import collection_rank
from houserules.table.state import Bettor, Box, Hand, SideWager, Stake, Table

_MOST_STAKES: Final = 20  # more than all splits and doubles of a box together


@dataclass(frozen=True, slots=True)
class SessionSeat:
    """A player whose box plays: the chips at the start, and what was staked before the cards."""

    player: str
    box: int
    chips: Cents
    wager: Cents  # as it plays; 0 with nothing but a form
    held: Cents = 0  # for the sealed form
    perfect_pairs: Cents = 0
    has_wagered: bool = True  # False: only a form that shows no wager (20.8.3.4)


@dataclass(frozen=True, slots=True)
class SessionRoundResult:
    """How a round was settled, by player."""

    net: dict[str, Cents]
    staked: dict[str, Cents]
    originals: dict[str, WagerSettled]
    collected: dict[str, tuple[int, int]]  # when a player's last chips were collected


def table_record(rules: Rulebook, seats: tuple[SessionSeat, ...]) -> Record:
    """Return the wagers of a round as a round record has them, in the order of the deal."""
    return Record(
        rules=rules,
        options=(),
        cards=(),
        wagers=tuple(Wager(seat.box, seat.player, seat.wager, seated=True) for seat in seats),
        side_wagers=tuple(
            WrittenSideWager("perfect-pairs", seat.box, seat.player, seat.perfect_pairs)
            for seat in seats
            if seat.perfect_pairs
        ),
    )


def play_round(record: Record, seats: tuple[SessionSeat, ...]) -> SessionRoundResult | Violation:
    """Play one round; raises MalformedRecord where cards or decisions do not fit it."""
    outcome = _SessionReplay(record, seats).run()
    if isinstance(outcome, Violation):
        return outcome
    played = SessionRoundResult({}, {}, {}, {})
    own: dict[str, list[tuple[int, WagerSettled]]] = {seat.player: [] for seat in seats}
    for at, event in enumerate(outcome.events):
        if isinstance(event, WagerSettled):
            own[event.player].append((at, event))
    for seat in seats:
        rows = own[seat.player]
        if not seat.has_wagered:
            rows = [(at, row) for at, row in rows if row.wager != "bonus"]
        played.net[seat.player] = sum([row.net for _, row in rows])
        played.staked[seat.player] = sum([row.stake for _, row in rows])
        played.originals[seat.player] = next(row for _, row in rows if row.wager == "original")
        collected = [collection_rank(row, at) for at, row in rows if row.net < 0]
        if collected:
            played.collected[seat.player] = max(collected)
    return played


class _SessionReplay(RoundReplay):
    """A round in which nobody stakes more than the chips in front of them (20.6.1).

    The table itself gets more chips than can be staked, so that it judges a decision by every
    other rule first; what is free is then counted here.
    """

    def __init__(self, record: Record, seats: tuple[SessionSeat, ...]) -> None:
        super().__init__(record)
        self.seats = {seat.player: seat for seat in seats}
        self.extra = sum(seat.chips for seat in seats) * _MOST_STAKES

    def place_wagers(self) -> None:
        """Lay down the wagers as they play and the initial deal up to its last card (S24 8.1).

        The session has judged the wagers and the reader the cards, and until the last of them
        nothing else can happen: judging them one by one took a third of the time of a session.
        """
        seats, each = self.seats.values(), len(self.seats)
        if len(self.record.cards) >= 2 * each:  # else the table finds which card is missing
            self.dealt = 2 * each
        laid = self.record.cards[: self.dealt]
        first = laid[each : each + 1]
        self.table = Table(
            phase="dealing",
            boxes=tuple([_box(seat, laid[at :: each + 1]) for at, seat in enumerate(seats)]),
            dealer=first,
            dealer_total=total_of(first)[0],
            racks={seat.player: self.extra + _free_at_first(seat) for seat in seats},
            rounds=1,
        )
        self.deal_due()

    def decide(self, decision: WrittenDecision, at: int) -> None:
        """Judge a decision; a hand that is not there is malformed once play comes to it."""
        box = self.table.box(decision.box)
        if decision.hand == 0 or (box and decision.hand and decision.hand > len(box.hands)):
            raise MalformedRecord(
                f"decisions[{at}]", f"box {decision.box} has no hand {decision.hand} at this point"
            )
        super().decide(decision, at)

    def command_for(self, decision: WrittenDecision, box: Box) -> commands.Command:
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
            refusal = why_not(rules, self.table, command) or _beyond_chips(rules, cost, free)
            raise RefusedError(address_refusal(refusal, command))
        super().do(command)

    def _free(self, player: str) -> Cents:
        """Return what a player may still stake; the $50 comes after the last decision."""
        free = self.table.racks[player] - self.extra
        if (player, None) not in self.table.bonus_paid:
            return free
        settled = [event for event in self.events if isinstance(event, WagerSettled)]
        bonuses = [event for event in settled if (event.wager, event.player) == ("bonus", player)]
        return free - sum([bonus.returned for bonus in bonuses])


def _box(seat: SessionSeat, cards: tuple[Card, ...]) -> Box:
    bettor = Bettor(seat.player, seat.wager, seat.wager, seated=True, has_form=not seat.wager)
    sides = (SideWager(seat.player, "perfect-pairs", seat.perfect_pairs),)
    hand = Hand(cards, (Stake(seat.player, "original", seat.wager),), *total_of(cards))
    return Box(
        seat.box,
        (bettor,),
        sides if seat.perfect_pairs else (),
        controller=seat.player,
        hands=(hand,),
    )


def _free_at_first(seat: SessionSeat) -> Cents:
    return seat.chips - seat.wager - seat.perfect_pairs - seat.held


def _beyond_chips(rules: Rulebook, cost: Cents, free: Cents) -> Refusal:
    return Refusal(
        "tournament.chips-short",
        require_offered(rules.tournament).tournament_chips_only,
        f"This takes {format_money(cost)} in tournament chips, and {format_money(free)} is free.",
    )
