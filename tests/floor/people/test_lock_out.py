"""Too many attempts that fail lock a handle for a while."""

import pytest

from floor.people.reception import OTHER, PASSWORD, House, in_house, no, open_house, yes
from houserules.floor.denial import Denied
from houserules.floor.people.limits import HOUR, MINUTE, SignInLimits
from houserules.floor.people.lockout import FailedSignIns
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.people.signed_in import Caller, SignedIn
from houserules.journal.protocol import Journal

LIMITS = SignInLimits()


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
        yes(await house.people.who(came.token), Caller)
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
        assert {key.rstrip("@") for key in kept} == {(drawer := min(kept))}
        assert drawer.startswith("?") and len(drawer) == 5

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
        assert f"Try again in {minutes} minutes" in denied.detail

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


def wrong_code(house: House, name: str = "Ann") -> str:
    near = {code_at(house.secrets[name], step_of(house.clock.now) + n) for n in (-1, 0, 1)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in near)


def test_guessing_codes_locks_even_between_right_passwords() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        house.clock.wait(MINUTE)
        answers = []
        for _ in range(12):
            code = wrong_code(house)
            answers.append(no(await house.people.sign_in("Ann", PASSWORD, code=code)))
            came = await house.people.sign_in("Ann", PASSWORD)
            if isinstance(came, SignedIn):
                assert came.caller.pending == "code"
        assert answers == ["code.wrong"] * 4 + ["sign-in.locked"] * 8
        right = house.code("Ann")  # five more with a code were looked at, and no more
        assert no(await house.people.sign_in("Ann", PASSWORD, code=right)) == "sign-in.locked"

    in_house(work)


HERE, THERE = "192.0.2.1", "203.0.113.9"


async def attack(house: House, times: int = 5, *, origin: str = THERE) -> list[str]:
    guess = house.people.sign_in
    return [no(await guess("Ann", f"guess {n} of many", origin=origin)) for n in range(times)]


def test_wrong_passwords_from_elsewhere_lock_nobody_out(
    journals: tuple[Journal, Journal],
) -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        assert (await attack(house, 7))[4:] == ["sign-in.locked"] * 3
        other = open_house(journals[1], clock=house.clock, seed=2)
        right = await other.people.sign_in("Ann", PASSWORD, origin=THERE)
        assert no(right) == "sign-in.locked"
        yes(await other.people.sign_in("Ann", PASSWORD, origin=HERE), SignedIn)
        other.people.close()
        if journals[1] is not journals[0]:
            await other.store.close()

    in_house(work, journal=journals[0])


def test_attempts_from_very_many_addresses_are_held_up_together() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        for n in range(LIMITS.attempts_of_strangers):
            assert await attack(house, 1, origin=f"203.0.113.{n}") == ["sign-in.wrong"]
        assert await attack(house, 1, origin="198.51.100.1") == ["sign-in.locked"]
        stranger = await house.people.sign_in("Ann", PASSWORD, origin=HERE)
        assert no(stranger) == "sign-in.locked"
        known = await house.people.sign_in("Ann", PASSWORD, origin=HERE, devices=(came.device,))
        yes(known, SignedIn)
        house.clock.wait(LIMITS.attempts_within)
        yes(await house.people.sign_in("Ann", PASSWORD, origin=HERE), SignedIn)

    in_house(work)


def test_a_known_device_is_spared_but_may_not_guess_either() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        ben = await house.player("Ben")
        await attack(house, origin=HERE)

        async def with_device(token: str, password: str = PASSWORD) -> object:
            return await house.people.sign_in("Ann", password, origin=HERE, devices=(token,))

        forged = came.device[:-1] + ("A" if came.device[-1] != "A" else "E")
        for token in (ben.device, forged, "", "a:b:c", "é:1:x"):
            assert no(await with_device(token)) == "sign-in.locked"
        yes(await with_device(came.device), SignedIn)
        guesses = [no(await with_device(came.device, OTHER)) for _ in range(6)]
        assert guesses == ["sign-in.wrong"] * 4 + ["sign-in.locked"] * 2
        house.clock.wait(LIMITS.device)
        await attack(house, origin=HERE)
        assert no(await with_device(came.device)) == "sign-in.locked"

    in_house(work)


def test_the_right_second_factor_is_spared() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        await attack(house, origin=HERE)
        house.clock.wait(MINUTE)
        right = house.code("Ann")
        sign_in = house.people.sign_in
        assert no(await sign_in("Ann", OTHER, code=right, origin=HERE)) == "sign-in.locked"
        came = yes(await sign_in("Ann", PASSWORD, code=right, origin=HERE), SignedIn)
        assert came.caller.pending is None and came.device
        assert no(await sign_in("Ann", PASSWORD, origin=HERE)) == "sign-in.locked"

    in_house(work)


def test_only_who_has_proved_everything_gets_a_known_device() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        half = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert (half.caller.pending, half.device) == ("code", "")
        full = await house.people.confirm_second_factor(half.token, house.next_code("Ann"))
        device = yes(full, SignedIn).device
        assert device and device not in repr(full)
        assert not yes(await house.people.guest(), SignedIn).device

    in_house(work)


def test_the_person_is_told_when_and_from_where() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        began = house.clock.now
        await attack(house, 2)
        house.clock.wait(MINUTE)
        await attack(house, 3)
        await attack(house, 2, origin=HERE)
        yes(await house.people.sign_in("Ann", PASSWORD, origin=HERE), SignedIn)
        told = await house.people.failed_sign_ins("Ann")
        assert told == (FailedSignIns(THERE, 5, began, began + MINUTE),)  # not one's own typos
        await attack(house, 5, origin=HERE)
        device = (came.device,)
        yes(await house.people.sign_in("Ann", PASSWORD, origin=HERE, devices=device), SignedIn)
        assert {each.origin for each in await house.people.failed_sign_ins("Ann")} == {HERE, THERE}
        await house.people.dismiss_failed_sign_ins("Ann")
        assert await house.people.failed_sign_ins("Ann") == ()
        await attack(house, 1, origin="198.51.100.1")
        house.clock.wait(LIMITS.failures_kept)
        await house.people.sweep()
        assert await house.people.failed_sign_ins("Ann") == ()

    in_house(work)


def test_failures_from_countless_addresses_take_little_room() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        for n in range(60):
            await attack(house, 1, origin=f"203.0.113.{n}")
            house.clock.wait(MINUTE)
        told = await house.people.failed_sign_ins("Ann")
        assert len(told) == 51 and sum(each.count for each in told) == 60

    in_house(work)


def test_a_supervisor_lifts_every_lock_out_of_a_person() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        await attack(house)
        await attack(house, origin=HERE)
        lifted = await house.people.reinstate(owner.caller, "Ann", why="an attack")
        assert not isinstance(lifted, Denied)
        for each in (HERE, THERE):
            yes(await house.people.sign_in("Ann", PASSWORD, origin=each), SignedIn)

    in_house(work)
