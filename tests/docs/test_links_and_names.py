"""What the documentation points to is there: pages, anchors, files, names in code, make targets."""

import importlib
import re
from pathlib import Path

import pytest

from docs.pages import PAGES, ROOT, anchors, blocks, name_of, prose

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_NAME = re.compile(r"`(houserules(?:\.\w+)+)")
_PATH = re.compile(r"`((?:src|tests|docs|tools|bench|\.ci)/[\w./-]*)`")
_MAKE = re.compile(r"\bmake ([a-z0-9]+)")
_TARGET = re.compile(r"^([a-z0-9]+):", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_resolve(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{name_of(page)} links to {link}, which is not there"
        if anchor:
            assert anchor in anchors(file), f"{name_of(page)} links to {link}: no such heading"


def _resolve(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_names_of_the_package_are_there(page: Path) -> None:
    for name in _NAME.findall(prose(page)):
        _resolve(name)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paths_are_there(page: Path) -> None:
    missing = [path for path in _PATH.findall(prose(page)) if not (ROOT / path).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_make_targets_are_there(page: Path) -> None:
    there = set(_TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    quoted = re.findall(r"`([^`\n]*)`", prose(page))
    console = [each.text for each in blocks(page) if each.kind == "console"]
    named = {name for text in (*quoted, *console) for name in _MAKE.findall(text)}
    assert sorted(named - there) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.exists():
            reached.add(page)
            links = [link.partition("#")[0] for link in _LINK.findall(prose(page))]
            waiting += [(page.parent / link).resolve() for link in links if link]
    assert [name_of(page) for page in PAGES if page not in reached] == []
