"""A played session as a session record that settles to what its table recorded, or why there is none."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from houserules.core.money import Cents, dollars
from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose, options
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import write_value
from houserules.table.events import PlayerAbsent
from houserules.table.irregularities.evolve import STEPS as IRREGULARITIES
from houserules.table.session.state import PlaceTaken, Player, Session, SessionConditions
from houserules.tournament.records.from_events import PlayedRound, PlayedSession
from houserules.tournament.records.reader import TABLE_KEYS
from houserules.tournament.records.record import RoundEntry, SessionRecord, UnwrittenSession
from houserules.tournament.records.report import Output, settle_session
from houserules.tournament.records.write import session_dict

_TOLD: Final = (
    "{player} was disqualified after the last round, and a record says so only in a later one"
)

_BESIDE: Final = "not everything in it follows from entries, cards and decisions alone"
_PLAY_OFF: Final = (
    "it is a play-off: its rounds are in the record of the session whose tie it decided"
)


def session_record(
    rules: Rulebook, played: PlayedSession, play_off: PlayedSession | None = None
) -> SessionRecord | UnwrittenSession:
    """Return the record of a session, with the play-off of its first tie; `rules` are the table's.

    Settling it gives the chips, places and eliminations that the table recorded; where it would not,
    there is no record.
    """
    if played.session.conditions.play_off is not None:
        return UnwrittenSession(_PLAY_OFF)
    record = _record(rules, played, play_off)
    if isinstance(record, UnwrittenSession):
        return record
    try:
        settled = settle_session(session_dict(record))
    except MalformedRecord as error:
        differs: str | None = f"{error.where} {error.message}"
    else:
        differs = next(_differences(settled, played, play_off), None)
    if differs is None:
        return record
    why = _why(played, play_off) or _other_options(rules, record.rules)
    return UnwrittenSession(why or f"{_BESIDE}: {differs}")


def _why(played: PlayedSession, play_off: PlayedSession | None) -> str | None:
    """Return what happened that a session record has no words for."""
    parts = [played, *([play_off] if play_off else [])]
    if any(part.put_right for part in parts):
        return "a payment was put right, which moved chips beside its rounds"
    if any(each.counted != each.expected for part in parts for each in part.session.counts):
        return "the result was announced by a count that differs from the chips of the rounds"
    for player in [player for part in parts for player in part.session.players]:
        if player.eliminated is not None and player.disqualified is not None:
            return (
                f"{player.name} was eliminated and disqualified, and a record has only one of them"
            )
    rounds = [each for part in parts for each in part.rounds]
    for number, event in [
        (number, event) for number, each in enumerate(rounds, 1) for event, _ in each.trail
    ]:
        if isinstance(event, PlayerAbsent):
            return f"{event.player} was away while the hands of round {number} were played"
        if type(event) in IRREGULARITIES:
            words = event.name.replace(".", " ").replace("-", " ")
            return f"round {number} had an irregularity that was put right ({words})"
    return None


def _other_options(rules: Rulebook, written: Rulebook) -> str | None:
    """Return the options of the table that a session record has no keys for."""
    by_record = options(written)
    others = [key for key, option in options(rules).items() if option.value != by_record[key].value]
    return (
        f"the table has options that no record can express: {', '.join(others)}" if others else None
    )


# Writing it.


def _record(
    rules: Rulebook, played: PlayedSession, play_off: PlayedSession | None
) -> SessionRecord | UnwrittenSession:
    session = played.session
    rounds = _rounds(played, fill=_has_left_early(session))
    counted = sum(not entry.void for entry in rounds)
    scheduled = session.conditions.rounds or counted + 1
    if counted == 0:
        return UnwrittenSession("no round of it counted")
    off = () if play_off is None else _rounds(play_off, fill=bool(play_off.left_after))
    for part in (played, play_off):
        if part is not None and part.left_after and not _has_left_early(part.session):
            return UnwrittenSession(_TOLD.format(player=part.left_after[0].player))
    chosen = _options(rules, (*played.rounds, *(play_off.rounds if play_off else ())))
    if isinstance(chosen, UnwrittenSession):
        return chosen
    return SessionRecord(
        chosen,
        _conditions(session.conditions, scheduled),
        tuple([Player(player.name, player.box) for player in session.players]),
        rounds,
        off,
        None if counted == scheduled else "clock" if session.ending == "clock" else "early",
    )


def _has_left_early(session: Session) -> bool:
    """Whether the last players left before a round that was still to come."""
    is_last = session.counted == session.conditions.rounds
    return session.ending == "nobody left" and session.concluded is None and not is_last


def _conditions(conditions: SessionConditions, scheduled: int) -> SessionConditions:
    """Return the conditions; a session by the clock has one round more than were played."""
    return replace(conditions, rounds=scheduled)


def _rounds(played: PlayedSession, *, fill: bool) -> tuple[RoundEntry, ...]:
    """Return the rounds; `fill`: one more, in which the last players leave before any wager."""
    rounds = [each.entry for each in played.rounds]
    if fill:
        return (*rounds, RoundEntry("", played.left_after))
    while rounds and rounds[-1].void and all(_stays(entry) for entry in rounds[-1].entries):
        rounds.pop()
    return tuple(rounds)


def _stays(entry: object) -> bool:
    return getattr(entry, "disqualified_under", None) is None and (
        getattr(entry, "absent", None) != "disqualify"
    )


def _options(rules: Rulebook, rounds: tuple[PlayedRound, ...]) -> Rulebook | UnwrittenSession:
    """Return the rules with the options that a session record has keys for."""
    chosen = {
        key: write_value(key, option.value)
        for key, option in options(rules).items()
        if key in TABLE_KEYS and option.value is not None
    }
    pairs = frozenset[Cents]().union(*(each.perfect_pairs for each in rounds))
    if len(pairs) > 1:
        return UnwrittenSession("the amount of Perfect Pairs changed")
    for amount in pairs:
        chosen["perfect_pairs"] = dollars(amount)
    for each in rounds:
        if each.resplit is not None:
            chosen["resplit"] = each.resplit
    return choose(rulebook(rules.id), chosen)


# Comparing it with what the table recorded.


def _differences(
    settled: Output, played: PlayedSession, play_off: PlayedSession | None
) -> Iterator[str]:
    """Yield where the settled record differs from the table."""
    if "violation" in settled:
        broken = settled["violation"]
        yield f"round {broken['round'] + 1}: {broken['message']}"
        return
    yield from _chips_differ("round", settled["rounds"], played)
    if play_off is not None:
        yield from _chips_differ("play-off round", settled.get("play_off_rounds", []), play_off)
    places = {(row["place"], row["player"], row["chips"]) for row in settled["places"]}
    yield from _sets_differ("places", places, set(_places(played, play_off)))
    gone = {(row["player"], row["chips"]) for row in settled["disqualified"]}
    parts = [played.session, *([play_off.session] if play_off else [])]
    yield from _sets_differ("disqualified", gone, {each for part in parts for each in _gone(part)})
    out = {
        row["player"]
        for key in ("rounds", "play_off_rounds")
        for each in settled.get(key, [])
        for row in each["out"]
        if row["why"] == "eliminated"
    }
    yield from _sets_differ("eliminated", out, {each for part in parts for each in _out(part)})
    result = played.session.result
    if play_off is None and result is not None:
        yield from _sets_differ("going on", {*settled["advance"]}, {*result.advance})
        yield from _sets_differ("to play off", {*settled["play_off"]}, {*result.play_off})


def _chips_differ(noun: str, rows: list[Output], played: PlayedSession) -> Iterator[str]:
    counted = [row for row in rows if not row.get("void")]
    for row, each in zip(counted, [each for each in played.rounds if each.chips], strict=False):
        for player, chips in (each.chips or {}).items():
            if (by_record := row["chips"].get(player)) != dollars(chips):
                yield (
                    f"after {noun} {row['round']}, {player} has {dollars(chips)} at the table and "
                    f"{by_record} by the record"
                )


def _sets_differ(
    what: str, record: AbstractSet[object], table: AbstractSet[object]
) -> Iterator[str]:
    for each in sorted(map(str, record ^ table)):
        yield f"{what}: {each}"


def _places(
    played: PlayedSession, play_off: PlayedSession | None
) -> Iterator[tuple[int, str, str]]:
    """Yield the places as the table has them, in the order that a play-off gave."""
    taken = _places_of(played.session)
    order: Mapping[str, int] = {}
    tied, moved, first = set[str](), 0, 0
    if play_off is not None:
        order = {each.player: each.place for each in _places_of(play_off.session)}
        tied = {player.name for player in play_off.session.players}
        moved, first = len(tied - order.keys()), play_off.session.conditions.play_off or 1
    for each in taken:
        if each.player in tied:
            if each.player in order:
                yield order[each.player], each.player, dollars(each.chips)
        else:
            place = each.place - moved if each.place > first else each.place
            yield place, each.player, dollars(each.chips)


def _places_of(session: Session) -> tuple[PlaceTaken, ...]:
    return session.places if session.result is None else session.result.places


def _gone(session: Session) -> Iterator[tuple[str, str]]:
    for player in session.players:
        if player.disqualified is not None:
            yield player.name, dollars(player.chips)


def _out(session: Session) -> Iterator[str]:
    """Yield who is eliminated; not who only lacked the minimum of a round that was never played."""
    for player in session.players:
        left = player.eliminated
        if left is None:
            continue
        if session.concluded and left.chips and left.round == session.counted:
            continue
        yield player.name
