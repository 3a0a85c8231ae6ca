"""What staff report about the deal, and how players answer."""

from typing import ClassVar

from houserules.core.cards import Card
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.irregularities.state import Offer, Spot, Wrong


@command("report-faced-card")
class ReportFacedCard(StaffCommand):
    """Report a card that lies face up in the shoe or shuffling device."""

    power: ClassVar[str] = "may_report_irregularity"
    card: Card


@command("have-cards-checked")
class HaveCardsChecked(StaffCommand):
    """Take the remaining cards out after the round and check which way they face."""

    power: ClassVar[str] = "may_have_faced_cards_checked"


@command("report-card-in-error")
class ReportCardInError(StaffCommand):
    """Report a card drawn by mistake or gone astray; leave it blank if nobody saw its face.

    `to_dealer`: it was dealt to the dealer's hand.
    """

    power: ClassVar[str] = "may_report_irregularity"
    card: Card | None
    to_dealer: bool = False


@command("accept-card")
class AcceptCard(PlayerCommand):
    """Take the card that was dealt by mistake."""

    right: ClassVar[str] = "card_in_error_is_next"
    box: int
    hand: int


@command("refuse-card")
class RefuseCard(PlayerCommand):
    """Refuse the card that was dealt by mistake; your hand then takes no more cards."""

    right: ClassVar[str] = "refused_card_leaves"
    box: int
    hand: int


@command("report-empty-round")
class ReportEmptyRound(StaffCommand):
    """Report a round that began although nobody had a wager, with the cards that were seen."""

    power: ClassVar[str] = "may_report_irregularity"
    exposed: tuple[Card, ...]


@command("report-not-offered")
class ReportNotOffered(StaffCommand):
    """Report that insurance or surrender was not offered to a player; blank: to nobody."""

    power: ClassVar[str] = "may_report_irregularity"
    offer: Offer
    player: str | None = None


@command("report-misdeal")
class ReportMisdeal(StaffCommand):
    """Report a card of the round that was wrongly dealt, placed or entered.

    `order`: the cards as they really left the shoe, from the first of the round; None if nobody
    can say. A card dealt in error stands where it was dealt in the end.
    """

    power: ClassVar[str] = "may_report_irregularity"
    order: tuple[Card, ...] | None


@command("confirm-reconstruction")
class ConfirmReconstruction(StaffCommand):
    """Put the round right as proposed."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@command("dismiss-misdeal")
class DismissMisdeal(StaffCommand):
    """Dismiss a reported misdeal: no error was found, and the round stands."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@command("void-misdeal")
class VoidMisdeal(StaffCommand):
    """Declare a round void that cannot be put right, or single hands where the rules say so.

    `dealer`: after hands were made void, the cards that the dealer's hand should have after its
    first; None leaves it as it is.
    """

    power: ClassVar[str] = "may_void_misdeal"
    hands: tuple[Spot, ...] = ()
    dealer: tuple[Card, ...] | None = None


@command("report-wrong-cards")
class ReportWrongCards(StaffCommand):
    """Report a card that is missing from the decks or does not belong to them."""

    power: ClassVar[str] = "may_report_wrong_cards"
    wrong: Wrong
    cards: tuple[Card, ...] = ()  # as far as they are known


@command("verify-decks")
class VerifyDecks(StaffCommand):
    """Verify the checked decks at the table, with any other missing or foreign cards."""

    power: ClassVar[str] = "may_verify_decks"
    missing: tuple[Card, ...] = ()
    foreign: tuple[Card, ...] = ()


@command("take-back-absence")
class TakeBackAbsence(StaffCommand):
    """Take back a wrong report of absence; play returns to that moment unless a card came since."""

    power: ClassVar[str] = "may_report_absent"
    player: str
    box: int


# A failed shuffling device: reports by staff and answers by players.


@command("report-malfunction")
class ReportMalfunction(StaffCommand):
    """Report that the shuffling device failed in a round, and what can replace it."""

    power: ClassVar[str] = "may_report_malfunction"
    harms: bool  # the house or a player is at a disadvantage by it
    other_device: bool  # another device is readily available
    practicable: bool  # the cards can be transferred to it
    damaged: tuple[Card, ...] = ()  # cards in the device that it has damaged


@command("take-wagers-back")
class TakeWagersBack(PlayerCommand):
    """Take back everything you wagered in the round."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@command("play-on")
class PlayOn(PlayerCommand):
    """Leave your wagers in; the round is completed from a card shoe."""

    right: ClassVar[str] = "wagers_may_be_taken_back"


@command("end-return-offer")
class EndReturnOffer(StaffCommand):
    """Stop waiting for answers: players who have not answered leave their wagers in."""

    power: ClassVar[str] = "may_report_malfunction"


@command("return-to-device")
class ReturnToDevice(StaffCommand):
    """Return from the card shoe to a shuffling device that works again."""

    power: ClassVar[str] = "may_report_malfunction"
