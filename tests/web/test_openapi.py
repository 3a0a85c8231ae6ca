"""The description of the API: complete, and what it says is true of whatever is sent."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from houserules.floor.stored_events import KINDS
from houserules.floor.tables.authority import COMMANDS, ENTERED_BY_DEALER, own_fields
from repetitions import repetitions
from web.server import Member, Server


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    data: dict[str, Any] = server.http().get("/api/openapi.json").json()
    return data


def test_every_command_has_its_schema(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    union = schemas["GivenCommand"]
    assert set(union["discriminator"]["mapping"]) == set(COMMANDS)
    for name, reference in union["discriminator"]["mapping"].items():
        schema = schemas[reference.rpartition("/")[2]]
        entered = {"player"} if COMMANDS[name] in ENTERED_BY_DEALER else set()
        own = own_fields(COMMANDS[name])
        assert set(schema["properties"]) == {"do", "id", *own} | entered, name
        assert schema["additionalProperties"] is False
        assert schema["description"]


def test_every_event_has_its_schema(described: dict[str, Any]) -> None:
    told = described["components"]["schemas"]["StepShown"]["properties"]["event"]
    assert set(told["discriminator"]["mapping"]) == set(KINDS)


def test_every_answer_and_every_error_is_typed(described: dict[str, Any]) -> None:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            for status in ("4XX", "5XX"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                assert schema["$ref"].endswith("/ErrorAnswer"), (method, path)
            good = next(code for code in operation["responses"] if code.startswith("2"))
            content = operation["responses"][good].get("content", {})
            assert good == "204" or all(each["schema"] for each in content.values()), path


ENDS_THE_SESSION = ("/api/sign-out", "/api/password", "/api/second-factor/code", "/api/sign-up")
TAKES_LONG = "/api/odds"
STAYS_OPEN = "/updates"


def test_whatever_is_sent_the_answer_is_as_described(
    server: Server, manager: Member, inspector: Member
) -> None:
    """Let Schemathesis send what fits the description, and what does not."""
    schema = schemathesis.openapi.from_dict(server.app.openapi())
    members = (server.guest(), manager, inspector)
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        left_out = operation.path.startswith((TAKES_LONG, *ENDS_THE_SESSION))
        if not (left_out or operation.path.endswith(STAYS_OPEN)):
            asked += 1
            for member in members if operation.method != "delete" else members[:1]:
                send(operation, member)
    assert asked > 40
    assert not [line for line in server.log.lines if '"failed"' in line]
    assert server.http().get("/api/ready").status_code == 200


def send(operation: Any, member: Member) -> None:
    """Send some requests of one kind, and see that the answers keep to the description."""
    headers = {"X-Houserules": "1"}
    cookies = dict(member.http.cookies)

    @settings(
        max_examples=repetitions(2, 30),
        deadline=None,
        phases=(Phase.generate,),
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        answer = case.call(base_url=member.url, headers=headers, cookies=cookies)
        case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == {"code", "detail", "clause", "where"}

    run()
