"""Write the types of the API's messages for the pages' JavaScript.

python -m tools.message_types           write src/houserules/web/static/js/messages.d.ts
python -m tools.message_types --check   exit 1 if the file is not up to date

Everything comes from the OpenAPI document, which in turn comes from the dataclasses of commands and
events. The WebSocket has no place in OpenAPI; its few messages are written out in LIVE below.
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any, Final

from tools.api_reference import description
from tools.clause_table import write_or_check

FILE: Final = Path("src/houserules/web/static/js/messages.d.ts")
NOTICE: Final = (
    "/** Types of the API's messages, written by `python -m tools.message_types`. Do not edit. */"
)
_PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "object": "object",
}
_NEEDS_PARENTHESES: Final = re.compile(r"[|&]")

LIVE: Final = """\
/** An event as a person is told it; `name` says which. */
export type TableEvent = StepShown["event"];
export type EventName = TableEvent["name"];
export type EventOf<Name extends EventName> = Extract<TableEvent, { name: Name }>;

/** What the server says over a table's WebSocket (houserules.v1). */
type TableState = Pick<TableAnswer, "position" | "now" | "table" | "mine">;
export type LiveMessage =
  | ({ type: "snapshot" } & TableState)
  | ({ type: "update"; from: number; events: TableEvent[] } & TableState)
  | { type: "accepted"; id: string; position: number; repeated: boolean }
  | { type: "refused"; id: string; code: string; detail: string; clause: string | null }
  | { type: "error"; id: string | null; code: string; detail: string }
  | { type: "pong" };

/** The answer to a request, from its method and path: AnswerTo<"GET", `/api/tables/${string}`>. */
export type AnswerTo<Method extends keyof Answers, Path extends string> =
  Path extends `${infer Bare}?${string}` ? AnswerTo<Method, Bare>
  : Method extends unknown ? MatchingAnswer<Answers[Method], Segments<Path>>
  : never;
type MatchingAnswer<ByPath, Parts> = {
  [Known in keyof ByPath]: Parts extends Pattern<Known> ? ByPath[Known] : never;
}[keyof ByPath];
type Segments<Path> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path];
type Pattern<Path> = Path extends `${infer First}/${infer Rest}` ? [Segment<First>, ...Pattern<Rest>] : [Segment<Path>];
type Segment<Text> = Text extends `{${string}}` ? string : Text;
"""


def type_name(schema: str) -> str:
    """Return the name of a schema as TypeScript can have it."""
    return re.sub(r"\W", "", schema)


def type_of(schema: dict[str, Any]) -> str:
    """Return a schema as a TypeScript type."""
    if "$ref" in schema:
        return type_name(schema["$ref"].rpartition("/")[2])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(each) for each in schema[several]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if schema.get("type") == "array":
        return _array(schema)
    if "properties" in schema:
        return _object(schema)
    if schema.get("additionalProperties"):
        values = schema["additionalProperties"]
        return f"Record<string, {'unknown' if values is True else type_of(values)}>"
    return _PLAIN[schema["type"]] if "type" in schema else "unknown"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    items = type_of(schema.get("items", {}))
    return f"({items})[]" if _NEEDS_PARENTHESES.search(items) else f"{items}[]"


def _object(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    fields = [
        f"{name}{'' if name in required else '?'}: {type_of(each)}"
        for name, each in schema["properties"].items()
    ]
    return f"{{ {'; '.join(fields)} }}"


def answers(paths: dict[str, Any]) -> str:
    """Write what each path answers with, by method."""
    by_method: dict[str, list[str]] = {}
    for path, methods in paths.items():
        for method, operation in methods.items():
            by_method.setdefault(method.upper(), []).append(
                f"    {json.dumps(path)}: {_answer(operation['responses'])};"
            )
    methods_text = "\n".join(
        "\n".join([f"  {method}: {{", *lines, "  };"]) for method, lines in by_method.items()
    )
    return f"/** What each path answers with. */\nexport interface Answers {{\n{methods_text}\n}}"


def _answer(responses: dict[str, Any]) -> str:
    content = next(each for status, each in responses.items() if status.startswith("2"))
    json_content = content.get("content", {}).get("application/json")
    if json_content is not None:
        return type_of(json_content["schema"])
    return "string" if content.get("content") else "null"


def text() -> str:
    """Return the whole file."""
    api = description()
    types = (
        f"export type {type_name(name)} = {type_of(schema)};"
        for name, schema in api["components"]["schemas"].items()
    )
    return "\n\n".join((NOTICE, LIVE.strip(), answers(api["paths"]), "\n".join(types))) + "\n"


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if it differs")
    check = parser.parse_args().check
    return write_or_check({FILE: text()}, check=check, again="python -m tools.message_types")


if __name__ == "__main__":
    raise SystemExit(main())
