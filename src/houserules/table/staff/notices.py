"""Notices, some given before an act and some owed after it, and the copy of the rules."""

from typing import Final

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.staff.commands import AskForRules, GiveNotice
from houserules.table.staff.events import NoticeBecameDue, NoticeGiven
from houserules.table.state import Table

RULES: Final = "a copy of the rules"
"""What a player who asked for the rules is owed."""


def why_not_notice(rules: Rulebook, table: Table, command: GiveNotice) -> Refusal | None:
    """A notice says something to somebody."""
    if command.to.strip() and command.about.strip():
        return None
    return Refusal(
        "notice.empty", rules.powers.may_give_notice.clause, "Say who is told, and what about."
    )


def give_notice(builder: EventBuilder, command: GiveNotice) -> None:
    """Record that somebody was told."""
    builder.emit(
        NoticeGiven(command.to, command.about, command.player, command.by.name, command.at)
    )


def was_told_first(table: Table, to: str, about: str, player: str | None = None) -> bool:
    """Whether somebody was told of this since it was last ordered (S24 6.12, 6.13, 16.4.1)."""
    told = (to, about, player)
    return any((n.to, n.about, n.player) == told for n in table.staff.notices)


def owe(
    builder: EventBuilder, to: str, about: str, clause: Clause, *, player: str | None = None
) -> None:
    """Let a notice become due."""
    builder.emit(NoticeBecameDue(to, about, clause, player))


def why_not_ask_for_rules(rules: Rulebook, table: Table, command: AskForRules) -> Refusal | None:
    """A player who asks is shown a copy of the rules (S24 20.14, S65 19.14, PJ 17.14)."""
    part = rules.rules_copy
    if isinstance(part, NotOffered):
        return Refusal(
            "rules.no-copy", part.clause, "These rules say nothing about a copy for players."
        )
    return None


def ask_for_rules(builder: EventBuilder, command: AskForRules) -> None:
    """Let a copy of the rules become due; `GiveNotice` records that it was shown."""
    part = require_offered(builder.rules.rules_copy)
    owe(builder, command.player, RULES, part.rules_are_shown)
