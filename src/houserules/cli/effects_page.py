"""The pages of `houserules odds --effects` and `--compare`: what each single rule change is worth.

With `--json`, `--effects` is what every answer begins with, `house_edge`, `effects` (`name`, `change`,
`from`, `to`, `clause`, `group`, `house_edge`, `effect`) and `seconds`; `--compare` has `left` and
`right` (`rulebook`, `decks`, `options`, `house_edge`), `difference`, `sum` and `rest` beside them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from houserules import __version__
from houserules.cli.asking import Question
from houserules.cli.bars import bar, full_bar
from houserules.cli.narrow import InRows
from houserules.cli.odds_data import assumes, head_of, options_of
from houserules.cli.odds_page import percent, shoe_in_words
from houserules.cli.screen import title_of
from houserules.cli.tables import grid, heading, lined
from houserules.core.money import dollars
from houserules.odds.effects import Compared, Effect, Effects

_GROUPS: Final = {
    "option": "What the operator may choose",
    "decks": "Number of decks",
    "what-if": "What if",
}
_MEANING: Final = (
    "Each line changes one rule and nothing else, with best play after it. Effect: by how much the "
    "house edge goes up (right) or down (left)."
)


def effects_page(question: Question, found: Effects, seconds: float) -> Iterator[RenderableType]:
    """Give what each single change of a rule is worth."""
    yield title_of(question.rules)
    yield _head(question, f"{percent(found.house_edge)}  ({found.house_edge:.10f})")
    yield ""
    yield _MEANING
    full = full_bar([each.effect for each in found.effects])
    for group, words in _GROUPS.items():
        if some := [each for each in found.effects if each.change.group == group]:
            yield heading(words)
            yield _table(some, full, ordered=group != "decks")
    yield from _foot(found.effects, full, seconds)


def compared_page(
    left: Question, right: Question, found: Compared, seconds: float
) -> Iterator[RenderableType]:
    """Give what each difference between two rulebooks is worth."""
    yield title_of(left.rules)
    yield _head(left, f"{percent(found.left)}  ({found.left:.10f})")
    yield ""
    yield title_of(right.rules)
    yield _head(right, f"{percent(found.right)}  ({found.right:.10f})")
    yield heading(f"What {right.rules.id} does otherwise, each put alone into {left.rules.id}")
    full = full_bar([each.effect for each in found.effects])
    yield _table(found.effects, full, ordered=True)
    yield ""
    sums = grid(36, None)
    sums.add_row("Sum of the single effects", f"{_signed(found.total):>12}")
    sums.add_row("What they do together beyond that", f"{_signed(found.rest):>12}")
    sums.add_row("Difference", Text(f"{_signed(found.difference):>12}", style="bold"))
    yield InRows(sums)
    yield from _foot(found.effects, full, seconds)


def _head(question: Question, edge: str) -> RenderableType:
    table = grid(10, None)
    table.add_row("House edge", Text(edge, style="bold"))
    table.add_row("Shoe", shoe_in_words(question))
    table.add_row("Wager", f"${dollars(question.wager)}")
    if chosen := options_of(question):
        words = (f"{name}={str(value).lower()}" for name, value in chosen.items())
        table.add_row("Options", ", ".join(words))
    return table


def _signed(share: float) -> str:
    return f"{round(100 * share, 6) + 0.0:+.6f} %"  # no minus before nothing


def _table(effects: Sequence[Effect], full: float, *, ordered: bool) -> RenderableType:
    table = lined("Change", "Effect", "", "Clause", whole=(1, 2))
    table.columns[1].justify = "right"
    for each in sorted(effects, key=lambda one: -one.effect) if ordered else effects:
        style = "" if abs(each.effect) < 5e-9 else "red" if each.effect > 0 else "green"
        drawn = Text(bar(each.effect, full), style=style)
        table.add_row(each.change.says, _signed(each.effect), drawn, each.change.clause)
    return InRows(table)


def _foot(effects: Sequence[Effect], full: float, seconds: float) -> Iterator[RenderableType]:
    yield ""
    cut = " A bar with a point is longer than that." if _is_cut(effects, full) else ""
    yield Text(f"A full bar is {100 * full:.3f} %.{cut}", style="dim")
    changes = f"{len(effects)} change{'' if len(effects) == 1 else 's'}"
    yield Text(f"houserules {__version__}, {changes}, solved in {seconds:.1f} s", style="dim")


def _is_cut(effects: Sequence[Effect], full: float) -> bool:
    return any(abs(each.effect) > full * (1 + 1e-9) for each in effects)


def effects_as_data(question: Question, found: Effects, seconds: float) -> dict[str, Any]:
    """Give the effects for a program."""
    return {
        **head_of(question, by_chart=False),
        "house_edge": found.house_edge,
        "effects": list(map(_as_data, found.effects)),
        "seconds": round(seconds, 6),
    }


def compared_as_data(
    left: Question, right: Question, found: Compared, seconds: float
) -> dict[str, Any]:
    """Give the comparison for a program."""
    sides = {"left": (left, found.left), "right": (right, found.right)}
    return {
        **{side: _side(question, edge) for side, (question, edge) in sides.items()},
        "wager": dollars(left.wager),
        "assumes": assumes(left, by_chart=False),
        "difference": found.difference,
        "effects": list(map(_as_data, found.effects)),
        "sum": found.total,
        "rest": found.rest,
        "seconds": round(seconds, 6),
    }


def _side(question: Question, edge: float) -> dict[str, Any]:
    return {
        "rulebook": question.rules.id,
        "decks": question.game.decks,
        "options": options_of(question),
        "house_edge": edge,
    }


def _as_data(effect: Effect) -> dict[str, Any]:
    change = effect.change
    return {
        "name": change.name,
        "change": change.says,
        "from": change.before,
        "to": change.after,
        "clause": change.clause,
        "group": change.group,
        "house_edge": effect.house_edge,
        "effect": effect.effect,
    }
