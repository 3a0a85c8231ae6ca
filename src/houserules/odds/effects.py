"""What each single rule change is worth, with best play before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.odds.game import (
    MAIN,
    PARTS,
    Game,
    game_of,
    has_part,
    lender,
    money_options,
    money_values,
    part_clause,
    replace_part,
    setting,
    vary_value,
    with_part,
    without_part,
)
from houserules.odds.solved_game import Progress, solve
from houserules.odds.solver.shoe import ShoeError, check_shoe, full_shoe
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import describe_value, write_value

# Changes of one rule that people ask about: what the operator may choose, decks, what-ifs.


Group = Literal["option", "decks", "what-if", "difference"]

DECKS: Final = (1, 2, 4, 6, 8)
ALTERNATIVES: Final[dict[str, tuple[str | int | bool, ...]]] = {
    "tens_in_deck": (False, True),
    "dealer_stands_on_soft": (17, 18),
    "equal_totals": ("stand-off", "lose"),
    "pontoon_pays": ("1 to 1", "6 to 5", "3 to 2", "2 to 1"),
    "unsuited_blackjack_pays": ("6 to 5", "3 to 2", "2 to 1"),
    "suited_blackjack_pays": ("2 to 1", "3 to 1"),
    "pinkjack_pays": ("3 to 1", "5 to 1"),
    "must_draw_below": (0, 12),
    "double_most_cards": (0, 2, 3, "any number"),
    "aces_when_doubling": ("every ace is 1", "initial aces are 1", "usual"),
    "resplit_aces": (False, True),
    "split_aces_get_one_card": (False, True),
    "naturals_after_split": (False, True),
    "natural_collects": ("busted-bets-plus-one", "original-hand", "one-in-all"),
    "dealer_pinkjack_counts_as_blackjack": (False, True),
}
"""What else a rule might say, by value."""

PART_NAMES: Final = {
    "surrender": "surrender",
    "bonus_21": "better odds for 21s of many cards, 6-7-8 and 7-7-7",
    "super_bonus": "Super Bonus",
    "five_card_trick": "five card trick",
    "forfeit": "forfeit after a double",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One rule that is different, and the game that this makes."""

    name: str  # of the value or part
    says: str
    before: str
    after: str
    clause: str  # that gives the rule as it stands
    group: Group
    game: Game


def changes(rules: Rulebook, wager: Cents) -> tuple[Change, ...]:
    """Return every listed change of one rule that makes a different game, each game once."""
    seen = {essence(game_of(rules, wager))}
    listed = []
    for change in _all_changes(rules, wager):
        if (game := essence(change.game)) not in seen:
            seen.add(game)
            listed.append(change)
    return tuple(listed)


def essence(game: Game) -> Game:
    """Return a game without idle values: resplit aces where nothing is split again."""
    return replace(game, id="", resplit_aces=game.hands_most > 2 and game.resplit_aces)


def of_value(
    rules: Rulebook, name: str, raw: object, *, wager: Cents, group: Group = "what-if"
) -> Change:
    changed = vary_value(rules, name, raw)
    now, then = money_values(rules)[name], money_values(changed)[name]
    return Change(
        name=name,
        says=in_words(name, then.value),
        before=describe_value(name, now.value),
        after=describe_value(name, then.value),
        clause=now.clause,
        group=group,
        game=game_of(changed, wager),
    )


def in_words(name: str, value: Any) -> str:
    """Say a value as a rule."""
    if name == "double_most_cards" and value is not None and value < 2:
        return "no doubling"
    words = name.replace("_", " ")
    return f"{words}: {describe_value(name, value)}"


def of_part(rules: Rulebook, part: str, *, wager: Cents, group: Group = "what-if") -> Change:
    """Return the change of taking a part away, or of bringing it in."""
    there = has_part(rules, part)
    changed = without_part(rules, part) if there else with_part(rules, part)
    words = PART_NAMES[part]
    return Change(
        name=part,
        says=f"no {words}" if there else f"{words}, as in {lender(part)}",
        before="yes" if there else "no",
        after="no" if there else "yes",
        clause=part_clause(getattr(rules, part)),
        group=group,
        game=game_of(changed, wager),
    )


def of_hands(rules: Rulebook, hands: int, *, wager: Cents, group: Group = "what-if") -> Change:
    """Return the change of how many hands a box may be split into."""
    changed = vary_value(vary_value(rules, "resplit", raw=True), "hands_most", raw=hands)
    return Change(
        name="hands_most",
        says=hands_in_words(hands),
        before=str(hands_of(rules)),
        after=str(hands),
        clause=rules.splitting.resplit.clause,
        group=group,
        game=game_of(changed, wager),
    )


def hands_of(rules: Rulebook) -> int:
    """Return how many hands a box may be split into, with what is permitted."""
    return rules.splitting.hands_most.value if rules.splitting.resplit.value else 2


def hands_in_words(hands: int) -> str:
    """Say how far a box may be split."""
    return "no splitting again" if hands == 2 else f"split into up to {hands} hands"


def _all_changes(rules: Rulebook, wager: Cents) -> Iterator[Change]:
    """Yield the options of the operator, other numbers of decks, then what-ifs."""
    for name, entry in money_options(rules).items():
        for other in entry.alternatives:
            if name != "decks":
                yield of_value(rules, name, write_value(name, other), wager=wager, group="option")
    for decks in sorted({*DECKS, *rules.equipment.decks.alternatives}):
        yield of_value(rules, "decks", decks, wager=wager, group="decks")
    for name, others in ALTERNATIVES.items():
        for raw in others if name in money_values(rules) else ():
            yield of_value(rules, name, raw, wager=wager)
    for hands in (2, 3, 4):
        yield of_hands(rules, hands, wager=wager)
    for part in PARTS:
        yield of_part(rules, part, wager=wager)
    yield Change(
        name="peeks",
        says="the dealer has a second card and looks for a natural first",
        before="no",
        after="yes",
        clause=rules.initial_deal.deal_order,
        group="what-if",
        game=replace(game_of(rules, wager), peeks=True),
    )


# What two rulebooks differ in as far as money goes, each difference put into the left one alone.


_HANDS: Final = ("resplit", "hands_most")
"""Values that say one thing between them."""

_BOTH_BONUSES: Final = ("bonus_21", "super_bonus")
_BOTH_NATURALS: Final = ("pontoon", "blackjack")


def differences(left: Rulebook, right: Rulebook, wager: Cents) -> tuple[Change, ...]:
    """Return every difference that moves the money of a wager, as a change of the left rulebook alone.

    What comes to one thing is one change: the naturals of Pinkjack with all their kinds, the
    number of hands, the better odds for some 21s with the Super Bonus that depends on them.
    """
    differing = _Differing(left, right, wager)
    every = (*differing.naturals(), *differing.parts(), *differing.hands(), *differing.values())
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
                kinds if has_part(self.right, "blackjack") else kinds[::-1],
            )

    def parts(self) -> Iterator[Change]:
        together = self._differs("bonus_21")
        for part in PARTS:
            if self._differs(part) and not (together and part == "super_bonus"):
                parts = _BOTH_BONUSES if part == "bonus_21" else (part,)
                words = PART_NAMES[part]
                if has_part(self.right, part):
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
                    words = describe_value(name, old), describe_value(name, new)
                    yield self._values((name,), in_words(name, new), words)

    def _differs(self, part: str) -> bool:
        return has_part(self.left, part) != has_part(self.right, part)

    def _parts(self, parts: tuple[str, ...], says: str, words: tuple[str, str]) -> Change:
        changed = self.left
        for part in parts:
            changed = replace_part(changed, part, getattr(self.right, part))
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


@dataclass(frozen=True, slots=True)
class Effect:
    """A change, the edge with it, and by how much that is more than without."""

    change: Change
    house_edge: float
    effect: float


@dataclass(frozen=True, slots=True)
class Effects:
    """The edge of a game, and what each change of one rule does to it."""

    house_edge: float
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class RulebookComparison:
    """Two games, and each of their differences put alone into the left one."""

    left: float  # house edges
    right: float
    effects: tuple[Effect, ...]

    @property
    def difference(self) -> float:
        """By how much the right game is better for the house."""
        return self.right - self.left

    @property
    def total(self) -> float:
        return sum(each.effect for each in self.effects)

    @property
    def rest(self) -> float:
        """The interaction between the differences, beyond the sum of their effects."""
        return self.difference - self.total


def effects(
    rules: Rulebook,
    *,
    wager: Cents = 2500,
    removed: Iterable[Card] = (),
    progress: Progress | None = None,
) -> Effects:
    """Value every listed change of a single rule."""
    gone = tuple(removed)
    every = tuple(each for each in changes(rules, wager) if _has(each.game, gone))
    games = (game_of(rules, wager), *(change.game for change in every))
    base, *others = _edges(games, gone, progress)
    return Effects(base, _value_changes(every, others, base))


def compare(
    left: Rulebook,
    right: Rulebook,
    *,
    wager: Cents = 2500,
    removed: Iterable[Card] = (),
    progress: Progress | None = None,
) -> RulebookComparison:
    """Put each difference between two rulebooks alone into the left one, and value it."""
    every, gone = differences(left, right, wager), tuple(removed)
    games = (game_of(left, wager), game_of(right, wager), *(change.game for change in every))
    base, other, *others = _edges(games, gone, progress)
    return RulebookComparison(base, other, _value_changes(every, others, base))


def _has(game: Game, removed: Sequence[Card]) -> bool:
    """Whether these cards can be gone from the shoe of a game."""
    try:
        check_shoe(full_shoe(game).without(removed))
    except ShoeError:
        return False
    return True


def _value_changes(
    every: Sequence[Change], edges: Sequence[float], base: float
) -> tuple[Effect, ...]:
    return tuple(
        Effect(change, edge, edge - base) for change, edge in zip(every, edges, strict=True)
    )


def _edges(
    games: Sequence[Game], removed: Sequence[Card], progress: Progress | None
) -> Iterator[float]:
    for done, game in enumerate(games, start=1):
        yield solve(game, removed=removed).house_edge
        if progress is not None:
            progress(done, len(games))
