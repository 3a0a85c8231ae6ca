"""Entries: added by hand with a reason, earned by play, declared void; closed at the stated time (21.7.6)."""

from houserules.core.refusal import Clause, Refusal
from houserules.promotion.citations import registered, why_not_said
from houserules.promotion.commands import (
    AddEntries,
    ClosePromotionEntries,
    EarnEntries,
    VoidEarnedEntry,
    VoidEntry,
)
from houserules.promotion.drafting import SECOND
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import (
    EntriesAdded,
    EntriesEarned,
    EntryVoided,
    PromotionEntriesClosed,
)
from houserules.promotion.prize_draw import hash_list, listed_entries
from houserules.promotion.promotion_file import TERMS
from houserules.promotion.state import EarnedBy, PromotionEntry, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered

MOST_AT_ONCE = 1000
PUT_RIGHT = "The round was put right, and no longer meets the criteria."
"""Why an entry that play had earned does not count."""


def closing_clause(rules: Rulebook) -> Clause:
    """Return the clause by which the terms state when entries close."""
    part = require_offered(rules.promotions)
    return registered(rules, f"{part.terms_contain}.{TERMS['entries_close']}")


def eligibility_clause(rules: Rulebook) -> Clause:
    """Return the clause by which the terms state who is eligible."""
    part = require_offered(rules.promotions)
    return registered(rules, f"{part.terms_contain}.{TERMS['eligibility']}")


def why_not_add(rules: Rulebook, state: PromotionState, command: AddEntries) -> Refusal | None:
    """Entries are added before the closing time, with a reason."""
    clause = eligibility_clause(rules)
    if refusal := _why_not_before_closing(rules, state, command.at):
        return refusal
    if not 1 <= command.entries <= MOST_AT_ONCE:
        return Refusal(
            "promotion.entries-number", clause, f"Add 1 to {MOST_AT_ONCE} entries at a time."
        )
    return why_not_said(clause, command.player, "Name the player") or why_not_said(
        clause, command.reason, "Say why the entries are added"
    )


def _why_not_before_closing(rules: Rulebook, state: PromotionState, at: int) -> Refusal | None:
    closes = terms_of(state).entries_close
    if closes is None or at * SECOND < closes:
        return None
    return Refusal("promotion.closing-time", closing_clause(rules), "The time for entries is over.")


def add(builder: PromotionEvents, command: AddEntries) -> None:
    """Record the entries."""
    builder.emit(
        EntriesAdded(
            command.player.strip(),
            command.entries,
            command.reason.strip(),
            command.by.name,
            command.at,
            eligibility_clause(builder.rules),
        )
    )


def why_not_earn(rules: Rulebook, state: PromotionState, command: EarnEntries) -> Refusal | None:
    """A settled round earns a player entries once, and within the promotion's time."""
    if refusal := _why_not_before_closing(rules, state, command.earned_at):
        return refusal
    clause = eligibility_clause(rules)
    if not state.criteria:
        return Refusal("promotion.no-criteria", clause, "No entries are earned by play here.")
    if len(earned_entries(state, command.earned_by, command.player)) != command.beside:
        return Refusal("promotion.earned", clause, "This round has earned its entries already.")
    return None


def earned_entries(state: PromotionState, place: EarnedBy, player: str) -> list[PromotionEntry]:
    """Return what a round has earned a player, but for what was taken back when it was put right."""
    return [
        each
        for each in state.entries
        if (each.earned_by, each.player) == (place, player) and each.void != PUT_RIGHT
    ]


def earn(builder: PromotionEvents, command: EarnEntries) -> None:
    """Record the entries at the time at which the round was settled."""
    builder.emit(
        EntriesEarned(
            command.player,
            command.earned_by,
            command.entries,
            command.earned_at,
            eligibility_clause(builder.rules),
        )
    )


def why_not_void(rules: Rulebook, state: PromotionState, command: VoidEntry) -> Refusal | None:
    """An entry is declared void once, with a reason, until the list is closed."""
    clause = eligibility_clause(rules)
    if refusal := _why_not_before_closing(rules, state, command.at):
        return refusal  # the result of the draw's event may be known by now
    if not 1 <= command.entry <= len(state.entries):
        return Refusal("promotion.entry-unknown", clause, f"There is no entry {command.entry}.")
    if state.entries[command.entry - 1].void:
        return Refusal("promotion.entry-void", clause, "The entry is void already.")
    return why_not_said(clause, command.reason, "Say why the entry does not count")


def void(builder: PromotionEvents, command: VoidEntry) -> None:
    """Record why the entry does not count."""
    builder.emit(
        EntryVoided(
            command.entry,
            command.reason.strip(),
            command.by.name,
            command.at,
            eligibility_clause(builder.rules),
        )
    )


def why_not_void_earned(
    rules: Rulebook, state: PromotionState, command: VoidEarnedEntry
) -> Refusal | None:
    """An entry that play has earned, and that the journal no longer gives."""
    clause = eligibility_clause(rules)
    if not 1 <= command.entry <= len(state.entries):
        return Refusal("promotion.entry-unknown", clause, f"There is no entry {command.entry}.")
    entry = state.entries[command.entry - 1]
    if entry.void or entry.earned_by is None:
        return Refusal(
            "promotion.entry-void", clause, "The entry is void, or was not earned by play."
        )
    return None


def void_earned(builder: PromotionEvents, command: VoidEarnedEntry) -> None:
    """Record that the round was put right."""
    clause = eligibility_clause(builder.rules)
    builder.emit(EntryVoided(command.entry, PUT_RIGHT, command.by.name, command.at, clause))


def why_not_close(
    rules: Rulebook, state: PromotionState, command: ClosePromotionEntries
) -> Refusal | None:
    """The closing time in the terms binds the operator (reading 240)."""
    closes = terms_of(state).entries_close
    if closes is None or command.at * SECOND >= closes:
        return None
    return Refusal(
        "promotion.closes-later",
        closing_clause(rules),
        "Entries stay open until the closing time in the terms.",
    )


def close(builder: PromotionEvents, command: ClosePromotionEntries) -> None:
    """Close entries and publish the hash of the list."""
    state = builder.state
    listed = listed_entries(state.counted, state.salt)
    builder.emit(
        PromotionEntriesClosed(
            len(listed),
            hash_list(listed),
            command.by.name,
            command.at,
            closing_clause(builder.rules),
        )
    )
