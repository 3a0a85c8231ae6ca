"""The `houserules` command."""

import sys

_HINT = "houserules: the command line needs more: pip install 'houserules[terminal]'"


def main() -> None:
    """Run the command line, or say what to install for it."""
    asked = sys.argv[1:2]
    try:
        from houserules.cli.commands import COMMANDS, app_with  # noqa: PLC0415  # an extra

        app = app_with(asked if asked and asked[0] in COMMANDS else COMMANDS)
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich", "click"):
            raise
        print(_HINT, file=sys.stderr)
        raise SystemExit(2) from None
    app()
