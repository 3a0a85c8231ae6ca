"""`houserules play`: a practice table in the terminal."""

import shlex
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.options import fail, whole_number
from houserules.cli.practice.help import start
from houserules.cli.practice.input import PlayerLeftError, at_terminal
from houserules.cli.practice.options import (
    ShoeFiles,
    apply_settings,
    check_seat,
    choose_rulebook,
    folder_for_shoes,
    house_for,
    read_balance,
)
from houserules.cli.practice.prompts import Prompts
from houserules.cli.practice.rounds import leave, play_round
from houserules.cli.practice.table import sit_down
from houserules.cli.render.felt import Felt
from houserules.core.money import format_money, signed_money
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import RULEBOOKS

_PAUSE: Final = 0.25  # seconds between two cards
_NOT_KEPT: Final = 74  # an error of a disk, by the convention of sysexits


def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}. Default: you choose."
        ),
    ] = None,
    *,
    boxes: Annotated[
        int,
        typer.Option(metavar="N", parser=whole_number, help="Number of boxes to play, from box 1."),
    ] = 1,
    balance: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Practice chips to bring, in dollars.")
    ] = "1000",
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Any text: deals the same cards again, for lessons."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A house option, such as decks=6; repeatable."
        ),
    ] = None,
    player: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "Player",
    shoes: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="A folder for shoe records, for houserules verify shoe."),
    ] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Deal from a real shoe: type each card as it comes out.")
    ] = False,
) -> None:
    """Play at a practice table in this terminal.

    You play against the house with practice chips, by the real rules. Type ? at any prompt for help.

    Exit codes: 0 you left the table, 2 invalid arguments, 74 a shoe record could not be written.

    Examples:

        houserules play
        houserules play nz-pontoon --boxes 2 --seed lesson-1
    """
    console = Console(highlight=False)
    try:
        rules, options = apply_settings(choose_rulebook(console, name), settings or [])
    except PlayerLeftError:
        console.print("PRACTICE  Nobody sat down.")
        return
    amount, player = read_balance(rules, balance), " ".join(player.split())
    check_seat(rules, boxes, player)
    house = house_for(rules, options, seed=seed, live=live)
    files = ShoeFiles(folder_for_shoes(rules, shoes, live=live))
    practice = sit_down(rules, player, balance=amount, boxes=boxes, house=house)
    if isinstance(practice, Refusal):
        fail("play", f"--set: {practice.detail} ({practice.clause})")
    watched = console.is_terminal and at_terminal() and not console.is_dumb_terminal
    felt = Felt(console, rules, _PAUSE if watched else 0.0)
    prompts = Prompts(practice, felt, files)
    start(felt, practice)
    _session(prompts)
    _summary(prompts, seed)
    raise typer.Exit(_NOT_KEPT if files.failed else 0)


def _session(prompts: Prompts) -> None:
    """Play rounds until the player leaves."""
    try:
        again = False
        while _has_chips(prompts):
            play_round(prompts, again=again)
            again = _next(prompts)
    except (PlayerLeftError, KeyboardInterrupt):
        pass
    leave(prompts)


def _has_chips(prompts: Prompts) -> bool:
    """Whether the player can continue; a player without chips may bring more."""
    practice = prompts.practice
    if not practice.is_broke:
        return True
    least = practice.rules.limits.minimum
    prompts.felt.say(
        f"You have {format_money(practice.chips)}; the minimum is {format_money(least.value)} ({least.clause})."
    )
    if not prompts.yes(f"Bring {format_money(practice.balance)} more?", default="y"):
        return False
    practice.bring_chips()
    return True


def _next(prompts: Prompts) -> bool:
    """Wait for the next round; True: with the same wagers again."""
    choices = {"n": "next round"}
    if prompts.practice.laid:
        choices["r"] = "same wagers again"
    lead = f"You have {format_money(prompts.practice.chips)}."
    letter, _ = prompts.pick(lead, choices | {"q": "leave"}, default="n")
    if letter == "q":
        raise PlayerLeftError
    return letter == "r"


def _summary(prompts: Prompts, seed: str | None) -> None:
    """Say how the session went."""
    practice = prompts.practice
    rounds, left = practice.table.rounds, practice.brought + practice.net
    count = "1 round" if rounds == 1 else f"{rounds} rounds"
    again = "" if seed is None else f"\nThe same cards again: --seed {shlex.quote(seed)}"
    prompts.felt.frame(
        Text(
            f"{count} played, {format_money(practice.brought)} brought, {format_money(left)} left: "
            f"{signed_money(practice.net)}.{again}"
        ),
        f"{practice.player} leaves the table",
    )
