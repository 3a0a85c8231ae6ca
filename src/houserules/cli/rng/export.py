"""`houserules rng export`: raw bytes and shuffles for a test laboratory, with hashes."""

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer
from rich.text import Text

from houserules.cli.common.options import clean_exit, fail, whole_number
from houserules.cli.render.console import console, print_indented
from houserules.cli.render.tables import headed_table
from houserules.cli.rng.options import (
    SYSTEM,
    Folder,
    Rules,
    Settings,
    find_rules,
    shown_progress,
)
from houserules.floor.tables.card_handler import SystemEntropy
from houserules.rng.lab_export import (
    MANIFEST,
    NUMBERS,
    RAW,
    TEXT,
    Manifest,
    Written,
    lines,
    write_manifest,
)
from houserules.rulebook.loader import RULEBOOKS
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import Stack, decks_of
from houserules.version import __version__

_SIZE: Final = re.compile(r"(\d{1,15})([KMG]?)", re.ASCII)
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_BLOCK: Final = 1 << 20


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
        typer.Option(
            "--shuffles", metavar="N", parser=whole_number, help="Number of shuffles to write."
        ),
    ] = 1000,
    size: Annotated[
        str,
        typer.Option(
            "--bytes",
            metavar="SIZE",
            help="Minimum number of raw bytes to write, such as 500000, 64K, 16M or 2G.",
        ),
    ] = "16M",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an earlier export.")] = False,
) -> None:
    """Export shuffles and raw bytes for a laboratory.

    Writes the raw bytes, the shuffles made from them, and a manifest with their hashes.

    Exit codes: 0 written, 2 invalid arguments, or DIR cannot be used, 74 the disk failed.

    Examples:

        houserules rng export lab --shuffles 10000 --bytes 1G
    """
    rules, found = find_rules("rng export", name, settings), _SIZE.fullmatch(size)
    if found is None:
        fail("rng export", f"--bytes {size}: write a number, alone or followed by K, M or G")
    if shuffles < 1:
        fail("rng export", f"--shuffles {shuffles}: write 1 or more")
    _make_ready(folder, force=force)
    with clean_exit():
        least = int(found[1]) * _UNITS[found[2]]
        files, consumed = _write(folder, decks_of(rules), shuffles, least)
        options = {"decks": rules.equipment.decks.value} if settings else {}
        manifest = Manifest(__version__, rules.id, options, shuffles, SYSTEM, consumed, files)
        text = json.dumps(stored_manifest(manifest, rules), indent=2) + "\n"
        (folder / MANIFEST).write_text(text, "utf-8")
        _show_written(manifest)


def _make_ready(folder: Path, *, force: bool) -> None:
    """Make the folder; refuse one that has an export, or withdraw the manifest of that one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = [name for name in (RAW, TEXT, NUMBERS, MANIFEST) if (folder / name).exists()]
        if there and not force:
            fail("rng export", f"{folder} already has {', '.join(there)}; --force writes over them")
        (folder / MANIFEST).unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        fail("rng export", f"{folder} cannot be written to: {reason}")


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


def stored_manifest(manifest: Manifest, rules: Rulebook) -> dict[str, Any]:
    """Return a manifest as it stands in its file."""
    return write_manifest(manifest, decks_of(rules), decks=rules.equipment.decks.value)


def _show_written(manifest: Manifest) -> None:
    screen, table = console(), headed_table("File", "Bytes", "SHA-256", right=(1,))
    for each in manifest.files:
        table.add_row(each.name, f"{each.bytes:,}", each.sha256)
    screen.print(table)
    screen.print()
    shuffles = "1 shuffle" if manifest.shuffles == 1 else f"{manifest.shuffles:,} shuffles"
    made = f"{shuffles} from the first {manifest.consumed:,} bytes of {RAW}"
    print_indented(screen, Text(f"{made}; {MANIFEST} says how, and has the hashes."), 0)
