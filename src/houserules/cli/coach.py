"""`houserules coach`: what every action is worth with these cards against this upcard.

With `--json`: `rulebook`, `decks`, `wager`, `options`, `hand`, `upcard`, `seen`, `split`, `best`
(null: nothing is left to decide) and `values` (null: the rules refuse it).
"""

from typing import Annotated

import typer

from houserules.analysis.options import WAGER, OddsOptions
from houserules.cli.exit import clean_exit
from houserules.cli.options import AsJson, Decks, RulebookName, Settings, Wager, answers_request


def coach(
    name: RulebookName,
    hand: Annotated[
        str,
        typer.Argument(
            metavar="CARDS", help='The hand, in the order dealt: "8s 8d", or ranks only: "8 8".'
        ),
    ],
    upcard: Annotated[str, typer.Argument(metavar="UPCARD", help="The dealer's upcard: Kd or K.")],
    *,
    seen: Annotated[
        str,
        typer.Option(
            "--seen", metavar="CARDS", help="Other cards already dealt, written like CARDS."
        ),
    ] = "",
    split: Annotated[
        int | None,
        typer.Option("--split", metavar="N", help="The hand is one of N hands after a split."),
    ] = None,
    decks: Decks = None,
    wager: Wager = WAGER,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Print the value of every action for a hand, an upcard and the cards already dealt.

    Exit code: 0 valued, 2 invalid arguments.
    """
    options = OddsOptions(name, decks, wager, tuple(settings or ()))
    with clean_exit(), answers_request("coach", as_json=as_json):
        from houserules.cli.render.coach import print_advice  # noqa: PLC0415  # loads NumPy and Numba

        print_advice(options, hand=hand, upcard=upcard, seen=seen, split=split, as_json=as_json)
