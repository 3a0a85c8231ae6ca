"""Every command with its judge and what carries it out; and what is open during an irregularity."""

from collections.abc import Callable
from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import commands
from houserules.table.cards.subject import CARDS
from houserules.table.event_builder import EventBuilder
from houserules.table.face_down import FACE_DOWN
from houserules.table.irregularities.device_malfunction import MALFUNCTION
from houserules.table.irregularities.subject import IRREGULARITIES
from houserules.table.people.subject import PEOPLE
from houserules.table.round import chips, deal, double, offers, play, side_wagers, split, wagers
from houserules.table.session.subject import SESSION
from houserules.table.sign.subject import SIGN
from houserules.table.staff.subject import STAFF
from houserules.table.state import Table
from houserules.table.subject import Doer, Judge, Lister
from houserules.table.tokens import TOKENS

SUBJECTS: Final = (
    *(CARDS, PEOPLE, SIGN, TOKENS, FACE_DOWN, IRREGULARITIES, MALFUNCTION, STAFF),
    SESSION,
)

COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    commands.BringChips: (chips.why_not_bring, chips.bring),
    commands.TakeChips: (chips.why_not_take, chips.take),
    commands.PlaceWager: (wagers.why_not_place, wagers.place),
    commands.WithdrawWager: (wagers.why_not_withdraw, wagers.withdraw),
    commands.PlaceSideWager: (side_wagers.why_not_place_side, side_wagers.place_side),
    commands.WithdrawSideWager: (side_wagers.why_not_withdraw_side, side_wagers.withdraw_side),
    commands.CloseBets: (deal.why_not_close_bets, deal.close_bets),
    commands.DealCard: (deal.why_not_deal, deal.deal),
    commands.Insure: (offers.why_not_insure, offers.insure),
    commands.Surrender: (offers.why_not_surrender, offers.surrender),
    commands.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    commands.Hit: (play.why_not_hit, play.hit),
    commands.Stand: (play.why_not_stand, play.stand),
    commands.Double: (double.why_not_double, double.double),
    commands.Split: (split.why_not_split, split.split),
    commands.Designate: (split.why_not_designate, split.designate),
    commands.Forfeit: (double.why_not_forfeit, double.forfeit),
    commands.Decline: (double.why_not_decline, double.decline),
    commands.ReportAbsent: (play.why_not_absent, play.absent),
    commands.ComeBack: (play.why_not_come_back, play.come_back),
    commands.ClearTable: (deal.why_not_clear, deal.clear),
    **{kind: both for subject in SUBJECTS for kind, both in subject.commands.items()},
}
ALWAYS: Final[frozenset[type]] = frozenset({commands.BringChips, commands.TakeChips}).union(
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
    rules: Rulebook, table: Table, command: commands.Command
) -> Refusal | None:
    """While something must be put right, only what puts it right is open."""
    irregularity, kind = table.irregularity, type(command)
    if irregularity is None or kind in ALWAYS or kind in DEALS_WITH[irregularity.kind]:
        return None
    if irregularity.kind in INTERRUPTS.get(kind, ()):
        return None
    return Refusal(
        "irregularity.open", irregularity.clause, f"{irregularity.what} Deal with that first."
    )
