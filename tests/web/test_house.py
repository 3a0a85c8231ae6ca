"""The house over HTTP: money, people, tables, registers, rulebooks."""

from typing import Any

import pytest

from houserules.rulebook.loader import RULEBOOKS
from web.server import PASSWORD, Member, Server


def test_chips_for_cash_and_back(server: Server, cashier: Member) -> None:
    ann = server.player("Ann")
    sold = cashier.http.post("/api/wallets/ann/buy-in", json={"amount": 500_00, "id": "b1"})
    assert sold.json() == {"practice": 0, "chips": 500_00, "repeated": False}
    again = cashier.http.post("/api/wallets/ann/buy-in", json={"amount": 500_00, "id": "b1"})
    assert again.json() == {**sold.json(), "repeated": True}
    back = cashier.http.post("/api/wallets/Ann/cash-out", json={"amount": 120_00})
    assert back.json()["chips"] == 380_00
    wallet = ann.http.get("/api/me/wallet").json()
    assert [each["amount"] for each in wallet["transfers"]] == [-120_00, 500_00]
    assert {each["by"] for each in wallet["transfers"]} == {"Cass"}
    assert wallet["debts"] == []
    older = ann.http.get(
        "/api/me/wallet", params={"before": wallet["transfers"][0]["position"], "limit": 1}
    )
    assert [each["amount"] for each in older.json()["transfers"]] == [500_00]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/wallets/Cass/buy-in", {"amount": 1}, 403, "role.may-not"),
        ("/api/wallets/CASS/buy-in", {"amount": 1}, 403, "role.may-not"),
        ("/api/wallets/Nobody here/buy-in", {"amount": 1}, 404, "person.unknown"),
        ("/api/wallets/Ada/cash-out", {"amount": 1}, 409, "wallet.short"),
        ("/api/wallets/Ada/buy-in", {"amount": 0}, 422, "request.invalid"),
        ("/api/wallets/Ada/buy-in", {"amount": 1.5}, 422, "request.invalid"),
        ("/api/wallets/Ada/buy-in", {"amount": 10**15}, 422, "money.amount"),
    ],
)
def test_what_the_cashier_does_not_do(  # noqa: PLR0917
    server: Server, cashier: Member, path: str, body: Any, status: int, code: str
) -> None:
    server.http().post("/api/sign-up", json={"handle": "Ada", "password": "long enough words"})
    answer = cashier.http.post(path, json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_guests_get_no_chips(server: Server, cashier: Member) -> None:
    guest = server.guest()
    answer = cashier.http.post(f"/api/wallets/{guest.handle}/buy-in", json={"amount": 100})
    assert answer.json()["error"]["code"] == "guest.may-not"


def test_a_manager_sets_up_a_table_and_others_do_not(server: Server, manager: Member) -> None:
    sent = {
        "table": "big",
        "title": "The big one",
        "rulebook": "nz-pontoon",
        "options": {"decks": 6, "minimum": "50"},
        "kind": "live",
        "dealt_by": "dealer with real shoe",
    }
    made = manager.http.post("/api/tables", json=sent)
    assert made.status_code == 201, made.text
    assert (made.json()["minimum"], made.json()["options"]["decks"]) == (50_00, 6)
    again = manager.http.post("/api/tables", json=sent)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "table.exists")
    wrong = manager.http.post(
        "/api/tables", json={**sent, "table": "bad", "options": {"decks": 99}}
    )
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "table.setting")
    listed = server.http().get("/api/tables").json()["tables"]
    assert "big" in [each["table"] for each in listed]
    assert "bad" not in [each["table"] for each in listed]


@pytest.mark.clause("nsw-pinkjack-2016", "3.4")
@pytest.mark.clause("nsw-pontoon-2024", "4.4")
def test_pre_shuffled_cards_are_brought_to_a_new_table(server: Server, manager: Member) -> None:
    sent = {
        "table": "ready",
        "title": "Ready",
        "rulebook": "nsw-pinkjack-2016",
        "kind": "live",
        "dealt_by": "dealer with real shoe",
        "pre_shuffled": "Angel",
    }
    made = manager.http.post("/api/tables", json=sent)
    assert made.status_code == 201, made.text
    for wrong in ({"dealt_by": "automatic dealer"}, {"rulebook": "nz-pontoon"}):
        no = manager.http.post("/api/tables", json={**sent, "table": "no", **wrong})
        assert (no.status_code, no.json()["error"]["code"]) == (422, "table.setting")
    unknown = manager.http.post("/api/tables", json={**sent, "pre_shuffled": "somebody"})
    assert unknown.status_code == 422
    page = manager.http.get("/office")
    assert 'name="pre_shuffled"' in page.text


def test_player_cards_and_roles(server: Server, owner: Member, manager: Member) -> None:
    server.player("Carl")
    card = manager.http.post("/api/persons/Carl/cards", json={"number": "4711X"})
    assert [each["number"] for each in card.json()["cards"]] == ["4711X"]
    gone = manager.http.post("/api/persons/Carl/cards/4711X/withdraw", json={"why": "lost"})
    assert gone.json()["cards"] == []
    refused = manager.http.put("/api/persons/Carl/role", json={"role": "dealer", "licence": "1"})
    assert refused.json()["error"]["code"] == "role.may-not"
    given = owner.http.put("/api/persons/Carl/role", json={"role": "dealer", "licence": "1"})
    assert given.json()["role"] == "dealer"
    taken = owner.http.post("/api/persons/Carl/role/take-away", json={"why": "he left"})
    assert taken.json()["role"] == "player"
    found = manager.http.get("/api/persons", params={"search": "car"}).json()["persons"]
    assert [each["handle"] for each in found] == ["Carl"]


def test_lost_access_is_given_back_once(server: Server, owner: Member) -> None:
    server.player("Lost")
    given = owner.http.post(
        "/api/persons/Lost/reset-access", json={"why": "lost phone", "password": PASSWORD}
    ).json()
    sent = {"handle": "Lost", "password": given["password"]}
    assert server.http().post("/api/sign-in", json=sent).json()["pending"] == "password"


def test_registers_say_who_when_and_what(
    server: Server, owner: Member, inspector: Member, manager: Member
) -> None:
    with manager.live("t2") as live:
        live.hear()
        live.done("give-notice", to="inspector", about="a test", player=None)
        live.done("fill-float", amount=100_00)
    notices = inspector.http.get("/api/registers/notices").json()
    entry = notices["entries"][0]
    assert (entry["table"], entry["by"], entry["event"]["about"]) == ("t2", "Max", "a test")
    assert entry["at"] > 0
    other = inspector.http.get("/api/registers/notices?table=t1").json()
    assert other["entries"] == []
    staff = inspector.http.get("/api/registers/staff").json()
    assert "float.moved" in [each["event"]["name"] for each in staff["entries"]]
    dealer = server.staff(owner, "Dora", "dealer")
    answer = dealer.http.get("/api/registers/notices")
    assert answer.json()["error"]["code"] == "role.may-not"


def test_what_is_owed_is_listed_until_it_is_done(server: Server, inspector: Member) -> None:
    with server.guest().live("t1") as live:
        live.hear()
        live.sit()
        refused = live.do("raise-dispute", about="my wager")
        assert (refused["code"], refused["clause"]) == ("dispute.no-wager", "20.13")
        live.done("place-wager", box=1, amount=25_00, seated=True)
        live.done("raise-dispute", about="my wager")
    disputes = inspector.http.get("/api/registers/disputes").json()
    assert [(each["table"], each["about"]) for each in disputes["to_do"]] == [("t1", "my wager")]


def test_a_register_is_read_page_by_page(server: Server, inspector: Member) -> None:
    with server.guest().live("t1") as live:
        live.hear()
        live.sit(2)
        live.done("place-wager", box=2, amount=25_00, seated=True)
        for n in range(3):
            live.done("raise-dispute", about=f"matter {n}")
        assert live.do("raise-dispute", about="matter 4")["code"] == "dispute.too-many"
        assert live.do("raise-dispute", about="x" * 501)["code"] == "dispute.long"
    whole = inspector.http.get("/api/registers/disputes").json()
    assert whole["next"] is None and whole["to_do_count"] == len(whole["to_do"]) >= 3
    pages, cursor = [], ""
    while True:
        page = inspector.http.get(f"/api/registers/disputes?limit=2{cursor}").json()
        pages.append(page)
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert [each for page in pages for each in page["entries"]] == whole["entries"]
    assert len(pages) > 1 and len(pages[0]["to_do"]) == 2
    rest = inspector.http.get("/api/registers/disputes?limit=500&to_do_from=2").json()["to_do"]
    assert pages[0]["to_do"] + rest == whole["to_do"]
    assert inspector.http.get("/api/registers/disputes?cursor=x").status_code == 422


@pytest.mark.parametrize("name", RULEBOOKS)
def test_rulebooks_are_read_over_the_api(server: Server, name: str) -> None:
    http = server.http()
    whole = http.get(f"/api/rulebooks/{name}").json()
    clauses = [clause for section in whole["sections"] for clause in section["clauses"]]
    listed = http.get(f"/api/rulebooks/{name}/clauses").json()["clauses"]
    assert listed == clauses
    enforced = http.get(f"/api/rulebooks/{name}/clauses?kind=enforced&search=wager").json()
    assert {clause["kind"] for clause in enforced["clauses"]} == {"enforced"}
    some = next(clause for clause in clauses if clause["readings"])
    found = http.get(f"/api/rulebooks/{name}/clauses/{some['number']}").json()
    assert some["number"] in [each["clause"]["number"] for each in found["found"]]
    assert found["readings"]
    assert http.get(f"/api/rulebooks/{name}/sign").json()
    options = http.get(f"/api/rulebooks/{name}/options").json()["options"]
    assert "decks" in [each["key"] for each in options]


def test_two_rulebooks_side_by_side(server: Server) -> None:
    path = "/api/rulebooks/nz-pontoon/compared-with/nsw-pinkjack-2016"
    assert server.http().get(path).json()["differences"]
    same = "/api/rulebooks/nz-pontoon/compared-with/nz-pontoon"
    assert server.http().get(same).json()["differences"] == []
