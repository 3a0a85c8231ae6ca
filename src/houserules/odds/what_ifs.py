"""Changes of one rule that people ask about: what the operator may choose, decks, what-ifs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from houserules.core.money import Cents
from houserules.odds.game import Game, game_of
from houserules.odds.varying import (
    PARTS,
    lender,
    money_options,
    money_values,
    part_clause,
    varied,
    with_part,
    without_part,
)
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown, written
from houserules.rulebook.values import NotOffered

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
    """Give every change of one rule that is listed here and makes another game, each game once."""
    seen = {essence(game_of(rules, wager))}
    found = []
    for change in (*_options(rules, wager), *_decks(rules, wager), *_what_ifs(rules, wager)):
        if (game := essence(change.game)) not in seen:
            seen.add(game)
            found.append(change)
    return tuple(found)


def essence(game: Game) -> Game:
    """Give a game without what comes to nothing in it: aces split again where nothing is."""
    return replace(game, id="", resplit_aces=game.hands_most > 2 and game.resplit_aces)


def of_value(
    rules: Rulebook, name: str, raw: object, *, wager: Cents, group: Group = "what-if"
) -> Change:
    """Give the change of one value."""
    changed = varied(rules, name, raw)
    now, then = money_values(rules)[name], money_values(changed)[name]
    return Change(
        name=name,
        says=in_words(name, then.value),
        before=shown(name, now.value),
        after=shown(name, then.value),
        clause=now.clause,
        group=group,
        game=game_of(changed, wager),
    )


def in_words(name: str, value: Any) -> str:
    """Say a value as a rule."""
    if name == "double_most_cards" and value is not None and value < 2:
        return "no doubling"
    words = name.replace("_", " ")
    return f"{words}: {shown(name, value)}"


def of_part(rules: Rulebook, part: str, *, wager: Cents, group: Group = "what-if") -> Change:
    """Give the change of taking a part away, or of bringing it in."""
    there = not isinstance(getattr(rules, part), NotOffered)
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
    """Give the change of how many hands a box may be split into."""
    changed = varied(varied(rules, "resplit", raw=True), "hands_most", raw=hands)
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
    """Give how many hands a box may be split into, with what is permitted."""
    return rules.splitting.hands_most.value if rules.splitting.resplit.value else 2


def hands_in_words(hands: int) -> str:
    """Say how far a box may be split."""
    return "no splitting again" if hands == 2 else f"split into up to {hands} hands"


def _options(rules: Rulebook, wager: Cents) -> Iterator[Change]:
    for name, entry in money_options(rules).items():
        for other in entry.alternatives:
            if name != "decks":
                yield of_value(rules, name, written(name, other), wager=wager, group="option")


def _decks(rules: Rulebook, wager: Cents) -> Iterator[Change]:
    for decks in sorted({*DECKS, *rules.equipment.decks.alternatives}):
        yield of_value(rules, "decks", decks, wager=wager, group="decks")


def _what_ifs(rules: Rulebook, wager: Cents) -> Iterator[Change]:
    there = money_values(rules)
    for name, others in ALTERNATIVES.items():
        for raw in others if name in there else ():
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
