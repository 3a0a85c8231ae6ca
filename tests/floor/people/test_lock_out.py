"""Too many attempts that fail lock a handle for a while."""

import pytest

from floor.people.reception import OTHER, PASSWORD, House, in_house, no, open_house, yes
from houserules.floor.people.limits import HOUR, MINUTE, Limits
from houserules.floor.people.signed import Signed, SignedIn

LIMITS = Limits()


async def fail(house: House, times: int, name: str = "Ann") -> list[str]:
    return [no(await house.people.sign_in(name, OTHER)) for _ in range(times)]


@pytest.mark.parametrize("name", ["Ann", "Nobody Known"])
def test_the_fifth_failure_locks_and_nobody_can_tell_who_exists(name: str) -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        assert await fail(house, 7, name) == ["sign-in.wrong"] * 4 + ["sign-in.locked"] * 3

    in_house(work)


def test_a_locked_handle_is_closed_to_the_right_password_too() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        await fail(house, 5)
        house.clock.wait(LIMITS.locked_for - 1)
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.locked"
        yes(await house.people.who(came.token), Signed)
        house.clock.wait(1)
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)

    in_house(work)


def test_a_lock_out_stands_in_the_journal() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        await fail(house, 6)
        records = await house.store.read("person/ann")
        assert [each.name for each in records] == ["person.signed-up", "person.locked-out"]
        assert records[1].payload == {
            "until": (house.clock.now + LIMITS.locked_for) // 1000,
            "in_a_row": 1,
            "at": house.clock.now // 1000,
        }
        profile = await house.people.person("Ann")
        assert profile is not None and profile.locked_until == records[1].payload["until"]

    in_house(work)


def test_a_password_typed_as_handle_is_written_down_nowhere() -> None:
    async def work(house: House) -> None:
        await house.people.sign_in(PASSWORD, "")
        kept = {key for key, _ in house.journal.vault.items("tried")}
        assert len(kept) == 1
        assert all(key.startswith("?") and len(key) == 5 for key in kept)

    in_house(work)


def test_nobody_is_made_by_failing() -> None:
    async def work(house: House) -> None:
        await fail(house, 6, "Zed")
        assert await house.people.is_empty()
        yes(await house.people.sign_up("Zed", PASSWORD), SignedIn)

    in_house(work)


def test_four_failures_do_not_lock() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        for _ in range(3):
            await fail(house, 4)
            yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)

    in_house(work)


@pytest.mark.parametrize(("wait", "code"), [(-1, "sign-in.locked"), (0, "sign-in.wrong")])
def test_failures_count_for_a_quarter_of_an_hour(wait: int, code: str) -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        await fail(house, 4)
        house.clock.wait(LIMITS.attempts_within + wait)
        assert await fail(house, 1) == [code]

    in_house(work)


def test_lock_outs_in_a_row_double_up_to_a_day() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        waits = []
        for _ in range(9):
            assert (await fail(house, 5))[-1] == "sign-in.locked"
            profile = await house.people.person("Ann")
            assert profile is not None and profile.locked_until is not None
            wait = profile.locked_until * 1000 - house.clock.now
            waits.append(wait)
            house.clock.wait(wait)
        assert waits == [
            *(15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR),
            *(24 * HOUR, 24 * HOUR),
        ]

    in_house(work)


@pytest.mark.parametrize(("wait", "minutes"), [(-1, 30), (0, 15)])
def test_after_a_day_the_next_lock_out_is_the_first(wait: int, minutes: int) -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        await fail(house, 5)
        house.clock.wait(LIMITS.locked_for + LIMITS.locks_forgotten + wait)
        await fail(house, 4)
        denied = await house.people.sign_in("Ann", OTHER)
        assert not isinstance(denied, SignedIn)
        assert denied.detail == f"Too many attempts failed; try again in {minutes} minutes."

    in_house(work)


def test_signing_in_ends_the_doubling() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        await fail(house, 5)
        house.clock.wait(LIMITS.locked_for)
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        await fail(house, 5)
        house.clock.wait(LIMITS.locked_for)
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)

    in_house(work)


def test_failures_count_through_every_process() -> None:
    async def work(house: House) -> None:
        other = open_house(house.journal, clock=house.clock, seed=2)
        await house.player("Ann")
        await fail(house, 3)
        assert await fail(other, 2) == ["sign-in.wrong", "sign-in.locked"]
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.locked"
        other.people.close()

    in_house(work)


def test_guessing_the_old_password_in_a_stolen_session_locks_too() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        guesses = [
            no(await house.people.change_password(came.token, f"guess number {n}", OTHER))
            for n in range(6)
        ]
        assert guesses == ["password.wrong"] * 4 + ["sign-in.locked"] * 2

    in_house(work)


def test_guessing_codes_locks_even_between_right_passwords() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        house.clock.wait(MINUTE)
        right = house.code("Ann")
        wrong = next(code for code in ("000000", "111111", "222222") if code != right)
        answers = []
        for _ in range(5):
            answers.append(no(await house.people.sign_in("Ann", PASSWORD, code=wrong)))
            came = await house.people.sign_in("Ann", PASSWORD)
            if isinstance(came, SignedIn):
                assert came.signed.pending == "code"
        assert answers == ["code.wrong"] * 4 + ["sign-in.locked"]
        assert no(await house.people.sign_in("Ann", PASSWORD, code=right)) == "sign-in.locked"

    in_house(work)
