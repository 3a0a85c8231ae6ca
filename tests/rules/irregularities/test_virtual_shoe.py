"""Nothing goes wrong with the cards of a virtual shoe; old journals in which it did still load."""

import random

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.shoe.entropy import GivenBytes
from houserules.shoe.stack import decks_of
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table import commands as c
from houserules.table.cards.census import on_layout, round_has_begun
from houserules.table.cards.house_dealer import follow
from houserules.table.events import CardDealt
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.state import CardOnOffer
from houserules.table.state import changed
from rules.irregularities.irregular_table import IrregularTable, of
from seated_table import DEALER, NOW, SUPERVISOR

GUS = Person("gus", "Gaming Supervisor")


class Practice(IrregularTable):
    """A table whose shoe lies in the open for the test.

    The table takes its shoe for a real one: reports at a virtual shoe were allowed once, and their
    events are in journals.
    """

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name)
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
            if isinstance(self.table.irregularity, CardOnOffer):
                self.answer(*self.table.irregularity.asked[0], take=True)
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
        if seed % 2 and isinstance(game.table.irregularity, CardOnOffer):
            game.answer(*game.table.irregularity.asked[0], take=False)
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


class Virtual(IrregularTable):
    """Ann and Bob at a table whose shoe the software deals."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        assert self.table.source is not None
        self.table = changed(self.table, source=changed(self.table.source, virtual=True))

    def round(self) -> "Virtual":
        """Deal a round up to Ann's first decision."""
        self.bet((1, "ann", "10"), (2, "bob", "20"))
        self.deal("9c 9s 6d 8c 8s")
        return self


@pytest.mark.clause(S24, "18.1", "18.2", "18.7", "18.8", "18.16.3")
@pytest.mark.clause(S65, "17.1", "17.2", "17.7", "17.8", "17.16.3")
@pytest.mark.clause(NZ, "16.1", "16.4", "16.5")
@pytest.mark.clause(PJ, "15.1", "15.2", "15.7", "15.8", "15.15.3")
@pytest.mark.parametrize("by", [DEALER, GUS, SUPERVISOR])
@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        (S24, ("18.1", "18.2", "18.7", "18.8", "18.16.3")),
        (S65, ("17.1", "17.2", "17.7", "17.8", "17.16.3")),
        (NZ, ("16.1", "16.4", "5.1", "16.5", None)),
        (PJ, ("15.1", "15.2", "15.7", "15.8", "15.15.3")),
    ],
)
def test_no_report_can_name_a_card_of_a_virtual_shoe(
    name: str, clauses: tuple[str, str, str, str, str | None], by: Person
) -> None:
    faced, in_error, empty, misdeal, wrong = clauses
    before, during = Virtual(name), Virtual(name).round()
    seven, swapped = of("7s"), cards("9s 9c 6d 8c 8s")
    for game in (before, during):
        assert_refused(game.say(m.ReportFacedCard(by, NOW, seven)), "shoe.virtual", faced)
        for card in (seven, None):
            assert_refused(game.say(m.ReportCardInError(by, NOW, card)), "shoe.virtual", in_error)
        for exposed in ((), (seven,)):
            assert_refused(game.say(m.ReportEmptyRound(by, NOW, exposed)), "shoe.virtual", empty)
        for order in (swapped, None):
            assert_refused(game.say(m.ReportMisdeal(by, NOW, order)), "shoe.virtual", misdeal)
        if wrong and by is not DEALER:
            for named in ((), (seven,)):
                report = m.ReportWrongCards(by, NOW, "missing", named)
                assert_refused(game.say(report), "shoe.virtual", wrong)


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.8", "17.8", "16.5", "15.8"))
def test_a_misdeal_that_an_old_journal_left_open_at_a_virtual_shoe_is_dismissed(
    name: str, clause: str
) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"))
    game.deal("9c 9s 6d 8c 8s")
    assert game.report("9s 9c 6d 8c 8s") is None
    assert game.table.source is not None
    game.table = changed(game.table, source=changed(game.table.source, virtual=True))
    assert_refused(game.confirm(), "shoe.virtual", clause)
    void = game.say(m.VoidMisdeal(SUPERVISOR, NOW))
    assert_refused(void, "shoe.virtual", "16.5(a)" if name == NZ else clause)
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    assert [e.card for e in game.table.log if isinstance(e, CardDealt)] == [
        *cards("9c 9s 6d 8c 8s")
    ]
