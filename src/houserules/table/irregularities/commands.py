"""What staff report about the deal, and how players answer."""

from typing import ClassVar

from houserules.core.cards import Card
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.irregularities.state import Offer, Spot, Wrong


@command("report-faced-card")
class ReportFacedCard(StaffCommand):
    """A card lies face up in the shoe or shuffling device."""

    power: ClassVar[str] = "may_report_irregularity"
    card: Card


@command("have-cards-checked")
class HaveCardsChecked(StaffCommand):
    """After the round: take the rest out of the shoe or device and check which way they face."""

    power: ClassVar[str] = "may_have_faced_cards_checked"


@command("report-card-in-error")
class ReportCardInError(StaffCommand):
    """A card was drawn that was not due, or went astray; None: nobody has seen its face.

    `to_dealer`: it was dealt to the dealer's hand.
    """

    power: ClassVar[str] = "may_report_irregularity"
    card: Card | None
    to_dealer: bool = False


@command("accept-card")
class AcceptCard(PlayerCommand):
    """The player takes the card that was dealt in error."""

    right: ClassVar[str] = "card_in_error_is_next"
    box: int
    hand: int


@command("refuse-card")
class RefuseCard(PlayerCommand):
    """The player does not take the card that was dealt in error, and so takes no more."""

    right: ClassVar[str] = "refused_card_leaves"
    box: int
    hand: int


@command("report-empty-round")
class ReportEmptyRound(StaffCommand):
    """A round was begun while nobody had a wager; the cards that were seen."""

    power: ClassVar[str] = "may_report_irregularity"
    exposed: tuple[Card, ...]


@command("report-not-offered")
class ReportNotOffered(StaffCommand):
    """Insurance or surrender was not offered: to a player, or (None) to nobody."""

    power: ClassVar[str] = "may_report_irregularity"
    offer: Offer
    player: str | None = None


@command("report-misdeal")
class ReportMisdeal(StaffCommand):
    """A card of the round was wrongly dealt, placed or entered.

    `order`: the cards as they really left the shoe, from the first of the round; None if nobody
    can say. A card dealt in error stands where it was dealt in the end.
    """

    power: ClassVar[str] = "may_report_irregularity"
    order: tuple[Card, ...] | None


@command("confirm-reconstruction")
class ConfirmReconstruction(StaffCommand):
    """Put the round right as it was proposed."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@command("dismiss-misdeal")
class DismissMisdeal(StaffCommand):
    """No error was found: the round stands as it is."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@command("void-misdeal")
class VoidMisdeal(StaffCommand):
    """The round cannot be put right: declare it void, or where the rules say so single hands.

    `dealer`: after hands were made void, the cards that the dealer's hand should have after its
    first; None leaves it as it is.
    """

    power: ClassVar[str] = "may_void_misdeal"
    hands: tuple[Spot, ...] = ()
    dealer: tuple[Card, ...] | None = None


@command("report-wrong-cards")
class ReportWrongCards(StaffCommand):
    """A card is missing from the decks, or one was found that does not belong to them."""

    power: ClassVar[str] = "may_report_wrong_cards"
    wrong: Wrong
    cards: tuple[Card, ...] = ()  # as far as they are known


@command("verify-decks")
class VerifyDecks(StaffCommand):
    """The decks, once checked, were verified at the table: what else was missing or foreign."""

    power: ClassVar[str] = "may_verify_decks"
    missing: tuple[Card, ...] = ()
    foreign: tuple[Card, ...] = ()


@command("take-back-absence")
class TakeBackAbsence(StaffCommand):
    """A player was wrongly reported away: play goes back to that moment, if no card came since."""

    power: ClassVar[str] = "may_report_absent"
    player: str
    box: int


# What staff report about a shuffling device, and what players answer.


@command("report-malfunction")
class ReportMalfunction(StaffCommand):
    """The device fails in a round: whom it has harmed, what there is to go on with."""

    power: ClassVar[str] = "may_report_malfunction"
    harms: bool  # the house or a player is at a disadvantage by it
    other_device: bool  # another device is readily available
    practicable: bool  # the cards can be transferred to it
    damaged: tuple[Card, ...] = ()  # cards in the device that it has damaged


@command("take-wagers-back")
class TakeWagersBack(PlayerCommand):
    """A player takes every amount wagered in the round back."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@command("play-on")
class PlayOn(PlayerCommand):
    """A player leaves the wagers in; the round is completed from a card shoe."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@command("end-return-offer")
class EndReturnOffer(StaffCommand):
    """Everybody had the opportunity: who has not answered leaves the wagers in."""

    power: ClassVar[str] = "may_report_malfunction"


@command("return-to-device")
class ReturnToDevice(StaffCommand):
    """A device is ready again: the card shoe that stood in for it goes."""

    power: ClassVar[str] = "may_report_malfunction"
