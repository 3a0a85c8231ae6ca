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
    """Bring cards to a table that opens for gaming; `virtual`: the software knows their order."""

    power: ClassVar[str] = "may_open_table"
    colours: tuple[str, ...] = ("blue",)  # of the backs, one a set
    virtual: bool = False
    pre_shuffled: PreShuffled | None = None


@command("check-cards")
class CheckCards(StaffCommand):
    """Record that a set of cards was checked, by a person alone or with a deck-checking device."""

    power: ClassVar[str] = "may_check_cards"
    with_device: bool = False


@command("confirm-secured")
class ConfirmSecured(StaffCommand):
    """Confirm that cards shuffled ahead of time were kept secure until now."""

    power: ClassVar[str] = "may_check_cards"


@command("prepare-cards")
class PrepareCards(StaffCommand):
    """Record that a set was spread, washed, stacked or riffled, or loaded into the shuffler."""

    power: ClassVar[str] = "may_shuffle"
    step: Literal["spread", "wash", "stack", "riffle", "load"]


@command("shuffle-cards")
class ShuffleCards(StaffCommand):
    """Record that the cards were shuffled; `commitment`: to the order of a virtual stack."""

    power: ClassVar[str] = "may_shuffle"
    commitment: str | None = None
    by_hand_too: bool = False  # before they went into the shuffling device


@command("order-shuffle")
class OrderShuffle(StaffCommand):
    """Order a shuffle because the cards may not be randomly mixed."""

    power: ClassVar[str] = "may_order_shuffle"


@command("order-shuffle-after-vacancy")
class OrderShuffleAfterVacancy(StaffCommand):
    """Order a shuffle after the table has stood vacant."""

    power: ClassVar[str] = "may_shuffle_after_vacancy"


@command("ask-for-riffle")
class AskForRiffle(PlayerCommand):
    """Ask for pre-shuffled cards to be riffled."""

    right: ClassVar[str] = "riffle_on_request"


@command("approve-riffle")
class ApproveRiffle(StaffCommand):
    """Approve the riffle that a player has asked for."""

    power: ClassVar[str] = "may_approve_riffle"


@command("cut-cards")
class CutCards(PlayerCommand):
    """Cut the cards: put the cutting card into the stack."""

    right: ClassVar[str] = "cut_offered_to"
    depth: int | None = None


@command("decline-cut")
class DeclineCut(PlayerCommand):
    """Decline the cut you are offered."""

    right: ClassVar[str] = "cut_refused"


@command("pass-cut-on")
class PassCutOn(StaffCommand):
    """Offer the cut to the next player: the one who was offered it refused or did not answer."""

    power: ClassVar[str] = "may_pass_cut_on"
    player: str


@command("cut-for-players")
class CutForPlayers(StaffCommand):
    """Cut for the players, because none of them wanted to."""

    power: ClassVar[str] = "may_cut"
    depth: int | None = None


@command("place-cutting-card")
class PlaceCuttingCard(StaffCommand):
    """Put the cutting card into the back half of the stack, and a second one at the very back."""

    power: ClassVar[str] = "may_place_cutting_card"
    behind: int | None = None


@command("burn-card")
class BurnCard(StaffCommand):
    """Put the first card face down into the discard rack."""

    power: ClassVar[str] = "may_burn"


@command("ask-to-see-burned-card")
class AskToSeeBurnedCard(PlayerCommand):
    """Ask to see the burned card."""

    right: ClassVar[str] = "burned_card_may_be_seen"


@command("show-burned-card")
class ShowBurnedCard(StaffCommand):
    """Show the burned card to the player who asked."""

    power: ClassVar[str] = "may_burn"
    card: Card


@command("draw-cutting-card")
class DrawCuttingCard(StaffCommand):
    """Record that the cutting card came out of the shoe in place of the next card."""


@command("replace-cards")
class ReplaceCards(StaffCommand):
    """Replace the cards at the table with new ones."""

    power: ClassVar[str] = "may_replace_cards"
    colours: tuple[str, ...] = ("blue",)
    pre_shuffled: PreShuffled | None = None


# Reports about a step with the cards that was missed or went wrong.
#
# `dealt` lists the cards dealt without the step while the table still waits for it.


@command("report-exposed-card")
class ReportExposedCard(StaffCommand):
    """Report that a card was seen before the cards went into the shoe."""

    power: ClassVar[str] = "may_report_exposed_card"


@command("report-not-cut")
class ReportNotCut(StaffCommand):
    """Report that the cards went into play without the cut the rules require."""

    power: ClassVar[str] = "may_report_not_cut"
    dealt: tuple[Card, ...] = ()


@command("report-not-burned")
class ReportNotBurned(StaffCommand):
    """Report that the dealer forgot to burn the first card."""

    power: ClassVar[str] = "may_report_not_burned"


@command("report-not-shuffled")
class ReportNotShuffled(StaffCommand):
    """Report that a round began without the shuffle the cutting card calls for."""

    power: ClassVar[str] = "may_report_not_shuffled"
    dealt: tuple[Card, ...] = ()


@command("report-no-cutting-card")
class ReportNoCuttingCard(StaffCommand):
    """Report that the dealer's cutting card is not in the shoe."""

    power: ClassVar[str] = "may_report_no_cutting_card"
    dealt: tuple[Card, ...] = ()


@command("report-discards-left")
class ReportDiscardsLeft(StaffCommand):
    """Report that the discards were not put into the shuffling device after the initial deal."""

    power: ClassVar[str] = "may_report_discards_left"


@command("report-burned-card")
class ReportBurnedCard(StaffCommand):
    """Report that a card was burned unnecessarily; leave the card blank if nobody saw its face."""

    power: ClassVar[str] = "may_report_burned_card"
    card: Card | None = None


@command("report-dropped-cards")
class ReportDroppedCards(StaffCommand):
    """Report to the supervisor that cards were dropped or mishandled."""

    power: ClassVar[str] = "may_report_dropped_cards"


@command("verify-cards")
class VerifyCards(StaffCommand):
    """Verify that all dropped cards were picked up."""

    power: ClassVar[str] = "may_verify_cards"


@command("report-damaged-card")
class ReportDamagedCard(StaffCommand):
    """Report a damaged card."""

    power: ClassVar[str] = "may_report_damaged_card"


@command("replace-damaged-card")
class ReplaceDamagedCard(StaffCommand):
    """Replace damaged cards with the same cards from a new deck."""

    power: ClassVar[str] = "may_report_damaged_card"
