"""Requests as they were typed, and the one reader of `--set NAME=VALUE` for commands and the API.

Nothing here loads `odds` or NumPy until a rulebook really changes: a server without NumPy can still
read a request and answer it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import HINTS, ValueTextError, read_value

WAGER: Final = "25"


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """A request as it was typed."""

    rulebook: str
    decks: int | None = None
    wager: str = WAGER
    settings: tuple[str, ...] = ()
    removed: str = ""


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """A simulation as it was typed; None and empty: not given."""

    rounds: str | None = None
    seed: int = 1
    boxes: int | None = None
    penetration: str | None = None
    device: bool = False
    fresh: bool = False
    strategies: tuple[str, ...] = ("best",)
    wagers: tuple[str, ...] = (WAGER,)
    insures: bool = False
    side: str | None = None
    in_chips: bool = False
    workers: int | None = None
    cluster: str | None = None
    by: tuple[str, ...] = ()
    until_error: float | None = None
    session: str | None = None
    sessions: str | None = None
    bankroll: str | None = None
    count: str | None = None
    ramp: str | None = None
    deviations: bool = False
    rounds_per_hour: float | None = None
    full: bool = False
    save: str | None = None
    resume: str | None = None
    csv: str | None = None
    parquet: str | None = None
    plot: str | None = None


_WORDS: Final = {"true": True, "yes": True, "false": False, "no": False}


class RequestError(ValueError):
    """A request that cannot be met: where it says so, what is wrong, and what is allowed instead.

    `where` is the option as it was given, without dashes ("set resplit=perhaps"); it is empty where
    several options contradict each other, and `problem` then names them. `name` is the rulebook's value
    in question, if there is one.
    """

    def __init__(
        self, where: str, problem: str, allowed: tuple[str, ...] = (), name: str = ""
    ) -> None:
        super().__init__(where, problem, allowed, name)  # all of them, so that it can be pickled
        self.where, self.problem, self.allowed, self.name = where, problem, allowed, name

    def __str__(self) -> str:
        return f"--{self.where}: {self.problem}" if self.where else self.problem


def parse_settings(texts: Iterable[str], *, decks: int | None = None) -> dict[str, str]:
    """Return the text of every value to set, by its name; `decks` is one of them."""
    settings: dict[str, str] = {}
    if decks is not None:
        settings["decks"] = str(decks)
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            problem = "write NAME=VALUE, as in resplit=true or pontoon_pays=6:5"
            raise RequestError(f"set {name}", problem, name=name)
        if settings.setdefault(name, value) != value:
            problem = f"{name} is already set to {settings[name]}; set each value once"
            raise RequestError(f"set {name}={value}", problem, name=name)
    return settings


def apply_settings(rules: Rulebook, settings: Mapping[str, str]) -> Rulebook:
    """Return the rulebook with every value set, whole parts first."""
    from houserules.odds.game import (  # noqa: PLC0415  # noqa: PLC0415
        PARTS,
        ImpossibleError,
        UnknownNameError,
        money_names,
        vary_value,
    )

    for name, text in sorted(settings.items(), key=lambda setting: setting[0] not in PARTS):
        where = f"decks {text}" if name == "decks" else f"set {name}={text}"
        try:
            rules = vary_value(rules, name, read_setting(name, text, is_part=name in PARTS))
        except UnknownNameError as error:
            allowed = money_names(rules)
            problem = f"{name} {error.problem}; in {rules.id} you can set {', '.join(allowed)}"
            raise RequestError(where, problem, allowed, name) from None
        except ImpossibleError as error:
            raise RequestError(where, error.problem, name=name) from None
    return rules


def read_setting(name: str, text: str, *, is_part: bool = False) -> str | int | bool:
    """Read a value as its name takes it: odds, an amount, a word, a number, yes or no."""
    if is_part:
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
