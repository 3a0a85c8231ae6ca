"""What is recorded of carded play: days across summer time, sealed identities in the file, cases, exclusions."""

import asyncio
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from floor.test_carded_play import (
    ANN,
    HOUR,
    decide,
    gives,
    person,
    play_round,
    seated,
    with_card,
    with_carded_floor,
)
from floor.test_floor import CASHIER, CHEAP, MANAGER, Clockwork, ok
from floor.test_whole_house import SUPERVISOR, _table
from game_table import S24
from houserules.carded.events import PlayBegan, PlayEnded
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.carded.identity import Sealer
from houserules.floor.carded.statement import statement
from houserules.floor.carded.stream import today_at
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.startup import close_floor, open_floor
from houserules.floor.store import Store
from houserules.floor.tables.run import Accepted
from houserules.journal.errors import KeyFileError
from houserules.journal.memory import MemoryJournal
from houserules.journal.verify import verify

SYDNEY = ZoneInfo("Australia/Sydney")
CASE = {"number": 1, "about_user": "none", "about_holder": "none", "avoids_measures": True, "criminal": False}  # fmt: skip


def moment(text: str) -> Moment:
    return Moment(int(datetime.fromisoformat(text).replace(tzinfo=SYDNEY).timestamp()))


def played(*periods: tuple[str, str]) -> Iterator[object]:
    for begins, ends in periods:
        yield PlayBegan("t1", moment(begins))
        yield PlayEnded("t1", today_at(moment(ends), SYDNEY), moment(ends))


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("day", [("2026-10-04", 60), ("2026-10-03", 30), ("2026-10-05", 10)]),
        ("week", [("2026-W40", 90), ("2026-W41", 10)]),
        ("month", [("2026-10", 100)]),
    ],
)
def test_time_is_counted_on_the_day_it_was_played_also_when_clocks_change(
    span: str, expected: list[tuple[str, int]]
) -> None:
    """In Sydney clocks go from 2:00 to 3:00 on 4 October 2026: 1:45 to 3:15 is half an hour."""
    events = played(
        ("2026-10-03T23:30", "2026-10-04T00:15"),
        ("2026-10-04T01:45", "2026-10-04T03:15"),
        ("2026-10-04T23:45", "2026-10-05T00:10"),
    )
    found = statement(events, span, lambda at: today_at(at, SYDNEY))  # type: ignore[arg-type]
    assert [(row.span, row.seconds // 60) for row in found.rows] == expected


def test_a_pause_of_less_than_15_minutes_counts_as_it_does_for_the_limits() -> None:
    events = played(
        ("2026-11-18T10:00", "2026-11-18T10:10"),
        ("2026-11-18T10:24", "2026-11-18T10:30"),
        ("2026-11-18T10:45", "2026-11-18T10:50"),
    )
    (row,) = statement(events, "day", lambda at: today_at(at, SYDNEY)).rows
    assert row.seconds == 35 * 60


def test_neither_key_nor_details_are_in_the_file_and_an_erased_identity_is_gone(
    tmp_path: Path,
) -> None:
    """All bytes of the database, before and after the erasure; and its hash chain verifies."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "identity.key"

    def stored() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.glob("floor.db*"))

    async def run() -> bytes:
        floor = await open_floor(url, identity_key=key)
        await floor.people.sign_up("Ann", "correct horse battery")
        verified = await floor.carded.verify_identity(SUPERVISOR, "Ann", ANN)
        assert isinstance(verified, Accepted)
        assert await floor.carded.read_identity(SUPERVISOR, "Ann", "a dispute") == ANN
        sealed = await floor.store.secret("identity", "ann")
        assert sealed is not None and sealed in stored()
        details = (ANN.name, ANN.born, ANN.address, ANN.document, ANN.number, ANN.photo)
        secret = bytes.fromhex(key.read_text())
        for each in (*(text.encode() for text in details), secret, secret.hex().encode()):
            assert each not in stored()
        later = floor.now() + 8 * 366 * 24 * HOUR
        floor.carded._now = lambda: later
        await gives(floor, MANAGER, "erase-identity", "Ann", why="due")
        gone = await floor.carded.read_identity(SUPERVISOR, "Ann", "a dispute")
        assert isinstance(gone, Denied) and gone.code == "identity.none"
        marks = await floor.store.call(
            lambda: list(floor.store.journal.vault.items("identity-mark"))
        )
        assert marks == []
        report = await floor.store.call(lambda: verify(floor.store.journal))
        assert report.findings == (), report
        await close_floor(floor)
        return sealed

    sealed = asyncio.run(run())
    assert sealed not in stored()


def test_a_wrong_key_file_is_noticed_at_the_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/floor.db"

    async def start(key: str) -> None:
        await close_floor(await open_floor(url, identity_key=tmp_path / key))

    asyncio.run(start("one.key"))
    asyncio.run(start("one.key"))
    with pytest.raises(KeyFileError, match="another key file"):
        asyncio.run(start("two.key"))


def test_an_exclusion_from_a_practice_table_leaves_the_real_card_alone() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await with_card(floor)
        await _table(floor, "p1", S24, "practice")
        await ok(floor, ann, "take-seat", "p1", seat=1, amount=100_00)
        await ok(floor, SUPERVISOR, "find-device-use", "p1", player="Ann", device="a counter")
        await ok(floor, SUPERVISOR, "exclude-from-casino", "p1", player="Ann")
        profile = await floor.people.person("Ann")
        assert profile is not None and len(profile.cards) == 1

    with_carded_floor(test)


def test_a_card_that_outlived_an_exclusion_is_cancelled_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that dies between the order and the card leaves the card to the next one."""

    async def test(floor: Floor, now: Clockwork) -> None:
        async def dies(*_: object, **__: object) -> None:
            return None

        await seated(floor)
        await ok(floor, SUPERVISOR, "find-device-use", player="Ann", device="a counter")
        with monkeypatch.context() as during:
            during.setattr(floor.carded_house, "cancel_cards", dies)
            await ok(floor, SUPERVISOR, "exclude-from-casino", player="Ann")
        profile = await floor.people.person("Ann")
        assert profile is not None and profile.cards
        await floor.carded_house.look()
        profile = await floor.people.person("Ann")
        assert profile is not None and not profile.cards

    with_carded_floor(test)


def test_an_exclusion_in_a_round_lets_it_be_finished() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await ok(floor, ann, "be-ready")
        before = running.state.table.float_tray
        await ok(floor, SUPERVISOR, "find-device-use", player="Ann", device="a counter")
        await ok(floor, SUPERVISOR, "exclude-from-casino", player="Ann")
        wager = {"box": 1, "amount": 25_00, "seated": True}
        no = await floor.carry_out(ann, "t1", "place-wager", wager)
        assert not isinstance(no, Accepted)
        player = await floor.carded.player("Ann")
        assert player.playing == () or running.state.table.phase != "over"
        assert running.state.table.float_tray >= 0 and before >= 0

    with_carded_floor(test)


def test_a_case_is_an_alert_until_it_is_closed_and_acts_on_both_cards() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await with_card(floor)
        await person(floor, "Bob")
        bob = await floor.people.issue_player_card(SUPERVISOR, "Bob")
        assert not isinstance(bob, Denied | Refusal) and bob.cards
        await gives(floor, SUPERVISOR, "open-card-case", "Ann", holder="Bob")
        await floor.carded_house.look()
        (alert,) = floor.carded_house.alerts()
        assert alert.startswith("Case 1: Ann played with another person's card.")
        no = await floor.carded_house.carry_out(
            SUPERVISOR,
            "Ann",
            "close-card-case",
            {**CASE, "about_holder": "cancel card", "reasons": " "},
        )
        assert isinstance(no, Refusal) and no.code == "carded.no-reasons"
        bob = await floor.people.person("Bob")
        assert bob is not None and bob.cards, "what was refused does nothing"
        decided = {**CASE, "about_user": "suspend card", "about_holder": "cancel card"}
        await gives(
            floor, SUPERVISOR, "close-card-case", "Ann", **decided, hours=48, reasons="Both knew."
        )
        bob = await floor.people.person("Bob")
        assert bob is not None and not bob.cards
        view = await floor.carded.view("Ann")
        assert view.stop is not None and view.stop.until == floor.carded.moment() + 48 * 3600
        assert view.why_not == "You cannot play now: your Player Card is suspended."
        await floor.carded_house.look()
        assert floor.carded_house.alerts() == []

    with_carded_floor(test)


def test_the_record_has_what_the_law_asks_for_and_agrees_with_the_totals() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        for _ in range(6):
            await play_round(floor, ann, running, 25_00)
            now.at += 60_000
        out = await floor.cashier.cash_out(CASHIER, "Ann", 100_00, command_id=None, at=floor.now())
        assert not isinstance(out, Denied)
        record = await floor.carded.statement("Ann", "day")
        player = await floor.carded.player("Ann")
        (row,) = record.rows
        assert (row.net, row.turnover) == (player.day.net, player.day.turnover)
        assert row.seconds == player.day.seconds
        assert (row.bought, row.cashed) == (1_000_00, 100_00)
        assert len(record.periods) == 6 and row.games == [running.state.setting.rules.title]

    with_carded_floor(test)


def test_a_restart_in_the_middle_of_a_round_forgets_neither_stakes_nor_limits() -> None:
    """What is in play is in the journal, so the next server knows it before anything is settled."""

    async def run() -> None:
        journal, now = MemoryJournal(), Clockwork()

        async def opened() -> Floor:
            store = Store(journal)
            people = People(store, now=now, random=secrets.token_bytes, hasher=CHEAP)
            sealer = Sealer(bytes(32), secrets.token_bytes)
            floor = Floor(store, people, now=now, sealer=sealer)
            await floor.open()
            return floor

        first = await opened()
        ann, _ = await seated(first, day_loss=30_00)
        await ok(first, ann, "place-wager", box=1, amount=25_00, seated=True)
        await first.close()
        second = await opened()
        running = second.tables["t1"]
        assert (await second.carded.player("Ann")).at_stake == (("t1", 25_00),)
        more = {"box": 1, "amount": 25_00}
        no = await second.carry_out(ann, "t1", "raise-wager", more)
        assert isinstance(no, Refusal) and no.code == "carded.loss-limit"
        await ok(second, ann, "be-ready")
        while running.state.table.phase != "over":
            await decide(second, ann, running)
        player = await second.carded.player("Ann")
        assert (player.at_stake, player.playing) == ((), ())
        assert player.day.net == running.state.table.racks["Ann"] - 500_00
        await second.close()

    asyncio.run(run())
