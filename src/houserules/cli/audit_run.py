"""The audit of tables, and what differs, for a person or a program."""

from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.text import Text

from houserules.cli.listing import fail
from houserules.cli.progress import Working, working
from houserules.cli.screen import cited, console, indented, printable, says
from houserules.cli.tables import put_json
from houserules.floor.auditing import Auditor
from houserules.floor.loading import table_stream
from houserules.floor.rounds import tables_of
from houserules.journal.protocol import Journal


def audit_tables(
    journal: Journal, table: str | None, *, since: datetime | None, as_json: bool
) -> int:
    """Audit one table or all, print what differs, and give the exit code."""
    there = tables_of(journal)
    if table is not None and table not in there:
        names = ", ".join(there) or "none at all"
        fail("audit", f"there is no table {table!r}; there are {names}", as_json=as_json)
    begins = round(since.replace(tzinfo=UTC).timestamp()) * 1000 if since else 0
    audited = [_audited(journal, each, begins) for each in ([table] if table else there)]
    if as_json:
        put_json(_output(audited))
    else:
        _show(console(), audited)
    return 1 if any(each.found for each in audited) else 0


def _audited(journal: Journal, table: str, since: int) -> Auditor:
    auditor, stream = Auditor(table, since), table_stream(table)
    total = journal.head(stream).position
    with working(f"auditing {table}") as work, journal.snapshot() as snapshot:
        for position in auditor.follow(snapshot.stream(stream)):
            _tell(work, position, total)
    return auditor


def _tell(work: Working | None, position: int, total: int) -> None:
    if work is not None:
        work.told(position, total)


def _output(audited: list[Auditor]) -> dict[str, Any]:
    return {
        "agrees": not any(each.found for each in audited),
        "tables": [
            {
                "table": each.table,
                "rounds": each.rounds,
                "commands": each.commands.total(),
                "passed": each.passed,
                "differences": len(each.found),
            }
            for each in audited
        ],
        "differences": [found.as_data() for each in audited for found in each.found],
    }


def _show(screen: Console, audited: list[Auditor]) -> None:
    for each in audited:
        words = (
            f"{each.rounds:,} rounds, {each.commands.total():,} commands decided again, "
            f"{each.passed:,} events taken as they stand"
        )
        screen.print(Text.assemble((printable(each.table), "bold"), f": {words}"))
        for difference in each.found:
            _show_difference(screen, each, difference)
    found = sum(len(each.found) for each in audited)
    if not found:
        screen.print(Text("\nNothing differs.", style="bold green"))
    else:
        words = f"\n{found} difference{'s' if found > 1 else ''} from the rulebook."
        screen.print(Text(words, style="bold red"))


def _show_difference(screen: Console, auditor: Auditor, difference: Any) -> None:
    number = f"round {difference.round}, " if difference.round else ""
    where = f"{number}record {difference.position}: "
    indented(screen, Text.assemble((where, "bold"), printable(difference.detail)), 2)
    if difference.clause and auditor.rules is not None:
        words = says(auditor.rules, difference.clause)
        indented(screen, cited(difference.clause, words), 4)
