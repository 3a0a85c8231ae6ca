"""What the command line of `houserules play` asks for: rulebook, options, chips, boxes, cards."""

from pathlib import Path
from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.practice.input import PlayerLeftError, choices_text, read_line
from houserules.core.money import Cents, MoneyError, cents, format_money
from houserules.floor.tables.card_handler import (
    CardHandler,
    LiveCardHandler,
    SeedEntropy,
    SystemEntropy,
    VirtualCardHandler,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import ValueTextError, read_value
from houserules.shoe.record import SOURCE, Options, Recording

_SIDE_WAGER: Final = "5"


def stop(problem: str) -> NoReturn:
    """Say what is wrong with the command line."""
    typer.echo(f"houserules play: {problem}", err=True)
    raise typer.Exit(2)


def choose_rulebook(console: Console, name: str | None) -> Rulebook:
    """Load the rulebook that was named, or let the player choose one of the four."""
    if name is None:
        return _offer_rulebooks(console)
    if name not in RULEBOOKS:
        stop(f"there is no rulebook {name!r}; choose one of {', '.join(RULEBOOKS)}")
    return rulebook(name)


def _offer_rulebooks(console: Console) -> Rulebook:
    """Let the player choose one of the four, by number or id."""
    console.print("PRACTICE  Which rulebook?", style="bold")
    choices = {str(number): name for number, name in enumerate(RULEBOOKS, start=1)}
    for number, name in choices.items():
        rules = rulebook(name)
        console.print(
            Text.assemble("  ", choices_text({number: f"{rules.title}, {rules.edition}"}))
        )
    prompt = Text("Choose 1 to 4, 1 [Enter], or q to leave")
    while (answer := read_line(console, prompt)) not in ("q", "quit"):
        name = choices.get(answer or "1", answer)
        if name in RULEBOOKS:
            return rulebook(name)
        console.print(f"{answer!r} is none of them; answer 1, 2, 3 or 4.", markup=False)
    raise PlayerLeftError


def apply_settings(rules: Rulebook, settings: list[str]) -> tuple[Rulebook, Options]:
    """Put the operator's choices into the rulebook; a practice table offers its side wager."""
    chosen: dict[str, str | int | bool] = {
        key: _SIDE_WAGER for key in ("perfect_pairs", "suits_you") if key in options(rules)
    }
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            stop(f"--set {setting}: write NAME=VALUE; the names are {', '.join(options(rules))}")
        chosen[key] = _read_setting(key, text)
    try:
        return choose(rules, chosen), tuple(chosen.items())
    except OptionError as error:
        stop(f"--set {error}")


def _read_setting(key: str, text: str) -> str | int | bool:
    """Read a value as the kind that its option takes: an amount, a word, a number, yes or no."""
    readings: list[str | int | bool] = [text]
    if text.isdecimal() and len(text) < 10:
        readings.append(int(text))
    if text in ("true", "false"):
        readings.append(text == "true")
    for reading in readings:
        try:
            read_value(key, reading)
        except (ValueTextError, KeyError):
            continue
        return reading
    return text


def read_balance(rules: Rulebook, text: str) -> Cents:
    """Read what the player brings: enough for one wager at least."""
    try:
        amount = cents(text.removeprefix("$"))
    except MoneyError as error:
        stop(f"--balance: {error}")
    least = rules.limits.minimum
    if amount < least.value:
        stop(f"--balance: bring at least the minimum, {format_money(least.value)} ({least.clause})")
    return amount


def check_seat(rules: Rulebook, boxes: int, player: str) -> None:
    """See that the layout has the boxes and the player a name."""
    most = rules.equipment.boxes
    if not 1 <= boxes <= most.value:
        stop(f"--boxes {boxes}: the layout has boxes 1 to {most.value} ({most.clause})")
    if not (player.isprintable() and 1 <= len(player.strip()) <= 20):
        stop("--player: a name is 1 to 20 printable characters")


def house_for(rules: Rulebook, options: Options, *, seed: str | None, live: bool) -> CardHandler:
    """Return the house that looks after the cards: from entropy, from a seed, or from real ones."""
    if live and seed is not None:
        stop("--live: the cards are real ones; a --seed does not shuffle them")
    if live:
        return LiveCardHandler(rules)
    entropy = SystemEntropy() if seed is None else SeedEntropy(seed)
    return VirtualCardHandler(rules, entropy, Recording(rules, options))


def folder_for_shoes(rules: Rulebook, name: str | None, *, live: bool) -> Path | None:
    """Make the folder where shoes are kept, if there are shoes to keep."""
    if name is None:
        return None
    if live:
        stop("--shoes: real cards have no stack and salt to reveal")
    dealt_from = rules.cards.dealt_from
    if dealt_from.value != SOURCE:
        stop(f"--shoes: a {dealt_from.value} shuffles every round ({dealt_from.clause})")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        stop(f"--shoes {name}: no such folder can be made: {reason}")
    return folder
