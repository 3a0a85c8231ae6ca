"""A failed shuffling device while players say whether they take their wagers back."""

from dataclasses import dataclass
from typing import Final

from houserules.core.cards import Card
from houserules.table.mishaps.state import Mishap

KIND: Final = "device malfunction"


@dataclass(frozen=True)
class DeviceMalfunction(Mishap):
    """Who has not answered yet, who takes the wagers back, which cards the device has damaged."""

    waiting: tuple[str, ...] = ()
    taking: tuple[str, ...] = ()
    damaged: tuple[Card, ...] = ()
