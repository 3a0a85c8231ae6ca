"""`houserules odds --effects` and `--compare`: what each single rule change is worth.

With `--json`, `--effects` is what every answer begins with, `house_edge`, `effects` (`name`, `change`,
`from`, `to`, `clause`, `group`, `house_edge`, `effect`) and `seconds`; `--compare` has `left` and
`right` (`rulebook`, `decks`, `options`, `house_edge`), `difference`, `sum` and `rest` beside them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from houserules.analysis.odds_report import assumes, head_of, options_of
from houserules.analysis.options import OddsOptions
from houserules.analysis.request import OddsRequest, read_request
from houserules.cli.render import drawings
from houserules.cli.render.console import bar, full_bar, progress_bar, progress_of, rulebook_title
from houserules.cli.render.odds import percent, shoe_in_words
from houserules.cli.render.tables import (
    InRows,
    grid,
    headed_table,
    heading,
    print_json,
    print_page,
)
from houserules.core.money import dollars, format_money
from houserules.odds.effects import Effect, Effects, RulebookComparison, compare, effects
from houserules.version import __version__

_GROUPS: Final = {
    "option": "House options",
    "decks": "Number of decks",
    "what-if": "What if",
}
_MEANING: Final = (
    "Each line changes one rule and nothing else, then plays best. Effect: how much the house edge "
    "rises (right) or falls (left)."
)


def print_effects(options: OddsOptions, *, chart: str | None, as_json: bool) -> None:
    """Print what each single change of a rule is worth."""
    request, begun = read_request(options), perf_counter()
    draw = drawings.effects_drawer(chart) if chart else None
    with progress_bar("Solving one change after another") as work:
        worth = effects(
            request.rules, wager=request.wager, removed=request.removed, progress=progress_of(work)
        )
    seconds = perf_counter() - begun
    if draw:
        title = f"What each change of a rule is worth: {drawings.heading_of(request)}"
        draw(worth.effects, title)
    if as_json:
        print_json(_effects_as_data(request, worth, seconds))
    else:
        print_page(*_effects_page(request, worth, seconds))


def print_comparison(options: OddsOptions, other: str, *, chart: str | None, as_json: bool) -> None:
    """Print what each difference between two rulebooks is worth."""
    left, right = read_request(options), read_request(replace(options, rulebook=other))
    draw = drawings.effects_drawer(chart) if chart else None
    begun = perf_counter()
    with progress_bar("Solving one difference after another") as work:
        compared = compare(
            left.rules,
            right.rules,
            wager=left.wager,
            removed=left.removed,
            progress=progress_of(work),
        )
    seconds = perf_counter() - begun
    if draw:
        draw(compared.effects, f"{left.rules.id}, with one rule of {right.rules.id} at a time")
    if as_json:
        print_json(_compared_as_data(left, right, compared, seconds))
    else:
        print_page(*_compared_page(left, right, compared, seconds))


def _effects_page(
    request: OddsRequest, effects: Effects, seconds: float
) -> Iterator[RenderableType]:
    """Yield what each single change of a rule is worth."""
    yield rulebook_title(request.rules)
    yield _head(request, f"{percent(effects.house_edge)}  ({effects.house_edge:.10f})")
    yield ""
    yield _MEANING
    full = full_bar([each.effect for each in effects.effects])
    for group, words in _GROUPS.items():
        if some := [each for each in effects.effects if each.change.group == group]:
            yield heading(words)
            yield _table(some, full, ordered=group != "decks")
    yield from _foot(effects.effects, full, seconds)


def _compared_page(
    left: OddsRequest, right: OddsRequest, compared: RulebookComparison, seconds: float
) -> Iterator[RenderableType]:
    """Yield what each difference between two rulebooks is worth."""
    yield rulebook_title(left.rules)
    yield _head(left, f"{percent(compared.left)}  ({compared.left:.10f})")
    yield ""
    yield rulebook_title(right.rules)
    yield _head(right, f"{percent(compared.right)}  ({compared.right:.10f})")
    yield heading(f"Each difference of {right.rules.id}, alone in {left.rules.id}")
    full = full_bar([each.effect for each in compared.effects])
    yield _table(compared.effects, full, ordered=True)
    yield ""
    sums = grid(36, None)
    sums.add_row("Sum of the single effects", f"{_signed_percent(compared.total):>12}")
    sums.add_row("Interaction between the changes", f"{_signed_percent(compared.rest):>12}")
    sums.add_row("Difference", Text(f"{_signed_percent(compared.difference):>12}", style="bold"))
    yield InRows(sums)
    yield from _foot(compared.effects, full, seconds)


def _head(request: OddsRequest, edge: str) -> RenderableType:
    table = grid(10, None)
    table.add_row("House edge", Text(edge, style="bold"))
    table.add_row("Shoe", shoe_in_words(request))
    table.add_row("Wager", format_money(request.wager))
    if chosen := options_of(request):
        words = (f"{name}={str(value).lower()}" for name, value in chosen.items())
        table.add_row("Options", ", ".join(words))
    return table


def _signed_percent(share: float) -> str:
    return f"{round(100 * share, 6) + 0.0:+.6f} %"  # no minus before nothing


def _table(effects: Sequence[Effect], full: float, *, ordered: bool) -> RenderableType:
    table = headed_table("Change", "Effect", "", "Clause", whole=(2,), right=(1,))
    for each in sorted(effects, key=lambda effect: -effect.effect) if ordered else effects:
        style = "" if abs(each.effect) < 5e-9 else "red" if each.effect > 0 else "green"
        drawn = Text(bar(each.effect, full), style=style)
        table.add_row(each.change.says, _signed_percent(each.effect), drawn, each.change.clause)
    return InRows(table)


def _foot(effects: Sequence[Effect], full: float, seconds: float) -> Iterator[RenderableType]:
    yield ""
    is_cut = any(abs(each.effect) > full * (1 + 1e-9) for each in effects)
    cut = " A pointed bar is cut off." if is_cut else ""
    yield Text(f"A full bar is {100 * full:.3f} %.{cut}", style="dim")
    changes = f"{len(effects)} change{'' if len(effects) == 1 else 's'}"
    yield Text(f"houserules {__version__}, {changes}, solved in {seconds:.1f} s", style="dim")


def _effects_as_data(request: OddsRequest, effects: Effects, seconds: float) -> dict[str, Any]:
    """Return the effects for a program."""
    return {
        **head_of(request, by_chart=False),
        "house_edge": effects.house_edge,
        "effects": list(map(_as_data, effects.effects)),
        "seconds": round(seconds, 6),
    }


def _compared_as_data(
    left: OddsRequest, right: OddsRequest, compared: RulebookComparison, seconds: float
) -> dict[str, Any]:
    """Return the comparison for a program."""
    sides = {"left": (left, compared.left), "right": (right, compared.right)}
    return {
        **{
            side: {
                "rulebook": request.rules.id,
                "decks": request.game.decks,
                "options": options_of(request),
                "house_edge": edge,
            }
            for side, (request, edge) in sides.items()
        },
        "wager": dollars(left.wager),
        "assumes": assumes(left, by_chart=False),
        "difference": compared.difference,
        "effects": list(map(_as_data, compared.effects)),
        "sum": compared.total,
        "rest": compared.rest,
        "seconds": round(seconds, 6),
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
