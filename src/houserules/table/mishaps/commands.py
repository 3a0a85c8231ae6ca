"""What staff report about the deal, and how players answer."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.cards import Card
from houserules.table.bases import PlayerCommand, StaffCommand
from houserules.table.mishaps.state import Offer, Spot, Wrong


@dataclass(frozen=True, slots=True)
class ReportFacedCard(StaffCommand):
    """A card lies face up in the shoe or shuffling device."""

    power: ClassVar[str] = "may_report_irregularity"
    card: Card


@dataclass(frozen=True, slots=True)
class HaveCardsChecked(StaffCommand):
    """After the round: take the rest out of the shoe or device and check which way they face."""

    power: ClassVar[str] = "may_have_faced_cards_checked"


@dataclass(frozen=True, slots=True)
class ReportCardInError(StaffCommand):
    """A card was drawn that was not due, or went astray; None: nobody has seen its face."""

    power: ClassVar[str] = "may_report_irregularity"
    card: Card | None


@dataclass(frozen=True, slots=True)
class AcceptCard(PlayerCommand):
    """The player takes the card that was dealt in error."""

    right: ClassVar[str] = "card_in_error_is_next"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class RefuseCard(PlayerCommand):
    """The player does not take the card that was dealt in error, and so takes no more."""

    right: ClassVar[str] = "refused_card_leaves"
    box: int
    hand: int


@dataclass(frozen=True, slots=True)
class ReportEmptyRound(StaffCommand):
    """A round was begun while nobody had a wager; the cards that were seen."""

    power: ClassVar[str] = "may_report_irregularity"
    exposed: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ReportNotOffered(StaffCommand):
    """Insurance or surrender was not offered: to a player, or (None) to nobody."""

    power: ClassVar[str] = "may_report_irregularity"
    offer: Offer
    player: str | None = None


@dataclass(frozen=True, slots=True)
class ReportMisdeal(StaffCommand):
    """A card of the round was wrongly dealt, placed or entered.

    `order`: the cards as they really left the shoe, from the first of the round; None if nobody
    can say.
    """

    power: ClassVar[str] = "may_report_irregularity"
    order: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class ConfirmReconstruction(StaffCommand):
    """Put the round right as it was proposed."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@dataclass(frozen=True, slots=True)
class DismissMisdeal(StaffCommand):
    """No error was found: the round stands as it is."""

    power: ClassVar[str] = "may_confirm_reconstruction"


@dataclass(frozen=True, slots=True)
class VoidMisdeal(StaffCommand):
    """The round cannot be put right: declare it void, or where the rules say so single hands.

    `dealer`: after hands were made void, the cards that the dealer's hand should have after its
    first; None leaves it as it is.
    """

    power: ClassVar[str] = "may_void_misdeal"
    hands: tuple[Spot, ...] = ()
    dealer: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReportWrongCards(StaffCommand):
    """A card is missing from the decks, or one was found that does not belong to them."""

    power: ClassVar[str] = "may_report_wrong_cards"
    wrong: Wrong
    cards: tuple[Card, ...] = ()  # as far as they are known


@dataclass(frozen=True, slots=True)
class VerifyDecks(StaffCommand):
    """The decks, once checked, were verified at the table: what else was missing or foreign."""

    power: ClassVar[str] = "may_verify_decks"
    missing: tuple[Card, ...] = ()
    foreign: tuple[Card, ...] = ()
