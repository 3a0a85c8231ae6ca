"""Carded play over HTTP: who may do what, the same id twice, records to download, sealed identities."""

from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from web.server import Member, Server

PHOTO = b64encode(b"\xff\xd8\xff" + bytes(60)).decode()
IDENTITY = {
    "name": "Ann Example",
    "born": "1990-05-31",
    "address": "1 Sample Street",
    "document": "passport",
    "number": "P7654321",
    "photo": PHOTO,
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(carded=True) as running:
        yield running


@pytest.fixture(scope="module")
def owner(server: Server) -> Member:
    return server.the_owner()


@pytest.fixture(scope="module")
def supervisor(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Sue", "casino supervisor")


@pytest.fixture(scope="module")
def ann(server: Server) -> Member:
    return server.player("Ann")


def code(answer: object) -> str:
    return str(answer.json()["error"]["code"])  # type: ignore[attr-defined]


def test_the_same_id_is_carried_out_once_and_bound_to_its_request(
    ann: Member, supervisor: Member
) -> None:
    first = {"do": "read-information", "id": "one"}
    path = "/api/me/carded/commands"
    answers = [ann.http.post(path, json=first) for _ in range(2)]
    assert [each.json()["repeated"] for each in answers] == [False, True]
    other = ann.http.post(path, json={"do": "decline-limits", "id": "one"})
    assert code(other) == "command.id-used"
    case = {"do": "open-card-case", "holder": "Bob", "id": "two"}
    path = "/api/persons/Ann/carded/commands"
    answers = [supervisor.http.post(path, json=case) for _ in range(2)]
    assert [each.json()["repeated"] for each in answers] == [False, True]
    assert code(supervisor.http.post(path, json={**case, "holder": "Cy"})) == "command.id-used"
    cases = supervisor.http.get("/api/persons/Ann/carded").json()["staff"]["cases"]
    assert [each["holder"] for each in cases] == ["Bob"]


def test_players_see_their_own_only_and_nothing_of_what_staff_see(
    server: Server, ann: Member
) -> None:
    assert "staff" not in ann.http.get("/api/me/carded").json()
    for path in ("/api/persons/Ann/carded", "/api/carded/assessments"):
        assert ann.http.get(path).status_code == 403
        assert server.http().get(path).status_code == 401
    for path, sent in (
        ("/api/persons/Ann/identity", IDENTITY),
        ("/api/persons/Ann/identity/read", {"why": "mine"}),
        ("/api/persons/Ann/carded/commands", {"do": "erase-identity", "why": "mine"}),
    ):
        assert ann.http.post(path, json=sent).status_code == 403


@pytest.mark.parametrize("role", ["dealer", "cashier", "Tournament Manager", "Surveillance"])
def test_only_supervisors_managers_and_inspectors_read_an_identity(
    server: Server, owner: Member, supervisor: Member, role: str
) -> None:
    server.player(f"Pat {role[:9]}")
    path = f"/api/persons/Pat {role[:9]}/identity"
    mine = {**IDENTITY, "name": f"Pat {role}", "number": f"7-{role}"}
    assert supervisor.http.post(path, json=mine).status_code == 201
    other = server.staff(owner, f"Other {role[:9]}", role)  # type: ignore[arg-type]
    no = other.http.post(f"{path}/read", json={"why": "curious"})
    assert no.status_code in (403, 409) and "7-" not in no.text
    opened = supervisor.http.post(f"{path}/read", json={"why": "a dispute"})
    assert opened.json() == mine


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"born": "2020-01-01"}, "identity.minor"),
        ({"born": "31/05/1990"}, "identity.bad"),
        ({"name": " "}, "identity.bad"),
        ({"photo": b64encode(b"GIF89a" + bytes(60)).decode()}, "identity.bad"),
        ({"photo": b64encode(b"\xff\xd8\xff" + bytes(40_001)).decode()}, "identity.bad"),
        ({"photo": "no base64"}, "request.invalid"),
    ],
)
def test_an_identity_that_is_not_complete_is_refused(
    server: Server, supervisor: Member, change: dict[str, str], what: str
) -> None:
    answer = supervisor.http.post("/api/persons/Ann/identity", json={**IDENTITY, **change})
    assert code(answer) == what
    assert answer.status_code == (409 if what == "identity.minor" else 422)


def test_a_card_needs_an_identity_and_there_is_one_per_person(
    server: Server, supervisor: Member
) -> None:
    server.player("Dan")
    card = supervisor.http.post("/api/persons/Dan/cards", json={})
    assert (code(card), card.json()["error"]["clause"]) == ("carded.not-verified", "31F(1)")
    path = "/api/persons/Dan/identity"
    assert supervisor.http.post(path, json=IDENTITY).status_code == 201
    assert supervisor.http.post("/api/persons/Dan/cards", json={}).status_code == 201
    assert code(supervisor.http.post("/api/persons/Dan/cards", json={})) == "carded.second-card"


def test_one_person_has_one_account(server: Server, supervisor: Member) -> None:
    for handle in ("Fay", "Gil", "Hal"):
        server.player(handle)
    fay = {**IDENTITY, "name": "Fay  O'Hara", "number": "fh-1"}
    assert supervisor.http.post("/api/persons/Fay/identity", json=fay).status_code == 201
    assert supervisor.http.post("/api/persons/Fay/identity", json=fay).status_code == 201, "again"
    same = {**fay, "name": "Faye Ohara", "number": "FH 1"}
    no = supervisor.http.post("/api/persons/Gil/identity", json=same)
    assert (no.status_code, code(no)) == (409, "identity.taken")
    other = {**fay, "name": "fay o'hara", "number": "FH 2"}
    no = supervisor.http.post("/api/persons/Gil/identity", json=other)
    assert (no.status_code, code(no)) == (409, "identity.namesake")
    sure = {**other, "is_namesake": True}
    assert supervisor.http.post("/api/persons/Gil/identity", json=sure).status_code == 201
    renewed = {**fay, "number": "FH 3"}
    assert supervisor.http.post("/api/persons/Fay/identity", json={**renewed, "is_namesake": True})
    hal = {**IDENTITY, "name": "Hal Hill", "number": "FH 1"}  # a document that nobody has any more
    assert supervisor.http.post("/api/persons/Hal/identity", json=hal).status_code == 201


def test_two_cards_that_are_issued_at_once_are_one(server: Server, supervisor: Member) -> None:
    server.player("Ivy")
    mine = {**IDENTITY, "name": "Ivy Ivens", "number": "I1"}
    assert supervisor.http.post("/api/persons/Ivy/identity", json=mine).status_code == 201
    with ThreadPoolExecutor(4) as pool:
        sent = [
            pool.submit(supervisor.http.post, "/api/persons/Ivy/cards", json={}) for _ in range(4)
        ]
    assert sorted(each.result().status_code for each in sent) == [201, 409, 409, 409]


def test_a_record_is_downloaded_at_once(server: Server, owner: Member, supervisor: Member) -> None:
    eve, cashier = server.player("Eve"), server.staff(owner, "Cass", "cashier")
    assert cashier.http.post("/api/wallets/Eve/buy-in", json={"amount": 1_000_00}).is_success
    over = cashier.http.post("/api/wallets/Eve/buy-in", json={"amount": 1})
    assert (over.status_code, code(over)) == (409, "carded.cash")
    assert cashier.http.post("/api/wallets/Eve/cash-out", json={"amount": 250_00}).is_success
    record = eve.http.get("/api/me/carded/record").json()
    assert [(row["bought"], row["cashed"], row["net"]) for row in record["rows"]] == [
        (1_000_00, 250_00, 0)
    ]
    assert [each["amount"] for each in record["cash"]] == [1_000_00, -250_00]
    table = eve.http.get("/api/me/carded/record?span=week&form=csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert "attachment" in table.headers["content-disposition"]
    assert table.text.splitlines()[1].endswith(",1000.00,250.00,0.00,0.00,0.00,0.00,0,")
    same = supervisor.http.get("/api/persons/Eve/carded/record?span=week&form=csv")
    assert same.text == table.text


def test_guests_have_no_card() -> None:
    with Server(carded=True) as server:
        guest = server.guest()
        no = guest.http.post("/api/me/carded/commands", json={"do": "read-information"})
        assert (no.status_code, code(no)) == (403, "carded.guest")


def test_nothing_is_there_while_carded_play_is_off() -> None:
    with Server() as server:
        ann = server.player("Ann")
        for path in ("/api/me/carded", "/api/me/carded/record"):
            no = ann.http.get(path)
            assert (no.status_code, code(no)) == (404, "carded.off")
        assert ann.http.get("/limits").status_code == 404
        assert "My limits" not in ann.http.get("/", headers={"Accept": "text/html"}).text
