"""Passwords and tokens by themselves."""

import asyncio
import random
import re

import pytest
from argon2 import PasswordHasher

from floor.people.reception import QUICK, no
from houserules.floor.people.handles import Handle
from houserules.floor.people.limits import Throttle
from houserules.floor.people.passwords import Hasher, one_time_password, why_not_password
from houserules.floor.people.sessions import new_token, read_api_token, read_token
from houserules.floor.people.vault import Lock, StoredSession, VaultError, from_bytes

ANN = Handle("Ann", "ann")


def hasher(quick: PasswordHasher = QUICK) -> Hasher:
    return Hasher(quick, random=random.Random(1).randbytes, waiting=2)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("abcdefghi", "password.short"),
        ("xq7 vmw 4k", None),
        ("seven brown cows" * 16, None),
        ("seven brown cows" * 16 + "!", "password.long"),
        ("abcdefghij", "password.weak"),
        ("password12", "password.weak"),
        ("P4ssw0rd2026", "password.weak"),
        ("qwertyuiop[]", "password.weak"),
        ("houserules1", "password.weak"),
        ("pontoonpontoon", "password.weak"),
        ("a" * 256, "password.weak"),
        ("          ", "password.weak"),
    ],
)
def test_what_is_asked_of_a_password(password: str, code: str | None) -> None:
    denied = why_not_password(password, ANN)
    assert (denied and no(denied)) == code


def test_the_handle_is_no_password() -> None:
    assert no(why_not_password("MARY JANE watson", Handle("Mary Jane Watson", "mary_jane_watson")))


def test_a_password_is_verified_whatever_machine_it_was_typed_on() -> None:
    async def verify() -> None:
        hashing = hasher()
        kept = await hashing.hash("Zoe\u0301 likes frogs \ud800")
        assert kept.startswith("$argon2id$")
        assert await hashing.verify(kept, "Zo\u00e9 likes frogs \ud800")
        assert not await hashing.verify(kept, "Zoe likes frogs \ud800")
        assert not await hashing.verify(None, "")
        hashing.close()

    asyncio.run(verify())


def test_nobodys_password_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    hashing = hasher()
    verified: list[str] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, kept: str, password: bytes) -> bool:
        verified.append(kept)
        return verify(self, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    asyncio.run(hashing.verify(None, "seven brown cows"))
    asyncio.run(hashing.verify(QUICK.hash("x"), "seven brown cows"))
    hashing.close()
    parameters = [kept.rsplit("$", 2)[0] for kept in verified]
    assert len(parameters) == 2
    assert parameters[0] == parameters[1]


def test_other_parameters_outdate_a_hash() -> None:
    hashing = hasher()
    assert not hashing.is_outdated(QUICK.hash("x"))
    assert hashing.is_outdated(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash("x"))
    hashing.close()


def test_so_many_wait_and_no_more() -> None:
    async def crowd() -> list[bool]:
        hashing = hasher()
        seen = [hashing.is_busy]
        work = [asyncio.create_task(hashing.hash("x")) for _ in range(2)]
        await asyncio.sleep(0)
        seen.append(hashing.is_busy)
        await asyncio.gather(*work)
        seen.append(hashing.is_busy)
        hashing.close()
        return seen

    assert asyncio.run(crowd()) == [False, True, False]


def test_a_damaged_hash_is_said_without_showing_it() -> None:
    hashing = hasher()
    with pytest.raises(VaultError) as error:
        asyncio.run(hashing.verify("$argon2id$damaged", "x"))
    hashing.close()
    assert "damaged$" not in str(error.value) and "argon2id" not in str(error.value)
    assert error.value.__suppress_context__


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"until":1}', b'{"proof":"s3cret"}', b"7"])
def test_a_damaged_entry_is_said_without_showing_it(data: bytes) -> None:
    for kind in (Lock, StoredSession):
        with pytest.raises(VaultError) as error:
            from_bytes(kind, data)
        assert "s3cret" not in str(error.value)
        assert error.value.__suppress_context__


def test_a_one_time_password_is_drawn_and_may_be_chosen() -> None:
    drawn = one_time_password(random.Random(1).randbytes)
    assert re.fullmatch(r"([a-z2-7]{4}-){3}[a-z2-7]{4}", drawn)
    assert why_not_password(drawn, ANN) is None
    assert drawn != one_time_password(random.Random(2).randbytes)


def test_a_token_reads_back() -> None:
    token = new_token(random.Random(1).randbytes)
    assert read_token(token.text) == token
    assert read_api_token(f"hr_{token.text}") == token
    assert token.proves(token.proof)
    assert token.secret not in repr(token)
    other = new_token(random.Random(2).randbytes)
    assert not other.proves(token.proof)


@pytest.mark.parametrize(
    "text", ["", "x" * 54, "x" * 56, "x" * 54 + "ä", "x" * 54 + "\n", "x" * 54 + "/"]
)
def test_what_has_not_the_form_of_a_token(text: str) -> None:
    assert read_token(text) is None
    assert read_api_token(f"hr_{text}") is None


def test_an_api_token_needs_its_prefix() -> None:
    assert read_api_token(new_token(random.Random(1).randbytes).text) is None


def test_a_throttle_lets_so_many_through_within_a_time() -> None:
    throttle = Throttle(2, within=10)
    assert [throttle.admit("a", now) for now in (0, 1, 9, 10, 10, 11)] == [
        *(True, True, False),
        *(True, False, True),
    ]
    assert throttle.admit("b", 11)
    assert all(throttle.admit(None, 11) for _ in range(9))


def test_a_place_that_was_given_back_is_free() -> None:
    throttle = Throttle(1, within=10)
    assert throttle.admit("a", 0)
    throttle.give_back("a")
    throttle.give_back(None)
    assert throttle.admit("a", 0)
    assert not throttle.admit("a", 0)
