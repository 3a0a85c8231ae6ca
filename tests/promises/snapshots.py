"""Promises kept as readable files: what stands in a snapshot must still be there and be the same.

Adding is allowed, changing and removing is not: objects may gain keys and lists may gain entries, but a
text, number or truth value stays what it was. `python -m tools.promises` adds what is new.
"""

import json
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "snapshots"
_WIDTH = 110


def stored(name: str) -> Any:
    """Read a snapshot; nothing is promised yet if there is none."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def broken(promised: Any, today: Any, where: str = "") -> Iterator[str]:
    """List every promise that does not hold today."""
    match promised, today:
        case dict(), dict():
            for key, value in promised.items():
                place = f"{where} > {key}" if where else key
                if key in today:
                    yield from broken(value, today[key], place)
                else:
                    yield f"{place}: gone"
        case list(), list():
            yield from (f"{where}: {each!r} is gone" for each in promised if each not in today)
        case _ if promised != today or type(promised) is not type(today):
            yield f"{where}: {promised!r} was promised, today it is {today!r}"


def added(promised: Any, today: Any, where: str = "") -> Iterator[str]:
    """List what no snapshot promises yet."""
    match promised, today:
        case dict(), dict():
            for key, value in today.items():
                place = f"{where} > {key}" if where else key
                if key in promised:
                    yield from added(promised[key], value, place)
                else:
                    yield place
        case list(), list():
            yield from (f"{where}: {each!r}" for each in today if each not in promised)


def as_text(names: Iterable[object]) -> str:
    """Return names as one text: what must stay exactly as it is, without additions."""
    return ", ".join(map(str, names))


def written(value: Any, indent: int = 0) -> str:
    """Write JSON sorted, with everything that fits on one line on one line."""
    line = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if len(line) + indent <= _WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, list):
        words = ", ".join(written(each).replace(" ", "\0") for each in value)
        filled = textwrap.wrap(
            words, _WIDTH - indent, break_long_words=False, break_on_hyphens=False
        )
        return f"[\n{inner}" + f"\n{inner}".join(filled).replace("\0", " ") + f"\n{' ' * indent}]"
    parts = [f"{json.dumps(k)}: {written(v, indent + 1)}" for k, v in sorted(value.items())]
    return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}}}"
