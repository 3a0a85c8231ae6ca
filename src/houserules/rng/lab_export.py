"""Shuffles written down for a test laboratory, and the manifest that says what the files are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from houserules.core.cards import CARDS, Card, show
from houserules.shoe.entropy import Entropy, OutOfEntropyError
from houserules.shoe.stack import Stack, shuffle

FORMAT: Final = "houserules/rng-export-1"
MANIFEST: Final = "manifest.json"
RAW, TEXT, NUMBERS = "raw.bin", "shuffles.txt", "shuffles.csv"

_NUMBER: Final[dict[Card, int]] = {card: number for number, card in enumerate(CARDS.values())}
_FORMATS: Final = {
    RAW: "Bytes as the generator gave them, with no header and nothing between them.",
    TEXT: "One shuffle a line, from the card dealt first: rank A23456789TJQK and suit shdc.",
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


class MalformedManifest(ValueError):  # noqa: N818  # as MalformedRecord is called
    """The manifest cannot be read."""


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
        "files": [{**asdict(each), "format": _FORMATS[each.name]} for each in manifest.files],
    }


def read_manifest(found: object) -> Manifest:
    """Read a manifest that was stored; raises MalformedManifest."""
    top = _check_kind(found, dict, "the manifest")
    if top.get("format") != FORMAT:
        raise MalformedManifest(f"its format is {top.get('format')!r}, not {FORMAT!r}")
    tool, entropy = (_part(top, key, dict) for key in ("tool", "entropy"))
    files = tuple(_file(each) for each in _part(top, "files", list))
    if [each.name for each in files] != [RAW, TEXT, NUMBERS]:
        raise MalformedManifest(f"its files are not {RAW}, {TEXT}, {NUMBERS}")
    return Manifest(
        version=_part(tool, "version", str),
        rulebook=_part(top, "rulebook", str),
        options=_part(top, "options", dict),
        shuffles=_part(top, "shuffles", int),
        entropy=_part(entropy, "source", str),
        consumed=_part(entropy, "consumed", int),
        files=files,
    )


def _file(found: object) -> Written:
    each = _check_kind(found, dict, "an entry of files")
    return Written(_part(each, "name", str), _part(each, "bytes", int), _part(each, "sha256", str))


def _part(whole: Any, key: str, kind: type) -> Any:
    return _check_kind(whole.get(key), kind, key)


def _check_kind(found: Any, kind: type, name: str) -> Any:
    """Return what was found if it is of the kind; `true` is no number here."""
    if type(found) is not kind:
        names = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise MalformedManifest(f"{name} is not {names[kind]}")
    return found


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
