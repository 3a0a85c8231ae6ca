"""The stack: the decks of the game, and the cut that moves its front to the back."""

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from houserules.core.cards import cards
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.shoe.stack import cut, deck_size, decks_of
from shoe.shoes import NZ, PJ, S24, S65

STACK = cards("As 2s 3s 4s 5s")


@pytest.mark.clause(S24, "5.6")
@pytest.mark.clause(S65, "4.6")
@pytest.mark.clause(NZ, "7.6")
@pytest.mark.clause(PJ, "4.7")
def test_what_lay_before_the_cutting_card_goes_to_the_back() -> None:
    assert cut(STACK, 2) == cards("3s 4s 5s As 2s")


@pytest.mark.parametrize("at", [0, 5])
def test_a_cut_at_an_end_changes_nothing(at: int) -> None:
    assert cut(STACK, at) == STACK


@over(st.integers(0, 5))
def test_a_second_cut_can_undo_the_first(at: int) -> None:
    assert cut(cut(STACK, at), 5 - at) == STACK


@pytest.mark.parametrize("at", [-1, 6])
def test_a_cut_is_within_the_stack(at: int) -> None:
    with pytest.raises(ValueError, match="5 cards cannot be cut"):
        cut(STACK, at)


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "3.1")
@pytest.mark.parametrize(
    ("name", "decks", "size"),
    [(S24, 8, 48), (S24, 6, 48), (S65, 8, 48), (S65, 6, 48), (NZ, 4, 48), (NZ, 8, 48), (PJ, 8, 52)],
)
def test_a_game_is_played_with_its_decks(name: str, decks: int, size: int) -> None:
    rules = choose(rulebook(name), {"decks": decks})
    stack = decks_of(rules)
    assert (len(stack), deck_size(rules)) == (decks * size, size)
    assert {stack.count(card) for card in stack} == {decks}
    assert any(card.rank == "T" for card in stack) == (size == 52)
