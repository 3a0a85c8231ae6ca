"""What two rulebooks differ in as far as money goes, each difference put into the left one alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houserules.core.money import Cents
from houserules.odds.game import game_of
from houserules.odds.varying import MAIN, PARTS, money_values, part_clause, setting, swapped
from houserules.odds.what_ifs import PART_NAMES, Change, hands_in_words, hands_of, in_words
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown
from houserules.rulebook.values import NotOffered

_HANDS: Final = ("resplit", "hands_most")
"""Values that say one thing between them."""

_BOTH_BONUSES: Final = ("bonus_21", "super_bonus")
_BOTH_NATURALS: Final = ("pontoon", "blackjack")


def differences(left: Rulebook, right: Rulebook, wager: Cents) -> tuple[Change, ...]:
    """Give every difference that moves the money of a wager, as a change of the left rulebook alone.

    What comes to one thing is one change: the naturals of Pinkjack with all their kinds, the
    number of hands, the better odds for some 21s with the Super Bonus that hangs on them.
    """
    found = _Differing(left, right, wager)
    every = (*found.naturals(), *found.parts(), *found.hands(), *found.values())
    return tuple(change for change in every if change.game != game_of(left, wager))


@dataclass(frozen=True, slots=True)
class _Differing:
    left: Rulebook
    right: Rulebook
    wager: Cents

    def naturals(self) -> Iterator[Change]:
        if self._differs("blackjack"):
            kinds = ("of one kind", "by suit")
            yield self._parts(
                _BOTH_NATURALS,
                f"naturals as in {self.right.id}",
                kinds if _there(self.right, "blackjack") else kinds[::-1],
            )

    def parts(self) -> Iterator[Change]:
        together = self._differs("bonus_21")
        for part in PARTS:
            if self._differs(part) and not (together and part == "super_bonus"):
                parts = _BOTH_BONUSES if part == "bonus_21" else (part,)
                words = PART_NAMES[part]
                if _there(self.right, part):
                    yield self._parts(parts, words, ("no", "yes"))
                else:
                    yield self._parts(parts, f"no {words}", ("yes", "no"))

    def hands(self) -> Iterator[Change]:
        now, then = hands_of(self.left), hands_of(self.right)
        if now != then:
            yield self._values(_HANDS, hands_in_words(then), (f"{now} hands", f"{then} hands"))

    def values(self) -> Iterator[Change]:
        now, then = money_values(self.left), money_values(self.right)
        for name in MAIN:
            if name in now and name in then and name not in _HANDS:
                old, new = now[name].value, then[name].value
                if old != new:
                    words = shown(name, old), shown(name, new)
                    yield self._values((name,), in_words(name, new), words)

    def _differs(self, part: str) -> bool:
        return _there(self.left, part) != _there(self.right, part)

    def _parts(self, parts: tuple[str, ...], says: str, words: tuple[str, str]) -> Change:
        changed = self.left
        for part in parts:
            changed = swapped(changed, part, getattr(self.right, part))
        game = game_of(changed, self.wager)
        clause = part_clause(getattr(self.left, parts[0]))
        return Change(parts[0], says, *words, clause, "difference", game)

    def _values(self, names: tuple[str, ...], says: str, words: tuple[str, str]) -> Change:
        changed = self.left
        for name in names:
            changed = vary(changed, name, setting(self.right, name))
        game = game_of(changed, self.wager)
        clause = money_values(self.left)[names[0]].clause
        return Change(names[-1], says, *words, clause, "difference", game)


def _there(rules: Rulebook, part: str) -> bool:
    return not isinstance(getattr(rules, part), NotOffered)
