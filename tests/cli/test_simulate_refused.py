"""`houserules simulate`: what is impossible is refused before anything is played, and what is allowed named."""

from pathlib import Path

import pytest

from cli.numbers import refused, run
from houserules.cli import simulate_run
from houserules.rulebook.loader import RULEBOOKS

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((S24, "--rounds", "0"), "--rounds 0: it takes a whole number from 1 to"),
        ((S24, "--rounds", "1.5"), "as in 1000 or 1e6"),
        ((S24, "--rounds", "nan"), "it takes a whole number"),
        ((S24, "--rounds", "many"), "it takes a whole number"),
        ((S24, "--rounds", "1e15"), "to 100,000,000,000,000"),
        ((S24, "--boxes", "8"), "--boxes 8: the layout has boxes 1 to 7 (3.2.1)"),
        ((PJ, "--boxes", "10"), "--boxes 10: the layout has boxes 1 to 9 (2.2.1)"),
        ((S24, "--boxes", "0"), "the layout has boxes 1 to 7"),
        ((S24, "--seed", "-1"), "from 0 to 2^64 - 1"),
        ((S24, "--penetration", "0"), "above 0 and up to 1, as in 0.75, 75% or 3/4"),
        ((S24, "--penetration", "101%"), "above 0 and up to 1"),
        ((S24, "--penetration", "1/0"), "above 0 and up to 1"),
        ((S24, "--penetration", "deep"), "above 0 and up to 1"),
        ((S24, "--device", "--fresh"), "--device and --fresh: a round is dealt from one of them"),
        ((S24, "--penetration", "1", "--device"), "--penetration and --device"),
        ((S24, "--strategy", "luck"), "choose best, chart, never-bust, mimic, or a file"),
        ((S24, "--strategy", "mimic", "--strategy", "best", "--boxes", "3"), "2 times for 3 boxes"),
        ((S24, "--wager", "5", "--wager", "6", "--boxes", "1"), "2 times for 1 box;"),
        ((S24, "--wager", "0"), "enter an amount above zero"),
        ((S24, "--wager", "ten"), "'ten' is not an amount"),
        ((S24, "--side", "suits-you"), "nsw-pontoon-2024 has perfect-pairs, as in perfect-pairs=5"),
        ((PJ, "--side", "perfect-pairs"), "nsw-pinkjack-2016 has suits-you"),
        ((PJ, "--side", "suits-you:x"), "it takes one of s h d c"),
        ((S24, "--side", "perfect-pairs:s"), "it takes none"),
        ((S24, "--side", "perfect-pairs=0"), "enter an amount above zero"),
        ((PJ, "--strategy", "mimic", "--insure"), "this game has no insurance"),
        ((S24, "--strategy", "mimic", "--decks", "1", "--boxes", "7"), "may not last"),
        ((S24, "--by", "colour"), "--by colour: it takes upcard, first-two, depth"),
        ((S24, "--by", "depth", "--fresh"), "--by depth goes with a card shoe"),
        ((S24, "--until-error", "0"), "above 0 and below 1, as in 1e-5"),
        ((S24, "--until-error", "nan"), "above 0 and below 1"),
        ((S24, "--session", "x"), "--session x: it takes a whole number"),
        ((S24, "--sessions", "5"), "--sessions goes with --session N"),
        ((S24, "--bankroll", "5"), "--bankroll goes with --session N, --count or"),
        ((S24, "--session", "5", "--bankroll", "0"), "--bankroll: enter an amount above zero"),
        ((S24, "--ramp", "1:1"), "--ramp goes with --count"),
        ((S24, "--deviations"), "--deviations goes with --count"),
        ((S24, "--count", "lucky"), "it takes hi-lo, hi-lo-48, tags as in 'A=-1 5=+1', or a file"),
        ((S24, "--count", "A=0"), "counts nothing"),
        ((S24, "--count", "hi-lo", "--deviations"), "hi-lo comes to +4 without the tens"),
        ((S24, "--count", "hi-lo-48", "--fresh"), "--count goes with a card shoe"),
        ((S24, "--count", "hi-lo-48", "--by", "upcard"), "--by goes without it"),
        (
            (S24, "--count", "hi-lo-48", "--ramp", "1;2"),
            "'1;2' is not possible; it takes true counts",
        ),
        ((S24, "--count", "hi-lo-48", "--ramp", "1:2,1:3"), "each once"),
        ((S24, "--count", "hi-lo-48", "--ramp", "11:2"), "from -10 to 10"),
        ((S24, "--count", "hi-lo-48", "--ramp", "1:0"), "nothing is ever wagered"),
        ((S24, "--rounds-per-hour", "0"), "it takes a number above 0"),
        ((S24, "--workers", "0"), "--workers 0: it takes 1 to 1024"),
        ((S24, "--workers", "2", "--cluster", "tcp://x:1"), "played here or there"),
        (
            (S24, "--resume", "nowhere.json"),
            "there is no such file; --save nowhere.json begins one",
        ),
        ((S24, "--save", "a.json", "--resume", "b.json"), "saves to the same file"),
        ((S24, "--save", "no/such/folder/a.json"), "there is no folder"),
        ((S24, "--save", "a.txt"), "it may be .json"),
        ((S24, "--csv", "a.txt"), "it may be .csv"),
        ((S24, "--parquet", "a.csv"), "it may be .parquet"),
        ((S24, "--plot", "a.gif"), "it may be .svg, .png, .pdf"),
        ((S24, "--decks", "0"), "a whole number from 1 to"),
        ((S24, "--set", "nonsense=1"), "you can set"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_is_impossible_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("simulate", *arguments)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "it is not the JSON of"),
        ("[]", "it has no list of hands"),
        (
            '{"hands": [{"upcard": "7", "cards": "T 6", "best": "fold"}]}',
            "'fold' is not a decision",
        ),
        ('{"hands": [{"upcard": "7"}]}', "hands, row 1"),
        ('{"hands": [3]}', "hands, row 1"),
        ('{"hands": []}', "no decision on A A against"),
    ],
)
def test_a_file_that_is_no_strategy_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text, "utf-8")
    assert said in refused("simulate", S24, "--strategy", str(file))


def test_a_file_that_is_no_count_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "count.txt"
    file.write_bytes(b"\xff\xfe")
    assert "cannot be read as text" in refused("simulate", S24, "--count", str(file))


def test_what_parquet_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_run, "find_spec", lambda name: None)
    said = refused("simulate", S24, "--parquet", "a.parquet")
    assert said == "--parquet needs Polars: pip install 'houserules[frames]'"


@pytest.mark.parametrize("option", ["--seed", "--boxes", "--workers", "--decks"])
def test_a_word_is_not_a_whole_number(option: str) -> None:
    result = run("simulate", S24, option, "abc")
    assert result.exit_code == 2
    assert "'abc' is not a whole number." in result.stderr
