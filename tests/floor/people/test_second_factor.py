"""The second factor."""

import pytest

from floor.people.reception import OTHER, PASSWORD, House, in_house, no, secret_of, yes
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.people.signed_in import Caller, Enrolment, SignedIn

LIMITS = SignInLimits()


def test_staff_may_do_nothing_before_the_second_factor() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        ann = await house.player("Ann")
        give = house.people.give_role
        assert not hasattr(await give(owner.caller, "Ann", role="dealer", licence="D 1"), "code")
        signed = await house.who(ann)
        assert (signed.pending, signed.scopes, signed.role) == ("enrolment", set(), "player")
        assert (signed.licence, signed.second_factor) == ("", False)
        for scope in ("read", "play", "staff"):
            assert no(signed.why_not(scope)) == "second-factor.enrol"
        assert no(await house.people.make_token(signed, "x", ["read"])) == "second-factor.enrol"
        ann = await house.enrolled(ann)
        signed = await house.who(ann)
        assert (signed.pending, signed.scopes) == (None, {"read", "staff"})
        assert (signed.role, signed.licence, signed.second_factor) == ("dealer", "D 1", True)
        assert no(signed.why_not("play")) == "role.may-not"

    in_house(work)


def test_signing_in_with_password_and_code() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        code = house.next_code("Ann")
        came = yes(await house.people.sign_in("Ann", PASSWORD, code=code), SignedIn)
        assert (came.caller.pending, came.caller.second_factor) == (None, True)
        assert await house.who(came) == came.caller
        names = await house.names("Ann")
        assert names == ["person.signed-up", "second-factor.enabled", "second-factor.passed"]

    in_house(work)


def test_signing_in_in_two_steps() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        half = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert (half.caller.pending, half.caller.scopes) == ("code", set())
        for scope in ("read", "play", "staff"):
            assert no(half.caller.why_not(scope)) == "second-factor.needed"
        code = house.next_code("Ann")
        came = yes(await house.people.confirm_second_factor(half.token, code), SignedIn)
        assert came.caller.pending is None
        assert await house.people.who(half.token) is None
        yes(await house.people.who(came.token), Caller)

    in_house(work)


def test_half_a_session_cannot_get_around_the_factor() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        half = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert no(await house.people.enrol_second_factor(half.token)) == "second-factor.needed"
        change = await house.people.change_password(half.token, PASSWORD, OTHER)
        assert no(change) == "second-factor.needed"
        made = await house.people.make_token(half.caller, "x", ["play"])
        assert no(made) == "second-factor.needed"

    in_house(work)


def test_a_code_is_used_once() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        used = house.code("Ann")
        assert no(await house.people.sign_in("Ann", PASSWORD, code=used)) == "code.wrong"
        code = house.next_code("Ann")
        yes(await house.people.sign_in("Ann", PASSWORD, code=code), SignedIn)
        assert no(await house.people.sign_in("Ann", PASSWORD, code=code)) == "code.wrong"
        assert no(await house.people.sign_in("Ann", PASSWORD, code=used)) == "code.wrong"

    in_house(work)


def test_a_right_code_helps_nobody_with_a_wrong_password() -> None:
    async def work(house: House) -> None:
        await house.enrolled(await house.player("Ann"))
        code = house.next_code("Ann")
        assert no(await house.people.sign_in("Ann", OTHER, code=code)) == "sign-in.wrong"
        yes(await house.people.sign_in("Ann", PASSWORD, code=code), SignedIn)

    in_house(work)


def test_a_code_without_a_factor_is_not_looked_at() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        yes(await house.people.sign_in("Ann", PASSWORD, code="123456"), SignedIn)
        assert no(await house.people.confirm_second_factor(came.token, "123456")) == "code.none"

    in_house(work)


def test_an_enrolment_needs_its_first_code() -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        enrolment = yes(await house.people.enrol_second_factor(came.token), Enrolment)
        assert enrolment.uri.startswith("otpauth://totp/houserules:Ann?secret=")
        assert enrolment.secret in enrolment.uri
        right = code_at(secret_of(enrolment), step_of(house.clock.now))
        wrong = "000000" if right != "000000" else "000001"
        assert no(await house.people.confirm_second_factor(came.token, wrong)) == "code.wrong"
        again = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert again.caller.pending is None
        yes(await house.people.confirm_second_factor(came.token, right), SignedIn)

    in_house(work)


@pytest.mark.parametrize(("short_of", "is_in_time"), [(1, True), (0, False)])
def test_an_enrolment_runs_out(short_of: int, *, is_in_time: bool) -> None:
    async def work(house: House) -> None:
        came = await house.player("Ann")
        enrolment = yes(await house.people.enrol_second_factor(came.token), Enrolment)
        house.clock.wait(LIMITS.enrolment - short_of)
        code = code_at(secret_of(enrolment), step_of(house.clock.now))
        answer = await house.people.confirm_second_factor(came.token, code)
        assert isinstance(answer, SignedIn) is is_in_time
        if not is_in_time:
            assert no(answer) == "code.none"

    in_house(work)


def test_a_new_phone_takes_the_place_of_the_old() -> None:
    async def work(house: House) -> None:
        came = await house.enrolled(await house.player("Ann"))
        old = house.secrets["Ann"]
        house.next_code("Ann")
        came = await house.enrolled(came)
        assert house.secrets["Ann"] != old
        house.clock.wait(60_000)
        stale = code_at(old, step_of(house.clock.now))
        assert stale != house.code("Ann")
        assert no(await house.people.sign_in("Ann", PASSWORD, code=stale)) == "code.wrong"
        yes(await house.people.sign_in("Ann", PASSWORD, code=house.code("Ann")), SignedIn)

    in_house(work)


def test_a_lost_phone_is_reset_by_the_owner() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        came = await house.enrolled(await house.player("Ann"))
        made = await house.people.make_token(came.caller, "bot", ["play"])
        assert no(await house.people.reset_access(came.caller, "Olive", why="x")) == "role.may-not"
        reset = await house.people.reset_access(
            owner.caller, "Ann", why="phone lost, seen passport"
        )
        assert await house.people.who(came.token) is None
        assert await house.people.who_by_token(made.token) is None
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.wrong"
        came = yes(await house.people.sign_in("Ann", reset.password), SignedIn)
        assert came.caller.pending == "password"
        new = await house.people.change_password(came.token, reset.password, OTHER)
        assert yes(new, SignedIn).caller.pending is None
        assert (await house.names("Ann"))[-4:] == [
            *("token.revoked", "second-factor.reset", "password.changed", "password.changed")
        ]

    in_house(work)


def test_the_owner_is_helped_at_the_machine_only() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        own = await house.people.reset_access(owner.caller, "Olive", why="forgot it")
        assert no(own) == "role.may-not"
        for _ in range(5):
            await house.people.sign_in("Olive", "wrong as can be")
        reset = await house.people.reset_access(None, "olive", why="phone in the river")
        assert list(house.journal.vault.items("totp")) == []
        came = yes(await house.people.sign_in("Olive", reset.password), SignedIn)
        assert came.caller.pending == "password"
        records = await house.store.read("person/olive")
        assert {each.actor for each in records if each.name == "second-factor.reset"} == {"console"}
        guest = yes(await house.people.guest(), SignedIn)
        denied = await house.people.reset_access(None, guest.caller.handle, why="asked")
        assert no(denied) == "guest.may-not"
        assert no(await house.people.reset_access(None, "Zed", why="x")) == "person.unknown"

    in_house(work)


def test_credentials_change_only_for_who_proves_it_once_more() -> None:
    async def work(house: House) -> None:
        came = await house.enrolled(await house.player("Ann"))
        prove = house.people.prove_again
        assert no(await prove(came.caller, password=None, code=None)) == "proof.needed"
        assert no(await prove(came.caller, password=OTHER, code=None)) == "password.wrong"
        assert await prove(came.caller, password=PASSWORD, code=None) is None
        code = house.next_code("Ann")
        assert await prove(came.caller, password=None, code=code) is None
        assert no(await prove(came.caller, password=None, code=code)) == "code.wrong"
        half = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        assert no(await prove(half.caller, password=PASSWORD, code=None)) == "second-factor.needed"
        ben = await house.player("Ben")
        assert no(await prove(ben.caller, password=None, code="000000")) == "code.none"
        guest = yes(await house.people.guest(), SignedIn)
        assert no(await prove(guest.caller, password="x", code=None)) == "guest.may-not"

    in_house(work)
