"""PAR sheets of real games: their sums, their words, and the PDF."""

import json
import re
import sys
from dataclasses import replace
from math import fsum
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from houserules.odds.chart import Chart, ChartPlay
from houserules.odds.solved_game import SolvedGame, solve
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary
from houserules.sheets.files import SheetError
from houserules.sheets.par import par_data, par_sheet, write_par
from houserules.sheets.par_content import ParSheet, again, assumptions, changes, command
from houserules.sheets.par_tables import KINDS, hands_and_wagers, kind_table, upcard_rows
from houserules.sheets.volatility import side_tables

PONTOON, PINKJACK = "nsw-pontoon-2024", "nsw-pinkjack-2016"


@pytest.fixture(scope="module")
def pontoon() -> SolvedGame:
    return solve(rulebook(PONTOON))


@pytest.fixture(scope="module")
def pinkjack() -> SolvedGame:
    return solve(rulebook(PINKJACK))


@pytest.fixture(scope="module")
def sheet(pontoon: SolvedGame, chart: Chart) -> ParSheet:
    return par_sheet(
        pontoon, rulebook(PONTOON), version="1.2.3", wager=2500, chart=chart, file="out.pdf"
    )


@pytest.fixture(scope="module")
def data(sheet: ParSheet) -> dict[str, Any]:
    return par_data(sheet)


def with_figures(solved: SolvedGame, **figures: object) -> SolvedGame:
    """Return a solve some of whose figures are laid down instead of worked out."""
    found = SolvedGame(solved.game, solved.shoe, solved.openings)
    found.__dict__.update(figures)
    return found


def number(text: str) -> float:
    """Read a printed number again."""
    return float(re.sub(r"[$,% ]", "", text).replace("−", "-"))


def test_kinds_add_up_to_edge_and_variance(pontoon: SolvedGame) -> None:
    table = kind_table(pontoon)
    assert fsum(line.returned for line in table.lines) == pytest.approx(
        -pontoon.house_edge, abs=1e-12
    )
    squares = fsum(line.squared for line in table.lines)
    whole = pontoon.standard_deviation**2 + pontoon.house_edge**2
    assert squares + table.together == pytest.approx(whole, abs=1e-12)
    assert 0 < table.together < 0.1


def test_a_super_bonus_is_of_spades_once_in_four(pontoon: SolvedGame) -> None:
    line = next(each for each in kind_table(pontoon).lines if each.words == KINDS["super-bonus"])
    assert line.pays == (202.0, 203.0)
    assert line.returned / line.count == pytest.approx(202.25, abs=1e-3)


def test_without_a_prize_nothing_is_left_to_share_out() -> None:
    small = with_figures(solve(rulebook(PONTOON), wager=100), standard_deviation=1.14)
    assert all(len(line.pays) == 1 for line in kind_table(small).lines)


def test_a_double_loses_once_to_a_blackjack_and_twice_to_a_pinkjack(pinkjack: SolvedGame) -> None:
    table = kind_table(with_figures(pinkjack, standard_deviation=1.28))
    pays = {line.words: line.pays for line in table.lines}
    assert pays[KINDS["doubled-dealer-natural"]] == (-1.0,)
    assert pays[KINDS["doubled-dealer-pinkjack"]] == (-2.0,)
    assert pays[KINDS["tie-lost"]] == (-1.0,)


def test_figures_that_do_not_add_up_are_no_sheet(pontoon: SolvedGame) -> None:
    results = pontoon.results | {"bust": pontoon.results["bust"] + 0.001}
    wrong = with_figures(pontoon, results=results, standard_deviation=1.17)
    with pytest.raises(SheetError, match="do not add up"):
        kind_table(wrong)


def test_a_kind_without_words_is_no_sheet(pontoon: SolvedGame) -> None:
    results = pontoon.results | {"surprise": 0.0}
    wrong = with_figures(pontoon, results=results, standard_deviation=1.17)
    with pytest.raises(SheetError, match="surprise"):
        kind_table(wrong)


def test_more_is_wagered_than_hands_are_played(pontoon: SolvedGame) -> None:
    hands, amount = hands_and_wagers(pontoon)
    assert 1 < hands < amount < 2


def test_printed_figures_are_those_of_the_solve(data: dict[str, Any], pontoon: SolvedGame) -> None:
    figures = {row[0]: row[1] for row in data["figures"]}
    edge = pontoon.house_edge
    assert number(figures["House edge (expected hold)"]) == pytest.approx(100 * edge, abs=5e-7)
    assert number(figures["Return to player"]) == pytest.approx(100 - 100 * edge, abs=5e-7)
    deviation = number(figures["Standard deviation"])
    assert deviation == pytest.approx(pontoon.standard_deviation, abs=5e-7)


def test_printed_columns_add_up(data: dict[str, Any], pontoon: SolvedGame) -> None:
    edge = 100 * pontoon.house_edge
    for rows, column in (
        (data["kinds"]["rows"], 4),
        (data["distribution"]["rows"], 5),
        (data["upcards"][:-1], 3),
    ):
        assert fsum(number(row[column]) for row in rows) == pytest.approx(-edge, abs=2e-4)
    shares = [number(row[6]) for row in data["distribution"]["rows"]]
    assert fsum(shares) == pytest.approx(100, abs=0.02)
    parts = [number(row[5]) for row in [*data["kinds"]["rows"], *data["kinds"]["sums"][:2]]]
    assert fsum(parts) == pytest.approx(100, abs=0.02)


def test_bars_are_as_high_as_results_are_likely(data: dict[str, Any], pontoon: SolvedGame) -> None:
    bars = data["distribution"]["bars"]
    by_height = sorted(range(len(bars)), key=lambda place: bars[place]["height"])
    chances = list(pontoon.distribution.values())
    assert by_height == sorted(range(len(bars)), key=lambda place: chances[place])
    assert all(0 <= bar["height"] <= 1 for bar in bars)


def test_volatility_is_told_in_money_for_the_wager(
    data: dict[str, Any], pontoon: SolvedGame
) -> None:
    million = data["volatility"][3]
    assert million["rounds"] == "1,000,000"
    assert million["handle"] == "$25,000,000"
    low, high = (number(each) for each in million["win"][1].split(" to "))
    middle, reach = 25e6 * pontoon.house_edge, 1.959964 * pontoon.standard_deviation * 25 * 1000
    assert low == pytest.approx(middle - reach, abs=1)
    assert high == pytest.approx(middle + reach, abs=1)
    assert number(million["covers"][1]) == pytest.approx(95, abs=0.1)


def test_side_wagers_are_exact_fractions(data: dict[str, Any]) -> None:
    pairs = next(side for side in data["sides"] if side["title"] == "Perfect Pairs")
    assert pairs["exact"] == "17/383"  # (25 - n) / (48 n - 1) for eight decks
    assert pairs["clause"] == "16.3"


def test_readings_of_the_rules_are_explained(data: dict[str, Any]) -> None:
    cited = {
        number
        for group in data["rules"]
        for line in group["lines"]
        for number in line["readings"].split(", ")
        if number
    }
    assert cited == {each["number"] for each in data["readings"]}
    assert "10" in cited


def test_pinkjack_is_told_without_insurance(pinkjack: SolvedGame, chart: Chart) -> None:
    sheet = par_sheet(
        pinkjack, rulebook(PINKJACK), version="1", wager=2500, chart=chart, file="x.pdf"
    )
    assumed = " ".join(assumptions(sheet))
    assert "Insurance" not in assumed
    assert "three hands" in assumed
    assert "prize for an Ultimate Pinkjack" in assumed
    assert upcard_rows(sheet)[-2][0] == "10, J, Q, K"
    assert [side["exact"] for side in side_tables(sheet)] == ["5/52"]


def test_the_command_names_all_that_was_changed(sheet: ParSheet) -> None:
    assert command(sheet) == f"houserules odds {PONTOON} --decks 8 --wager 25.00 --par out.pdf"
    assert changes(sheet) == "as in the rulebook"
    rules = rulebook(PONTOON)
    for key, raw in {"decks": 6, "resplit": True, "pontoon_pays": "6:5", "minimum": "10"}.items():
        rules = vary(rules, key, raw)
    changed = replace(sheet, rules=rules, file="my sheet.pdf")
    for words in ("minimum=10.00", "pontoon_pays=6:5", "resplit=true"):
        assert f" --set {words} " in command(changed)
    assert command(changed).endswith("--par 'my sheet.pdf'")
    assert changes(changed) == "options chosen: 2; not as approved, what-ifs: 1"


def test_a_shoe_that_is_not_full_is_named(pontoon: SolvedGame, sheet: ParSheet) -> None:
    faces = pontoon.shoe.faces.copy()
    faces[4, 0] -= 2
    short = SolvedGame(pontoon.game, replace(pontoon.shoe, faces=faces), pontoon.openings)
    named = replace(sheet, solved=short)
    first = next(assumptions(named))
    assert "not full: 382 cards (A 32, 2 32, 3 32, 4 32, 5 30," in first
    assert "for a full shoe" in again(named)


def test_figures_of_other_rules_are_refused(
    pontoon: SolvedGame, chart: Chart, tmp_path: Path
) -> None:
    for rules, wager in ((rulebook(PINKJACK), 2500), (rulebook(PONTOON), 2000)):
        with pytest.raises(SheetError, match=f"not the figures of {rules.id}"):
            write_par(pontoon, rules, tmp_path / "x.pdf", version="1", wager=wager, chart=chart)
    assert not list(tmp_path.iterdir())


def test_a_chart_that_was_played_has_to_be_shown(chart: Chart, tmp_path: Path) -> None:
    rules = rulebook(PONTOON)
    played = solve(rules, policy=ChartPlay(chart))
    with pytest.raises(SheetError, match="need that chart"):
        write_par(played, rules, tmp_path / "x.pdf", version="1")
    sheet = par_sheet(played, rules, version="1", wager=2500, chart=chart, file="x.pdf")
    assert any("played by the strategy chart" in words for words in assumptions(sheet))
    assert "--strategy chart" in command(sheet)


@pytest.mark.parametrize(("name", "says"), [("x.svg", "it may be .pdf"), ("no/x.pdf", "no folder")])
def test_a_sheet_is_a_pdf(
    pontoon: SolvedGame, chart: Chart, tmp_path: Path, name: str, says: str
) -> None:
    with pytest.raises(SheetError, match=says):
        write_par(pontoon, rulebook(PONTOON), tmp_path / name, version="1", chart=chart)


def test_without_typst_the_extra_is_named(
    pontoon: SolvedGame, chart: Chart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SheetError, match=r"needs typst.*houserules\[sheets\]"):
        write_par(pontoon, rulebook(PONTOON), tmp_path / "x.pdf", version="1", chart=chart)


@pytest.fixture(scope="module")
def pdf(pontoon: SolvedGame, chart: Chart, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("par") / "out.pdf"
    write_par(pontoon, rulebook(PONTOON), path, version="1.2.3", chart=chart)
    return path


def test_the_pdf_is_one_and_always_the_same(pdf: Path, pontoon: SolvedGame, chart: Chart) -> None:
    first = pdf.read_bytes()
    assert first.startswith(b"%PDF")
    assert b"CreationDate" not in first
    write_par(pontoon, rulebook(PONTOON), pdf, version="1.2.3", chart=chart)
    assert pdf.read_bytes() == first


def test_the_pdf_can_be_read(pdf: Path, data: dict[str, Any]) -> None:
    pages = PdfReader(pdf).pages
    assert len(pages) >= 7
    printed = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))
    for words in (data["edition"], data["command"], data["figures"][0][1], "houserules 1.2.3"):
        assert words in printed
    for group in data["rules"]:
        for line in group["lines"]:
            assert line["clause"] in printed
    for row in [*data["kinds"]["rows"], *data["distribution"]["rows"]]:
        assert row[1] in printed


def test_all_that_is_printed_is_plain_data(data: dict[str, Any]) -> None:
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(data, ensure_ascii=False))
    assert "nan" not in json.dumps(data).lower()
