"""Who handles the cards of a table: the software with a virtual shoe, or people with a real one."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final, Protocol

from houserules.core.cards import Card
from houserules.floor.tables.settings import Setting
from houserules.rulebook.schema import Rulebook
from houserules.shoe.commitment import commit, new_salt
from houserules.shoe.cut import Depth, cut_depth, cutting_card_depth
from houserules.shoe.entropy import Entropy
from houserules.shoe.record import UNDER, CardOut, CardPlace, CuttingCardOut, Recording, ShoeRecord
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

# Randomness for the house: the operating system's generator, or bytes derived from a text.


_BLOCK: Final = 1024  # a shuffle of eight decks takes some 700 bytes
_LABEL: Final = "houserules/seed-1"


@dataclass(slots=True)
class SystemEntropy:
    """Random bytes of the operating system, read in blocks; each byte is used once."""

    block: bytes = b""

    def take(self, count: int, /) -> bytes:
        """Return exactly so many bytes."""
        if count > len(self.block):
            self.block += secrets.token_bytes(max(_BLOCK, count))
        taken, self.block = self.block[:count], self.block[count:]
        return taken


@dataclass(slots=True)
class SeedEntropy:
    """Bytes derived from a text, always the same: for lessons and tests, never for real play.

    They are the SHA-256 hashes of the label, the text and a counter from 0.
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
    """Return the shoe's record after an event; `table` and `shoe` are as before it."""
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
    """Record cards that leave the shoe, lie ready or are picked up again."""
    assert table.source is not None
    left = table.source.left
    match event:
        case CuttingCardCameOut():
            return recording.add_out(CuttingCardOut(table.rounds), left=left)
        case CardBurned(from_source=True) | CardKeptUnderShoe(from_source=True):
            card = event.card or shoe.stack[0]
            return _record_unplayed(recording, event, table, card, left=left - 1)
        case CardDealt():
            return _record_dealt(recording, event, table, left=left)
        case CardsSetReady(cards=cards):  # drawn too early, or lying there already
            for number, card in enumerate(cards, start=1):
                recording = recording.add_drawn(card, round_=table.rounds, left=left - number)
            return recording
        case ReadyCardUsed():
            return recording.use_ready_card()
        case RoundTakenBack(to=to):
            played = round_of(table)
            assert played is not None
            dealt = sum(isinstance(event, CardDealt) for event in played.log[to:])
            return recording.take_back(dealt, round_=table.rounds)
    return recording


def _record_unplayed(
    recording: Recording, event: Event, table: Table, card: Card, *, left: int
) -> Recording:
    """Record a card that was not played: burned at the start or later, or kept under the shoe."""
    if isinstance(event, CardBurned) and is_next(table, "burn"):
        return recording.add_burn(card, left=left)
    place = CardPlace("burned" if isinstance(event, CardBurned) else UNDER)
    return recording.add_card(CardOut(max(table.rounds, 1), card, place), left=left)


def _record_dealt(recording: Recording, event: CardDealt, table: Table, *, left: int) -> Recording:
    place = CardPlace("dealer")
    if event.box is not None:
        box = table.box(event.box)
        place = CardPlace("box", event.box, event.hand if box and box.is_split else None)
    under = table.source is not None and table.source.under is not None
    from_under = under and not round_has_begun(table)
    out = CardOut(table.rounds, event.card, place, from_under=from_under)
    return recording.add_card(out, left=left if from_under else left - 1)


class CardHandler(Protocol):
    """Handles the cards of a table."""

    @property
    def is_virtual(self) -> bool:
        """Whether the software knows the order of the cards."""

    def next(self, table: Table) -> Command | None:
        """Return the house's next step with the cards; None: a person's turn, or nothing to do."""

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Follow an event; `table` is as it was before."""

    def somewhere(self, table: Table) -> int | None:
        """Return an allowed depth near the middle of the stack; None: real cards are not counted."""

    def pop_revealed(self) -> list[ShoeRecord]:
        """Return the finished shoes, each once."""

    def end(self) -> None:
        """End the shoe early because everybody has left."""


def cut_limits(rules: Rulebook, table: Table) -> Depth:
    """Return the range of cards that may lie in front of the cut."""
    assert table.source is not None
    decks = rules.cut.cut_depth_decks.value
    return cut_depth(table.source.left, deck=deck_size(rules), decks=decks)


@dataclass(slots=True)
class VirtualCardHandler:
    """Shuffles, commits to the stack, deals from it, and records the shoe."""

    rules: Rulebook
    entropy: Entropy
    recording: Recording
    shoe: VirtualShoe = field(default_factory=VirtualShoe)
    salt: bytes = b""
    over: list[ShoeRecord] = field(default_factory=list)  # finished shoes to reveal

    @property
    def is_virtual(self) -> bool:
        return True

    def next(self, table: Table) -> Command | None:
        """Return the next step: a shuffle with its commitment, a cut or cutting card with its depth."""
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
        """A shuffling device that shuffles every round has no stack to commit to."""
        return table.source is not None and table.source.kind == "card shoe"

    def _behind(self, table: Table) -> int:
        """Return the depth of the cutting card: a quarter of the stack lies behind it."""
        assert table.source is not None
        left = table.source.left
        limits = cutting_card_depth(left, self.rules.cut.cutting_card_from_back.value)
        return max(limits.least, min(left // 4, limits.most))

    def somewhere(self, table: Table) -> int:
        """Draw a depth from the middle half of the allowed range."""
        limits = cut_limits(self.rules, table)
        aside = (limits.most - limits.least) // 4
        span = limits.most - limits.least - 2 * aside + 1
        return limits.least + aside + below(self.entropy, span)

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Remove the cards that the table dealt, and record them."""
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
        """End the shoe; its stack and salt may be revealed."""
        if record := self.recording.record():
            self.over.append(record)
        self.recording = replace(self.recording, segments=())

    def __copy__(self) -> "VirtualCardHandler":
        """Return an independent copy."""
        return replace(self, over=list(self.over))

    def pop_revealed(self) -> list[ShoeRecord]:
        over, self.over = self.over, []
        return over


@dataclass(frozen=True, slots=True)
class LiveCardHandler:
    """Real cards: people shuffle and deal, and enter the cards."""

    rules: Rulebook

    @property
    def is_virtual(self) -> bool:
        return False

    def next(self, table: Table) -> Command | None:
        """Return the next step that shows no card; people enter the cards themselves."""
        due = next_step(table)
        if due is None or due.step == "show burned card":
            return None
        return house_command(self.rules, table, VirtualShoe())

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Do nothing: people keep the cards."""

    def somewhere(self, table: Table) -> None:
        """Return None: nobody counts real cards."""

    def pop_revealed(self) -> list[ShoeRecord]:
        return []

    def end(self) -> None:
        """Do nothing: people keep the cards."""


def card_handler_of(setting: Setting, entropy: Entropy | None = None) -> CardHandler:
    """Return the handler of a table's cards, virtual or real."""
    rules = setting.rules
    if not setting.is_virtual:
        return LiveCardHandler(rules)
    return VirtualCardHandler(rules, entropy or SystemEntropy(), Recording(rules, setting.options))
