"""Write docs/reference: refusals and events as the source has them, options as the rulebooks do.

python -m tools.reference           write the pages
python -m tools.reference --check   exit 1 and name the page if one is not up to date
"""

import argparse
import ast
import fnmatch
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from houserules.floor.denial import CODES, PEOPLE_CODES
from houserules.promotion.judge import promotion_powers
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options, values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PART_OF, write_value
from houserules.rulebook.values import NotOffered, Value
from houserules.table.powers_table import Power, powers_table
from houserules.tournament.judge import tournament_powers
from tools.clause_table import ROOT, write_or_check
from tools.refusal_codes import Source, find_refusals

FOLDER: Final = Path("docs/reference")
TABLE: Final = ROOT / "src/houserules/table"
SHOE: Final = ROOT / "src/houserules/shoe"
TOURNAMENT: Final = ROOT / "src/houserules/tournament"
PROMOTION: Final = ROOT / "src/houserules/promotion"
NOTICE: Final = "<!-- written by `python -m tools.reference`; change the source, not this page -->"
SENTENCES: Final = tomllib.loads((ROOT / "tools/sentences.toml").read_text("utf-8"))


def clause_of(rules: Rulebook, source: Source) -> str | None:
    """Return the clause behind a key, or behind a part's absence; None where there is none."""
    kind, name = source
    part = getattr(rules, PART_OF[name] if kind == "key" else name)
    if isinstance(part, NotOffered):
        return str(part.clause) if kind == "absent part" else None
    if kind == "absent part":
        return None
    entry = getattr(part, name)
    return str(entry.clause if isinstance(entry, Value) else entry)


def has(rules: Rulebook, said: dict[str, Any]) -> bool:
    """Whether the rulebook has the part that a refusal is about, and has or allows its value."""
    there = dict(values(rules))
    return not isinstance(getattr(rules, said.get("part", "play")), NotOffered) and all(
        key in there and value in (there[key].value, *there[key].alternatives)
        for key, value in said.get("only", {}).items()
    )


def refusals() -> dict[str, dict[str, list[str]]]:
    """Return for every refusal code and rulebook the clauses that it may cite."""
    said = SENTENCES["refusals"]
    sources: dict[str, set[Source]] = defaultdict(set)
    folders = (SHOE, TABLE, TOURNAMENT, PROMOTION)
    for found in (found for folder in folders for found in find_refusals(folder)):
        if found.code not in said:
            raise SystemExit(f"{found.file}: tools/sentences.toml says nothing of {found.code}")
        sources[found.code] |= found.cited
        sources[found.code] |= set(_handed_on(said[found.code]))
    for code in sorted(said.keys() - sources.keys()):
        raise SystemExit(f"tools/sentences.toml: no refusal has the code {code}")
    return {
        code: {name: _clauses(rulebook(name), said[code], sources[code]) for name in RULEBOOKS}
        for code in sorted(sources)
    }


def _handed_on(said: dict[str, Any]) -> Iterator[Source]:
    """Yield the keys that `cites` names; `may_*` names every power."""
    for pattern in said.get("cites", ()):
        keys = fnmatch.filter(PART_OF, pattern)
        if not keys:
            raise SystemExit(f"tools/sentences.toml: no rulebook has a key {pattern}")
        yield from (("key", key) for key in keys)


def _clauses(rules: Rulebook, said: dict[str, Any], sources: set[Source]) -> list[str]:
    if not has(rules, said):
        return []
    never = said.get("never", {}).get(rules.id, ())
    found = {clause_of(rules, source) for source in sources if source[1] not in never}
    return sorted((clause for clause in found if clause is not None), key=_in_order)


def _in_order(clause: str) -> list[tuple[int, str]]:
    """Sort 9.3 before 13.3."""
    return [(int(digits or 0), rest) for digits, rest in re.findall(r"(\d*)(\D*)", clause)]


def refusals_page() -> str:
    """Write the page of refusals."""
    lines = [
        "# Refusals",
        NOTICE,
        "A refusal is `Refusal(code, clause, detail)`: a stable code, the clause of the rulebook in "
        "force, and a sentence for the person who asked. Below are all codes, and for each rulebook "
        "the clauses that it may cite; – where the rulebook gives no cause for it.",
    ]
    head = f"| code | when | {' | '.join(RULEBOOKS)} |\n|---|---|{'---|' * len(RULEBOOKS)}"
    rows = []
    for code, cited in refusals().items():
        cells = [", ".join(cited[name]) or "–" for name in RULEBOOKS]
        says = SENTENCES["refusals"][code]["says"]
        rows.append(f"| `{code}` | {says} | {' | '.join(cells)} |")
    return "\n\n".join([*lines, "\n".join([head, *rows]), *_denied()]) + "\n"


def _denied() -> Iterator[str]:
    """Write what the floor itself refuses, where no rulebook says it."""
    yield "## Of the floor and at the door"
    yield "These have a code and a detail, and no clause: no rulebook is asked."
    codes = sorted({**PEOPLE_CODES, **CODES}.items())
    yield "\n".join(
        ["| code | when |\n|---|---|", *(f"| `{code}` | {says} |" for code, says in codes)]
    )


_WHOLE_SUBJECTS: Final = (TABLE / "face_down.py", TABLE / "tokens.py")
"""Subjects of one module, with their events in it."""


def _events() -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield stored name and class of each event: of the round, around it, of tournaments, promotions."""
    files = (
        *(TABLE / "events.py", *sorted(TABLE.glob("*/*events*.py")), *_WHOLE_SUBJECTS),
        *(TOURNAMENT / "events.py", *sorted(TOURNAMENT.glob("*/events.py"))),
        PROMOTION / "events.py",
        ROOT / "src/houserules/carded/events.py",
    )
    for file in files:
        for node in ast.parse(file.read_text("utf-8")).body:
            for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else ():
                if isinstance(node, ast.ClassDef) and ast.unparse(decorator).startswith("event("):
                    yield ast.literal_eval(ast.unparse(decorator)[5:]), node


def events_page() -> str:
    """Write the page of events."""
    lines = [
        "# Events",
        NOTICE,
        "What has happened at a table: in `houserules.table.events` those of the round, in the packages "
        "below it those around the round; in a tournament (`houserules.tournament.events`, "
        "`money.events`, `play.events`); and in a promotion (`houserules.promotion.events`) "
        "and carded play (`houserules.carded.events`). The name in the heading is the "
        "stored one, and a promise: it does not change. `Cents` are whole cents; a `Clause` is a "
        "number as the rulebook's own document prints it; boxes and hands count from 1.",
    ]
    for name, event in _events():
        fields = {
            ast.unparse(node.target): node for node in event.body if isinstance(node, ast.AnnAssign)
        }
        rows = [f"| `{key}` | `{_type(node)}` |" for key, node in fields.items()]
        table = ["\n".join(["| field | type |", "|---|---|", *rows])] if rows else []
        doc = (ast.get_docstring(event) or "").partition("\n")[0]
        lines += [f"## {name}", f"`{event.name}`. {doc}", *table]
    return "\n\n".join(lines) + "\n"


def _type(node: ast.AnnAssign) -> str:
    return ast.unparse(node.annotation).replace("|", "\\|")


def powers_page() -> str:
    """Write the page of powers: every command, and who may give it under which clause."""
    lines = [
        "# Powers",
        NOTICE,
        "Every command that a table takes, and who may give it under each rulebook, with the clause. "
        "`houserules powers RULEBOOK` shows one rulebook. A role that may not is refused and told who "
        "may; `nobody`: the document does not provide for it.",
    ]
    lines.append(_powers([powers_table(rulebook(name)) for name in RULEBOOKS]))
    lines += [
        "## Of a tournament",
        "Every command that a tournament takes. A player may give a command only for themselves.",
        _powers([tournament_powers(rulebook(name)) for name in RULEBOOKS]),
        "## Of a promotion",
        "Every command that a promotion takes. A player may give a command only for themselves. "
        "Where the scrutineer adds chance to a draw, only they give that command.",
        _powers([promotion_powers(rulebook(name)) for name in RULEBOOKS]),
    ]
    return "\n\n".join(lines) + "\n"


def _powers(tables: list[tuple[Power, ...]]) -> str:
    head = f"| command | what | {' | '.join(RULEBOOKS)} |\n|---|---|{'---|' * len(RULEBOOKS)}"
    rows = [
        f"| `{row.command}` | {row.what} | {' | '.join(_who(table[place]) for table in tables)} |"
        for place, row in enumerate(tables[0])
    ]
    return "\n".join([head, *rows])


def _who(power: Power) -> str:
    return f"{', '.join(power.roles) or 'nobody'} ({power.clause})"


def options_page() -> str:
    """Write the page of options."""
    lines = [
        "# Options",
        NOTICE,
        "What the operator of a table may choose, rulebook by rulebook: in the `[table]` section of a "
        "[round record](round-record.md), or in Python with "
        "`houserules.rulebook.options.choose(rules, {name: value})`. Values are written as in TOML.",
    ]
    for name in RULEBOOKS:
        rows = [_option(key, value) for key, value in options(rulebook(name)).items()]
        head = [
            "| option | what it is | default | may be | clause | readings |",
            "|---|---|---|---|---|---|",
        ]
        lines += [f"## {name}", "\n".join([*head, *rows])]
    return "\n\n".join(lines) + "\n"


def _option(key: str, value: Value[Any]) -> str:
    says = SENTENCES["options"].get(key)
    if says is None:
        raise SystemExit(f"option {key} has no sentence in tools/sentences.toml")
    default = _toml(key, value.value)
    if value.choice == "amount":
        default, may_be = default if value.value is not None else "the smallest chip", "an amount"
    elif value.choice == "amount or not offered":
        may_be = 'an amount, or `"not offered"`'
    else:
        every = sorted({value.value, *value.alternatives}, key=str)
        may_be = ", ".join(_toml(key, each) for each in every)
    readings = ", ".join(map(str, value.readings))
    return f"| `{key}` | {says} | {default} | {may_be} | {value.clause} | {readings} |"


def _toml(key: str, value: object) -> str:
    return f"`{json.dumps(write_value(key, value))}`"


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a page differs"
    )
    pages = {
        FOLDER / "refusals.md": refusals_page(),
        FOLDER / "events.md": events_page(),
        FOLDER / "options.md": options_page(),
        FOLDER / "powers.md": powers_page(),
    }
    check = parser.parse_args().check
    return write_or_check(pages, check=check, again="python -m tools.reference")


if __name__ == "__main__":
    raise SystemExit(main())
