"""Wagers of chips, of tokens, and of both."""

import pytest

from game_table import PJ, S24, S65, assert_refused
from houserules.core.money import cents
from houserules.table import commands as c
from rules.tokens.token_table import WAGERED, WITH_TOKENS, TokenTable

in_every_promotion = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, WAGERED[n])) for n in WITH_TOKENS]
)


@in_every_promotion
@pytest.mark.parametrize("tokens", ["0", "0.50", "24.50", "25"])
def test_a_wager_may_be_of_chips_of_tokens_or_of_both(name: str, tokens: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, cents("25"), seated=True, tokens=cents(tokens)))
    assert game.purse("ann") == (-(cents("25") - cents(tokens)), -cents(tokens))
    assert game.table.layout() == cents("25") - cents(tokens)
    assert game.table.layout_tokens() == cents(tokens)


@in_every_promotion
@pytest.mark.parametrize("tokens", [-1, 2501])
def test_tokens_are_a_part_of_the_wager(name: str, tokens: int) -> None:
    game = TokenTable(name)
    wager = c.PlaceWager("ann", 1, 2500, tokens=tokens)
    assert_refused(game.say(wager), "tokens.part", WAGERED[name])


@in_every_promotion
def test_only_tokens_before_the_player_are_wagered(name: str) -> None:
    game = TokenTable(name)
    above = c.PlaceWager("ann", 1, cents("2000"), tokens=cents("1000.50"))
    assert_refused(game.say(above), "tokens.short", WAGERED[name])
    assert_refused(game.say(c.PlaceWager("bob", 1, 500, tokens=500)), "tokens.short", WAGERED[name])
    game.do(c.PlaceWager("ann", 1, cents("2000"), tokens=cents("1000")))
    assert game.table.tokens == {"ann": 0}
    assert_refused(game.say(c.PlaceWager("ann", 2, 500, tokens=50)), "tokens.short", WAGERED[name])


@in_every_promotion
def test_the_rest_of_a_wager_is_chips_that_the_player_has(name: str) -> None:
    game = TokenTable(name)
    game.do(c.TakeChips("ann", 1_000_000 - 2000))
    wager = c.PlaceWager("ann", 1, 2500, tokens=450)
    assert_refused(game.say(wager), "chips.short", WAGERED[name])
    game.do(c.PlaceWager("ann", 1, 2500, tokens=500))
    assert game.table.racks["ann"] == 0


@in_every_promotion
def test_tokens_cannot_be_taken_as_chips(name: str) -> None:
    game = TokenTable(name)
    assert_refused(game.say(c.TakeChips("ann", 1_000_001)), "chips.short", WAGERED[name])


@in_every_promotion
def test_who_has_only_tokens_plays_on_them(name: str) -> None:
    game = TokenTable(name)
    game.do(c.TakeChips("ann", 1_000_000))
    assert_refused(game.say(c.PlaceWager("ann", 1, 2500)), "chips.short", WAGERED[name])
    game.do(c.PlaceWager("ann", 1, 2500, seated=True, tokens=2500))
    game.deal("8s 6c 8h")
    assert_refused(game.say(c.Split("ann", 1, 1)), "chips.short", WAGERED[name])
    game.do(c.Split("ann", 1, 1, tokens=2500))
    game.deal("3s")
    assert_refused(game.say(c.Double("ann", 1, 1, 2500)), "chips.short", WAGERED[name])
    game.do(c.Double("ann", 1, 1, 2500, tokens=2500))
    assert game.table.layout_tokens() == 3 * 2500
    assert game.table.layout() == 0


@in_every_promotion
def test_a_wager_that_is_taken_back_comes_back_as_it_was(name: str) -> None:
    side, kind = ("suits_you", "suits-you") if name == PJ else ("perfect_pairs", "perfect-pairs")
    game = TokenTable(name, **{side: "5"})
    game.do(c.PlaceWager("ann", 1, 2500, seated=True, tokens=1000))
    suit = "s" if name == PJ else None
    game.do(c.PlaceSideWager("ann", 1, kind, 500, suit, tokens=200))  # type: ignore[arg-type]
    assert game.purse("ann") == (-1500 - 300, -1000 - 200)
    game.do(c.WithdrawSideWager("ann", 1, kind))  # type: ignore[arg-type]
    assert game.purse("ann") == (-1500, -1000)
    game.do(c.WithdrawWager("ann", 1))
    assert game.purse("ann") == (0, 0)
    assert game.table.boxes == ()


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, WAGERED[n])) for n in (S24, S65)]
)
def test_insurance_may_be_in_tokens(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True))
    game.deal("8s Ac 7h")
    assert_refused(game.say(c.Insure("ann", 1, 1000, tokens=1050)), "tokens.part", WAGERED[name])
    game.do(c.Insure("ann", 1, 1000, tokens=600))
    assert game.purse("ann") == (-2000 - 400, -600)


@in_every_promotion
def test_others_follow_with_tokens(name: str) -> None:
    game = TokenTable(name)
    game.bet((1, "bob", "20"))
    game.do(c.PlaceWager("ann", 1, 1000, tokens=400))
    game.deal("8s 6c 8h")
    game.do(c.Split("bob", 1, 1))
    game.do(c.Split("ann", 1, 1, tokens=1000))
    assert game.purse("ann") == (-600, -1400)
    game.deal("3s")
    game.do(c.Double("bob", 1, 1, 2000))
    game.do(c.Double("ann", 1, 1, 1000, tokens=50))
    assert game.purse("ann") == (-600 - 950, -1450)
    first = game.table.hand(1, 1)
    assert first is not None
    assert [(s.amount, s.tokens, s.double, s.double_tokens) for s in first.stakes] == [
        (2000, 0, 2000, 0),
        (1000, 400, 1000, 50),
    ]
