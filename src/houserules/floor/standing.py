"""A table as its stream leaves it: the game, who deals, who is ready, and since when it waits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from houserules.core.money import Cents
from houserules.floor import happenings as h
from houserules.floor.alerts import Alert, alerts_of
from houserules.floor.setting import Setting
from houserules.table.cards.readiness import next_step
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.evolve import evolve
from houserules.table.people.events import PlayerLeft
from houserules.table.state import Table, changed


@dataclass(frozen=True)
class Standing:
    """What one table's stream says, up to a position of it."""

    setting: Setting
    table: Table = field(default_factory=Table)
    position: int = 0
    dealer: str | None = None  # behind the table, where people deal
    ready: frozenset[str] = frozenset()  # players who wait for nothing more
    leaving: frozenset[str] = frozenset()  # players who go when their wagers are settled
    locked: str | None = None  # why nothing is done here
    since: int = 0  # milliseconds: when it began to wait for what it waits for now
    brought: Cents = 0  # money that came in from wallets and cage, less what went out
    acknowledged: tuple[h.AlertAcknowledged, ...] = ()  # of what still waits here


def awaited(table: Table) -> tuple[Any, ...]:
    """Say what the table waits for; as long as it is the same, the same clock runs."""
    turn = table.turn() if table.phase == "playing" else None
    hand = turn and (turn[0].number, turn[1], len(turn[2].cards))
    asked = table.awaiting
    due = next_step(table) if table.source is not None else None
    first = table.phase == "betting" and not table.boxes
    return table.phase, first, hand, asked and (asked.question, asked.box, asked.hand), due


def after(standing: Standing, events: tuple[Any, ...], *, at: int) -> Standing:
    """Give the table after events of its stream, at an hour in milliseconds."""
    before = awaited(standing.table)
    for event in events:
        standing = _STEPS.get(type(event), _played)(standing, event)
        if standing.acknowledged:
            standing = _without_what_is_done(standing)
    standing = changed(standing, position=standing.position + len(events))
    return standing if awaited(standing.table) == before else _waiting_anew(standing, at)


def _waiting_anew(standing: Standing, at: int) -> Standing:
    return changed(standing, since=at, ready=frozenset())


def open_alerts(standing: Standing) -> list[Alert]:
    """Give what waits for somebody here, or will when an hour has come."""
    return alerts_of(
        standing.setting, standing.table, locked=standing.locked, dealer=standing.dealer
    )


def _without_what_is_done(standing: Standing) -> Standing:
    """What is done and comes up again has to be acknowledged again."""
    open_ = {each.key for each in open_alerts(standing)}
    still = tuple(each for each in standing.acknowledged if each.alert in open_)
    return standing if still == standing.acknowledged else changed(standing, acknowledged=still)


def _played(standing: Standing, event: Any) -> Standing:
    table = evolve(standing.table, event)
    match event:
        case ChipsBrought(amount=amount):
            return changed(standing, table=table, brought=standing.brought + amount)
        case ChipsTaken(amount=amount):
            return changed(standing, table=table, brought=standing.brought - amount)
        case PlayerLeft(player=player) if player in standing.leaving:
            return changed(standing, table=table, leaving=standing.leaving - {player})
    return changed(standing, table=table)


def _seated(standing: Standing, event: h.DealerSeated) -> Standing:
    return changed(standing, dealer=event.dealer)


def _relieved(standing: Standing, event: h.DealerRelieved) -> Standing:
    return changed(standing, dealer=None)


def _ready(standing: Standing, event: h.PlayerReady) -> Standing:
    return changed(standing, ready=standing.ready | {event.player})


def _leaving(standing: Standing, event: h.PlayerLeaving) -> Standing:
    return changed(standing, leaving=standing.leaving | {event.player})


def _float(standing: Standing, event: h.FloatMoved) -> Standing:
    table = changed(standing.table, float_tray=standing.table.float_tray + event.amount)
    return changed(standing, table=table, brought=standing.brought + event.amount)


def _locked(standing: Standing, event: h.TableLocked) -> Standing:
    return changed(standing, locked=event.why)


def _unlocked(standing: Standing, event: h.TableUnlocked) -> Standing:
    return changed(standing, locked=None)


def _acknowledged(standing: Standing, event: h.AlertAcknowledged) -> Standing:
    return changed(standing, acknowledged=(*standing.acknowledged, event))


def _same(standing: Standing, event: Any) -> Standing:
    return standing


_STEPS: Final[dict[type, Callable[[Standing, Any], Standing]]] = {
    h.TableSetUp: _same,
    h.DealerSeated: _seated,
    h.DealerRelieved: _relieved,
    h.PlayerReady: _ready,
    h.PlayerLeaving: _leaving,
    h.FloatMoved: _float,
    h.ShoeRevealed: _same,
    h.TableLocked: _locked,
    h.TableUnlocked: _unlocked,
    h.AlertAcknowledged: _acknowledged,
}
