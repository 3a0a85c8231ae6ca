"""The house at a practice table: with a virtual shoe, or with a real one in somebody's hands."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final, Protocol

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.commitment import commit, new_salt
from houserules.shoe.cut import Depth, cut_depth, cutting_card_depth
from houserules.shoe.entropy import Entropy
from houserules.shoe.record import UNDER, CardOut, CuttingCardOut, Place, Recording, ShoeRecord
from houserules.shoe.stack import below, deck_size
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.cards import commands as cards
from houserules.table.cards.census import on_layout, round_has_begun
from houserules.table.cards.events import (
    BurnedCardShown,
    CardBurned,
    CardKeptUnderShoe,
    CardsCut,
    CardsShuffled,
    CuttingCardCameOut,
    CuttingCardPlaced,
)
from houserules.table.cards.house_dealer import follow, house_command, shuffled_for
from houserules.table.cards.next_step import is_next
from houserules.table.cards.open_steps import DEALER, next_step
from houserules.table.commands import Command
from houserules.table.events import CardDealt, Event
from houserules.table.evolve import evolve
from houserules.table.irregularities.events import CardsSetReady, ReadyCardUsed, RoundTakenBack
from houserules.table.irregularities.previous_round import round_of
from houserules.table.staff.events import TableClosed
from houserules.table.state import Table

# Chance for the house: the operating system's generator, or bytes that a text gives again.


_BLOCK: Final = 1024  # a shuffle of eight decks takes some 700 bytes
_LABEL: Final = "houserules/seed-1"


@dataclass(slots=True)
class SystemEntropy:
    """Bytes that nobody can foretell; kept back a block at a time, and handed out once."""

    block: bytes = b""

    def take(self, count: int, /) -> bytes:
        """Return exactly so many bytes."""
        if count > len(self.block):
            self.block += secrets.token_bytes(max(_BLOCK, count))
        taken, self.block = self.block[:count], self.block[count:]
        return taken


@dataclass(slots=True)
class SeedEntropy:
    """Bytes that a text gives, always the same: for lessons and tests, never for chance.

    They are the SHA-256 hashes of label, text and a number from 0 up, one after the other.
    """

    seed: str
    block: bytes = b""
    hashed: int = 0

    def take(self, count: int, /) -> bytes:
        """Return exactly so many bytes."""
        while count > len(self.block):
            text = f"{_LABEL}\n{self.seed}\n{self.hashed}\n"
            self.block += sha256(text.encode("utf-8", "surrogatepass")).digest()
            self.hashed += 1
        taken, self.block = self.block[:count], self.block[count:]
        return taken


# The record of a virtual shoe, event by event as the table plays on.


def record_event(
    recording: Recording, event: Event, *, table: Table, shoe: VirtualShoe, salt: bytes
) -> Recording:
    """Return the recording after an event; table and shoe are as they were before it."""
    match event:
        case CardsShuffled(commitment=str(commitment)):
            layout = None if event.new_shoe else tuple(on_layout(table))
            return recording.add_shuffle(shoe.waiting, salt, commitment=commitment, layout=layout)
        case CardsCut(depth=int(depth), by=by):
            return recording.add_cut(depth, by)
        case CuttingCardPlaced(behind=int(behind)):
            return recording.add_cutting_card(behind)
        case BurnedCardShown():
            return recording.reveal_burn()
    return _came_out(recording, event, table, shoe)


def _came_out(recording: Recording, event: Event, table: Table, shoe: VirtualShoe) -> Recording:
    """Write down what leaves the shoe, lies ready or is taken up again."""
    assert table.source is not None
    left = table.source.left
    match event:
        case CuttingCardCameOut():
            return recording.add_out(CuttingCardOut(table.rounds), left=left)
        case CardBurned(from_source=True) | CardKeptUnderShoe(from_source=True):
            card = event.card or shoe.stack[0]
            return _record_unplayed(recording, event, table, card, left=left - 1)
        case CardDealt():
            return _dealt(recording, event, table, left=left)
        case CardsSetReady(cards=cards):
            return _drawn(recording, table, cards)
        case ReadyCardUsed():
            return recording.use_ready_card()
        case RoundTakenBack(to=to):
            return recording.take_back(_dealt_since(table, to), round_=table.rounds)
    return recording


def _drawn(recording: Recording, table: Table, cards: tuple[Card, ...]) -> Recording:
    """Cards left the shoe too early, and lie ready; or they lay there already."""
    assert table.source is not None
    for number, card in enumerate(cards, start=1):
        left = table.source.left - number
        recording = recording.add_drawn(card, round_=table.rounds, left=left)
    return recording


def _dealt_since(table: Table, to: int) -> int:
    """Count the cards that the round has dealt since an event of it."""
    played = round_of(table)
    assert played is not None
    return sum(isinstance(each, CardDealt) for each in played.log[to:])


def _record_unplayed(
    recording: Recording, event: Event, table: Table, card: Card, *, left: int
) -> Recording:
    """A card left the shoe and was not played: burned first of all, later, or kept under the shoe."""
    if isinstance(event, CardBurned) and is_next(table, "burn"):
        return recording.add_burn(card, left=left)
    place = Place("burned" if isinstance(event, CardBurned) else UNDER)
    return recording.add_card(CardOut(max(table.rounds, 1), card, place), left=left)


def _dealt(recording: Recording, event: CardDealt, table: Table, *, left: int) -> Recording:
    under = table.source is not None and table.source.under is not None
    from_under = under and not round_has_begun(table)
    out = CardOut(table.rounds, event.card, _place(event, table), from_under=from_under)
    return recording.add_card(out, left=left if from_under else left - 1)


def _place(event: CardDealt, table: Table) -> Place:
    if event.box is None:
        return Place("dealer")
    box = table.box(event.box)
    return Place("box", event.box, event.hand if box and box.is_split else None)


class CardHandler(Protocol):
    """Who looks after the cards of a practice table."""

    @property
    def is_virtual(self) -> bool:
        """Whether the software has the order of the cards."""
        ...

    def next(self, table: Table) -> Command | None:
        """Return what the house does next with the cards; None: it is for a person, or nothing."""
        ...

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Keep in step with what has happened; `table` is as it was before."""
        ...

    def somewhere(self, table: Table) -> int | None:
        """Return a lawful depth for a cut in the middle of the stack; None: nobody counts."""
        ...

    def pop_revealed(self) -> list[ShoeRecord]:
        """Return the shoes that are over, once."""
        ...

    def end(self) -> None:
        """Break the shoe off: the table is left."""
        ...


def cut_limits(rules: Rulebook, table: Table) -> Depth:
    """Return how many cards may lie in front of the cut."""
    assert table.source is not None
    decks = rules.cut.cut_depth_decks.value
    return cut_depth(table.source.left, deck=deck_size(rules), decks=decks)


@dataclass(slots=True)
class VirtualCardHandler:
    """Shuffles from entropy, commits to the stack, deals it, and writes down the shoe."""

    rules: Rulebook
    entropy: Entropy
    recording: Recording
    shoe: VirtualShoe = field(default_factory=VirtualShoe)
    salt: bytes = b""
    over: list[ShoeRecord] = field(default_factory=list)  # shoes that may be revealed

    @property
    def is_virtual(self) -> bool:
        """It has the order of the cards."""
        return True

    def next(self, table: Table) -> Command | None:
        """Return the next step: a shuffle has its commitment, a cut and the cutting card a depth."""
        self.shoe = shuffled_for(self.rules, table, self.shoe, self.entropy)
        command = house_command(self.rules, table, self.shoe)
        match command:
            case cards.ShuffleCards() if self._is_committed(table):
                self.salt = new_salt(self.entropy)
                return replace(command, commitment=commit(self.shoe.waiting, self.salt))
            case cards.CutForPlayers():
                by = replace(command.by, name=DEALER.name)
                return replace(command, by=by, depth=self.somewhere(table))
            case cards.PlaceCuttingCard():
                return replace(command, behind=self._behind(table))
        return command

    def _is_committed(self, table: Table) -> bool:
        """A device shuffles again every round: there is no stack to commit to."""
        return table.source is not None and table.source.kind == "card shoe"

    def _behind(self, table: Table) -> int:
        """The dealer leaves a quarter of the stack behind the cutting card."""
        assert table.source is not None
        left = table.source.left
        limits = cutting_card_depth(left, self.rules.cut.cutting_card_from_back.value)
        return max(limits.least, min(left // 4, limits.most))

    def somewhere(self, table: Table) -> int:
        """Draw a depth from the middle half of those that are lawful."""
        limits = cut_limits(self.rules, table)
        aside = (limits.most - limits.least) // 4
        span = limits.most - limits.least - 2 * aside + 1
        return limits.least + aside + below(self.entropy, span)

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Let cards go as the table says, and write them down."""
        for event in events:
            if isinstance(event, CardsShuffled) and event.new_shoe:
                self.end()
            if table.source is not None and self._is_committed(table):
                self.recording = record_event(
                    self.recording, event, table=table, shoe=self.shoe, salt=self.salt
                )
            self.shoe = follow(self.shoe, table, [event], self.entropy)
            table = evolve(table, event)
            if isinstance(event, TableClosed):
                self.end()  # the cards are shuffled before the table opens again

    def end(self) -> None:
        """End the shoe: its stack and salt are no secret any more."""
        if record := self.recording.record():
            self.over.append(record)
        self.recording = replace(self.recording, segments=())

    def __copy__(self) -> "VirtualCardHandler":
        """Return a house that goes its own way from here on."""
        return replace(self, over=list(self.over))

    def pop_revealed(self) -> list[ShoeRecord]:
        """Return the shoes that ended since the last time."""
        over, self.over = self.over, []
        return over


@dataclass(frozen=True, slots=True)
class LiveCardHandler:
    """Real cards: people shuffle and deal, the software has what they tell it."""

    rules: Rulebook

    @property
    def is_virtual(self) -> bool:
        """Nobody knows the order of the cards."""
        return False

    def next(self, table: Table) -> Command | None:
        """Return the next step that shows no card; the cards themselves are told."""
        due = next_step(table)
        if due is None or due.step == "show burned card":
            return None
        return house_command(self.rules, table, VirtualShoe())

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """There is nothing to keep in step."""

    def somewhere(self, table: Table) -> None:
        """Nobody counts the cards of a real cut."""

    def pop_revealed(self) -> list[ShoeRecord]:
        """There is no stack to reveal."""
        return []

    def end(self) -> None:
        """The people at the table keep the cards."""
