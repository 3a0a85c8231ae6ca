"""How to play: one game in plain words, with every rule taken from the rulebook's values and clauses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houserules.core.cards import deck
from houserules.core.money import Odds, format_money
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import is_money
from houserules.rulebook.values import NotOffered


@dataclass(frozen=True, slots=True)
class Point:
    """Something a player should know, and the clauses that say so."""

    text: str
    clauses: tuple[Clause, ...]
    term: str = ""  # what it is about: a choice, or a hand that is paid


@dataclass(frozen=True, slots=True)
class Chapter:
    """Points that belong together."""

    title: str
    points: tuple[Point, ...]
    note: str = ""
    is_table: bool = False  # of what pays what


_RANKS: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def primer(rules: Rulebook) -> tuple[Chapter, ...]:
    """Explain a game to somebody who has never played it."""
    return (
        Chapter("The game in short", tuple(_in_short(rules))),
        Chapter("The cards", tuple(_cards(rules))),
        Chapter("A round", tuple(_round(rules))),
        Chapter("Who wins", tuple(_winning(rules))),
        Chapter("Your choices", tuple(_choices(rules))),
        Chapter("What pays what", tuple(_payments(rules)), _odds(rules), is_table=True),
    )


def pitch(rules: Rulebook) -> str:
    """Describe a game in one line."""
    tens = "with tens" if rules.equipment.tens_in_deck.value else "without tens"
    name = "Pinkjack" if isinstance(rules.pontoon, NotOffered) else "Pontoon"
    ties = "lose" if rules.final.equal_totals.value == "lose" else "are a stand-off"
    return f"Decks {tens}. {name} pays {_best(rules)}, any 21 wins, equal totals {ties}."


def _odds(rules: Rulebook) -> str:
    """Explain how to read odds."""
    odds = _best(rules)
    return f"{odds} pays ${odds.pays} for every ${odds.on} of your wager, and you keep the wager."


def _best(rules: Rulebook) -> Odds:
    """Return the odds of the hand that the game is named after."""
    if not isinstance(rules.pontoon, NotOffered):
        return rules.pontoon.pontoon_pays.value
    assert not isinstance(rules.blackjack, NotOffered)
    return rules.blackjack.pinkjack_pays.value


def natural(rules: Rulebook) -> str:
    """Name an ace with a ten-value card as the first two cards."""
    return "pontoon" if isinstance(rules.blackjack, NotOffered) else "blackjack"


def _point(text: str, *clauses: Clause, term: str = "") -> Point:
    return Point(text, tuple(dict.fromkeys(clauses)), term)


def _in_short(rules: Rulebook) -> Iterator[Point]:
    final, play = rules.final, rules.play
    yield _point(
        "You play against the dealer, not against the other players. Get closer to 21 than the "
        "dealer without going over.",
        final.higher_total_pays.clause,
    )
    yield _point(
        "Any 21 of yours wins at once, whatever the dealer has.", play.twenty_one_pays.clause
    )
    if not isinstance(rules.five_card_trick, NotOffered):
        clause = rules.five_card_trick.five_card_trick_pays.clause
        yield _point("So do five cards that total 21 or less, a five card trick.", clause)
    yield _point(
        "A hand over 21 is bust. It loses at once, even if the dealer goes over 21 later.",
        play.bust_loses,
    )


def _cards(rules: Rulebook) -> Iterator[Point]:
    equipment = rules.equipment
    decks = _NUMBERS.get(equipment.decks.value, str(equipment.decks.value)).capitalize()
    has_tens = equipment.tens_in_deck.value
    text = f"{decks} decks of {len(deck(tens=has_tens))} cards"
    text += "." if has_tens else ". The tens are taken out; jacks, queens and kings stay."
    yield _point(text, equipment.decks.clause)
    yield _point(
        "An ace counts 11, or 1 if 11 would take the hand over 21. Jacks, queens and kings count "
        "10, all other cards their number.",
        equipment.card_values,
    )
    yield _point(
        "A hand is soft while an ace in it counts 11: ace and 6 is a soft 17.",
        equipment.card_values,
    )


def _round(rules: Rulebook) -> Iterator[Point]:
    wagers, play = rules.wagers, rules.play
    yield _point(
        "Put your wager on a box before the first card is dealt. The sign at the table says how "
        "much you may wager.",
        wagers.wagers_before_first_card,
        rules.limits.minimum.clause,
    )
    yield _point(
        "Every box with a wager gets two cards, and the dealer gets one.",
        rules.initial_deal.deal_order,
    )
    must = play.must_draw_below
    text = "When it is your turn, take cards one at a time (hit) or stop (stand)."
    text += f" You must draw on a total below {must.value}." if must.value else ""
    yield _point(text, play.turn_order, must.clause)
    yield _point(_dealer(rules), rules.dealer.dealer_stands_on_hard.clause)


def _dealer(rules: Rulebook) -> str:
    hard, soft = rules.dealer.dealer_stands_on_hard.value, rules.dealer.dealer_stands_on_soft.value
    stands = f"stands on {hard} or more"
    if hard == soft:
        return f"The dealer plays last and has no choice: draws on {hard - 1} or less, {stands}."
    return (
        f"The dealer plays last and has no choice: {stands}, but draws on a soft hand below {soft}."
    )


def _winning(rules: Rulebook) -> Iterator[Point]:
    final = rules.final
    if not isinstance(rules.pontoon, NotOffered):
        yield _point(
            "Pontoon is an ace with a jack, queen or king as your first two cards. It is paid at "
            "once, even if the dealer gets pontoon too.",
            rules.pontoon.pontoon_pays.clause,
        )
    yield from _blackjack(rules)
    yield _point(
        "Otherwise you win if your total is higher than the dealer's, or if the dealer goes over "
        "21.",
        final.higher_total_pays.clause,
        final.dealer_bust_pays.clause,
    )
    bonus = rules.super_bonus
    if not isinstance(bonus, NotOffered):
        yield _point(
            "7-7-7 in one suit also wins the Super Bonus if the dealer's first card is a 7. Split "
            "and doubled hands do not.",
            *(bonus.super_bonus_small.clause, bonus.super_bonus_not_split),
            bonus.super_bonus_not_doubled,
        )
    if final.equal_totals.value == "lose":
        text = "Equal totals lose."
    else:
        text = "Equal totals are a stand-off: you get your wager back."
    yield _point(text, final.equal_totals.clause)
    yield _dealers_natural(rules)


def _blackjack(rules: Rulebook) -> Iterator[Point]:
    part = rules.blackjack
    if isinstance(part, NotOffered):
        return
    yield _point(
        "Blackjack is an ace with a card worth 10 as your first two cards. It is paid at once, "
        "whatever the dealer has, and pays more if both are of one suit.",
        part.unsuited_blackjack_pays.clause,
        part.suited_blackjack_pays.clause,
    )
    yield _point(
        "Pinkjack is the ace and the jack of diamonds. If the dealer shows one of these, your "
        "pinkjack is paid at the end of the round; if the dealer then has both, it is an ultimate "
        "pinkjack and wins a bonus.",
        *(part.pinkjack_pays.clause, part.pinkjack_is_held, part.ultimate_pinkjack_pays.clause),
    )


def _dealers_natural(rules: Rulebook) -> Point:
    final, part = rules.final, rules.blackjack
    text = (
        f"A dealer's {natural(rules)} beats every hand still in play. If you have doubled or split, "
        "you lose only your original wager"
    )
    plus_busts = final.natural_collects.value == "busted-bets-plus-one"
    text += ", apart from hands that are already bust." if plus_busts else "."
    if not isinstance(part, NotOffered) and not part.dealer_pinkjack_counts_as_blackjack.value:
        text += " A dealer's pinkjack takes everything."
    clauses = (final.natural_beats_hand, final.natural_collects.clause)
    return _point(text, *clauses, final.natural_collects_from_double)


def _choices(rules: Rulebook) -> Iterator[Point]:
    play = rules.play
    yield _point("Take one more card. Not on 21.", play.no_draw_at_21, term="Hit")
    yield _point("Take no more cards.", play.turn_order, term="Stand")
    yield _double(rules)
    yield _forfeit(rules)
    yield _split(rules)
    yield _insurance(rules)
    yield _surrender(rules)
    yield from _side_wagers(rules)


def _double(rules: Rulebook) -> Point:
    part = rules.doubling
    most = part.double_most_cards.value
    when = "any number of cards" if most is None else f"your first two or {_NUMBERS[most]} cards"
    text = (
        f"On {when}: add a second wager of up to {_share(part.double_most.value)} the first, and "
        f"get exactly one more card. A winning double pays {part.doubled_21_pays.value}, "
        "whatever the cards."
    )
    match part.aces_when_doubling.value:
        case "every ace is 1":
            text += " Aces that you hold when you double count 1."
        case "initial aces are 1":
            text += " Aces among your first two cards then count 1."
    clauses = (part.double_most.clause, part.double_most_cards.clause, part.doubled_21_pays.clause)
    return _point(text, *clauses, part.aces_when_doubling.clause, term="Double")


def _forfeit(rules: Rulebook) -> Point:
    part = rules.forfeit
    if isinstance(part, NotOffered):
        return _point("Not in this game: a double stands.", part.clause, term="Forfeit")
    return _point(
        "If the card after your double does not help and you are not bust, take the second wager "
        "back and give up the first.",
        part.forfeit_closes,
        term="Forfeit",
    )


def _split(rules: Rulebook) -> Point:
    part, name = rules.splitting, natural(rules)
    text = (
        "If your first two cards have the same value (two eights, or a king and a jack), add an "
        "equal wager and play them as two hands."
    )
    if part.resplit.value:
        aces = "" if part.resplit_aces.value else " Aces are split only once."
        text += f" You may split again, up to {_NUMBERS[part.hands_most.value]} hands.{aces}"
    else:
        text += " A split hand is not split again unless the sign says so."
    if part.split_aces_get_one_card.value:
        text += " Split aces get one card each."
    is_natural = f"is still {name}" if part.naturals_after_split.value else f"is 21, not {name}"
    text += f" After a split, an ace with a card worth 10 {is_natural}."
    clauses = (part.split_equal_values, part.resplit.clause, part.split_aces_get_one_card.clause)
    return _point(text, *clauses, part.naturals_after_split.clause, term="Split")


def _insurance(rules: Rulebook) -> Point:
    part = rules.insurance
    if isinstance(part, NotOffered):
        return _point("Not in this game.", part.clause, term="Insurance")
    return _point(
        f"If the dealer shows {_one_of(part.insurance_against.value)}, you may bet up to "
        f"{_share(part.insurance_most.value)} your wager that the dealer gets {natural(rules)}. "
        f"That bet pays {part.insurance_pays.value}, or is lost.",
        *(part.insurance_against.clause, part.insurance_most.clause, part.insurance_pays.clause),
        term="Insurance",
    )


def _surrender(rules: Rulebook) -> Point:
    part = rules.surrender
    if isinstance(part, NotOffered):
        return _point("Not in this game.", part.clause, term="Surrender")
    clauses = (part.surrender_against.clause, part.surrender_keeps.clause)
    return _point(
        f"If the dealer shows {_one_of(part.surrender_against.value)}, you may give up your hand "
        f"before any further card and keep {_share(part.surrender_keeps.value)} your wager. If "
        f"the dealer gets {natural(rules)}, you lose all of it.",
        *(*clauses, part.surrender_void_against_natural),
        term="Surrender",
    )


def _side_wagers(rules: Rulebook) -> Iterator[Point]:
    pairs, suits = rules.perfect_pairs, rules.suits_you
    if not isinstance(pairs, NotOffered):
        text = "A side wager, where offered, that the first two cards of a box are a pair."
        yield _point(text, pairs.perfect_pairs_offered, term="Perfect Pairs")
    if not isinstance(suits, NotOffered):
        text = "A side wager, where offered, on the suit of the first card of a box."
        yield _point(text, suits.suits_you_offered, term="Suits You")


_SCHEDULE: Final = (
    ("Pontoon", "pontoon_pays"),
    ("Pinkjack", "pinkjack_pays"),
    ("Ultimate pinkjack", "ultimate_pinkjack_pays ultimate_pinkjack_bonus"),
    ("Blackjack in one suit", "suited_blackjack_pays"),
    ("Blackjack in two suits", "unsuited_blackjack_pays"),
    ("21 in five cards", "five_card_21_pays"),
    ("21 in six cards", "six_card_21_pays"),
    ("21 in seven or more cards", "seven_card_21_pays"),
    ("6-7-8 or 7-7-7 in mixed suits", "mixed_678_pays mixed_777_pays"),
    ("6-7-8 or 7-7-7 in one suit", "suited_678_pays suited_777_pays"),
    ("6-7-8 or 7-7-7 in spades", "spades_678_pays spades_777_pays"),
    ("Any other 21", "twenty_one_pays"),
    ("Five card trick", "five_card_trick_pays"),
    ("A higher total, or the dealer over 21", "higher_total_pays"),
    ("Insurance", "insurance_pays"),
)
_PAIRS: Final = (
    ("Perfect Pairs: a red and a black card", "mixed_pair_pays"),
    ("Perfect Pairs: two suits of one colour", "coloured_pair_pays"),
    ("Perfect Pairs: the same suit", "perfect_pair_pays"),
    ("Suits You: a card of your suit", "suit_pays"),
    ("Suits You: the jack of your suit", "suit_of_jack_pays"),
)
"""What is paid, by the keys of the rulebook."""


def _payments(rules: Rulebook) -> Iterator[Point]:
    yield from _payouts(rules, _SCHEDULE)
    yield from _super_bonus(rules)
    yield from _payouts(rules, _PAIRS)


def _payouts(rules: Rulebook, schedule: tuple[tuple[str, str], ...]) -> Iterator[Point]:
    by_key = dict(values(rules))
    for term, keys in schedule:
        found = [(key, by_key[key]) for key in keys.split() if key in by_key]
        if found:
            texts = [format_money(v.value) if is_money(key) else str(v.value) for key, v in found]
            clauses = [value.clause for _, value in found]
            yield _point(" and ".join(dict.fromkeys(texts)), *clauses, term=term)


def _super_bonus(rules: Rulebook) -> Iterator[Point]:
    part = rules.super_bonus
    if isinstance(part, NotOffered):
        return
    for least, bonus in (
        (part.super_bonus_lowest_wager, part.super_bonus_small),
        (part.super_bonus_large_from, part.super_bonus_large),
    ):
        term = f"Super Bonus on a wager of {format_money(least.value)} or more"
        yield _point(format_money(bonus.value), least.clause, bonus.clause, term=term)
    others, counted = part.bonus_of_others, part.bonus_of_others_counts
    other = "player" if counted.value == "players" else "wager"
    term = f"Every other {other} in that round"
    yield _point(format_money(others.value), others.clause, counted.clause, term=term)


def _one_of(ranks: str) -> str:
    """Name cards by their ranks: "a jack, queen, king or ace"."""
    names = [_RANKS.get(each, each) for each in ranks]
    article = "an" if names[0] == "ace" else "a"
    if len(names) == 1:
        return f"{article} {names[0]}"
    return f"{article} {', '.join(names[:-1])} or {names[-1]}"


def _share(share: Odds) -> str:
    """Say how much of a wager something is: half, or the amount of it."""
    whole = {(1, 2): "half", (1, 1): "the amount of"}
    return whole.get((share.pays, share.on), f"{share.pays}/{share.on} of")
