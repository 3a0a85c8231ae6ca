"""A hand, an upcard and what every action is worth."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from houserules.cli.asking import Question, question
from houserules.cli.coach_cards import Known, read_known
from houserules.cli.narrow import InBlocks
from houserules.cli.odds_data import options_of
from houserules.cli.odds_page import shoe_in_words
from houserules.cli.progress import working
from houserules.cli.screen import card_text, title_of
from houserules.cli.tables import grid, lined, put, put_json
from houserules.cli.varying import Asked
from houserules.core.cards import Card, show
from houserules.core.money import dollars
from houserules.odds.cards import ShoeError
from houserules.odds.coach import Advice, advise


def run(asked: Asked, *, hand: str, upcard: str, seen: str, split: int | None) -> None:
    """Value every action, and print it."""
    asking = question(asked)
    try:
        known = read_known(asking.shoe, hand=hand, upcard=upcard, seen=seen)
        with working("Solving"):
            advice = advise(asking.game, known.hand, known.upcard, seen=known.seen, split=split)
    except ShoeError as error:
        asked.refuse(str(error))
    if asked.as_json:
        put_json(_as_data(asking, known, split, advice))
    else:
        put(*_page(asking, known, split, advice))


def _as_data(asking: Question, known: Known, split: int | None, advice: Advice) -> dict[str, Any]:
    return {
        "rulebook": asking.rules.id,
        "decks": asking.game.decks,
        "wager": dollars(asking.wager),
        "options": options_of(asking),
        "hand": show(known.hand),
        "upcard": str(known.upcard),
        "seen": show(known.seen),
        "split": split,
        "best": advice.best,
        "values": advice.values,
    }


def _page(
    asking: Question, known: Known, split: int | None, advice: Advice
) -> Iterator[RenderableType]:
    yield title_of(asking.rules)
    head = grid(8, None)
    head.add_row("Hand", _faces(known.hand) + (f"  (one of {split} hands)" if split else ""))
    head.add_row("Dealer", _faces((known.upcard,)))
    if known.seen:
        head.add_row("Gone too", _faces(known.seen))
    head.add_row("Shoe", shoe_in_words(asking))
    head.add_row("Wager", f"${dollars(asking.wager)}")
    yield head
    if known.guessed:
        yield Text("Suits that were not given are ours, mixed where they can be.", style="dim")
    yield ""
    if advice.best is None:
        yield "Nothing is left to decide with this hand."
        return
    yield _values(asking, advice, advice.best)
    refused = [action for action, value in advice.values.items() if value is None]
    if refused:
        yield Text(f"Not allowed here: {', '.join(refused)}", style="dim")


def _faces(cards: tuple[Card, ...]) -> Text:
    screen = Console()
    return Text(" ").join(card_text(screen, card) for card in cards)


def _values(asking: Question, advice: Advice, best: str) -> RenderableType:
    table = lined("Action", "Value", "Costs", f"For ${dollars(asking.wager)}", whole=(0, 1, 2, 3))
    for column in table.columns[1:]:
        column.justify = "right"
    open_to = {action: value for action, value in advice.values.items() if value is not None}
    most = open_to[best]
    for action, value in sorted(open_to.items(), key=lambda each: -each[1]):
        cells = f"{value:+.6f}", f"{most - value:.6f}", f"{value * asking.wager / 100:+.2f}"
        table.add_row(action, *cells, style="bold" if action == best else "")
    return InBlocks(table)
