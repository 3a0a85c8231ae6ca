"""`houserules audit`: stored rounds decided again under their own rulebook."""

from datetime import datetime
from typing import Annotated

import typer

from houserules.cli.journals import Database, open_for_command
from houserules.cli.options import AsJson


def audit(
    table: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="One table; left out, all.")
    ] = None,
    *,
    database: Database = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            "--from", metavar="DAY", formats=["%Y-%m-%d"], help="Only from this day on (UTC)."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Decide stored rounds again and report what differs: wagers, cards, decisions, payments, shoes.

    A round decided under an earlier reading of the rulebook is not wrong: that reading is named.

    Exit code: 0 nothing is wrong, 1 something differs from the rulebook, 2 it cannot be read.

    Examples:

    houserules audit

    houserules audit t1 --from 2026-11-16 --json
    """
    from houserules.cli.run.audit import audit_tables  # noqa: PLC0415  # only this command needs it

    with open_for_command("audit", database, as_json=as_json) as opened:
        code = audit_tables(opened, table, since=since, as_json=as_json)
    raise typer.Exit(code)
