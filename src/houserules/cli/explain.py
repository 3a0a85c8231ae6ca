"""`houserules explain`: a written round step by step, with every clause and every sum."""

import json
from itertools import groupby
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.files import load_record
from houserules.cli.common.options import AsJson, clean_exit, exit_code
from houserules.cli.render.console import (
    card_text,
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    rulebook_title,
)
from houserules.cli.render.round import show_malformed
from houserules.cli.render.tables import with_software
from houserules.core.cards import Card
from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.readings import readings
from houserules.table.records.report import Output, malformed_output, violation
from houserules.table.records.story import Story, tell
from houserules.table.records.story_rounds import Part, StorySentence

_TITLES: Final[dict[Part, str]] = {
    "wagers": "The wagers",
    "deal": "The initial deal",
    "offers": "Insurance and surrender",
    "play": "The subsequent deal",
    "dealer": "The dealer",
    "settlement": "Final settlement",
    "correction": "What went wrong or was put right",
    "result": "Net results",
    "refusal": "Rule broken",
}


def explain(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A round record (.toml, .json); - is standard input."),
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Explain a written round step by step.

    Shows each card, decision and payment with its clause, its arithmetic and the reading behind it.

    Exit codes: 0 explained, 1 the round breaks a rule, which ends the explanation, 2 it is
    malformed.
    """
    with clean_exit():
        output = _explain(file, on_screen=not as_json)
        if as_json:
            print(json.dumps(with_software(output), indent=2))
    raise typer.Exit(exit_code(output))


def _explain(file: str, *, on_screen: bool) -> Output:
    """Explain the round of a file on the screen, and return it as `--json` prints it."""
    try:
        story = tell(load_record(file))
    except MalformedRecord as error:
        if on_screen:
            show_malformed(console(), error, file)
        return malformed_output(error)
    if on_screen:
        _show(console(), story)
    output = {
        "rulebook": story.rules.id,
        "steps": [_step_output(story, step) for step in story.steps],
    }
    return output if story.violation is None else output | violation(story.violation)


def _step_output(story: Story, step: StorySentence) -> dict[str, Any]:
    return {
        "part": step.part,
        "text": step.text,
        "arithmetic": step.arithmetic,
        "clauses": [
            {"clause": each, "says": clause_text(story.rules, each)} for each in step.clauses
        ],
        "readings": [{"reading": number, "says": _reading(number)} for number in step.readings],
    }


def _show(screen: Console, story: Story) -> None:
    """Print the steps; a clause or a reading is quoted where it first matters."""
    screen.print(rulebook_title(story.rules))
    told: set[str] = set()
    for part, steps in groupby(story.steps, key=lambda step: step.part):
        screen.print()
        screen.print(Text(_TITLES[part], style="bold red" if part == "refusal" else "bold"))
        for step in steps:
            _show_step(screen, story, step, told)


def _show_step(screen: Console, story: Story, step: StorySentence, told: set[str]) -> None:
    text = Text()
    for word in step.words:
        shown = card_text(screen, word) if isinstance(word, Card) else Text(printable(word))
        text.append_text(shown)
    grounds = [*step.clauses, *map(_reading_name, step.readings)]
    if grounds:
        text.append(f" [{', '.join(grounds)}]", style="cyan")
    print_indented(screen, text, 2)
    if step.arithmetic:
        print_indented(screen, Text(step.arithmetic, style="green"), 4)
    for clause in step.clauses:
        _say_once(screen, clause, clause_text(story.rules, clause), told)
    for number in step.readings:
        _say_once(screen, _reading_name(number), _reading(number), told)


def _reading_name(reading: int) -> str:
    return f"reading {reading}"


def _reading(number: int) -> str:
    """Return a reading as the question that it answers, and the answer."""
    entry = readings().by_number(number)
    return f"{entry.question} {entry.reading}"


def _say_once(screen: Console, name: str, words: str, told: set[str]) -> None:
    if name not in told:
        told.add(name)
        print_indented(screen, citation(name, words), 6)
