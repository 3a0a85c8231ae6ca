"""`houserules reset-access`: help for an owner whose password is lost, at the machine itself."""

import asyncio
import secrets
from pathlib import Path

from typer.testing import CliRunner

from houserules.cli.app import app
from houserules.floor.clock import milliseconds
from houserules.floor.people.app import People
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.startup import close_floor, first_start, open_floor
from houserules.floor.store import Store
from houserules.journal.url import open_journal


async def _made(url: str) -> str:
    floor = await open_floor(url)
    try:
        owner = await first_start(floor)
        assert owner is not None
        return owner.password
    finally:
        await close_floor(floor)


async def _signs_in(url: str, password: str) -> bool:
    store = Store(open_journal(url))
    people = People(store, now=milliseconds, random=secrets.token_bytes)
    try:
        return isinstance(await people.sign_in("Owner", password), SignedIn)
    finally:
        people.close()
        await store.close()


def test_a_lost_password_is_replaced(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    old = asyncio.run(_made(url))
    run = CliRunner().invoke(app, ["reset-access", "Owner", "--why", "lost", "--database", url])
    assert run.exit_code == 0, run.output
    new = run.output.split(" can sign in with ")[1].split(" and ")[0]
    assert not asyncio.run(_signs_in(url, old))
    assert asyncio.run(_signs_in(url, new))


def test_who_is_nobody_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    asyncio.run(_made(url))
    run = CliRunner().invoke(app, ["reset-access", "Nora", "--why", "x", "--database", url])
    assert run.exit_code == 2
    assert run.output.startswith("houserules reset-access: ")
