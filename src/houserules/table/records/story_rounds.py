"""The cards as they fall, and what the players decide on them."""

from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Odds, format_money
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table import events
from houserules.table.round.hands import is_natural, is_pinkjack, total_of
from houserules.table.state import Box, Hand, Phase, Table

# What every part of a story is told with: a step, and the table at that moment.


Part = Literal[
    "wagers", "deal", "offers", "play", "dealer", "settlement", "correction", "result", "refusal"
]

_PART_OF: Final[dict[Phase, Part]] = {
    "betting": "wagers",
    "dealing": "deal",
    "offers": "offers",
    "playing": "play",
    "dealer": "dealer",
    "over": "settlement",
}


@dataclass(frozen=True, slots=True)
class StorySentence:
    """One sentence of the story; cards stand in it as cards, so that a terminal can colour them."""

    part: Part
    words: tuple[str | Card, ...]
    clauses: tuple[Clause, ...] = ()
    readings: tuple[int, ...] = ()
    arithmetic: str | None = None

    @property
    def text(self) -> str:
        """The sentence with cards as a record writes them."""
        return "".join(map(str, self.words))


@dataclass(frozen=True, slots=True)
class Now:
    """The rules and the table as an event has left it."""

    rules: Rulebook
    table: Table

    @property
    def part(self) -> Part:
        """The part of the story that the round has come to."""
        return _PART_OF[self.table.phase]

    def box(self, number: int | None) -> Box:
        """Return a box that an event has named."""
        box = self.table.box(number or 0)
        assert box is not None
        return box

    def hand(self, box: int | None, hand: int | None) -> Hand:
        """Return a hand that an event has named; of a wager on a box alone, its first."""
        return self.box(box).hands[(hand or 1) - 1]

    def where(self, box: int | None, hand: int | None) -> str:
        """Name a hand; by its number only where the box has several."""
        split = hand is not None and self.box(box).is_split
        return f"hand {hand} of box {box}" if split else f"box {box}"

    def natural(self, cards: tuple[Card, ...], *, split: bool = False) -> str | None:
        """Name the natural that the cards are, if they count as one: after a split not everywhere."""
        if not is_natural(cards) or (split and not self.rules.splitting.naturals_after_split.value):
            return None
        if isinstance(self.rules.blackjack, NotOffered):
            return "pontoon"
        return "Pinkjack" if is_pinkjack(cards) else "blackjack"


_DECLINED: Final = {
    "double": ("others_not_doubling_get", "{} does not double on box {}."),
    "split": ("others_not_splitting", "{} does not follow the split of box {}."),
    "split-ace-again": ("resplit_aces", "{} does not split the aces of box {} again."),
}


def tell_play(now: Now, event: events.Event) -> list[StorySentence]:
    """Tell of a card or a decision on a hand; other events are told elsewhere."""
    match event:
        case events.CardDealt():
            return [_card_dealt(now, event)]
        case events.CardAsked(box, hand):
            who, away = now.box(box).controller, now.box(box).absent
            text = f"For {who} a card is drawn to" if away else f"{who} asks for a card on"
            return [StorySentence("play", (f"{text} {now.where(box, hand)}.",))]
        case events.HandStood():
            return [_stood(now, event)]
        case events.HandDoubled():
            return [_double_step(now, event)]
        case events.HandSplit():
            return [_split(now, event)]
        case events.PlayerAbsent(box, player, clause):
            text = f"{player} is away; box {box} is played as the rules provide."
            return [
                StorySentence("play", (text,), (clause,), now.rules.play.absent_player.readings)
            ]
        case events.DecisionsPassed(box, player, clause):
            text = f"{player} decides for box {box} now."
            return [StorySentence("play", (text,), (clause,), now.rules.play.absent_when.readings)]
    return _answers(now, event)


def _answers(now: Now, event: events.Event) -> list[StorySentence]:
    """Tell what the others on the box answered to a double or a split."""
    doubling, splitting = now.rules.doubling, now.rules.splitting
    match event:
        case events.DoubleFollowed(box, hand, player, amount):
            text = f"{player} doubles {now.where(box, hand)} too, with {format_money(amount)}."
            return [StorySentence("play", (text,), (doubling.others_may_double,))]
        case events.SplitFollowed(box, hand, player, amount):
            text = f"{player} puts {format_money(amount)} on hand {hand + 1} of box {box} too."
            return [StorySentence("play", (text,), (splitting.others_may_split,))]
        case events.WagerDesignated(box, _, player, to):
            text = f"{player} does not follow; the wager goes to hand {to} of box {box}."
            return [StorySentence("play", (text,), (splitting.others_not_splitting.clause,))]
        case events.AnswerDeclined(question, box, player) if question in _DECLINED:
            key, text = _DECLINED[question]
            rule = dict(values(now.rules))[key]
            return [
                StorySentence("play", (text.format(player, box),), (rule.clause,), rule.readings)
            ]
    return []


def _card_dealt(now: Now, event: events.CardDealt) -> StorySentence:
    """Say where a card goes and announce the total."""
    who, cards, split = "the dealer", now.table.dealer, False
    if event.box is not None:
        hand, who = now.hand(event.box, event.hand), now.where(event.box, event.hand)
        cards, split = hand.cards, hand.split
    total = f"soft {event.total}" if event.soft and event.total < 21 else str(event.total)
    total = now.natural(cards, split=split) or total + (", bust" if event.total > 21 else "")
    return StorySentence(now.part, (f"{who.capitalize()} gets ", event.card, f": {total}."))


def _stood(now: Now, event: events.HandStood) -> StorySentence:
    where, hand = now.where(event.box, event.hand), now.hand(event.box, event.hand)
    if event.clause is None:
        who = now.box(event.box).controller
        return StorySentence("play", (f"{who} stands on {where} with {hand.total}.",))
    held = now.natural(hand.cards, split=hand.split)
    no_more = f"takes no more cards and has {hand.total}"
    text = "is held until the dealer's second card" if held else no_more
    return StorySentence(now.part, (f"{where.capitalize()} {text}.",), (event.clause,))


def _double_step(now: Now, event: events.HandDoubled) -> StorySentence:
    where, rule = now.where(event.box, event.hand), now.rules.doubling.aces_when_doubling
    text = f"{event.player} doubles {where} with {format_money(event.amount)}"
    clause = now.rules.doubling.double_most.clause
    if total_of(now.hand(event.box, event.hand).cards)[0] == event.total:
        return StorySentence("play", (f"{text}.",), (clause,))
    text += f"; with its aces at 1 the hand has {event.total}."
    return StorySentence("play", (text,), (clause, rule.clause), rule.readings)


def _split(now: Now, event: events.HandSplit) -> StorySentence:
    box, at, splitting = now.box(event.box), event.hand, now.rules.splitting
    first, second = (hand.cards[0] for hand in box.hands[at - 1 : at + 1])
    again = len(box.hands) > 2
    clause = splitting.hands_most.clause if again else splitting.split_equal_values
    text = f"{format_money(event.amount)} goes on hand {at + 1}, and hand {at} is first."
    words = (f"{event.player} splits ", first, " and ", second, f" of box {event.box}; {text}")
    return StorySentence("play", words, (clause,))


# The readings that a settlement rests on: those of the values that decided it.


_KEYS: Final = {
    "super-bonus": ("super_bonus_lowest_wager", "super_bonus_small", "super_bonus_large"),
    "bonus": ("bonus_of_others", "bonus_of_others_counts"),
    "ultimate-pinkjack": ("ultimate_pinkjack_bonus",),
    "insurance": ("insurance_pays",),
    "perfect-pairs": ("perfect_pair_pays",),
    "suits-you": ("suit_pays", "suit_of_jack_pays"),
}


def readings_behind(now: Now, event: events.WagerSettled) -> set[int]:
    """Return the readings that the values behind a settlement rest on."""
    if event.wager not in _KEYS:
        keys = _keys_of_hand(now, event)
    elif event.result in ("win", "bonus"):
        keys = _KEYS[event.wager]
    else:
        return set()
    return {
        number
        for key, rule in values(now.rules)
        if key in keys and (not isinstance(rule.value, Odds) or event.odds in (None, rule.value))
        for number in rule.readings
    }


def _keys_of_hand(now: Now, event: events.WagerSettled) -> tuple[str, ...]:
    """Name the values of the rulebook that decide a wager on a hand."""
    hand = now.hand(event.box, event.hand)
    if event.result == "surrendered":
        return ("surrender_keeps",)
    if event.stage == "final":
        return _keys_at_the_end(now, event, hand)
    if event.result != "win":
        return ()
    if hand.doubled_at and hand.total == 21:
        doubled = any(stake.double for stake in hand.stakes if stake.player == event.player)
        followed = event.wager == "double" or doubled
        return ("doubled_21_pays" if followed else "others_not_doubling_get",)
    after_split = ("naturals_after_split",) if hand.split else ()
    return (*after_split, "five_card_trick_pays" if hand.total < 21 else "twenty_one_pays")


def _keys_at_the_end(now: Now, event: events.WagerSettled, hand: Hand) -> tuple[str, ...]:
    dealer = now.table.dealer
    if event.result == "win" and is_natural(hand.cards):
        return ("ultimate_pinkjack_pays" if is_pinkjack(dealer) else "held_pinkjack_pays",)
    if is_natural(dealer):
        spared = event.clause != now.rules.final.lower_total_loses
        split = ("natural_collects",) if now.box(event.box).is_split and spared else ()
        return (*split, *(("dealer_pinkjack_counts_as_blackjack",) * is_pinkjack(dealer)))
    return ("equal_totals",) if hand.total == now.table.dealer_total else ()


# What lies on the layout before anybody plays: wagers, insurance, surrenders.


_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def tell_wagers(now: Now, event: events.Event) -> list[StorySentence]:
    """Tell what was wagered, insured or surrendered; other events are told elsewhere."""
    match event:
        case events.WagerPlaced():
            return [_wager_placed(now.rules, event)]
        case events.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {_SUITS[suit]}" if suit else ""
            what = f"{kind.replace('-', ' ').title()} wager of {format_money(amount)}{on}"
            return [StorySentence("wagers", (f"{player} has a {what}, on box {box}.",))]
        case events.WagerCutBack(box, player, plays, handed_back, clause):
            text = (
                f"{player}'s wager on box {box} is over the maximum: {format_money(plays)} plays, "
            )
            return [
                StorySentence(
                    "wagers", (f"{text}{format_money(handed_back)} is handed back.",), (clause,)
                )
            ]
        case events.BetsClosed():
            return _bets_closed(now)
        case events.OffersOpened():
            return [_offers_opened(now, event)]
        case events.InsurancePlaced(box, player, amount):
            text = f"{player} insures box {box} for {format_money(amount)}."
            return [
                StorySentence(
                    "offers", (text,), (require_offered(now.rules.insurance).insurance_most.clause,)
                )
            ]
        case events.WagerSurrendered():
            return [_surrender_step(now.rules, event)]
    return []


def _wager_placed(rules: Rulebook, event: events.WagerPlaced) -> StorySentence:
    who = f"{event.player}, seated," if event.seated else event.player
    text = f"{who} wagers {format_money(event.amount)} on box {event.box}"
    least = rules.limits.minimum.value
    if event.amount >= least:
        return StorySentence("wagers", (f"{text}.",))
    text += f"; the minimum is {format_money(least)}, but found on the layout the wager is valid."
    valid = rules.limits.below_minimum_is_valid
    return StorySentence("wagers", (text,), (valid.clause,), valid.readings)


def _bets_closed(now: Now) -> list[StorySentence]:
    """Call no more bets, and name who decides for a box with several bettors."""
    steps = [
        StorySentence("wagers", ("No more bets.",), (now.rules.initial_deal.no_more_bets.clause,))
    ]
    wagers = now.rules.wagers
    for box in [box for box in now.table.boxes if len(box.bettors) > 1]:
        seated = any(bettor.seated for bettor in box.bettors)
        rule = wagers.controls_without_seated
        clause = wagers.decisions_by_controller if seated else rule.clause
        text = f"{box.controller} decides for box {box.number}."
        steps.append(StorySentence("wagers", (text,), (clause,), () if seated else rule.readings))
    return steps


def _offers_opened(now: Now, event: events.OffersOpened) -> StorySentence:
    called: dict[str, Clause] = {}
    if event.insurance:
        called["insurance"] = require_offered(now.rules.insurance).insurance_against.clause
    if event.surrender:
        called["surrender"] = require_offered(now.rules.surrender).surrender_against.clause
    words = ("Against ", now.table.dealer[0], f" the dealer calls {' and '.join(called)}.")
    return StorySentence("offers", words, tuple(called.values()))


def _surrender_step(rules: Rulebook, event: events.WagerSurrendered) -> StorySentence:
    part = require_offered(rules.surrender)
    if event.ends_hand:
        text = f"{event.player} surrenders box {event.box}; it takes no more cards."
        return StorySentence("offers", (text,), (part.surrender_ends_hand,))
    others = part.surrender_of_others
    how = "is bound by that" if others.value == "are bound" else "surrenders too"
    words = (f"{event.player}, on the same box, {how}.",)
    return StorySentence("offers", words, (others.clause,), others.readings)
