"""What a PAR sheet is made from, and the words that go with it: assumptions and the command."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.cards import RANKS
from houserules.core.money import Cents, Odds, dollars, format_money
from houserules.odds.chart import Chart
from houserules.odds.figures import SideWagerFigures
from houserules.odds.solved_game import SolvedGame
from houserules.odds.solver.action_values import BEST_PLAY
from houserules.odds.solver.shoe import full_shoe
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import MAY_BE_MISSING, write_value
from houserules.rulebook.values import NotOffered
from houserules.sheets.par_rules import POINTS, changed_values


@dataclass(frozen=True, slots=True)
class ParSheet:
    """A solved game with all that its sheet shows."""

    solved: SolvedGame
    rules: Rulebook
    wager: Cents
    chart: Chart
    side_wagers: dict[str, SideWagerFigures]
    version: str
    file: str  # the name that the sheet is written under

    @property
    def best_play(self) -> bool:
        """Whether the figures are those of best play, or those of the chart."""
        return is_best_play(self.solved)

    @property
    def cards(self) -> int:
        return round(float(self.solved.shoe.faces.sum()))

    @property
    def full(self) -> bool:
        """Whether the shoe is a full one."""
        return bool((self.solved.shoe.faces == full_shoe(self.solved.game).faces).all())


def is_best_play(solved: SolvedGame) -> bool:
    """Whether a game was solved for best play."""
    return solved.openings[0].against.policy is BEST_PLAY


def assumptions(sheet: ParSheet) -> Iterator[str]:
    """Say what the figures take for granted."""
    yield (
        f"One box, one bettor, a wager of {format_money(sheet.wager)}: the first round of "
        f"{_shoe(sheet)}. Cards are drawn without replacement; a burned card that nobody sees "
        "changes nothing."
    )
    yield (
        "Best play: on every hand, the choice with the highest expected result for exactly these "
        "cards against this upcard."
        if sheet.best_play
        else "Every hand is played by the strategy chart of this sheet, which is not quite best play."
    )
    yield (
        "A split hand is played for its own cards, knowing which cards were split; all hands of the "
        "box, and what a dealer natural collects from them, are valued together."
    )
    yield (
        "Doubles are for the full amount that the rules allow. Payments are exact: nothing is "
        "rounded to chips."
    )
    yield from _left_out(sheet)
    if sheet.solved.game.hands_most > 2:
        yield (
            "If a pair becomes three hands, their joint distribution is fitted to the exact "
            "probabilities of every two of them. This affects only the rarest lines of the "
            "distribution, not the house edge."
        )


def _shoe(sheet: ParSheet) -> str:
    """Name the shoe; one that is not full by what it has of each rank."""
    if sheet.full:
        return f"a full shoe of {sheet.cards} cards"
    ranks = zip(RANKS, sheet.solved.shoe.faces.sum(axis=1), strict=True)
    held = ", ".join(f"{rank} {number:.0f}" for rank, number in ranks)
    return f"a shoe that is not full: {sheet.cards} cards ({held})"


def _left_out(sheet: ParSheet) -> Iterator[str]:
    rules, bonus = sheet.rules, sheet.rules.super_bonus
    insured = "" if isinstance(rules.insurance, NotOffered) else "Insurance is not taken. "
    yield f"{insured}Side wagers are not included; they are listed separately below."
    prizes = {"Super Bonus": bonus, "prize for an Ultimate Pinkjack": rules.blackjack}
    for prize, part in prizes.items():
        if not isinstance(part, NotOffered):
            yield f"The {prize} is a fixed amount, so the figures apply only to this size of wager."
    if not isinstance(bonus, NotOffered):
        others = bonus.bonus_of_others
        yield (
            f"The {format_money(others.value)} that others at the table receive with a Super Bonus "
            f"(clause {others.clause}) is not included."
        )


def changes(sheet: ParSheet) -> str:
    """Say whether the game is that of the rulebook, and what it is otherwise."""
    changed = [
        own.choice is not None or here.value in own.alternatives
        for key, (own, here) in changed_values(sheet.rules).items()
        if key in POINTS
    ]
    changed += [False for _ in changed_parts(sheet.rules)]
    if not changed:
        return "as in the rulebook"
    options, other = sum(changed), len(changed) - sum(changed)
    parts = [f"options chosen: {options}"] if options else []
    parts += [f"not as approved, what-ifs: {other}"] if other else []
    return "; ".join(parts)


def changed_parts(rules: Rulebook) -> list[str]:
    """Return the parts that are there and not in the rulebook, or the other way round."""
    own = rulebook(rules.id)
    return [
        part
        for part in sorted(MAY_BE_MISSING)
        if isinstance(getattr(own, part), NotOffered)
        != isinstance(getattr(rules, part), NotOffered)
    ]


def again(sheet: ParSheet) -> str:
    """Say what the command does."""
    if sheet.full:
        return "which makes it again, byte for byte: the file carries no date."
    return "which makes it for a full shoe; this one is for the shoe named under 2."


def command(sheet: ParSheet) -> str:
    """Return the command that makes the sheet again."""
    words = ["houserules", "odds", sheet.rules.id, "--decks", str(sheet.solved.game.decks)]
    words += ["--wager", dollars(sheet.wager)]
    for key, (_, here) in changed_values(sheet.rules).items():
        if key != "decks":
            words += ["--set", f"{key}={_setting_text(key, here.value)}"]
    for part in changed_parts(sheet.rules):
        offered = not isinstance(getattr(sheet.rules, part), NotOffered)
        words += ["--set", f"{part}={str(offered).lower()}"]
    if not sheet.best_play:
        words += ["--strategy", "chart"]
    return shlex.join([*words, "--par", sheet.file])


def _setting_text(key: str, value: object) -> str:
    """Return a value as it is typed after --set."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Odds):
        return f"{value.pays}:{value.on}"
    return str(write_value(key, value))
