"""A table that deals the first two cards face down, and people around it."""

from game_table import S24, S65, GameTable
from houserules.core.people import Moment, Person
from houserules.table.face_down import ApproveFaceDown, ChooseFacing

INSPECTOR, DEALER = Person("ines", "inspector"), Person("dora", "dealer")
ANN, BOB = Person("ann", "player"), Person("bob", "player")
FACE_DOWN = (S24, S65)
DOWN = {S24: "4.6.2", S65: "3.6.2"}
UP = {S24: "4.6.1", S65: "3.6.1"}


def approve() -> ApproveFaceDown:
    """An inspector approves face-down cards."""
    return ApproveFaceDown(INSPECTOR, Moment(0))


def down() -> ChooseFacing:
    """The dealer is told to deal face down from now on."""
    return ChooseFacing(DEALER, Moment(1), "down")


def up() -> ChooseFacing:
    """The dealer is told to deal face up again."""
    return ChooseFacing(DEALER, Moment(2), "up")


class FaceDownTable(GameTable):
    """A game in which the first two cards are dealt face down."""

    def __init__(self, name: str, **options: object) -> None:
        super().__init__(name, **options)
        self.do(approve())
        self.do(down())
