"""Signing in and out, sessions, passwords."""

import pytest
from argon2 import PasswordHasher

from floor.people.reception import OTHER, PASSWORD, QUICK, House, in_house, no, open_house, yes
from houserules.floor.people.limits import DAY, HOUR, SignInLimits
from houserules.floor.people.signed_in import Caller, SignedIn

LIMITS = SignInLimits()


def test_who_knows_the_password_comes_in_however_the_handle_is_written() -> None:
    async def work(house: House) -> None:
        first = await house.player("Ann")
        again = yes(await house.people.sign_in(" ANN", PASSWORD), SignedIn)
        assert again.caller.handle == "Ann"
        assert again.token != first.token and again.caller.session != first.caller.session
        yes(await house.people.who(first.token), Caller)

    in_house(work)


def test_a_wrong_handle_and_a_wrong_password_get_one_answer() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        answers = [
            await house.people.sign_in("Ann", OTHER),
            await house.people.sign_in("Bob", OTHER),
            await house.people.sign_in("Ann", ""),
            await house.people.sign_in("", ""),
            await house.people.sign_in("not a handle!\x00", PASSWORD),
            await house.people.sign_in("x" * 100_000, "y" * 100_000),
        ]
        assert {(each.code, each.detail) for each in answers if not isinstance(each, SignedIn)} == {
            ("sign-in.wrong", "Wrong name or password.")
        }
        assert not any(isinstance(each, SignedIn) for each in answers)

    in_house(work)


def test_a_session_that_was_ended_is_over_and_others_go_on() -> None:
    async def work(house: House) -> None:
        one = await house.player("Ann")
        two = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        await house.people.sign_out(one.token)
        await house.people.sign_out(one.token)
        await house.people.sign_out("nonsense")
        assert await house.people.who(one.token) is None
        yes(await house.people.who(two.token), Caller)

    in_house(work)


def test_signing_out_everywhere() -> None:
    async def work(house: House) -> None:
        one = await house.player("Ann")
        two = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        ben = await house.player("Ben")
        assert await house.people.sign_out_everywhere(one.token) is None
        assert await house.people.who(one.token) is None
        assert await house.people.who(two.token) is None
        yes(await house.people.who(ben.token), Caller)
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert no(await house.people.sign_out_everywhere(one.token)) == "session.none"

    in_house(work)


@pytest.mark.parametrize("token", ["", "x", "x" * 55, "\x00" * 55, "é" * 55])
def test_a_token_of_nobody(token: str) -> None:
    async def work(house: House) -> None:
        assert await house.people.who(token) is None
        assert await house.people.who_by_token(f"hr_{token}") is None
        assert no(await house.people.change_password(token, PASSWORD, OTHER)) == "session.none"
        assert no(await house.people.enrol_second_factor(token)) == "session.none"
        assert no(await house.people.confirm_second_factor(token, "1")) == "session.none"

    in_house(work)


def test_the_id_of_a_session_without_its_secret_is_nothing() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        forged = came.caller.session + "A" * 43
        assert len(forged) == len(came.token)
        assert await house.people.who(forged) is None

    in_house(work)


@pytest.mark.parametrize(("short_of", "is_in_force"), [(1, True), (0, False), (-1, False)])
def test_a_session_ends_when_it_is_not_used(short_of: int, *, is_in_force: bool) -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        house.clock.wait(LIMITS.session_idle - short_of)
        assert (await house.people.who(came.token) is not None) is is_in_force

    in_house(work)


@pytest.mark.parametrize(("short_of", "is_in_force"), [(1, True), (0, False)])
def test_a_session_ends_however_much_it_is_used(short_of: int, *, is_in_force: bool) -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        for _ in range(29):
            house.clock.wait(DAY)
            yes(await house.people.who(came.token), Caller)
        house.clock.wait(DAY - short_of)
        assert (await house.people.who(came.token) is not None) is is_in_force

    in_house(work)


def test_staff_sessions_are_shorter() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        house.clock.wait(HOUR - 1)
        yes(await house.people.who(owner.token), Caller)
        house.clock.wait(HOUR)
        assert await house.people.who(owner.token) is None

    in_house(work)


def test_staff_sessions_end_after_half_a_day_of_use() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        for _ in range(23):
            house.clock.wait(HOUR // 2)
            yes(await house.people.who(owner.token), Caller)
        house.clock.wait(HOUR // 2)
        assert await house.people.who(owner.token) is None

    in_house(work)


def test_a_new_password_ends_every_other_session() -> None:
    async def work(house: House) -> None:
        one = await house.player("Ann")
        two = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        new = yes(await house.people.change_password(one.token, PASSWORD, OTHER), SignedIn)
        assert await house.people.who(one.token) is None
        assert await house.people.who(two.token) is None
        assert await house.who(new) == new.caller
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.wrong"
        yes(await house.people.sign_in("Ann", OTHER), SignedIn)
        assert await house.names("Ann") == ["person.signed-up", "password.changed"]

    in_house(work)


def test_a_password_that_is_not_changed() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        change = house.people.change_password
        assert no(await change(came.token, PASSWORD, "short")) == "password.short"
        assert no(await change(came.token, PASSWORD, PASSWORD)) == "password.same"
        assert no(await change(came.token, "another one", OTHER)) == "password.wrong"
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        yes(await house.people.who(came.token), Caller)

    in_house(work)


def test_too_many_failures_from_one_place() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        for name in ("Bob", "Cat"):
            assert no(await house.people.sign_in(name, OTHER, origin="::1")) == "sign-in.wrong"
            yes(await house.people.sign_in("Ann", PASSWORD, origin="::2"), SignedIn)
        held_up = await house.people.sign_in("Ann", PASSWORD, origin="::1")
        assert no(held_up) == "sign-in.throttled"
        yes(await house.people.sign_in("Ann", PASSWORD, origin="::2"), SignedIn)
        house.clock.wait(LIMITS.origin_within)
        yes(await house.people.sign_in("Ann", PASSWORD, origin="::1"), SignedIn)

    in_house(work, limits=SignInLimits(origin_failures=2))


def test_when_too_many_passwords_wait_nobody_joins_them() -> None:
    async def work(house: House) -> None:
        came = yes(await house.people.guest(), SignedIn)
        assert no(await house.people.sign_up("Ann", PASSWORD)) == "busy"
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "busy"
        yes(await house.people.who(came.token), Caller)

    in_house(work, limits=SignInLimits(hashes_waiting=0))


def test_hashes_are_renewed_when_the_parameters_change() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        old = await house.store.secret("password", "ann")
        slower = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
        house.people.hasher._hasher = slower
        assert no(await house.people.sign_in("Ann", OTHER)) == "sign-in.wrong"
        assert await house.store.secret("password", "ann") == old
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        new = await house.store.secret("password", "ann")
        assert new is not None and new != old
        assert b"m=16,t=2" in new and b"m=8,t=1" in (old or b"")
        house.people.hasher._hasher = QUICK
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)

    in_house(work)


def test_another_process_knows_at_once() -> None:
    async def work(house: House) -> None:
        other = open_house(house.journal, clock=house.clock, seed=2)
        came = await house.player("Ann")
        yes(await other.people.who(came.token), Caller)
        new = yes(await house.people.change_password(came.token, PASSWORD, OTHER), SignedIn)
        assert await other.people.who(came.token) is None
        assert await other.people.sign_out_everywhere(new.token) is None
        assert await house.people.who(new.token) is None
        other.people.close()

    in_house(work)


def test_what_has_run_out_is_forgotten() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        ben = await house.player("Ben")
        yes(await house.people.enrol_second_factor(ben.token), object)
        await house.people.sign_in("Ann", OTHER)
        for _ in range(5):
            await house.people.sign_in("Nobody Known", OTHER)
        assert await house.people.sweep() == 0
        house.clock.wait(LIMITS.session_idle - 1)
        yes(await house.people.who(ben.token), Caller)
        house.clock.wait(1)
        assert await house.people.sweep() > 0
        vault = house.journal.vault
        kinds = ("session", "seen", "totp-new", "lock", "tried", "attempt:ann", "token")
        left = {kind: [key for key, _ in vault.items(kind)] for kind in kinds}
        assert left == {kind: [] for kind in kinds} | {
            "session": [ben.caller.session],
            "seen": [ben.caller.session],
        }
        assert await house.people.sweep() == 0
        assert came.caller.session not in left["session"]
        yes(await house.people.who(ben.token), Caller)

    in_house(work)
