"""`houserules verify export`: that an export is what was written."""

from typing import Annotated

import typer

from houserules.cli.exit import clean_exit
from houserules.cli.options import AsJson


def export(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of an export.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Check the files of an export against its manifest, and every record against its own hash.

    Exit code: 0 nothing is wrong, 1 something is, 2 the folder is no export.
    """
    from houserules.cli.run.export import verify_export  # noqa: PLC0415  # only this one needs it

    with clean_exit():
        code = verify_export(folder, as_json=as_json)
    raise typer.Exit(code)
