"""What the vault keeps of a virtual shoe, so that a table continues after a restart.

The order of the cards is not in the journal until the shoe is over. The vault has it, written in the
same commit as the events that change it.
"""

from dataclasses import dataclass
from typing import Final

from houserules.core.cards import CARDS
from houserules.shoe.stack import Stack
from houserules.shoe.virtual_shoe import VirtualShoe

SHOE: Final = "shoe"
"""The kind of vault entry with the present order, by table."""
STACK: Final = "stack"
"""The kind of vault entry with a stack as it was committed to and its salt, by table and commitment."""


@dataclass(frozen=True, slots=True)
class KeptShoe:
    """The order of the cards and the salt at a position of the table's stream."""

    position: int
    shoe: VirtualShoe
    salt: bytes

    def to_bytes(self) -> bytes:
        """Write the shoe as lines of cards, for the vault only."""
        shoe = self.shoe
        under = (shoe.under,) if shoe.under else ()
        parts = map(_stack_text, (shoe.stack, shoe.burned, under, shoe.waiting))
        return "\n".join((str(self.position), self.salt.hex(), *parts)).encode("ascii")


def read_shoe(data: bytes) -> KeptShoe:
    position, salt, stack, burned, under, waiting = data.decode("ascii").split("\n")
    below = next(iter(_read(under)), None)
    shoe = VirtualShoe(_read(stack), _read(burned), below, _read(waiting))
    return KeptShoe(int(position), shoe, bytes.fromhex(salt))


def stack_to_bytes(stack: Stack, salt: bytes) -> bytes:
    """Write a committed stack with its salt."""
    return f"{salt.hex()}\n{_stack_text(stack)}".encode("ascii")


def read_stack(data: bytes) -> tuple[Stack, bytes]:
    salt, stack = data.decode("ascii").split("\n")
    return _read(stack), bytes.fromhex(salt)


def _stack_text(stack: Stack) -> str:
    return "".join([card.rank + card.suit for card in stack])


def _read(text: str) -> Stack:
    return tuple([CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
