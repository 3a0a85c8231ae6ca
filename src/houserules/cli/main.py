"""The `houserules` program."""

import sys

_HINT = "houserules: the command line needs Typer and Rich: pip install 'houserules[terminal]'"


def main() -> None:
    """Run the command line, or say what to install for it."""
    try:
        from houserules.cli.app import app  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich", "click"):
            raise
        print(_HINT, file=sys.stderr)
        raise SystemExit(2) from None
    app(prog_name="houserules")
