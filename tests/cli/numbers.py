"""What the tests of the commands for numbers share."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from houserules.cli.app import app

PLAIN = {"FORCE_COLOR": None, "TTY_COMPATIBLE": None, "NO_COLOR": None}


def run(*arguments: str, width: int = 80) -> Result:
    """Run a command as in a pipe of this width."""
    return CliRunner().invoke(app, arguments, env={**PLAIN, "COLUMNS": str(width)})


def page(*arguments: str, width: int = 80, wrote: Path | None = None) -> str:
    """Return what a person reads; `wrote` is the file that standard error says was written."""
    result = run(*arguments, width=width)
    said = f"Wrote {wrote}\n" if wrote else ""
    assert (result.exit_code, result.stderr) == (0, said), result.output
    return result.stdout


def data(*arguments: str, wrote: Path | None = None) -> Any:
    """Return what a program reads."""
    result = run(*arguments, "--json")
    said = f"Wrote {wrote}\n" if wrote else ""
    assert (result.exit_code, result.stderr) == (0, said), result.output
    return json.loads(result.stdout)


def refused(*arguments: str) -> str:
    """Return why a command line is refused, and see that a program is told the same."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    told = run(*arguments, "--json")
    assert (told.exit_code, told.stderr) == (2, "")
    message = json.loads(told.stdout)["error"]["message"]
    assert result.stderr == f"houserules {arguments[0]}: {message}\n"
    assert "Traceback" not in result.stderr
    return str(message)


def squeezed(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())
