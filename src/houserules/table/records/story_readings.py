"""The readings that a settlement rests on: those of the values that decided it."""

from typing import Final

from houserules.core.money import Odds
from houserules.rulebook.options import values
from houserules.table.events import WagerSettled
from houserules.table.records.story_parts import Now
from houserules.table.state import Hand
from houserules.table.totals import is_natural, is_pinkjack

_KEYS: Final = {
    "super-bonus": ("super_bonus_lowest_wager", "super_bonus_small", "super_bonus_large"),
    "bonus": ("bonus_of_others", "bonus_of_others_counts"),
    "ultimate-pinkjack": ("ultimate_pinkjack_bonus",),
    "insurance": ("insurance_pays",),
    "perfect-pairs": ("perfect_pair_pays",),
    "suits-you": ("suit_pays", "suit_of_jack_pays"),
}


def readings_behind(now: Now, event: WagerSettled) -> set[int]:
    """Give the readings that the values behind a settlement rest on."""
    if event.wager not in _KEYS:
        keys = _keys_of_hand(now, event)
    elif event.result in ("win", "bonus"):
        keys = _KEYS[event.wager]
    else:
        return set()
    found = [value for key, value in values(now.rules) if key in keys]
    paid = [v for v in found if not isinstance(v.value, Odds) or event.odds in (None, v.value)]
    return {number for value in paid for number in value.readings}


def _keys_of_hand(now: Now, event: WagerSettled) -> tuple[str, ...]:
    """Name the values of the rulebook that decide a wager on a hand."""
    hand = now.hand(event.box, event.hand)
    if event.result == "surrendered":
        return ("surrender_keeps",)
    if event.stage == "final":
        return _keys_at_the_end(now, event, hand)
    if event.result != "win":
        return ()
    if hand.doubled_at and hand.total == 21:
        mine = [stake for stake in hand.stakes if stake.player == event.player]
        followed = event.wager == "double" or any(stake.double for stake in mine)
        return ("doubled_21_pays" if followed else "others_not_doubling_get",)
    after_split = ("naturals_after_split",) if hand.split else ()
    return (*after_split, "five_card_trick_pays" if hand.total < 21 else "twenty_one_pays")


def _keys_at_the_end(now: Now, event: WagerSettled, hand: Hand) -> tuple[str, ...]:
    dealer = now.table.dealer
    if event.result == "win" and is_natural(hand.cards):
        return ("ultimate_pinkjack_pays" if is_pinkjack(dealer) else "held_pinkjack_pays",)
    if is_natural(dealer):
        spared = event.clause != now.rules.final.lower_total_loses
        split = ("natural_collects",) if now.box(event.box).is_split and spared else ()
        return (*split, *(("dealer_pinkjack_counts_as_blackjack",) * is_pinkjack(dealer)))
    return ("equal_totals",) if hand.total == now.table.dealer_total else ()
