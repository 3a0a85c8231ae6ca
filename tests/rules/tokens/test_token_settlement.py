"""What wagers in tokens come to: tokens come back as tokens, and win chips."""

import pytest

from game_table import PJ, S24, S65, report_found
from houserules.core.money import cents
from houserules.core.refusal import Clause
from houserules.table import commands as c
from houserules.table.event_builder import EventBuilder
from houserules.table.events import WagerCutBack
from houserules.table.evolve import evolve
from houserules.table.round.token_shares import tokens_back
from houserules.table.round.void import (
    end_wagers_of,
    void_round,
    void_wagers_of,
    withdraw_wagers_of,
)
from rules.tokens.token_table import DEFINED, WITH_TOKENS, TokenTable, tokens_in_all
from seated_table import chips_in_all

in_every_promotion = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, DEFINED[n])) for n in WITH_TOKENS]
)
in_every_pontoon = pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.clause(n, DEFINED[n])) for n in (S24, S65)]
)


@pytest.mark.parametrize(
    ("stake", "tokens", "returned", "back"),
    [
        (2000, 800, 0, 0),  # lost
        (2000, 800, 1000, 0),  # half: the chips come first
        (2000, 800, 1199, 0),
        (2000, 800, 1200, 0),
        (2000, 800, 1201, 1),
        (2000, 800, 2000, 800),  # all of it
        (2000, 800, 5000, 800),  # and winnings in chips
        (2000, 2000, 1000, 1000),
        (2000, 0, 1000, 0),
        (0, 0, 5000, 0),
    ],
)
def test_chips_come_back_before_tokens(stake: int, tokens: int, returned: int, back: int) -> None:
    assert tokens_back(stake, tokens, returned) == back


@in_every_promotion
def test_a_wager_that_wins_gets_its_tokens_back_and_is_paid_in_chips(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=800))
    game.deal("Ks 6c Qh")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kc 8d")
    assert game.rows() == [("original", "win", 2000, 800, 4000, 800)]
    assert game.purse("ann") == (2000, 0)
    assert (game.table.float_tray, game.table.token_tray) == (-2000, 0)


@in_every_promotion
def test_winnings_of_a_wager_all_in_tokens_are_chips(name: str) -> None:
    game = TokenTable(name, smallest_chip="1")
    game.do(c.PlaceWager("ann", 1, 1500, seated=True, tokens=1500))
    game.deal("As 6c Qh")
    pays = {S24: 2300, S65: 1800, PJ: 3000}[name]  # 3 to 2 and 6 to 5, up to $1; 2 to 1 unsuited
    assert game.rows() == [("original", "win", 1500, 1500, 1500 + pays, 1500)]
    assert game.purse("ann") == (pays, 0)


@in_every_promotion
def test_tokens_that_lose_are_collected(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=800))
    game.deal("Ks 6c 6h")
    game.do(c.Hit("ann", 1, 1))
    game.deal("9c")
    assert game.rows() == [("original", "lose", 2000, 800, 0, 0)]
    assert game.purse("ann") == (-1200, -800)
    assert (game.table.float_tray, game.table.token_tray) == (1200, 800)


@in_every_pontoon
def test_a_stand_off_hands_back_what_was_put_down(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=800))
    game.deal("Ks 9c 9h")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kc")
    assert game.rows() == [("original", "stand-off", 2000, 800, 2000, 800)]
    assert game.purse("ann") == (0, 0)


@in_every_pontoon
@pytest.mark.parametrize(
    ("tokens", "back"), [("0", "0"), ("9.50", "0"), ("10", "0"), ("10.50", "0.50"), ("20", "10")]
)
def test_half_of_a_surrendered_wager_is_chips_as_far_as_it_goes(
    name: str, tokens: str, back: str
) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, cents("20"), seated=True, tokens=cents(tokens)))
    game.deal("Ks Qc 6h")
    game.do(c.Surrender("ann", 1))
    game.do(c.CloseOffers())
    game.deal("8c")
    assert game.rows() == [("original", "surrendered", 2000, cents(tokens), 1000, cents(back))]
    lost = cents(tokens) - cents(back)
    assert game.purse("ann") == (-1000 + lost, -lost)
    assert (game.table.float_tray, game.table.token_tray) == (1000 - lost, lost)


@in_every_pontoon
def test_a_forfeit_takes_the_wager_and_hands_the_double_back_as_it_was(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=800))
    game.deal("5s 6c 6h")
    game.do(c.Double("ann", 1, 1, 1000, tokens=600))
    game.deal("2c")
    game.do(c.Forfeit("ann", 1, 1))
    assert game.rows() == [
        ("original", "forfeited", 2000, 800, 0, 0),
        ("double", "stand-off", 1000, 600, 1000, 600),
    ]
    assert game.purse("ann") == (-1200, -800)
    assert game.table.layout_tokens() == game.table.layout() == 0


@in_every_promotion
def test_every_part_of_a_hand_keeps_its_own_tokens(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    game.deal("8s 6c 8h")
    game.do(c.Split("ann", 1, 1, tokens=2000))
    game.deal("3s")
    game.do(c.Double("ann", 1, 1, 1000, tokens=0))
    game.deal("Kd")
    game.deal("2d")
    game.do(c.Double("ann", 1, 2, 400, tokens=300))
    game.deal("9d")
    if game.table.awaiting is not None:
        game.do(c.Decline("ann", 1))
    game.deal("Kc 4c")
    assert game.rows() == [
        ("original", "win", 2000, 500, 4000, 500),
        ("double", "win", 1000, 0, 2000, 0),
        ("split", "lose", 2000, 2000, 0, 0),
        ("double", "lose", 400, 300, 0, 0),
    ]
    assert game.purse("ann") == (2000 + 1000 - 100, -2300)
    assert (game.table.float_tray, game.table.token_tray) == (-2900, 2300)


@in_every_pontoon
def test_a_dealers_pontoon_leaves_the_tokens_of_a_double(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    game.deal("5s Ac 6h")
    game.do(c.Insure("ann", 1, 1000, tokens=1000))
    game.do(c.CloseOffers())
    game.do(c.Double("ann", 1, 1, 2000, tokens=2000))
    game.deal("5c")
    game.do(c.Decline("ann", 1))
    game.deal("Kc")
    assert game.rows() == [
        ("insurance", "win", 1000, 1000, 3000, 1000),
        ("original", "lose", 2000, 500, 0, 0),
        ("double", "stand-off", 2000, 2000, 2000, 2000),
    ]
    assert game.purse("ann") == (2000 - 1500, -500)


@in_every_pontoon
def test_insurance_in_tokens_is_lost_in_tokens(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True))
    game.deal("Ks Ac 8h")
    game.do(c.Insure("ann", 1, 1000, tokens=300))
    game.do(c.CloseOffers())
    game.do(c.Stand("ann", 1, 1))
    game.deal("9c")
    assert game.rows()[0] == ("insurance", "lose", 1000, 300, 0, 0)


@in_every_promotion
@pytest.mark.parametrize("wins", [True, False])
def test_a_side_wager_in_tokens(name: str, *, wins: bool) -> None:
    option, kind = ("suits_you", "suits-you") if name == PJ else ("perfect_pairs", "perfect-pairs")
    game = TokenTable(name, **{option: "5"})
    game.bet((1, "ann", "20"))
    suit = "s" if name == PJ else None
    game.do(c.PlaceSideWager("ann", 1, kind, 500, suit, tokens=300))  # type: ignore[arg-type]
    game.deal("7s 6c 7s" if wins else "7d 6c 8s")
    pays = 500 * (2 if name == PJ else 25)
    row = (500 + pays, 300) if wins else (0, 0)
    assert game.rows() == [(kind, "win" if wins else "lose", 500, 300, *row)]
    assert game.table.token_tray == (0 if wins else 300)


@in_every_promotion
def test_a_bonus_touches_no_tokens(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2500, seated=True, tokens=2500))
    if name == PJ:
        game.deal("Ad Jd Jd")
        game.deal("Ad")
        assert game.rows()[-1] == ("ultimate-pinkjack", "bonus", 0, 0, 100_000, 0)
    else:
        game.deal("7s 7c 7s")
        game.do(c.Hit("ann", 1, 1))
        game.deal("7s")
        assert game.rows()[-1] == ("super-bonus", "bonus", 0, 0, 500_000, 0)
    assert game.purse("ann")[1] == 0


@in_every_promotion
@pytest.mark.parametrize(
    ("tokens", "handed"), [("0", "0"), ("60", "0"), ("60.50", "0.50"), ("100", "40")]
)
def test_what_is_over_the_maximum_is_handed_back_in_chips_first(
    name: str, tokens: str, handed: str
) -> None:
    game = TokenTable(name, maximum="60")
    wager = c.PlaceWager("ann", 1, cents("100"), seated=True, tokens=cents(tokens))
    game.do(report_found(wager))
    game.do(c.CloseBets())
    cut = next(event for event in game.events if isinstance(event, WagerCutBack))
    assert (cut.handed_back, cut.tokens) == (cents("40"), cents(handed))
    plays = cents(tokens) - cents(handed)
    assert game.table.layout_tokens() == plays
    assert game.purse("ann") == (-(cents("60") - plays), -plays)


@in_every_promotion
@pytest.mark.parametrize("whole", [True, False])
def test_what_is_void_comes_back_as_it_was(name: str, *, whole: bool) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    game.bet((2, "bob", "20"))
    game.deal("5s Kd 6c 6h 8d")
    game.do(c.Double("ann", 1, 1, 1000, tokens=900))
    builder = EventBuilder(game.rules, game.table, evolve)
    if whole:
        void_round(builder, Clause("0"))
    else:
        void_wagers_of(builder, "ann", Clause("0"))
    game.table = builder.table
    assert game.purse("ann") == (0, 0)
    assert game.table.layout_tokens() == game.table.token_tray == 0
    assert game.table.layout() == (0 if whole else 2000)


@in_every_promotion
def test_wagers_that_the_house_keeps_go_to_its_two_trays(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    game.bet((2, "bob", "20"))
    game.deal("5s Kd 6c 6h 8d")
    builder = EventBuilder(game.rules, game.table, evolve)
    end_wagers_of(builder, "ann", Clause("0"), keep=True)
    assert (builder.table.float_tray, builder.table.token_tray) == (1500, 500)


@in_every_promotion
def test_wagers_taken_off_the_layout_come_back_as_they_were(name: str) -> None:
    option, kind = ("suits_you", "suits-you") if name == PJ else ("perfect_pairs", "perfect-pairs")
    game = TokenTable(name, **{option: "5"})
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    suit = "s" if name == PJ else None
    game.do(c.PlaceSideWager("ann", 1, kind, 500, suit, tokens=300))  # type: ignore[arg-type]
    builder = EventBuilder(game.rules, game.table, evolve)
    withdraw_wagers_of(builder, "ann")
    game.table = builder.table
    assert game.purse("ann") == (0, 0)


@in_every_promotion
def test_a_loss_at_equal_totals_takes_tokens_too(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=500))
    game.deal("Ks 9c 9h")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kc")
    lost = name == PJ
    assert game.table.token_tray == (500 if lost else 0)
    assert chips_in_all(game.table) == 4_000_000
    assert tokens_in_all(game.table) == 100_000


@in_every_promotion
def test_tokens_are_those_of_their_own_bettor(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True, tokens=1500))
    game.do(c.PlaceWager("bob", 1, 1000))
    game.deal("9s 8c 6h")
    builder = EventBuilder(game.rules, game.table, evolve)
    void_wagers_of(builder, "bob", Clause("0"))
    game.table = builder.table
    assert (game.purse("ann"), game.purse("bob")) == ((-500, -1500), (0, 0))


@in_every_pontoon
def test_an_insurance_in_tokens_is_that_of_its_own_bettor(name: str) -> None:
    game = TokenTable(name)
    game.do(c.PlaceWager("ann", 1, 2000, seated=True))
    game.do(c.PlaceWager("bob", 1, 2000))
    game.deal("9s Ac Kh")
    game.do(c.Insure("ann", 1, 1000, tokens=800))
    game.do(c.Insure("bob", 1, 500))
    builder = EventBuilder(game.rules, game.table, evolve)
    void_wagers_of(builder, "bob", Clause("0"))
    game.table = builder.table
    assert (game.purse("ann"), game.purse("bob")) == ((-2200, -800), (0, 0))
