"""One sentence for every refused command, in words for its reader.

The rules write a refusal to the player whom the command is about: "You have no double on this hand".
The dealer, a register, a replay or an audit reads "Ann has no double on this hand".
"""

import re
from dataclasses import replace
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.table.narrator.sentence import Sentence

VERBS: Final = {
    "are": "is",
    "have": "has",
    "do": "does",
    "need": "needs",
    "owe": "owes",
    "sit": "sits",
    "were": "was",
}
"""Verbs that change after a name; the others in refusals (can, must, may, past tenses) do not."""
_SECOND_PERSON: Final = re.compile(
    r"(?<!suits[- ])\b(?:(your)|you(?: (\w+))?)\b",  # the side wager Suits You is nobody
    re.IGNORECASE,
)
_BRACE: Final = {"brace": "{"}  # somebody's name may have one
_NOBODY_NAMED: Final = {"player": "the player", "players": "the player's"}


def narrate_refusal(refusal: Refusal, player: str | None) -> Sentence:
    """Return the sentence of a refusal; `player` is whom its "you" means, None if no name is known."""
    possessive = "player's" if player else "players"

    def gap(found: re.Match[str]) -> str:
        your, verb = found.groups()
        if your:
            return f"{{{possessive}}}"
        if verb in VERBS:
            return f"{{player}} {{player:{VERBS[verb]}|{verb}}}"
        return f"{{player}} {verb}" if verb else "{player}"

    template = _SECOND_PERSON.sub(gap, refusal.detail.replace("{", "{brace}"))
    people = {"player": player} if player else {}
    return Sentence(template, people, _BRACE if player else _BRACE | _NOBODY_NAMED)


def address_refusal(refusal: Refusal, command: Any, reader: str | None = None) -> Refusal:
    """Return the refusal of a command in words for its reader; None: for anybody but the player."""
    by = getattr(command, "by", None)
    player = getattr(command, "player", None) or getattr(by, "name", None)
    return replace(refusal, detail=narrate_refusal(refusal, player).text(reader))
