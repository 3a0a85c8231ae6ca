"""What people do with the cards: open, check, shuffle, cut, burn, replace, report.

`depth` is the number of cards in front of the cutting card at the cut, `behind` that behind the
dealer's; None: nobody counted, as at a table with a real shoe.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from houserules.core.cards import Card
from houserules.shoe.state import PreShuffled
from houserules.table.commands import PlayerCommand, StaffCommand


@dataclass(frozen=True, slots=True)
class OpenTable(StaffCommand):
    """Cards come to a table that opens for gaming; `virtual`: the software has their order."""

    power: ClassVar[str] = "may_open_table"
    colours: tuple[str, ...] = ("blue",)  # of the backs, one a set
    virtual: bool = False
    pre_shuffled: PreShuffled | None = None


@dataclass(frozen=True, slots=True)
class CheckCards(StaffCommand):
    """Somebody has checked a set of cards, alone or with a deck-checking device."""

    power: ClassVar[str] = "may_check_cards"
    with_device: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmSecured(StaffCommand):
    """Cards that were shuffled ahead of time were kept secure until now."""

    power: ClassVar[str] = "may_check_cards"


@dataclass(frozen=True, slots=True)
class PrepareCards(StaffCommand):
    """The dealer has spread, washed, stacked or riffled a set, or loaded it into the shuffler."""

    power: ClassVar[str] = "may_shuffle"
    step: Literal["spread", "wash", "stack", "riffle", "load"]


@dataclass(frozen=True, slots=True)
class ShuffleCards(StaffCommand):
    """The cards have been shuffled; `commitment`: to the order of a virtual stack."""

    power: ClassVar[str] = "may_shuffle"
    commitment: str | None = None
    by_hand_too: bool = False  # before they went into the shuffling device


@dataclass(frozen=True, slots=True)
class OrderShuffle(StaffCommand):
    """A supervisor suspects that the cards are not randomly mixed."""

    power: ClassVar[str] = "may_order_shuffle"


@dataclass(frozen=True, slots=True)
class OrderShuffleAfterVacancy(StaffCommand):
    """A supervisor has the cards shuffled after the table has stood vacant."""

    power: ClassVar[str] = "may_shuffle_after_vacancy"


@dataclass(frozen=True, slots=True)
class AskForRiffle(PlayerCommand):
    """A player asks that pre-shuffled cards be riffled."""

    right: ClassVar[str] = "riffle_on_request"


@dataclass(frozen=True, slots=True)
class ApproveRiffle(StaffCommand):
    """A supervisor approves the riffle that a player has asked for."""

    power: ClassVar[str] = "may_approve_riffle"


@dataclass(frozen=True, slots=True)
class CutCards(PlayerCommand):
    """The player who is offered the cut puts the cutting card into the stack."""

    right: ClassVar[str] = "cut_offered_to"
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class DeclineCut(PlayerCommand):
    """The player who is offered the cut does not want it."""

    right: ClassVar[str] = "cut_refused"


@dataclass(frozen=True, slots=True)
class PassCutOn(StaffCommand):
    """The player who is offered the cut refuses it or does not answer: offer it to the next."""

    power: ClassVar[str] = "may_pass_cut_on"
    player: str


@dataclass(frozen=True, slots=True)
class CutForPlayers(StaffCommand):
    """The house cuts, because no player wanted to."""

    power: ClassVar[str] = "may_cut"
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceCuttingCard(StaffCommand):
    """The dealer puts the cutting card into the back half, a second one at the very back."""

    power: ClassVar[str] = "may_place_cutting_card"
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class BurnCard(StaffCommand):
    """The dealer puts the first card away face down."""

    power: ClassVar[str] = "may_burn"


@dataclass(frozen=True, slots=True)
class AskToSeeBurnedCard(PlayerCommand):
    """A player asks to see the burned card."""

    right: ClassVar[str] = "burned_card_may_be_seen"


@dataclass(frozen=True, slots=True)
class ShowBurnedCard(StaffCommand):
    """The dealer turns the burned card up for the player who asked."""

    power: ClassVar[str] = "may_burn"
    card: Card


@dataclass(frozen=True, slots=True)
class DrawCuttingCard(StaffCommand):
    """The cutting card comes out of the shoe where the next card should have."""


@dataclass(frozen=True, slots=True)
class ReplaceCards(StaffCommand):
    """New cards take the place of those at the table."""

    power: ClassVar[str] = "may_replace_cards"
    colours: tuple[str, ...] = ("blue",)
    pre_shuffled: PreShuffled | None = None


# What staff report about the cards when a step was left out or went wrong.
#
# `dealt`: the cards dealt without the step, while the table still waits for it.


@dataclass(frozen=True, slots=True)
class ReportExposedCard(StaffCommand):
    """A card was seen before the cards went into the shoe."""

    power: ClassVar[str] = "may_report_exposed_card"


@dataclass(frozen=True, slots=True)
class ReportNotCut(StaffCommand):
    """The cards went into play without the cut that the rules ask for."""

    power: ClassVar[str] = "may_report_not_cut"
    dealt: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportNotBurned(StaffCommand):
    """The dealer forgot to burn the first card."""

    power: ClassVar[str] = "may_report_not_burned"


@dataclass(frozen=True, slots=True)
class ReportNotShuffled(StaffCommand):
    """A round was begun without the shuffle that the cutting card asks for."""

    power: ClassVar[str] = "may_report_not_shuffled"
    dealt: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportNoCuttingCard(StaffCommand):
    """The dealer's cutting card is found not to be in the shoe."""

    power: ClassVar[str] = "may_report_no_cutting_card"
    dealt: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportDiscardsLeft(StaffCommand):
    """The discards were not put into the shuffling device after the initial deal."""

    power: ClassVar[str] = "may_report_discards_left"


@dataclass(frozen=True, slots=True)
class ReportBurnedCard(StaffCommand):
    """A card was burned that need not have been; None: nobody saw its face."""

    power: ClassVar[str] = "may_report_burned_card"
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ReportDroppedCards(StaffCommand):
    """The dealer dropped or mishandled cards, and the supervisor is told."""

    power: ClassVar[str] = "may_report_dropped_cards"


@dataclass(frozen=True, slots=True)
class VerifyCards(StaffCommand):
    """A supervisor has verified that all dropped cards were picked up."""

    power: ClassVar[str] = "may_verify_cards"


@dataclass(frozen=True, slots=True)
class ReportDamagedCard(StaffCommand):
    """A card is found damaged."""

    power: ClassVar[str] = "may_report_damaged_card"


@dataclass(frozen=True, slots=True)
class ReplaceDamagedCard(StaffCommand):
    """Damaged cards were replaced by the same cards from a new deck."""

    power: ClassVar[str] = "may_report_damaged_card"
