"""`houserules rng export` and `rng check`: raw bytes and shuffles for a test laboratory, with hashes."""

import json
import re
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer
from rich.text import Text

from houserules.cli.exit import clean_exit
from houserules.cli.options import whole_number
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import headed_table, print_json
from houserules.cli.rng import SYSTEM, Recorded, Rules, Settings, find_rules, shown_progress, stop
from houserules.floor.tables.card_handler import SystemEntropy
from houserules.rng.lab_export import (
    MANIFEST,
    NUMBERS,
    RAW,
    TEXT,
    ExportCheck,
    MalformedManifest,
    Manifest,
    Written,
    check_replayed,
    check_written,
    first_difference,
    lines,
    lines_again,
    read_manifest,
    write_manifest,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack, decks_of
from houserules.version import __version__

_SIZE: Final = re.compile(r"(\d{1,15})([KMG]?)", re.ASCII)
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_BLOCK: Final = 1 << 20

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the export.")]


@dataclass(slots=True)
class _Output:
    """A file that is written, hashed and measured in one go."""

    stream: BinaryIO
    size: int = 0
    digest: Any = field(default_factory=sha256)

    def write(self, data: bytes) -> None:
        """Write what comes next."""
        self.stream.write(data)
        self.digest.update(data)
        self.size += len(data)


@dataclass(frozen=True, slots=True)
class _RecordingEntropy:
    """Entropy of which every byte handed out is written down first."""

    source: Entropy
    raw: _Output

    def take(self, count: int, /) -> bytes:
        """Return bytes that now stand in the raw file."""
        taken = self.source.take(count)
        self.raw.write(taken)
        return taken


def export(
    folder: Folder,
    *,
    name: Rules = RULEBOOKS[0],
    settings: Settings = None,
    shuffles: Annotated[
        int,
        typer.Option("--shuffles", metavar="N", parser=whole_number, help="Shuffles to write."),
    ] = 1000,
    size: Annotated[
        str,
        typer.Option(
            "--bytes",
            metavar="SIZE",
            help="Raw bytes to write at least, such as 500000, 64K, 16M or 2G.",
        ),
    ] = "16M",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an earlier export.")] = False,
) -> None:
    """Write raw bytes and shuffles made from them for a test laboratory, with a manifest of hashes.

    Exit code: 0 written, 2 invalid arguments or DIR cannot be used, 74 the disk failed.
    """
    rules, found = find_rules("export", name, settings), _SIZE.fullmatch(size)
    if found is None:
        stop("export", f"--bytes {size}: write a number, with K, M or G behind it or nothing")
    if shuffles < 1:
        stop("export", f"--shuffles {shuffles}: write 1 or more")
    _make_ready(folder, force=force)
    with clean_exit():
        least = int(found[1]) * _UNITS[found[2]]
        files, consumed = _write(folder, decks_of(rules), shuffles, least)
        options = {"decks": rules.equipment.decks.value} if settings else {}
        manifest = Manifest(__version__, rules.id, options, shuffles, SYSTEM, consumed, files)
        _write_manifest(folder, manifest, rules)
        _show_written(manifest)


def _make_ready(folder: Path, *, force: bool) -> None:
    """Make the folder; refuse one that has an export, or withdraw the manifest of that one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = [name for name in (RAW, TEXT, NUMBERS, MANIFEST) if (folder / name).exists()]
        if there and not force:
            stop("export", f"{folder} already has {', '.join(there)}; --force writes over them")
        (folder / MANIFEST).unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        stop("export", f"{folder} cannot be written to: {reason}")


def _write(
    folder: Path, cards: Stack, shuffles: int, least: int
) -> tuple[tuple[Written, ...], int]:
    """Shuffle with recorded bytes, add bytes up to the size; return the files and the bytes used."""
    names, source = (RAW, TEXT, NUMBERS), SystemEntropy()
    with (
        (folder / RAW).open("wb") as one,
        (folder / TEXT).open("wb") as two,
        (folder / NUMBERS).open("wb") as three,
    ):
        raw, text, numbers = outputs = [_Output(stream) for stream in (one, two, three)]
        kept = _RecordingEntropy(source, raw)
        for _ in shown_progress(range(shuffles), shuffles, "Shuffling"):
            for output, line in zip((text, numbers), lines(cards, kept), strict=True):
                output.write(line)
        consumed = raw.size
        blocks = range(consumed, least, _BLOCK)
        for start in shown_progress(blocks, len(blocks), "Raw bytes"):
            kept.take(min(_BLOCK, least - start))
    found = [
        Written(name, output.size, output.digest.hexdigest())
        for name, output in zip(names, outputs, strict=True)
    ]
    return tuple(found), consumed


def _write_manifest(folder: Path, manifest: Manifest, rules: Rulebook) -> None:
    text = json.dumps(stored_manifest(manifest, rules), indent=2) + "\n"
    (folder / MANIFEST).write_text(text, "utf-8")


def stored_manifest(manifest: Manifest, rules: Rulebook) -> dict[str, Any]:
    """Return a manifest as it stands in its file."""
    return write_manifest(manifest, decks_of(rules), decks=rules.equipment.decks.value)


def _show_written(manifest: Manifest) -> None:
    screen, table = console(), headed_table("File", "Bytes", "SHA-256")
    table.columns[1].justify = "right"
    for each in manifest.files:
        table.add_row(each.name, f"{each.bytes:,}", each.sha256)
    screen.print(table)
    screen.print()
    shuffles = "1 shuffle" if manifest.shuffles == 1 else f"{manifest.shuffles:,} shuffles"
    made = f"{shuffles} from the first {manifest.consumed:,} bytes of {RAW}"
    print_indented(screen, Text(f"{made}; {MANIFEST} says how, and has the hashes."), 0)


_MISSING: Final = "is missing"


def check(
    folder: Folder,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """Check an export: every file against its hash, and the shuffles against the raw bytes.

    Exit code: 0 unchanged, 1 something differs, 2 DIR has no readable manifest.
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
            raise MalformedManifest(f"there is no rulebook {manifest.rulebook!r}")
        return manifest, choose(rulebook(manifest.rulebook), manifest.options), stored
    except OSError as error:
        stop("check", f"{folder / MANIFEST} cannot be read: {error.strerror}")
    except (MalformedManifest, OptionError) as error:
        stop("check", f"{folder / MANIFEST}: {error}")
    except (ValueError, RecursionError):
        stop("check", f"{folder / MANIFEST} is not JSON")


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
    made = f"exported by houserules {printable(manifest.version)}, {manifest.rulebook}"
    line = f"Failed: {failed} of {len(found)} checks" if failed else "All is as it was exported"
    print_indented(
        screen, Text(f"{line}; {made}.", style="bold red" if failed else "bold green"), 0
    )
