"""What we install: pinned, with hashes, below the next major version; and when a release is refused."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from tools import release
from tools.clause_table import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]


def _pins(name: str) -> dict[str, int]:
    """How many hashes each pinned version has."""
    entries = re.split(r"^(?=\w)", (ROOT / name).read_text(), flags=re.MULTILINE)[1:]
    return {
        re.split(r"==", entry)[0].lower().replace("_", "-"): entry.count("--hash=sha256:")
        for entry in entries
    }


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-release.txt"])
def test_every_pin_has_hashes(name: str) -> None:
    pins = _pins(name)
    assert len(pins) > 20
    assert [pin for pin, hashes in pins.items() if not hashes] == []
    assert "://" not in (ROOT / name).read_text()


def test_every_requirement_is_pinned() -> None:
    asked = {
        re.split(r"[\[<>=;]", requirement)[0]
        for requirements in EXTRAS.values()
        for requirement in requirements
    } - {"houserules"}
    assert asked - set(_pins("constraints.txt")) == set()


def test_every_extra_stops_below_the_next_major_version() -> None:
    open_ended = [
        requirement
        for extra, requirements in EXTRAS.items()
        if extra != "dev"
        for requirement in requirements
        if not requirement.startswith("houserules[") and "<" not in requirement
    ]
    assert open_ended == []


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone that is ready to be released as 1.2.3."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2026-11-19)\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    _git(tmp_path, "init", "--quiet")
    _commit(tmp_path)
    return tmp_path


def _git(folder: Path, *arguments: str) -> None:
    us = ("-c", "user.name=Test", "-c", "user.email=test@example.com")
    subprocess.run(["git", *us, *arguments], cwd=folder, check=True)


def _commit(folder: Path) -> None:
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "--message", "Change something")


def test_what_is_ready_is_released(project: Path) -> None:
    assert release.version_to_release() == "1.2.3"


def test_uncommitted_changes_are_not_released(project: Path) -> None:
    (project / "CHANGELOG.md").write_text("")
    with pytest.raises(release.ReleaseError, match=r"not committed:\n M CHANGELOG.md"):
        release.version_to_release()


def test_an_undated_version_is_not_released(project: Path) -> None:
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (not released yet)\n")
    _commit(project)
    with pytest.raises(release.ReleaseError, match=r"no heading '## 1.2.3 \(YYYY-MM-DD\)'"):
        release.version_to_release()


def test_a_version_is_released_once(project: Path) -> None:
    _git(project, "tag", "v1.2.3")
    with pytest.raises(release.ReleaseError, match=r"the tag v1\.2\.3 exists already"):
        release.version_to_release()
