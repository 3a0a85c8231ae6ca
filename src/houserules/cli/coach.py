"""`houserules coach`: what every action is worth with these cards against this upcard.

With `--json`: `rulebook`, `decks`, `wager`, `options`, `hand`, `upcard`, `seen`, `split`, `best`
(null: nothing is left to decide) and `values` (null: the rules refuse it).
"""

from typing import Annotated

import typer

from houserules.analysis.options import WAGER, OddsOptions
from houserules.cli.common.options import (
    AsJson,
    Decks,
    RulebookName,
    Settings,
    Wager,
    answers_request,
    clean_exit,
)


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
    """Show what each action is worth for a hand.

    Values are exact for the cards still in the shoe, in units of the wager.

    Exit codes: 0 shown, 2 invalid arguments.

    Examples:

        houserules coach nsw-pontoon-2024 "8s 8d" Kh
        houserules coach nz-pontoon "T 6" 9 --seen "5 5 K"
    """
    options = OddsOptions(name, decks, wager, tuple(settings or ()))
    with clean_exit(), answers_request("coach", as_json=as_json):
        from houserules.cli.render.coach import print_advice  # noqa: PLC0415  # loads NumPy and Numba

        print_advice(options, hand=hand, upcard=upcard, seen=seen, split=split, as_json=as_json)
