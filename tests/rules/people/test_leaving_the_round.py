"""A player's wagers leave a round at any moment: the others on the box play on, nothing is lost."""

import random

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused
from houserules.core.cards import deck
from houserules.core.money import cents
from houserules.table import commands as c
from houserules.table.cards.census import round_has_begun
from houserules.table.cards.commands import DrawCuttingCard
from houserules.table.events import ControllerChanged
from houserules.table.legal import legal, with_amount, with_card
from houserules.table.people.commands import DeclareWagersVoid, FindDeviceUse, FindWagerInvalid
from houserules.table.people.events import WagersDeclaredVoid
from seated_table import DEALER, NOW, SUPERVISOR, SeatedTable

in_nsw = pytest.mark.parametrize("name", NSW)


def shared(name: str, *behind: str, **options: object) -> SeatedTable:
    """Ann sits at box 1 and decides; others are behind her."""
    game = SeatedTable(name, **options)
    for player in ("ann", *behind):
        game.do(c.PlaceWager(player, 1, 1_000))
    return game


def void(game: SeatedTable, player: str = "ann") -> None:
    """Take a player's wagers out of the round."""
    game.do(FindDeviceUse(SUPERVISOR, NOW, player, "a counting app"))
    game.do(DeclareWagersVoid(SUPERVISOR, NOW, player))


@in_nsw
def test_while_cards_are_dealt_an_empty_box_gets_no_more(name: str) -> None:
    game = shared(name)
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("9c 8c 9s")
    void(game)
    game.deal("8d")
    assert game.table.box(2).hands[0].total == 16  # type: ignore[union-attr]
    game.do(c.Stand("bob", 2, 1))


@in_nsw
def test_when_nobody_is_left_while_cards_are_dealt_the_round_is_void(name: str) -> None:
    side = "suits-you" if name == PJ else "perfect-pairs"
    game = shared(name, **{side.replace("-", "_"): "5"})
    game.do(c.PlaceSideWager("bob", 1, side, 500, "s"))
    game.deal("9c")
    void(game)
    assert game.table.phase == "over"
    assert (game.up("ann"), game.up("bob")) == (0, 0)
    game.do(c.ClearTable())
    assert len(game.table.discards) == 1


@pytest.mark.parametrize("name", [S24, S65])
def test_a_side_wager_on_a_box_that_gets_no_more_cards_goes_back(name: str) -> None:
    game = shared(name, perfect_pairs="5")
    game.do(c.PlaceSideWager("bob", 1, "perfect-pairs", 500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("9c 8c As")
    void(game)
    assert game.up("bob") == -1_000
    game.deal("8d")
    assert_refused(game.say(c.Insure("ann", 1, 500)), "insurance.no-wager", insured_most(game))
    assert_refused(game.say(c.Surrender("ann", 1)), "surrender.no-wager", surrender_against(game))
    game.do(c.Insure("bob", 2, 500))
    game.do(c.CloseOffers())


def insured_most(game: SeatedTable) -> str:
    return game.rules.insurance.insurance_most.clause  # type: ignore[union-attr]


def surrender_against(game: SeatedTable) -> str:
    return game.rules.surrender.surrender_against.clause  # type: ignore[union-attr]


@pytest.mark.parametrize("name", [S24, S65])
def test_insurance_goes_back_with_the_wager(name: str) -> None:
    game = shared(name, "bob")
    game.deal("9c As 8d")
    game.do(c.Insure("ann", 1, 500))
    game.do(c.Insure("bob", 1, 500))
    void(game)
    assert game.up("ann") == 0
    game.do(c.Surrender("bob", 1))
    game.do(c.CloseOffers())
    game.deal("Kh")
    assert (game.up("ann"), game.up("bob")) == (0, -1_000 + 2 * 500)


@in_nsw
def test_the_next_bettor_decides(name: str) -> None:
    game = shared(name, "bob", "cat")
    game.deal("9c 9s 6d")
    void(game)
    assert ControllerChanged(1, "bob") in game.events
    void(game, "bob")
    assert ControllerChanged(1, "cat") in game.events
    game.do(c.Hit("cat", 1, 1))
    game.deal("5h")
    game.do(c.Stand("cat", 1, 1))
    game.deal("Kh")
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 0, 1_000)


@in_nsw
def test_a_new_controller_is_not_away_because_the_old_one_was(name: str) -> None:
    game = shared(name, "bob")
    game.do(c.PlaceWager("cat", 3, 1_000))
    game.deal("8c 9d 9s 8d 9h")
    game.do(c.Split("ann", 1, 1))
    game.do(c.Split("bob", 1, 1))
    game.deal("2h")
    void(game)
    game.do(c.Hit("bob", 1, 1))


@in_nsw
def test_others_may_still_follow_a_split(name: str) -> None:
    game = shared(name, "bob", "cat")
    game.deal("8c 9s 8d")
    game.do(c.Split("ann", 1, 1))
    void(game)
    game.do(c.Decline("bob", 1))
    game.do(c.Split("cat", 1, 1))
    assert game.table.boxes[0].controller == "bob"
    game.deal("9h")
    game.do(c.Stand("bob", 1, 1))
    assert game.table.boxes[0].controller == "cat"
    game.deal("9d")
    game.do(c.Double("cat", 1, 2, 1_000))
    game.deal("3c")
    if game.table.awaiting:
        game.do(c.Decline("cat", 1))
    game.deal("Kh")
    # the dealer has 19: 17 on the first hand, 20 on the doubled second
    assert game.up("ann") == 0
    assert (game.up("bob"), game.up("cat")) == (-1_000, -1_000 + 2_000)


@in_nsw
def test_a_split_that_nobody_follows_leaves_one_hand(name: str) -> None:
    game = shared(name, "bob")
    game.deal("8c 9s 8d")
    game.do(c.Split("ann", 1, 1))
    void(game)
    game.do(c.Decline("bob", 1))
    game.deal("9h")
    game.do(c.Stand("bob", 1, 1))
    assert game.table.hand(1, 2).cleared  # type: ignore[union-attr]
    game.deal("Kh")
    assert (game.up("ann"), game.up("bob")) == (0, -1_000)


@in_nsw
def test_a_double_that_nobody_follows_gets_its_card_all_the_same(name: str) -> None:
    game = shared(name, "bob", "cat")
    game.deal("5c 9s 6d")
    game.do(c.Double("ann", 1, 1, 1_000))
    void(game)
    assert game.up("ann") == 0
    game.do(c.Decline("bob", 1))
    void(game, "cat")
    game.deal("9h")
    assert game.table.awaiting is None  # nobody has a double to take back
    game.deal("Kh")
    assert (game.up("bob"), game.up("cat")) == (1_000, 0)


@pytest.mark.parametrize("name", [S24, S65])
def test_who_decides_then_is_asked_about_the_split_aces(name: str) -> None:
    game = shared(name, "bob", resplit=True)
    game.deal("Ac 9s Ad")
    game.do(c.Split("ann", 1, 1))
    game.do(c.Split("bob", 1, 1))
    game.deal("Ah")
    assert game.table.awaiting is not None and game.table.awaiting.players == ("ann",)
    void(game)
    assert game.table.awaiting is not None and game.table.awaiting.players == ("bob",)
    game.do(c.Split("bob", 1, 1))
    assert len(game.table.boxes[0].hands) == 3


@pytest.mark.parametrize("name", [S24, S65])
def test_split_aces_end_with_the_only_wager(name: str) -> None:
    game = shared(name, resplit=True)
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("Ac 9c 9s Ad 9d")
    game.do(c.Split("ann", 1, 1))
    game.deal("Ah")
    void(game)
    assert game.table.awaiting is None
    game.do(c.Stand("bob", 2, 1))


@pytest.mark.parametrize("name", [S24, S65])
def test_who_is_out_forfeits_nothing(name: str) -> None:
    game = shared(name, "bob")
    game.deal("5c 9s 6d")
    game.do(c.Double("ann", 1, 1, 1_000))
    game.do(c.Double("bob", 1, 1, 1_000))
    game.deal("2h")
    assert game.table.awaiting is not None and game.table.awaiting.question == "forfeit"
    void(game)
    game.do(c.Forfeit("bob", 1, 1))
    assert (game.up("ann"), game.up("bob"), game.table.phase) == (0, -1_000, "over")


def play(game: SeatedTable, rng: random.Random, *, moment: int, player: str, invalid: bool) -> None:
    """Play a round with random commands; at some moment a player's wagers leave it."""
    cards = list(deck(tens=game.rules.equipment.tens_in_deck.value)) * 8
    if game.rules.splitting.resplit.is_option and rng.random() < 0.5:
        cards = [card for card in cards if card.rank in "A8K"]
    rng.shuffle(cards)
    for step in range(200):
        if step == moment:
            leave(game, player, invalid=invalid)
        if game.table.phase == "over":
            return
        options = legal(game.rules, game.table)
        if not round_has_begun(game.table):  # the cutting card would open bets again
            options = [each for each in options if not isinstance(each.command, DrawCuttingCard)]
        assert options, game.table
        option = options[0] if options[0].takes_card else rng.choice(options)
        if option.takes_card:
            game.do(with_card(option, cards.pop()))
        else:
            game.do(with_amount(option, option.least))
    raise AssertionError("the round does not end")


def leave(game: SeatedTable, player: str, *, invalid: bool) -> None:
    if invalid:
        game.do(FindWagerInvalid(DEALER, NOW, player, "no valid card"))
        return
    game.do(FindDeviceUse(SUPERVISOR, NOW, player, "a counting app"))
    game.say(DeclareWagersVoid(SUPERVISOR, NOW, player))


def opened(name: str, rng: random.Random) -> SeatedTable:
    """Wagers of three players all over three boxes, side wagers among them."""
    side = "suits-you" if name == PJ else "perfect-pairs"
    options: dict[str, object] = {side.replace("-", "_"): "5"}
    game = SeatedTable(name, **options, **({} if name == PJ else {"resplit": True}))
    for player in ("ann", "bob", "cat"):
        for box in rng.sample((1, 2, 3), rng.randint(1, 3)):
            game.do(c.PlaceWager(player, box, rng.choice((500, 1_000, 2_500))))
    for player in ("ann", "bob", "cat"):
        game.say(c.PlaceSideWager(player, rng.randint(1, 3), side, cents("5"), "s"))
    game.do(c.CloseBets())
    return game


@in_nsw
def test_wagers_may_be_void_at_any_moment(name: str) -> None:
    rng = random.Random(f"void at any moment: {name}")
    for _ in range(150):
        game = opened(name, rng)
        player = rng.choice(("ann", "bob"))
        play(game, rng, moment=rng.randint(0, 25), player=player, invalid=False)
        if any(isinstance(each, WagersDeclaredVoid) for each in game.events):
            assert game.up(player) == 0
        assert game.table.layout() == 0
        game.do(c.ClearTable())


@pytest.mark.clause(S24, "17.21.2")
def test_a_hand_with_invalid_wagers_leaves_the_player_as_before() -> None:
    rng = random.Random("invalid at any moment")
    for _ in range(200):
        game = opened(S24, rng)
        moment, player = rng.randint(0, 15), rng.choice(("ann", "bob"))
        play(game, rng, moment=moment, player=player, invalid=True)
        if game.table.people.invalid:
            lost = sum(min(each.net, 0) for each in game.settled if each.player == player)
            assert game.up(player) == lost
        assert game.table.layout() == 0
        game.do(c.ClearTable())
