"""What the documentation points to is there: pages, anchors, files, names in code, make targets."""

import importlib
import re
from pathlib import Path

from docs.pages import PAGES, ROOT, anchors, blocks, name_of, prose

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_NAME = re.compile(r"`(houserules(?:\.\w+)+)")
_PATH = re.compile(r"`((?:src|tests|docs|tools|bench|\.ci)/[\w./-]*)`")
_MAKE = re.compile(r"\bmake ([a-z0-9]+)")
_TARGET = re.compile(r"^([a-z0-9]+):", re.MULTILINE)


def _broken(page: Path, link: str) -> bool:
    if link.startswith(("http://", "https://")):
        return False
    target, _, anchor = link.partition("#")
    file = (page.parent / target).resolve() if target else page
    return not file.exists() or (bool(anchor) and anchor not in anchors(file))


def test_links_resolve() -> None:
    broken = [
        f"{name_of(page)}: {link}"
        for page in PAGES
        for link in _LINK.findall(prose(page))
        if _broken(page, link)
    ]
    assert broken == [], "no such page or heading"


def _exists(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            if not hasattr(value, attribute):
                return False
            value = getattr(value, attribute)
        return True
    return False


def test_names_of_the_package_exist() -> None:
    names = {(name, name_of(page)) for page in PAGES for name in _NAME.findall(prose(page))}
    assert [f"{page}: {name}" for name, page in sorted(names) if not _exists(name)] == []


def test_paths_exist() -> None:
    paths = [(name_of(page), path) for page in PAGES for path in _PATH.findall(prose(page))]
    assert [f"{page}: {path}" for page, path in paths if not (ROOT / path).exists()] == []


def _make_targets(page: Path) -> set[str]:
    quoted = re.findall(r"`([^`\n]*)`", prose(page))
    console = [block.text for block in blocks(page) if block.kind == "console"]
    return {name for text in (*quoted, *console) for name in _MAKE.findall(text)}


def test_make_targets_exist() -> None:
    targets = set(_TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    named = {(name_of(page), name) for page in PAGES for name in _make_targets(page)}
    assert sorted((page, name) for page, name in named if name not in targets) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.exists():
            reached.add(page)
            links = [link.partition("#")[0] for link in _LINK.findall(prose(page))]
            waiting += [(page.parent / link).resolve() for link in links if link]
    assert [name_of(page) for page in PAGES if page not in reached] == []


def test_the_walks_lead_through_modules_that_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    walks = text.partition("## An hour in the code")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+) \|", walks, re.MULTILINE)
    modules = [name for cell in cells for name in re.findall(r"`([\w/]+)`", cell)]
    assert len(modules) > 60
    assert [name for name in modules if not (ROOT / f"src/houserules/{name}.py").exists()] == []
