"""Coming in for the first time."""

import pytest

from floor.people.reception import OTHER, PASSWORD, House, in_house, no, yes
from houserules.core.people import Person
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.signed_in import Caller, OneTimePassword, SignedIn


def test_who_signs_up_is_signed_in_as_a_player() -> None:
    async def work(house: House) -> None:
        assert await house.people.is_empty()
        came = await house.player("Mary Ann")
        assert not await house.people.is_empty()
        signed = await house.who(came)
        assert signed == came.caller
        assert signed.person == Person("Mary Ann", "player")
        assert (signed.scopes, signed.pending) == ({"read", "play"}, None)
        assert not (signed.is_guest or signed.is_bot or signed.owner or signed.practice_only)
        assert await house.names("mary ann") == ["person.signed-up"]

    in_house(work)


@pytest.mark.parametrize("again", ["Ann", "ANN", " ann ", "Ａnn"])
def test_a_handle_is_taken_once(again: str) -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        assert no(await house.people.sign_up(again, OTHER)) == "name.taken"
        assert no(await house.people.sign_in("Ann", OTHER)) == "sign-in.wrong"
        assert len(await house.people.all_persons()) == 1

    in_house(work)


def test_bad_handles_and_passwords_make_nobody() -> None:
    async def work(house: House) -> None:
        assert no(await house.people.sign_up("a", PASSWORD)) == "name.bad"
        assert no(await house.people.sign_up("Guest 1234", PASSWORD)) == "name.bad"
        assert no(await house.people.sign_up("Ann", "short")) == "password.short"
        assert no(await house.people.sign_up("Ann", "x" * 257)) == "password.long"
        assert no(await house.people.sign_up("Ann", "xxxxxxxxxx")) == "password.weak"
        assert await house.people.is_empty()

    in_house(work)


def test_persons_are_found_by_any_way_of_writing_the_handle() -> None:
    async def work(house: House) -> None:
        await house.player("Zoë")
        await house.player("ben")
        found = await house.people.person("ZOË")
        assert found is not None and (found.handle, found.role) == ("Zoë", "player")
        assert await house.people.person("nobody here") is None
        assert await house.people.person("\x00 no handle at all") is None
        assert [each.handle for each in await house.people.all_persons()] == ["ben", "Zoë"]

    in_house(work)


def test_too_many_sign_ups_from_one_place() -> None:
    async def work(house: House) -> None:
        for number in range(2):
            yes(await house.people.sign_up(f"Ann {number}", PASSWORD, origin="10.0.0.1"), SignedIn)
        held_up = await house.people.sign_up("Ann 3", PASSWORD, origin="10.0.0.1")
        assert no(held_up) == "sign-in.throttled"
        assert no(await house.people.guest(origin="10.0.0.1")) == "sign-in.throttled"
        yes(await house.people.sign_up("Ann 3", PASSWORD, origin="10.0.0.2"), SignedIn)
        house.clock.wait(SignInLimits().origin_within)
        yes(await house.people.guest(origin="10.0.0.1"), SignedIn)

    in_house(work, limits=SignInLimits(origin_sign_ups=2))


def test_guests_come_without_a_password_to_practice_tables_only() -> None:
    async def work(house: House) -> None:
        came = yes(await house.people.guest(), SignedIn)
        signed = await house.who(came)
        name, number = signed.handle.split()
        assert name == "Guest" and len(number) == 4
        assert signed.is_guest and signed.practice_only
        assert signed.why_not("play") is None
        assert no(signed.why_not("staff")) == "role.may-not"
        assert no(await house.people.sign_in(signed.handle, "")) == "sign-in.wrong"
        assert no(await house.people.change_password(came.token, "", PASSWORD)) == "guest.may-not"
        assert no(await house.people.enrol_second_factor(came.token)) == "guest.may-not"
        assert no(await house.people.make_token(signed, "bot", ["play"])) == "guest.may-not"

    in_house(work)


def test_two_guests_never_have_one_number() -> None:
    async def work(house: House) -> None:
        house.people.random = lambda count: bytes(count - 1) + bytes([next(drawn) % 256])
        handles = [yes(await house.people.guest(), SignedIn).caller.handle for _ in range(3)]
        assert len(set(handles)) == 3

    drawn = iter([*[1] * 30, *range(1000)])
    in_house(work)


def test_a_guest_who_signs_up_becomes_a_new_person() -> None:
    async def work(house: House) -> None:
        guest = yes(await house.people.guest(), SignedIn)
        came = yes(await house.people.sign_up("Ann", PASSWORD, guest_token=guest.token), SignedIn)
        assert not came.caller.is_guest
        assert await house.people.who(guest.token) is None
        profile = await house.people.person("Ann")
        assert profile is not None and profile.was_guest == guest.caller.handle
        assert await house.people.person(guest.caller.handle) is not None

    in_house(work)


def test_only_a_guests_session_ends_by_signing_up() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        yes(await house.people.sign_up("Ben", PASSWORD, guest_token=ann.token), SignedIn)
        yes(await house.people.sign_up("Cat", PASSWORD, guest_token="nonsense"), SignedIn)
        yes(await house.people.who(ann.token), Caller)
        ben = await house.people.person("Ben")
        assert ben is not None and ben.was_guest is None

    in_house(work)


def test_the_owner_is_made_once_and_must_change_the_password() -> None:
    async def work(house: House) -> None:
        first = yes(await house.people.create_owner("Olive", licence="G 7"), OneTimePassword)
        assert no(await house.people.create_owner("Oscar")) == "owner.exists"
        assert no(await house.people.create_owner("Olive")) == "owner.exists"
        came = yes(await house.people.sign_in("olive", first.password), SignedIn)
        assert came.caller.pending == "password"
        assert (came.caller.scopes, came.caller.owner, came.caller.role) == (set(), False, "player")
        for scope in ("read", "play", "staff"):
            assert no(came.caller.why_not(scope)) == "password.must-change"
        assert no(await house.people.enrol_second_factor(came.token)) == "password.must-change"
        same = await house.people.change_password(came.token, first.password, first.password)
        assert no(same) == "password.same"
        came = yes(
            await house.people.change_password(came.token, first.password, PASSWORD), SignedIn
        )
        assert came.caller.pending == "enrolment"
        assert no(came.caller.why_not("staff")) == "second-factor.enrol"
        came = await house.enrolled(came)
        signed = await house.who(came)
        assert (signed.role, signed.licence, signed.owner) == ("Gaming Manager", "G 7", True)
        assert signed.scopes == {"read", "staff"}
        assert no(await house.people.sign_in("Olive", first.password)) == "sign-in.wrong"

    in_house(work)


def test_an_owner_needs_a_handle_that_is_free() -> None:
    async def work(house: House) -> None:
        await house.player("Olive")
        assert no(await house.people.create_owner("Olive")) == "name.taken"
        assert no(await house.people.create_owner("o")) == "name.bad"
        yes(await house.people.create_owner("Oscar"), OneTimePassword)

    in_house(work)
