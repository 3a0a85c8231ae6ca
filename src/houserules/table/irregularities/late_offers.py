"""Whether insurance or surrender is open late, to whom and on which hands."""

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.irregularities.state import LateOffer, Offer
from houserules.table.state import Box, Table

# The dealer forgot to offer insurance or surrender, and staff reported it. The irregularity `LateOffer`
# then stops the round, for one player or for everybody (`player` is None), until the dealer closes the
# offer. `round.offers` judges a late answer by the same rules as one in time, except that it asks here
# whether the offer is open; when it is closed, the round goes on where it stopped.


def is_late(table: Table, offer: Offer, player: str) -> bool:
    """Whether the offer was forgotten and is made up for now, to this player."""
    late = table.irregularity
    if not isinstance(late, LateOffer):
        return False
    return late.offer == offer and late.player in (None, player)


def may_surrender_late(rules: Rulebook, table: Table, box: Box) -> bool:
    """Whether the hand of the initial deal is still there, and the time for it not over.

    NZ 16.12: before further cards to the player, or before the dealer's second card; as printed one of
    the two is enough.
    """
    late, hand = rules.late_offers, box.hands[0]
    if isinstance(late, NotOffered) or box.is_split or hand.doubled_at or not hand.open_stakes:
        return False
    no_further_card, no_second_card = len(hand.cards) == 2, len(table.dealer) == 1
    match late.late_surrender.value:
        case "either":
            return no_further_card or no_second_card
        case "both":
            return no_further_card and no_second_card
        case "not provided":
            return False
