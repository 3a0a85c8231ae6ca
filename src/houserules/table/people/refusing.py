"""A supervisor refuses a wager before the first card (S24 20.12, S65 19.11, PJ 17.11)."""

from houserules.core.money import Cents
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.counting import round_has_begun
from houserules.table.course import Course
from houserules.table.events import WagerKind
from houserules.table.people.commands import RefuseWager
from houserules.table.people.events import WagerRefused
from houserules.table.people.state import RefusedWager
from houserules.table.state import Box, Table, changed
from houserules.table.voiding import hand_back


def why_not_refuse(rules: Rulebook, table: Table, command: RefuseWager) -> Refusal | None:
    """A wager on the layout, before the first card, on grounds that are said."""
    clause = rules.powers.may_refuse_wager.clause
    if table.phase not in ("betting", "dealing") or round_has_begun(table):
        return Refusal(
            "refuse-wager.too-late",
            clause,
            "A wager is refused before the first card of the round, not after it.",
        )
    if not command.reason.strip():
        return Refusal("refuse-wager.no-grounds", clause, "Say the grounds; they are recorded.")
    if not _wagers(table.box(command.box), command.player):
        return Refusal(
            "refuse-wager.none",
            clause,
            f"{command.player} has no wager on box {command.box} to refuse.",
        )
    return None


def _wagers(box: Box | None, player: str) -> list[tuple[WagerKind, Cents]]:
    """Give a player's wagers on a box before the first card."""
    if box is None:
        return []
    wagers: list[tuple[WagerKind, Cents]] = [
        ("original", each.placed) for each in box.bettors if each.player == player
    ]
    return wagers + [(side.kind, side.amount) for side in box.sides if side.player == player]


def refuse_wager(course: Course, command: RefuseWager) -> None:
    """Record the refusal with its grounds and have the wagers removed."""
    player, box = command.player, command.box
    clause = course.rules.powers.may_refuse_wager.clause
    for wager, amount in _wagers(course.table.box(box), player):
        course.emit(
            WagerRefused(
                player,
                box,
                wager,
                amount,
                command.reason,
                command.by.name,
                command.at,
                clause,
            )
        )
    hand_back(course, player, clause, box=box)


def wager_refused(table: Table, event: WagerRefused) -> Table:
    """After WagerRefused: it binds in the round that comes, or that has just been begun."""
    before = table.rounds if table.phase == "betting" else table.rounds - 1
    refused = RefusedWager(
        event.player,
        event.box,
        event.wager,
        event.amount,
        event.reason,
        before,
        event.by,
        event.at,
    )
    people = changed(table.people, refused=(*table.people.refused, refused))
    return changed(table, people=people)
