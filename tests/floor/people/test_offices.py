"""Roles and suspensions: who may order what about whom."""

from typing import get_args

import pytest

from floor.people.reception import PASSWORD, House, in_house, no, yes
from houserules.core.people import Role
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import Caller, SignedIn

OFFICES = [role for role in get_args(Role) if role != "player"]


@pytest.mark.parametrize("role", OFFICES)
def test_the_owner_gives_every_office(role: Role) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        came = await house.staff(owner, "Ann", role)
        signed = await house.who(came)
        assert (signed.role, signed.licence, signed.owner) == (role, "L 1", False)
        given = await house.people.give_role(signed, "Olive", role="dealer", licence="1")
        assert no(given) == "role.may-not"

    in_house(work)


def test_nobody_gives_or_takes_an_office_of_their_own() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        give, take = house.people.give_role, house.people.take_role
        assert (
            no(await give(owner.caller, "OLIVE", role="inspector", licence="1")) == "role.may-not"
        )
        assert no(await take(owner.caller, "olive", why="tired")) == "role.may-not"

    in_house(work)


def test_players_and_half_a_session_give_nothing() -> None:
    async def work(house: House) -> None:
        await house.owner()
        ann = await house.player("Ann")
        await house.player("Ben")
        give = house.people.give_role
        assert no(await give(ann.caller, "Ben", role="dealer", licence="1")) == "role.may-not"
        half = yes(await house.people.sign_in("Olive", PASSWORD), SignedIn)
        given = await give(half.caller, "Ben", role="dealer", licence="1")
        assert no(given) == "second-factor.needed"

    in_house(work)


def test_one_office_at_a_time() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        came = await house.staff(owner, "Ann", "dealer")
        give = house.people.give_role
        again = await give(owner.caller, "Ann", role="dealer", licence=" L 1 ")
        assert no(again) == "role.same"
        profile = yes(await give(owner.caller, "Ann", role="inspector", licence="I 9"), Profile)
        assert (profile.role, profile.licence) == ("inspector", "I 9")
        assert (await house.who(came)).role == "inspector"
        profile = yes(await house.people.take_role(owner.caller, "Ann", why="moved"), Profile)
        assert (profile.role, profile.licence) == ("player", "")
        assert (await house.who(came)).scopes == {"read", "play"}
        assert no(await house.people.take_role(owner.caller, "Ann", why="again")) == "role.none"

    in_house(work)


@pytest.mark.parametrize(
    ("handle", "role", "licence", "code"),
    [
        ("Zed", "dealer", "1", "person.unknown"),
        ("\x00", "dealer", "1", "person.unknown"),
        ("Ann", "player", "1", "role.unknown"),
        ("Ann", "king", "1", "role.unknown"),
        ("Ann", "dealer", "", "licence.bad"),
        ("Ann", "dealer", " ", "licence.bad"),
        ("Ann", "dealer", "x" * 40, None),
        ("Ann", "dealer", "x" * 41, "licence.bad"),
        ("Ann", "dealer", "1\n2", "licence.bad"),
    ],
)
def test_what_an_office_needs(handle: str, role: Role, licence: str, code: str | None) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        given = await house.people.give_role(owner.caller, handle, role=role, licence=licence)
        assert (None if isinstance(given, Profile) else no(given)) == code

    in_house(work)


def test_a_guest_has_no_office() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        guest = yes(await house.people.guest(), SignedIn).caller.handle
        given = await house.people.give_role(owner.caller, guest, role="dealer", licence="1")
        assert no(given) == "guest.may-not"

    in_house(work)


def test_a_suspension_ends_sessions_at_once_and_is_told_to_who_knows_the_password() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        ann = await house.player("Ann")
        yes(await house.people.suspend(owner.caller, "Ann", why="stole chips"), Profile)
        assert await house.people.who(ann.token) is None
        assert no(await house.people.sign_in("Ann", "wrong as can be")) == "sign-in.wrong"
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.suspended"
        again = await house.people.suspend(owner.caller, "Ann", why="again")
        assert no(again) == "person.suspended"
        yes(await house.people.reinstate(owner.caller, "Ann", why="they were hers"), Profile)
        assert await house.people.who(ann.token) is None
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        again = await house.people.reinstate(owner.caller, "Ann", why="again")
        assert no(again) == "person.not-suspended"

    in_house(work)


MAY_SUSPEND = {"casino supervisor", "Assistant Gaming Manager", "Gaming Manager"}


@pytest.mark.parametrize("role", OFFICES)
def test_who_suspends_whom(role: Role) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        by = (await house.staff(owner, "Ann", role)).caller
        await house.player("Ben")
        await house.staff(owner, "Dora", "dealer")
        suspend, reinstate = house.people.suspend, house.people.reinstate
        answer = await suspend(by, "Ben", why="shouting")
        assert isinstance(answer, Profile) is (role in MAY_SUSPEND)
        assert isinstance(await reinstate(by, "Ben", why="quiet"), Profile) is (role in MAY_SUSPEND)
        for other in ("Dora", "Olive", "Ann"):
            assert no(await suspend(by, other, why="for fun")) == "role.may-not"
        yes(await suspend(owner.caller, "Dora", why="peeked"), Profile)
        assert no(await suspend(owner.caller, "Olive", why="tired")) == "role.may-not"

    in_house(work)


def test_a_lock_out_is_lifted_by_reinstating() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        for _ in range(5):
            await house.people.sign_in("Ann", "wrong as can be")
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.locked"
        profile = yes(await house.people.reinstate(owner.caller, "Ann", why="it was her"), Profile)
        assert profile.locked_until is None
        yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)

    in_house(work)


@pytest.mark.parametrize(
    ("why", "is_enough"),
    [
        ("", False),
        (" ", False),
        ("x", True),
        ("x" * 200, True),
        ("x" * 201, False),
        ("a\tb", False),
    ],
)
def test_a_reason_is_given(why: str, *, is_enough: bool) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.staff(owner, "Ann", "dealer")
        for order in (house.people.suspend, house.people.reinstate, house.people.take_role):
            answer = await order(owner.caller, "Ann", why=why)
            assert isinstance(answer, Profile) is is_enough
            if not is_enough:
                assert no(answer) == "why.bad"
        if not is_enough:
            assert no(await house.people.reset_access(owner.caller, "Ann", why=why)) == "why.bad"

    in_house(work)


def test_what_was_ordered_stands_in_the_journal_with_who_when_and_why() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        await house.people.suspend(owner.caller, "Ann", why="stole chips")
        record = (await house.store.read("person/ann"))[-1]
        at = house.clock.now
        assert (record.name, record.actor, record.time) == ("person.suspended", "Olive", at)
        assert record.payload == {"why": "stole chips", "by": "Olive", "at": at // 1000}

    in_house(work)


def test_an_inspector_is_signed_in_like_other_staff() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.staff(owner, "Ines", "inspector")
        code = house.next_code("Ines")
        came = yes(await house.people.sign_in("Ines", PASSWORD, code=code), SignedIn)
        assert yes(await house.people.who(came.token), Caller).role == "inspector"

    in_house(work)
