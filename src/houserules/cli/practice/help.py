"""What stands around the felt, drawn when the player asks: the sign, the shoe, the discard rack."""

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from houserules.cli.practice.input import Choices
from houserules.cli.practice.table import (
    KEYS,
    SEAT,
    Practice,
    clause_behind,
    command_for,
    player_card,
)
from houserules.cli.render.felt import Felt
from houserules.core.cards import RANKS
from houserules.core.money import format_money
from houserules.rulebook.conduct import conduct_at
from houserules.table.sign.lines import sign_lines

_LABELS: Final = 34  # columns, where the screen has them
_EDGES: Final = 6  # of the frame, and between columns
MOMENT: Final = "sitting-down"


def start(felt: Felt, practice: Practice) -> None:
    """Show the sign, who sits where with what, and what players are told."""
    show_sign(felt, practice)
    many = f"plays boxes 1 {'and' if practice.boxes == 2 else 'to'} {practice.boxes}"
    where = f"box {SEAT}" if practice.boxes == 1 else f"box {SEAT} and {many},"
    clause = player_card(felt.rules)
    card = f" and a practice Player Card ({clause})" if clause else ""
    felt.say(
        f"{practice.player} sits at {where} with {format_money(practice.chips)} in practice chips{card}. "
        "Type ? at any prompt for help, q to leave."
    )
    told = ", ".join(entry.number for entry in conduct_at(felt.rules, MOMENT))
    felt.say(f"Conduct ({told}): type told, or see houserules told.")


def show_sign(felt: Felt, practice: Practice) -> None:
    """Draw the sign: rulebook, limits and payouts, each with its clause."""
    lines = list(sign_lines(felt.rules, practice.table))
    grid = Grid.grid(padding=(0, 1))
    clauses = max(len(line.clause) for line in lines)
    wide = felt.width > 2 * _LABELS  # else Rich finds widths that are bearable
    for width in (_LABELS, felt.width - _LABELS - clauses - _EDGES, clauses):
        grid.add_column(width=width if wide else None)
    for line in lines:
        grid.add_row(line.label, Text(line.text, style="bold"), Text(line.clause, style="dim"))
    felt.frame(grid, f"{felt.rules.title}, {felt.rules.edition}", foot=felt.rules.id)


def show_told(felt: Felt, practice: Practice) -> None:
    """Print what players are told when they sit down, because software cannot see it."""
    for entry in conduct_at(felt.rules, MOMENT):
        felt.clause(entry.number)


def show_rack(felt: Felt, practice: Practice) -> None:
    """Draw the shoe and the discard rack: how many cards, which have gone, the commitment."""
    table, source = practice.table, practice.table.source
    assert source is not None
    grid = Grid.grid(padding=(0, 2))
    count = len(table.discards) + source.burned
    down = f" ({source.burned} face down)" if source.burned else ""
    grid.add_row("Discard rack", f"{count} card{'' if count == 1 else 's'}{down}")
    if table.discards:  # by rank: at a practice table that is no secret
        ranks = [rank for rank in RANKS if rank != "T" or felt.rules.equipment.tens_in_deck.value]
        gone = [card.rank for card in table.discards]
        counts = (f"{rank.replace('T', '10')}:{gone.count(rank)}" for rank in ranks)
        grid.add_row("By rank", "  ".join(counts))
    grid.add_row(source.kind.capitalize(), f"{source.left} of {source.cards} cards")
    if source.kind == "card shoe":
        out = "out, so the cards are shuffled next"
        inside = "not in the shoe yet" if source.due else "in the shoe"
        grid.add_row("Cutting card", out if source.out else inside)
    parts: list[RenderableType] = [grid]
    if source.commitment:
        parts.append(Text(f"Commitment {source.commitment}", overflow="fold"))
    felt.frame(Group(*parts), f"shoe {source.shoe} and discard rack")


LOOKS: Final[dict[str, Callable[[Felt, Practice], None]]] = {
    "sign": show_sign,
    "rack": show_rack,
    "told": show_told,
}
"""What the player may look at from any prompt, by the word for it."""


# Help at a prompt: what may be answered, why the rest may not, and which clause says so.


_DECISIONS: Final = "hsdpiuf"
_ANYWHERE: Final = (
    "At any prompt: ? is this help; why d (or another letter) gives the clause behind a choice; "
    "why 11.5 (or another number) gives a clause; sign, rack and told show the sign, shoe and "
    "discard rack, and what players are told; q leaves the table."
)
_BURNED: Final = " Between rounds, burned shows the burned card."


def tell_choices(felt: Felt, practice: Practice, *, box: int, choices: Choices) -> None:
    """Say what may be answered now and, in a round, why the other decisions may not."""
    for letter, word in choices.items():
        known = letter in KEYS and KEYS[letter].word == word
        felt.say(f"  {letter}  {word}" + (f": {KEYS[letter].meaning}" if known else ""))
    for letter in _DECISIONS if practice.is_running else "":
        command = command_for(letter, practice, box)
        if letter not in choices and command and (refusal := practice.why_not(command)):
            why = f"{KEYS[letter].word}, not now: {refusal.detail} ({refusal.clause})"
            felt.say(f"  {letter}  {why}", style="dim")
    seen = practice.rules.burn.burned_card_may_be_seen.value
    felt.say(_ANYWHERE + (_BURNED if seen else ""))


def tell_why(felt: Felt, practice: Practice, *, box: int, about: str) -> None:
    """Say whether a decision is open and by which clause, or print a clause."""
    command = command_for(about, practice, box)
    if command is None:
        if not (about and (felt.clause(about) or felt.clause(about.upper()))):
            felt.say(
                f"Ask why and a letter, one of {' '.join(_DECISIONS)}, or why and the number of a "
                f"clause of {felt.rules.id}; {about!r} is neither.",
                style="yellow",
            )
    elif not practice.is_running:
        felt.say(f"{KEYS[about].word.capitalize()}: {KEYS[about].meaning}.")
        felt.clause(clause_behind(practice.rules, about))
    elif refusal := practice.why_not(command):
        felt.show_refusal(refusal)
    else:
        felt.say(f"You may {KEYS[about].word} now.")
        felt.clause(clause_behind(practice.rules, about))


def tell_wrong(felt: Felt, practice: Practice, *, box: int, text: str, choices: Choices) -> None:
    """Say why not, by the clause where the table has one, else what there is to choose."""
    command = command_for(text, practice, box) if practice.is_running else None
    if command is not None and (refusal := practice.why_not(command)):
        felt.show_refusal(refusal)
        return
    allowed = ", ".join(f"{letter} ({word})" for letter, word in choices.items())
    wrong = f"{text!r} is not a choice here; choose" if text else "Choose"
    felt.say(f"{wrong} {allowed}.", style="yellow")
