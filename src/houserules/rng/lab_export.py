"""Shuffles written down for a test laboratory, and the manifest that says what the files are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from houserules.core.cards import CARDS, Card, show
from houserules.core.codec import to_data
from houserules.core.record_keys import MalformedRecord, get, kind_of, tables
from houserules.shoe.entropy import Entropy, OutOfEntropyError
from houserules.shoe.stack import Stack, shuffle

FORMAT: Final = "houserules/rng-export-1"
MANIFEST: Final = "manifest.json"
RAW, TEXT, NUMBERS = "raw.bin", "shuffles.txt", "shuffles.csv"

_NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(CARDS.values())}
_FORMATS: Final = {
    RAW: "Bytes as the generator gave them, with no header and nothing between them.",
    TEXT: "One shuffle per line, from the card dealt first: rank A23456789TJQK and suit shdc.",
    NUMBERS: "The same shuffles in the same order: a card is 4 times the place of its rank in "
    "A23456789TJQK plus the place of its suit in shdc, both from 0.",
}
_HOW: Final = (
    "The shuffles take their bytes from the start of raw.bin, in order, leaving none out. Each "
    "begins with the decks one behind another, each deck in the order of `deck`. For i from the "
    "last place down to the second, counted from 0: take 1 byte if i < 256, else 2 bytes, the "
    "high one first; call it v, and 256 or 65536 s. If v is not below s - s mod (i+1), take "
    "again. Else swap the cards at places i and v mod (i+1)."
)


@dataclass(frozen=True, slots=True)
class Written:
    """A file of the export: its size in bytes and its SHA-256."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was exported."""

    version: str
    rulebook: str
    options: Mapping[str, object]
    shuffles: int
    entropy: str
    consumed: int  # bytes of the raw file that the shuffles took
    files: tuple[Written, ...]


def as_text(shuffle: Stack) -> str:
    """Write a shuffle in card notation."""
    return show(shuffle) + "\n"


def as_numbers(shuffle: Stack) -> str:
    """Write a shuffle in numbers from 0 to 51."""
    return ",".join(str(_NUMBER[card]) for card in shuffle) + "\n"


def write_manifest(manifest: Manifest, cards: Stack, *, decks: int) -> dict[str, Any]:
    """Return the manifest as it is stored; `cards` is the shoe before each shuffle."""
    return {
        "format": FORMAT,
        "tool": {"name": "houserules", "version": manifest.version},
        "rulebook": manifest.rulebook,
        "options": dict(manifest.options),
        "shoe": {"decks": decks, "cards": len(cards), "deck": show(cards[: len(cards) // decks])},
        "shuffles": manifest.shuffles,
        "entropy": {"source": manifest.entropy, "consumed": manifest.consumed},
        "how": _HOW,
        "files": [{**to_data(each), "format": _FORMATS[each.name]} for each in manifest.files],
    }


def read_manifest(data: object) -> Manifest:
    """Read a manifest that was stored; raises MalformedRecord."""
    if not isinstance(data, dict):
        raise MalformedRecord("(the manifest)", f"must be a table of keys, not {kind_of(data)}")
    if (written_as := get(data, "format", str, "")) != FORMAT:
        raise MalformedRecord("format", f"must be {FORMAT!r}, not {written_as!r}")
    tool, entropy = (get(data, key, dict, "") for key in ("tool", "entropy"))
    files = tuple(
        Written(
            get(entry, "name", str, where),
            get(entry, "bytes", int, where),
            get(entry, "sha256", str, where),
        )
        for where, entry in tables(data, "files", None, required=True)
    )
    if [each.name for each in files] != [RAW, TEXT, NUMBERS]:
        raise MalformedRecord("files", f"must be {RAW}, {TEXT}, {NUMBERS}")
    return Manifest(
        version=get(tool, "version", str, "tool."),
        rulebook=get(data, "rulebook", str, ""),
        options=get(data, "options", dict, ""),
        shuffles=get(data, "shuffles", int, ""),
        entropy=get(entropy, "source", str, "entropy."),
        consumed=get(entropy, "consumed", int, "entropy."),
        files=files,
    )


# Shuffles made again from recorded bytes, and compared with those written down.


Lines = tuple[bytes, bytes]
"""One shuffle as it stands in the two files: in card notation and in numbers."""


def lines(cards: Stack, entropy: Entropy) -> Lines:
    """Shuffle the cards, and write the shuffle down in both forms."""
    order = shuffle(cards, entropy)
    return as_text(order).encode(), as_numbers(order).encode()


def lines_again(cards: Stack, entropy: Entropy, *, shuffles: int) -> Iterator[Lines]:
    """Make the shuffles again; fewer if the bytes end."""
    for _ in range(shuffles):
        try:
            yield lines(cards, entropy)
        except OutOfEntropyError:
            return


def first_difference(
    again: Iterable[Lines], text: Iterable[bytes], numbers: Iterable[bytes]
) -> int | None:
    """Return the number of the first shuffle that is not the same in all three, from 1."""
    for number, (made, *written) in enumerate(zip_longest(again, text, numbers), start=1):
        if made is None or list(made) != written:
            return number
    return None


class ExportCheck(NamedTuple):
    """One thing about an export that was looked at, and what was found."""

    what: str
    passed: bool
    detail: str


def check_written(expected: Written, *, size: int, sha256: str) -> ExportCheck:
    """Compare size and hash of a file with its entry in the manifest."""
    if size != expected.bytes:
        detail = f"has {size:,} bytes; the manifest says {expected.bytes:,}"
        return ExportCheck(expected.name, passed=False, detail=detail)
    same = sha256 == expected.sha256
    detail = f"{size:,} bytes, SHA-256 as in the manifest" if same else "has another SHA-256"
    return ExportCheck(expected.name, passed=same, detail=detail)


def check_replayed(manifest: Manifest, *, wrong: int | None, used: int) -> ExportCheck:
    """Say whether the shuffles followed from the raw bytes, and from as many as were told."""
    if wrong is not None:
        detail = f"shuffle {wrong:,} does not follow from {RAW}"
        return ExportCheck("shuffles", passed=False, detail=detail)
    follow = "it follows" if manifest.shuffles == 1 else f"all {manifest.shuffles:,} follow"
    detail = f"{follow} from the first {used:,} bytes of {RAW}"
    if used != manifest.consumed:
        detail += f"; the manifest says {manifest.consumed:,}"
    return ExportCheck("shuffles", passed=used == manifest.consumed, detail=detail)
