"""Help at a prompt: what may be answered, why the rest may not, and which clause says so."""

from typing import Final

from houserules.cli.choices import KEYS, clause_behind, command_for
from houserules.cli.felt import Felt
from houserules.cli.lines import Choices
from houserules.cli.practice import Practice

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
        _tell_clause(felt, about)
    elif not practice.is_running:
        felt.say(f"{KEYS[about].word.capitalize()}: {KEYS[about].meaning}.")
        felt.clause(clause_behind(practice.rules, about))
    elif refusal := practice.why_not(command):
        felt.refused(refusal)
    else:
        felt.say(f"You may {KEYS[about].word} now.")
        felt.clause(clause_behind(practice.rules, about))


def _tell_clause(felt: Felt, number: str) -> None:
    """Print a clause by its number, or say what may be asked for."""
    if number and (felt.clause(number) or felt.clause(number.upper())):
        return
    felt.say(
        f"Ask why and a letter, one of {' '.join(_DECISIONS)}, or why and the number of a clause "
        f"of {felt.rules.id}; {number!r} is neither.",
        style="yellow",
    )


def tell_wrong(felt: Felt, practice: Practice, *, box: int, text: str, choices: Choices) -> None:
    """Say why not, by the clause where the table has one, else what there is to choose."""
    command = command_for(text, practice, box) if practice.is_running else None
    if command is not None and (refusal := practice.why_not(command)):
        felt.refused(refusal)
        return
    allowed = ", ".join(f"{letter} ({word})" for letter, word in choices.items())
    wrong = f"{text!r} is not a choice here; choose" if text else "Choose"
    felt.say(f"{wrong} {allowed}.", style="yellow")
