"""A round that every test of `houserules settle` knows, and two ways of running the command."""

import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from houserules.cli.app import app

RECORD: dict[str, Any] = {
    "format": "houserules/round-1",
    "rulebook": "nsw-pontoon-2024",
    "cards": "7s 9c 7h 7s 5c 7s 4d Kc",
    "decisions": ["1 hit", "2 double 10"],
    "table": {"perfect_pairs": "5"},
    "wagers": [
        {"box": 1, "player": "ann", "amount": "25", "seated": True},
        {"box": 2, "player": "bob", "amount": "20", "seated": True},
    ],
    "side_wagers": [{"kind": "perfect-pairs", "box": 1, "player": "ann", "amount": "5"}],
}
REFUSED = {**RECORD, "decisions": ["1 hit", "2 double 30"]}
UNREADABLE = {**RECORD, "cards": "7s 9c 7h 7x"}

SETTLED = """
{
  "rulebook": "nsw-pontoon-2024",
  "dealer": {"cards": "7h Kc", "total": 17, "natural": false},
  "hands": [
    {"box": 1, "hand": 1, "cards": "7s 7s 7s", "total": 21, "doubled": false, "split": false,
     "surrendered": false},
    {"box": 2, "hand": 1, "cards": "9c 5c 4d", "total": 18, "doubled": true, "split": false,
     "surrendered": false}
  ],
  "settlements": [
    {"box": 1, "hand": null, "player": "ann", "wager": "perfect-pairs", "stake": "5.00",
     "result": "win", "odds": "25 to 1", "returned": "130.00", "net": "125.00",
     "stage": "interim", "clause": "16.8.3"},
    {"box": 1, "hand": 1, "player": "ann", "wager": "original", "stake": "25.00",
     "result": "win", "odds": "3 to 1", "returned": "100.00", "net": "75.00",
     "stage": "interim", "clause": "11.5"},
    {"box": 1, "hand": 1, "player": "ann", "wager": "super-bonus", "stake": "0.00",
     "result": "bonus", "odds": null, "returned": "5000.00", "net": "5000.00",
     "stage": "interim", "clause": "11.5"},
    {"box": null, "hand": null, "player": "bob", "wager": "bonus", "stake": "0.00",
     "result": "bonus", "odds": null, "returned": "50.00", "net": "50.00",
     "stage": "interim", "clause": "11.5"},
    {"box": 2, "hand": 1, "player": "bob", "wager": "original", "stake": "20.00",
     "result": "win", "odds": "1 to 1", "returned": "40.00", "net": "20.00",
     "stage": "final", "clause": "17.1.5"},
    {"box": 2, "hand": 1, "player": "bob", "wager": "double", "stake": "10.00",
     "result": "win", "odds": "1 to 1", "returned": "20.00", "net": "10.00",
     "stage": "final", "clause": "17.1.5"}
  ],
  "net": {"ann": "5200.00", "bob": "80.00"},
  "unused": ""
}
"""


def run(*args: str | Path, given: str | bytes | None = None, columns: int = 80) -> Result:
    """Run the command in this process."""
    environment = {"COLUMNS": str(columns), "TERM": "dumb", "FORCE_COLOR": None}
    return CliRunner().invoke(app, ["settle", *map(str, args)], input=given, env=environment)


def program(*args: str) -> list[str]:
    return [sys.executable, "-c", "from houserules.cli.main import main; main()", *args]
