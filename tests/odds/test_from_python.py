"""What somebody meets who tries `solve`, `advise` and `simulate` in a notebook."""

import pytest

import houserules
from houserules import advise, client, odds, rulebook, simulate, simulator, solve
from houserules.core.cards import CardError
from houserules.odds import find_chart
from houserules.simulator import StrategyError, mimic_the_dealer, pack

S24 = "nsw-pontoon-2024"


@pytest.fixture(scope="module")
def solved() -> odds.SolvedGame:
    return solve(S24)


def test_a_rulebook_is_named_by_its_id(solved: odds.SolvedGame) -> None:
    assert solved.house_edge == solve(rulebook(S24)).house_edge


def test_a_solved_game_is_one_line_and_a_table(solved: odds.SolvedGame) -> None:
    line = "<SolvedGame nsw-pontoon-2024, 8 decks: house edge 0.4038 %, standard deviation 1.1718>"
    assert repr(solved) == line
    assert solved._repr_html_().startswith("<h4>nsw-pontoon-2024, 8 decks</h4><table>")


def test_a_chart_is_one_line_and_a_table(solved: odds.SolvedGame) -> None:
    chart = find_chart(solved)
    assert repr(chart).startswith("<Chart: house edge 0.4") and "\n" not in repr(chart)
    assert "<td>hard 16</td>" in chart._repr_html_()


def test_cards_are_written_as_text() -> None:
    advice = advise(S24, "8s 8d", "Kh")
    assert advice == advise(rulebook(S24), houserules.cards("8s 8d"), houserules.card("Kh"))
    assert advice.best == "split"


def test_a_strategy_is_named() -> None:
    result = simulate(S24, "mimic", rounds=2000)
    rules = rulebook(S24)
    assert result == simulator.simulate(rules, mimic_the_dealer(pack(rules)), rounds=2000)
    edge = f"{100 * result.house_edge:.4f} % ± {100 * result.standard_error:.4f} %"
    assert repr(result) == f"<Result nsw-pontoon-2024: 2,000 rounds, house edge {edge}>"
    assert edge in result._repr_html_()


def test_a_strategy_is_one_line_and_a_table() -> None:
    strategy = mimic_the_dealer(pack(rulebook(S24)))
    assert repr(strategy) == "<Strategy mimic-the-dealer>"
    assert "<td>8 8</td><td>hit</td>" in strategy._repr_html_()


def test_what_is_needed_is_said_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"no rulebook 'pontoon'; there are nsw-pontoon-2024"):
        solve("pontoon")
    with pytest.raises(TypeError, match="give a rulebook or its id, such as 'nsw-pontoon-2024'"):
        solve(2024)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no rulebook 'pontoon'"):
        simulate("pontoon")
    with pytest.raises(StrategyError, match="no strategy 'lucky'; there are best, chart, mimic"):
        simulate(S24, "lucky")
    with pytest.raises(
        StrategyError, match=r"no strategy 'best'; there are mimic, .* also takes best"
    ):
        simulator.simulate(S24, "best")
    for wrong in (0, "1e5", 1e5):
        with pytest.raises(ValueError, match=f"rounds is {wrong!r}; give a whole number"):
            simulate(S24, "mimic", rounds=wrong)
    with pytest.raises(CardError, match="'8' is not a card"):
        advise(S24, "8 8", "Kh")
    with pytest.raises(ValueError, match="give two or more cards totalling 21 or less"):
        advise(S24, "8s", "Kh")


@pytest.mark.parametrize("package", [odds, simulator, client], ids=lambda package: package.__name__)
def test_completion_offers_public_names_only(package: object) -> None:
    assert set(dir(package)) == set(package.__all__)  # type: ignore[attr-defined]
    assert all(getattr(package, name) is not None for name in dir(package))
