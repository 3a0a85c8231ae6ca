"""What waits for somebody at a table, and who has acknowledged it."""

from dataclasses import replace
from typing import Any

import pytest

from floor.tables import DEALER, MANAGER, Played, staff
from houserules.core.people import Moment, Person
from houserules.core.refusal import Clause
from houserules.floor.commands import AcknowledgeAlert, RelieveDealer, SeatDealer
from houserules.floor.denial import Denied
from houserules.floor.events import AlertAcknowledged
from houserules.floor.tables.decide import lock_table
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import (
    Alert,
    FloorTable,
    apply_events,
    dispute_state,
    open_alerts,
    payment_text,
)
from houserules.table.people.state import Detention, PeopleState
from houserules.table.sign.commands import AnnounceLimits
from houserules.table.staff.commands import AskForRules, GiveNotice, RaiseDispute
from houserules.table.staff.state import Dispute, DisputeDecision, WrongPayment
from houserules.table.state import changed

NO_DEALER = "Players are waiting and there is no dealer."


def a_table(**changes: Any) -> Played:
    return Played(replace(Setting("t1", "Table 1", "nsw-pontoon-2024"), **changes))


def without_dealer() -> Played:
    """A table with a player where somebody has to deal."""
    played = a_table(dealt_by="dealer with real shoe")
    played.sit("Ann", 1)
    return played


def said(played: Played) -> list[str]:
    return [each.says for each in open_alerts(played.state)]


def acknowledge(alert: str, by: Person = MANAGER) -> AcknowledgeAlert:
    return AcknowledgeAlert(by, Moment(1000), alert)


def test_nothing_waits_at_a_table_where_all_is_well() -> None:
    played = a_table()
    played.sit("Ann", 1)
    assert open_alerts(played.state) == []


def test_players_wait_for_a_dealer() -> None:
    played = without_dealer()
    assert said(played) == [NO_DEALER]
    played.do(staff(SeatDealer, DEALER))
    assert said(played) == []


@pytest.mark.parametrize(("tray", "short"), [(-1, True), (0, True), (1, False)])
def test_a_live_table_needs_chips(tray: int, *, short: bool) -> None:
    played = a_table(kind="live")
    played.state = changed(played.state, table=changed(played.state.table, float_tray=tray))
    assert (said(played) == ["The float is empty. Fill it."]) == short


def test_a_detention_leads_to_the_order_that_ends_it() -> None:
    played = a_table()
    people = PeopleState(detained=(Detention("Ann", "Max", Moment(1), Clause("21.5")),))
    played.state = changed(played.state, table=changed(played.state.table, people=people))
    (alert,) = open_alerts(played.state)
    assert alert.says == "Ann is detained until an officer has taken over (21.5)."
    assert alert.about == {"player": "Ann"}


def test_a_notice_is_owed_until_it_is_given() -> None:
    played = a_table()
    played.sit("Ann", 1)
    for _ in range(2):
        played.do(AskForRules("Ann"))
    (alert,) = open_alerts(played.state)  # owed twice, it waits once
    assert (alert.kind, alert.about["to"]) == ("notice", "Ann")
    played.do(GiveNotice(MANAGER, Moment(1000), **alert.about))
    assert said(played) == []


def test_limits_wait_from_their_hour() -> None:
    played = a_table()
    sign = played.state.table.sign
    assert sign is not None
    stated = replace(sign.stated, minimum=25_00)
    played.do(AnnounceLimits(MANAGER, Moment(1000), stated, Moment(1000 + 20 * 60)))
    (alert,) = open_alerts(played.state)
    assert alert.says == "The announced limits $25 to $5,000 may come into force."
    assert alert.since == Moment(1000 + 20 * 60)


def test_who_has_acknowledged_is_kept_and_twice_is_once() -> None:
    played = without_dealer()
    (event,) = played.do(acknowledge("no dealer"))
    assert event == AlertAcknowledged("no dealer", NO_DEALER, "Max", Moment(1000))
    assert played.do(acknowledge("no dealer", Person("Sue", "Gaming Supervisor"))) == ()
    assert played.state.acknowledged == (event,)
    assert said(played) == [NO_DEALER]  # it stays until it is done


def test_what_comes_up_again_is_acknowledged_again() -> None:
    played = without_dealer()
    played.do(acknowledge("no dealer"))
    played.do(staff(SeatDealer, DEALER))
    assert played.state.acknowledged == ()
    played.do(staff(RelieveDealer, DEALER))
    assert said(played) == [NO_DEALER]
    assert played.state.acknowledged == ()
    again = apply_events(FloorTable(played.setting), tuple(played.events), at=played.at)
    assert again == played.state


def test_a_dispute_that_goes_on_is_acknowledged_anew() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.wager("Ann", 1)
    played.do(RaiseDispute("Ann", "paid too little"))
    (alert,) = open_alerts(played.state)
    assert alert == Alert(
        "dispute",
        "dispute 1: waits for a first decision",
        "Dispute 1, Ann: “paid too little”; waits for a first decision.",
    )
    played.do(acknowledge(alert.key))
    played.do(RaiseDispute("Ann", "and again"))
    assert [each.alert for each in played.state.acknowledged] == [alert.key]


@pytest.mark.parametrize(
    ("by", "alert", "code"),
    [
        (DEALER, "no dealer", "role.may-not"),
        (Person("Ines", "inspector"), "no dealer", "role.may-not"),
        (MANAGER, "float tray", "alert.unknown"),
        (MANAGER, "", "alert.unknown"),
    ],
)
def test_who_may_not_and_what_does_not_wait(by: Person, alert: str, code: str) -> None:
    played = without_dealer()
    no = played.ask(acknowledge(alert, by))
    assert isinstance(no, Denied) and no.code == code


def test_a_lock_is_acknowledged_and_nothing_else_is_done() -> None:
    played = a_table()
    played.sit("Ann", 1)
    wrong = changed(played.state, brought=played.state.brought + 1)
    played.state = lock_table(wrong, played.handler, "a chip is missing", at=1).state
    assert said(played) == ["The table is locked: a chip is missing."]
    (event,) = played.do(acknowledge("locked"))
    assert isinstance(event, AlertAcknowledged)
    assert played.state.locked == "a chip is missing"


_ONE = DisputeDecision("Gus", Moment(1), "it stands", 0)


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "waits for a first decision"),
        ({"decisions": (_ONE,)}, "decided; the player may ask for a review"),
        ({"decisions": (_ONE,), "review_asked": True}, "waits for a review"),
        (
            {"decisions": (_ONE, _ONE), "review_asked": True},
            "decided on review; the player may complain to an inspector",
        ),
        ({"decisions": (_ONE,), "accepted": True}, "decided and accepted; close it"),
        ({"decisions": (_ONE,), "advised": True}, "decided, the player knows where to complain"),
    ],
)
def test_what_a_dispute_waits_for(changes: dict[str, Any], state: str) -> None:
    assert dispute_state(Dispute(1, "Ann", "paid", 1, **changes)) == state


@pytest.mark.parametrize(
    ("paid", "due", "wrong"),
    [
        (25_00, 37_50, "$25 paid, $37.50 due; the house owes $12.50"),
        (1_000_00, 0, "$1,000 paid, $0 due; $1,000 too much"),
    ],
)
def test_what_was_wrong_about_a_payment(paid: int, due: int, wrong: str) -> None:
    entry = WrongPayment(1, 7, 2, paid, due, Moment(1), "Gus")
    assert payment_text(entry) == f"round 7, box 2: {wrong}"
