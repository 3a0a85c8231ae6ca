"""The pages' JavaScript and style sheets: types from the API, nothing that nothing uses."""

import re
from pathlib import Path

from tools import message_types
from tools.clause_table import ROOT

WEB = ROOT / "src/houserules/web"
STYLES = sorted((WEB / "static/css").glob("*.css"))
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\((?!from\b)")
SPACE = re.compile(r"\s*(?:margin|padding|gap|row-gap|column-gap)[a-z-]*:")
MADE_UP = re.compile(r"([\w-]+-)(?:\$\{|\{\{)")
"""A class whose end is known only at run time: `chip-${value}`."""


def test_the_types_of_messages_are_those_of_the_api() -> None:
    written = message_types.FILE.read_text("utf-8")
    assert written == message_types.text(), "run `python -m tools.message_types`"


def test_colours_are_named() -> None:
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in STYLES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if COLOUR.search(line) and not re.match(r"\s*--[\w-]+:", line)
    ]
    assert not found, "give these colours a name in tokens.css:\n" + "\n".join(found)


def test_spaces_are_named() -> None:
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in STYLES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if SPACE.match(line) and any(int(size) > 3 for size in re.findall(r"(\d+)px", line))
    ]
    assert not found, "use a --space-… of tokens.css:\n" + "\n".join(found)


def test_every_rule_is_in_a_layer() -> None:
    for path in STYLES:
        bare = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        begins = re.findall(r"^[^\s}].*", bare, re.MULTILINE)
        assert path.name == "tokens.css" or all(line.startswith("@layer ") for line in begins), path


def test_every_class_of_a_style_sheet_is_used() -> None:
    sources = [WEB / "templates", WEB / "static/js", WEB / "pages"]
    text = "\n".join(_strings(path) for folder in sources for path in sorted(folder.rglob("*")))
    words = set(re.findall(r"[\w-]+", text))
    prefixes = tuple(set(MADE_UP.findall(text)))
    unused = [
        f"{path.name}: .{name}"
        for path in STYLES
        for name in sorted(_classes(path))
        if name not in words and not name.startswith(prefixes)
    ]
    assert not unused, "nothing uses these classes:\n" + "\n".join(unused)


def _strings(path: Path) -> str:
    """Return everything in a source that may name a class: what stands in quotes, and a page's own."""
    if path.suffix not in (".html", ".js", ".py"):
        return ""
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    quoted = re.findall(r'"[^"\n]*"|\'[^\'\n]*\'|`[^`]*`', text)
    return "\n".join([*quoted, *re.findall(r"block \w+_class %\}(.*?)\{% endblock", text)])


def _classes(path: Path) -> set[str]:
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", text)
    return {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
