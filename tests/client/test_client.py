"""The Python client against a real server: play, lose the connection, come back, be refused."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from houserules.client import ApiError, Client, Refused, State
from houserules.floor.tables.settings import Setting
from houserules.web.settings import Rate, Settings
from web.server import OPEN, PASSWORD, Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


def table(server: Server, name: str) -> str:
    server.set_up(Setting(name, name, "nsw-pontoon-2024"))
    return name


def drop_all(server: Server) -> None:
    """End every connection from the server's side, as a restart would."""

    async def end() -> None:
        for connection in tuple(server.app.state.hub.connections):
            connection.end(1012, "restart")

    server.run(end())


def test_sit_down_play_and_leave(server: Server) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            signed = await client.guest()
            assert signed["is_guest"]
            assert {"t1", "t2", "t3", "t4"} <= {each["table"] for each in await client.tables()}
            async with client.follow(table(server, "play")) as followed:
                await followed.do("take-seat", seat=1, amount=100_00)
                assert followed.state.chips == 100_00
                await followed.do("decline-cut")
                await followed.do("place-wager", box=1, amount=5_00, seated=True)
                assert followed.state.chips == 95_00
                await followed.do("get-up")
                assert followed.state.table["seats"] == []

    run(play())


def test_every_state_is_seen_in_order(server: Server) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            await client.sign_up("Ord", PASSWORD)
            async with client.follow(table(server, "order")) as followed:
                seen: list[State] = []

                async def watch() -> None:
                    async for state in followed:
                        seen.append(state)  # noqa: PERF401  # it is cancelled in the middle

                watching = asyncio.create_task(watch())
                await asyncio.sleep(0)
                for name, fields in (
                    ("take-seat", {"seat": 1, "amount": 100_00}),
                    ("decline-cut", {}),
                    ("place-wager", {"box": 1, "amount": 5_00, "seated": True}),
                ):
                    await followed.do(name, **fields)
                names: list[str] = []
                async with asyncio.timeout(60):
                    while "wager.placed" not in names:
                        await asyncio.sleep(0.01)
                        names = [event["name"] for state in seen for event in state.events]
                watching.cancel()
                assert names[0] == "player.came" and names[-1] == "wager.placed"
                assert [s.position for s in seen] == sorted({s.position for s in seen})

    run(play())


def test_a_refusal_has_code_clause_and_words(server: Server) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            await client.guest()
            async with client.follow(table(server, "no")) as followed:
                with pytest.raises(Refused) as no:
                    await followed.do("hit", box=1, hand=1)
                assert (no.value.code, no.value.clause) == ("hand.none", "12.1")
                assert "12.1" in str(no.value)
                with pytest.raises(ApiError) as error:
                    await followed.do("fly")
                assert error.value.code == "command.malformed"
            with pytest.raises(Refused):
                await client.do("no", "hit", box=1, hand=1)

    run(play())


def test_who_may_not_connect_hears_why(server: Server) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            with pytest.raises(ApiError) as stranger:
                await client.follow("t1").__aenter__()
            assert (stranger.value.status, stranger.value.code) == (401, "session.none")
            with pytest.raises(ApiError) as wrong:
                await client.sign_in("Nobody", "not a password")
            assert wrong.value.status == 401
        async with Client("http://127.0.0.1:1") as client:
            with pytest.raises(ApiError) as away:
                await client.tables()
            assert away.value.code == "server.unreachable"

    run(play())


def test_a_lost_connection_comes_back_with_what_was_missed(server: Server) -> None:
    async def play() -> None:
        name = table(server, "lost")
        async with Client(server.url) as client, Client(server.url) as other:
            await client.guest()
            await other.guest()
            async with client.follow(name) as followed:
                await followed.do("take-seat", seat=1, amount=100_00)
                await asyncio.to_thread(drop_all, server)
                await other.do(name, "take-seat", seat=2, amount=50_00)
                async for state in followed:
                    if len(state.table["seats"]) == 2:
                        break
                assert followed.reconnects == 1
                await followed.do("decline-cut")

    run(play())


def test_a_command_on_a_lost_connection_is_carried_out_once(server: Server) -> None:
    """The answer is lost with the connection; the retry by the same id gets the first one."""

    async def play() -> None:
        name = table(server, "once")
        async with Client(server.url) as client:
            await client.guest()
            async with client.follow(name) as followed:
                await followed.do("take-seat", seat=1, amount=100_00)
                await followed.do("decline-cut")
                drop_soon = asyncio.to_thread(drop_all, server)
                given = followed.do("place-wager", box=1, amount=10_00, seated=True, id="w1")
                await asyncio.gather(drop_soon, given)
                again = await followed.do("place-wager", box=1, amount=10_00, seated=True, id="w1")
                assert again.repeated
                box = followed.state.box(1)
                assert box is not None and box["bettors"][0]["placed"] == 10_00
                assert followed.state.chips == 90_00

    run(play())


def test_who_is_too_quick_waits_and_is_served() -> None:
    async def play(url: str) -> None:
        async with Client(url) as client:
            await client.guest()
            async with client.follow("t1") as followed:
                await followed.do("take-seat", seat=1, amount=100_00)
                for _ in range(6):
                    await followed.do("be-ready")

    with Server(Settings(by_address=OPEN, by_person=OPEN, by_connection=Rate(10, 2))) as server:
        run(play(server.url))
