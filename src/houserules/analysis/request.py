"""What is to be solved: the rulebook with everything set, the wager, the shoe."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from houserules.analysis.options import OddsOptions, RequestError, apply_settings, parse_settings
from houserules.core.cards import Card, CardError, cards
from houserules.core.money import Cents, MoneyError, cents
from houserules.odds.game import PARTS, SIDE, Game, game_of, money_values, setting, vary_value
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

Report = Callable[[str, int, int], None]
"""Reports progress: the task, the steps done and all steps (0 where steps cannot be counted)."""


def steps_of(report: Report | None, what: str) -> Callable[[int, int], None] | None:
    """Return the callback that `solve` takes."""
    return None if report is None else lambda done, total: report(what, done, total)


if TYPE_CHECKING:
    from houserules.odds.solver.shoe import Shoe


@dataclass(frozen=True, slots=True)
class OddsRequest:
    """A game to solve, and what was chosen to make it."""

    rules: Rulebook
    wager: Cents
    removed: tuple[Card, ...]
    chosen: tuple[str, ...]  # names that were set, in order
    idle: tuple[str, ...]  # those of them without effect

    @property
    def game(self) -> Game:
        return game_of(self.rules, self.wager)

    @property
    def shoe(self) -> "Shoe":
        """The shoe that the round is dealt from."""
        from houserules.odds.solver.shoe import full_shoe  # noqa: PLC0415  # loads NumPy

        return full_shoe(self.game).without(self.removed)


def find_rulebook(name: str) -> Rulebook:
    """Return the rulebook of that name; an unknown name raises RequestError with the list."""
    if name not in RULEBOOKS:
        problem = f"no rulebook {name!r}; there are {', '.join(RULEBOOKS)}"
        raise RequestError("", problem, tuple(RULEBOOKS))
    return rulebook(name)


def read_request(options: OddsOptions) -> OddsRequest:
    """Read a request; raises RequestError, which says what is allowed."""
    printed = find_rulebook(options.rulebook)
    wager = read_amount("wager", options.wager)
    settings = parse_settings(options.settings, decks=options.decks)
    rules = apply_settings(printed, settings)
    chosen = tuple(sorted(settings, key=lambda name: name not in PARTS))
    idle = tuple(name for name in chosen if _is_idle(rules, printed, name, wager))
    try:
        removed = cards(options.removed)
    except CardError as error:
        raise RequestError("remove", str(error)) from None
    request = OddsRequest(rules, wager, removed, chosen, idle)
    if removed:
        from houserules.odds.solver.shoe import ShoeError, check_shoe  # noqa: PLC0415  # loads NumPy

        try:
            check_shoe(request.shoe)
        except ShoeError as error:
            raise RequestError("remove", str(error)) from None
    return request


def read_amount(where: str, text: str) -> Cents:
    """Read an amount in dollars, above zero."""
    try:
        amount = cents(text.removeprefix("$"))
    except MoneyError as error:
        raise RequestError(where, str(error)) from None
    if amount == 0:
        raise RequestError(where, "enter an amount above zero in dollars, as in 25 or 12.50")
    return amount


def _is_idle(rules: Rulebook, printed: Rulebook, name: str, wager: Cents) -> bool:
    """Whether a value was changed without effect: set back alone, the game is the same."""
    before = money_values(printed).get(name)
    if name in SIDE or before is None or before.value == money_values(rules)[name].value:
        return False
    back = vary_value(rules, name, setting(printed, name))
    return game_of(back, wager) == game_of(rules, wager)
