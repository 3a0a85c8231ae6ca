"""Write docs/reference/api.md: every address, every command and every code of the API.

python -m tools.api_reference           write the page
python -m tools.api_reference --check   exit 1 if it is not up to date
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from houserules.floor.tables.authority import COMMANDS, own_fields
from houserules.web.app import create_app
from houserules.web.errors import CODES
from houserules.web.schemas import COMMAND_SCHEMAS
from tools.clause_table import write_or_check

PAGE: Final = Path("docs/reference/api.md")
INTRODUCTION: Final = Path(__file__).with_name("api_reference.md")
NOTICE: Final = (
    "<!-- written by `python -m tools.api_reference`; change the source, not this page -->"
)


def description() -> dict[str, Any]:
    """Return the API as OpenAPI has it; no floor is asked for that."""
    nowhere: Any = SimpleNamespace(store=None, tables={})
    described: dict[str, Any] = create_app(nowhere).openapi()
    return described


def addresses() -> Iterator[str]:
    """Write every address under its subject."""
    groups: dict[str, list[str]] = {}
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            asks = ", ".join(_parameters(operation)) or "–"
            row = f"| `{method.upper()} {path}` | {operation['description']} | {asks} |"
            groups.setdefault(operation["tags"][0], []).append(row)
    for name, rows in groups.items():
        yield f"### {name.capitalize()}"
        yield "\n".join(["| address | what | parameters and body |\n|---|---|---|", *rows])


def _parameters(operation: dict[str, Any]) -> Iterator[str]:
    for each in operation.get("parameters", ()):
        if each["in"] == "query":
            yield f"`{each['name']}`" if each.get("required") else f"`{each['name']}`?"
    body = operation.get("requestBody")
    if body is not None:
        schema = body["content"]["application/json"]["schema"]
        reference = schema.get("$ref") or schema["anyOf"][0]["$ref"]
        yield reference.rpartition("/")[2] + ("" if body.get("required") else "?")


def commands() -> str:
    """Write every command with its own fields."""
    rows = []
    for name, kind in COMMANDS.items():
        properties = COMMAND_SCHEMAS[name].model_json_schema()
        needed = properties.get("required", ())
        fields = [f"`{each}`" + ("" if each in needed else "?") for each in own_fields(kind)]
        says = properties["description"]
        rows.append(f"| `{name}` | {says} | {', '.join(fields) or '–'} |")
    return "\n".join(["| `do` | what | fields |\n|---|---|---|", *sorted(rows)])


def codes() -> str:
    """Write every code of the web itself."""
    rows = [f"| `{code}` | {says} |" for code, says in sorted(CODES.items())]
    return "\n".join(["| code | when |\n|---|---|", *rows])


def page() -> str:
    """Put the page together."""
    parts = {
        "{notice}": NOTICE,
        "{addresses}": "\n\n".join(addresses()),
        "{commands}": commands(),
        "{codes}": codes(),
    }
    text = INTRODUCTION.read_text("utf-8")
    for place, part in parts.items():
        text = text.replace(place, part)
    return text


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it differs")
    check = parser.parse_args().check
    return write_or_check({PAGE: page()}, check=check, again="python -m tools.api_reference")


if __name__ == "__main__":
    raise SystemExit(main())
