"""What is open while an irregularity waits: for `legal`, which asks the judge about each."""

from collections.abc import Iterator

from houserules.core.people import Moment, Person
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_powers import Office
from houserules.rulebook.values import Value
from houserules.table import commands as c
from houserules.table.cards.commands import CheckCards
from houserules.table.facing.commands import ExposeCards
from houserules.table.mishaps import commands as m
from houserules.table.mishaps.lying import as_it_lay
from houserules.table.mishaps.state import CardOnOffer
from houserules.table.powers import holders
from houserules.table.state import Table


def _somebody(rules: Rulebook, power: Value[Office]) -> Iterator[tuple[Person, Moment]]:
    """Give somebody who has a power, to stand for all who do."""
    for role in holders(rules, power.value)[-1:]:
        yield Person("staff", role), Moment(0)


def open_to_card(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """The player asked first takes or refuses the card; to double or split with it is to take it."""
    offer = table.mishap
    assert isinstance(offer, CardOnOffer)
    box, hand = offer.asked[0]
    there = table.box(box)
    assert there is not None and there.controller is not None
    player = there.controller
    yield m.AcceptCard(player, box, hand)
    yield m.RefuseCard(player, box, hand)
    yield ExposeCards(player, box)
    yield c.Split(player, box, hand)
    yield c.Double(player, box, hand, 0)
    yield c.ReportAbsent(box, hand)


def open_to_late_offer(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """Insurance or surrender, and the end of the offer."""
    for box in table.boxes:
        for bettor in box.bettors:
            yield c.Surrender(bettor.player, box.number)
            yield c.Insure(bettor.player, box.number, 0)
    yield c.CloseOffers()


def open_to_misdeal(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """A supervisor has the round put right, lets it stand, or declares it or a hand void."""
    for by, at in _somebody(rules, rules.powers.may_confirm_reconstruction):
        yield m.ConfirmReconstruction(by, at)
        yield m.DismissMisdeal(by, at)
    for by, at in _somebody(rules, rules.powers.may_void_misdeal):
        yield m.VoidMisdeal(by, at)
        for box, number, _ in as_it_lay(table).hands():
            yield m.VoidMisdeal(by, at, ((box.number, number),))


def open_to_void_shoe(rules: Rulebook, table: Table) -> Iterator[c.Command]:
    """The cards are checked, then verified."""
    for by, at in _somebody(rules, rules.powers.may_check_cards):
        yield CheckCards(by, at)
    for by, at in _somebody(rules, rules.powers.may_verify_decks):
        yield m.VerifyDecks(by, at)
