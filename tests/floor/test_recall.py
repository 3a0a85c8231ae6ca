"""What a table has put away is found again in the journal, for whoever needs it."""

from dataclasses import replace
from typing import Any

import pytest

from floor.playing import random_rounds
from floor.test_floor import MANAGER, Clockwork, ok, with_floor
from game_table import S24, S65
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.recall import settled_wagers_in
from houserules.floor.startup import practice_table
from houserules.floor.tables.auto_dealer import offered_cut
from houserules.floor.tables.run import Accepted, CommandRequest
from houserules.floor.tables.stream import load
from houserules.table.events import BetsClosed
from houserules.table.staff.state import RECENT_ROUNDS
from houserules.table.tokens import ExchangeVoucher

SUPERVISOR = replace(MANAGER, handle="Sue", role="casino supervisor", licence="S-1")
FIRST = replace(MANAGER, handle="Gus", role="Gaming Supervisor", licence="G-1")


async def _round(floor: Floor, player: Caller, tokens: int = 0) -> None:
    """Play a round at a table where the software deals: wager, then stand."""
    await ok(floor, player, "place-wager", box=1, amount=25_00, seated=True, tokens=tokens)
    for _ in range(60):
        state = floor.tables["t1"].state
        if state.table.phase == "over":
            return
        turn = state.table.turn() if state.table.phase == "playing" else None
        if offered_cut(state) is not None:
            await ok(floor, player, "cut-cards", depth=150)
        elif state.table.awaiting is not None:
            await ok(floor, player, "decline", box=1)
        elif turn is not None:
            await ok(floor, player, "stand", box=1, hand=turn[1])
        else:
            await ok(floor, player, "be-ready")
    raise AssertionError("the round does not end")


async def _seated(floor: Floor, handle: str = "Ann") -> Caller:
    signed = await floor.people.sign_up(handle, "correct horse battery")
    assert isinstance(signed, SignedIn)
    await ok(floor, signed.caller, "take-seat", seat=1, amount=1_000_00)
    return signed.caller


async def _refused(floor: Floor, who: Caller, name: str, **data: Any) -> str:
    answer = await floor.carry_out(who, "t1", name, data)
    assert isinstance(answer, Refusal | Denied), answer
    return answer.code


@pytest.mark.parametrize("seed", range(6))
def test_the_wagers_of_a_round_are_found_in_its_events(seed: int) -> None:
    played = random_rounds(practice_table("t1", S24), 12, seed)
    begins = [n for n, each in enumerate(played.events) if isinstance(each, BetsClosed)]
    ends = [*begins[1:], len(played.events)]
    by_round = [
        settled_wagers_in(played.events[first:last])
        for first, last in zip(begins, ends, strict=True)
    ]
    assert [each.wagers for each in played.state.table.staff.settled] == by_round
    assert any(by_round)


@pytest.mark.clause(S24, "18.18", "18.19")
def test_a_round_long_ago_was_paid_wrongly() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", S24), by="Max")
        ann = await _seated(floor)
        while floor.tables["t1"].state.table.rounds <= RECENT_ROUNDS + 1:
            await _round(floor, ann)
        report = {"round": 1, "box": 1, "paid": 5_00, "due": 10_00}
        for who, amount, code in (
            ("Bob", 10_00, "payment.no-wager"),
            ("Ann", 9_999_00, "payment.too-much"),
        ):
            wrong = report | {"player": who, "due": amount}
            assert await _refused(floor, SUPERVISOR, "report-wrong-payment", **wrong) == code
        await ok(floor, SUPERVISOR, "report-wrong-payment", **report)  # patron not known yet
        assert await _refused(floor, SUPERVISOR, "identify-patron", entry=1, player="Bob") == (
            "payment.no-wager"
        )
        await ok(floor, SUPERVISOR, "identify-patron", entry=1, player="Ann")
        await ok(floor, SUPERVISOR, "record-enquiries", entry=1, found="A slip.", suspected=False)
        await ok(floor, SUPERVISOR, "rectify-payment", entry=1)
        assert floor.tables["t1"].state.table.staff.payments == ()
        # It is finished, and still counts and can be found intentional.
        assert await _refused(floor, SUPERVISOR, "rectify-payment", entry=1) == "payment.rectified"
        most = {**report, "player": "Ann", "paid": 0, "due": 100_00}
        assert (
            await _refused(floor, SUPERVISOR, "report-wrong-payment", **most) == "payment.too-much"
        )
        await ok(floor, SUPERVISOR, "record-enquiries", entry=1, found="On film.", suspected=True)
        matters = floor.tables["t1"].matters
        entry = (await matters.payments([1])).payments[1]
        assert (entry.suspected, entry.enquiries, entry.player) == (True, "On film.", "Ann")
        assert entry.rectified is not None
        again = await load(floor.store, "t1")  # after a restart
        assert again.state == floor.tables["t1"].state
        assert again.matters == floor.tables["t1"]._index

    with_floor(test)


@pytest.mark.clause(S24, "20.13", "20.14")
def test_a_closed_dispute_stays_readable_and_an_old_round_disputable() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", S24), by="Max")
        ann = await _seated(floor)
        await _round(floor, ann)
        await ok(floor, ann, "get-up")
        bob = await _seated(floor, "Bob")
        assert await _refused(floor, bob, "raise-dispute", about="it") == "dispute.no-wager"
        for _ in range(RECENT_ROUNDS + 1):
            await _round(floor, bob)
        await ok(floor, ann, "raise-dispute", about="my first round")
        (dispute,) = floor.tables["t1"].state.table.staff.disputes
        assert (dispute.player, dispute.round) == ("Ann", 1)
        await ok(floor, FIRST, "decide-dispute", dispute=1, says="It stands.")
        await ok(floor, ann, "accept-decision", dispute=1)
        await ok(floor, SUPERVISOR, "close-dispute", dispute=1)
        running = floor.tables["t1"]
        assert running.state.table.staff.disputes == ()
        for name in ("ask-review", "accept-decision"):
            assert await _refused(floor, ann, name, dispute=1) == "dispute.closed"
        (shown,) = running.state.finished.disputes
        assert (shown.closed, shown.decisions[0].says) == (True, "It stands.")
        assert (await running.matters.disputes_of("Ann")).disputes == {1: shown}
        assert (await running.matters.disputes_of("Bob")).disputes == {}

    with_floor(test)


@pytest.mark.clause(S65, "1.1:casino-promotional-token")
def test_a_voucher_is_exchanged_once_also_when_its_tokens_are_gone() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", S65), by="Max")
        ann = await _seated(floor)
        running = floor.tables["t1"]
        order = ExchangeVoucher(Person("Dora", "dealer"), Moment(now() // 1000), "V7", "Ann", 25_00)
        assert isinstance(
            await running.carry_out(CommandRequest(order, "Dora"), at=now()), Accepted
        )
        while running.state.table.vouchers:
            tokens = running.state.table.tokens["Ann"]
            await _round(floor, ann, tokens=min(tokens, 25_00))
            await ok(floor, ann, "be-ready")
        recalled = await floor.recall_for(running, order)
        again = await running.carry_out(CommandRequest(order, "Dora", recalled=recalled), at=now())
        assert isinstance(again, Refusal) and again.code == "voucher.used"

    with_floor(test)
