"""Sessions, tournaments and promotions told again for `houserules replay`: every event in a sentence."""

from collections.abc import Iterable
from typing import Any, Final, NoReturn

from rich.console import Console
from rich.text import Text

from houserules.cli.common.options import fail
from houserules.cli.render.console import console, print_indented, printable, rulebook_title
from houserules.cli.render.tables import print_json
from houserules.core.codec import Data, to_data
from houserules.floor.narrator import narrate
from houserules.floor.promotions import stream as promotions
from houserules.floor.rounds.export_files import hour
from houserules.floor.rounds.export_selection import promotion_of
from houserules.floor.tournaments.played_sessions import (
    TableSession,
    find_session,
    record_of_session,
    steps_of_session,
    tournament_of,
)
from houserules.floor.tournaments.stream import STREAMS, read_record
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Journal, Snapshot
from houserules.promotion.event_builder import terms_of
from houserules.rulebook.schema import Rulebook
from houserules.table.narrator.sentence import Scene
from houserules.table.session.events import FormHandedIn
from houserules.tournament.records.record import UnwrittenSession
from houserules.tournament.records.write import session_dict

_SILENT: Final = ("hand.cleared", "presence.noted", "shoe.revealed", "cards.checked")


def replay_session(journal: Journal, name: str, *, as_json: bool) -> None:
    """Tell a session again, or print its steps and its record."""
    with journal.snapshot() as snapshot:
        found = find_session(snapshot, name)
        if found is None:
            _missing(f"no such session: {name} (write TOURNAMENT/N)", as_json=as_json)
        if as_json:
            print_json(_session_data(snapshot, found))
            return
        screen = console()
        screen.print(rulebook_title(found.setting.rules))
        screen.print(Text(f"Session {printable(name)} at table {printable(found.table)}"))
        told = (
            (row, event, Scene(found.setting.rules, table, for_staff=True))
            for row, event, table in steps_of_session(snapshot, found)
        )
        _tell(screen, told)


def replay_tournament(journal: Journal, name: str, *, as_json: bool) -> None:
    """Tell what has happened in a tournament."""
    with journal.snapshot() as snapshot:
        rows = list(snapshot.stream(f"{STREAMS}{name}"))
        known = tournament_of(snapshot, name)
        if known is None:
            _missing(f"no such tournament: {name}", as_json=as_json)
        steps = [(row, read_record(row)) for row in rows]
        if as_json:
            print_json({"tournament": name, "phase": known.state.phase, "steps": _steps(steps)})
            return
        title = f"{known.state.name} ({name}), {known.setting.kind}"
        _tell_all(known.rules, title, steps)


def replay_promotion(journal: Journal, name: str, *, as_json: bool) -> None:
    """Tell what has happened in a promotion."""
    with journal.snapshot() as snapshot:
        known = promotion_of(snapshot, name)
        if known is None:
            _missing(f"no such promotion: {name}", as_json=as_json)
        rows = snapshot.stream(f"{promotions.STREAMS}{name}")
        steps = [(row, promotions.read_record(row)) for row in rows]
        if as_json:
            print_json({"promotion": name, "phase": known.state.phase, "steps": _steps(steps)})
            return
        title = f"{terms_of(known.state).name} ({name}), {known.setting.kind}"
        _tell_all(known.rules, title, steps)


_Steps = list[tuple[RecordRow, Any]]


def _steps(steps: _Steps) -> list[Data]:
    return [_step(row, event) for row, event in steps]


def _tell_all(rules: Rulebook, title: str, steps: _Steps) -> None:
    """Print the title of a tournament or promotion, and everything that has happened in it."""
    screen, scene = console(), Scene(for_staff=True)
    screen.print(rulebook_title(rules))
    screen.print(Text(printable(title)))
    _tell(screen, ((row, event, scene) for row, event in steps))


def _missing(problem: str, *, as_json: bool) -> NoReturn:
    fail("replay", problem, as_json=as_json)


def _tell(screen: Console, told: Iterable[tuple[RecordRow, Any, Scene]]) -> None:
    """Print the sentences, under the time and the person of each command."""
    batch: int | None = None
    for row, event, scene in told:
        if row.name in _SILENT:
            continue
        if row.batch != batch:
            batch = row.batch
            screen.print(Text(f"{_clock(row.time)}  {printable(row.actor)}", style="dim"))
        sentence = narrate(event, scene).text(moment_text=lambda at: f"{_clock(at * 1000)} UTC")
        print_indented(screen, Text(printable(sentence)), 2)


def _clock(milliseconds: int) -> str:
    return hour(milliseconds)[:19].replace("T", " ")


def _session_data(snapshot: Snapshot, found: TableSession) -> Data:
    record = record_of_session(snapshot, found)
    return {
        "session": found.name,
        "table": found.table,
        "rulebook": found.setting.rulebook,
        "began": found.began,
        "ended": found.ended,
        "players": list(found.players),
        "steps": [_step(row, event) for row, event, _ in steps_of_session(snapshot, found)],
        "record": None if isinstance(record, UnwrittenSession) else session_dict(record),
        "no_record": record.why if isinstance(record, UnwrittenSession) else None,
    }


def payload_of(event: Any) -> Data:
    """Return the fields of an event; what a sealed form says is told when it is opened."""
    payload: Data = to_data(event)
    if isinstance(event, FormHandedIn):
        del payload["kind"], payload["amount"]
    return payload


def _step(row: RecordRow, event: Any) -> Data:
    return {
        "position": row.position,
        "time": row.time,
        "actor": row.actor,
        "name": row.name,
        "payload": payload_of(event),
    }
