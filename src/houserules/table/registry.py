"""Every command with its judge and what carries it out; and what is open during an irregularity."""

from collections.abc import Callable
from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.cards.subject import CARDS
from houserules.table.event_builder import EventBuilder
from houserules.table.face_down import FACE_DOWN
from houserules.table.irregularities.device_malfunction import MALFUNCTION
from houserules.table.irregularities.subject import IRREGULARITIES
from houserules.table.people.subject import PEOPLE
from houserules.table.round import chips, deal, double, offers, play, side_wagers, split, wagers
from houserules.table.sign.subject import SIGN
from houserules.table.staff.subject import STAFF
from houserules.table.state import Table
from houserules.table.subject import Doer, Judge, Lister
from houserules.table.tokens import TOKENS

SUBJECTS: Final = (CARDS, PEOPLE, SIGN, TOKENS, FACE_DOWN, IRREGULARITIES, MALFUNCTION, STAFF)

COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    c.BringChips: (chips.why_not_bring, chips.bring),
    c.TakeChips: (chips.why_not_take, chips.take),
    c.PlaceWager: (wagers.why_not_place, wagers.place),
    c.WithdrawWager: (wagers.why_not_withdraw, wagers.withdraw),
    c.PlaceSideWager: (side_wagers.why_not_place_side, side_wagers.place_side),
    c.WithdrawSideWager: (side_wagers.why_not_withdraw_side, side_wagers.withdraw_side),
    c.CloseBets: (deal.why_not_close_bets, deal.close_bets),
    c.DealCard: (deal.why_not_deal, deal.deal),
    c.Insure: (offers.why_not_insure, offers.insure),
    c.Surrender: (offers.why_not_surrender, offers.surrender),
    c.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    c.Hit: (play.why_not_hit, play.hit),
    c.Stand: (play.why_not_stand, play.stand),
    c.Double: (double.why_not_double, double.double),
    c.Split: (split.why_not_split, split.split),
    c.Designate: (split.why_not_designate, split.designate),
    c.Forfeit: (double.why_not_forfeit, double.forfeit),
    c.Decline: (double.why_not_decline, double.decline),
    c.ReportAbsent: (play.why_not_absent, play.absent),
    c.ComeBack: (play.why_not_come_back, play.come_back),
    c.ClearTable: (deal.why_not_clear, deal.clear),
    **{kind: both for subject in SUBJECTS for kind, both in subject.commands.items()},
}
ALWAYS: Final[frozenset[type]] = frozenset({c.BringChips, c.TakeChips}).union(
    *(subject.always for subject in SUBJECTS)
)
"""What no irregularity holds up."""

DEALS_WITH: Final[dict[str, tuple[type, ...]]] = {
    kind: commands for subject in SUBJECTS for kind, commands in subject.deals_with.items()
}
"""Which commands are open while an irregularity of that kind is."""

INTERRUPTS: Final[dict[type, frozenset[str]]] = {
    report: kinds for subject in SUBJECTS for report, kinds in subject.interrupts.items()
}
"""Which reports may come while an irregularity of these kinds is open; it waits, or falls with the round."""

OPEN_IN: Final[dict[str, Lister]] = {
    kind: lister for subject in SUBJECTS for kind, lister in subject.open_in.items()
}
AFTERWARDS: Final[tuple[Callable[[EventBuilder], None], ...]] = tuple(
    subject.afterwards for subject in SUBJECTS if subject.afterwards is not None
)


def why_not_during_irregularity(
    rules: Rulebook, table: Table, command: c.Command
) -> Refusal | None:
    """While something must be put right, only what puts it right is open."""
    irregularity, kind = table.irregularity, type(command)
    if irregularity is None or kind in ALWAYS or kind in DEALS_WITH[irregularity.kind]:
        return None
    if irregularity.kind in INTERRUPTS.get(kind, ()):
        return None
    return Refusal(
        "irregularity.open", irregularity.clause, f"{irregularity.what} That comes first."
    )
