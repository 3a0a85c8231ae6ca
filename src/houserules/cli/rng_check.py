"""`houserules rng check`: an export for a test laboratory against its hashes and its raw bytes."""

import json
from hashlib import file_digest
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from houserules.cli.exit import clean_exit
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import headed_table, print_json
from houserules.cli.rng_export import Folder, stored_manifest
from houserules.cli.rng_options import Recorded, shown_progress, stop
from houserules.rng.lab_export import (
    MANIFEST,
    NUMBERS,
    RAW,
    TEXT,
    Check,
    MalformedManifest,
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

_MISSING: Final = "is not there"


def check(
    folder: Folder,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """Check an export: every file against its hash, and the shuffles against the raw bytes.

    Exit code: 0 all is as exported, 1 something is not, 2 DIR has no manifest that can be read.
    """
    with clean_exit():
        manifest, rules, stored = _read(folder)
        found = [_check_file(folder, each) for each in manifest.files]
        same = stored_manifest(manifest, rules)["shoe"] == stored.get("shoe")
        found.append(Check("shoe", same, "as the rulebook has it" if same else "is another shoe"))
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
            raise MalformedManifest(f"there is no rulebook {manifest.rulebook!r}")
        return manifest, choose(rulebook(manifest.rulebook), manifest.options), stored
    except OSError as error:
        stop("check", f"{folder / MANIFEST} cannot be read: {error.strerror}")
    except (MalformedManifest, OptionError) as error:
        stop("check", f"{folder / MANIFEST}: {error}")
    except (ValueError, RecursionError):
        stop("check", f"{folder / MANIFEST} is not JSON")


def _check_file(folder: Path, expected: Written) -> Check:
    """Hold a file against its size and hash."""
    path = folder / expected.name
    if not path.is_file():
        return Check(expected.name, passed=False, detail=_MISSING)
    with path.open("rb") as stream:
        return check_written(
            expected, size=path.stat().st_size, sha256=file_digest(stream, "sha256").hexdigest()
        )


def _check_shuffles(folder: Path, manifest: Manifest, cards: Stack) -> Check:
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


def _show_checks(found: list[Check], manifest: Manifest) -> None:
    screen, table = console(), headed_table("Check", "", "Found", whole=(0, 1))
    for each in found:
        style = "" if each.passed else "bold red"
        table.add_row(each.what, "ok" if each.passed else "FAILS", each.detail, style=style)
    screen.print(table)
    screen.print()
    failed = sum(not each.passed for each in found)
    made = f"exported by houserules {printable(manifest.version)}, {manifest.rulebook}"
    line = f"Failed: {failed} of {len(found)} checks" if failed else "All is as it was exported"
    print_indented(
        screen, Text(f"{line}; {made}.", style="bold red" if failed else "bold green"), 0
    )
