"""An export as one file to download, piece by piece."""

from collections.abc import Iterator
from io import RawIOBase
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

_BLOCK: Final = 1 << 16


class _Pieces(RawIOBase):
    """Takes what is written, and gives it away."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._held += data
        return len(data)

    def take(self) -> bytes:
        held = bytes(self._held)
        self._held.clear()
        return held


def zipped(folder: Path) -> Iterator[bytes]:
    """Give the files of a folder as a ZIP archive, never more of it at once than a few blocks."""
    pieces = _Pieces()
    with ZipFile(pieces, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            with path.open("rb") as source, archive.open(path.name, "w", force_zip64=True) as out:
                while block := source.read(_BLOCK):
                    out.write(block)
                    yield pieces.take()
    yield pieces.take()
