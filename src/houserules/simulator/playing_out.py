"""A whole round played out directly: offers, play, the dealer's hand, and every bettor's money."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from houserules.core.cards import cards as read_cards
from houserules.rulebook.schema import Rulebook
from houserules.simulator import dealing
from houserules.simulator.bettors import Bettor, check
from houserules.simulator.cards import CODES, NAMES, rank_of
from houserules.simulator.collecting import collected
from houserules.simulator.compiled import u64
from houserules.simulator.dealing import NATURAL, Dealer, alike, settled
from houserules.simulator.direct import Box, Hand, Source, deal, ending_of, play_box
from houserules.simulator.kinds import SUPER_BONUSES, Kind, is_open
from houserules.simulator.layout import ENDINGS
from houserules.simulator.packing import At, Packed, pack
from houserules.simulator.sides import Side, side_net, sides_of
from houserules.simulator.terms import Payments


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played out."""

    decisions: tuple[str, ...]  # as a round record writes them
    kinds: tuple[tuple[Kind, ...], ...]  # of every box, its hands in order
    sides: tuple[tuple[Side, ...], ...]  # of every box
    insured: tuple[bool, ...]  # which boxes had insurance
    natural: bool  # whether the dealer had one
    net: tuple[Fraction, ...]  # cents of every bettor, side wagers and insurance among them
    upcard: int
    used: int = 0  # cards of the given ones that left the shoe


def play_out(
    rules: Rulebook, cards: str | Sequence[int], bettors: Sequence[Bettor], *, in_chips: bool = True
) -> Played:
    """Play one round with these cards, as written in a record or as codes, one bettor a box."""
    codes = [CODES[str(each)] for each in read_cards(cards)] if isinstance(cards, str) else cards
    shoe = InOrder(codes)
    return replace(play_from(pack(rules), shoe, bettors, in_chips=in_chips), used=shoe.used)


def play_from(packed: Packed, shoe: Source, bettors: Sequence[Bettor], *, in_chips: bool) -> Played:
    """Play one round with the cards of a source."""
    for bettor in bettors:
        check(packed, bettor)
    boxes = [Box(number, bettor, [Hand([])]) for number, bettor in enumerate(bettors, start=1)]
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
    return Played(
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
        """Give the next card, whoever gets it."""
        self.used += 1
        return int(self.codes[self.used - 1])


def _insures(payments: Payments, box: Box, up: int) -> bool:
    """Insurance is laid against certain ranks, and not on a natural (S24 9.1-9.2)."""
    packed, hand = payments.packed, box.hands[0]
    offered = packed[At.INSURANCE_AGAINST] >> rank_of(up) & 1
    laid = box.bettor.insures and payments.insurance(box.bettor.wager) > 0
    ending = ending_of(packed, hand, context=box.context(hand), up=up)
    return bool(offered) and laid and ending is None


def _dealers_end(
    packed: Packed, boxes: Sequence[Box], insured: Sequence[bool], *, up: int, shoe: Source
) -> int:
    """Draw for the dealer while a card can change any result (reading 19); give the end."""
    dealer = dealing.first_card(up)
    while True:
        possible = dealing.ends(dealer, dealing.standing(packed))
        if _decided(packed, boxes, insured, possible=possible):
            return possible[0]
        after = dealing.with_card(dealer, shoe.card(split=any(box.is_split for box in boxes)))
        if not isinstance(after, Dealer):
            return after
        dealer = after


def _decided(
    packed: Packed, boxes: Sequence[Box], insured: Sequence[bool], *, possible: tuple[int, ...]
) -> bool:
    """Whether every end that the dealer can come to leaves every wager with the same result."""
    naturals = {end >= NATURAL for end in possible}
    if any(insured) and len(naturals) > 1:
        return False
    by_end = [[kind for box in boxes for kind in _kinds(packed, box, end)] for end in possible]
    return all(alike(packed, set(kinds)) for kinds in zip(*by_end, strict=True))


def _kinds(packed: Packed, box: Box, end: int) -> tuple[Kind, ...]:
    """Give the settlements of a box if the dealer ends so."""
    endings = [hand.ending for hand in box.hands]
    taken = 0
    if len(endings) > 1:
        work = np.zeros(ENDINGS + 8, dtype=np.uint64)
        work[ENDINGS : ENDINGS + len(endings)] = endings
        taken = int(collected(u64(packed[At.NATURAL_COLLECTS]), work, u64(len(endings))))
    return tuple(
        settled(packed, ending, end, collected=number == taken) if is_open(ending) else Kind(ending)
        for number, ending in enumerate(endings)
    )


def _decisions(payments: Payments, boxes: Sequence[Box], insured: Sequence[bool]) -> Iterator[str]:
    """Write the decisions as a round record has them: offers first, then box by box."""
    for box, lays in zip(boxes, insured, strict=True):
        if lays:
            amount = int(payments.insurance(box.bettor.wager))
            yield f"{box.number} insure {amount // 100}.{amount % 100:02d}"
    for box in boxes:
        if (1, "surrender") in box.decisions:
            yield f"{box.number} surrender"
    for box in boxes:
        for hand, action in box.decisions:
            if action != "surrender":
                yield f"{box.number}.{hand} {action}"


def _net(
    payments: Payments,
    bettors: Sequence[Bettor],
    kinds: Sequence[Sequence[Kind]],
    *,
    sides: Sequence[Sequence[Side]],
    insured: Sequence[bool],
    natural: bool,
) -> tuple[Fraction, ...]:
    """Give every bettor's money: hands, insurance, side wagers, and what another's prize brings."""
    won = [_has_prize(payments, each, bettor) for each, bettor in zip(kinds, bettors, strict=True)]
    others = payments.up(Fraction(payments.packed[At.BONUS_OF_OTHERS])) if any(won) else 0
    net = []
    for place, bettor in enumerate(bettors):
        money = sum((payments.net(kind, bettor.wager) for kind in kinds[place]), Fraction(0))
        money += sum((side_net(payments, side) for side in sides[place]), Fraction(0))
        if insured[place]:
            stake = payments.insurance(bettor.wager)
            money += payments.won(stake, At.INSURANCE_PAYS) if natural else -stake
        net.append(money if won[place] else money + others)
    return tuple(net)


def _has_prize(payments: Payments, kinds: Sequence[Kind], bettor: Bettor) -> bool:
    """Whether a box wins a Super Bonus; below the lowest wager there is none (reading 40)."""
    return any(kind in SUPER_BONUSES and payments.prize(kind, bettor.wager) > 0 for kind in kinds)


def shown(codes: Sequence[int]) -> str:
    """Write codes as a round record writes cards."""
    return " ".join(NAMES[int(code)] for code in codes)
