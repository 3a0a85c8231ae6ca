"""Who deals, the float tray, the lock on a table that does not add up, and what somebody has seen."""

from dataclasses import replace
from typing import Final

from houserules.core.money import format_money
from houserules.core.people import Role
from houserules.core.refusal import Refusal
from houserules.floor.commands import (
    AcknowledgeAlert,
    BeReady,
    CreditFloat,
    FillFloat,
    GetUp,
    NextStep,
    RelieveDealer,
    RenamePlayer,
    RulesShown,
    SeatDealer,
    SettleDebt,
    TakeSeat,
    UnlockTable,
)
from houserules.floor.denial import Denied
from houserules.floor.events import (
    AlertAcknowledged,
    DealerRelieved,
    DealerSeated,
    FloatMoved,
    PlayerLeaving,
    PlayerReady,
    TableUnlocked,
)
from houserules.floor.tables.decision import HOUSE, No, Work
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import open_alerts
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.commands import (
    BringChips,
    StaffCommand,
    TakeChips,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import (
    CollectDebt,
    ComeToTable,
    EndPlayerCard,
    LeaveTable,
    PresentPlayerCard,
)
from houserules.table.people.debts import may_take
from houserules.table.people.events import PlayerRenamed
from houserules.table.people.evolve import renamed
from houserules.table.powers import why_not_by
from houserules.table.staff.events import NoticeGiven
from houserules.table.staff.notices import RULES

MANAGERS: Final[tuple[Role, ...]] = ("Assistant Gaming Manager", "Gaming Manager")
SUPERVISORS: Final[tuple[Role, ...]] = ("Gaming Supervisor", "casino supervisor", *MANAGERS)


def be_ready(work: Work, command: BeReady) -> No | None:
    """Note that a player waits for nothing more."""
    standing = work.standing
    if standing.table.patron(command.player) is None:
        return Denied("player.not-here", f"{command.player} has not come to the table.")
    if command.player not in standing.ready:
        work.emit(PlayerReady(command.player))
    return None


def rules_shown(work: Work, command: RulesShown) -> No | None:
    """Note that a player who is owed a copy of the rules has seen it."""
    owed = work.standing.table.staff.owed
    if any(each.is_met_by(command.player, RULES, None) for each in owed):
        work.emit(NoticeGiven(command.player, RULES, None, HOUSE, work.moment))
    return None


def seat_dealer(work: Work, command: SeatDealer) -> No | None:
    """Put a dealer behind the table; who was there is relieved."""
    if work.standing.setting.is_automatic:
        return Denied("dealer.automatic", "The software deals at this table.")
    if command.by.role != "dealer":
        return Denied("role.may-not", f"{command.by.name} is not a dealer.")
    if work.standing.dealer == command.by.name:
        return Denied("dealer.seated", f"{command.by.name} deals here already.")
    if work.standing.dealer is not None:
        work.emit(DealerRelieved(work.standing.dealer, command.at))
    work.emit(DealerSeated(command.by.name, command.licence, command.at))
    return None


def relieve_dealer(work: Work, command: RelieveDealer) -> No | None:
    """Let the dealer go; supervisors may send a dealer away."""
    dealer = work.standing.dealer
    if dealer is None:
        return Denied("dealer.none", "Nobody deals at this table.")
    if command.by.name != dealer and command.by.role not in SUPERVISORS:
        return Denied("role.may-not", f"{dealer} or a supervisor relieves the dealer.")
    work.emit(DealerRelieved(dealer, command.at))
    return None


def next_step(work: Work, command: NextStep) -> No | None:
    """Let the dealer make the step that the cards ask for; the shoe says which card it is."""
    setting = work.standing.setting
    if setting.is_automatic or not setting.is_virtual:
        return Denied("dealer.no-shoe", "No dealer has a virtual shoe at this table.")
    if command.by.name != work.standing.dealer:
        return Denied("dealer.not-seated", "Only the dealer behind the table deals.")
    step = work.house.next(work.standing.table)
    if step is None:
        return Denied("card.not-due", "Nothing is to be done with the cards now.")
    if not isinstance(step, StaffCommand):
        return work.play(step)
    step = replace(step, by=command.by, at=work.moment)
    return why_not_by(setting.rules, step, command.by) or work.play(step)


def fill_float(work: Work, command: FillFloat) -> No | None:
    """Take chips from the cage into the float tray."""
    if no := _why_not_float(command):
        return no
    work.emit(FloatMoved(command.amount, command.by.name, command.at))
    return None


def credit_float(work: Work, command: CreditFloat) -> No | None:
    """Return chips from the float tray to the cage: no more than are there."""
    if no := _why_not_float(command):
        return no  # before anything is said about the float
    held = work.standing.table.float_tray
    if command.amount > held:
        return Denied(
            "float.short",
            f"The float has {format_money(held)}. Enter that much or less.",
        )
    work.emit(FloatMoved(-command.amount, command.by.name, command.at))
    return None


def _why_not_float(command: FillFloat | CreditFloat) -> Denied | None:
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "A supervisor or a manager fills and credits the float tray.")
    if command.amount <= 0:
        return Denied("float.none", "Enter an amount above zero.")
    return None


def settle_debt(work: Work, command: SettleDebt) -> No | None:
    """Bring chips from the player's wallet and collect the debt with them."""
    collect = CollectDebt(command.by, command.at, command.player, command.amount)
    if refusal := why_not_by(work.standing.setting.rules, collect, command.by):
        return refusal
    owes = work.standing.table.people.owes(command.player)
    if 0 < command.amount <= owes and (no := work.play(BringChips(command.player, command.amount))):
        return no
    return work.play(collect)


def unlock(work: Work, command: UnlockTable) -> No | None:
    """Let a locked table go on."""
    if work.standing.locked is None:
        return Denied("table.not-locked", "The table is not locked.")
    if command.by.role not in MANAGERS:
        return Denied("role.may-not", "A manager unlocks a table.")
    if not command.why.strip():
        return Denied("unlock.no-reason", "Say why the table may go on.")
    work.emit(TableUnlocked(command.why, command.by.name, command.at))
    return None


def acknowledge(work: Work, command: AcknowledgeAlert) -> No | None:
    """Note who takes care of what waits here; a second time it changes nothing."""
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "A supervisor or a manager acknowledges an alert.")
    waiting = {each.key: each for each in open_alerts(work.standing)}
    alert = waiting.get(command.alert)
    if alert is None:
        return Denied("alert.unknown", f"Nothing waits at this table as {command.alert!r}.")
    if all(each.alert != alert.key for each in work.standing.acknowledged):
        work.emit(AlertAcknowledged(alert.key, alert.says, command.by.name, command.at))
    return None


# Coming to a table with money, and going with it: now, or when the wagers are settled.


NO_CARD: Final = "You need a Player Card. Ask the supervisor."


def needs_card(setting: Setting) -> bool:
    """Whether play at a table takes a Player Card of the house (S24 6.1, 20.1)."""
    return setting.kind == "live" and not isinstance(setting.rules.player_cards, NotOffered)


def take_seat(work: Work, command: TakeSeat) -> No | None:
    """Come, show the Player Card where one is needed, bring money."""
    setting, card = work.standing.setting, command.card
    if no := work.play(ComeToTable(command.player, command.seat)):
        return no
    if card is None and needs_card(setting):
        part = require_offered(setting.rules.player_cards)
        return Refusal("player-card.missing", part.player_card_needed, NO_CARD)
    has_cards = not isinstance(setting.rules.player_cards, NotOffered)
    if (
        has_cards
        and card is not None
        and (no := work.play(PresentPlayerCard(command.player, card, work.moment)))
    ):
        return no
    return work.play(BringChips(command.player, command.amount)) if command.amount else None


def end_expired_card(work: Work, player: str) -> None:
    """End the Player Card of somebody who wants to wager, if it is no longer valid (S24 20.1)."""
    patron = work.standing.table.patron(player)
    ends = patron.card.valid_until if patron and patron.card else None
    if patron and patron.card and ends is not None and ends < work.moment:
        work.play(EndPlayerCard(player, patron.card.number, "expired", work.moment))


def get_up(work: Work, command: GetUp) -> No | None:
    """Take back what lies before the first card and go; what is in play is played out first."""
    player, table = command.player, work.standing.table
    if table.patron(player) is None:
        return not_here(work.standing.setting.rules, player)
    if table.phase == "betting":
        _take_back(work, player)
    if has_open_wager(work.standing.table, player):
        work.emit(PlayerLeaving(player))
        return None
    return depart(work, player)


def _take_back(work: Work, player: str) -> None:
    for box in work.standing.table.boxes:
        for side in box.sides:
            if side.player == player:
                work.play(WithdrawSideWager(player, box.number, side.kind))
        if box.bettor(player):
            work.play(WithdrawWager(player, box.number))


def rename_player(work: Work, command: RenamePlayer) -> No | None:
    """Let a guest who has signed up go on under the new name."""
    standing, old, new = work.standing, command.player, command.to
    is_known = old in standing.former and renamed(standing.table, old, new) is standing.table
    if not is_known:
        work.emit(PlayerRenamed(old, new))
    return None


def depart(work: Work, player: str) -> No | None:
    """Go with every chip in the rack, except those that are owed to the house."""
    chips = may_take(work.standing.table, player)
    if chips and (no := work.play(TakeChips(player, chips))):
        return no
    return work.play(LeaveTable(player))


def see_off(work: Work) -> None:
    """Let those go who wanted to and whose wagers are settled by now."""
    for player in sorted(work.standing.leaving):
        if not has_open_wager(work.standing.table, player):
            depart(work, player)
    _send_after(work)


def _send_after(work: Work) -> None:
    """Move chips that were paid to somebody who has left into their wallet."""
    table = work.standing.table
    for player, chips in sorted(table.racks.items()):
        if chips and table.patron(player) is None and (free := may_take(table, player)):
            work.play(TakeChips(player, free))
