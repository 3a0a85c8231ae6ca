"""The floor's own commands at a table: readiness, dealers, the float tray, locks, alerts, seats."""

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
from houserules.floor.tables.decision import HOUSE, Decision, Rejected
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
from houserules.table.people.evolve import with_new_name
from houserules.table.powers import why_not_by
from houserules.table.staff.events import NoticeGiven
from houserules.table.staff.notices import RULES

MANAGERS: Final[tuple[Role, ...]] = ("Assistant Gaming Manager", "Gaming Manager")
SUPERVISORS: Final[tuple[Role, ...]] = ("Gaming Supervisor", "casino supervisor", *MANAGERS)


def be_ready(decision: Decision, command: BeReady) -> Rejected | None:
    state = decision.state
    if state.table.patron(command.player) is None:
        return Denied("player.not-here", f"{command.player} is not at the table.")
    if command.player not in state.ready:
        decision.emit(PlayerReady(command.player))
    return None


def rules_shown(decision: Decision, command: RulesShown) -> Rejected | None:
    """Record that a player who asked for the rules has seen them."""
    owed = decision.state.table.staff.owed
    if any(notice.is_met_by(command.player, RULES, None) for notice in owed):
        decision.emit(NoticeGiven(command.player, RULES, None, HOUSE, decision.moment))
    return None


def seat_dealer(decision: Decision, command: SeatDealer) -> Rejected | None:
    """Seat a dealer and relieve the one before."""
    if decision.state.setting.is_automatic:
        return Denied("dealer.automatic", "The software deals at this table.")
    if command.by.role != "dealer":
        return Denied("role.may-not", f"{command.by.name} is not a dealer.")
    if decision.state.dealer == command.by.name:
        return Denied("dealer.seated", f"{command.by.name} already deals here.")
    if decision.state.dealer is not None:
        decision.emit(DealerRelieved(decision.state.dealer, command.at))
    decision.emit(DealerSeated(command.by.name, command.licence, command.at))
    return None


def relieve_dealer(decision: Decision, command: RelieveDealer) -> Rejected | None:
    """Relieve the dealer, who may leave or be sent away by a supervisor."""
    dealer = decision.state.dealer
    if dealer is None:
        return Denied("dealer.none", "Nobody deals at this table.")
    if command.by.name != dealer and command.by.role not in SUPERVISORS:
        return Denied("role.may-not", f"Only {dealer} or a supervisor can relieve the dealer.")
    decision.emit(DealerRelieved(dealer, command.at))
    return None


def next_step(decision: Decision, command: NextStep) -> Rejected | None:
    """Make the next step with the cards of a virtual shoe."""
    setting = decision.state.setting
    if setting.is_automatic or not setting.is_virtual:
        return Denied("dealer.no-shoe", "Dealers have no virtual shoe at this table.")
    if command.by.name != decision.state.dealer:
        return Denied("dealer.not-seated", "Only the dealer behind the table can deal.")
    step = decision.handler.next(decision.state.table)
    if step is None:
        return Denied("card.not-due", "No step with the cards is due now.")
    if not isinstance(step, StaffCommand):
        return decision.play(step)
    step = replace(step, by=command.by, at=decision.moment)
    return why_not_by(setting.rules, step, command.by) or decision.play(step)


def fill_float(decision: Decision, command: FillFloat) -> Rejected | None:
    """Move chips from the cage to the float tray."""
    if no := _why_not_float(decision, command):
        return no
    decision.emit(FloatMoved(command.amount, command.by.name, command.at))
    return None


def credit_float(decision: Decision, command: CreditFloat) -> Rejected | None:
    """Move chips from the float tray to the cage, no more than it holds."""
    if no := _why_not_float(decision, command):
        return no  # before the float is checked
    held = decision.state.table.float_tray
    if command.amount > held:
        return Denied(
            "float.short", f"The float has {format_money(held)}. Enter that much or less."
        )
    decision.emit(FloatMoved(-command.amount, command.by.name, command.at))
    return None


def _why_not_float(decision: Decision, command: FillFloat | CreditFloat) -> Denied | None:
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "Only a supervisor or manager can fill or credit the float.")
    if decision.state.table.session is not None:
        return Denied("float.set-aside", "A tournament is played here, and the float is set aside.")
    if command.amount <= 0:
        return Denied("float.none", "Enter an amount above zero.")
    return None


def settle_debt(decision: Decision, command: SettleDebt) -> Rejected | None:
    """Bring chips from the player's wallet and collect the debt with them."""
    collect = CollectDebt(command.by, command.at, command.player, command.amount)
    if refusal := why_not_by(decision.state.setting.rules, collect, command.by):
        return refusal
    owes = decision.state.table.people.owes(command.player)
    bring = BringChips(command.player, command.amount)
    if 0 < command.amount <= owes and (no := decision.play(bring)):
        return no
    return decision.play(collect)


def unlock(decision: Decision, command: UnlockTable) -> Rejected | None:
    if decision.state.locked is None:
        return Denied("table.not-locked", "The table is not locked.")
    if command.by.role not in MANAGERS:
        return Denied("role.may-not", "Only a manager can unlock a table.")
    if not command.why.strip():
        return Denied("unlock.no-reason", "Enter the reason for unlocking the table.")
    decision.emit(TableUnlocked(command.why, command.by.name, command.at))
    return None


def acknowledge(decision: Decision, command: AcknowledgeAlert) -> Rejected | None:
    """Record who takes care of an alert; repeating it changes nothing."""
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "Only a supervisor or manager can acknowledge an alert.")
    waiting = {alert.key: alert for alert in open_alerts(decision.state)}
    alert = waiting.get(command.alert)
    if alert is None:
        return Denied("alert.unknown", f"No alert {command.alert!r} is open at this table.")
    if all(seen.alert != alert.key for seen in decision.state.acknowledged):
        decision.emit(AlertAcknowledged(alert.key, alert.says, command.by.name, command.at))
    return None


# Coming to a table with money, and leaving: now, or once the wagers are settled.


NO_CARD: Final = "You need a Player Card. Ask the supervisor."


def needs_card(setting: Setting) -> bool:
    """Whether the table requires a Player Card (S24 6.1, 20.1)."""
    return setting.kind == "live" and not isinstance(setting.rules.player_cards, NotOffered)


def take_seat(decision: Decision, command: TakeSeat) -> Rejected | None:
    """Seat a player with money, and with a Player Card where one is needed."""
    setting, card = decision.state.setting, command.card
    if no := decision.play(ComeToTable(command.player, command.seat)):
        return no
    if card is None and needs_card(setting):
        part = require_offered(setting.rules.player_cards)
        return Refusal("player-card.missing", part.player_card_needed, NO_CARD)
    if card is not None and not isinstance(setting.rules.player_cards, NotOffered):
        present = PresentPlayerCard(command.player, card, decision.moment)
        if no := decision.play(present):
            return no
    return decision.play(BringChips(command.player, command.amount)) if command.amount else None


def end_expired_card(decision: Decision, player: str) -> None:
    """End the Player Card of a player who wants to bet if it is no longer valid (S24 20.1)."""
    patron = decision.state.table.patron(player)
    ends = patron.card.valid_until if patron and patron.card else None
    if patron and patron.card and ends is not None and ends < decision.moment:
        decision.play(EndPlayerCard(player, patron.card.number, "expired", decision.moment))


def get_up(decision: Decision, command: GetUp) -> Rejected | None:
    """Leave: take back wagers made before the first card; wagers in play are settled first."""
    player, table = command.player, decision.state.table
    if table.patron(player) is None:
        return not_here(decision.state.setting.rules)
    if table.session is not None:
        return decision.play(LeaveTable(player))  # refused: the player stays until the session ends
    for box in table.boxes if table.phase == "betting" else ():
        for side in box.sides:
            if side.player == player:
                decision.play(WithdrawSideWager(player, box.number, side.kind))
        if box.bettor(player):
            decision.play(WithdrawWager(player, box.number))
    if has_open_wager(decision.state.table, player):
        decision.emit(PlayerLeaving(player))
        return None
    return depart(decision, player)


def rename_player(decision: Decision, command: RenamePlayer) -> Rejected | None:
    """Rename a guest who has signed up."""
    state, old, new = decision.state, command.player, command.to
    if old not in state.former or with_new_name(state.table, old, new) is not state.table:
        decision.emit(PlayerRenamed(old, new))
    return None


def depart(decision: Decision, player: str) -> Rejected | None:
    """Leave with every chip in the rack, except what the player owes the house."""
    chips = may_take(decision.state.table, player)
    if chips and (no := decision.play(TakeChips(player, chips))):
        return no
    return decision.play(LeaveTable(player))


def see_off(decision: Decision) -> None:
    """Let players leave who asked to and whose wagers are settled; send chips paid later after them."""
    for player in sorted(decision.state.leaving):
        if not has_open_wager(decision.state.table, player):
            depart(decision, player)
    table = decision.state.table
    for player, chips in sorted(table.racks.items()):
        if chips and table.patron(player) is None and (free := may_take(table, player)):
            decision.play(TakeChips(player, free))
