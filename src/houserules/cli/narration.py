"""What the terminal says of a table that is played at or shown again."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Protocol

from houserules.core.money import Cents, dollars
from houserules.rulebook.schema import Rulebook
from houserules.table import events as round_events
from houserules.table.cards.events import CardBurned, CardsChecked, CardsPrepared
from houserules.table.events import Event
from houserules.table.narrator.cards import narrate_opening
from houserules.table.narrator.narrate import narrate
from houserules.table.narrator.sentence import Scene
from houserules.table.state import Table

_ANSWERS: Final = (round_events.CardAsked, round_events.AnswerDeclined)
"""What the player at the keyboard has just typed."""


class Seen(Protocol):
    """A table that somebody looks at: one that is played at, or a round that is shown again."""

    @property
    def rules(self) -> Rulebook:
        """The rulebook that it is played by."""
        ...

    @property
    def table(self) -> Table:
        """The table as it stands."""
        ...

    @property
    def spot(self) -> tuple[int, int] | None:
        """The box and the hand that a decision or an answer is asked for."""
        ...

    @property
    def foot(self) -> str:
        """What stands at the foot of the felt about whoever looks."""
        ...


def call(seen: Seen, event: Event) -> str | None:
    """Say what is called at the practice table; None: it is typed, drawn or only recorded."""
    return _call(event, Scene(seen.rules, seen.table))


def _call(event: Any, scene: Scene) -> str | None:
    sentence = narrate(event, scene)
    if not sentence.called or isinstance(event, _ANSWERS):
        return None
    rules = scene.rules
    may_be_seen = rules is not None and rules.burn.burned_card_may_be_seen.value
    hint = " Type burned to see it." if isinstance(event, CardBurned) and may_be_seen else ""
    return f"{sentence.text()}{hint}"


def card_calls(rules: Rulebook, events: Iterable[Event]) -> Iterator[str]:
    """Say what was done with the cards; the opening of a table is one sentence."""
    opening: list[CardsChecked | CardsPrepared] = []
    for event in events:
        if isinstance(event, CardsChecked | CardsPrepared):
            opening.append(event)
            continue
        if opening:
            yield narrate_opening(opening).text()
            opening = []
        if line := _call(event, Scene(rules)):
            yield line


def signed_money(amount: Cents) -> str:
    """Print what somebody is up or down, to the cent."""
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}${dollars(abs(amount))}"


def place(table: Table, box: int | None, hand: int | None = None) -> str:
    """Name a box, or a hand of a split box as a round record does: Box 1.2."""
    if box is None:
        return "Table"
    lies = table.box(box)
    return f"Box {box}.{hand}" if hand and lies and lies.is_split else f"Box {box}"


def shoe_and_rack(table: Table) -> str:
    """Count the cards left to deal and those in the discard rack; say if the cutting card is out."""
    source = table.source
    if source is None:
        return ""
    device = source.kind == "shuffling device"
    out = ", cutting card out" if source.out else ""
    rack = len(table.discards) + source.burned
    return f"{'device' if device else 'shoe'} {source.left}{out}  rack {rack}"
