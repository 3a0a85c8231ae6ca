"""The audit of tables, and what differs, for a person or a program."""

from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.text import Text

from houserules.cli.options import fail
from houserules.cli.render.console import (
    ProgressBar,
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    progress_bar,
)
from houserules.cli.render.tables import print_json
from houserules.floor.rounds.audit import Auditor
from houserules.floor.rounds.differences import Difference
from houserules.floor.rounds.find import tables_of
from houserules.floor.tables.settings import table_stream
from houserules.journal.protocol import Journal
from houserules.rulebook.readings import readings


def audit_tables(
    journal: Journal, table: str | None, *, since: datetime | None, as_json: bool
) -> int:
    """Audit one table or all, print what differs, and return the exit code."""
    there = tables_of(journal)
    if table is not None and table not in there:
        names = ", ".join(there) or "none at all"
        fail("audit", f"there is no table {table!r}; there are {names}", as_json=as_json)
    begins = round(since.replace(tzinfo=UTC).timestamp()) * 1000 if since else 0
    audited = [_audited(journal, each, begins) for each in ([table] if table else there)]
    if as_json:
        print_json(_output(audited))
    else:
        _show(console(), audited)
    return 1 if any(each.wrong for each in audited) else 0


def _audited(journal: Journal, table: str, since: int) -> Auditor:
    auditor, stream = Auditor(table, since), table_stream(table)
    total = journal.head(stream).position
    with progress_bar(f"auditing {table}") as work, journal.snapshot() as snapshot:
        for position in auditor.follow(snapshot.stream(stream)):
            _tell(work, position, total)
    return auditor


def _tell(work: ProgressBar | None, position: int, total: int) -> None:
    if work is not None:
        work.update(position, total)


def _output(audited: list[Auditor]) -> dict[str, Any]:
    return {
        "agrees": not any(each.wrong for each in audited),
        "tables": [
            {
                "table": each.table,
                "rounds": each.rounds,
                "commands": each.commands.total(),
                "passed": each.passed,
                "differences": len(each.found),
                "wrong": len(each.wrong),
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
        _show_earlier(screen, each)
        for difference in each.wrong:
            _show_difference(screen, each, difference)
    _show_readings(screen, audited)
    wrong = sum(len(each.wrong) for each in audited)
    if wrong:
        words = f"\n{wrong} difference{'s' if wrong > 1 else ''} from the rulebook."
        screen.print(Text(words, style="bold red"))
    else:
        earlier = any(each.found for each in audited)
        words = "\nNothing else differs." if earlier else "\nNothing differs."
        screen.print(Text(words, style="bold green"))


def _show_earlier(screen: Console, auditor: Auditor) -> None:
    """Name the rounds that were decided under earlier readings, one line each."""
    rounds = dict.fromkeys((each.round, each.earlier) for each in auditor.found if each.earlier)
    for number, earlier in rounds:
        several = "s" if len(earlier) > 1 else ""
        named = " and ".join(map(str, earlier))
        words = (
            f"was decided under {'earlier readings' if several else 'an earlier reading'}: "
            f"see reading{several} {named}."
        )
        print_indented(screen, Text.assemble((f"Round {number} ", "bold"), words), 2)


def _show_readings(screen: Console, audited: list[Auditor]) -> None:
    """Say what the earlier readings that were named are about."""
    named = {number for each in audited for found in each.found for number in found.earlier}
    if named:
        screen.print()
    for number in sorted(named):
        print_indented(
            screen, citation(f"Reading {number}", readings().by_number(number).question), 0
        )


def _show_difference(screen: Console, auditor: Auditor, difference: Difference) -> None:
    number = f"round {difference.round}, " if difference.round else ""
    where = f"{number}record {difference.position}: "
    see = f" (see reading {difference.reading})" if difference.reading else ""
    print_indented(screen, Text.assemble((where, "bold"), printable(difference.detail), see), 2)
    if difference.clause and auditor.rules is not None:
        words = clause_text(auditor.rules, difference.clause)
        print_indented(screen, citation(difference.clause, words), 4)
