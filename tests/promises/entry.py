"""Every import of `houserules` that the promises need: when a module moves, only this file follows.

Imports stand inside functions, so that a test loads no more than it asks for.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

RULEBOOKS = ("nsw-pontoon-2024", "nsw-pontoon-6to5-2017", "nz-pontoon", "nsw-pinkjack-2016")


def cli_app() -> Any:
    """Return the Typer application with all commands."""
    from houserules.cli.app import app

    return app


def commands() -> dict[str, type]:
    """Return every command to a table by its name in the API."""
    from houserules.floor.tables.authority import COMMANDS

    return COMMANDS


def command_fields(kind: type) -> tuple[str, ...]:
    """Return the fields that the caller of a command fills in."""
    from houserules.floor.tables.authority import own_fields

    return own_fields(kind)


def web_app() -> Any:
    """Return the web application without a floor: enough to describe itself."""
    from houserules.web.app import create_app

    nowhere: Any = SimpleNamespace(store=None, tables={})
    return create_app(nowhere)


def subprotocols() -> tuple[str, str]:
    """Return the WebSocket's subprotocol, as the server and as the client say it."""
    from houserules.client.connection import _PROTOCOL
    from houserules.web.live.endpoint import PROTOCOL

    return PROTOCOL, _PROTOCOL


def stored_events() -> dict[str, tuple[int, Any]]:
    """Return every stored event with its version and an example of its payload."""
    from tools.stored_samples import example, samples

    from houserules.core.codec import to_data
    from houserules.floor.people.events import EVENTS, version_of

    found = {each["name"]: (each["version"], each["payload"]) for each in samples().values()}
    for kind in EVENTS:
        found[kind.name] = (version_of(kind.name), to_data(example(kind)))
    return found


def vault_names() -> dict[str, str]:
    """Return the kinds and fixed keys under which the vault keeps things, by what they are."""
    from houserules.floor import inspection, signing
    from houserules.floor.people import vault as people
    from houserules.floor.promotions import app as promotions
    from houserules.floor.tables import shoe_vault as kept
    from houserules.floor.tournaments import app as tournaments

    return {
        "attempts at a handle": people.attempts_of("HANDLE"),
        "handle locked": people.LOCK,
        "handle tried": people.TRIED,
        "last checkpoint": f"{inspection.KIND}/{inspection.LAST}",
        "last reckoning": f"{inspection.KIND}/{inspection.RECONCILIATION}",
        "password": people.PASSWORD,
        "prize draw committed to": promotions.PRIZE_DRAW,
        "seat draw committed to": tournaments.SEAT_DRAW,
        "second factor": people.FACTOR,
        "second factor being set up": people.ENROLMENT,
        "session": people.SESSION,
        "session seen": people.SEEN,
        "shoe in use": kept.SHOE,
        "signing key": "/".join(signing.SIGNING_KEY),
        "stack committed to": kept.STACK,
        "token": people.TOKEN,
    }


def migrations() -> dict[str, Iterable[str]]:
    """Return the statements that make the schema, by database."""
    from houserules.journal import schema

    both = {
        "postgresql": (schema.POSTGRES_MIGRATIONS_TABLE, schema.POSTGRES_MIGRATIONS),
        "sqlite": (schema.SQLITE_MIGRATIONS_TABLE, schema.SQLITE_MIGRATIONS),
    }
    return {
        name: [table, *(sql for each in steps for sql in each.statements)]
        for name, (table, steps) in both.items()
    }


def formats() -> dict[str, str]:
    """Return the names of our file formats, and the labels that go into hashes."""
    from houserules.analysis import simulation_run
    from houserules.floor.rounds import export as exporting
    from houserules.floor.tables import card_handler as chance
    from houserules.journal import backup_files, checkpoints
    from houserules.promotion import draw_record, prize_draw, promotion_file
    from houserules.rng import lab_export as laboratory
    from houserules.shoe import commitment
    from houserules.shoe import record as shoe_record
    from houserules.table.records import record
    from houserules.tournament.conditions import document
    from houserules.tournament.records import record as session_record

    return {
        "backup": backup_files.FORMAT,
        "checkpoint": checkpoints.FORMAT,
        "export": exporting.FORMAT,
        "rng export": laboratory.FORMAT,
        "promotion": promotion_file.FORMAT,
        "prize draw": draw_record.FORMAT,
        "entry list label": prize_draw.LIST_LABEL,
        "promotion secret label": prize_draw.SECRET_LABEL,
        "prize draw label": prize_draw.DRAW_LABEL,
        "entrant code label": prize_draw.CODE_LABEL,
        "round record": record.FORMAT,
        "session record": session_record.FORMAT,
        "seed label": chance._LABEL,
        "shoe record": shoe_record.FORMAT,
        "simulation": simulation_run.FORMAT,
        "tournament conditions": document.FORMAT,
        "stack label": commitment.LABEL,
    }


def planted_faults() -> Iterable[str]:
    """Return the faults that `rng test --planted` can put into the shuffle."""
    from houserules.rng.planted_faults import PLANTED

    return PLANTED


def order_groups(rulebook: str) -> dict[str, str]:
    """Return the group under which the staff desk shows each order."""
    from houserules.web.pages.staff_desk import orders_for

    roles: tuple[Any, ...] = ("dealer", "casino supervisor", "Gaming Manager", "inspector")
    return {each["do"]: each["group"] for role in roles for each in orders_for(rulebook, role)}


def events_of_orders() -> dict[str, bool]:
    """Return for each event at a table whether an audit takes it as an order of staff."""
    from tools.stored_samples import example

    from houserules.floor.rounds.event_causes import is_order
    from houserules.floor.stored_events import KINDS

    return {name: is_order(example(kind)) for name, kind in KINDS.items()}


def parts_of_keys() -> dict[str, str]:
    """Return the part of a rulebook in which each key stands."""
    from houserules.rulebook.value_text import PART_OF

    return PART_OF


def simulated_games(rulebook: str) -> dict[str, Callable[[int, int], Any]]:
    """Return four games ready to run, each called with the rounds and the seed."""
    from houserules import simulator
    from houserules.rulebook.loader import rulebook as load

    rules = load(rulebook)
    packed = simulator.pack(rules)
    chart, timid = simulator.rough_chart(packed), simulator.never_bust(packed)
    plans: dict[str, tuple[Any, int, Any, Any]] = {
        "full shoe, 1 box": (chart, 1, simulator.FullShoe(), "nothing"),
        "card shoe, 3 boxes": (chart, 3, simulator.CardShoe(), "nothing"),
        "shuffling device, 2 boxes": (timid, 2, simulator.ShufflingDevice(), "nothing"),
        "card shoe, 1 box, by upcard": (timid, 1, simulator.CardShoe(), "upcard"),
    }

    def ready(strategy: Any, boxes: int, equipment: Any, by: Any) -> Callable[[int, int], Any]:
        bettors = [simulator.BoxBettor(strategy, 25_00 + 5_00 * box) for box in range(boxes)]
        game = simulator.game(rules, bettors, equipment=equipment, by=by)
        return lambda rounds, seed: simulator.run(game, rounds=rounds, seed=seed, workers=1)

    return {name: ready(*plan) for name, plan in plans.items()}


@asynccontextmanager
async def open_house(database: Path, now: Callable[[], int]) -> AsyncIterator[Any]:
    """Open the floor on a journal and yield its web application."""
    from houserules.floor.clock import HouseClock
    from houserules.floor.startup import close_floor, open_floor
    from houserules.web.app import create_app

    floor = await open_floor(f"sqlite:///{database}", clock=HouseClock(wall=now, steady=now))
    try:
        yield create_app(floor)
    finally:
        await close_floor(floor)
