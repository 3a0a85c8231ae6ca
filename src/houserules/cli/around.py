"""What stands around the felt, drawn when the player asks: the sign, the shoe, the discard rack."""

from collections.abc import Callable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from houserules.cli.calls import money
from houserules.cli.felt import Felt
from houserules.cli.practice import SEAT, Practice
from houserules.cli.seating import player_card
from houserules.cli.sign import sign
from houserules.core.cards import RANKS
from houserules.rulebook.conduct import told_at
from houserules.rulebook.schema import Rulebook
from houserules.table.state import Table

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
        f"{practice.player} sits at {where} with {money(practice.chips)} in practice chips{card}. "
        "Type ? at any prompt for help, q to leave."
    )
    told = ", ".join(entry.number for entry in told_at(felt.rules, MOMENT))
    felt.say(f"Conduct ({told}): type told, or see houserules told.")


def show_sign(felt: Felt, practice: Practice) -> None:
    """Draw the sign: rulebook, limits and payouts, each with its clause."""
    lines = list(sign(felt.rules, practice.table))
    grid = Grid.grid(padding=(0, 1))
    clauses = max(len(clause) for _, _, clause in lines)
    wide = felt.width > 2 * _LABELS  # else Rich finds widths that are bearable
    for width in (_LABELS, felt.width - _LABELS - clauses - _EDGES, clauses):
        grid.add_column(width=width if wide else None)
    for label, text, clause in lines:
        grid.add_row(label, Text(text, style="bold"), Text(clause, style="dim"))
    felt.frame(grid, f"{felt.rules.title}, {felt.rules.edition}", foot=felt.rules.id)


def show_told(felt: Felt, practice: Practice) -> None:
    """Print what players are told when they sit down, because software cannot see it."""
    for entry in told_at(felt.rules, MOMENT):
        felt.clause(entry.number)


def show_rack(felt: Felt, practice: Practice) -> None:
    """Draw the shoe and the discard rack: how many cards, which have gone, the commitment."""
    table, source = practice.table, practice.table.source
    assert source is not None
    grid = Grid.grid(padding=(0, 2))
    grid.add_row("Discard rack", _rack(table))
    if table.discards:
        grid.add_row("By rank", _ranks(felt.rules, table))
    grid.add_row(source.kind.capitalize(), f"{source.left} of {source.cards} cards")
    if source.kind == "card shoe":
        grid.add_row("Cutting card", _cutting_card(table))
    parts: list[RenderableType] = [grid]
    if source.commitment:
        parts.append(Text(f"Commitment {source.commitment}", overflow="fold"))
    felt.frame(Group(*parts), f"shoe {source.shoe} and discard rack")


def _rack(table: Table) -> str:
    """Count the cards of the discard rack, those burned face down among them."""
    assert table.source is not None
    burned = table.source.burned
    count = len(table.discards) + burned
    down = f" ({burned} face down)" if burned else ""
    return f"{count} card{'' if count == 1 else 's'}{down}"


def _ranks(rules: Rulebook, table: Table) -> str:
    """Count what has gone by rank: at a practice table that is no secret."""
    ranks = [rank for rank in RANKS if rank != "T" or rules.equipment.tens_in_deck.value]
    gone = [card.rank for card in table.discards]
    return "  ".join(f"{rank.replace('T', '10')}:{gone.count(rank)}" for rank in ranks)


def _cutting_card(table: Table) -> str:
    source = table.source
    assert source is not None
    if source.out:
        return "out, so the cards are shuffled next"
    return "in the shoe" if not source.due else "not in the shoe yet"


LOOKS: Final[dict[str, Callable[[Felt, Practice], None]]] = {
    "sign": show_sign,
    "rack": show_rack,
    "told": show_told,
}
"""What the player may look at from any prompt, by the word for it."""
