"""`houserules play`: a practice table in the terminal."""

import secrets
import shlex
import sys
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.calls import money, signed
from houserules.cli.felt import Felt
from houserules.cli.lines import PlayerLeftError, at_terminal
from houserules.cli.play_options import (
    check_seat,
    checked_balance,
    named_or_chosen,
    with_settings,
)
from houserules.cli.practice import Practice, sit_down
from houserules.cli.prompts import Prompts
from houserules.cli.rounds import play_round, tell_step
from houserules.rulebook.loading import RULEBOOKS

_PAUSE: Final = 0.25  # seconds between two cards


def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}; left out, you choose."
        ),
    ] = None,
    *,
    boxes: Annotated[int, typer.Option(metavar="N", help="Boxes to play, from box 1.")] = 1,
    balance: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Practice chips to bring, in dollars.")
    ] = "1000",
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", help="Any text: the same cards again.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="An option of the operator, as decks=6; repeatable."
        ),
    ] = None,
    player: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "Player",
) -> None:
    """Sit down at a practice table against the house: nobody's money, everybody's rules."""
    console = _console()
    try:
        rules = with_settings(named_or_chosen(console, name), settings or [])
    except PlayerLeftError:
        console.print("PRACTICE  Nobody sat down.")
        return
    amount = checked_balance(rules, balance)
    check_seat(rules, boxes, player)
    seed = secrets.token_hex(8) if seed is None else seed
    practice = sit_down(rules, player, balance=amount, boxes=boxes, seed=seed)
    felt = Felt(console, rules, _PAUSE if _is_lively(console) else 0.0)
    felt.start(practice)
    _session(practice, felt)
    _summary(practice, felt, seed)


def _console() -> Console:
    """Print on any terminal: what its encoding lacks is replaced, not an error."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False)


def _is_lively(console: Console) -> bool:
    """Whether somebody watches, so that cards may take their time."""
    return console.is_terminal and at_terminal() and not console.is_dumb_terminal


def _session(practice: Practice, felt: Felt) -> None:
    """Play rounds until the player leaves; a round under way is finished without the player."""
    prompts = Prompts(practice, felt)
    try:
        again = False
        while _has_chips(prompts):
            play_round(prompts, again=again)
            again = _next(prompts)
    except (PlayerLeftError, KeyboardInterrupt):
        pass
    while practice.is_running:
        tell_step(prompts, practice.go_on_alone())
    practice.get_up()


def _has_chips(prompts: Prompts) -> bool:
    """Whether the player can go on; who is broke may bring chips again."""
    practice = prompts.practice
    if not practice.is_broke:
        return True
    least = practice.rules.limits.minimum
    prompts.felt.say(
        f"You have {money(practice.chips)}; the minimum is {money(least.value)} ({least.clause})."
    )
    if not prompts.yes(f"Bring {money(practice.balance)} more?", default="y"):
        return False
    practice.bring_chips()
    return True


def _next(prompts: Prompts) -> bool:
    """Wait for the next round; True: with the same wagers again."""
    choices = {"n": "next round"}
    if prompts.practice.laid:
        choices["r"] = "same wagers again"
    lead = f"You have {money(prompts.practice.chips)}."
    letter, _ = prompts.pick(lead, choices | {"q": "leave"}, default="n")
    if letter == "q":
        raise PlayerLeftError
    return letter == "r"


def _summary(practice: Practice, felt: Felt, seed: str) -> None:
    """Say how the session went."""
    rounds = practice.table.rounds
    count = "1 round" if rounds == 1 else f"{rounds} rounds"
    felt.frame(
        Text(
            f"{count} played, {money(practice.brought)} brought, {money(practice.chips)} left: "
            f"{signed(practice.net)}.\nThe same cards again: --seed {shlex.quote(seed)}"
        ),
        f"{practice.player} leaves the table",
    )
