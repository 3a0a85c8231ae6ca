"""No secret, and no hash of one, is in the journal, in a log, in an error or in anything printed."""

import asyncio
import gc
import importlib
import json
import logging
import pkgutil
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from floor.people.reception import Clock, House, open_house, secret_of, yes
from houserules.floor import people
from houserules.floor.people.handles import Handle
from houserules.floor.people.passwords import why_not_password
from houserules.floor.people.second_factor import code_at, step_of
from houserules.floor.people.signed_in import Enrolment, MadeToken, OneTimePassword, SignedIn
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Batch

LETTERS = st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=["Cc", "Cf"])
TEXTS = st.text(LETTERS, min_size=12, max_size=30)
PASSWORDS = TEXTS.map("§{}§".format).filter(
    lambda text: why_not_password(text, Handle("Ann", "ann")) is None
)
"""Framed, because Hypothesis also tries words of our own source, which are printed on purpose."""
VAULT_KINDS = ("password", "totp", "totp-new", "session", "token")


@dataclass
class Seen:
    """Everything that came out of the house, and everything that must not."""

    shown: list[str] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)

    def keep(self, *secrets: str) -> None:
        self.secrets |= set(secrets)

    def keep_vault(self, journal: MemoryJournal) -> None:
        """The vault's values are secrets too: hashes of passwords and proofs of tokens."""
        for kind in VAULT_KINDS:
            for _, value in journal.vault.items(kind):
                self.secrets |= {value.hex()} if kind == "totp" else parts(value)

    def leaks(self) -> list[tuple[str, str]]:
        return [
            (secret, text[:200]) for text in self.shown for secret in self.secrets if secret in text
        ]


def parts(value: bytes) -> set[str]:
    """Return what is secret in a value of the vault."""
    text = value.decode("ascii")
    if text.startswith("$"):
        return {text, text.rsplit("$", 1)[1]}
    data = json.loads(text)
    return {data[name] for name in ("proof", "secret") if name in data}


class OpenJournal(MemoryJournal):
    """A journal that shows every batch as a log or an error might."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen = seen

    def append_all(self, batches: Any) -> Any:
        self._seen.shown += [repr(each) for each in batches]
        assert all(isinstance(each, Batch) for each in batches)
        outcomes = super().append_all(batches)
        self._seen.shown += [repr(each) for each in outcomes]
        self._seen.keep_vault(self)
        return outcomes


async def live(house: House, seen: Seen, old: str, new: str) -> None:
    """Go through everything that has a secret in it."""
    people = house.people
    seen.keep(old, new)
    answers: list[Any] = [
        await people.sign_up("Ann", old[:3]),
        await people.sign_in("Ann", old),
        came := yes(await people.sign_up("Ann", old), SignedIn),
        await people.sign_up("ann", old),
        await people.sign_in("Ann", new),
        await people.sign_in(old, old),
        await people.sign_in("Zed", old),
        enrolment := yes(await people.enrol_second_factor(came.token), Enrolment),
    ]
    seen.keep(came.token, came.token[12:], enrolment.uri, enrolment.secret)
    secret = secret_of(enrolment)
    seen.keep(secret.hex(), str(secret))
    code = code_at(secret, step_of(house.clock.now))
    answers += [
        await people.confirm_second_factor(came.token, "no code at all"),
        full := yes(await people.confirm_second_factor(came.token, code), SignedIn),
        await people.confirm_second_factor(came.token, code),
        made := yes(await people.make_token(full.caller, "bot", ["play"]), MadeToken),
        await people.who(full.token),
        await people.who_by_token(made.token),
        await people.who_by_token(made.token[:-1]),
        await people.change_password(full.token, new, old),
        changed := yes(await people.change_password(full.token, old, new), SignedIn),
        await people.sign_in("Ann", new, code=code),
    ]
    seen.keep(full.token, made.token, changed.token, made.token[15:], changed.token[12:])
    answers += [
        guest := yes(await people.guest(), SignedIn),
        owner := yes(await people.create_owner("Olive"), OneTimePassword),
        came := yes(await people.sign_in("Olive", owner.password), SignedIn),
        reset := yes(await people.reset_access(None, "Olive", why="lost"), OneTimePassword),
        await people.person("Ann"),
        *await people.all_persons(),
    ]
    seen.keep(guest.token, owner.password, came.token, reset.password, came.token[12:])
    for _ in range(6):
        answers.append(await people.sign_in("Ann", old))
    await people.sign_out_everywhere(changed.token)
    await people.sweep()
    seen.shown += [f"{each!r} {each}" for each in answers]


def everything_of_ours() -> list[str]:
    """Print every object of the house that there is at this moment."""
    ours = [
        each
        for each in gc.get_objects()
        if str(type(each).__module__).startswith(("houserules.floor", "houserules.journal"))
    ]
    assert ours
    return [repr(each) for each in ours]


@settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(PASSWORDS, PASSWORDS, st.integers(0, 2**32))
def test_no_secret_comes_out(
    caplog: pytest.LogCaptureFixture, old: str, new: str, seed: int
) -> None:
    seen = Seen()
    journal = OpenJournal(seen)

    async def all_of_it() -> None:
        house = open_house(journal, clock=Clock(), seed=seed)
        await live(house, seen, old, f"{new}+other")
        seen.shown += everything_of_ours()
        seen.shown += [repr(record) for record in journal.since(0)]
        house.people.close()
        await house.store.close()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(all_of_it(), debug=True)
    seen.shown.append(caplog.text)
    caplog.clear()
    assert len(seen.secrets) > 20
    assert seen.leaks() == []


def test_the_search_for_leaks_finds_them() -> None:
    seen = Seen(["nothing", "SignedIn(token='s3cret')"], {"s3cret"})
    assert seen.leaks() == [("s3cret", "SignedIn(token='s3cret')")]


SECRET_FIELDS = {"token", "secret", "proof", "password", "uri"}


def secret_fields() -> list[tuple[str, Field[Any]]]:
    """Return the fields of the package whose names say that they are secret."""
    modules = [
        importlib.import_module(f"{people.__name__}.{each.name}")
        for each in pkgutil.iter_modules(people.__path__)
    ]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return [
        (kind.__name__, each)
        for kind in kinds
        if is_dataclass(kind) and kind.__module__.startswith(people.__name__)
        for each in fields(kind)
        if each.name in SECRET_FIELDS
    ]


def test_no_noun_prints_its_secret() -> None:
    found = secret_fields()
    assert len(found) >= 8
    assert [(kind, each.name) for kind, each in found if each.repr] == []
