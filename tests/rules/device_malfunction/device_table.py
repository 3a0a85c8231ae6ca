"""A table that deals from a shuffling device, which fails when a test says so."""

from game_table import PJ, S24, S65
from houserules.core.cards import Card
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.cards.commands import (
    BurnCard,
    CutForPlayers,
    DeclineCut,
    PlaceCuttingCard,
    ShuffleCards,
)
from houserules.table.cards.cut import offer
from houserules.table.irregularities.commands import ReportMalfunction
from houserules.table.state import changed
from seated_table import DEALER, GAMING_SUPERVISOR, NOW, SeatedTable

SECTION = {S24: "19", S65: "18", PJ: "16"}
CARDS = {S24: 384, S65: 384, PJ: 416}


def numbered(name: str, below: str, in_pinkjack: str | None = None) -> str:
    """Return a clause of the section on malfunctions; Pinkjack counts some of them otherwise."""
    return f"{SECTION[name]}.{in_pinkjack if name == PJ and in_pinkjack else below}"


class DeviceTable(SeatedTable):
    """Ann, Bob and Cat at a table with a shuffling device."""

    def __init__(self, name: str, **options: object) -> None:
        super().__init__(name, dealt_from="shuffling device", **options)
        source = Source("shuffling device", CARDS[name], CARDS[name])
        self.table = changed(self.table, source=source)

    def fail(
        self,
        *,
        harms: bool = False,
        other: bool = True,
        practicable: bool = True,
        damaged: tuple[Card, ...] = (),
        by: Person = DEALER,
    ) -> Refusal | None:
        """Report that the device has failed."""
        return self.say(ReportMalfunction(by, NOW, harms, other, practicable, damaged))

    def fails(self, **how: object) -> None:
        """Report a failure that must be dealt with."""
        refusal = self.fail(**how)  # type: ignore[arg-type]
        assert refusal is None, refusal

    def make_ready(self) -> list[str]:
        """Make every step that is due with the cards; give their names."""
        made = []
        while self.source.due:
            made.append(self.source.due[0].step)
            self.do(self._step(made[-1]))
        return made

    def _step(self, step: str) -> c.Command:
        match step:
            case "shuffle":
                return ShuffleCards(DEALER, NOW)
            case "cut":
                asked = offer(self.rules, self.table).player
                return DeclineCut(asked) if asked else CutForPlayers(GAMING_SUPERVISOR, NOW)
            case "cutting card":
                return PlaceCuttingCard(DEALER, NOW)
            case "burn":
                return BurnCard(DEALER, NOW)
        raise AssertionError(step)
