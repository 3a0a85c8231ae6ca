"""A record played through the table: the dealer's part is done here, card by card."""

from dataclasses import dataclass, field
from typing import Final

from houserules.core.cards import Card
from houserules.core.people import Moment, Person
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Refusal
from houserules.table import commands
from houserules.table.events import Event
from houserules.table.judge import carry_out
from houserules.table.narrator.refusals import address_refusal
from houserules.table.records.record import Record, WrittenDecision
from houserules.table.round.deal import next_place
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.state import Box, Table

_DEALER: Final = Person("the dealer", "dealer")
_FOLLOWING: Final = ("double", "split", "designate")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round that was played to its end."""

    table: Table
    events: tuple[Event, ...]
    unused: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """The record breaks a rule: at which decision (None: a wager), the refusal, what came before."""

    decision: int | None
    refusal: Refusal
    events: tuple[Event, ...]


class RefusedError(Exception):
    """The record asks for something that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


def replay(record: Record) -> Replayed | Violation:
    """Play a record; raises MalformedRecord where cards or decisions do not fit the round."""
    if record.paid is not None:  # what was paid in the end does not follow from play alone
        return Replayed(Table(), record.paid, ())
    return RoundReplay(record).run()


@dataclass(slots=True)
class RoundReplay:
    """A table with a dealer who deals the record's cards."""

    record: Record
    table: Table = field(default_factory=Table)
    events: list[Event] = field(default_factory=list)
    dealt: int = 0
    absent: tuple[int, int] | None = None  # the hand of which `absent` was said last

    def run(self) -> Replayed | Violation:
        """Play the round to its end, or to the first thing that breaks a rule."""
        at: int | None = None
        try:
            self.place_wagers()
            for at, decision in enumerate(self.record.decisions):
                self.decide(decision, at)
        except RefusedError as refused:
            return Violation(at, refused.refusal, tuple(self.events))
        self.finish()
        return Replayed(self.table, tuple(self.events), self.record.cards[self.dealt :])

    def do(self, command: commands.Command) -> None:
        outcome = carry_out(self.record.rules, self.table, command)
        if isinstance(outcome, Refusal):
            raise RefusedError(address_refusal(outcome, command))
        self.events += outcome[0]
        self.table = outcome[1]

    def place_wagers(self) -> None:
        """Lay everything down as it was found when the first card came out, and deal."""
        hands = self.record.rules.splitting.hands_most.value
        for player in self.record.players:  # as much as it takes to split and double every hand
            initial = sum(wager.amount for wager in self.record.wagers if wager.player == player)
            sides = sum(side.amount for side in self.record.side_wagers if side.player == player)
            self.do(commands.BringChips(player, initial * (2 * hands + 1) + sides))
        for wager in self.record.wagers:
            found = (wager.player, wager.box, wager.amount, wager.seated)
            self.do(ReportFoundWager(_DEALER, Moment(0), *found))
        for side in self.record.side_wagers:
            self.do(
                commands.PlaceSideWager(side.player, side.box, side.kind, side.amount, side.suit)
            )
        self.do(commands.CloseBets())
        self.deal_due()

    def deal_due(self, *, dealer: bool = False) -> None:
        """Deal the cards that are due; the dealer's own only when every decision is in."""
        cards = self.record.cards
        while (place := next_place(self.table)) and (dealer or self.table.phase != "dealer"):
            if self.dealt == len(cards):
                to = "the dealer"
                if place.box is not None:
                    to = f"hand {place.hand} of box {place.box}"
                raise MalformedRecord(
                    "cards", f"card {self.dealt + 1} is needed for {to}; none is left"
                )
            card = cards[self.dealt]
            self.dealt += 1
            self.do(commands.DealCard(card))

    def decide(self, decision: WrittenDecision, at: int) -> None:
        """Bring the round to the decision, then put it to the table."""
        while not self._is_answer(decision) and self._step_past(decision):
            pass
        if self._is_left_over(decision, at):
            raise MalformedRecord(
                f"decisions[{at}]", f"'{decision}' is left over: every hand has been played"
            )
        box = self.table.box(decision.box)
        assert box is not None
        if self._says_absent_again(decision, at):
            assert self.absent is not None
            self.absent = (box.number, self.absent[1] + 1)
            return
        if decision.hand is not None and decision.hand > len(box.hands):
            raise MalformedRecord(
                f"decisions[{at}]", f"box {box.number} has no hand {decision.hand} at this point"
            )
        command = self.command_for(decision, box)
        self.do(command)
        if isinstance(command, commands.ReportAbsent):
            self.absent = (command.box, command.hand)
        self.deal_due()

    def command_for(self, decision: WrittenDecision, box: Box) -> commands.Command:
        """Return the command that a decision stands for at this table."""
        player, number = decision.player or box.controller, box.number
        assert player is not None
        hand = decision.hand or self._hand_meant(decision, box)
        match decision.action:
            case "insure":
                assert decision.amount is not None
                return commands.Insure(player, number, decision.amount)
            case "surrender":
                return commands.Surrender(player, number)
            case "hit":
                return commands.Hit(player, number, hand)
            case "stand":
                return commands.Stand(player, number, hand)
            case "double":
                stake = box.hands[hand - 1].stake_of(player)
                whole = stake.amount if stake else 1  # without an amount, for the whole wager
                return commands.Double(player, number, hand, decision.amount or whole)
            case "split":
                return commands.Split(player, number, hand)
            case "designate":
                assert decision.designated is not None
                return commands.Designate(player, number, decision.designated)
            case "forfeit":
                return commands.Forfeit(player, number, hand)
            case "absent":
                return commands.ReportAbsent(number, hand)

    def _hand_meant(self, decision: WrittenDecision, box: Box) -> int:
        """The hand that the question is about, else the one in play, else the last."""
        if len(box.hands) == 1:
            return 1
        awaiting = self.table.awaiting
        if awaiting is not None and awaiting.box == box.number:
            return awaiting.hand
        hands = range(1, len(box.hands) + 1)
        if decision.action == "forfeit":
            doubled = [number for number in hands if box.hands[number - 1].doubled_at]
            return doubled[-1] if doubled else 1
        in_play = [number for number in hands if not box.hands[number - 1].done]
        if not in_play and decision.action == "split":  # an ace that drew an ace, not the last
            in_play = [
                n for n in hands if len({card.value for card in box.hands[n - 1].cards}) == 1
            ]
        return in_play[0] if in_play else len(box.hands)

    def _step_past(self, decision: WrittenDecision) -> bool:
        """Do what must come before the decision; False when nothing is left to do."""
        awaiting = self.table.awaiting
        if awaiting is not None:
            self.do(commands.Decline(awaiting.players[0], awaiting.box))
        elif self.table.phase == "offers" and decision.action not in ("insure", "surrender"):
            self.do(commands.CloseOffers())
        else:
            return False
        self.deal_due()
        return True

    def _is_answer(self, decision: WrittenDecision) -> bool:
        """Whether the decision answers, or tries to answer, the controlling player or a question."""
        box, awaiting = self.table.box(decision.box), self.table.awaiting
        assert box is not None
        if decision.player not in (None, box.controller) and decision.action in _FOLLOWING:
            return True  # others only ever follow: the table judges whether they may
        if awaiting is None or awaiting.box != decision.box:
            return False
        if decision.hand not in (None, awaiting.hand):
            return False
        if awaiting.question == "forfeit":
            return decision.action == "forfeit"
        return awaiting.question == "split-ace-again" and decision.action == "split"

    def _is_left_over(self, decision: WrittenDecision, at: int) -> bool:
        """Whether no hand is left to decide on; what is always judged by its rule is not left over."""
        if self.table.phase not in ("dealer", "over") or self._is_answer(decision):
            return False
        before = self.record.decisions[:at]
        if decision.action in ("insure", "surrender"):
            return any(each.action not in ("insure", "surrender") for each in before)
        last = before[-1] if before else None
        if last is None or last.box != decision.box:
            return True
        if decision.action == "forfeit":
            return last.action not in ("double", "forfeit")
        if decision.action == "split":  # of an ace that was split: its moment is directly after
            return last.action != "split"
        return not self._says_absent_again(decision, at)

    def _says_absent_again(self, decision: WrittenDecision, at: int) -> bool:
        """`absent` may be said for each further hand of a split box, in turn; it changes nothing."""
        if decision.action != "absent" or self.absent is None or at == 0:
            return False
        box, hand = self.absent
        last = self.record.decisions[at - 1]
        there = self.table.box(box)
        return (
            (last.box, last.action) == (decision.box, "absent")
            and decision.box == box
            and decision.hand in (None, hand + 1)
            and there is not None
            and there.absent
            and hand < len(there.hands)
        )

    def finish(self) -> None:
        """Whoever has not answered declines; then the dealer draws."""
        while self.table.awaiting is not None or self.table.phase == "offers":
            self._step_past(WrittenDecision(0, "stand"))
        self.deal_due(dealer=True)
        if self.table.phase != "over":
            turn = self.table.turn()
            assert turn is not None
            raise MalformedRecord(
                "decisions",
                f"hand {turn[1]} of box {turn[0].number} has {turn[2].total} and still needs a "
                "decision",
            )
