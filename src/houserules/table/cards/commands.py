"""What people do with the cards: open, check, shuffle, cut, burn, replace, report.

`depth` is the number of cards in front of the cutting card at the cut, `behind` that behind the
dealer's; None: nobody counted, as at a table with a real shoe.
"""

from typing import ClassVar, Literal

from houserules.core.cards import Card
from houserules.shoe.state import PreShuffled
from houserules.table.commands import PlayerCommand, StaffCommand, command


@command("open-table")
class OpenTable(StaffCommand):
    """Cards come to a table that opens for gaming; `virtual`: the software has their order."""

    power: ClassVar[str] = "may_open_table"
    colours: tuple[str, ...] = ("blue",)  # of the backs, one a set
    virtual: bool = False
    pre_shuffled: PreShuffled | None = None


@command("check-cards")
class CheckCards(StaffCommand):
    """Somebody has checked a set of cards, alone or with a deck-checking device."""

    power: ClassVar[str] = "may_check_cards"
    with_device: bool = False


@command("confirm-secured")
class ConfirmSecured(StaffCommand):
    """Cards that were shuffled ahead of time were kept secure until now."""

    power: ClassVar[str] = "may_check_cards"


@command("prepare-cards")
class PrepareCards(StaffCommand):
    """The dealer has spread, washed, stacked or riffled a set, or loaded it into the shuffler."""

    power: ClassVar[str] = "may_shuffle"
    step: Literal["spread", "wash", "stack", "riffle", "load"]


@command("shuffle-cards")
class ShuffleCards(StaffCommand):
    """The cards have been shuffled; `commitment`: to the order of a virtual stack."""

    power: ClassVar[str] = "may_shuffle"
    commitment: str | None = None
    by_hand_too: bool = False  # before they went into the shuffling device


@command("order-shuffle")
class OrderShuffle(StaffCommand):
    """A supervisor suspects that the cards are not randomly mixed."""

    power: ClassVar[str] = "may_order_shuffle"


@command("order-shuffle-after-vacancy")
class OrderShuffleAfterVacancy(StaffCommand):
    """A supervisor has the cards shuffled after the table has stood vacant."""

    power: ClassVar[str] = "may_shuffle_after_vacancy"


@command("ask-for-riffle")
class AskForRiffle(PlayerCommand):
    """A player asks that pre-shuffled cards be riffled."""

    right: ClassVar[str] = "riffle_on_request"


@command("approve-riffle")
class ApproveRiffle(StaffCommand):
    """A supervisor approves the riffle that a player has asked for."""

    power: ClassVar[str] = "may_approve_riffle"


@command("cut-cards")
class CutCards(PlayerCommand):
    """The player who is offered the cut puts the cutting card into the stack."""

    right: ClassVar[str] = "cut_offered_to"
    depth: int | None = None


@command("decline-cut")
class DeclineCut(PlayerCommand):
    """The player who is offered the cut does not want it."""

    right: ClassVar[str] = "cut_refused"


@command("pass-cut-on")
class PassCutOn(StaffCommand):
    """The player who is offered the cut refuses it or does not answer: offer it to the next."""

    power: ClassVar[str] = "may_pass_cut_on"
    player: str


@command("cut-for-players")
class CutForPlayers(StaffCommand):
    """The house cuts, because no player wanted to."""

    power: ClassVar[str] = "may_cut"
    depth: int | None = None


@command("place-cutting-card")
class PlaceCuttingCard(StaffCommand):
    """The dealer puts the cutting card into the back half, a second one at the very back."""

    power: ClassVar[str] = "may_place_cutting_card"
    behind: int | None = None


@command("burn-card")
class BurnCard(StaffCommand):
    """The dealer puts the first card away face down."""

    power: ClassVar[str] = "may_burn"


@command("ask-to-see-burned-card")
class AskToSeeBurnedCard(PlayerCommand):
    """A player asks to see the burned card."""

    right: ClassVar[str] = "burned_card_may_be_seen"


@command("show-burned-card")
class ShowBurnedCard(StaffCommand):
    """The dealer turns the burned card up for the player who asked."""

    power: ClassVar[str] = "may_burn"
    card: Card


@command("draw-cutting-card")
class DrawCuttingCard(StaffCommand):
    """The cutting card comes out of the shoe where the next card should have."""


@command("replace-cards")
class ReplaceCards(StaffCommand):
    """New cards take the place of those at the table."""

    power: ClassVar[str] = "may_replace_cards"
    colours: tuple[str, ...] = ("blue",)
    pre_shuffled: PreShuffled | None = None


# What staff report about the cards when a step was left out or went wrong.
#
# `dealt`: the cards dealt without the step, while the table still waits for it.


@command("report-exposed-card")
class ReportExposedCard(StaffCommand):
    """A card was seen before the cards went into the shoe."""

    power: ClassVar[str] = "may_report_exposed_card"


@command("report-not-cut")
class ReportNotCut(StaffCommand):
    """The cards went into play without the cut that the rules ask for."""

    power: ClassVar[str] = "may_report_not_cut"
    dealt: tuple[Card, ...] = ()


@command("report-not-burned")
class ReportNotBurned(StaffCommand):
    """The dealer forgot to burn the first card."""

    power: ClassVar[str] = "may_report_not_burned"


@command("report-not-shuffled")
class ReportNotShuffled(StaffCommand):
    """A round was begun without the shuffle that the cutting card asks for."""

    power: ClassVar[str] = "may_report_not_shuffled"
    dealt: tuple[Card, ...] = ()


@command("report-no-cutting-card")
class ReportNoCuttingCard(StaffCommand):
    """The dealer's cutting card is found not to be in the shoe."""

    power: ClassVar[str] = "may_report_no_cutting_card"
    dealt: tuple[Card, ...] = ()


@command("report-discards-left")
class ReportDiscardsLeft(StaffCommand):
    """The discards were not put into the shuffling device after the initial deal."""

    power: ClassVar[str] = "may_report_discards_left"


@command("report-burned-card")
class ReportBurnedCard(StaffCommand):
    """A card was burned that need not have been; None: nobody saw its face."""

    power: ClassVar[str] = "may_report_burned_card"
    card: Card | None = None


@command("report-dropped-cards")
class ReportDroppedCards(StaffCommand):
    """The dealer dropped or mishandled cards, and the supervisor is told."""

    power: ClassVar[str] = "may_report_dropped_cards"


@command("verify-cards")
class VerifyCards(StaffCommand):
    """A supervisor has verified that all dropped cards were picked up."""

    power: ClassVar[str] = "may_verify_cards"


@command("report-damaged-card")
class ReportDamagedCard(StaffCommand):
    """A card is found damaged."""

    power: ClassVar[str] = "may_report_damaged_card"


@command("replace-damaged-card")
class ReplaceDamagedCard(StaffCommand):
    """Damaged cards were replaced by the same cards from a new deck."""

    power: ClassVar[str] = "may_report_damaged_card"
