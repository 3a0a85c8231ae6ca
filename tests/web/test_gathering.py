"""What happens at a table in one moment is told in one update; nothing is lost or told twice by it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from floor.tables import Played
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.floor import commands as f
from houserules.floor.startup import practice_table
from houserules.floor.tables.run import Update, Watcher
from houserules.table.events import BetsClosed, CardDealt
from houserules.table.state import Hand, changed
from houserules.web.live import hub as module
from houserules.web.live.connection import Connection, ConnectionInfo
from houserules.web.live.hub import Channel

NAMES = ("Ann", "Bob", "Cat")


class Table:
    """A running table of which a test decides what happens."""

    def __init__(self) -> None:
        self.played = Played(practice_table("t1", "nsw-pontoon-2024"))
        for seat, player in enumerate(NAMES, start=1):
            self.played.sit(player, seat)
        self.played.cut()
        self.is_deciding = False
        self.watchers: list[Watcher] = []

    @property
    def state(self) -> Any:
        return self.played.state

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        self.watchers.append(watcher)
        return lambda: self.watchers.remove(watcher)

    def wager(self, player: str) -> None:
        """Let a player wager at the own box, and everybody see it."""
        before = len(self.played.events)
        self.played.wager(player, NAMES.index(player) + 1)
        self.tell(before)

    def ready(self, player: str) -> None:
        before = len(self.played.events)
        self.played.do(f.BeReady(player))
        self.tell(before)

    def tell(self, before: int) -> None:
        self.tell_of(*self.played.events[before:])

    def tell_of(self, *events: Any) -> None:
        for watcher in self.watchers:
            watcher(Update(events, self.state, at=0))


class Eyes:
    """A connection to it, and what it was sent."""

    def __init__(self, channel: Channel, name: str = "Ann", after: int | None = None) -> None:
        self.sent: list[dict[str, Any]] = []
        signed: Any = type("Signed", (), {"person": Person(name, "player"), "session": "s"})()
        whose = ConnectionInfo(signed, self.ask, "t1", "127.0.0.1")
        self.connection = Connection(
            self.send, whose, latest=channel.latest, now=lambda: 0, most=32
        )
        channel.join(self.connection, after)

    async def ask(self) -> None:
        return None

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.loads(message["text"]))

    def kinds(self) -> list[str]:
        return [each["type"] for each in self.sent]


def at_a_table(test: Callable[[Table, Channel, Eyes], Awaitable[None]]) -> None:
    """Run a test with a table, what its connections share, and one of them that has its snapshot."""

    async def run() -> None:
        table = Table()
        channel = Channel(table, kept=100)  # type: ignore[arg-type]
        eyes = Eyes(channel)
        await settled()
        assert eyes.kinds() == ["snapshot"]
        await test(table, channel, eyes)

    asyncio.run(run())


async def settled() -> None:
    """Wait until nothing more than what is held is to be sent."""
    for _ in range(10):
        await asyncio.sleep(0)


async def told(eyes: Eyes, count: int) -> None:
    """Wait until so many messages have come."""
    async with asyncio.timeout(60):
        while len(eyes.sent) < count:
            await asyncio.sleep(0.001)


async def seen(eyes: Eyes, table: Table) -> None:
    """Wait until the table is seen as it is."""
    async with asyncio.timeout(60):
        while eyes.sent[-1]["position"] < table.state.position:
            await asyncio.sleep(0.001)


def names(message: dict[str, Any]) -> list[str]:
    return [event["player"] for event in message["events"] if event["name"] == "wager.placed"]


def test_what_happens_at_once_is_one_update() -> None:
    async def test(table: Table, _: Channel, eyes: Eyes) -> None:
        start = table.state.position
        for player in NAMES:
            table.wager(player)
        await told(eyes, 2)
        update = eyes.sent[1]
        assert (update["from"], update["position"]) == (start, table.state.position)
        assert names(update) == [*NAMES]
        assert [box["number"] for box in update["table"]["boxes"]] == [1, 2, 3]
        assert eyes.kinds() == ["snapshot", "update"]

    at_a_table(test)


def test_an_answer_does_not_come_before_the_update_that_it_is_about() -> None:
    async def test(table: Table, _: Channel, eyes: Eyes) -> None:
        table.is_deciding = True
        table.wager("Ann")
        eyes.connection.tell('{"type":"accepted"}')
        await settled()
        assert eyes.kinds() == ["snapshot"]
        table.is_deciding = False
        await told(eyes, 3)
        assert eyes.kinds() == ["snapshot", "update", "accepted"]

    at_a_table(test)


def test_a_command_that_is_being_decided_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(table: Table, _: Channel, eyes: Eyes) -> None:
        table.is_deciding = True
        table.wager("Ann")
        await told(eyes, 2)
        table.wager("Bob")
        await told(eyes, 3)
        assert [names(update) for update in eyes.sent[1:]] == [["Ann"], ["Bob"]]

    monkeypatch.setattr(module, "_MOST", 0.02)
    at_a_table(test)


@pytest.mark.parametrize("pause", [True, False])
def test_a_snapshot_in_the_middle_has_what_was_gathered_and_the_rest_follows_it(
    pause: bool,  # noqa: FBT001
) -> None:
    async def test(table: Table, channel: Channel, eyes: Eyes) -> None:
        table.is_deciding = True
        table.wager("Ann")
        other = Eyes(channel, "Bob")
        if pause:
            await settled()
        table.wager("Bob")
        eyes.connection.show_all()
        if pause:
            await settled()
        table.wager("Cat")
        for each in (eyes, other):
            await seen(each, table)
            positions = [message["position"] for message in each.sent]
            for before, message in zip(positions, each.sent[1:], strict=False):
                assert message["type"] == "snapshot" or message["from"] == before
            assert len(each.sent[-1]["table"]["boxes"]) == 3

    at_a_table(test)


def test_who_comes_back_in_the_middle_of_what_was_gathered_gets_a_snapshot() -> None:
    async def test(table: Table, channel: Channel, eyes: Eyes) -> None:
        start = table.state.position
        table.wager("Ann")
        middle = table.state.position
        table.wager("Bob")
        await told(eyes, 2)
        for after, expected in ((start, "update"), (middle, "snapshot")):
            back = Eyes(channel, after=after)
            await told(back, 1)
            assert back.kinds() == [expected]

    at_a_table(test)


def test_a_moment_later_it_is_an_update_of_its_own() -> None:
    async def test(table: Table, _: Channel, eyes: Eyes) -> None:
        table.wager("Ann")
        await told(eyes, 2)
        table.ready("Ann")
        await told(eyes, 3)
        assert [each["type"] for each in eyes.sent] == ["snapshot", "update", "update"]
        assert eyes.sent[2]["table"]["ready"] == ["Ann"]

    at_a_table(test)


def test_what_lies_face_down_is_told_before_what_comes_after_it() -> None:
    """Together with what comes later it would be told as it lies then: open, or not at all."""

    async def test(table: Table, _: Channel, eyes: Eyes) -> None:
        table.wager("Bob")
        await told(eyes, 2)
        table.is_deciding = True
        before, box = table.state, table.state.table.boxes[0]
        down = changed(box, controller="Bob", hands=(Hand(cards("As"), (), face_down=True),))
        dealt = CardDealt(cards("As")[0], 2, 1, 11, soft=True)
        table.played.state = changed(
            before, table=changed(before.table, boxes=(down,)), position=before.position + 2
        )
        table.tell_of(BetsClosed(((2, "Bob"),)), dealt)
        table.played.state = changed(before, position=before.position + 3)
        table.tell_of()
        table.is_deciding = False
        await told(eyes, 4)
        assert [(update["from"], update["position"]) for update in eyes.sent[2:]] == [
            (before.position, before.position + 2),
            (before.position + 2, before.position + 3),
        ]
        assert eyes.sent[2]["events"][1]["card"] is None
        assert eyes.sent[2]["events"][1]["sentence"]["values"]["card"] == "a card face down"

    at_a_table(test)
