"""A practice table without a terminal: one player, and the house that looks after the cards."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from houserules.cli.render.felt import spot_of
from houserules.core.money import Cents, format_money
from houserules.core.people import Person
from houserules.core.refusal import Clause, Refusal
from houserules.floor.tables.card_handler import CardHandler
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PART_OF
from houserules.rulebook.values import NotOffered, Value
from houserules.shoe.preparation import uses_automatic_shuffler
from houserules.table import commands as c
from houserules.table.cards.commands import DeclineCut, OpenTable
from houserules.table.cards.cut import offer
from houserules.table.cards.open_steps import DEALER, NOW, next_step
from houserules.table.events import Event
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import Open, legal
from houserules.table.people.commands import ComeToTable, PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.round.deal import card_is_due
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.stated_limits import stated_by
from houserules.table.state import Table

SEAT = 1
"""The box where the player sits; on others the player's wagers lie too."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What the player put on a box: a wager and, where there was one, a side wager."""

    amount: Cents
    side: c.PlaceSideWager | None = None


@dataclass(slots=True)
class Practice:
    """One player at one or more boxes against the house, with practice chips."""

    rules: Rulebook
    player: str
    balance: Cents  # what the player brings at a time
    boxes: int
    house: CardHandler
    table: Table = field(default_factory=Table)
    brought: Cents = 0
    laid: dict[int, Laid] = field(default_factory=dict)  # in the last round, by box

    @property
    def chips(self) -> Cents:
        """What is in the player's rack."""
        return self.table.racks.get(self.player, 0)

    @property
    def foot(self) -> str:
        """What the player has, for the foot of the felt."""
        return f"{self.player} has {format_money(self.chips)}"

    @property
    def net(self) -> Cents:
        """What the player is up since sitting down, wagers on the layout counted as still held."""
        return self.chips + self.table.layout() - self.brought

    @property
    def is_broke(self) -> bool:
        """Whether the rack does not hold the smallest wager."""
        return self.chips < self.rules.limits.minimum.value

    @property
    def is_running(self) -> bool:
        """Whether a round is under way."""
        return self.table.phase not in ("betting", "over")

    @property
    def is_ready(self) -> bool:
        """Whether the cards may be dealt: shuffled, cut and burned as the rules say."""
        return next_step(self.table) is None

    @property
    def is_offered_cut(self) -> bool:
        """Whether the shuffled stack lies before the player."""
        due = next_step(self.table)
        asks = due is not None and due.step == "cut"
        return asks and offer(self.rules, self.table).player == self.player

    @property
    def lies_shuffled(self) -> bool:
        """Whether a shuffled stack is on its way into the shoe."""
        due = self.table.source.due if self.table.source else ()
        return bool(due) and all(each.step != "shuffle" for each in due)

    @property
    def card_due(self) -> bool:
        """Whether the dealer deals next."""
        return self.is_ready and card_is_due(self.table)

    @property
    def spot(self) -> tuple[int, int] | None:
        """The box and the hand that a decision or an answer is asked for."""
        return spot_of(self.table)

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Put a command to the table."""
        outcome = carry_out(self.rules, self.table, command)
        if isinstance(outcome, Refusal):
            return outcome
        before = self.table
        events, self.table = outcome
        self.house.follow(before, events)
        return events

    def sure(self, command: c.Command) -> tuple[Event, ...]:
        """Do what cannot be refused at this point."""
        outcome = self.do(command)
        assert not isinstance(outcome, Refusal), outcome
        return outcome

    def why_not(self, command: c.Command) -> Refusal | None:
        """Say why the table would refuse a command; None: it would not."""
        return why_not(self.rules, self.table, command)

    def options(self) -> list[Open]:
        """Return what the player may do now; amounts go in chips where chips can make them."""
        return [each for each in legal(self.rules, self.table) if each.who == self.player]

    def house_step(self) -> tuple[Event, ...] | None:
        """Let the house make its next step with the cards; None: it has none to make."""
        command = self.house.next(self.table)
        return None if command is None else self.sure(command)

    def bring_chips(self) -> None:
        """Bring the balance to the table, at the start and again when it is gone."""
        self.sure(c.BringChips(self.player, self.balance))
        self.brought += self.balance

    def wager(self, box: int, amount: Cents) -> c.PlaceWager:
        """Return the command for a wager on a box."""
        return c.PlaceWager(self.player, box, amount, seated=box == SEAT)

    def last_wager(self, box: int) -> Cents:
        """Return the last wager on a box; on a new box the one beside it, else the minimum."""
        if box in self.laid:
            return self.laid[box].amount
        placed = [each.bettors[0].placed for each in self.table.boxes]
        return placed[-1] if placed else self.rules.limits.minimum.value

    def lay_again(self) -> Refusal | None:
        """Lay the wagers of the last round again: all of them, or none and the reason."""
        for box, laid in self.laid.items():
            for command in (self.wager(box, laid.amount), laid.side):
                if command and isinstance(refusal := self.do(command), Refusal):
                    self.take_back()
                    return refusal
        return None

    def take_back(self) -> None:
        """Take every wager off the layout before the first card."""
        for box in self.table.boxes:
            for side in box.sides:
                self.sure(c.WithdrawSideWager(self.player, box.number, side.kind))
            self.sure(c.WithdrawWager(self.player, box.number))

    def go_on_alone(self) -> tuple[Event, ...]:
        """Carry the table one step on as for an absent player (S24 18.10, NZ 16.6, PJ 15.10)."""
        events = self.house_step()
        return self.sure(self._without_player()) if events is None else events

    def get_up(self) -> None:
        """Clear the table after the round; before the first card, take the wagers back."""
        if self.table.phase == "over":
            self.sure(c.ClearTable())
        self.take_back()

    def _without_player(self) -> c.Command:
        """Return the next step when nobody decides."""
        awaiting, turn = self.table.awaiting, self.table.turn()
        if self.is_offered_cut:
            return DeclineCut(self.player)
        if self.table.phase == "offers":
            return c.CloseOffers()
        if awaiting is not None:
            return c.Decline(self.player, awaiting.box)
        assert turn is not None
        return c.ReportAbsent(turn[0].number, turn[1])


# The letters that a player answers with, and the commands that they stand for.


class Key(NamedTuple):
    """A decision as the player sees it."""

    word: str
    meaning: str
    entry: str  # of the rulebook: what allows it


KEYS: Final = {
    "h": Key("hit", "take one more card", "turn_order"),
    "s": Key("stand", "take no more cards", "must_draw_below"),
    "d": Key("double", "wager up to as much again for exactly one more card", "double_most"),
    "p": Key("split", "make two hands of two cards of one value", "split_equal_values"),
    "i": Key("insure", "wager that the dealer's second card makes a natural", "insurance_most"),
    "u": Key("surrender", "give up half the wager", "surrender_against"),
    "f": Key("forfeit", "take the double back, give up the wager", "forfeit_by_controller"),
    "k": Key("keep", "leave the doubled hand as it is", "forfeit_closes"),
    "r": Key("split again", "make two hands of the aces", "resplit_aces"),
    "n": Key("no", "leave it as it is", "split_aces_get_one_card"),
}

_ANSWERS: Final = {None: "hsdpiu", "forfeit": "fk", "split-ace-again": "rn"}
"""Which letters answer which question; None: the table asks for a decision."""


def clause_behind(rules: Rulebook, letter: str) -> Clause:
    """Return the clause that allows a decision, or that leaves no room for it in this game."""
    part, key = getattr(rules, PART_OF[KEYS[letter].entry]), KEYS[letter].entry
    entry: Value[object] | Clause = (
        part.clause if isinstance(part, NotOffered) else getattr(part, key)
    )
    return entry.clause if isinstance(entry, Value) else entry


def command_for(letter: str, practice: Practice, box: int) -> c.Command | None:
    """Return the command that a letter stands for on a box, allowed or not."""
    who, spot, awaiting = practice.player, practice.spot, practice.table.awaiting
    hand = spot[1] if spot and spot[0] == box else 1
    played = practice.table.hand(box, hand)
    stake = played.stake_of(who) if played else None
    full = stake.amount if stake else 1
    match letter:
        case "h":
            return c.Hit(who, box, hand)
        case "s":
            return c.Stand(who, box, hand)
        case "d":
            return c.Double(who, box, hand, full)
        case "p" | "r":
            return c.Split(who, box, hand)
        case "i":
            return c.Insure(who, box, max(full // 2, 1))
        case "u":
            return c.Surrender(who, box)
        case "f":
            return c.Forfeit(who, box, hand)
        case "k" | "n" if awaiting is not None:
            return c.Decline(who, box)
    return None


def open_now(practice: Practice, box: int) -> dict[str, Open]:
    """Return what the player may do on a box now, by letter."""
    awaiting = practice.table.awaiting
    here = [each for each in practice.options() if getattr(each.command, "box", None) == box]
    by_kind = {type(each.command): each for each in here}
    letters = _ANSWERS.get(awaiting.question if awaiting else None, "")
    meant = {letter: type(command_for(letter, practice, box)) for letter in letters}
    return {letter: by_kind[kind] for letter, kind in meant.items() if kind in by_kind}


# Opening a practice table and sitting down at it, as the rules of the house have it.


_SUPERVISOR: Final = Person("supervisor", "casino supervisor")
_TWO_SETS: Final = ("blue", "red")


def sit_down(
    rules: Rulebook, player: str, *, balance: Cents, boxes: int = 1, house: CardHandler
) -> Practice | Refusal:
    """Open a table with a sign and cards, and give the player a seat, a card and chips."""
    practice = Practice(rules, player, balance, boxes, house)
    colours = _TWO_SETS if uses_automatic_shuffler(rules) else _TWO_SETS[:1]
    steps: list[c.Command] = [
        PutUpSign(_SUPERVISOR, NOW, stated_by(rules)),
        OpenTable(DEALER, NOW, colours, virtual=house.is_virtual),
        ComeToTable(player, SEAT),
    ]
    if player_card(rules):
        card = PlayerCard("practice", issued_to=player)
        steps.append(PresentPlayerCard(player, card, NOW))
    for step in steps:
        if isinstance(refusal := practice.do(step), Refusal):
            return refusal
    practice.bring_chips()
    return practice


def player_card(rules: Rulebook) -> Clause | None:
    """Return the clause that asks for a Player Card, where one does (S24 6.1)."""
    part = rules.player_cards
    return None if isinstance(part, NotOffered) else part.player_card_needed
