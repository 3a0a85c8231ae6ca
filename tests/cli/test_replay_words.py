"""What a replay says of irregularities: who, which cards, before and after."""

import pytest

from game_table import S24
from houserules.cli.narration import Seen
from houserules.cli.replay_text import describe
from houserules.core.cards import cards
from houserules.core.people import Moment
from houserules.table.irregularities import events as d
from houserules.table.irregularities import events as m
from houserules.table.irregularities.state import Move
from houserules.table.state import Table
from rules.irregularities.irregular_table import IrregularTable, of

AT = Moment(0)


class Looked:
    """A table that nobody plays at."""

    rules = IrregularTable(S24).rules
    table = Table()
    spot = None
    foot = ""


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            m.IrregularityReported("card in error", "dora", AT, "18.2"),  # type: ignore[arg-type]
            "dora reports: card in error (18.2).",
        ),
        (
            m.CardOffered(of("4h"), ((1, 1), (2, 1)), "", "18.2"),  # type: ignore[arg-type]
            "4h was dealt in error and is offered to box 1, hand 1, box 2, hand 1 (18.2).",
        ),
        (
            d.MisdealReported(
                cards("9c 5s"),
                (Move(of("5s"), "box 1, hand 1", "dealer"),),
                (),
                (),
                "",
                "dora",
                AT,
                "18.8",  # type: ignore[arg-type]
            ),
            "dora reports a misdeal (18.8). To be put right: 5s from box 1, hand 1 to dealer.",
        ),
        (
            d.RoundTakenBack(1, "sue", AT, "18.8"),  # type: ignore[arg-type]
            "sue has the round put right: the cards are dealt again (18.8).",
        ),
    ],
)
def test_irregularities_say_who_and_what(event: object, words: str) -> None:
    seen: Seen = Looked()
    assert describe(seen, event) == words
