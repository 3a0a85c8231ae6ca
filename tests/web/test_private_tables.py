"""A private practice table over the API: opened with one request, and there for its owner and staff only."""

import pytest
from websockets.exceptions import InvalidStatus

from houserules.rulebook.loader import RULEBOOKS
from web.server import Member, Server

GAME = RULEBOOKS[2]
ADDRESSES = (
    *("/api/tables/{}", "/api/tables/{}/sign", "/api/tables/{}/rounds", "/api/tables/{}/shoes"),
    *("/tables/{}", "/tables/{}/sign", "/history/{}/1", "/shoes/{}"),
)


def opened(member: Member, name: str = GAME) -> str:
    answer = member.http.put(f"/api/me/practice-tables/{name}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["is_private"] and answer.json()["rulebook"] == name
    return str(answer.json()["table"])


def test_a_guest_opens_a_table_and_plays(server: Server) -> None:
    ann = server.guest()
    table = opened(ann)
    assert opened(ann) == table != opened(ann, RULEBOOKS[0])
    with ann.live(table) as live:
        live.hear()
        live.sit(4)
        assert live.state["table"]["clock_ends"] is None
        live.play_round(4)
        assert live.state["table"]["clock_ends"] is None
    rounds = ann.http.get("/api/me/rounds").json()["rounds"]
    assert [each["table"] for each in rounds] == [table]
    assert f"/history/{table}/1" in ann.http.get("/history").text
    assert ann.http.get(f"/history/{table}/1").status_code == 200


def test_nobody_else_sees_it(server: Server, inspector: Member) -> None:
    ann, bob, nobody = server.guest(), server.guest(), server.http()
    table = opened(ann)
    with ann.live(table) as live:
        live.hear()
        live.sit(4)
        live.play_round(4)
    for path in map(str.format, ADDRESSES, [table] * len(ADDRESSES)):
        assert bob.http.get(path).status_code == 404, path
        assert nobody.get(path).status_code == 404, path
        assert inspector.http.get(path).status_code == 200, path
    sits = {"do": "take-seat", "seat": 1, "amount": 100_00}
    no = bob.http.post(f"/api/tables/{table}/commands", json=sits)
    assert no.status_code == 404 and no.json()["error"]["code"] == "table.unknown"
    with pytest.raises(InvalidStatus) as refused, bob.live(table):
        pass
    assert refused.value.response.status_code == 404
    for path in ("/api/tables", "/", "/pit/now"):
        assert table not in inspector.http.get(path).text
    found = inspector.http.get("/inspection/found", params={"person": ann.handle}).json()
    assert [each["table"] for each in found["rounds"]] == [table]


def test_staff_and_strangers_open_none(server: Server, inspector: Member) -> None:
    address = f"/api/me/practice-tables/{GAME}"
    assert server.http().put(address).status_code == 401
    no = inspector.http.put(address)
    assert no.status_code == 403 and no.json()["error"]["code"] == "role.may-not"
    unknown = server.guest().http.put("/api/me/practice-tables/whist")
    assert unknown.status_code == 404 and GAME in unknown.json()["error"]["detail"]
