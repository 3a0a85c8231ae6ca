"""Start-up of commands, as multiples of importing typer and rich in the same run.

    python -m bench.startup [REPETITIONS]

Every repetition runs each command once in a new process, one after another, so that a busy machine
slows all of them alike; the ratio of the medians is what counts. Targets: `--help` 3, `settle` 4,
`odds` of a rulebook that was solved before 10. Modules are compiled once and kept, as installed.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

ROUND: Final = """
format = "houserules/round-1"
rulebook = "nsw-pontoon-2024"
cards = "7s 9c 7h 7s 5c 7s 4d Kc"
decisions = ["1 hit", "2 double 10"]
wagers = [
    { box = 1, player = "ann", amount = "25", seated = true },
    { box = 2, player = "bob", amount = "20", seated = true },
]
"""
REFERENCE: Final = "import typer, rich.console, rich.table"
HOUSERULES: Final = "from houserules.cli.main import main; main()"


def seconds(code: str, *arguments: str) -> float:
    """Run a piece of Python in a new process and return how long it took."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )
    return time.perf_counter() - began


def main() -> None:
    """Print the median of each command and its ratio to the reference."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "round.toml")
        record.write_text(ROUND, "utf-8")
        commands: dict[str, tuple[str, ...]] = {
            "--help": ("--help",),
            "settle FILE": ("settle", str(record)),
            "odds": ("odds", "nsw-pontoon-2024"),
        }
        times: dict[str, list[float]] = {name: [] for name in ("reference", *commands)}
        for _ in range(repetitions + 1):  # the first run of each only warms the disk
            times["reference"].append(seconds(REFERENCE))
            for name, arguments in commands.items():
                times[name].append(seconds(HOUSERULES, *arguments))
    medians = {name: median(taken[1:]) for name, taken in times.items()}
    for name, middle in medians.items():
        ratio = middle / medians["reference"]
        print(f"{name:<14}{1000 * middle:8.0f} ms{ratio:8.2f}")


if __name__ == "__main__":
    main()
