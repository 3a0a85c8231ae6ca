"""What the command line of `houserules play` asks for: rulebook, options, chips, boxes, cards."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from houserules.analysis.options import read_setting
from houserules.cli.common.options import fail, find_rulebook
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
from houserules.shoe.record import SOURCE, CardOut, Options, Recording, ShoeRecord
from houserules.shoe.record_format import shoe_to_json

_SIDE_WAGER: Final = "5"


def choose_rulebook(console: Console, name: str | None) -> Rulebook:
    """Load the rulebook that was named, or let the player choose one of the four."""
    if name is not None:
        return find_rulebook("play", name)
    console.print("PRACTICE  Which rulebook?", style="bold")
    choices = {str(number): each for number, each in enumerate(RULEBOOKS, start=1)}
    for number, each in choices.items():
        rules = rulebook(each)
        console.print(
            Text.assemble("  ", choices_text({number: f"{rules.title}, {rules.edition}"}))
        )
    prompt = Text("Choose 1 to 4, 1 [Enter], or q to leave")
    while (answer := read_line(console, prompt)) not in ("q", "quit"):
        chosen = choices.get(answer or "1", answer)
        if chosen in RULEBOOKS:
            return rulebook(chosen)
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
            fail(
                "play",
                f"--set {setting}: write NAME=VALUE; the names are {', '.join(options(rules))}",
            )
        chosen[key] = read_setting(key, text)
    try:
        return choose(rules, chosen), tuple(chosen.items())
    except OptionError as error:
        fail("play", f"--set {error}")


def read_balance(rules: Rulebook, text: str) -> Cents:
    """Read what the player brings: enough for one wager at least."""
    try:
        amount = cents(text.removeprefix("$"))
    except MoneyError as error:
        fail("play", f"--balance: {error}")
    least = rules.limits.minimum
    if amount < least.value:
        fail(
            "play",
            f"--balance: bring at least the minimum, {format_money(least.value)} ({least.clause})",
        )
    return amount


def check_seat(rules: Rulebook, boxes: int, player: str) -> None:
    """See that the layout has the boxes and the player a name."""
    most = rules.equipment.boxes
    if not 1 <= boxes <= most.value:
        fail("play", f"--boxes {boxes}: the layout has boxes 1 to {most.value} ({most.clause})")
    if not (player.isprintable() and 1 <= len(player.strip()) <= 20):
        fail("play", "--player: a name is 1 to 20 printable characters")


def house_for(rules: Rulebook, options: Options, *, seed: str | None, live: bool) -> CardHandler:
    """Return the house that looks after the cards: from entropy, from a seed, or from real ones."""
    if live and seed is not None:
        fail("play", "--live: the cards are real ones; a --seed does not shuffle them")
    if live:
        return LiveCardHandler(rules)
    entropy = SystemEntropy() if seed is None else SeedEntropy(seed)
    return VirtualCardHandler(rules, entropy, Recording(rules, options))


def folder_for_shoes(rules: Rulebook, name: str | None, *, live: bool) -> Path | None:
    """Make the folder where shoes are kept, if there are shoes to keep."""
    if name is None:
        return None
    if live:
        fail("play", "--shoes: real cards have no stack and salt to reveal")
    dealt_from = rules.cards.dealt_from
    if dealt_from.value != SOURCE:
        fail("play", f"--shoes: a {dealt_from.value} shuffles every round ({dealt_from.clause})")
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        fail("play", f"--shoes {name}: no such folder can be made: {reason}")
    return folder


@dataclass(slots=True)
class ShoeFiles:
    """Keeps the records of a session's shoes in a folder, if one was named."""

    folder: Path | None = None
    failed: bool = False  # a record could not be written

    def keep(self, record: ShoeRecord) -> str:
        """Write a record to a new file, and return a line that says so."""
        outs = [out for segment in record.segments for out in segment.out]
        rounds = len({out.round for out in outs if isinstance(out, CardOut)})
        ends = f"The shoe ends after {'1 round' if rounds == 1 else f'{rounds} rounds'}"
        if self.folder is None:
            return f"{ends}. Use --shoes DIR to keep its record for houserules verify shoe."
        number = 1
        while (path := self.folder / f"shoe-{number}.json").exists():
            number += 1
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(shoe_to_json(record))
        except OSError as error:
            self.failed = True
            return f"{ends}; {path} cannot be written: {error.strerror}."
        return f"{ends}. Its record is in {path}, for houserules verify shoe."
