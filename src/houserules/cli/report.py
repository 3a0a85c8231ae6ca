"""`houserules report`: the month's wrong payments that the regulator is told of.

With `--json`: `{"to", "month", "zone", "begins", "ends", "payments": [...]}`, amounts in cents.
"""

from typing import Annotated

import typer

from houserules.cli.journals import Database, open_for_command
from houserules.cli.options import AsJson


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
    """Print the monthly report of overpayments and underpayments above $1,000 (18.20.2).

    A payment belongs to the month in which the house became aware of it, in the casino's time
    zone. Only live tables count. Each payment says what is still to be done about it.

    Exit code: 0 printed, 2 it cannot be read.

    Examples:

    houserules report --month 2026-11 --zone Australia/Sydney

    houserules report --month 2026-11 --json
    """
    from houserules.cli.run.report import write_report  # noqa: PLC0415  # only this command needs it

    with open_for_command("report", database, as_json=as_json) as opened:
        write_report(opened, month, zone, as_json=as_json)
