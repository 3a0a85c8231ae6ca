"""The house at a practice table: with a virtual shoe, or with a real one in somebody's hands."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from houserules.floor.shoe_log import logged
from houserules.rulebook.schema import Rulebook
from houserules.shoe.commitment import commit, new_salt
from houserules.shoe.cutting import Depth, cut_depth, cutting_card_depth
from houserules.shoe.dealing import VirtualShoe
from houserules.shoe.entropy import Entropy
from houserules.shoe.record import ShoeRecord
from houserules.shoe.recording import Recording
from houserules.shoe.shuffling import below
from houserules.shoe.stack import deck_size
from houserules.table import commands as c
from houserules.table.cards import commands as cards
from houserules.table.cards.dealers import follow, house_command, shuffled_for
from houserules.table.cards.events import CardsShuffled
from houserules.table.cards.readiness import next_step
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.state import Table


class House(Protocol):
    """Who looks after the cards of a practice table."""

    @property
    def is_virtual(self) -> bool:
        """Whether the software has the order of the cards."""
        ...

    def next(self, table: Table) -> c.Command | None:
        """Give what the house does next with the cards; None: it is for a person, or nothing."""
        ...

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """Keep in step with what has happened; `table` is as it was before."""
        ...

    def somewhere(self, table: Table) -> int | None:
        """Give a lawful depth for a cut in the middle of the stack; None: nobody counts."""
        ...

    def revealed(self) -> list[ShoeRecord]:
        """Give the shoes that are over, once."""
        ...

    def end(self) -> None:
        """Break the shoe off: the table is left."""
        ...


def cut_limits(rules: Rulebook, table: Table) -> Depth:
    """Give how many cards may lie in front of the cut."""
    assert table.source is not None
    decks = rules.cut.cut_depth_decks.value
    return cut_depth(table.source.left, deck=deck_size(rules), decks=decks)


@dataclass(slots=True)
class VirtualHouse:
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

    def next(self, table: Table) -> c.Command | None:
        """Give the next step: a shuffle has its commitment, a cut and the cutting card a depth."""
        self.shoe = shuffled_for(self.rules, table, self.shoe, self.entropy)
        command = house_command(self.rules, table, self.shoe)
        match command:
            case cards.ShuffleCards() if self._is_committed(table):
                self.salt = new_salt(self.entropy)
                return replace(command, commitment=commit(self.shoe.waiting, self.salt))
            case cards.CutForPlayers():
                return replace(command, depth=self.somewhere(table))
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
                self.recording = logged(
                    self.recording, event, table=table, shoe=self.shoe, salt=self.salt
                )
            self.shoe = follow(self.shoe, table, [event], self.entropy)
            table = evolve(table, event)

    def end(self) -> None:
        """End the shoe: its stack and salt are no secret any more."""
        if record := self.recording.record():
            self.over.append(record)
        self.recording = replace(self.recording, segments=())

    def __copy__(self) -> "VirtualHouse":
        """Give a house that goes its own way from here on."""
        return replace(self, over=list(self.over))

    def revealed(self) -> list[ShoeRecord]:
        """Give the shoes that ended since the last time."""
        over, self.over = self.over, []
        return over


@dataclass(frozen=True, slots=True)
class LiveHouse:
    """Real cards: people shuffle and deal, the software has what they tell it."""

    rules: Rulebook

    @property
    def is_virtual(self) -> bool:
        """Nobody knows the order of the cards."""
        return False

    def next(self, table: Table) -> c.Command | None:
        """Give the next step that shows no card; the cards themselves are told."""
        due = next_step(table)
        if due is None or due.step == "show burned card":
            return None
        return house_command(self.rules, table, VirtualShoe())

    def follow(self, table: Table, events: Iterable[Event]) -> None:
        """There is nothing to keep in step."""

    def somewhere(self, table: Table) -> None:
        """Nobody counts the cards of a real cut."""

    def revealed(self) -> list[ShoeRecord]:
        """There is no stack to reveal."""
        return []

    def end(self) -> None:
        """The people at the table keep the cards."""
