"""What programs that call the server rely on: commands, addresses, schemas, codes."""

import json
import re
from typing import Any

from promises import entry
from promises.command_line import REFERENCE
from promises.snapshots import as_text


def commands() -> Any:
    """Commands to a table with the fields that the caller fills in."""
    schemas = {
        schema["properties"]["do"]["const"]: schema
        for schema in _openapi()["components"]["schemas"].values()
        if "const" in schema.get("properties", {}).get("do", {})
    }
    return {
        name: {
            "fields": {
                field: _type(schemas[name]["properties"][field])
                for field in entry.command_fields(kind)
            },
            "required": as_text(sorted(schemas[name]["required"])),
        }
        for name, kind in entry.commands().items()
    }


def _openapi() -> dict[str, Any]:
    described: dict[str, Any] = entry.web_app().openapi()
    return described


def paths() -> Any:
    """Addresses with their methods, operation ids, parameters, bodies and answers."""
    return {
        f"{method.upper()} {path}": {
            "operation_id": operation["operationId"],
            "parameters": {
                f"{each['name']} in {each['in']}": _type(each["schema"])
                for each in operation.get("parameters", ())
            },
            "required": as_text(
                sorted(each["name"] for each in operation.get("parameters", ()) if each["required"])
            ),
            "body": _content(operation.get("requestBody", {})),
            "answers": {
                status: _content(answer)
                for status, answer in operation["responses"].items()
                if status.startswith("2")
            },
        }
        for path, methods in _openapi()["paths"].items()
        for method, operation in methods.items()
    }


def _content(described: dict[str, Any]) -> dict[str, Any]:
    content = described.get("content", {})
    return {media: _type(each.get("schema", {})) for media, each in content.items()}


def schemas() -> Any:
    """Schemas of the API with their properties; what a request needs must not grow."""
    described = _openapi()
    every = described["components"]["schemas"]
    sent = _sent(described)
    return {
        name: {
            **({} if _type(schema) == "object" else {"(type)": _type(schema)}),
            **{key: _type(each) for key, each in schema.get("properties", {}).items()},
            **({"(required)": as_text(sorted(schema.get("required", ())))} if name in sent else {}),
        }
        for name, schema in every.items()
    }


def _sent(described: dict[str, Any]) -> set[str]:
    """Return the names of the schemas that stand in a request, however deep."""
    schemas = described["components"]["schemas"]
    bodies = [
        operation.get("requestBody", {})
        for methods in described["paths"].values()
        for operation in methods.values()
    ]
    found: set[str] = set()
    todo = list(_references(bodies))
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _references(schemas[name])
    return found


def _references(described: Any) -> list[str]:
    return re.findall(r"#/components/schemas/([\w-]+)", json.dumps(described))


def _type(schema: dict[str, Any]) -> Any:
    """Return what a schema takes, in short; several possibilities may become more."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return sorted(_one_text(each) for each in schema[several])
    if "enum" in schema:
        return sorted(map(str, schema["enum"]))
    if "const" in schema:
        return f"= {schema['const']}"
    if schema.get("type") == "array":
        items = schema.get("items", schema.get("prefixItems", {}))
        inner = items if isinstance(items, list) else [items]
        return f"array of {as_text(map(_one_text, inner))}"
    return schema.get("type", "anything")


def _one_text(schema: dict[str, Any]) -> str:
    found = _type(schema)
    return " | ".join(found) if isinstance(found, list) else str(found)


def codes() -> Any:
    """Codes of refusals and errors, as the reference lists them."""
    row = re.compile(r"^\| `([a-z-]+\.[a-z-]+)` \|", re.MULTILINE)
    return {
        page: sorted(set(row.findall((REFERENCE / page).read_text("utf-8"))))
        for page in ("refusals.md", "api.md")
    }
