"""Tournaments on the floor: streams, money, draws that nobody can look into, and several processes."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
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
from houserules.floor.store import Store
from houserules.floor.tables.auto_dealer import clock_of, waited_for
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import Setting
from houserules.floor.tournaments.app import SEAT_DRAW, Tournaments
from houserules.table.cards.commands import CutCards
from houserules.table.commands import Decline, Hit, PlaceWager, Stand
from houserules.table.legal import legal
from houserules.tournament.play.seat_draw import draw_record, verify_draw
from tournament.desk import small

TESS = replace(OPERATOR, handle="Tess", role="Tournament Manager", licence="T-1")


async def give(floor: Floor, who: Caller, name: str, **data: Any) -> Accepted:
    answer = await floor.tournament_house.carry_out(who, "spring", name, data)
    assert isinstance(answer, Accepted), answer
    return answer


async def published(floor: Floor, now: Clockwork, **changes: Any) -> None:
    conditions = small(entry_fee="100", **changes)
    answer = await floor.tournaments.set_up(
        TESS, "spring", kind="practice", run_by="Tournament Manager", conditions=conditions
    )
    assert isinstance(answer, Accepted), answer
    starts = now.at // 1000 + 48 * 3600
    await give(
        floor, TESS, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=15
    )


async def enter(floor: Floor, *, pay: bool = True) -> Caller:
    player = await guest(floor)
    await floor.cashier.grant_practice(player, at=floor.now())
    await give(floor, player, "apply-for-entry", form="Me", entitled=True)
    await give(floor, player, "give-conditions", how="on the page")
    await give(floor, player, "agree-to-conditions", signature=player.handle)
    if floor.tournaments.all["spring"].state.entrants[player.handle].status == "applied":
        await give(floor, TESS, "accept-entry", player=player.handle)
    if pay:
        await give(floor, player, "pay-entry-fee")
    return player


async def practice_money(floor: Floor, account: str) -> int:
    balance: Balance = await floor.wallets.balance(account)
    return balance.of("practice")


def test_fees_go_to_the_pool_and_come_back_when_the_tournament_is_cancelled() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        players = [await enter(floor) for _ in range(3)]
        assert await practice_money(floor, "pool:spring") == 300_00
        assert await practice_money(floor, wallet_of(players[0].handle)) == 900_00
        await give(floor, OPERATOR, "cancel-tournament", ground="other", reason="The roof leaks.")
        assert await practice_money(floor, "pool:spring") == 0
        for player in players:
            assert await practice_money(floor, wallet_of(player.handle)) == 1_000_00

    with_floor(test)


def test_a_fee_that_the_wallet_cannot_pay_changes_nothing() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        player = await guest(floor)
        await give(floor, player, "apply-for-entry", form="Me", entitled=True)
        await give(floor, player, "give-conditions", how="on the page")
        await give(floor, player, "agree-to-conditions", signature=player.handle)
        await give(floor, TESS, "accept-entry", player=player.handle)
        before = floor.tournaments.all["spring"]
        no = await floor.tournament_house.carry_out(player, "spring", "pay-entry-fee", {})
        assert isinstance(no, Denied) and no.code == "wallet.short"
        assert floor.tournaments.all["spring"] == before

    with_floor(test)


def test_the_same_id_pays_once() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        player = await enter(floor, pay=False)
        carry_out = floor.tournament_house.carry_out
        first = await carry_out(player, "spring", "pay-entry-fee", {}, "fee-1")
        again = await carry_out(player, "spring", "pay-entry-fee", {}, "fee-1")
        assert isinstance(first, Accepted) and isinstance(again, Accepted)
        assert (first.position, again.repeated) == (again.position, True)
        other = await carry_out(player, "spring", "withdraw-entry", {}, "fee-1")
        assert isinstance(other, Denied) and other.code == "command.id-used"
        assert await practice_money(floor, "pool:spring") == 100_00

    with_floor(test)


@contextmanager
def lost_once(store: Store) -> Iterator[None]:
    """Find no secret at the first look, and what is there from then on."""
    found, looks = store.secret, 0

    async def look(kind: str, key: str) -> bytes | None:
        nonlocal looks
        looks += 1
        return None if looks == 1 else await found(kind, key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "secret", lambda _, kind, key: look(kind, key))
        yield
    assert looks == 2


def test_a_draw_is_sealed_until_it_is_revealed_and_can_be_verified_then() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        players = [await enter(floor) for _ in range(4)]
        now.at += 49 * 3600 * 1000
        await give(floor, TESS, "close-entries")
        table = Setting("t1", "Table 1", "nsw-pontoon-6to5-2017", (("smallest_chip", "1"),))
        await floor.set_up(table, by="Max")
        await give(floor, TESS, "designate-tables", tables=["t1"])
        await give(floor, TESS, "commit-seat-draw")
        sealed = await floor.store.secret(SEAT_DRAW, "spring")
        assert sealed is not None
        stream = str(await floor.store.read("tournament/spring"))
        assert sealed.hex() not in stream
        own = await floor.tournament_house.carry_out(
            TESS, "spring", "cut-seat-draw", {"position": 1}
        )
        assert isinstance(own, Refusal) and own.code == "role.may-not"
        await give(floor, players[0], "cut-seat-draw", position=2)
        with lost_once(floor.store):  # as if another process had just used it
            await give(floor, TESS, "reveal-seat-draw")
        assert await floor.store.secret(SEAT_DRAW, "spring") is None
        state = floor.tournaments.all["spring"].state
        draw = state.stages[0].draw
        assert draw is not None
        assert all(each.passed for each in verify_draw(draw_record("Spring", "final", draw)))

    with_floor(test)


def test_only_a_table_with_the_same_game_kind_and_options_is_designated() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        for table, rulebook, options in (
            ("other-game", "nsw-pontoon-2024", (("smallest_chip", "1"),)),
            ("other-chips", "nsw-pontoon-6to5-2017", (("smallest_chip", "2.50"),)),
        ):
            await floor.set_up(Setting(table, table, rulebook, options), by="Max")
            no = await floor.tournament_house.carry_out(
                TESS, "spring", "designate-tables", {"tables": [table]}
            )
            assert isinstance(no, Denied | Refusal)
            assert no.code == f"tournament.{table.replace('chips', 'options')}"
        no = await floor.tournament_house.carry_out(
            TESS, "spring", "designate-tables", {"tables": ["none"]}
        )
        assert isinstance(no, Denied) and no.code == "table.unknown"

    with_floor(test)


@pytest.mark.clause("nsw-pontoon-6to5-2017", "20.5.2")
@pytest.mark.clause("nsw-pontoon-2024", "21/21.5.2")
@pytest.mark.parametrize(
    ("book", "clause"), [("nsw-pontoon-6to5-2017", "20.5.2"), ("nsw-pontoon-2024", "21/21.5.2")]
)
def test_a_session_that_has_started_waits_for_the_round_and_nobody_else_sits_down(
    book: str, clause: str
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now, book=book)
        for _ in range(3):
            await enter(floor)
        table = Setting("t1", "Table 1", book, (("smallest_chip", "1"),))
        await floor.set_up(table, by="Max")
        running, stranger, late = floor.tables["t1"], await guest(floor), await guest(floor)
        seat = {"seat": 3, "amount": 100_00}
        assert isinstance(await floor.carry_out(stranger, "t1", "take-seat", seat), Accepted)
        wager = {"box": 3, "amount": 50_00, "seated": True}
        assert isinstance(await floor.carry_out(stranger, "t1", "place-wager", wager), Accepted)
        for _ in range(60):
            if running.state.table.phase != "betting":
                break
            await step(running, now)
        assert running.state.table.phase != "betting"
        now.at += 49 * 3600 * 1000
        await give(floor, TESS, "close-entries")
        await give(floor, TESS, "designate-tables", tables=["t1"])
        await give(floor, TESS, "commit-seat-draw")
        await give(floor, OPERATOR, "cut-seat-draw", position=1)
        await give(floor, TESS, "reveal-seat-draw")
        await give(floor, TESS, "start-session", session=1)
        assert running.state.table.session is None
        assert running.state.table.boxes  # a round is under way
        no = await floor.carry_out(late, "t1", "take-seat", {"seat": 4, "amount": 100_00})
        assert isinstance(no, Refusal) and (no.code, no.clause) == ("tournament.off", clause)
        for _ in range(200):
            if running.state.table.session is not None:
                break
            await step(running, now)
            await floor.tournament_house.look()
            await floor.settle()
        assert running.state.table.session is not None
        assert stranger.handle not in running.state.table.racks

    with_floor(test)


def test_another_process_sees_a_tournament_and_its_stale_decision_is_taken_again() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        other = Tournaments(
            Store(floor.store.journal), floor.wallets, now=now, random=secrets.token_bytes
        )
        await other.open()
        player = await enter(floor)
        assert player.handle not in other.all["spring"].state.entrants
        answer = await other.carry_out(player, "spring", "withdraw-entry", {})
        assert isinstance(answer, Accepted)
        assert await practice_money(floor, "pool:spring") == 0

    with_floor(test)


def test_guests_stay_out_of_live_tournaments() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.tournaments.set_up(
            TESS, "spring", kind="live", run_by="Tournament Manager", conditions=small()
        )
        no = await floor.tournament_house.carry_out(
            await guest(floor), "spring", "apply-for-entry", {"form": "Me", "entitled": True}
        )
        assert isinstance(no, Denied) and no.code == "tournament.live"

    with_floor(test)


# A whole tournament that runs by itself: only the players are played by the test.


GUARANTEE = 2_000_00
_LIKED = (CutCards, PlaceWager, Stand, Hit, Decline)


async def play_on(running: RunningTable, now: Clockwork) -> bool:
    """Let the players that a table waits for do something sensible; whether anybody did."""
    state = running.state
    for player in waited_for(state):
        options = [each for each in legal(state.setting.rules, state.table) if each.who == player]
        liked = [each for kind in _LIKED for each in options if isinstance(each.command, kind)]
        command = liked[0].command if liked else BeReady(player)
        answer = await running.carry_out(CommandRequest(command, player), at=now.at)
        assert isinstance(answer, Accepted), (command, answer)
        return True
    return False


async def step(running: RunningTable, now: Clockwork) -> None:
    """Let one player go on, or else two seconds pass."""
    if not await play_on(running, now):
        now.at += 2_000
        if (clock := clock_of(running.state)) and clock.ends <= now.at:
            await running.carry_out(CommandRequest(clock.then, "house"), at=now.at)


async def run_to_the_end(floor: Floor, now: Clockwork, name: str = "spring") -> None:
    for _ in range(1_500):
        state = floor.tournaments.all[name].state
        if state.phase in ("finished", "cancelled"):
            return
        tables = [each for each in floor.tables.values() if each.state.table.session]
        if not any([await play_on(each, now) for each in tables]):
            now.at += 2_000
            for each in tables:
                if (clock := clock_of(each.state)) and clock.ends <= now.at:
                    await each.carry_out(CommandRequest(clock.then, "house"), at=now.at)
            await floor.tournament_house.advance(name)
        await floor.settle()
    raise AssertionError("the tournament does not end")


@pytest.mark.clause("nsw-pontoon-6to5-2017", "20.5.2", "20.6.2", "20.10.2")
@pytest.mark.parametrize(("players", "advance"), [(3, None), (9, 2)])
def test_a_tournament_runs_by_itself_from_the_entries_to_the_prizes(
    players: int, advance: int | None
) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        final = {"kind": "final", "rounds": 4, "tables": 1, "players_per_table": 7}
        heats = {
            "kind": "heats",
            "rounds": 3,
            "tables": 2,
            "players_per_table": 5,
            "advance": advance,
        }
        conditions = small(
            entry_fee="100",
            stages=[heats, final] if advance else [final],
            entry__minimum=3 if advance is None else 8,
            entry__maximum=7 if advance is None else 10,
            prizes__guarantee_entries=players,
            chips__amount="1000",
        )
        answer = await floor.tournaments.set_up(
            TESS, "spring", kind="practice", run_by="software", conditions=conditions
        )
        assert isinstance(answer, Accepted), answer
        starts = now.at // 1000 + 48 * 3600
        await give(
            floor, TESS, "publish-tournament", starts=starts, rounds_per_hour=60, pause_minutes=0
        )
        entrants = [await enter(floor) for _ in range(players)]
        now.at = (starts + 1) * 1000
        await floor.tournament_house.advance("spring")
        table = next(each for each in floor.tables.values() if each.state.table.session)
        stranger = await guest(floor)
        no = await floor.carry_out(stranger, table.state.setting.table, "take-seat", {"seat": 7})
        assert isinstance(no, Refusal | Denied)  # the table is for the tournament alone
        await run_to_the_end(floor, now)
        state = floor.tournaments.all["spring"].state
        assert state.phase == "finished"
        assert sum(prize.amount for prize in state.prizes) == GUARANTEE
        assert set(state.placings) <= {each.handle for each in entrants}
        assert await practice_money(floor, "pool:spring") == 0
        held = [await practice_money(floor, wallet_of(each.handle)) for each in entrants]
        assert sum(held) == players * 900_00 + GUARANTEE

    with_floor(test)
