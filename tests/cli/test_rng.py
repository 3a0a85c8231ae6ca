"""`houserules rng`: the test of the shuffle, the export for a laboratory and its check."""

import io
import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houserules.cli.app import app
from houserules.cli.rng import export, options
from houserules.core.cards import cards
from houserules.rng.planted_faults import PLANTED
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.shoe.entropy import GivenBytes
from houserules.shoe.stack import decks_of, shuffle
from houserules.version import __version__

FILES = ("raw.bin", "shuffles.txt", "shuffles.csv")


class Seeded:
    """What stands in for the operating system where a test must say the same every time."""

    def __init__(self) -> None:
        self._random = Random(7)

    def take(self, count: int, /) -> bytes:
        return self._random.randbytes(count)


def run(*arguments: str | Path, columns: int = 100) -> Result:
    environment = {"COLUMNS": str(columns), "TERM": "dumb", "FORCE_COLOR": None}
    return CliRunner().invoke(app, ["rng", *map(str, arguments)], env=environment)


def words(result: Result) -> str:
    """Return what a person reads, with every run of blanks made one."""
    return " ".join(result.stdout.split())


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recorded bytes, enough for some 150 shuffles."""
    file = tmp_path_factory.mktemp("recorded") / "bytes.bin"
    file.write_bytes(Random(2).randbytes(100_000))
    return file


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """An export of a few shuffles."""
    assert run("export", tmp_path / "lab", "--shuffles", "3", "--bytes", "4K").exit_code == 0
    return tmp_path / "lab"


# --- test ------------------------------------------------------------------------------------------


def test_a_fair_shuffle_passes_and_says_what_was_done(raw: Path) -> None:
    result = run("test", "--shuffles", "120", "--entropy", raw)
    text = words(result)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Shuffled 8 decks of 48: 384 cards, 120 times" in text
    assert "Shuffler the shoe's own, as at a table" in text
    assert "Entropy the first 69," in text and "bytes of bytes.bin" in text
    assert "Test Looks at Observed Expected p Verdict" in text
    assert "Passed: none of 20 tests fails, and every shuffle has all its cards." in text
    assert "Level: 99 % for all tests together, by Holm's method" in text


def test_recorded_bytes_give_the_same_report_again(raw: Path) -> None:
    arguments = ("test", "--shuffles", "100", "--entropy", raw, "--set", "decks=6")
    assert run(*arguments).stdout == run(*arguments).stdout
    assert "6 decks of 48: 288 cards" in run(*arguments).stdout


def test_the_report_for_a_program(raw: Path) -> None:
    result = run("test", "--shuffles", "100", "--entropy", raw, "--json")
    data = json.loads(result.stdout)
    taken = raw.read_bytes()[: data["entropy"]["bytes"]]
    assert {key: data[key] for key in ("version", "rulebook", "decks", "cards", "shuffles")} == {
        **{"version": __version__, "rulebook": "nsw-pontoon-2024"},
        **{"decks": 8, "cards": 384, "shuffles": 100},
    }
    assert data["entropy"]["source"] == "bytes.bin"
    assert data["entropy"]["sha256"] == sha256(taken).hexdigest()
    assert (data["planted"], data["level"], data["altered"]) == (None, 0.01, 0)
    assert data["passed"] is (result.exit_code == 0)
    assert len(data["tests"]) == 20
    keys = {"test", "looks_at", "observed", "expected", "deviation", "p", "holm", "fails"}
    assert all(set(each) == keys for each in data["tests"])


@pytest.mark.parametrize(
    ("fault", "test"), [("sattolo", "unmoved"), ("stuck-top", "face-position")]
)
def test_a_planted_fault_fails(raw: Path, fault: str, test: str) -> None:
    arguments = ("test", "--shuffles", "100", "--entropy", raw, "--planted", fault)
    result = run(*arguments)
    assert result.exit_code == 1
    assert f"with a planted fault, {fault}: " in words(result)
    assert "FAILS" in result.stdout and "Failed: " in result.stdout
    data = json.loads(run(*arguments, "--json").stdout)
    assert data["passed"] is False and data["planted"] == fault
    assert test in [each["test"] for each in data["tests"] if each["fails"]]


def test_a_lost_card_fails_by_itself(raw: Path) -> None:
    result = run("test", "--shuffles", "130", "--entropy", raw, "--planted", "lost-card")
    assert result.exit_code == 1
    assert "shuffles do not have the cards of the shoe." in words(result)


def test_the_system_gives_the_bytes_if_no_file_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houserules.cli.rng.test.SystemEntropy", Seeded)
    result = run("test", "--shuffles", "100", "--rulebook", "nsw-pinkjack-2016")
    assert "Entropy the operating system's generator for cryptography" in words(result)
    assert "8 decks of 52: 416 cards, 100 times" in words(result)
    assert result.exit_code == 0


@pytest.mark.parametrize("columns", [80, 100])
def test_the_report_keeps_to_the_width(raw: Path, columns: int) -> None:
    result = run("test", "--shuffles", "100", "--entropy", raw, columns=columns)
    assert max(map(len, result.stdout.splitlines())) <= columns


def test_a_screen_without_the_signs_gets_others(raw: Path, tmp_path: Path) -> None:
    named = tmp_path / "bytes-é.bin"
    named.write_bytes(raw.read_bytes())
    done = CliRunner(charset="ascii").invoke(
        app, ["rng", "test", "--shuffles", "100", "--entropy", str(named)], env={"COLUMNS": "100"}
    )
    assert done.exit_code in (0, 1)
    assert "+-" in done.stdout and "bytes-?.bin" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--rulebook", "baccarat"], ["no rulebook 'baccarat'", *RULEBOOKS]),
        (["--set", "decks=5"], ["--set decks: 5 is not allowed (4.1); it may be 6, 8"]),
        (["--set", "decks"], ["--set decks: write decks=N"]),
        (["--set", "decks=six"], ["--set decks=six: write decks=N"]),
        (["--set", "minimum=5"], ["nothing else changes what is shuffled"]),
        (["--shuffles", "99"], ["--shuffles 99: the statistics hold from 100 shuffles up"]),
        (["--shuffles", "-1"], ["--shuffles -1"]),
        (["--planted", "luck"], ["no fault 'luck'", *PLANTED]),
        (["--entropy", "nowhere.bin"], ["--entropy nowhere.bin: cannot be read: No such file"]),
        (["--entropy", "."], ["--entropy .: cannot be read: Is a directory"]),
    ],
)
def test_what_cannot_be_tested_exits_2(arguments: list[str], expected: list[str]) -> None:
    result = run("test", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("houserules rng test: ")
    for part in expected:
        assert part in result.stderr


def test_bytes_that_are_used_up_are_said_to_be(raw: Path) -> None:
    result = run("test", "--shuffles", "200", "--entropy", raw)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the bytes are used up after 17" in result.stderr
    assert "of 200 shuffles" in result.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool
) -> None:
    screen = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert list(options.shown_progress(range(5), 5, "Shuffling")) == [0, 1, 2, 3, 4]
    assert ("Shuffling" in screen.getvalue()) is terminal


# --- export ----------------------------------------------------------------------------------------


def manifest_of(lab: Path) -> Any:
    return json.loads((lab / "manifest.json").read_text("utf-8"))


def test_the_export_is_what_its_manifest_says(lab: Path) -> None:
    manifest = manifest_of(lab)
    assert manifest["format"] == "houserules/rng-export-1"
    assert manifest["tool"] == {"name": "houserules", "version": __version__}
    assert (manifest["rulebook"], manifest["options"]) == ("nsw-pontoon-2024", {})
    assert manifest["shuffles"] == 3
    assert manifest["entropy"]["source"] == "the operating system's generator for cryptography"
    assert [each["name"] for each in manifest["files"]] == list(FILES)
    for each in manifest["files"]:
        data = (lab / each["name"]).read_bytes()
        assert each["bytes"] == len(data)
        assert each["sha256"] == sha256(data).hexdigest()
        assert each["format"].endswith(".")
    assert manifest["files"][0]["bytes"] == 4096
    assert sorted(file.name for file in lab.iterdir()) == sorted([*FILES, "manifest.json"])


def test_no_path_of_the_machine_is_in_the_manifest(lab: Path) -> None:
    text = (lab / "manifest.json").read_text("utf-8")
    assert str(lab) not in text and str(lab.parent.name) not in text
    assert str(Path.home()) not in text and str(Path.cwd()) not in text


@pytest.mark.parametrize(
    ("name", "settings"), [("nsw-pinkjack-2016", {"decks": 6}), ("nz-pontoon", {"decks": 5})]
)
def test_the_shuffles_follow_from_the_raw_bytes(
    tmp_path: Path, name: str, settings: dict[str, int]
) -> None:
    arguments = ["--rulebook", name, "--set", f"decks={settings['decks']}", "--shuffles", "4"]
    assert run("export", tmp_path, *arguments, "--bytes", "5000").exit_code == 0
    shoe, manifest = decks_of(choose(rulebook(name), settings)), manifest_of(tmp_path)
    entropy = GivenBytes((tmp_path / "raw.bin").read_bytes())
    again = [shuffle(shoe, entropy) for _ in range(4)]
    text = (tmp_path / "shuffles.txt").read_text("ascii").splitlines()
    numbers = (tmp_path / "shuffles.csv").read_text("ascii").splitlines()
    assert [cards(line) for line in text] == again
    assert [["A23456789TJQK"[n // 4] + "shdc"[n % 4] for n in map(int, line.split(","))]
            for line in numbers] == [line.split() for line in text]  # fmt: skip
    assert manifest["entropy"]["consumed"] == entropy.taken
    assert manifest["options"] == settings
    assert run("check", tmp_path).exit_code == 0


def test_two_exports_are_not_the_same(lab: Path, tmp_path: Path) -> None:
    run("export", tmp_path / "other", "--shuffles", "3", "--bytes", "4K")
    assert (lab / "raw.bin").read_bytes() != (tmp_path / "other" / "raw.bin").read_bytes()


@pytest.mark.parametrize(
    ("size", "expected"), [("1", None), ("3000", 3000), ("3K", 3072), ("3M", 3 << 20)]
)
def test_the_raw_file_is_as_long_as_asked_or_as_the_shuffles_need(
    tmp_path: Path, size: str, expected: int | None
) -> None:
    run("export", tmp_path, "--shuffles", "2", "--bytes", size)
    consumed = manifest_of(tmp_path)["entropy"]["consumed"]
    assert consumed > 700
    assert (tmp_path / "raw.bin").stat().st_size == (expected or consumed)
    assert run("check", tmp_path).exit_code == 0


def test_an_export_is_not_overwritten_unless_told_to(lab: Path) -> None:
    before = {name: (lab / name).read_bytes() for name in FILES}
    result = run("export", lab, "--shuffles", "1", "--bytes", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "already has raw.bin, shuffles.txt, shuffles.csv, manifest.json" in result.stderr
    assert "--force" in result.stderr
    assert {name: (lab / name).read_bytes() for name in FILES} == before
    assert run("export", lab, "--shuffles", "1", "--bytes", "1", "--force").exit_code == 0
    assert manifest_of(lab)["shuffles"] == 1
    assert run("check", lab).exit_code == 0


def test_one_file_in_the_way_is_enough(tmp_path: Path) -> None:
    (tmp_path / "shuffles.csv").write_text("mine")
    assert run("export", tmp_path).exit_code == 2
    assert (tmp_path / "shuffles.csv").read_text() == "mine"
    assert [file.name for file in tmp_path.iterdir()] == ["shuffles.csv"]


def test_a_broken_export_leaves_no_manifest(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "lines", stopped)
    assert run("export", lab, "--force").exit_code == 130
    assert not (lab / "manifest.json").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--bytes", "many"], "--bytes many: write a number, alone or followed by K, M or G"),
        (["--bytes", "-1"], "--bytes -1: write a number"),
        (["--shuffles", "0"], "--shuffles 0: write 1 or more"),
        (["--rulebook", "baccarat"], "no rulebook 'baccarat'"),
    ],
)
def test_what_cannot_be_exported_exits_2(
    tmp_path: Path, arguments: list[str], expected: str
) -> None:
    result = run("export", tmp_path / "lab", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"houserules rng export: {expected}")
    assert not (tmp_path / "lab").exists()


def test_a_folder_that_is_a_file_exits_2(tmp_path: Path) -> None:
    (tmp_path / "lab").write_text("")
    result = run("export", tmp_path / "lab")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot be written to: " in result.stderr


# --- check -----------------------------------------------------------------------------------------


def failed(lab: Path) -> dict[str, str]:
    """Return the checks that fail and what they say, the same for a person and for a program."""
    result, page = run("check", lab, "--json"), run("check", lab)
    data = json.loads(result.stdout)
    found = {each["what"]: each["detail"] for each in data["checks"] if not each["passed"]}
    assert result.exit_code == page.exit_code == (1 if found else 0)
    assert data["passed"] is not found and page.stdout.count("FAILS") == len(found)
    return found


def tell_of(lab: Path, name: str) -> None:
    """Make the manifest agree with a file that was changed."""
    manifest, data = manifest_of(lab), (lab / name).read_bytes()
    for each in manifest["files"]:
        if each["name"] == name:
            each.update(bytes=len(data), sha256=sha256(data).hexdigest())
    (lab / "manifest.json").write_text(json.dumps(manifest))


def flip(file: Path, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(bytes(data))


def test_an_export_as_it_was_written_is_in_order(lab: Path) -> None:
    text = words(run("check", lab))
    assert "raw.bin ok 4,096 bytes, SHA-256 as in the manifest" in text
    assert "shuffles ok all 3 follow from the first" in text
    assert f"Unchanged since the export by houserules {__version__}" in text
    assert failed(lab) == {}


@pytest.mark.parametrize("name", FILES)
def test_one_changed_bit_is_found(lab: Path, name: str) -> None:
    flip(lab / name, 5)
    found = failed(lab)
    assert found[name] == "has another SHA-256"
    assert found["shuffles"].endswith("does not follow from raw.bin")


def test_a_changed_byte_that_no_shuffle_used_is_found_by_its_hash(lab: Path) -> None:
    flip(lab / "raw.bin", 4095)
    assert failed(lab) == {"raw.bin": "has another SHA-256"}


@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_with_a_changed_hash_is_found_too(lab: Path, name: str) -> None:
    file = lab / name
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2] if name == "raw.bin" else data * 2)
    tell_of(lab, name)
    if name == "raw.bin":
        file.write_bytes(bytes(len(data)))
        tell_of(lab, name)
    assert list(failed(lab)) == ["shuffles"]


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_shortened_file_is_found(lab: Path, name: str) -> None:
    file = lab / name
    size = file.stat().st_size
    file.write_bytes(file.read_bytes()[:-1])
    assert failed(lab)[name] == f"has {size - 1:,} bytes; the manifest says {size:,}"
    file.unlink()
    assert failed(lab) == {name: "is missing"}


@pytest.mark.parametrize(
    ("key", "value", "check"),
    [
        ("shoe", {"decks": 1}, "shoe"),
        ("shuffles", 2, "shuffles"),
        ("shuffles", 4, "shuffles"),
        ("rulebook", "nsw-pinkjack-2016", "shuffles"),
        ("entropy", {"source": "dice", "consumed": 1}, "shuffles"),
    ],
)
def test_a_manifest_that_tells_another_story_is_found(
    lab: Path, key: str, value: object, check: str
) -> None:
    (lab / "manifest.json").write_text(json.dumps({**manifest_of(lab), key: value}))
    assert check in failed(lab)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "cannot be read: No such file or directory"),
        ("not json", "is not JSON"),
        ("\x00", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "(the manifest): must be a table of keys, not a list"),
        ('{"format": "houserules/round-1"}', "not 'houserules/round-1'"),
    ],
)
def test_a_folder_without_a_readable_manifest_exits_2(
    tmp_path: Path, text: str | None, expected: str
) -> None:
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    result = run("check", tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("houserules rng check: ")
    assert expected in result.stderr


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rulebook": "baccarat"}, "no rulebook 'baccarat'"),
        ({"options": {"decks": 99}}, "decks: 99 is not allowed"),
        ({"options": {"decks": [6]}}, "decks: "),
        ({"options": {"luck": 1}}, "luck: is not an option"),
    ],
)
def test_a_manifest_of_no_game_of_ours_exits_2(
    lab: Path, change: dict[str, object], expected: str
) -> None:
    (lab / "manifest.json").write_text(json.dumps({**manifest_of(lab), **change}))
    result = run("check", lab)
    assert (result.exit_code, result.stdout) == (2, "")
    assert expected in result.stderr


def test_a_laboratory_can_test_what_it_was_sent(tmp_path: Path) -> None:
    run("export", tmp_path, "--shuffles", "100", "--bytes", "1")
    data = json.loads(
        run("test", "--entropy", tmp_path / "raw.bin", "--shuffles", "100", "--json").stdout
    )
    assert data["entropy"]["bytes"] == manifest_of(tmp_path)["entropy"]["consumed"]
    assert data["entropy"]["sha256"] == manifest_of(tmp_path)["files"][0]["sha256"]


def test_one_shuffle_is_told_as_one(tmp_path: Path) -> None:
    result = run("export", tmp_path / "one", "--shuffles", "1", "--bytes", "0")
    assert "\n1 shuffle from the first " in result.output
    result = run("check", tmp_path / "one")
    assert (result.exit_code, "it follows from the first " in result.output) == (0, True)
