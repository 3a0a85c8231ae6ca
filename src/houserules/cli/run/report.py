"""The month's report of wrong payments, for a person or a program."""

from rich.text import Text

from houserules.cli.options import fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import print_json
from houserules.cli.serve_settings import machine_zone
from houserules.core.codec import to_data
from houserules.core.money import format_money
from houserules.floor.local_time import HoursError, month_named, zone_named
from houserules.floor.payment_reports import (
    PaymentReport,
    PaymentReported,
    load_state,
    payment_report,
)
from houserules.floor.rounds.find import tables_of
from houserules.journal.protocol import Journal


def write_report(journal: Journal, month: str, zone: str | None, *, as_json: bool) -> None:
    """Print a month's report over all tables of a journal."""
    try:
        wanted, place = month_named(month), zone_named(zone or machine_zone())
    except HoursError as error:
        fail("report", str(error), as_json=as_json)
    states = (load_state(journal, table) for table in tables_of(journal))
    report = payment_report(states, wanted, place)
    if as_json:
        print_json(to_data(report))
    else:
        _show(report)


def _show(report: PaymentReport) -> None:
    screen = console()
    screen.print(Text(f"Wrong payments to report to the {report.to}", style="bold"))
    screen.print(f"{report.month}, {report.zone}")
    for each in report.payments:
        screen.print()
        screen.print(Text.assemble((_name(each), "bold"), f" ({each.clause})"))
        for line in _lines(each):
            print_indented(screen, Text(printable(line)), 2)
    if not report.payments:
        screen.print("\nNothing to report.")


def _name(each: PaymentReported) -> str:
    box = f", box {each.box}" if each.box else ""
    return printable(f"{each.table}, round {each.round}{box}, entry {each.entry}")


def _lines(each: PaymentReported) -> list[str]:
    wrong = (
        f"{format_money(each.over)} too much"
        if each.over > 0
        else f"{format_money(-each.over)} too little"
    )
    lines = [
        f"{each.player or 'patron not identified'}: {wrong} "
        f"({format_money(each.paid)} paid, {format_money(each.due)} due)",
        f"found {each.found_local}; {'put right' if each.rectified else 'not put right'}"
        f"{'; intention is suspected' if each.suspected else ''}",
    ]
    if each.excused:
        lines.append("excused: not a breach of the rules")
    if each.no_credit:
        lines.append("an unintended overpayment: not credit")
    return lines + [f"still to do: {duty.what} ({duty.clause})" for duty in each.duties]
