"""What a rulebook has to say on the cards: checked, shuffled, cut, burned, dealt from where."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Odds
from houserules.core.refusal import Clause
from houserules.rulebook.values import Value


@dataclass(frozen=True, slots=True)
class Cards:
    """What the cards are dealt from, who checks them, when new ones may replace them."""

    dealt_from: Value[Literal["card shoe", "shuffling device"]]
    cards_checked_by: Value[Literal["dealer, supervisor or device", "dealer and supervisor"]]
    cards_of_one_colour: Clause
    cards_replaced: Value[Literal["after the cutting card", "after any round"]]
    card_impossible: Clause


@dataclass(frozen=True, slots=True)
class Opening:
    """What is done with checked cards, before the players' eyes, when a table opens."""

    cards_spread: Clause
    cards_washed: Clause
    cards_stacked: Clause
    cards_riffled: Clause


@dataclass(frozen=True, slots=True)
class PreShuffled:
    """Cards that were checked and shuffled ahead of time and kept secure."""

    pre_shuffled_secured: Clause
    pre_shuffled_are_shuffled: Value[bool]  # at the table, all the same
    riffle_on_request: Value[bool]
    angel_cards: Value[bool]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """How the cards are shuffled, and on which occasions."""

    shuffled_by: Value[Literal["hand", "multishuffler", "automatic shuffler"]]
    shuffle_occasions: Clause
    shuffle_before_play: Clause
    shuffle_at_first_card: Clause
    shuffle_after_round: Clause
    cards_ran_out: Clause


@dataclass(frozen=True, slots=True)
class Cut:
    """Who is offered the cut, how deep it goes, and where the dealer puts the cutting card."""

    cutting_cards: Value[int]
    cut_offered_to: Value[Literal["players", "seated players"]]
    cut_first_player: Clause
    cut_on_box: Clause
    cut_on_dealers_hand: Clause
    cut_on_first_card: Clause
    cut_of_replaced_cards: Value[Literal["farthest right", "farthest left"]]
    cut_otherwise: Clause
    cut_refused: Clause
    cut_depth_decks: Value[int]  # at least, from either end
    cutting_card_from_back: Value[Odds]  # of the stack, at most


@dataclass(frozen=True, slots=True)
class Burn:
    """The first card of the shoe, put away face down."""

    first_card_burned: Value[bool]
    burned_card_may_be_seen: Value[bool]
    refill_burned: Value[bool]  # too, when the discards were shuffled within a round


@dataclass(frozen=True, slots=True)
class Device:
    """A shuffling device, from which cards are dealt as they are shuffled."""

    device_not_cut: Clause
    discards_into_device: Clause
    device_burned: Value[Literal["each loading", "start of play"]]
    device_cards_replaced: Clause
    device_shuffle_on_suspicion: Value[bool]


@dataclass(frozen=True, slots=True)
class AutomaticShuffler:
    """A machine that shuffles one set of cards while the other is in play."""

    two_sets: Clause
    sets_loaded: Clause
    sets_washed: Clause
    sets_stacked: Clause
    sets_riffled: Clause
