"""A whole promotion in the commands that read a journal: replay, export, audit, verify."""

import json
from pathlib import Path

import pytest

from cli.journals import alter, at, copied, run
from floor.whole_promotion import ADDRESS, write_promotion
from houserules.journal.sqlite import SqliteJournal


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("spring") / "spring.db"
    write_promotion(SqliteJournal(file))
    return file


def test_a_promotion_is_told_from_its_draft_to_its_last_prize(spring: Path) -> None:
    result = run("replay", "--promotion", "spring", *at(spring))
    assert result.exit_code == 0
    told = " ".join(result.output.split())
    for words in (
        "Max sets up the promotion spring: practice.",
        "drafts the terms of “Spring draw”",
        "The house commits to the draw of each prize: prize 1 ",
        "2 entries, added by Max: By the terms (",
        "Prize 1 is drawn again: entry ",
        f"Kept on record: Ann Archer, {ADDRESS}.",
        "The promotion is over: everything that was owed is done",
    ):
        assert words in told, words
    output = json.loads(run("replay", "--promotion", "spring", "--json", *at(spring)).output)
    assert output["phase"] == "finished"
    assert output["steps"][0]["name"] == "promotion.set-up"


@pytest.mark.parametrize("command", ["replay", "export"])
def test_a_promotion_that_is_not_there_is_said(spring: Path, tmp_path: Path, command: str) -> None:
    out = ("--out", tmp_path / "out") if command == "export" else ()
    result = run(command, "--promotion", "autumn", *out, *at(spring))
    assert result.exit_code == 2 and "no" in result.output and "autumn" in result.output


def test_an_exported_promotion_is_checked_and_its_draws_are_verified(
    spring: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run("export", "--promotion", "spring", "--out", out, *at(spring)).exit_code == 0
    assert run("verify", "export", out).exit_code == 0
    names = {file.name for file in out.iterdir()}
    draws = {f"draw-spring-{number}.json" for number in (1, 2, 3)}
    assert names >= {"promotion-spring.json", *draws}
    for draw in draws:
        assert run("verify", "draw", out / draw).exit_code == 0
    checked = run("promotion", "check", out / "promotion-spring.json", "--json")
    assert json.loads(checked.output)["findings"] == []
    transfers = (out / "transfers.jsonl").read_text("utf-8").splitlines()
    assert len(transfers) == 2  # money instead of the first prize, and casino dollars
    records = (out / "records.jsonl").read_text("utf-8").splitlines()
    streams = {json.loads(line)["stream"].partition("/")[0] for line in records}
    assert streams == {"promotion", "wallet"}


def test_a_promotion_is_audited_and_a_doctored_draw_is_found(spring: Path, tmp_path: Path) -> None:
    result = run("audit", "--json", *at(spring))
    assert result.exit_code == 0
    (promotion,) = json.loads(result.output)["promotions"]
    assert promotion["promotion"] == "spring" and promotion["commands"] > 40
    forged = copied(spring, tmp_path)
    sql = "UPDATE records SET payload = replace(payload, ?, ?) WHERE name = ?"
    alter(forged, sql, '"rank":2', '"rank":3', "promotion.prize-drawn")
    result = run("audit", *at(forged))
    assert result.exit_code == 1 and "promotion/spring" in result.output
    verified = run("verify", "journal", *at(forged))
    assert verified.exit_code == 1 and "promotion/spring" in verified.output
