"""The Tournament Manager's desk over HTTP: who gets it, conditions checked and planned, tables, the ledger."""

from collections.abc import Iterator
from typing import Any

import pytest

from houserules.floor.clock import milliseconds
from houserules.floor.tables.settings import Setting
from houserules.floor.tournaments.sessions import table_options
from tournament.desk import small
from web.server import Member, Server

S65 = "nsw-pontoon-6to5-2017"


class Clock:
    """The time, which a test may move on."""

    ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def server(clock: Clock) -> Iterator[Server]:
    with Server(now=clock) as running:
        yield running


@pytest.fixture(scope="module")
def tess(server: Server, owner: Member) -> Member:
    return server.staff(owner, "Tess Desk", "Tournament Manager")


def _set_up(tess: Member, name: str, **changes: Any) -> None:
    sent = {"tournament": name, "conditions": small(**changes)}
    assert tess.http.post("/api/tournaments", json=sent).status_code == 201


def _give(member: Member, name: str, do: str, **fields: Any) -> Any:
    answer = member.http.post(f"/api/tournaments/{name}/commands", json={"do": do, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def _publish(tess: Member, server: Server, name: str) -> None:
    starts = server.now() // 1000 + 60
    _give(tess, name, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=0)


def _enter(server: Server, tess: Member, name: str, handle: str) -> Member:
    player = server.player(handle)
    player.http.post("/api/me/wallet/practice-money", json={})
    _give(player, name, "apply-for-entry", form="Form T1", entitled=True)
    _give(player, name, "give-conditions", how="on the page")
    _give(tess, name, "accept-entry", player=handle)
    _give(player, name, "pay-entry-fee")
    return player


# Who gets a desk.


@pytest.mark.parametrize("role", ["dealer", "casino supervisor", "cashier"])
def test_other_staff_get_no_desk(server: Server, owner: Member, tess: Member, role: str) -> None:
    name = f"no-{role.split(maxsplit=1)[0]}"
    _set_up(tess, name)
    member = server.staff(owner, f"Dan {role[:6]}", role)
    for path in (f"/api/tournaments/{name}/desk", f"/api/tournaments/{name}/ledger"):
        answer = member.http.get(path)
        assert answer.status_code in (403, 404), path
    page = member.http.get(f"/tournaments/{name}/desk", headers={"accept": "text/html"})
    assert page.status_code in (403, 404)
    assert member.http.get("/tournaments/new").status_code == 403


def test_players_and_strangers_get_no_desk(server: Server, tess: Member) -> None:
    _set_up(tess, "closed")
    _publish(tess, server, "closed")
    player, stranger = server.player("Nosy").http, server.http()
    for path in ("desk", "ledger"):
        assert player.get(f"/api/tournaments/closed/{path}").status_code == 403
        assert stranger.get(f"/api/tournaments/closed/{path}").status_code == 401
    for page in ("/tournaments/new", "/tournaments/closed/desk"):
        assert player.get(page).status_code == 403, page
        sent_to = stranger.get(page, follow_redirects=False)
        assert (sent_to.status_code, sent_to.headers["location"]) == (303, f"/sign-in?next={page}")
    conditions = "/tournaments/closed/desk/conditions"
    assert player.get(conditions).status_code == 403
    assert player.post("/api/tournaments/check", json={"conditions": {}}).status_code == 403
    assert player.post("/api/tournaments/plan", json={"conditions": {}}).status_code == 403


def test_a_draft_has_a_desk_and_nobody_else_learns_of_it(server: Server, tess: Member) -> None:
    _set_up(tess, "secret-cup")
    assert tess.http.get("/tournaments/secret-cup/desk").status_code == 200
    assert server.http().get("/tournaments/secret-cup/desk").status_code == 404
    assert server.player("Curious").http.get("/tournaments/secret-cup/desk").status_code == 404


def test_an_inspector_reads_the_desk_and_gives_no_orders(
    server: Server, owner: Member, tess: Member
) -> None:
    _set_up(tess, "inspected")
    ines = server.staff(owner, "Ines Desk", "inspector")
    desk = ines.http.get("/api/tournaments/inspected/desk").json()["desk"]
    assert not any(power["mine"] for power in desk["powers"])
    assert desk["due"][0]["refusal"]["code"] == "role.may-not"
    assert ines.http.get("/tournaments/inspected/desk").status_code == 200
    assert ines.http.get("/tournaments/new").status_code == 403
    assert ines.http.get("/tournaments/inspected/desk/conditions").status_code == 403


def test_links_to_the_desk_are_shown_to_whoever_has_one(
    server: Server, owner: Member, tess: Member
) -> None:
    _set_up(tess, "linked")
    _publish(tess, server, "linked")
    ines = server.staff(owner, "Ines Link", "inspector")
    player, stranger = server.player("Lana").http, server.http()
    link, new = 'href="/tournaments/linked/desk"', 'href="/tournaments/new"'
    for http, has_desk, sets_up in (
        (tess.http, True, True),
        (ines.http, True, False),
        (player, False, False),
        (stranger, False, False),
    ):
        assert (link in http.get("/tournaments/linked").text) == has_desk
        assert (new in http.get("/tournaments").text) == sets_up


def test_new_is_no_id(tess: Member) -> None:
    answer = tess.http.post("/api/tournaments", json={"tournament": "new", "conditions": small()})
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "body.tournament")


# Conditions.


def test_conditions_are_checked_as_keys_and_as_text(tess: Member) -> None:
    answer = tess.http.post("/api/tournaments/check", json={"conditions": small()}).json()
    assert answer["complete"] and len(answer["items"]) == 13
    assert answer["conditions"] == small()
    text = f'format = "houserules/tournament-1"\nrulebook = "{S65}"\nname = "Cup"\nentry_fee = "5"'
    checked = tess.http.post("/api/tournaments/check", json={"conditions": text}).json()
    assert not checked["complete"]
    states = {item["item"]: item["state"] for item in checked["items"]}
    assert (states["Entry fee"], states["Limits"]) == ("given", "missing")
    assert checked["conditions"]["entry_fee"] == "5"


@pytest.mark.parametrize(
    ("conditions", "where", "says"),
    [
        ("a = ", "body.conditions", "This is not TOML: "),
        ("a = 1", "body.conditions.a", ""),
        ({**small(), "rulebook": "nz-pontoon"}, "body.conditions.rulebook", "no tournament play"),
        (
            {**small(), "rulebook": "nsw-pinkjack-2016"},
            "body.conditions.rulebook",
            "no tournament play",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(
    tess: Member, conditions: Any, where: str, says: str
) -> None:
    for path, more in (("check", {}), ("plan", {"entries": 20})):
        answer = tess.http.post(f"/api/tournaments/{path}", json={"conditions": conditions, **more})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert error["where"] == where and says in error["detail"]


def test_a_plan_for_a_number_of_entries(tess: Member) -> None:
    sent = {"conditions": small(), "entries": 7, "rounds_per_hour": 40, "pause": 10}
    plan = tess.http.post("/api/tournaments/plan", json=sent).json()
    assert plan["works"] and plan["findings"] == []
    assert [stage["sessions"] for stage in plan["stages"]] == [[7]]
    assert plan["minutes"] == 15  # ten rounds at 40 per hour
    too_many = tess.http.post("/api/tournaments/plan", json={**sent, "entries": 8}).json()
    assert not too_many["works"] and too_many["stages"] == []
    assert [finding["key"] for finding in too_many["findings"]] == ["entry.maximum"]
    for entries in (1, 10_001):
        sent["entries"] = entries
        assert tess.http.post("/api/tournaments/plan", json=sent).status_code == 422


def test_the_examples_are_complete(tess: Member) -> None:
    page = tess.http.get("/tournaments/new").text
    for name in ("Friday Cup", "Spring Cup"):
        assert name in page
    from houserules.web.pages.tournament_desk import _examples

    assert {name: example["rulebook"] for name, example in _examples().items()} == {
        "nsw-pontoon-2024": "nsw-pontoon-2024",
        S65: S65,
    }
    for example in _examples().values():
        checked = tess.http.post("/api/tournaments/check", json={"conditions": example}).json()
        assert checked["complete"], checked


# The desk.


def test_staff_take_the_application_of_somebody_who_has_an_account(
    server: Server, tess: Member
) -> None:
    _set_up(tess, "walk-in")
    _publish(tess, server, "walk-in")
    server.player("Wanda")
    form = {"do": "apply-for-entry", "form": "Form T1", "entitled": True}
    path = "/api/tournaments/walk-in/commands"
    for player, status, code in (
        ("Nobody Here", 404, "person.unknown"),
        ("", 404, "person.unknown"),
        ("Tess Desk", 403, "role.may-not"),
    ):
        answer = tess.http.post(path, json={**form, "player": player})
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert answer.json()["error"]["where"] == "body.player"
    assert tess.http.post(path, json={**form, "player": "wanda"}).status_code == 200
    view = tess.http.get("/api/tournaments/walk-in/desk").json()["view"]
    assert [each["player"] for each in view["staff"]["entrants"]] == ["Wanda"]


def test_tables_that_would_do_and_why_others_would_not(server: Server, tess: Member) -> None:
    _set_up(tess, "tables")
    server.set_up(Setting("fits", "Fits", S65, table_options(small())))
    server.set_up(Setting("other", "Other game", "nsw-pontoon-2024"))
    server.set_up(Setting("options", "Other options", S65, (("smallest_chip", "5"),)))
    rows = tess.http.get("/api/tournaments/tables/desk").json()["tables"]
    why = {row["table"]: row["why_not"] for row in rows}
    assert why["fits"] is None
    assert why["other"]["code"] == "tournament.other-game"
    assert (why["options"]["code"], why["options"]["clause"]) == (
        "tournament.other-options",
        "20.5.1",
    )
    assert [row["why_not"] is None for row in rows] == sorted(
        (row["why_not"] is None for row in rows), reverse=True
    )


def test_the_ledger_has_every_entry_and_the_pool_ends_at_zero(
    server: Server, owner: Member, tess: Member
) -> None:
    _set_up(tess, "ledger")
    _publish(tess, server, "ledger")
    _enter(server, tess, "ledger", "Lia")
    _enter(server, tess, "ledger", "Leo")
    shown = tess.http.get("/api/tournaments/ledger/ledger").json()
    assert shown["balances"] == {"player:Lia": -50_00, "player:Leo": -50_00, "pool": 100_00}
    rows = [
        (row["event"], row["source"], row["to"], row["amount"], row["pool"], row["clause"])
        for row in shown["postings"]
    ]
    assert rows == [
        ("tournament.fee-paid", "player:Lia", "pool", 50_00, 50_00, "20.3.2"),
        ("tournament.fee-paid", "player:Leo", "pool", 50_00, 100_00, "20.3.2"),
    ]
    gus = server.staff(owner, "Gus Desk", "Gaming Manager")
    _give(gus, "ledger", "cancel-tournament", ground="other", reason="A storm.")
    after = tess.http.get("/api/tournaments/ledger/ledger").json()
    assert after["balances"]["pool"] == 0 == sum(after["balances"].values())
    refunds = after["postings"][2:]
    assert [(row["event"], row["to"]) for row in refunds] == [
        ("tournament.fee-refunded", "player:Lia"),
        ("tournament.fee-refunded", "player:Leo"),
    ]
    assert [row["pool"] for row in refunds] == [50_00, 0]


def test_a_session_is_seen_from_the_desk_without_sealed_forms(
    server: Server, clock: Clock, tess: Member
) -> None:
    conditions = small(entry__agreement_in_writing=False, play__order_of_wagering=False)
    sent = {"tournament": "forms", "conditions": conditions}
    assert tess.http.post("/api/tournaments", json=sent).status_code == 201
    _publish(tess, server, "forms")
    players = {name: _enter(server, tess, "forms", name) for name in ("Fay", "Flo")}
    server.set_up(Setting("forms-1", "Forms", S65, table_options(conditions)))
    _give(tess, "forms", "close-entries")
    _give(tess, "forms", "designate-tables", tables=["forms-1"])
    order = {"order": list(players), "how": "by age"}
    _give(tess, "forms", "allot-seats", **order)
    early = tess.http.get("/api/tournaments/forms/desk").json()["desk"]["due"][0]
    assert (early["command"], early["refusal"]["code"]) == (
        "start-session",
        "tournament.too-early",
    )
    clock.ahead += 61_000
    assert tess.http.get("/api/tournaments/forms/desk").json()["desk"]["due"][0]["refusal"] is None
    _give(tess, "forms", "start-session", session=1)
    shown = tess.http.get("/api/tournaments/forms/desk").json()
    (at,) = shown["at_tables"]
    assert (at["number"], at["announced"], at["disputes"]) == (1, False, [])
    assert [player["player"] for player in at["session"]["players"]] == ["Fay", "Flo"]
    with players["Fay"].live("forms-1") as fay:
        fay.hear()
        if "decline-cut" in fay.legal():
            fay.done("decline-cut")
        fay.done("hand-in-form", kind="original", amount=77_00)
    text = tess.http.get("/api/tournaments/forms/desk").text
    assert '"entry":"form"' in text and "7700" not in text
