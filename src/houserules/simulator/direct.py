"""Boxes played directly, card by card: slow, plain, and what the compiled kernels must match.

Only the cards decide: they are taken in the order in which they leave the shoe, and every decision
comes from the bettors' strategies. The round can be written down and settled at the table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

import numpy as np

from houserules.core.cards import cards as read_cards
from houserules.core.money import dollars
from houserules.rulebook.schema import Rulebook
from houserules.simulator import dealer as dealing
from houserules.simulator.bettors import BoxBettor, check
from houserules.simulator.cards import CODES, EMPTY, hands, rank_of, suit_of, value_of
from houserules.simulator.compiled import u64
from houserules.simulator.dealer import NATURAL, DealerHand, alike, settle_hand
from houserules.simulator.decisions import (
    ONE_SUIT,
    SUPER_BONUSES,
    SURRENDERED,
    Action,
    Context,
    Kind,
    after_card,
    after_double,
    doubled_total,
    is_natural,
    is_open,
    natural,
    natural_counts,
    open_hand,
    soft_total,
    split,
    suits_with,
    takes_one_card,
    unsplit,
)
from houserules.simulator.layout import ENDINGS
from houserules.simulator.packed_rules import Packed, Rule, pack
from houserules.simulator.payouts import Payments, SideEnd, collected_place, side_net, sides_of
from houserules.simulator.strategy import choice, is_forfeited, suits_of_two


class CardSource(Protocol):
    """Where cards come from."""

    def card(self, *, split: bool) -> int:
        """Return the next card; `split`: to a split box, or to the dealer in a round with one."""


@dataclass(slots=True)
class SimulatedHand:
    """A hand of a box: its cards as codes, and how it ended."""

    cards: list[int]
    ending: int = 0

    @property
    def state(self) -> int:
        """The state of its values; every prefix of a hand in play is one."""
        state = EMPTY
        for code in self.cards:
            state = hands().after[state][value_of(code)]
        return state

    @property
    def suits(self) -> int:
        """Its one suit, or MIXED."""
        suits = ONE_SUIT + suit_of(self.cards[0])
        for code in self.cards[1:]:
            suits = suits_with(suits, code)
        return suits


@dataclass(slots=True)
class SimulatedBox:
    """A box with its hands in order of play, and what was decided there."""

    number: int
    bettor: BoxBettor
    hands: list[SimulatedHand]
    decisions: list[tuple[int, str]] = field(default_factory=list)  # hand, counted from 1

    @property
    def is_split(self) -> bool:
        return len(self.hands) > 1

    def context(self, hand: SimulatedHand) -> Context:
        if self.is_split:
            later = hand is not self.hands[0]
            return split(value_of(hand.cards[0]), len(self.hands), later=later)
        return unsplit(sum(value_of(code) == 0 for code in hand.cards[:2]))


def play_box(packed: Packed, box: SimulatedBox, up: int, shoe: CardSource) -> None:
    """Play every hand of a box in turn; a split hand gets its second card when its turn comes."""
    turn = 0
    while turn < len(box.hands):
        hand = box.hands[turn]
        if len(hand.cards) == 1:
            hand.cards.append(shoe.card(split=True))
        if _play_on(packed, box, turn, up=up, shoe=shoe):
            turn += 1


def _play_on(packed: Packed, box: SimulatedBox, turn: int, *, up: int, shoe: CardSource) -> bool:
    """Go on with a hand by one decision; whether it is finished."""
    hand = box.hands[turn]
    context = box.context(hand)
    ending = ending_of(packed, hand, context=context, up=up)
    if ending is not None:
        hand.ending = ending
        return True
    state = hand.state
    told = suits_of_two(packed, *hand.cards) if len(hand.cards) == 2 else 0
    chosen = choice(packed, box.bettor.strategy, state, context=context, suits=told, up=up)
    if not (takes_one_card(packed, context) and chosen is Action.STAND):
        box.decisions.append((turn + 1, chosen.name.lower()))
    match chosen:
        case Action.STAND:
            hand.ending = open_hand(soft_total(state), doubled=False)
        case Action.SURRENDER:
            hand.ending = SURRENDERED
        case Action.HIT:
            hand.cards.append(shoe.card(split=box.is_split))
        case Action.SPLIT:
            box.hands.insert(turn + 1, SimulatedHand([hand.cards.pop()]))
        case Action.DOUBLE:
            _double(packed, box, turn, up=up, code=shoe.card(split=box.is_split))
    return bool(hand.ending)


def ending_of(packed: Packed, hand: SimulatedHand, *, context: Context, up: int) -> int | None:
    """Return the ending of a hand that its cards have decided."""
    state = hand.state
    if is_natural(state) and natural_counts(packed, context):
        return natural(packed, *hand.cards, up=up)
    return after_card(packed, state, context=context, suits=hand.suits, up=up)


def _double(packed: Packed, box: SimulatedBox, turn: int, *, up: int, code: int) -> None:
    """Draw the one card of a double, and forfeit where the strategy does."""
    hand = box.hands[turn]
    context, state, value = box.context(hand), hand.state, value_of(code)
    hand.cards.append(code)
    ending = after_double(packed, state, value, context=context)
    if ending is None:
        total = doubled_total(packed, state, value, context=context)
        ending = open_hand(total, doubled=True)
        if is_forfeited(packed, box.bettor.strategy, state, context=context, value=value, up=up):
            box.decisions.append((turn + 1, "forfeit"))
            ending = Kind.FORFEIT
    hand.ending = ending


def deal(boxes: Sequence[SimulatedBox], shoe: CardSource) -> int:
    """Deal the initial deal; return the dealer's first card (S24 8.1, NZ 8.2, PJ 7.1)."""
    for box in boxes:
        box.hands[0].cards.append(shoe.card(split=False))
    up = shoe.card(split=False)
    for box in boxes:
        box.hands[0].cards.append(shoe.card(split=False))
    return up


# A whole round played out directly: offers, play, the dealer's hand, and every bettor's money.


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was played out."""

    decisions: tuple[str, ...]  # as a round record writes them
    kinds: tuple[tuple[Kind, ...], ...]  # of every box, its hands in order
    sides: tuple[tuple[SideEnd, ...], ...]  # of every box
    insured: tuple[bool, ...]  # which boxes had insurance
    natural: bool  # whether the dealer had one
    net: tuple[Fraction, ...]  # cents of every bettor, side wagers and insurance among them
    upcard: int
    used: int = 0  # cards of the given ones that left the shoe


def play_out(
    rules: Rulebook,
    cards: str | Sequence[int],
    bettors: Sequence[BoxBettor],
    *,
    in_chips: bool = True,
) -> PlayedRound:
    """Play one round with these cards, as written in a record or as codes, one bettor per box."""
    codes = [CODES[str(each)] for each in read_cards(cards)] if isinstance(cards, str) else cards
    shoe = InOrder(codes)
    return replace(play_from(pack(rules), shoe, bettors, in_chips=in_chips), used=shoe.used)


def play_from(
    packed: Packed, shoe: CardSource, bettors: Sequence[BoxBettor], *, in_chips: bool
) -> PlayedRound:
    """Play one round with the cards of a source."""
    for bettor in bettors:
        check(packed, bettor)
    boxes = [
        SimulatedBox(number, bettor, [SimulatedHand([])])
        for number, bettor in enumerate(bettors, start=1)
    ]
    up = deal(boxes, shoe)
    first_two = [tuple(box.hands[0].cards) for box in boxes]
    payments = Payments(packed, in_chips=in_chips)
    insured = tuple(_insures(payments, box, up) for box in boxes)
    for box in boxes:
        play_box(packed, box, up, shoe)
    end = _dealers_end(packed, boxes, insured, up=up, shoe=shoe)
    kinds = tuple(_kinds(packed, box, end) for box in boxes)
    sides = tuple(
        tuple(sides_of(box.bettor, *two)) for box, two in zip(boxes, first_two, strict=True)
    )
    return PlayedRound(
        decisions=tuple(_decisions(payments, boxes, insured)),
        kinds=kinds,
        sides=sides,
        insured=insured,
        natural=end >= NATURAL,
        net=_net(payments, bettors, kinds, sides=sides, insured=insured, natural=end >= NATURAL),
        upcard=up,
    )


class InOrder:
    """Cards in the order in which they leave the shoe, counted."""

    def __init__(self, codes: Sequence[int]) -> None:
        self.codes, self.used = codes, 0

    def card(self, *, split: bool) -> int:
        self.used += 1
        return int(self.codes[self.used - 1])


def _insures(payments: Payments, box: SimulatedBox, up: int) -> bool:
    """Insurance is laid against certain ranks, and not on a natural (S24 9.1-9.2)."""
    packed, hand = payments.packed, box.hands[0]
    offered = packed[Rule.INSURANCE_AGAINST] >> rank_of(up) & 1
    laid = box.bettor.insures and payments.insurance(box.bettor.wager) > 0
    ending = ending_of(packed, hand, context=box.context(hand), up=up)
    return bool(offered) and laid and ending is None


def _dealers_end(
    packed: Packed,
    boxes: Sequence[SimulatedBox],
    insured: Sequence[bool],
    *,
    up: int,
    shoe: CardSource,
) -> int:
    """Draw for the dealer while a card has to be dealt (readings 19 and 52); return the end."""
    dealer = dealing.first_card(up)
    while True:
        possible = dealing.ends(dealer, dealing.standing(packed))
        is_decided = _is_decided(packed, boxes, insured, possible=possible)
        if is_decided and not dealing.must_draw(packed, dealer):
            return possible[0]
        after = dealing.with_card(dealer, shoe.card(split=any(box.is_split for box in boxes)))
        if not isinstance(after, DealerHand):
            return after
        dealer = after


def _is_decided(
    packed: Packed,
    boxes: Sequence[SimulatedBox],
    insured: Sequence[bool],
    *,
    possible: tuple[int, ...],
) -> bool:
    """Whether every end that the dealer can come to leaves every wager with the same result."""
    naturals = {end >= NATURAL for end in possible}
    if any(insured) and len(naturals) > 1:
        return False
    by_end = [[kind for box in boxes for kind in _kinds(packed, box, end)] for end in possible]
    return all(alike(packed, set(kinds)) for kinds in zip(*by_end, strict=True))


def _kinds(packed: Packed, box: SimulatedBox, end: int) -> tuple[Kind, ...]:
    """Return the settlements of a box if the dealer ends so."""
    endings = [hand.ending for hand in box.hands]
    taken = 0
    if len(endings) > 1:
        work = np.zeros(ENDINGS + 8, dtype=np.uint64)
        work[ENDINGS : ENDINGS + len(endings)] = endings
        taken = int(collected_place(u64(packed[Rule.NATURAL_COLLECTS]), work, u64(len(endings))))
    return tuple(
        settle_hand(packed, ending, end, collected=number == taken)
        if is_open(ending)
        else Kind(ending)
        for number, ending in enumerate(endings)
    )


def _decisions(
    payments: Payments, boxes: Sequence[SimulatedBox], insured: Sequence[bool]
) -> Iterator[str]:
    """Write the decisions as a round record has them: offers first, then box by box."""
    for box, lays in zip(boxes, insured, strict=True):
        if lays:
            amount = int(payments.insurance(box.bettor.wager))
            yield f"{box.number} insure {dollars(amount)}"
    for box in boxes:
        if (1, "surrender") in box.decisions:
            yield f"{box.number} surrender"
    for box in boxes:
        for hand, action in box.decisions:
            if action != "surrender":
                yield f"{box.number}.{hand} {action}"


def _net(
    payments: Payments,
    bettors: Sequence[BoxBettor],
    kinds: Sequence[Sequence[Kind]],
    *,
    sides: Sequence[Sequence[SideEnd]],
    insured: Sequence[bool],
    natural: bool,
) -> tuple[Fraction, ...]:
    """Return every bettor's money: hands, insurance, side wagers, and what another's prize brings."""
    won = [  # below the lowest wager there is no prize (reading 40)
        any(kind in SUPER_BONUSES and payments.prize(kind, bettor.wager) > 0 for kind in box)
        for box, bettor in zip(kinds, bettors, strict=True)
    ]
    others = payments.up(Fraction(payments.packed[Rule.BONUS_OF_OTHERS])) if any(won) else 0
    net = []
    for place, bettor in enumerate(bettors):
        money = sum((payments.net(kind, bettor.wager) for kind in kinds[place]), Fraction(0))
        money += sum((side_net(payments, side) for side in sides[place]), Fraction(0))
        if insured[place]:
            stake = payments.insurance(bettor.wager)
            money += payments.won(stake, Rule.INSURANCE_PAYS) if natural else -stake
        net.append(money if won[place] else money + others)
    return tuple(net)
