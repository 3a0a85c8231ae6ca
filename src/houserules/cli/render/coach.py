"""A hand, an upcard and what every action is worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from houserules.analysis.odds_report import options_of
from houserules.analysis.options import OddsOptions, RequestError
from houserules.analysis.request import OddsRequest, read_request
from houserules.cli.render.console import card_text, progress_bar, rulebook_title
from houserules.cli.render.odds import shoe_in_words
from houserules.cli.render.tables import InBlocks, grid, headed_table, print_json, print_page
from houserules.core.cards import CARDS, RANKS, Card, show
from houserules.core.money import dollars, format_money, signed_money
from houserules.odds.coach import Advice, advise
from houserules.odds.solver.shoe import Shoe, ShoeError

# Cards as a player names them: with a suit, or by value alone where the suit does not matter.


_SUITS: Final = "shcd"  # diamonds last: Pinkjack tells the A and J of diamonds apart
_TENS: Final = "KQJT"


@dataclass(frozen=True, slots=True)
class Known:
    """The cards on the table, with suits for those that were typed without."""

    hand: tuple[Card, ...]
    upcard: Card
    seen: tuple[Card, ...]
    guessed: bool  # whether a suit was left to us


def read_known(shoe: Shoe, *, hand: str, upcard: str, seen: str) -> Known:
    """Read hand, upcard and other cards; raises ShoeError for what is no card or not in the shoe."""
    groups = [_words(hand), _words(upcard), _words(seen)]
    if len(groups[1]) != 1:
        raise ShoeError(f"{upcard!r} is not one card: give the dealer's one upcard")
    if len(groups[0]) < 2:
        raise ShoeError(
            f"{hand!r} is not a playable hand: give two or more cards totalling 21 or less"
        )
    tens = [word for group in groups for word in group if word in CARDS and word[0] == "T"]
    if tens and not any(shoe.of(CARDS["T" + suit]) for suit in _SUITS):
        raise ShoeError(
            f"{tens[0]}: this game is played without tens; write J, Q or K, or T for any of them"
        )
    exact = [[CARDS.get(word) for word in group] for group in groups]
    left = shoe.without(card for group in exact for card in group if card)
    found: list[tuple[Card, ...]] = []
    for words, cards in zip(groups, exact, strict=True):
        for place, word in enumerate(words):
            if cards[place] is None:
                chosen = _some_suit(left, word, {card.suit for card in cards if card})
                cards[place], left = chosen, left.without([chosen])
        found.append(tuple(card for card in cards if card))
    guessed = any(len(word) == 1 for group in groups[:2] for word in group)
    return Known(found[0], found[1][0], found[2], guessed)


def _words(text: str) -> list[str]:
    """Return the cards of a text one by one: a rank, or a rank and a suit."""
    words = [word.replace("10", "T") for word in text.split()]
    words = [word[:1].upper() + word[1:].lower() for word in words]
    for word in words:
        if word not in CARDS and word not in RANKS:
            raise ShoeError(
                f"{word!r} is not a card; write a rank (A 2 3 4 5 6 7 8 9 T J Q K), "
                "or a rank and a suit (s h d c), as in Qd"
            )
    return words


def _some_suit(shoe: Shoe, rank: str, used: set[str]) -> Card:
    """Choose a card of this rank that the shoe has; a ten is any ten-value card."""
    ranks = _TENS if rank == "T" else rank
    suits = sorted(_SUITS, key=lambda suit: suit in used)
    for card in (CARDS[each + suit] for suit in suits for each in ranks):
        if shoe.of(card) >= 1:
            return card
    raise ShoeError(f"there is no {rank} left in the shoe")


def print_advice(
    options: OddsOptions, *, hand: str, upcard: str, seen: str, split: int | None, as_json: bool
) -> None:
    """Value every action, and print it."""
    request = read_request(options)
    try:
        known = read_known(request.shoe, hand=hand, upcard=upcard, seen=seen)
        with progress_bar("Solving"):
            advice = advise(request.game, known.hand, known.upcard, seen=known.seen, split=split)
    except ShoeError as error:
        raise RequestError("", str(error)) from None
    if as_json:
        print_json(_as_data(request, known, split, advice))
    else:
        print_page(*_page(request, known, split, advice))


def _as_data(
    request: OddsRequest, known: Known, split: int | None, advice: Advice
) -> dict[str, Any]:
    return {
        "rulebook": request.rules.id,
        "decks": request.game.decks,
        "wager": dollars(request.wager),
        "options": options_of(request),
        "hand": show(known.hand),
        "upcard": str(known.upcard),
        "seen": show(known.seen),
        "split": split,
        "best": advice.best,
        "values": advice.values,
    }


def _page(
    request: OddsRequest, known: Known, split: int | None, advice: Advice
) -> Iterator[RenderableType]:
    yield rulebook_title(request.rules)
    head = grid(8, None)
    head.add_row("Hand", _faces(known.hand) + (f"  (one of {split} hands)" if split else ""))
    head.add_row("Dealer", _faces((known.upcard,)))
    if known.seen:
        head.add_row("Dealt", _faces(known.seen))
    head.add_row("Shoe", shoe_in_words(request))
    head.add_row("Wager", format_money(request.wager))
    yield head
    if known.guessed:
        yield Text("Missing suits were chosen for you, mixed where possible.", style="dim")
    yield ""
    if advice.best is None:
        yield "There is nothing left to decide with this hand."
        return
    yield _values(request, advice, advice.best)
    refused = [action for action, value in advice.values.items() if value is None]
    if refused:
        yield Text(f"Not allowed here: {', '.join(refused)}", style="dim")


def _faces(cards: tuple[Card, ...]) -> Text:
    screen = Console()
    return Text(" ").join(card_text(screen, card) for card in cards)


def _values(request: OddsRequest, advice: Advice, best: str) -> RenderableType:
    columns = ("Action", "Value", "Costs", f"For {format_money(request.wager)}")
    table = headed_table(*columns, whole=(0,), right=(1, 2, 3))
    open_to = {action: value for action, value in advice.values.items() if value is not None}
    most = open_to[best]
    for action, value in sorted(open_to.items(), key=lambda each: -each[1]):
        cells = f"{value:+.6f}", f"{most - value:.6f}", signed_money(round(value * request.wager))
        table.add_row(action, *cells, style="bold" if action == best else "")
    return InBlocks(table)
