"""A command line for numbers, read: the rulebook with everything set, the wager, the shoe."""

from dataclasses import dataclass
from typing import Final

from houserules.cli.options import Asked, find_rulebook
from houserules.core.cards import Card, CardError, cards
from houserules.core.money import Cents, MoneyError, cents
from houserules.odds.checks import ImpossibleError, UnknownNameError
from houserules.odds.game import Game, game_of
from houserules.odds.solver.shoe import Shoe, ShoeError, check_shoe, full_shoe
from houserules.odds.variation import PARTS, SIDE, money_names, money_values, setting, varied
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import HINTS, ValueTextError, read_value

_WORDS: Final = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be solved."""

    rules: Rulebook
    wager: Cents
    removed: tuple[Card, ...]
    chosen: tuple[str, ...]  # names that were set, in order
    idle: tuple[str, ...]  # those of them without effect

    @property
    def game(self) -> Game:
        """The game that is solved."""
        return game_of(self.rules, self.wager)

    @property
    def shoe(self) -> Shoe:
        """The shoe that the round is dealt from."""
        return full_shoe(self.game).without(self.removed)


def question(asked: Asked) -> Question:
    """Read a command line, or end with exit code 2 and say what is allowed."""
    rules = find_rulebook(asked.command, asked.rulebook, as_json=asked.as_json)
    wager, chosen = _wager(asked), _chosen(asked)
    printed = rules
    for name, (option, text) in chosen.items():
        rules = _set(asked, rules, name, option, text)
    idle = tuple(name for name in chosen if _is_idle(rules, printed, name, wager))
    found = Question(rules, wager, _removed(asked), tuple(chosen), idle)
    try:
        check_shoe(found.shoe)
    except ShoeError as error:
        asked.refuse(f"--remove: {error}")
    return found


def _is_idle(rules: Rulebook, printed: Rulebook, name: str, wager: Cents) -> bool:
    """Whether a value was changed without effect: set back alone, the game is the same."""
    before = money_values(printed).get(name)
    if name in SIDE or before is None or before.value == money_values(rules)[name].value:
        return False
    back = varied(rules, name, setting(printed, name))
    return game_of(back, wager) == game_of(rules, wager)


def _wager(asked: Asked) -> Cents:
    try:
        amount = cents(asked.wager.removeprefix("$"))
    except MoneyError as error:
        asked.refuse(f"--wager: {error}")
    if amount == 0:
        asked.refuse("--wager: nothing is no wager; write dollars, as in 25 or 12.50")
    return amount


def _removed(asked: Asked) -> tuple[Card, ...]:
    try:
        return cards(asked.removed)
    except CardError as error:
        asked.refuse(f"--remove: {error}")


def _chosen(asked: Asked) -> dict[str, tuple[str, str]]:
    """Return what is set, parts first: by name the option that says so, and the text of the value."""
    found: dict[str, tuple[str, str]] = {}
    if asked.decks is not None:
        found["decks"] = (f"--decks {asked.decks}", str(asked.decks))
    for typed in asked.settings:
        name, equals, text = (each.strip() for each in typed.partition("="))
        if not equals:
            name = typed.strip()
            asked.refuse(f"--set {name}: write NAME=VALUE, as in resplit=true or pontoon_pays=6:5")
        option = f"--set {name}={text}"
        if found.setdefault(name, (option, text)) != (option, text):
            asked.refuse(f"{found[name][0]} and {option}: a value is set once")
    return dict(sorted(found.items(), key=lambda each: each[0] not in PARTS))


def _set(asked: Asked, rules: Rulebook, name: str, option: str, text: str) -> Rulebook:
    try:
        return varied(rules, name, _reading(name, text))
    except UnknownNameError as error:
        every = ", ".join(money_names(rules))
        asked.refuse(f"{option}: {name} {error.problem}; in {rules.id} these can be set: {every}")
    except ImpossibleError as error:
        asked.refuse(f"{option}: {error.problem}")


def _reading(name: str, text: str) -> str | int | bool:
    """Read a value as the kind that its name takes: odds, an amount, a word, a number, yes or no."""
    if name in PARTS:
        return _WORDS.get(text, text)
    readings: list[str | int | bool] = [text, text.removeprefix("$")]
    if text.isascii() and text.isdecimal() and len(text) < 10:
        readings.append(int(text))
    if text in _WORDS:
        readings.append(_WORDS[text])
    for reading in readings:
        try:
            if name in HINTS:
                read_value(name, reading)
                return reading
        except ValueTextError:
            continue
    return text
