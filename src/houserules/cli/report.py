"""`houserules report`: the month's wrong payments, as the regulator is told of them.

With `--json`: `{"to", "month", "zone", "begins", "ends", "payments": [...]}`, amounts in cents.
"""

from typing import Annotated

import typer
from rich.text import Text

from houserules.cli.common.journals import Database, open_for_command
from houserules.cli.common.options import AsJson, fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import print_json
from houserules.cli.server.settings import machine_zone
from houserules.core.codec import to_data
from houserules.core.money import format_money
from houserules.floor.local_time import HoursError, month_named, zone_named
from houserules.floor.payment_reports import (
    PaymentReport,
    PaymentReported,
    payment_report,
    register_in,
)
from houserules.floor.rounds.find import tables_of


def report(
    *,
    month: Annotated[
        str, typer.Option("--month", metavar="MONTH", help="The month, such as 2026-11.")
    ],
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            envvar="HOUSERULES_ZONE",
            help="The casino's time zone, such as Australia/Sydney. Default: this machine's.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Print the monthly report of wrong payments.

    Lists overpayments and underpayments above $1,000 at live tables (18.20.2), and what is still
    to be done about each. A payment belongs to the month in which the house became aware of it,
    in the casino's time zone.

    Exit codes: 0 printed, 2 the journal cannot be read.

    Examples:

        houserules report --month 2026-11 --zone Australia/Sydney
        houserules report --month 2026-11 --json
    """
    try:
        wanted, place = month_named(month), zone_named(zone or machine_zone())
    except HoursError as error:
        fail("report", str(error), as_json=as_json)
    with open_for_command("report", database, as_json=as_json) as journal:
        registers = (register_in(journal, table) for table in tables_of(journal))
        made = payment_report(registers, wanted, place)
        if as_json:
            print_json(to_data(made))
        else:
            _show(made)


def _show(report: PaymentReport) -> None:
    screen = console()
    screen.print(Text(f"Wrong payments to report to the {report.to}", style="bold"))
    screen.print(f"{report.month}, {report.zone}")
    for payment in report.payments:
        box = f", box {payment.box}" if payment.box else ""
        title = f"{payment.table}, round {payment.round}{box}, entry {payment.entry}"
        screen.print()
        screen.print(Text.assemble((printable(title), "bold"), f" ({payment.clause})"))
        for line in _lines(payment):
            print_indented(screen, Text(printable(line)), 2)
    if not report.payments:
        screen.print("\nNothing to report.")


def _lines(payment: PaymentReported) -> list[str]:
    over = payment.over
    wrong = f"{format_money(over)} too much" if over > 0 else f"{format_money(-over)} too little"
    lines = [
        f"{payment.player or 'patron not identified'}: {wrong} "
        f"({format_money(payment.paid)} paid, {format_money(payment.due)} due)",
        f"found {payment.found_local}; {'corrected' if payment.rectified else 'not corrected'}"
        f"{'; suspected to be deliberate' if payment.suspected else ''}",
    ]
    if payment.excused:
        lines.append("excused: not a breach of the rules")
    if payment.no_credit:
        lines.append("an unintended overpayment: not credit")
    return lines + [f"still to do: {duty.what} ({duty.clause})" for duty in payment.duties]
