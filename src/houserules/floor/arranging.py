"""Who deals, the float tray, the lock on a table that does not add up, and what somebody has seen."""

from typing import Final

from houserules.core.money import dollars
from houserules.core.people import Role
from houserules.floor import commands as f
from houserules.floor import happenings as h
from houserules.floor.denied import Denied
from houserules.floor.standing import open_alerts
from houserules.floor.work import No, Work

MANAGERS: Final[tuple[Role, ...]] = ("Assistant Gaming Manager", "Gaming Manager")
SUPERVISORS: Final[tuple[Role, ...]] = ("Gaming Supervisor", "casino supervisor", *MANAGERS)


def be_ready(work: Work, command: f.BeReady) -> No | None:
    """Note that a player waits for nothing more."""
    standing = work.standing
    if standing.table.patron(command.player) is None:
        return Denied("player.not-here", f"{command.player} has not come to the table.")
    if command.player not in standing.ready:
        work.emit(h.PlayerReady(command.player))
    return None


def seat_dealer(work: Work, command: f.SeatDealer) -> No | None:
    """Put a dealer behind the table; who was there is relieved."""
    if work.standing.setting.is_automatic:
        return Denied("dealer.automatic", "The software deals at this table.")
    if command.by.role != "dealer":
        return Denied("role.may-not", f"{command.by.name} is not a dealer.")
    if work.standing.dealer == command.by.name:
        return Denied("dealer.seated", f"{command.by.name} deals here already.")
    if work.standing.dealer is not None:
        work.emit(h.DealerRelieved(work.standing.dealer, command.at))
    work.emit(h.DealerSeated(command.by.name, command.licence, command.at))
    return None


def relieve_dealer(work: Work, command: f.RelieveDealer) -> No | None:
    """Let the dealer go; supervisors may send a dealer away."""
    dealer = work.standing.dealer
    if dealer is None:
        return Denied("dealer.none", "Nobody deals at this table.")
    if command.by.name != dealer and command.by.role not in SUPERVISORS:
        return Denied("role.may-not", f"{dealer} or a supervisor relieves the dealer.")
    work.emit(h.DealerRelieved(dealer, command.at))
    return None


def next_step(work: Work, command: f.NextStep) -> No | None:
    """Let the dealer make the step that the cards ask for; the shoe says which card it is."""
    setting = work.standing.setting
    if setting.is_automatic or not setting.is_virtual:
        return Denied("dealer.no-shoe", "No dealer has a virtual shoe at this table.")
    if command.by.name != work.standing.dealer:
        return Denied("dealer.not-seated", "Only the dealer behind the table deals.")
    step = work.house.next(work.standing.table)
    if step is None:
        return Denied("card.not-due", "Nothing is to be done with the cards now.")
    work.play_for_house(step)
    return None


def fill_float(work: Work, command: f.FillFloat) -> No | None:
    """Take chips from the cage into the float tray."""
    return _move(work, command, command.amount)


def credit_float(work: Work, command: f.CreditFloat) -> No | None:
    """Give chips from the float tray to the cage: no more than are there."""
    held = work.standing.table.float_tray
    if command.amount > held:
        return Denied(
            "float.short",
            f"The float tray has ${dollars(held)}, and this takes ${dollars(command.amount)}.",
        )
    return _move(work, command, -command.amount)


def _move(work: Work, command: f.FillFloat | f.CreditFloat, amount: int) -> No | None:
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "A supervisor or a manager fills and credits the float tray.")
    if command.amount <= 0:
        return Denied("float.none", "Move more than nothing.")
    work.emit(h.FloatMoved(amount, command.by.name, command.at))
    return None


def unlock(work: Work, command: f.UnlockTable) -> No | None:
    """Let a locked table go on."""
    if work.standing.locked is None:
        return Denied("table.not-locked", "The table is not locked.")
    if command.by.role not in MANAGERS:
        return Denied("role.may-not", "A manager unlocks a table.")
    if not command.why.strip():
        return Denied("unlock.no-reason", "Say why the table may go on.")
    work.emit(h.TableUnlocked(command.why, command.by.name, command.at))
    return None


def acknowledge(work: Work, command: f.AcknowledgeAlert) -> No | None:
    """Note who takes care of what waits here; a second time it changes nothing."""
    if command.by.role not in SUPERVISORS:
        return Denied("role.may-not", "A supervisor or a manager acknowledges an alert.")
    waiting = {each.key: each for each in open_alerts(work.standing)}
    alert = waiting.get(command.alert)
    if alert is None:
        return Denied("alert.unknown", f"Nothing waits at this table as {command.alert!r}.")
    if all(each.alert != alert.key for each in work.standing.acknowledged):
        work.emit(h.AlertAcknowledged(alert.key, alert.says, command.by.name, command.at))
    return None
