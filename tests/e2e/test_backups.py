"""The back office: the last good backup, a new one by keyboard, and what is wrong with checkpoints."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.axe import violations
from e2e.visiting import DESK, PHONE, House, Visitor
from houserules.floor.backups import BackupSchedule
from houserules.floor.checkpoint_keeper import CheckpointKeeper
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.signing import house_signer
from houserules.journal.checkpoint_stores import open_checkpoint_store
from web.server import Member

Visit = Callable[..., Visitor]


@pytest.fixture
def kept(house: House, tmp_path: Path) -> Iterator[Path]:
    floor = house.server.floor
    signer = house_signer(floor.store.journal, at=floor.now())
    places = ("kept", "disk/kept")  # the disk is not mounted
    stores = tuple(open_checkpoint_store(str(tmp_path / place)) for place in places)
    about = (floor.store, signer)
    floor.checkpoints = CheckpointKeeper(*about, stores, floor.now, floor.holder, 10)
    settings = Safekeeping(backups=str(tmp_path / "backups"))
    floor.backups = BackupSchedule(*about, settings, None, floor.now, floor.holder)
    yield tmp_path
    floor.checkpoints = floor.backups = None


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_manager_makes_a_backup_and_sees_its_age(
    visit: Visit, house: House, owner: Member, kept: Path, size: object
) -> None:
    server = house.server
    mae = visit(size=size)
    mae.be(server.staff(owner, "Mae" if size is DESK else "May", "Gaming Manager"))
    page, panel = mae.page, mae.page.locator("section[aria-labelledby=backups]")
    page.goto("/office")
    expect(panel.locator(".verdict.failed").first).to_have_text("There is no backup yet.")
    panel.get_by_role("button", name="Back up now").focus()
    page.keyboard.press("Enter")
    expect(panel.locator(".verdict.passed")).to_contain_text("Last good backup: ")
    expect(panel).to_contain_text("Number 1 (full)")
    assert server.floor.checkpoints is not None and server.floor.backups is not None
    server.run(server.floor.checkpoints.keep())
    server.floor.backups.current_at = server.floor.now() - 5 * 3600_000
    page.reload()
    expect(panel.locator(".verdict.failed")).to_have_text("Last good backup: 5 hours ago.")
    expect(panel.locator(".checks .passed")).to_contain_text(f"Kept in {kept}/kept.")
    expect(panel.locator(".checks .failed")).to_contain_text("No checkpoint can be kept in")
    assert violations(page) == []


def test_an_inspector_sees_it_but_starts_none(
    visit: Visit, house: House, owner: Member, kept: Path
) -> None:
    ines = visit()
    ines.be(house.server.staff(owner, "Ines", "inspector"))
    ines.page.goto("/office")
    panel = ines.page.locator("section[aria-labelledby=backups]")
    expect(panel.locator(".verdict").first).to_have_text("There is no backup yet.")
    expect(panel.get_by_role("button")).to_have_count(0)
