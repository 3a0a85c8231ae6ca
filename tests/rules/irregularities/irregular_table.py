"""A table with a shoe or a device where the deal goes wrong: chips and cards are always counted."""

from game_table import NZ, PJ, S24, S65
from houserules.core.cards import Card, cards
from houserules.core.refusal import Refusal
from houserules.shoe.state import Kind, Source
from houserules.table import commands as c
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.irregularities import commands as m
from houserules.table.legal import legal
from houserules.table.state import changed
from seated_table import DEALER, NOW, SUPERVISOR, SeatedTable, count_cards

SECTION = {S24: "18", S65: "17", NZ: "16", PJ: "15"}


def of(text: str) -> Card:
    """Read one card."""
    return cards(text)[0]


class IrregularTable(SeatedTable):
    """Ann, Bob and Cat; after every event no chip and no card is lost, and no rack is in debt."""

    def __init__(self, name: str, *, kind: Kind = "card shoe", **options: object) -> None:
        super().__init__(name, **options)
        count = self.rules.equipment.decks.value * (52 if name == PJ else 48)
        self.table = changed(self.table, source=Source(kind, count, count))

    def say(self, command: c.Command) -> Refusal | None:
        """Carry out a command: SeatedTable counts the chips, here the cards are counted after every event."""
        table, count = self.table, len(self.events)
        answer = super().say(command)
        for event in self.events[count:] if table.source else ():
            table = evolve(table, event)
            assert table.source is not None
            assert count_cards(table) == table.source.cards, event
        if self.table.phase != "betting" or self.table.irregularity:
            assert legal(self.rules, self.table), f"a dead end after {command}"
        return answer

    def since(self, count: int) -> list[Event]:
        """The events after some."""
        return self.events[count:]

    def report(self, *order: str) -> Refusal | None:
        """Report a misdeal with the true order of the cards; none: nobody can say."""
        true = cards(" ".join(order)) if order else None
        return self.say(m.ReportMisdeal(DEALER, NOW, true))

    def confirm(self) -> Refusal | None:
        """The supervisor confirms what was proposed."""
        return self.say(m.ConfirmReconstruction(SUPERVISOR, NOW))

    def in_error(self, text: str | None) -> Refusal | None:
        """Report a card in error; None: nobody saw it."""
        return self.say(m.ReportCardInError(DEALER, NOW, of(text) if text else None))

    def answer(self, box: int, hand: int = 1, *, take: bool) -> None:
        """The controlling player takes or refuses the card on offer."""
        there = self.table.box(box)
        assert there is not None and there.controller is not None
        kind = m.AcceptCard if take else m.RefuseCard
        self.do(kind(there.controller, box, hand))
