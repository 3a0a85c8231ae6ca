"""Files that sheets are written to, and libraries that write them: both may be missing."""

from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWINGS: Final = (".svg", ".png", ".pdf")
"""The kinds of file that a drawing can be."""

STYLE: Final[dict[str, Any]] = {
    "svg.hashsalt": "houserules",  # the same drawing has the same ids every time
    "svg.fonttype": "none",  # text stays text: searched, copied and read aloud
    "pdf.fonttype": 42,
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so that every machine draws alike
    "hatch.linewidth": 0.6,
}
_UNDATED: Final[dict[str, dict[str, None]]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


class SheetError(ValueError):
    """A sheet cannot be made; the message says why and what to do."""


def library(name: str) -> Any:
    """Return a library that only sheets need, or say how to install it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        package = name.partition(".")[0]
        if missing.name is None or missing.name.partition(".")[0] != package:
            raise
        raise SheetError(
            f"this needs {package}, which is not installed: pip install 'houserules[sheets]'"
        ) from None


def check_path(path: Path, kinds: Sequence[str]) -> str:
    """Return the kind of file that a path asks for; refuse what cannot be written there."""
    kind = path.suffix.lower()
    if kind not in kinds:
        ending = f"ends in {path.suffix!r}" if path.suffix else "has no ending"
        raise SheetError(f"{path} {ending}; it may be {', '.join(kinds)}")
    if path.is_dir():
        raise SheetError(f"{path} is a folder")
    if not path.parent.is_dir():
        raise SheetError(f"{path} cannot be written: there is no folder {path.parent}")
    return kind


def save(content: bytes, path: Path) -> None:
    """Write a finished sheet: all of it or nothing."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise SheetError(f"{path} cannot be written: {error.strerror}") from None


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a drawing as its path asks, without a date in it."""
    kind = check_path(path, DRAWINGS)
    content = BytesIO()
    with library("matplotlib").rc_context(STYLE):
        figure.savefig(content, format=kind[1:], dpi=200, metadata=_UNDATED[kind])
    save(content.getvalue(), path)
