"""Many at once, through several processes: one wins, and nothing is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from floor.people.reception import OTHER, PASSWORD, House, in_house, no, open_house, secret_of, yes
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.profile import Profile
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.people.signed_in import OneTimePassword, SignedIn
from houserules.journal.protocol import Journal
from houserules.journal.sqlite import SqliteJournal

Work = Callable[[House, House], Awaitable[None]]


def in_two_processes(work: Work, journals: tuple[Journal, Journal]) -> None:
    """Let something happen in two processes of one house."""

    async def both(house: House) -> None:
        other = open_house(journals[1], clock=house.clock, seed=2)
        other.secrets = house.secrets
        await work(house, other)
        other.people.close()
        if journals[1] is not journals[0]:
            await other.store.close()

    in_house(both, journal=journals[0])


def won(answers: list) -> list[bool]:
    return [isinstance(each, SignedIn | OneTimePassword | Profile) for each in answers]


def test_one_of_many_gets_the_handle(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        names = ["Ann", "ANN", "ann", "Ａnn"]
        answers = await asyncio.gather(
            *(house.people.sign_up(name, f"{PASSWORD} {name}") for name in names),
            *(other.people.sign_up(name, f"{PASSWORD} other {name}") for name in names),
        )
        assert won(answers).count(True) == 1
        assert {no(each) for each in answers if not isinstance(each, SignedIn)} == {"name.taken"}
        came = next(each for each in answers if isinstance(each, SignedIn))
        assert (await other.who(came)).handle == came.caller.handle
        right = [
            await house.people.sign_in("Ann", f"{PASSWORD} {middle}{name}")
            for middle in ("", "other ")
            for name in names[:2]
        ]
        assert won(right).count(True) <= 1

    in_two_processes(work, journals)


def test_one_owner(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        answers = await asyncio.gather(
            house.people.create_owner("Olive"), other.people.create_owner("Oscar")
        )
        assert sorted(won(answers)) == [False, True]
        assert len(await house.people.all_persons()) == 1

    in_two_processes(work, journals)


def test_a_code_given_many_times_at_once_passes_once(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        await house.enrolled(await house.player("Ann"))
        code = house.next_code("Ann")
        answers = await asyncio.gather(
            *(each.people.sign_in("Ann", PASSWORD, code=code) for each in (house, other) * 2)
        )
        assert won(answers).count(True) == 1
        assert {no(each) for each in answers if not isinstance(each, SignedIn)} == {"code.wrong"}
        assert (await house.names("Ann")).count("second-factor.passed") == 1

    in_two_processes(work, journals)


def test_an_enrolment_confirmed_twice_at_once_counts_once(
    journals: tuple[Journal, Journal],
) -> None:
    async def work(house: House, other: House) -> None:
        came = await house.player("Ann")
        enrolment = await house.people.enrol_second_factor(came.token)
        code = code_at(secret_of(enrolment), step_of(house.clock.now))
        answers = await asyncio.gather(
            *(each.people.confirm_second_factor(came.token, code) for each in (house, other))
        )
        assert sorted(won(answers)) == [False, True]
        assert (await house.names("Ann")).count("second-factor.enabled") == 1

    in_two_processes(work, journals)


def test_guesses_at_once_are_no_more_than_the_limit(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        await house.player("Ann")
        looked_at: list[str] = []
        for each in (house, other):
            verify = each.people.hasher.verify

            async def counted(kept, password, verify=verify):
                looked_at.append(password)
                return await verify(kept, password)

            each.people.hasher.verify = counted
        guesses = [f"guess number {n}" for n in range(15)]
        answers = await asyncio.gather(
            *(each.people.sign_in("Ann", guess) for guess in guesses for each in (house, other))
        )
        assert won(answers).count(True) == 0
        assert 1 <= len(looked_at) <= 5
        assert (await house.names("Ann")).count("person.locked-out") == 1
        assert no(await other.people.sign_in("Ann", PASSWORD)) == "sign-in.locked"

    in_two_processes(work, journals)


def test_a_lock_that_comes_in_between_is_seen(
    journals: tuple[Journal, Journal], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: House, other: House) -> None:
        await house.player("Ann")
        write = PeopleContext.write
        mine = house.people

        async def late(desk: PeopleContext, *appends, **more):
            if desk is mine:
                monkeypatch.undo()
                for n in range(5):
                    await other.people.sign_in("Ann", f"guess number {n}")
            return await write(desk, *appends, **more)

        monkeypatch.setattr(PeopleContext, "write", late)
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.locked"

    in_two_processes(work, journals)


def test_who_has_the_right_password_comes_in_many_times_at_once() -> None:
    async def work(house: House) -> None:
        await house.player("Ann")
        answers = await asyncio.gather(*(house.people.sign_in("Ann", PASSWORD) for _ in range(12)))
        assert all(won(answers))

    in_house(work)


def test_a_card_number_is_given_once(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        await house.player("Ben")
        answers = await asyncio.gather(
            house.people.issue_player_card(owner.caller, "Ann", number="1234"),
            other.people.issue_player_card(owner.caller, "Ben", number="1234"),
            house.people.issue_player_card(owner.caller, "Ann", number="1234"),
        )
        assert won(answers).count(True) == 1

    in_two_processes(work, journals)


def test_changes_at_once_are_all_made(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        ann = await house.player("Ann")
        made = await asyncio.gather(
            *(each.people.make_token(ann.caller, "bot", ["play"]) for each in (house, other) * 4)
        )
        assert not [each for each in made if not hasattr(each, "made")]
        profile = await other.people.person("Ann")
        assert profile is not None
        assert {token.id for token in profile.tokens} == {each.made.id for each in made}

    in_two_processes(work, journals)


def test_a_password_changed_while_another_signs_in_shuts_the_old_one_out(
    journals: tuple[Journal, Journal],
) -> None:
    async def work(house: House, other: House) -> None:
        ann = await house.player("Ann")
        changed, came = await asyncio.gather(
            house.people.change_password(ann.token, PASSWORD, OTHER),
            other.people.sign_in("Ann", PASSWORD),
        )
        assert (await other.who(yes(changed, SignedIn))).handle == "Ann"
        if isinstance(came, SignedIn):
            assert await house.people.who(came.token) is None

    in_two_processes(work, journals)


def meanwhile(house: House, name: str, work: Callable[[], Awaitable[object]]) -> None:
    """Let something happen elsewhere, once, right after this house verified or hashed a password."""
    hasher = house.people.hasher
    plain = getattr(hasher, name)

    async def interrupted(*arguments):
        answer = await plain(*arguments)
        setattr(hasher, name, plain)
        await work()
        return answer

    setattr(hasher, name, interrupted)


def test_the_old_password_with_a_right_code_is_too_late(journals: tuple[Journal, Journal]) -> None:
    async def work(house: House, other: House) -> None:
        ann = await house.enrolled(await house.player("Ann"))
        code = house.next_code("Ann")
        meanwhile(other, "verify", lambda: house.people.change_password(ann.token, PASSWORD, OTHER))
        late = await other.people.sign_in("Ann", PASSWORD, code=code)
        assert no(late) == "session.none"

    in_two_processes(work, journals)


def test_a_renewed_hash_never_brings_an_old_password_back(
    journals: tuple[Journal, Journal],
) -> None:
    async def work(house: House, other: House) -> None:
        ann = await house.player("Ann")
        other.people.hasher._hasher = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
        meanwhile(other, "hash", lambda: house.people.change_password(ann.token, PASSWORD, OTHER))
        late = await other.people.sign_in("Ann", PASSWORD)
        assert await house.people.who(yes(late, SignedIn).token) is None
        assert no(await house.people.sign_in("Ann", PASSWORD)) == "sign-in.wrong"
        yes(await house.people.sign_in("Ann", OTHER), SignedIn)

    in_two_processes(work, journals)


def test_of_two_new_passwords_the_first_ends_the_session_of_the_second(
    journals: tuple[Journal, Journal],
) -> None:
    async def work(house: House, other: House) -> None:
        ann = await house.player("Ann")
        again = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        meanwhile(other, "verify", lambda: house.people.change_password(ann.token, PASSWORD, OTHER))
        late = await other.people.change_password(again.token, PASSWORD, "five white goats")
        assert no(late) == "session.none"
        yes(await house.people.sign_in("Ann", OTHER), SignedIn)

    in_two_processes(work, journals)


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async def before(house: House) -> tuple[SignedIn, SignedIn, bytes]:
        return await house.owner(), await house.player("Ann"), house.secrets["Olive"]

    async def then(house: House) -> None:
        assert (await house.who(owner)).owner
        assert (await house.who(ann)).handle == "Ann"
        house.secrets["Olive"] = secret
        came = await house.people.sign_in("Olive", PASSWORD, code=house.next_code("Olive"))
        assert yes(came, SignedIn).caller.owner
        assert no(await house.people.create_owner("Oscar")) == "owner.exists"

    file = tmp_path / "journal.db"
    owner, ann, secret = in_house(before, journal=SqliteJournal(file))
    in_house(then, journal=SqliteJournal(file))
