"""A virtual shoe keeps in step with the table when the deal goes wrong."""

import random

import pytest

from houserules.core.refusal import Refusal
from houserules.shoe.dealing import VirtualShoe
from houserules.shoe.entropy import GivenBytes
from houserules.shoe.stack import decks_of
from houserules.table import commands as c
from houserules.table.cards.counting import on_layout, round_has_begun
from houserules.table.cards.dealers import follow
from houserules.table.mishaps import commands as m
from houserules.table.mishaps.state import CardOnOffer
from houserules.table.state import changed
from rules.mishaps.pit import ALL, DEALER, NOW, SUPERVISOR, Pit


class Practice(Pit):
    """A table whose shoe lies in the open for the test."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name)
        assert self.table.source is not None
        self.table = changed(self.table, source=changed(self.table.source, virtual=True))
        stack = list(decks_of(self.rules))
        random.Random(seed).shuffle(stack)
        self.shoe = VirtualShoe(tuple(stack))

    def say(self, command: c.Command) -> Refusal | None:
        """Give a command and let the shoe follow."""
        before, count = self.table, len(self.events)
        answer = super().say(command)
        if hasattr(self, "shoe"):
            self.shoe = follow(self.shoe, before, self.events[count:], GivenBytes(b""))
            source = self.table.source
            assert source is not None and source.left == len(self.shoe.stack), command
            on_table = [*on_layout(self.table), *self.table.discards, *self.shoe.stack]
            on_table += [self.shoe.under] if self.shoe.under else []
            assert sorted(map(str, on_table)) == sorted(map(str, decks_of(self.rules)))
        return answer

    def draw(self) -> None:
        """Deal what comes next."""
        source = self.table.source
        assert source is not None
        first = not round_has_begun(self.table)
        card = self.shoe.comes_next(source, first_of_round=first)
        assert card != "cutting card"
        self.do(c.DealCard(card))

    def play(self) -> None:
        """Play on: every hand stands, or draws where it must; a card on offer is taken."""
        while self.table.phase != "over":
            if isinstance(self.table.mishap, CardOnOffer):
                self.answer(*self.table.mishap.asked[0], take=True)
            elif self.table.phase == "offers":
                self.do(c.CloseOffers())
            elif (
                (turn := self.table.turn())
                and self.table.phase == "playing"
                and not turn[2].card_due
            ):
                player = turn[0].controller
                assert player is not None
                stand = c.Stand(player, turn[0].number, turn[1])
                if self.say(stand) is not None:
                    self.do(c.Hit(player, turn[0].number, turn[1]))
            else:
                self.draw()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ALL)
def test_the_shoe_and_the_table_count_the_same_cards(name: str, seed: int) -> None:
    game = Practice(name, seed)
    game.do(m.ReportFacedCard(DEALER, NOW, game.shoe.stack[0]))
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.do(c.CloseBets())
    for _ in range(5):
        game.draw()
    if game.table.phase == "offers":
        game.do(c.CloseOffers())
    if game.table.phase == "playing" and seed:
        assert game.in_error(str(game.shoe.stack[0])) is None
        if seed % 2 and isinstance(game.table.mishap, CardOnOffer):
            game.answer(*game.table.mishap.asked[0], take=False)
    game.play()
    assert game.in_error(None) is None
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.do(c.CloseBets())
    for _ in range(5):
        game.draw()
    game.play()
    dealt = [each.card for each in game.table.log if each.name == "card.dealt"]
    order = [dealt[1], dealt[0], *dealt[2:]]
    if dealt[0] is not dealt[1] and game.report(*map(str, order)) is None:
        game.do(m.ConfirmReconstruction(SUPERVISOR, NOW))
        game.play()
    game.do(c.ClearTable())
    assert game.shoe.under is None
