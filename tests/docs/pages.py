"""The documentation as its tests read it: pages, fenced blocks, the files they tell one to save."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"`([\w.-]+\.(?:toml|json|jsonl))`[^`]*\Z")


@dataclass(frozen=True)
class Block:
    """A fenced block, and the file that the line before it names."""

    page: Path
    line: int
    kind: str
    text: str
    file: str | None

    @property
    def where(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def name_of(page: Path) -> str:
    """Name a page for a test id or a message."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in order."""
    text = page.read_text("utf-8")
    found = []
    for match in _FENCE.finditer(text):
        before = text[: match.start()].rstrip().rpartition("\n")[2]
        named = _FILE.search(before)
        line = text.count("\n", 0, match.start()) + 1
        file = named[1] if named and match["info"] in ("toml", "json") else None
        found.append(Block(page, line, match["info"].strip(), match["text"], file))
    return found


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", page.read_text("utf-8"))


def slug(heading: str) -> str:
    """Return the anchor of a heading."""
    kept = re.sub(r"[^\w\s-]", "", heading.strip().lower())
    return re.sub(r"\s", "-", kept)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page."""
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)}
