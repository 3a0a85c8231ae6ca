"""`houserules rng check`: an export for a test laboratory is what was written, and shuffles as it says."""

import json
from hashlib import file_digest
from pathlib import Path
from typing import Any, Final

import typer
from rich.text import Text

from houserules.cli.common.options import AsJson, clean_exit, fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import headed_table, print_json
from houserules.cli.rng.export import stored_manifest
from houserules.cli.rng.options import Folder, Recorded, shown_progress
from houserules.core.record_keys import MalformedRecord
from houserules.rng.lab_export import (
    MANIFEST,
    NUMBERS,
    RAW,
    TEXT,
    ExportCheck,
    Manifest,
    Written,
    check_replayed,
    check_written,
    first_difference,
    lines_again,
    read_manifest,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.stack import Stack, decks_of

_MISSING: Final = "is missing"


def check(
    folder: Folder,
    *,
    as_json: AsJson = False,
) -> None:
    """Check an export made by `rng export`.

    Compares every file with its hash, and the shuffles with the raw bytes they were made from.

    Exit codes: 0 unchanged, 1 something differs, 2 DIR has no readable manifest.
    """
    with clean_exit():
        manifest, rules, stored = _read(folder)
        found = [_check_file(folder, each) for each in manifest.files]
        same = stored_manifest(manifest, rules)["shoe"] == stored.get("shoe")
        found.append(
            ExportCheck("shoe", same, "as the rulebook has it" if same else "is another shoe")
        )
        if all(each.detail != _MISSING for each in found):
            found.append(_check_shuffles(folder, manifest, decks_of(rules)))
        passed = all(each.passed for each in found)
        if as_json:
            print_json({"passed": passed, "checks": [each._asdict() for each in found]})
        else:
            _show_checks(found, manifest)
    raise typer.Exit(0 if passed else 1)


def _read(folder: Path) -> tuple[Manifest, Rulebook, dict[str, Any]]:
    """Read the manifest, and find the rulebook that it names."""
    try:
        stored = json.loads((folder / MANIFEST).read_bytes())
        manifest = read_manifest(stored)
        if manifest.rulebook not in RULEBOOKS:
            raise MalformedRecord("rulebook", f"there is no rulebook {manifest.rulebook!r}")
        return manifest, choose(rulebook(manifest.rulebook), manifest.options), stored
    except OSError as error:
        fail("rng check", f"{folder / MANIFEST} cannot be read: {error.strerror}")
    except (MalformedRecord, OptionError) as error:
        fail("rng check", f"{folder / MANIFEST}: {error}")
    except (ValueError, RecursionError):
        fail("rng check", f"{folder / MANIFEST} is not JSON")


def _check_file(folder: Path, expected: Written) -> ExportCheck:
    """Compare a file with its size and hash."""
    path = folder / expected.name
    if not path.is_file():
        return ExportCheck(expected.name, passed=False, detail=_MISSING)
    with path.open("rb") as stream:
        return check_written(
            expected, size=path.stat().st_size, sha256=file_digest(stream, "sha256").hexdigest()
        )


def _check_shuffles(folder: Path, manifest: Manifest, cards: Stack) -> ExportCheck:
    """Shuffle again from the raw bytes, and compare line by line."""
    with (
        (folder / RAW).open("rb") as raw,
        (folder / TEXT).open("rb") as text,
        (folder / NUMBERS).open("rb") as numbers,
    ):
        source = Recorded(RAW, raw)
        again = lines_again(cards, source, shuffles=manifest.shuffles)
        followed = shown_progress(again, manifest.shuffles, "Shuffling again")
        wrong = first_difference(followed, text, numbers)
    return check_replayed(manifest, wrong=wrong, used=source.taken)


def _show_checks(found: list[ExportCheck], manifest: Manifest) -> None:
    screen, table = console(), headed_table("Check", "", "Found", whole=(0, 1))
    for each in found:
        style = "" if each.passed else "bold red"
        table.add_row(each.what, "ok" if each.passed else "FAILS", each.detail, style=style)
    screen.print(table)
    screen.print()
    failed = sum(not each.passed for each in found)
    made = f"by houserules {printable(manifest.version)}, {manifest.rulebook}"
    failures = f"Failed: {failed} of {len(found)} checks; exported"
    line = failures if failed else "Unchanged since the export"
    print_indented(screen, Text(f"{line} {made}.", style="bold red" if failed else "bold green"), 0)
