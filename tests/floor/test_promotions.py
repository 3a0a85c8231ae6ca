"""Promotions on the floor: streams, secrets, entries that play earns, deadlines, prizes in ledgers."""

import json
from dataclasses import replace
from typing import Any

import pytest

from floor.test_floor import MANAGER as OPERATOR
from floor.test_floor import Clockwork, guest, with_floor
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.commands import BeReady
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import Balance, wallet_of
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.app import PRIZE_DRAW
from houserules.floor.promotions.earning import EntryCounter
from houserules.floor.promotions.house import PromotionHouse
from houserules.floor.store import Store
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.run import Accepted, CommandRequest
from houserules.floor.tables.settings import Setting
from houserules.promotion.draw_record import prize_draw_record, verify_prize_draw
from houserules.promotion.event_builder import terms_of
from houserules.promotion.moments import write_moment
from houserules.promotion.state import PromotionState
from houserules.table.cards.commands import DeclineCut
from houserules.table.commands import Decline, PlaceWager, Stand
from houserules.table.legal import legal
from promotion.office import HOUR, document, prize
from promotion.promotions import S65

DAY = 24 * HOUR


async def give(floor: Floor, who: Caller, name: str, /, **data: Any) -> Accepted:
    answer = await floor.promotion_house.carry_out(who, "spring", name, data)
    assert isinstance(answer, Accepted), answer
    return answer


async def refused(floor: Floor, who: Caller, name: str, /, **data: Any) -> str:
    answer = await floor.promotion_house.carry_out(who, "spring", name, data)
    assert isinstance(answer, Refusal | Denied), answer
    return answer.code


def state_of(floor: Floor) -> PromotionState:
    return floor.promotions.all["spring"].state


async def drafted(
    floor: Floor, now: Clockwork, *prizes: dict[str, Any], kind: Any = "practice", **given: Any
) -> int:
    """Set a promotion up that starts in two days and takes entries for a day; return its start."""
    starts = now.at // 1000 + 2 * DAY
    changes = {key: given.pop(key) for key in tuple(given) if key.startswith("terms__")}
    draft = {
        "document": document(
            given.pop("book", S65),
            *prizes,
            starts=write_moment(starts),
            terms__entries_close=write_moment(starts + DAY),
            terms__held_on=write_moment(starts + 2 * DAY),
            **changes,
        ),
        "outside_event": "Powerball draw 1590",
        **given,
    }
    answer = await floor.promotions.set_up(OPERATOR, "spring", kind=kind, draft=draft)
    assert isinstance(answer, Accepted), answer
    return starts


async def started(floor: Floor, now: Clockwork, *prizes: dict[str, Any], **given: Any) -> int:
    starts = await drafted(floor, now, *prizes, **given)
    await give(floor, OPERATOR, "send-terms", how="by email")
    await give(floor, OPERATOR, "publish-terms", where="at the cage")
    now.at = starts * 1000
    await floor.promotion_house.look()
    assert state_of(floor).phase == "open"
    return starts


async def drawn(floor: Floor, now: Clockwork, *players: str, number: int = 0) -> None:
    for player in players:
        await give(floor, OPERATOR, "add-entries", player=player, entries=1, reason="by the terms")
    now.at += DAY * 1000
    await floor.promotion_house.look()
    assert state_of(floor).phase == "closed"
    await give(floor, OPERATOR, "give-draw-entropy", prize=number, value="3 14 15")
    await give(floor, OPERATOR, "draw-prize", prize=number)


def test_the_house_starts_a_promotion_at_its_time_and_closes_its_entries() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        starts = await drafted(floor, now)
        await give(floor, OPERATOR, "send-terms", how="by email")
        await give(floor, OPERATOR, "publish-terms", where="at the cage")
        now.at = starts * 1000 - 1
        await floor.promotion_house.look()
        assert state_of(floor).phase == "draft"
        now.at += 1
        await floor.promotion_house.look()
        assert state_of(floor).phase == "open"
        now.at = (starts + DAY) * 1000 - 1
        await floor.promotion_house.look()
        assert state_of(floor).phase == "open"
        now.at += 1
        await floor.promotion_house.look()
        assert state_of(floor).phase == "closed"

    with_floor(test)


def test_a_promotion_that_is_not_ready_does_not_start() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        starts = await drafted(floor, now)
        now.at = starts * 1000
        await floor.promotion_house.look()
        assert state_of(floor).phase == "draft"
        assert await refused(floor, OPERATOR, "start-promotion") == "promotion.not-sent"

    with_floor(test)


def test_the_secrets_are_in_the_vault_until_they_are_revealed() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now, prize(), prize())
        sealed = await floor.store.secret(PRIZE_DRAW, "spring")
        assert sealed is not None and len(sealed) == 96
        first, second = sealed[32:64].hex(), sealed[64:].hex()
        stream = str(await floor.store.read("promotion/spring"))
        assert first not in stream and second not in stream
        await drawn(floor, now, "Ann", "Bob")
        stream = str(await floor.store.read("promotion/spring"))
        assert first in stream and second not in stream
        state = state_of(floor)
        record = prize_draw_record(terms_of(state), state, state.draws[0])
        assert all(check.passed for check in verify_prize_draw(record))
        await give(floor, OPERATOR, "cancel-promotion", reason="Enough")
        assert await floor.store.secret(PRIZE_DRAW, "spring") is None

    with_floor(test)


def test_an_amendment_with_a_further_prize_seals_a_further_secret() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now)
        terms = json.loads(state_of(floor).document)
        terms["prizes"].append(prize(value="60"))
        await give(floor, OPERATOR, "record-approval", document=terms, reference="L&G 17")
        before = await floor.store.secret(PRIZE_DRAW, "spring")
        await give(floor, OPERATOR, "amend-terms")
        after = await floor.store.secret(PRIZE_DRAW, "spring")
        assert before is not None and after is not None
        assert after.startswith(before) and len(after) == len(before) + 32
        await drawn(floor, now, "Ann", number=1)

    with_floor(test)


def test_the_same_id_counts_once_and_players_act_for_themselves() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now)
        add = {"player": "Ann", "entries": 1, "reason": "by the terms"}
        carry_out = floor.promotion_house.carry_out
        first = await carry_out(OPERATOR, "spring", "add-entries", add, "id-1")
        again = await carry_out(OPERATOR, "spring", "add-entries", add, "id-1")
        assert isinstance(first, Accepted) and isinstance(again, Accepted)
        assert again.repeated and len(state_of(floor).entries) == 1
        other = await carry_out(OPERATOR, "spring", "add-entries", {**add, "entries": 2}, "id-1")
        assert isinstance(other, Denied) and other.code == "command.id-used"
        player = await guest(floor)
        claim = {"prize": 0, "name": "A", "address": ""}
        await give(floor, player, "claim-prize", **claim)
        assert state_of(floor).claims[0].player == player.handle
        assert await refused(floor, player, "add-entries", **add) == "role.may-not"
        unknown = await carry_out(OPERATOR, "autumn", "add-entries", add)
        assert isinstance(unknown, Denied) and unknown.code == "promotion.unknown"

    with_floor(test)


def test_a_scrutineer_who_gives_the_numbers_has_an_account() -> None:
    """A name without one could be taken by anybody, who would then give the numbers."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now, outside="scrutineer", outside_event="")
        other = {"scrutineer": "Iris"}
        assert await refused(floor, OPERATOR, "nominate-scrutineer", **other) == "person.unknown"
        await floor.people.sign_up("Iris", "correct horse battery")
        await give(floor, OPERATOR, "nominate-scrutineer", **other)

    with_floor(test)


def test_guests_stay_out_of_live_promotions() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now, kind="live")
        claim = {"prize": 0, "name": "A", "address": ""}
        assert await refused(floor, await guest(floor), "claim-prize", **claim) == "promotion.live"

    with_floor(test)


def test_another_process_and_a_restart_see_the_same_promotion() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now)
        await drawn(floor, now, "Ann", "Bob")
        other = PromotionHouse(floor, floor.shared)
        other.promotions._store = Store(floor.store.journal)
        await other.promotions.open()
        assert other.promotions.all["spring"] == floor.promotions.all["spring"]

    with_floor(test)


async def held(floor: Floor, handle: str, money: Any) -> int:
    balance: Balance = await floor.wallets.balance(wallet_of(handle))
    return balance.of(money)


@pytest.mark.parametrize(
    ("kind", "money", "given"),
    [
        ("live", "tokens", prize("casino-dollars", "500")),
        ("practice", "practice", prize("casino-dollars", "500")),
        ("live", None, prize("goods", "500")),
        ("live", None, prize("slots-dollars", "500")),
    ],
)
def test_casino_dollars_become_promotional_tokens_of_the_winner(
    kind: Any, money: Any, given: dict[str, Any]
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        player = await guest(floor)
        await started(floor, now, given, kind=kind)
        await drawn(floor, now, player.handle)
        await give(floor, OPERATOR, "hand-over-prize", prize=0, reference="R-1")
        for each in ("tokens", "practice", "chips"):
            assert await held(floor, player.handle, each) == (500_00 if each == money else 0)

    with_floor(test)


@pytest.mark.parametrize(("kind", "amount"), [("live", 0), ("practice", 500_00)])
def test_prize_money_is_recorded_and_in_practice_paid_in_practice_chips(
    kind: Any, amount: int
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        player = await guest(floor)
        await started(floor, now, prize("cash", "500", paid_by=["cheque"]), kind=kind)
        await drawn(floor, now, player.handle)
        pay = {"cash": 0, "cheque": 500_00, "transfer": 0, "chosen": False, "reference": "R-1"}
        await give(floor, OPERATOR, "pay-promotion-prize", prize=0, **pay)
        assert await held(floor, player.handle, "practice") == amount
        paid = state_of(floor).draws[0].winners[0].paid
        assert paid is not None and paid.cheque == 500_00

    with_floor(test)


def test_a_winner_without_an_account_gets_nothing_into_a_ledger() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now, prize("casino-dollars", "500"), kind="live")
        await drawn(floor, now, "Ann Archer")
        await give(floor, OPERATOR, "hand-over-prize", prize=0, reference="R-1")
        assert await held(floor, "Ann Archer", "tokens") == 0

    with_floor(test)


def test_deadlines_press_before_they_pass_and_are_overdue_afterwards() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await drafted(floor, now)
        deadlines = floor.promotion_house.deadlines
        now.at -= 1000
        assert deadlines() == ()
        now.at += 1000
        (pressing,) = deadlines()
        assert (pressing.promotion, pressing.step.command) == ("spring", "send-terms")
        assert pressing.step.clause == "21.9" and not pressing.is_overdue
        now.at += DAY * 1000
        assert not deadlines()[0].is_overdue
        now.at += 1000
        assert deadlines()[0].is_overdue

    with_floor(test)


def test_the_inspector_presses_at_once_and_the_earliest_deadline_comes_first() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        def pressing() -> list[str]:
            return [each.step.command for each in floor.promotion_house.deadlines()]

        await started(floor, now)
        await give(floor, OPERATOR, "doubt-integrity", says="Entries were lost")
        assert pressing()[0] == "tell-inspector"
        await give(floor, OPERATOR, "tell-inspector", how="by telephone")
        assert "tell-inspector" not in pressing()

    with_floor(test)


# Entries that play earns.


async def play(
    floor: Floor, now: Clockwork, player: Caller, rounds: int, table: str = "t1"
) -> None:
    """Play some rounds at a practice table and stand on everything, each step a second later."""
    running, who = floor.tables[table], player.handle

    async def do(command: Any) -> None:
        now.at += 1000
        await running.carry_out(CommandRequest(command, who), at=now.at)

    if running.state.table.patron(who) is None:
        await floor.cashier.grant_practice(player, at=floor.now())
        await floor.carry_out(player, table, "take-seat", {"seat": 1, "amount": 500_00})
    last = running.state.table.rounds + rounds
    for _ in range(100 * rounds):
        state = running.state
        if state.table.rounds >= last and state.table.phase == "betting":
            return
        options = [each for each in legal(state.setting.rules, state.table) if each.who == who]
        passive = [
            each for each in options if isinstance(each.command, DeclineCut | Stand | Decline)
        ]
        if passive:
            await do(passive[0].command)
        elif state.table.phase == "betting":
            await do(PlaceWager(who, 1, 25_00, seated=True))
            await do(BeReady(who))
        elif (clock := clock_of(running.state)) is not None:
            now.at = max(now.at, clock.ends)
            await running.carry_out(CommandRequest(clock.then, "house"), at=now.at)
    raise AssertionError(f"{table} does not come to {last} rounds")


async def table(floor: Floor, name: str = "t1", rulebook: str = S65) -> None:
    await floor.set_up(Setting(name, f"Table {name}", rulebook), by="Max")


def test_settled_rounds_earn_entries_as_they_happen_and_again_from_the_journal() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        player = await guest(floor)
        await play(floor, now, player, 2)  # before the start: not counted
        await started(floor, now, criteria={"hand": "any"})
        await play(floor, now, player, 3)
        await floor.settle()
        entries = state_of(floor).entries
        assert [entry.player for entry in entries] == [player.handle] * 3
        rounds = [entry.earned_by.round for entry in entries if entry.earned_by]
        assert rounds == sorted(set(rounds)) and len(rounds) == 3
        counter = EntryCounter(floor.history, floor.shared, floor.zone)
        known = floor.promotions.all["spring"]
        again = await counter.recount(known)
        assert [(each.place, each.player, each.entries) for each in again] == [
            (entry.earned_by, entry.player, 1) for entry in entries
        ]
        before = len(entries)
        await floor.promotion_house.count("spring")
        assert len(state_of(floor).entries) == before

    with_floor(test)


def test_only_play_of_the_same_kind_and_rulebook_counts_and_only_so_many_a_day() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        await table(floor, "t2", "nz-pontoon")
        player = await guest(floor)
        await started(floor, now, criteria={"most_per_day": 2}, kind="live")
        await play(floor, now, player, 1)
        await floor.settle()
        assert state_of(floor).entries == ()

    with_floor(test)

    async def practice(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        await table(floor, "t2", "nz-pontoon")
        player = await guest(floor)
        await started(floor, now, criteria={"most_per_day": 2})
        await play(floor, now, player, 1, "t2")
        await play(floor, now, player, 4)
        await floor.settle()
        assert len(state_of(floor).entries) == 2
        places = [entry.earned_by for entry in state_of(floor).entries]
        assert {place.table for place in places if place} == {"t1"}

    with_floor(practice)


def test_rounds_before_the_close_count_even_if_the_house_looks_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(_: str) -> None:
        """Count nothing: the process that should have looked was down."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        player = await guest(floor)
        await started(floor, now, criteria={})
        monkeypatch.setattr(floor.promotion_house, "count", nothing)
        await play(floor, now, player, 1)
        await floor.settle()
        assert state_of(floor).entries == ()
        monkeypatch.undo()
        now.at += DAY * 1000
        await floor.promotion_house.look()
        assert state_of(floor).phase == "closed"
        assert len(state_of(floor).counted) == 1

    with_floor(test)


def test_what_a_voided_round_leaves_of_the_days_limit_goes_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list is what the journal gives, also in the middle of a limit per day."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        player = await guest(floor)
        await started(floor, now, criteria={"entries": 2, "most_per_day": 3})
        await play(floor, now, player, 2)
        await floor.settle()
        first, second, third = state_of(floor).entries
        assert first.earned_by == second.earned_by != third.earned_by
        everything = await floor.promotion_house._counter.recount(floor.promotions.all["spring"])
        assert [each.entries for each in everything] == [2, 1]

        async def put_right(_: Any) -> Any:
            return (replace(everything[1], entries=2),)

        monkeypatch.setattr(floor.promotion_house._counter, "recount", put_right)
        now.at += DAY * 1000
        await floor.promotion_house.look()
        assert state_of(floor).phase == "closed"
        assert [bool(each.void) for each in state_of(floor).entries] == [True, True, False, False]
        assert {each.earned_by for each in state_of(floor).counted} == {third.earned_by}

    with_floor(test)


def test_a_round_that_no_longer_meets_the_criteria_is_void_before_the_list_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        player = await guest(floor)
        await started(floor, now, criteria={})
        await play(floor, now, player, 2)
        await floor.settle()
        assert len(state_of(floor).counted) == 2
        everything = await floor.promotion_house._counter.recount(floor.promotions.all["spring"])

        async def put_right(_: Any) -> Any:
            return everything[1:]

        monkeypatch.setattr(floor.promotion_house._counter, "recount", put_right)
        now.at += DAY * 1000
        await floor.promotion_house.look()
        first, second = state_of(floor).entries
        assert first.void and not second.void
        assert state_of(floor).phase == "closed"

    with_floor(test)
