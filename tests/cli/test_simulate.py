"""`houserules simulate`: what a program gets, what a person reads, what the options do."""

from typing import Any

import pytest

from cli.numbers import data, page, refused, run, squeezed
from houserules.analysis.simulation_report import cells_of
from houserules.core.codec import from_data, to_data
from houserules.core.money import dollars
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import (
    BoxBettor,
    CardShoe,
    Result,
    mimic_the_dealer,
    pack,
    simulate,
)
from houserules.version import __version__

S24, S65, NZ, PJ = RULEBOOKS
pytestmark = pytest.mark.usefixtures("kernels")
CONTRACT = [
    *("rulebook", "rounds", "seed", "boxes", "house_edge", "standard_error"),
    *("standard_deviation", "results", "seconds", "rounds_per_second"),
]
OURS = [
    *("wagers", "decks", "options", "equipment", "strategies", "interval", "exact", "distribution"),
    *("insurance", "side_wagers", "by", "sessions", "count", "hour", "complete", "software"),
]
MIMIC = ("simulate", S24, "--strategy", "mimic")


def timeless(*arguments: str) -> dict[str, Any]:
    """Return the object without what a clock has to do with."""
    found = dict(data(*arguments))
    return {key: found[key] for key in found if key not in ("seconds", "rounds_per_second")}


def test_the_object_is_that_of_the_contract_and_ours() -> None:
    found = data(*MIMIC, "--rounds", "2e4", "--seed", "7")
    assert list(found) == CONTRACT + OURS
    rules = rulebook(S24)
    expected = simulate(
        rules, mimic_the_dealer(pack(rules)), rounds=20_000, seed=7, equipment=CardShoe()
    )
    assert (found["rounds"], found["seed"], found["boxes"]) == (20_000, 7, 1)
    assert found["house_edge"] == expected.house_edge
    assert found["standard_error"] == expected.standard_error
    assert found["standard_deviation"] == expected.standard_deviation
    assert found["results"] == expected.results
    assert sum(each["rounds"] for each in found["distribution"]) == 20_000
    mean = sum(each["net"] * each["rounds"] for each in found["distribution"]) / 20_000
    assert -mean == pytest.approx(found["house_edge"], abs=1e-12)
    low, high = found["interval"]
    assert high - low == pytest.approx(2 * 1.959964 * found["standard_error"], rel=1e-6)
    assert found["equipment"] == {"kind": "shoe", "penetration": "3/4"}
    assert found["exact"] is None and found["complete"] is True
    assert found["rounds_per_second"] > 0


def test_the_number_of_workers_changes_no_digit() -> None:
    given = (*MIMIC, "--rounds", "600000", "--boxes", "2")
    assert timeless(*given, "--workers", "1") == timeless(*given, "--workers", "3")
    assert timeless(*given, "--seed", "2")["results"] != timeless(*given)["results"]


def test_best_play_is_held_against_its_exact_edge() -> None:
    given = ("simulate", S24, "--decks", "6", "--fresh")
    found = data(*given, "--rounds", "2e6")
    exact = data("odds", S24, "--decks", "6")["house_edge"]
    assert found["exact"]["house_edge"] == pytest.approx(exact, abs=1e-12)
    away = (found["house_edge"] - exact) / found["standard_error"]
    assert found["exact"]["z_score"] == pytest.approx(away)
    assert abs(away) < 4
    assert data(*given, "--rounds", "1000", "--chips")["exact"] is None  # not of the same thing
    two = data(*given, "--rounds", "1000", "--boxes", "2")
    assert two["exact"]["house_edge"] == found["exact"]["house_edge"]
    text = squeezed(page(*given, "--rounds", "1000"))
    assert f"Exact edge {100 * exact:.6f} %: the simulated edge differs by" in text


def test_every_result_is_compared_with_its_exact_number() -> None:
    given = ("simulate", S24, "--decks", "6", "--fresh", "--rounds", "2e6")
    found, exact = data(*given), data("odds", S24, "--decks", "6")["results"]
    compared, squares = found["exact"]["results"], found["exact"]["chi_square"]
    assert compared.keys() == exact.keys() | found["results"].keys()
    for kind, each in compared.items():
        assert each["expected"] == pytest.approx(exact[kind] * 2e6)
        assert each["observed"] == found["results"].get(kind, 0)
        assert abs(each["z_score"]) < 4, kind
    off = compared["pontoon"]["observed"] - compared["pontoon"]["expected"]
    spread = compared["pontoon"]["expected"] * (1 - exact["pontoon"])
    assert compared["pontoon"]["z_score"] == pytest.approx(off / spread**0.5)
    often = [kind for kind, each in compared.items() if each["expected"] >= 10]
    assert squares["degrees_of_freedom"] == len(often) - (len(often) == len(compared))
    assert 0.001 < squares["p_value"] < 0.999
    text = squeezed(page(*given))
    stand_off = compared["stand-off"]
    observed, expected = f"{stand_off['observed']:,}", f"{stand_off['expected']:,.1f}"
    assert "Outcomes Kind Observed Expected z pontoon" in text
    assert f"stand-off {observed} {expected} {stand_off['z_score']:+.2f}" in text
    assert f"Chi-square {squares['statistic']:.2f} with" in text


def test_boxes_share_the_dealers_hand_and_have_no_z_scores() -> None:
    given = ("simulate", S24, "--decks", "6", "--fresh", "--rounds", "20000", "--boxes", "3")
    exact = data(*given)["exact"]
    assert exact["chi_square"] is None
    assert {each["z_score"] for each in exact["results"].values()} == {None}
    assert (
        abs(exact["results"]["bust"]["observed"] / exact["results"]["bust"]["expected"] - 1) < 0.1
    )
    assert "Chi-square" not in page(*given)


@pytest.fixture(scope="module")
def printed() -> str:
    """A page with everything on it."""
    cells = ("--by", "upcard", "--by", "first-two", "--by", "depth")
    sessions = ("--session", "50", "--sessions", "40", "--bankroll", "500")
    also = ("--side", "perfect-pairs=10", "--insure", "--rounds-per-hour", "70")
    return page(*MIMIC, "--rounds", "30000", *cells, *sessions, *also)


def test_the_page_has_every_part(printed: str) -> None:
    words = squeezed(printed)
    for part in (
        "(nsw-pontoon-2024)",
        "House edge",
        "(standard error)",
        "95 % interval",
        "Rounds 30,000, seed 1",
        "Wager $25, with perfect-pairs of $10, insured whenever offered",
        "Strategy draw when the dealer would have to",
        "Cards card shoe of 8 x 48 = 384 cards, shuffled after the round in which card 288 is dealt",
        "Rules that move money",
        "Outcomes Kind Number Per round 1 in pontoon",
        "Net result per round, in wagers",
        "By upcard Upcard Boxes Value ± Share of the edge 2",
        "By starting hand, largest effect first Cards Boxes Value ± Share of the edge A T",
        "By depth of the shoe at the start of the round Dealt before",
        "Insurance and side wagers Wager Made House edge Deviation Ends insurance",
        "perfect-pairs 30,000",
        "Per hour, at 70 rounds Expected win",
        "Risk of ruin 100.00 % with $500, playing forever",
        "40 sessions of 50 rounds, in dollars",
        "A bankroll of $500 was lost in",
        f"houserules {__version__}, 30,000 rounds in",
    ):
        assert part in words, part


def test_the_page_keeps_to_the_width_and_is_plain_in_a_pipe(printed: str) -> None:
    for line in printed.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip() and line.isprintable()


def test_nothing_is_cut_off_on_a_narrow_screen() -> None:
    found = data(*MIMIC, "--rounds", "30000", "--by", "upcard")
    text = page(*MIMIC, "--rounds", "30000", "--by", "upcard", width=40)
    assert max(map(len, text.splitlines())) <= 40
    words = squeezed(text)
    for kind, number in found["results"].items():
        assert f"{kind} Number {number:,}; Per round {number / 30000:.6f}; 1 in " in words
    for cell in found["by"]["upcard"].values():
        assert f"{cell['rounds']:,} {cell['value']:+.5f} {cell['standard_error']:.5f}" in words


def test_cells_are_those_of_the_same_rounds() -> None:
    given = (*MIMIC, "--rounds", "30000", "--boxes", "2")
    plain, found = data(*given), data(*given, "--by", "upcard", "--by", "depth")
    assert found["house_edge"] == plain["house_edge"]
    assert list(found["by"]) == ["upcard", "depth"]
    assert list(found["by"]["upcard"]) == ["A", *"23456789", "T"]  # J, Q and K together, as in odds
    for cells in found["by"].values():
        assert sum(cell["rounds"] for cell in cells.values()) == 60_000
        won = sum(cell["rounds"] * cell["value"] for cell in cells.values())
        assert -won / 60_000 == pytest.approx(plain["house_edge"], abs=1e-12)


def test_ten_value_upcards_are_put_together_exactly() -> None:
    rules = rulebook(PJ)
    strategy = mimic_the_dealer(pack(rules))
    result = simulate(rules, strategy, rounds=5000, by="upcard")
    assert result.cells is not None
    apart = [result.cells[rank] for rank in "TJQK"]
    together = cells_of(result)["T"]
    assert together.rounds == sum(cell.rounds for cell in apart)
    assert together.won == sum(cell.won for cell in apart)
    assert from_data(Result, to_data(result)) == result


def test_boxes_may_have_wagers_and_strategies_of_their_own() -> None:
    given = ("--strategy", "never-bust", "--strategy", "mimic", "--wager", "10", "--wager", "50")
    found = data("simulate", NZ, "--rounds", "20000", *given)
    assert (found["boxes"], found["wagers"]) == (2, ["10.00", "50.00"])
    assert found["strategies"] == ["never-bust", "mimic"]
    text = squeezed(page("simulate", NZ, "--rounds", "2000", *given))
    assert "Wager box 1: $10, box 2: $50" in text
    assert "box 2: draw when the dealer would have to" in text


@pytest.mark.parametrize(
    ("given", "equipment", "words"),
    [
        (("--device",), {"kind": "device"}, "shuffling device with 8 x 52 = 416 cards"),
        (("--fresh",), {"kind": "fresh"}, "a full shoe of 8 x 52 = 416 cards, shuffled before"),
        (("--penetration", "50%"), {"kind": "shoe", "penetration": "1/2"}, "card 208 is dealt"),
        (("--penetration", "0.6"), {"kind": "shoe", "penetration": "3/5"}, "card 249 is dealt"),
    ],
)
def test_the_equipment_is_what_was_asked_for(
    given: tuple[str, ...], equipment: dict[str, str], words: str
) -> None:
    asked = ("simulate", PJ, "--strategy", "mimic", "--rounds", "5000", *given)
    assert data(*asked)["equipment"] == equipment
    assert words in squeezed(page(*asked))


def test_what_is_not_as_printed_is_pointed_out() -> None:
    given = (*MIMIC, "--rounds", "2000")
    text = squeezed(page(*given, "--penetration", "1/4"))
    assert "Unlike the rulebook: 5.6 puts the cutting card at most 1/2 of the stack" in text
    assert "Not as printed" not in page(*given, "--penetration", "1/2", "--boxes", "7")


def test_suits_you_is_on_the_suit_that_was_named() -> None:
    given = ("simulate", PJ, "--strategy", "mimic", "--rounds", "40000", "--side")
    spades, hearts = (data(*given, f"suits-you:{suit}=2") for suit in "sh")
    assert data(*given, "suits-you=2")["side_wagers"] == spades["side_wagers"]
    assert spades["side_wagers"] != hearts["side_wagers"]
    assert spades["side_wagers"]["suits-you"]["wagers"] == 40_000
    assert spades["house_edge"] == hearts["house_edge"]


def test_it_goes_on_until_the_error_is_small_enough() -> None:
    found = data(*MIMIC, "--fresh", "--until-error", "1e-3")
    assert found["standard_error"] <= 1e-3
    batch = 524_288
    assert found["rounds"] % batch == 0
    before = data(*MIMIC, "--fresh", "--rounds", str(found["rounds"] - batch))
    assert before["standard_error"] > 1e-3
    capped = data(*MIMIC, "--fresh", "--until-error", "1e-9", "--rounds", "30000")
    assert capped["rounds"] == 30_000


def test_rounds_are_read_in_several_ways() -> None:
    for text in ("3e3", "3000", "3_000", "3,000", "0.3e4"):
        assert data(*MIMIC, "--rounds", text)["rounds"] == 3000


def test_many_different_results_are_put_together_unless_all_are_asked_for() -> None:
    given = (*MIMIC, "--rounds", "20000", "--boxes", "3", "--wager", "25", "--wager", "30")
    given = (*given, "--wager", "35")
    few, every = (page(*given, *more) for more in ((), ("--full",)))
    tables = [
        text.partition("in wagers\n")[2].partition("\n\n")[0].splitlines()[1:]
        for text in (few, every)
    ]
    assert len(tables[0]) <= 24 < len(tables[1])
    for rows in tables:
        assert sum(int(row.split()[-3].replace(",", "")) for row in rows) == 20_000


def test_sessions_add_up() -> None:
    found = data(*MIMIC, "--rounds", "3000", "--session", "40", "--sessions", "25")["sessions"]
    assert (found["rounds"], found["number"]) == (40, 25)
    assert found["bankroll"] is None and found["ruined"] is None
    assert found["final"] == sorted(found["final"]) and len(found["final"]) == len(found["shares"])
    assert all(low <= 0 for low in found["lowest"]) and all(fall >= 0 for fall in found["drawdown"])
    ruined = data(*MIMIC, "--rounds", "3000", "--session", "40", "--bankroll", "1")["sessions"]
    assert 0.9 < ruined["ruined"] <= 1 and ruined["bankroll"] == "1.00"


def test_help_says_what_every_option_is_for() -> None:
    words = squeezed(run("simulate", "--help", width=200).stdout)
    for option in ("--rounds", "--until-error", "--resume", "--count", "--cluster", "--plot"):
        assert option in words
    assert "Exit codes: 0" in words


def test_a_bettor_is_seated_at_every_box() -> None:
    """The command gives the simulator what was asked: the same as by hand."""
    rules = rulebook(S65)
    strategy = mimic_the_dealer(pack(rules))
    bettors = [BoxBettor(strategy, 1000, insures=True), BoxBettor(strategy, 2000, insures=True)]
    by_hand = simulate(rules, bettors, rounds=5000, equipment=CardShoe(), in_chips=True)
    given = ("--wager", "10", "--wager", "20", "--insure", "--chips", "--rounds", "5000")
    found = data("simulate", S65, "--strategy", "mimic", *given)
    assert found["house_edge"] == by_hand.house_edge
    assert by_hand.insurance is not None
    assert found["insurance"]["ends"] == by_hand.insurance.ends


def test_refusals_reach_a_program_too() -> None:
    assert "there are nsw-pontoon-2024" in refused("simulate", "nonsense")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_chips_can_make_every_wager_that_is_simulated_in_chips(name: str) -> None:
    given = ("simulate", name, "--rounds", "100", "--strategy", "mimic", "--chips")
    chip = dollars(rulebook(name).wagers.smallest_chip.value)
    says = f"with --chips, wager a multiple of the smallest chip, ${chip}"
    assert f"--wager 10.25: {says}" in refused(*given, "--wager", "10.25")
    assert f"--wager 10.25: {says}" in refused(*given, "--wager", "10", "--wager", "10.25")
    side = "suits-you:s" if name == "nsw-pinkjack-2016" else "perfect-pairs"
    assert says in refused(*given, "--wager", "10", "--side", f"{side}=5.25")
    assert data(*given, "--wager", "10.50")["rounds"] == 100
    without = [each for each in given if each != "--chips"]
    assert data(*without, "--wager", "10.25")["rounds"] == 100
