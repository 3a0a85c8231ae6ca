"""What each card is worth: how the house edge changes when one of it is taken out of a full shoe."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houserules.core.cards import CARDS, SUITS, Card
from houserules.core.money import Cents
from houserules.odds.game import Game, game_of
from houserules.odds.side_wagers import side_wagers
from houserules.odds.solved_game import Progress, solve
from houserules.odds.solver.hand_index import NAMES
from houserules.odds.solver.shoe import Shoe, full_shoe
from houserules.odds.solver.suits import BONUS_CARDS
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered


@dataclass(frozen=True, slots=True)
class Removal:
    """One card out: a value, or some faces of it that the rules tell apart."""

    name: str  # "7", "7s" (spades), "7hdc" (the other suits)
    faces: tuple[Card, ...]
    cards: int  # how many of them a full shoe has
    house_edge: float  # how much higher the edge is without one of them
    insurance: Fraction | None  # the same of insurance; None where there is none


@dataclass(frozen=True, slots=True)
class Removals:
    """The effects of removal in one game; a value is the mean of its faces."""

    game: Game
    house_edge: float  # of the full shoe
    by_value: tuple[Removal, ...]
    by_face: tuple[Removal, ...]  # only of values whose faces differ

    assumes: ClassVar[str] = (
        "one card out of a full shoe, one box, first round, best play for the cards that are left "
        "each time; of a value, one card at random"
    )


def removals(rules: Rulebook, *, wager: Cents = 2500, progress: Progress | None = None) -> Removals:
    """Solve the game again for every card that can be taken out."""
    game = game_of(rules, wager)
    shoe = full_shoe(game)
    part = rules.insurance
    ranks = "" if isinstance(part, NotOffered) else part.insurance_against.value
    groups = _groups(game, shoe, ranks)
    full = solve(game, shoe=shoe).house_edge
    insured = _insurance_edge(rules, shoe)
    by_value: dict[int, list[Removal]] = {}
    for done, faces in enumerate(groups, start=1):
        edge = solve(game, shoe=shoe, removed=faces[:1]).house_edge
        after = _insurance_edge(rules, shoe.without(faces[:1]))
        change = None if insured is None or after is None else after - insured
        cards = sum(int(shoe.of(face)) for face in faces)
        each = Removal(_name(faces), faces, cards, edge - full, change)
        by_value.setdefault(faces[0].value, []).append(each)
        if progress is not None:
            progress(done, len(groups))
    apart = tuple(each for every in by_value.values() if len(every) > 1 for each in every)
    return Removals(game, full, tuple(map(_together, by_value.values())), apart)


def _insurance_edge(rules: Rulebook, shoe: Shoe) -> Fraction | None:
    insurance = side_wagers(rules, shoe).get("insurance")
    return None if insurance is None else insurance.when_open


def _groups(game: Game, shoe: Shoe, insured: str) -> list[tuple[Card, ...]]:
    """Put faces together that neither the rules nor a full shoe tell apart.

    Told apart are spades in 6-7-8, the pink cards and their suit, and ranks open to surrender or insurance.
    """
    groups: dict[tuple[int, object], list[Card]] = {}
    for card in CARDS.values():
        if shoe.of(card) > 0:
            spades = game.bonuses and card.value - 1 in BONUS_CARDS and card.suit == "s"
            diamonds = game.naturals.by_suit and card.value in (1, 10) and card.suit == "d"
            pink = diamonds and str(card) in ("Ad", "Jd")
            kind = bool(spades), diamonds, pink, card.rank in game.surrender_against
            groups.setdefault((card.value, (kind, card.rank in insured)), []).append(card)
    return [tuple(faces) for _, faces in sorted(groups.items(), key=lambda each: each[0][0])]


def _name(faces: tuple[Card, ...]) -> str:
    """Write faces short: their ranks, then their suits unless they have all four."""
    ranks = "".join(dict.fromkeys(face.rank for face in faces))
    suits = "".join(dict.fromkeys(face.suit for face in faces))
    return ranks if len(suits) == len(SUITS) else ranks + suits


def _together(every: list[Removal]) -> Removal:
    """Put the faces of a value together, as one card taken out at random."""
    faces = tuple(face for each in every for face in each.faces)
    cards = sum(each.cards for each in every)
    edge = sum(each.cards * each.house_edge for each in every) / cards
    changes = [each.insurance * each.cards for each in every if each.insurance is not None]
    insurance = sum(changes, Fraction(0)) / cards if changes else None
    return Removal(NAMES[faces[0].value - 1], faces, cards, edge, insurance)
