"""The letters that a player answers with, and the commands that they stand for."""

from typing import Final, NamedTuple

from houserules.cli.practice import Practice
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import PART_OF
from houserules.rulebook.values import NotOffered, Value
from houserules.table import commands as c
from houserules.table.legal import Open


class Key(NamedTuple):
    """A decision as the player sees it."""

    word: str
    meaning: str
    entry: str  # of the rulebook: what allows it


KEYS: Final = {
    "h": Key("hit", "take one more card", "turn_order"),
    "s": Key("stand", "take no more cards", "must_draw_below"),
    "d": Key("double", "wager up to as much again for exactly one more card", "double_most"),
    "p": Key("split", "make two hands of two cards of one value", "split_equal_values"),
    "i": Key("insure", "wager that the dealer's second card makes a natural", "insurance_most"),
    "u": Key("surrender", "give up half the wager", "surrender_against"),
    "f": Key("forfeit", "take the double back, give up the wager", "forfeit_by_controller"),
    "k": Key("keep", "leave the doubled hand as it is", "forfeit_closes"),
    "r": Key("split again", "make two hands of the aces", "resplit_aces"),
    "n": Key("no", "leave it as it is", "split_aces_get_one_card"),
}

_ANSWERS: Final = {None: "hsdpiu", "forfeit": "fk", "split-ace-again": "rn"}
"""Which letters answer which question; None: the table asks for a decision."""


def clause_behind(rules: Rulebook, letter: str) -> Clause:
    """Give the clause that allows a decision, or that leaves no room for it in this game."""
    part, key = getattr(rules, PART_OF[KEYS[letter].entry]), KEYS[letter].entry
    entry: Value[object] | Clause = (
        part.clause if isinstance(part, NotOffered) else getattr(part, key)
    )
    return entry.clause if isinstance(entry, Value) else entry


def command_for(letter: str, practice: Practice, box: int) -> c.Command | None:
    """Give the command that a letter stands for on a box, allowed or not."""
    who, spot, awaiting = practice.player, practice.spot, practice.table.awaiting
    hand = spot[1] if spot and spot[0] == box else 1
    found = practice.table.hand(box, hand)
    stake = found.stake_of(who) if found else None
    full = stake.amount if stake else 1
    match letter:
        case "h":
            return c.Hit(who, box, hand)
        case "s":
            return c.Stand(who, box, hand)
        case "d":
            return c.Double(who, box, hand, full)
        case "p" | "r":
            return c.Split(who, box, hand)
        case "i":
            return c.Insure(who, box, max(full // 2, 1))
        case "u":
            return c.Surrender(who, box)
        case "f":
            return c.Forfeit(who, box, hand)
        case "k" | "n" if awaiting is not None:
            return c.Decline(who, box)
    return None


def open_now(practice: Practice, box: int) -> dict[str, Open]:
    """Give what the player may do on a box now, by letter."""
    awaiting = practice.table.awaiting
    here = [each for each in practice.options() if getattr(each.command, "box", None) == box]
    by_kind = {type(each.command): each for each in here}
    letters = _ANSWERS.get(awaiting.question if awaiting else None, "")
    meant = {letter: type(command_for(letter, practice, box)) for letter in letters}
    return {letter: by_kind[kind] for letter, kind in meant.items() if kind in by_kind}
