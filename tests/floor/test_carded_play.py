"""Carded play on the floor: who may play, what is recorded, who has to leave, sealed identities."""

import secrets
from base64 import b64encode
from collections.abc import Awaitable, Callable
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from floor.test_floor import CASHIER, MANAGER, Clockwork, ok, with_floor
from floor.test_whole_house import SUPERVISOR, _table
from game_table import S24, S65
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.carded.identity import Identity, Sealer
from houserules.floor.carded.stream import today_at
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.floor.tables.run import Accepted, RunningTable
from houserules.journal.errors import KeyFileError
from houserules.journal.key_files import read_key

PHOTO = b64encode(b"\x89PNG\r\n\x1a\n" + b"x" * 100).decode()
ANN = Identity("Ann Example", "1940-05-31", "1 Sample St", "passport", "P1234567", PHOTO)
HOUR = 3600_000
INSPECTOR = replace(MANAGER, handle="Ina", role="inspector")
DEALER = replace(MANAGER, handle="Dee", role="dealer")


def with_carded_floor(test: Callable[[Floor, Clockwork], Awaitable[None]]) -> None:
    with_floor(test, sealer=Sealer(bytes(32), secrets.token_bytes))


async def person(floor: Floor, name: str, money: int = 1_000_00) -> Caller:
    signed = await floor.people.sign_up(name, "correct horse battery")
    assert isinstance(signed, SignedIn), signed
    bought = await floor.cashier.buy_in(CASHIER, name, money, command_id=None, at=floor.now())
    assert not isinstance(bought, Denied), bought
    return signed.caller


async def gives(floor: Floor, who: Caller, do: str, about: str = "", **fields: object) -> None:
    answer = await floor.carded_house.carry_out(who, about or who.handle, do, fields)
    assert isinstance(answer, Accepted), answer


async def with_card(floor: Floor, name: str = "Ann", **limits: int) -> Caller:
    """A verified player with a card, who has set limits or declined them."""
    who = await person(floor, name)
    assert isinstance(await floor.carded.verify_identity(SUPERVISOR, name, ANN), Accepted)
    profile = await floor.people.person(name)
    assert profile is not None
    assert await floor.carded_house.why_not_issue(profile) is None
    await floor.people.issue_player_card(SUPERVISOR, name)
    await gives(floor, who, "read-information")
    if limits:
        await gives(floor, who, "set-limits", limits=limits)
    else:
        await gives(floor, who, "decline-limits")
    return who


async def seated(floor: Floor, **limits: int) -> tuple[Caller, RunningTable]:
    who, running = await with_card(floor, **limits), await _table(floor, "t1")
    await ok(floor, who, "take-seat", seat=1, amount=500_00)
    await ok(floor, who, "decline-cut")
    return who, running


async def decide(floor: Floor, who: Caller, running: RunningTable) -> None:
    """Take the next decision: stand, or hit where standing is refused; never cut or insure."""
    table = running.state.table
    if (turn := table.turn()) is not None and table.phase == "playing":
        spot = {"box": turn[0].number, "hand": turn[1]}
        answer = await floor.carry_out(who, "t1", "stand", spot)
        if isinstance(answer, Refusal):
            await ok(floor, who, "hit", **spot)
    else:
        cut = await floor.carry_out(who, "t1", "decline-cut", {})
        if not isinstance(cut, Accepted):
            await ok(floor, who, "be-ready")


async def play_round(floor: Floor, who: Caller, running: RunningTable, amount: int) -> int:
    """Play a round to its end; return what the player won."""
    table = running.state.table
    before = table.racks[who.handle]
    await ok(floor, who, "place-wager", box=1, amount=amount, seated=True)
    await ok(floor, who, "be-ready")
    while running.state.table.phase != "over":
        await decide(floor, who, running)
    return running.state.table.racks[who.handle] - before


def test_play_is_recorded_and_agrees_with_the_chips() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        won = 0
        for _ in range(12):
            won += await play_round(floor, ann, running, 25_00)
            now.at += 60_000
        player = await floor.carded.player("Ann")
        assert player.day.net == player.week.net == player.month.net == won
        assert player.day.turnover >= 12 * 25_00
        assert player.day.cash == player.day.deposited == 1_000_00
        assert player.playing == ()
        assert len(player.periods) == 1

    with_carded_floor(test)


def test_the_loss_limit_counts_what_is_in_play() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, _ = await seated(floor, day_loss=60_00)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        more = {"box": 1, "amount": 50_00}
        refused = await floor.carry_out(ann, "t1", "raise-wager", more)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.clause) == ("carded.loss-limit", "31K(5)")
        await ok(floor, ann, "raise-wager", box=1, amount=25_00)

    with_carded_floor(test)


def test_nobody_sits_down_before_they_are_ready() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await person(floor, "Ann")
        profile = await floor.people.person("Ann")
        assert profile is not None
        no = await floor.carded_house.why_not_issue(profile)
        assert no is not None and no.code == "carded.not-verified"
        await _table(floor, "t1")
        refused = await floor.carry_out(ann, "t1", "take-seat", {"seat": 1, "amount": 100_00})
        assert isinstance(refused, Refusal) and refused.code == "carded.not-verified"

    with_carded_floor(test)


def test_one_card_per_person() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await with_card(floor)
        profile = await floor.people.person("Ann")
        assert profile is not None
        no = await floor.carded_house.why_not_issue(profile)
        assert no is not None and (no.code, no.clause) == ("carded.second-card", "31D(3)")

    with_carded_floor(test)


def test_whoever_suspends_themselves_finishes_the_round_and_leaves() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        await ok(floor, ann, "place-wager", box=1, amount=25_00, seated=True)
        await ok(floor, ann, "be-ready")
        await gives(floor, ann, "suspend-play", hours=24)
        while running.state.table.patron("Ann") is not None:
            await decide(floor, ann, running)
        no = await floor.carry_out(ann, "t1", "take-seat", {"seat": 1, "amount": 100_00})
        assert isinstance(no, Refusal) and no.code == "carded.stopped"
        now.at += 24 * HOUR
        await ok(floor, ann, "take-seat", seat=1, amount=100_00)

    with_carded_floor(test)


def test_twelve_hours_of_play_send_the_player_out() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann, running = await seated(floor)
        for _ in range(12 * 6):
            await play_round(floor, ann, running, 25_00)
            now.at += HOUR // 6
            if running.state.table.racks.get("Ann", 0) < 25_00:
                await ok(floor, ann, "bring-chips", amount=200_00)
        assert [each.player for each in await floor.carded_house.assessments()] == ["Ann"]
        await play_round(floor, ann, running, 25_00)
        await floor.carded_house.look()
        assert running.state.table.patron("Ann") is None
        (due,) = await floor.carded_house.assessments()
        assert (due.player, due.tables) == ("Ann", ())
        note = {"outcome": "referred", "note": "Tired."}
        await gives(floor, SUPERVISOR, "record-assessment", "Ann", **note)
        assert await floor.carded_house.assessments() == []

    with_carded_floor(test)


@pytest.mark.parametrize(("amount", "allowed"), [(0, True), (1, False)])
def test_a_thousand_dollars_in_cash_per_day(amount: int, *, allowed: bool) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await person(floor, "Ann", 400_00)
        answer = await floor.cashier.buy_in(
            CASHIER, "Ann", 600_00 + amount, command_id=None, at=floor.now()
        )
        assert isinstance(answer, Denied) is not allowed
        if isinstance(answer, Denied):
            assert answer.code == "carded.cash"
        now.at += 24 * HOUR
        again = await floor.cashier.buy_in(CASHIER, "Ann", 1, command_id=None, at=floor.now())
        assert not isinstance(again, Denied)

    with_carded_floor(test)


def test_exclusion_cancels_the_card() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await seated(floor)
        await ok(floor, SUPERVISOR, "find-device-use", "t1", player="Ann", device="a counter")
        await ok(floor, SUPERVISOR, "exclude-from-casino", "t1", player="Ann")
        profile = await floor.people.person("Ann")
        assert profile is not None and profile.cards == ()
        no = await floor.carded_house.why_not_issue(profile)
        assert no is not None and (no.code, no.clause) == ("carded.excluded", "31E")

    with_carded_floor(test)


def test_an_identity_is_sealed_and_every_read_is_recorded() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await with_card(floor)
        assert await floor.carded.read_identity(SUPERVISOR, "ann", "dispute 7") == ANN
        sealed = await floor.store.secret("identity", "ann")
        assert sealed is not None
        for text in (ANN.name, ANN.address, ANN.number, ANN.photo):
            assert text.encode() not in sealed
        records = await floor.store.read("carded/ann")
        assert [each.name for each in records if "identity" in each.name] == [
            "carded.identity-verified",
            "carded.identity-read",
        ]
        everything = str([each.payload for each in records])
        assert "Example" not in everything and "P1234567" not in everything
        for who, why in ((DEALER, "curious"), (CASHIER, "curious"), (INSPECTOR, " ")):
            no = await floor.carded.read_identity(who, "ann", why)
            assert isinstance(no, Refusal)
        assert isinstance(await floor.carded.read_identity(INSPECTOR, "ann", "audit"), Identity)

    with_carded_floor(test)


def test_an_identity_is_erased_after_its_retention_period_and_the_journal_still_verifies() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await with_card(floor)
        early = await floor.carded_house.carry_out(MANAGER, "Ann", "erase-identity", {"why": "due"})
        assert isinstance(early, Refusal) and early.code == "carded.retention"
        now.at += 7 * 366 * 24 * HOUR + 1000
        await gives(floor, MANAGER, "erase-identity", "Ann", why="due")
        assert await floor.store.secret("identity", "ann") is None
        gone = await floor.carded.read_identity(SUPERVISOR, "ann", "dispute 7")
        assert isinstance(gone, Denied) and gone.code == "identity.none"

    with_carded_floor(test)


def test_nothing_is_asked_while_carded_play_is_off_or_where_no_card_is_needed() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        ann = await person(floor, "Ann")
        await _table(floor, "t1", S65)
        await ok(floor, ann, "take-seat", seat=1, amount=500_00)
        await _table(floor, "t2", S24, "practice")
        await ok(floor, ann, "take-seat", "t2", seat=1, amount=500_00)

    with_carded_floor(test)


def test_a_key_opens_only_what_it_sealed_for_that_person() -> None:
    sealer, other = Sealer(bytes(32), secrets.token_bytes), Sealer(b"k" * 32, secrets.token_bytes)
    sealed = sealer.seal("ann", ANN)
    assert sealer.open("ann", sealed) == ANN
    assert sealer.open("bob", sealed) is None
    assert other.open("ann", sealed) is None
    assert sealer.open("ann", sealed[:-1] + bytes([sealed[-1] ^ 1])) is None


def test_the_key_file_is_made_once_and_only_its_owner_reads_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "keys" / "identity.key"
    key = read_key(file, secrets.token_bytes)
    assert read_key(file, secrets.token_bytes) == key
    assert file.stat().st_mode & 0o077 == 0
    for text in ("", "zz", "00" * 31):
        file.write_text(text)
        with pytest.raises(KeyFileError):
            read_key(file, secrets.token_bytes)


@pytest.mark.parametrize(
    ("at", "day", "week"),
    [
        ("2026-10-03T13:59:59Z", "2026-10-03", "2026-W40"),  # before midnight, standard time
        ("2026-10-03T14:00:00Z", "2026-10-04", "2026-W40"),  # midnight; clocks go forward at 2
        ("2026-10-04T12:59:59Z", "2026-10-04", "2026-W40"),  # the day has 23 hours
        ("2026-10-04T13:00:00Z", "2026-10-05", "2026-W41"),
        ("2026-04-04T13:00:00Z", "2026-04-05", "2026-W14"),  # clocks go back at 3: 25 hours
        ("2026-04-05T13:59:59Z", "2026-04-05", "2026-W14"),
        ("2026-04-05T14:00:00Z", "2026-04-06", "2026-W15"),
    ],
)
def test_days_follow_the_casinos_clock_across_summer_time(at: str, day: str, week: str) -> None:
    from datetime import datetime

    moment = Moment(int(datetime.fromisoformat(at).timestamp()))
    sydney = ZoneInfo("Australia/Sydney")
    today = today_at(moment, sydney)
    assert (today.day, today.week) == (day, week)
    began = [
        datetime.fromtimestamp(since, sydney).strftime("%Y-%m-%d %H:%M, %u")
        for since in (today.since, today.week_since, today.month_since)
    ]
    assert began[0].startswith(f"{day} 00:00")
    assert began[1].endswith(" 00:00, 1")
    assert began[2].startswith(f"{day[:7]}-01 00:00")
