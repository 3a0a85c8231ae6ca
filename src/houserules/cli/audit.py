"""`houserules audit`: decide stored rounds, sessions, tournaments and promotions again under their rulebook."""

from datetime import UTC, datetime, tzinfo
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.journals import Database, open_for_command
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import (
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    progress_bar,
)
from houserules.cli.render.tables import print_json
from houserules.cli.server.settings import machine_zone
from houserules.floor.desk_audit import DeskAuditor
from houserules.floor.local_time import HoursError, zone_named
from houserules.floor.promotions.audit import PromotionAuditor
from houserules.floor.rounds.audit import Auditor
from houserules.floor.rounds.differences import EventDifference
from houserules.floor.rounds.find import tables_of
from houserules.floor.tables.settings import table_stream
from houserules.floor.tournaments.audit import TournamentAuditor
from houserules.journal.protocol import Journal
from houserules.rulebook.readings import readings


def audit(
    table: Annotated[
        str | None,
        typer.Argument(metavar="TABLE", help="One table. Default: everything."),
    ] = None,
    *,
    database: Database = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            "--from",
            metavar="DATE",
            formats=["%Y-%m-%d"],
            help="Only rounds from this date on (UTC), such as 2026-11-16.",
        ),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            envvar="HOUSERULES_ZONE",
            help="The casino's time zone, for promotions whose entries depend on the hour or the day. "
            "Default: this machine's.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Decide stored rounds, sessions, tournaments and promotions again and report what differs.

    Wagers, cards, decisions, payments and shoes are compared with the rulebook, and so are
    eliminations, counts and places of sessions and everything that was decided in a tournament
    or a promotion, such as the winner of a draw. Entries that play earned are counted again.
    A round decided under an earlier reading of the rulebook is not wrong: the audit names that
    reading.

    Exit codes: 0 nothing is wrong, 1 something differs from the rulebook, 2 the journal cannot
    be read.

    Examples:

        houserules audit
        houserules audit t1 --from 2026-11-16 --json
    """
    try:
        place = zone_named(zone or machine_zone())
    except HoursError as error:
        fail("audit", str(error), as_json=as_json)
    with open_for_command("audit", database, as_json=as_json) as journal:
        names = tables_of(journal)
        if table is not None and table not in names:
            known = ", ".join(names) or "none"
            fail("audit", f"no such table: {table} (tables: {known})", as_json=as_json)
        start = round(since.replace(tzinfo=UTC).timestamp()) * 1000 if since else 0
        auditors = [_audit_table(journal, name, start) for name in ([table] if table else names)]
        desks = [] if table else _audit_desks(journal, auditors, start, place)
        if as_json:
            print_json(_as_data(auditors, desks))
        else:
            _show(console(), auditors, desks)
    raise typer.Exit(1 if _count_wrong(auditors, desks) else 0)


def _count_wrong(auditors: list[Auditor], desks: list[DeskAuditor[Any]]) -> int:
    at_tables = sum(len(auditor.wrong) for auditor in auditors)
    return at_tables + sum(len(auditor.wrong) for auditor in desks)


def _audit_table(journal: Journal, table: str, start: int) -> Auditor:
    auditor, stream = Auditor(table, start), table_stream(table)
    total = journal.head(stream).position
    with progress_bar(f"Auditing {table}") as progress, journal.snapshot() as snapshot:
        for position in auditor.follow(snapshot.stream(stream)):
            if progress is not None:
                progress.update(position, total)
    return auditor


def _audit_desks(
    journal: Journal, auditors: list[Auditor], start: int, zone: tzinfo
) -> list[DeskAuditor[Any]]:
    """Audit every tournament beside the results of its tables, and every promotion beside its rounds."""
    at_tables = {name: each for auditor in auditors for name, each in auditor.results.items()}
    with journal.snapshot() as snapshot:
        desks: list[DeskAuditor[Any]] = [
            *(
                TournamentAuditor(name, start, at_tables=at_tables)
                for name in _names(journal, TournamentAuditor.prefix)
            ),
            *(PromotionAuditor(name, start) for name in _names(journal, PromotionAuditor.prefix)),
        ]
        for auditor in desks:
            for _ in auditor.follow(snapshot.stream(auditor.table)):
                pass
    for auditor in desks:
        if isinstance(auditor, PromotionAuditor):
            auditor.count_entries(journal, zone)
    return desks


def _names(journal: Journal, prefix: str) -> list[str]:
    return [stream.removeprefix(prefix) for stream in journal.streams(prefix)]


def _desk_data(desks: list[DeskAuditor[Any]], kind: type[DeskAuditor[Any]]) -> list[dict[str, Any]]:
    """Return how the audit of each tournament, or of each promotion, went."""
    return [
        {
            kind.prefix.removesuffix("/"): auditor.name,
            "commands": auditor.commands.total(),
            "wrong": len(auditor.wrong),
        }
        for auditor in desks
        if isinstance(auditor, kind)
    ]


def _as_data(auditors: list[Auditor], desks: list[DeskAuditor[Any]]) -> dict[str, Any]:
    return {
        "agrees": not _count_wrong(auditors, desks),
        "tables": [
            {
                "table": auditor.table,
                "rounds": auditor.rounds,
                "commands": auditor.commands.total(),
                "passed": auditor.passed,
                "differences": len(auditor.found),
                "wrong": len(auditor.wrong),
            }
            for auditor in auditors
        ],
        "tournaments": _desk_data(desks, TournamentAuditor),
        "promotions": _desk_data(desks, PromotionAuditor),
        "differences": [
            *(each.as_data() for auditor in auditors for each in auditor.found),
            *(each.as_data() for auditor in desks for each in auditor.found),
        ],
    }


def _show(screen: Console, auditors: list[Auditor], desks: list[DeskAuditor[Any]]) -> None:
    for auditor in auditors:
        words = (
            f"{auditor.rounds:,} rounds, {auditor.commands.total():,} commands decided again, "
            f"{auditor.passed:,} events taken as recorded"
        )
        screen.print(Text.assemble((printable(auditor.table), "bold"), f": {words}"))
        _show_earlier_readings(screen, auditor)
        for difference in auditor.wrong:
            _show_difference(screen, auditor, difference)
    for desk in desks:
        words = f"{desk.commands.total():,} commands decided again"
        screen.print(Text.assemble((printable(desk.table), "bold"), f": {words}"))
        for difference in desk.wrong:
            _show_difference(screen, desk, difference)
    _explain_readings(screen, auditors)
    wrong = _count_wrong(auditors, desks)
    if wrong:
        words = f"\n{wrong} difference{'s' if wrong > 1 else ''} from the rulebook."
        screen.print(Text(words, style="bold red"))
    else:
        explained = any(auditor.found for auditor in auditors)
        words = "\nNothing else differs." if explained else "\nNothing differs."
        screen.print(Text(words, style="bold green"))


def _show_earlier_readings(screen: Console, auditor: Auditor) -> None:
    """List the rounds that were decided under earlier readings, one per line."""
    rounds = dict.fromkeys((each.round, each.earlier) for each in auditor.found if each.earlier)
    for number, earlier in rounds:
        numbers = " and ".join(map(str, earlier))
        if len(earlier) > 1:
            words = f"was decided under earlier readings: see readings {numbers}."
        else:
            words = f"was decided under an earlier reading: see reading {numbers}."
        print_indented(screen, Text.assemble((f"Round {number} ", "bold"), words), 2)


def _explain_readings(screen: Console, auditors: list[Auditor]) -> None:
    """Print the question that each earlier reading answers."""
    numbers = {number for auditor in auditors for each in auditor.found for number in each.earlier}
    if numbers:
        screen.print()
    for number in sorted(numbers):
        question = readings().by_number(number).question
        print_indented(screen, citation(f"Reading {number}", question), 0)


def _show_difference(
    screen: Console, auditor: Auditor | DeskAuditor[Any], difference: EventDifference
) -> None:
    number = f"round {difference.round}, " if difference.round else ""
    where = f"{number}record {difference.position}: "
    see = f" (see reading {difference.reading})" if difference.reading else ""
    print_indented(screen, Text.assemble((where, "bold"), printable(difference.detail), see), 2)
    if difference.clause and auditor.rules is not None:
        words = clause_text(auditor.rules, difference.clause)
        print_indented(screen, citation(difference.clause, words), 4)
