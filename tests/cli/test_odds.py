"""`houserules odds`: what a program gets, what a person reads, what can be set, what is refused."""

import subprocess
import sys
from hashlib import sha256
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from rich.console import Console

from cli.numbers import data, page, refused, run, squeezed
from houserules.analysis.odds_report import ORDER, assumes, pays
from houserules.analysis.options import OddsOptions
from houserules.analysis.request import OddsRequest, read_request
from houserules.cli.render.console import HALF, bar, full_bar, progress_bar, progress_of
from houserules.cli.render.odds import rules_table
from houserules.odds import effects as worth
from houserules.odds.effects import changes
from houserules.odds.solved_game import solve
from houserules.odds.solver.result_kinds import SETTLED_NAMES
from houserules.rulebook import loader
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.version import __version__

S24, S65, NZ, PJ = RULEBOOKS
KEYS = [
    *("rulebook", "decks", "wager", "options", "assumes", "house_edge", "standard_deviation"),
    *("by_upcard", "results", "side_wagers", "seconds", "software"),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """The object for one deck, with three values set."""
    given = ("--set", "resplit=true", "--set", "pontoon_pays=6:5", "--set", "hands_most=2")
    return dict(data("odds", S24, "--decks", "1", *given))


@pytest.fixture(scope="module")
def printed() -> str:
    """The whole page for one deck of Pinkjack, an ace short."""
    given = ("--decks", "1", "--set", "hands_most=2", "--remove", "As", "--wager", "$10")
    return page("odds", PJ, *given, "--full")


def asking(name: str, *settings: str) -> OddsRequest:
    """Read a command line without solving anything."""
    return read_request(OddsOptions(name, settings=settings))


def rules_of(request: OddsRequest) -> str:
    """Print the table of rules."""
    screen = Console(width=80, file=StringIO())
    for each in rules_table(request):
        screen.print(each)
    assert isinstance(screen.file, StringIO)
    return squeezed(screen.file.getvalue())


def test_full_exports_every_hand_and_the_whole_distribution() -> None:
    found = data("odds", S24, "--decks", "1", "--full")
    net = {each["net"]: each["probability"] for each in found["distribution"]}
    assert sum(net.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(value * chance for value, chance in net.items())
    assert mean == pytest.approx(-found["house_edge"], abs=1e-9)
    hands = found["by_hand"]
    assert sum(each["probability"] for each in hands) == pytest.approx(1, abs=1e-12)
    worth_of_all = sum(each["probability"] * each["value"] for each in hands)
    assert worth_of_all == pytest.approx(-found["house_edge"], abs=1e-12)


def test_a_laboratory_can_name_what_it_tested() -> None:
    file = Path(loader.__file__).parent / "editions" / f"{S24}.toml"
    found = data("odds", S24, "--decks", "1")["software"]
    assert found == {
        "version": __version__,
        "rulebooks": {S24: sha256(file.read_bytes()).hexdigest()},
    }


def test_the_object_is_that_of_the_contract(found: dict[str, Any]) -> None:
    assert list(found) == KEYS
    assert (found["rulebook"], found["decks"], found["wager"]) == (S24, 1, "25.00")
    assert found["options"] == {
        "resplit": True,
        "natural_collects": "busted-bets-plus-one",
        "pontoon_pays": "6 to 5",
        "hands_most": 2,
    }
    assert list(found["side_wagers"]) == ["perfect-pairs", "insurance"]
    assert set(found["side_wagers"]["perfect-pairs"]) == {"house_edge", "standard_deviation"}
    assert found["side_wagers"]["perfect-pairs"]["house_edge"] == pytest.approx(24 / 47)
    assert set(found["side_wagers"]["insurance"]) == {"house_edge"}


def test_the_figures_are_those_of_the_solver(found: dict[str, Any]) -> None:
    solved = solve(vary(rulebook(S65), "decks", 1))  # which is S24 at 6 to 5
    assert found["house_edge"] == solved.house_edge
    assert found["standard_deviation"] == solved.standard_deviation
    assert found["results"] == solved.results
    upcards = found["by_upcard"]
    assert set(upcards) == set("A23456789T")
    mean = sum(each["probability"] * each["value"] for each in upcards.values())
    assert mean == pytest.approx(-found["house_edge"], abs=1e-12)


def test_everything_taken_for_granted_is_said(found: dict[str, Any]) -> None:
    for words in (
        "one box, one bettor, first round of a full shoe, no chip rounding",
        "best play for the cards in the hand",
        "insurance not taken",
        "each split hand is played on its own",
        "a dealer natural counted against its own wager",
        "valued exactly",
        "all figures are exact",
    ):
        assert words in found["assumes"]
    assert "fitted" not in found["assumes"]  # no box has three hands


def test_a_page_has_all_that_a_mathematician_hands_in(printed: str) -> None:
    words = squeezed(printed)
    assert words.startswith("Pinkjack, New South Wales, 17 August 2016 (nsw-pinkjack-2016)")
    for part in (
        "House edge",
        "Standard deviation",
        "Shoe 1 x 52 = 52 cards, less As",
        "Wager $10",
        "first round of a full shoe less As, no chip rounding",
        "all figures are exact",
        "decks 1 3.1: 8, set",
        "hands_most 2 11.4.2: 3, set",
        "pinkjack_pays 5 to 1 8.1.1",
        "surrender not in this game 5.3",
        "five-card-trick",
        "By upcard",
        "Starting hands",
        "Net result per round, in wagers",
        "suits-you",
        f"houserules {__version__}, solved in",
    ):
        assert part in words


def test_a_page_keeps_to_the_width_and_is_plain_in_a_pipe(printed: str) -> None:
    for line in printed.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip() and line.isprintable()


def test_the_distribution_on_the_page_adds_up(printed: str) -> None:
    _, _, rest = printed.partition("Net result per round, in wagers\n")
    rows = [line.split() for line in rest.partition("\n\n")[0].splitlines()[1:]]
    assert sum(float(row[1]) for row in rows) == pytest.approx(1, abs=1e-6)
    mean = sum(float(row[0]) * float(row[1]) for row in rows)
    edge = float(printed.partition("House edge")[2].split()[0])
    assert -100 * mean == pytest.approx(edge, abs=1e-3)


def test_every_kind_of_settlement_has_its_words() -> None:
    assert {*SETTLED_NAMES.values()} <= set(ORDER)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a rulebook"),
        (("nonsense",), f"there are {', '.join(RULEBOOKS)}"),
        ((S24, "--set", "boxes=3"), "does not move money; in nsw-pontoon-2024 you can set "),
        ((S24, "--set", "nonsense=3"), "pontoon_pays, five_card_21_pays"),
        ((S24, "--set", "five_card_trick_pays=1:1"), "(five_card_trick=true brings it in)"),
        ((S24, "--set", "surrender=no", "--set", "surrender_keeps=1:4"), "surrender=true brings"),
        ((S24, "--set", "resplit"), "write NAME=VALUE"),
        ((S24, "--set", "resplit=maybe"), "it takes true or false"),
        ((S24, "--set", "pontoon_pays=six"), "it takes odds, as in '3 to 2'"),
        ((S24, "--set", "pontoon_pays=3:0"), "it takes odds"),
        ((S24, "--set", "super_bonus_large=-1"), "it takes dollars"),
        ((S24, "--set", "natural_collects=x"), "'busted-bets-plus-one' or 'original-hand'"),
        ((S24, "--set", "dealer_stands_on_hard=9"), "a whole number from 12 to 20"),
        ((S24, "--set", "hands_most=5", "--set", "resplit=true"), "from 2 to 4"),
        ((S24, "--set", "forfeit=perhaps"), "it takes true or false"),
        ((S24, "--decks", "0"), "--decks 0: 0 is not possible; it takes a whole number from 1"),
        ((S24, "--decks", "6", "--set", "decks=8"), "set each value once"),
        ((S24, "--wager", "ten"), "--wager: 'ten' is not an amount"),
        ((S24, "--wager", "0"), "enter an amount above zero"),
        ((S24, "--remove", "As Xx"), "'Xx' is not a card"),
        ((S24, "--remove", "Th"), "there is no Th left"),
        ((S24, "--decks", "1", "--remove", "As As"), "there is no As left"),
        ((S24, "--strategy", "luck"), "choose best or chart"),
        ((S24, "--chart", "a.svg"), "houserules strategy"),
        ((S24, "--effects", "--par", "a.pdf"), "go with one game"),
        ((S24, "--effects", "--chart", "a.doc"), "it may be .svg, .png, .pdf"),
        ((S24, "--par", "no/such/folder/a.pdf"), "there is no folder"),
        ((S24, "--compare", S24, NZ), "--compare takes two rulebooks"),
        (("--compare", S24, "nonsense"), "no rulebook 'nonsense'"),
        (("--compare", S24, PJ, "--set", "pontoon_pays=1:1"), f"not a value of {PJ}"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_is_impossible_is_refused_and_what_is_allowed_is_named(
    arguments: tuple[str, ...], said: str
) -> None:
    assert said in refused("odds", *arguments)


def test_a_setting_without_effect_is_pointed_out() -> None:
    text = rules_of(asking(S24, "hands_most=4", "forfeit=false"))
    assert "hands_most 4 14.9.3: 3, set" in text
    assert text.endswith("forfeit not in this game set Set, but without effect: hands_most")
    assert "13.6" not in text
    assert asking(S24, "hands_most=4", "resplit=true").idle == ()
    assert asking(S24, "resplit=no", "mixed_pair_pays=1:1").idle == ()


def test_a_part_may_come_from_another_rulebook() -> None:
    text = rules_of(asking(PJ, "surrender_keeps=1:4", "surrender=true", "forfeit=yes"))
    assert f"surrender_keeps 1/4 of the wager set, as in {S24}" in text
    assert f"forfeit yes set, as in {S24}" in text


def test_what_is_fitted_is_said_where_there_are_three_hands() -> None:
    assert "fitted to its exact pairs of hands" in assumes(asking(PJ), by_chart=False)


def test_what_is_looked_at_is_said() -> None:
    """Diamonds only in Pinkjack, later hands only where nothing is collected from them."""
    diamonds, later = "how many A♦ or J♦ it has", "of later hands against none"
    assert diamonds in assumes(asking(PJ), by_chart=False)
    assert diamonds not in assumes(asking(S24), by_chart=False)
    assert later not in assumes(asking(S24), by_chart=False)
    assert later in assumes(asking(S24, "natural_collects=original-hand"), by_chart=False)
    assert "suits it names" in assumes(asking(PJ), by_chart=True)


@pytest.mark.parametrize(
    ("name", "kind", "words", "clause"),
    [
        (S24, "super-bonus", "2 to 1 (spades 3 to 1) and $5,000", "11.5"),
        (S24, "doubled-21", "1 to 1 on both", "13.2"),
        (S24, "surrender", "keeps 1/2 of the wager", "17.1.11"),
        (S24, "doubled-dealer-natural", "loses, the double goes back", "17.1.8"),
        (S24, "doubled-natural-stand-off", "both stand off", "17.1.8"),
        (PJ, "doubled-dealer-natural", "loses, the double goes back", "10.4"),
        (PJ, "doubled-dealer-pinkjack", "both lose", "14.1.4"),
        (PJ, "tie-lost", "loses", "14.1.4"),
        (PJ, "ultimate-pinkjack", "5 to 1 and $1,000", "14.1.1"),
    ],
)
def test_a_kind_of_settlement_is_told_with_its_clause(
    name: str, kind: str, words: str, clause: str
) -> None:
    assert pays(rulebook(name), kind, large=True) == (words, clause)


def test_the_chart_is_valued_instead_of_best_play() -> None:
    arguments = ("odds", PJ, "--decks", "1", "--set", "hands_most=2")
    best, chart = data(*arguments), data(*arguments, "--strategy", "chart")
    assert list(chart) == KEYS
    assert 0 < chart["house_edge"] - best["house_edge"] < 0.001
    assert "play by the chart" in chart["assumes"] and "best play" not in chart["assumes"]


def test_a_sheet_is_written_and_the_page_printed(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    text = page("odds", S24, "--decks", "1", "--par", str(sheet), wrote=sheet)
    assert sheet.read_bytes().startswith(b"%PDF")
    assert "By upcard" in text


@pytest.fixture
def two_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two changes are enough to see how they are shown."""
    wanted = ("tens_in_deck", "dealer_stands_on_soft", "natural_collects", "decks")
    given = {"tens in deck: yes", "dealer stands on soft: 17", "decks: 2"}

    def some(*asked: Any) -> tuple[object, ...]:
        return tuple(c for c in changes(*asked) if c.name in wanted and c.says in given)

    monkeypatch.setattr(worth, "changes", some)


@pytest.mark.usefixtures("two_changes")
def test_effects_as_a_list_and_as_bars(tmp_path: Path) -> None:
    drawing = tmp_path / "bars.svg"
    arguments = ("odds", S24, "--decks", "1", "--effects")
    listed = data(*arguments, "--chart", str(drawing), wrote=drawing)
    assert list(listed) == [*KEYS[:6], "effects", "seconds", "software"]
    soft = next(each for each in listed["effects"] if each["name"] == "dealer_stands_on_soft")
    assert (soft["from"], soft["to"], soft["clause"]) == ("18", "17", "15.4")
    assert soft["group"] == "what-if" and soft["change"] == "dealer stands on soft: 17"
    assert soft["effect"] == pytest.approx(soft["house_edge"] - listed["house_edge"], abs=1e-15)
    assert "tens in deck" in drawing.read_text("utf-8")
    text = page(*arguments)
    assert max(map(len, text.splitlines())) <= 80
    assert f"{100 * soft['effect']:+.6f} %" in text and "█" in text
    assert text.index("Number of decks") < text.index("What if")


def test_a_comparison_shows_each_difference_the_sum_and_the_rest() -> None:
    listed = data("odds", "--compare", S24, S65, "--decks", "1")
    assert [each["name"] for each in listed["effects"]] == ["pontoon_pays"]
    assert listed["left"]["rulebook"] == S24 and listed["right"]["rulebook"] == S65
    edges = listed["right"]["house_edge"] - listed["left"]["house_edge"]
    assert listed["difference"] == pytest.approx(edges, abs=1e-15)
    assert listed["sum"] + listed["rest"] == pytest.approx(edges, abs=1e-15)
    words = squeezed(page("odds", "--compare", S24, S65, "--decks", "1"))
    assert "Sum of the single effects +1.276596 %" in words
    assert "Interaction between the changes +0.000000 %" in words


def test_bars_go_left_for_less_and_right_for_more() -> None:
    assert full_bar([0.01, -0.02]) == 0.02
    assert full_bar([0.01] * 9 + [1.0]) == 0.01  # one giant does not hide the others
    assert full_bar([]) == full_bar([0.0]) == 1.0
    middle = HALF
    for amount, filled in ((0.0, 0), (1.0, HALF), (-0.5, HALF // 2), (0.0001, 1)):
        drawn = bar(amount, 1.0)
        assert len(drawn) == 2 * HALF + 1
        sides = drawn[:middle], drawn[middle + 1 :]
        assert len(sides[amount > 0].strip()) == filled and not sides[amount <= 0].strip()
    assert bar(3.0, 1.0).endswith(">") and bar(-3.0, 1.0).startswith("<")


def test_progress_is_shown_on_a_terminal_and_taken_away() -> None:
    told_to = StringIO()
    screen = Console(file=told_to, force_terminal=True, width=100)
    with progress_bar("Solving", wait=0.0, screen=screen) as work:
        sleep(0.2)
        note = progress_of(work)
        assert note is not None and work is not None
        note(1, 2)
        sleep(0.2)
        work.now("Deviation")
        sleep(0.2)
    text = told_to.getvalue()
    assert "compiling, once for all rulebooks" in text  # nothing was done at first
    assert "Deviation" in text and text.endswith("\x1b[2K")


def test_progress_that_is_done_within_a_second_is_not_shown() -> None:
    told_to = StringIO()
    screen = Console(file=told_to, force_terminal=True, width=100)
    with progress_bar("Solving", wait=60.0, screen=screen) as work:
        assert work is not None
        work.update(1, 2)
    assert "Solving" not in told_to.getvalue()
    with progress_bar("Solving") as work:
        assert progress_of(work) is None  # no terminal


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )


def test_other_commands_do_not_load_what_only_numbers_need() -> None:
    loaded = "from houserules.cli.app import app; import sys; print('numpy' in sys.modules)"
    assert python(loaded).stdout == "False\n"


@pytest.mark.parametrize("command", ["odds", "strategy", "coach"])
def test_what_is_missing_is_named(command: str) -> None:
    more = "'8 8', '7'," if command == "coach" else ""
    done = python(
        f"import sys; sys.modules['numba'] = None; sys.argv = ['x', '{command}', '{S24}', {more}]\n"
        "from houserules.cli.main import main; main()"
    )
    assert done.returncode == 2
    expected = f"houserules {command}: numba is missing: pip install 'houserules[numbers]'\n"
    assert done.stderr == expected


@pytest.mark.parametrize("command", ["odds", "strategy", "coach"])
def test_help_says_what_every_option_is_for(command: str) -> None:
    words = squeezed(run(command, "--help", width=200).stdout)
    for option in ("--decks", "--wager", "--set", "--json"):
        assert option in words
    assert "Exit codes: 0" in words
