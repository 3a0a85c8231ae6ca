"""The irregularities of the deal as a subject of the table: commands, and what deals with each."""

from collections.abc import Iterator
from typing import Final

from houserules.core.people import Moment, Person
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Office
from houserules.rulebook.values import Value
from houserules.table.cards.commands import CheckCards, VerifyCards
from houserules.table.commands import (
    CloseOffers,
    Command,
    Double,
    Insure,
    ReportAbsent,
    Split,
    Surrender,
)
from houserules.table.face_down import ExposeCards
from houserules.table.irregularities import (
    absence,
    card_in_error,
    commands,
    faced_cards,
    misdeal,
    not_offered,
    voids,
    wrong_cards,
)
from houserules.table.irregularities.card_in_error import see_to_ready_cards
from houserules.table.irregularities.redeal import as_it_lay
from houserules.table.irregularities.state import CardOnOffer
from houserules.table.powers import holders
from houserules.table.state import Table
from houserules.table.subject import Subject

# What is open while an irregularity waits: for `legal`, which asks the judge about each.


def _somebody(rules: Rulebook, power: Value[Office]) -> Iterator[tuple[Person, Moment]]:
    """Return a person who has a power, to stand for all who do."""
    for role in holders(rules, power.value)[-1:]:
        yield Person("staff", role), Moment(0)


def open_to_card(rules: Rulebook, table: Table) -> Iterator[Command]:
    """The player asked first takes or refuses the card; to double or split with it is to take it."""
    offer = table.irregularity
    assert isinstance(offer, CardOnOffer)
    number, hand = offer.asked[0]
    box = table.box(number)
    assert box is not None and box.controller is not None
    player = box.controller
    yield commands.AcceptCard(player, number, hand)
    yield commands.RefuseCard(player, number, hand)
    yield ExposeCards(player, number)
    yield Split(player, number, hand)
    yield Double(player, number, hand, 0)
    yield ReportAbsent(number, hand)


def open_to_late_offer(rules: Rulebook, table: Table) -> Iterator[Command]:
    """Insurance or surrender, and the end of the offer."""
    for box in table.boxes:
        for bettor in box.bettors:
            yield Surrender(bettor.player, box.number)
            yield Insure(bettor.player, box.number, 0)
    yield CloseOffers()


def open_to_misdeal(rules: Rulebook, table: Table) -> Iterator[Command]:
    """A supervisor has the round put right, lets it stand, or declares it or a hand void."""
    for by, at in _somebody(rules, rules.powers.may_confirm_reconstruction):
        yield commands.ConfirmReconstruction(by, at)
        yield commands.DismissMisdeal(by, at)
    for by, at in _somebody(rules, rules.powers.may_void_misdeal):
        yield commands.VoidMisdeal(by, at)
        for box, number, _ in as_it_lay(table).hands():
            yield commands.VoidMisdeal(by, at, ((box.number, number),))


def open_to_void_shoe(rules: Rulebook, table: Table) -> Iterator[Command]:
    """The cards are checked, then verified; cards dropped meanwhile are verified first."""
    for by, at in _somebody(rules, rules.powers.may_verify_cards):
        yield VerifyCards(by, at)
    for by, at in _somebody(rules, rules.powers.may_check_cards):
        yield CheckCards(by, at)
    for by, at in _somebody(rules, rules.powers.may_verify_decks):
        yield commands.VerifyDecks(by, at)


IN_ROUND: Final = frozenset({"card in error", "late offer", "misdeal"})
"""What may be open while cards are out, and does not keep other things from going wrong."""

IRREGULARITIES: Final = Subject(
    commands={
        commands.ReportFacedCard: (faced_cards.why_not_faced, faced_cards.report_faced),
        commands.HaveCardsChecked: (faced_cards.why_not_have_checked, faced_cards.have_checked),
        commands.ReportEmptyRound: (
            faced_cards.why_not_empty_round,
            faced_cards.report_empty_round,
        ),
        commands.ReportCardInError: (card_in_error.why_not_in_error, card_in_error.report_in_error),
        commands.AcceptCard: (card_in_error.why_not_accept, card_in_error.accept),
        commands.RefuseCard: (card_in_error.why_not_asked, card_in_error.refuse),
        commands.ReportNotOffered: (
            not_offered.why_not_not_offered,
            not_offered.report_not_offered,
        ),
        commands.TakeBackAbsence: (absence.why_not_take_back, absence.take_back),
        commands.ReportMisdeal: (misdeal.why_not_misdeal, misdeal.report_misdeal),
        commands.ConfirmReconstruction: (misdeal.why_not_confirm, misdeal.confirm),
        commands.DismissMisdeal: (misdeal.why_not_reported, misdeal.dismiss),
        commands.VoidMisdeal: (voids.why_not_void, voids.void),
        commands.ReportWrongCards: (
            wrong_cards.why_not_wrong_cards,
            wrong_cards.report_wrong_cards,
        ),
        commands.VerifyDecks: (wrong_cards.why_not_verify_decks, wrong_cards.verify_decks),
    },
    interrupts={
        commands.ReportFacedCard: IN_ROUND,
        commands.ReportCardInError: IN_ROUND,
        commands.ReportNotOffered: frozenset({"card in error"}),
        commands.ReportEmptyRound: frozenset({"misdeal"}),
        commands.ReportMisdeal: frozenset(
            {"card in error", "late offer", "shoe void", "device malfunction"}
        ),
        commands.ReportWrongCards: IN_ROUND | {"device malfunction"},
    },
    deals_with={
        "card in error": (
            commands.AcceptCard,
            commands.RefuseCard,
            ExposeCards,
            Double,
            Split,
            ReportAbsent,
        ),
        "late offer": (Insure, Surrender, CloseOffers),
        "misdeal": (
            commands.ReportMisdeal,
            commands.ConfirmReconstruction,
            commands.DismissMisdeal,
            commands.VoidMisdeal,
        ),
        "shoe void": (CheckCards, commands.VerifyDecks),
    },
    open_in={
        "card in error": open_to_card,
        "late offer": open_to_late_offer,
        "misdeal": open_to_misdeal,
        "shoe void": open_to_void_shoe,
    },
    afterwards=see_to_ready_cards,
)
