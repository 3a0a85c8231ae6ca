"""Opening a practice table and sitting down at it, as the rules of the house have it."""

from typing import Final

from houserules.cli.practice import SEAT, Practice
from houserules.core.money import Cents
from houserules.core.people import Person
from houserules.core.refusal import Clause, Refusal
from houserules.floor.house import House
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.opening import uses_automatic_shuffler
from houserules.table import commands as c
from houserules.table.cards.commands import OpenTable
from houserules.table.cards.readiness import DEALER, NOW
from houserules.table.people.commands import ComeToTable, PresentPlayerCard
from houserules.table.people.state import PlayerCard
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.stating import stated_by

_SUPERVISOR: Final = Person("supervisor", "casino supervisor")
_TWO_SETS: Final = ("blue", "red")


def sit_down(
    rules: Rulebook, player: str, *, balance: Cents, boxes: int = 1, house: House
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
    """Give the clause that asks for a Player Card, where one does (S24 6.1)."""
    part = rules.player_cards
    return None if isinstance(part, NotOffered) else part.player_card_needed
