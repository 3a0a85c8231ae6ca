"""Ways around a player's limits that do not work: two tables, two processes, retries, races, guests, sign-ups."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import pytest

from floor.test_carded_play import (
    HOUR,
    decide,
    gives,
    person,
    play_round,
    seated,
    with_card,
    with_carded_floor,
)
from floor.test_floor import CASHIER, CHEAP, Clockwork, guest, ok
from floor.test_tournaments import OPERATOR, TESS, give
from floor.test_whole_house import SUPERVISOR, _table
from game_table import S24
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.carded.identity import Sealer
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import Store
from houserules.floor.tables.run import Accepted
from houserules.journal.memory import MemoryJournal
from tournament.desk import small


async def at_two_tables(floor: Floor, **limits: int) -> Caller:
    who = await with_card(floor, **limits)
    for table in ("t1", "t2"):
        await _table(floor, table)
        await ok(floor, who, "take-seat", table, seat=1, amount=200_00)
        await ok(floor, who, "decline-cut", table)
    return who


def codes(answers: list[object]) -> list[str]:
    return sorted("ok" if isinstance(each, Accepted) else each.code for each in answers)  # type: ignore[attr-defined]


def test_two_wagers_at_two_tables_at_once_do_not_both_use_the_last_of_a_limit() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await at_two_tables(floor, day_loss=60_00)
        wager = {"box": 1, "amount": 50_00, "seated": True}
        answers = await asyncio.gather(
            *(floor.carry_out(ann, table, "place-wager", wager) for table in ("t1", "t2"))
        )
        assert codes(list(answers)) == ["carded.loss-limit", "ok"]

    with_carded_floor(test)


def test_many_raises_at_once_stop_at_the_limit() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await at_two_tables(floor, day_loss=100_00)
        for table in ("t1", "t2"):
            await ok(floor, ann, "place-wager", table, box=1, amount=25_00, seated=True)
        more = {"box": 1, "amount": 25_00}
        answers = await asyncio.gather(
            *(floor.carry_out(ann, table, "raise-wager", more) for table in ("t1", "t2") * 3)
        )
        assert codes(list(answers)).count("ok") == 2
        assert (await floor.carded.player("Ann")).chips_at_stake == 100_00

    with_carded_floor(test)


def with_two_floors(test: Callable[[Floor, Floor, Clockwork], Awaitable[None]]) -> None:
    """Run a test on two floors, as two processes would have them, over one journal."""

    async def run() -> None:
        now, journal, floors = Clockwork(), MemoryJournal(), []
        for holder in ("one", "two"):
            store = Store(journal)
            people = People(store, now=now, random=secrets.token_bytes, hasher=CHEAP)
            sealer = Sealer(bytes(32), secrets.token_bytes)
            floors.append(Floor(store, people, now=now, holder=holder, sealer=sealer))
        for floor in floors:
            await floor.open()
        try:
            await test(floors[0], floors[1], now)
        finally:
            for floor in floors:
                await floor.close()
                floor.people.close()
                await floor.store.close()

    asyncio.run(run())


def test_two_processes_judge_a_player_on_the_same_record() -> None:
    async def test(one: Floor, two: Floor, now: Clockwork) -> None:
        ann = await at_two_tables(one, day_loss=60_00)
        for table in ("t1", "t2"):
            await two.load(table)
            running = two.tables[table]
            await running.catch_up(one.tables[table].state.position)
        wager = {"box": 1, "amount": 50_00, "seated": True}
        answers = await asyncio.gather(
            one.carry_out(ann, "t1", "place-wager", wager),
            two.carry_out(ann, "t2", "place-wager", wager),
        )
        assert codes(list(answers)) == ["carded.loss-limit", "ok"]

    with_two_floors(test)


def test_a_double_a_split_or_insurance_does_not_pass_the_limit() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor, day_loss=30_00)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await ok(floor, ann, "be-ready")
        for do, fields in (
            ("double", {"box": 1, "hand": 1, "amount": 25_00}),
            ("split", {"box": 1, "hand": 1}),
            ("insure", {"box": 1, "amount": 12_50}),
        ):
            if not running.state.table.boxes[0].hands[0].open_stakes:
                return  # a natural has ended the round
            no = await floor.carry_out(ann, "t1", do, fields)
            assert isinstance(no, Refusal)
            assert (no.code, no.clause) == ("carded.loss-limit", "31K(5)")
            assert no.detail.startswith("Your loss limit leaves $5 for today.")
        while running.state.table.phase != "over":  # the round is finished
            await decide(floor, ann, running)

    with_carded_floor(test)


def test_a_wager_and_a_suspension_at_once_leave_nobody_playing() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        wager = {"box": 1, "amount": 25_00, "seated": True}
        await asyncio.gather(
            gives(floor, ann, "suspend-play", hours=24),
            floor.carry_out(ann, "t1", "place-wager", wager),
        )
        await floor.carded_house.look()
        assert running.state.table.patron("Ann") is None

    with_carded_floor(test)


def test_a_retry_gets_its_first_answer_after_the_limit_is_reached() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, _ = await seated(floor, day_loss=25_00)
        wager = {"box": 1, "amount": 25_00, "seated": True}
        first = await floor.carry_out(ann, "t1", "place-wager", wager, "one")
        assert isinstance(first, Accepted)
        again = await floor.carry_out(ann, "t1", "place-wager", wager, "one")
        assert again == Accepted(first.position, repeated=True)
        other = await floor.carry_out(ann, "t1", "place-wager", wager, "two")
        assert isinstance(other, Refusal) and other.code == "carded.loss-limit"

    with_carded_floor(test)


def test_what_was_refused_is_not_recorded_as_play() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, _ = await seated(floor, day_loss=20_00)
        position, player = await floor.carded.current("Ann")
        for amount in (25_00, 50_00):
            wager = {"box": 1, "amount": amount, "seated": True}
            assert isinstance(await floor.carry_out(ann, "t1", "place-wager", wager), Refusal)
        now.at += HOUR
        assert await floor.carded.current("Ann") == (position, player)
        assert (await floor.carded.view("Ann")).continuous == 0

    with_carded_floor(test)


def test_guests_pay_nothing_in_and_take_no_second_thousand_to_their_account() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        who = await guest(floor)
        no = await floor.cashier.buy_in(CASHIER, who.handle, 1_00, command_id=None, at=floor.now())
        assert isinstance(no, Denied) and no.code == "carded.guest"

    with_carded_floor(test)


@pytest.mark.parametrize(("second", "allowed"), [(400_00, True), (400_01, False)])
def test_cash_in_pieces_and_at_once_counts_together(second: int, *, allowed: bool) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await person(floor, "Ann", 100_00)
        answers = await asyncio.gather(
            *(
                floor.cashier.buy_in(CASHIER, "Ann", each, command_id=None, at=floor.now())
                for each in (500_00, second)
            )
        )
        assert sum(isinstance(each, Denied) for each in answers) == (not allowed)

    with_carded_floor(test)


def test_cash_that_goes_out_and_in_again_counts_twice() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await person(floor, "Ann", 1_000_00)
        at = floor.now()
        out = await floor.cashier.cash_out(CASHIER, "Ann", 1_000_00, command_id=None, at=at)
        assert not isinstance(out, Denied)
        no = await floor.cashier.buy_in(CASHIER, "Ann", 1, command_id=None, at=at)
        assert isinstance(no, Denied) and no.code == "carded.cash"

    with_carded_floor(test)


def test_chips_in_play_are_in_the_players_record_until_they_are_settled() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        assert (await floor.carded.player("Ann")).at_stake == (("t1", 25_00),)
        await ok(floor, ann, "withdraw-wager", box=1)
        assert (await floor.carded.player("Ann")).at_stake == ()
        for _ in range(5):
            await play_round(floor, ann, running, 25_00)
            assert (await floor.carded.player("Ann")).at_stake == ()

    with_carded_floor(test)


def test_another_persons_card_opens_a_case_with_the_finding() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, _ = await seated(floor)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        found = {"player": "Ann", "reason": "another's card"}
        await ok(floor, SUPERVISOR, "find-wager-invalid", **found)
        (case,) = (await floor.carded.player("Ann")).cases
        profile = await floor.people.person("Ann")
        assert profile is not None
        assert (case.number, case.user, case.closed) == (1, "Ann", None)
        assert case.holder == f"card {profile.cards[0].number}"

    with_carded_floor(test)


async def opened_tournament(floor: Floor, now: Clockwork) -> None:
    answer = await floor.tournaments.set_up(
        TESS,
        "spring",
        kind="live",
        run_by="Tournament Manager",
        conditions=small(S24, entry_fee="100"),
    )
    assert isinstance(answer, Accepted), answer
    starts = now.at // 1000 + 48 * 3600
    await give(
        floor, TESS, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=15
    )


async def apply(floor: Floor, who: Caller) -> None:
    await give(floor, who, "apply-for-entry", form="Me", entitled=True)
    await give(floor, who, "give-conditions", how="on the page")
    await give(floor, who, "agree-to-conditions", signature=who.handle)
    if floor.tournaments.all["spring"].state.entrants[who.handle].status == "applied":
        await give(floor, TESS, "accept-entry", player=who.handle)


@pytest.mark.parametrize(("limit", "code"), [(99_99, "carded.loss-limit"), (100_00, None)])
def test_an_entry_fee_counts_towards_the_loss_limit(limit: int, code: str | None) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await opened_tournament(floor, now)
        ann = await with_card(floor, day_loss=limit)
        await apply(floor, ann)
        paid = await floor.tournament_house.carry_out(ann, "spring", "pay-entry-fee", {})
        assert (paid.code if isinstance(paid, Refusal) else None) == code
        player = await floor.carded.player("Ann")
        assert player.day.net == (0 if code else -100_00)
        assert player.day.loss_reached is (code is None)
        if code is None:
            await give(floor, OPERATOR, "cancel-tournament", ground="other", reason="A leak.")
            assert (await floor.carded.player("Ann")).day.net == 0

    with_carded_floor(test)


def test_nobody_enters_a_tournament_without_a_verified_identity_or_while_stopped() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await opened_tournament(floor, now)
        bob = await person(floor, "Bob")
        form = {"form": "Me", "entitled": True}
        no = await floor.tournament_house.carry_out(bob, "spring", "apply-for-entry", form)
        assert isinstance(no, Refusal) and no.code == "carded.not-verified"
        ann = await with_card(floor)
        await gives(floor, ann, "suspend-play", hours=24)
        no = await floor.tournament_house.carry_out(ann, "spring", "apply-for-entry", form)
        assert isinstance(no, Refusal) and no.code == "carded.stopped"

    with_carded_floor(test)
