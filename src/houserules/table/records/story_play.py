"""The cards as they fall, and what the players decide on them."""

from typing import Final

from houserules.rulebook.options import values
from houserules.table import events as e
from houserules.table.records.payments import money
from houserules.table.records.story_parts import Now, Step
from houserules.table.totals import total_of

_DECLINED: Final = {
    "double": ("others_not_doubling_get", "{} does not double on box {}."),
    "split": ("others_not_splitting", "{} does not follow the split of box {}."),
    "split-ace-again": ("resplit_aces", "{} does not split the aces of box {} again."),
}


def tell_play(now: Now, event: e.Event) -> list[Step]:
    """Tell of a card or a decision on a hand; other events are told elsewhere."""
    match event:
        case e.CardDealt():
            return [_card_dealt(now, event)]
        case e.CardAsked(box, hand):
            who, away = now.box(box).controller, now.box(box).absent
            text = f"For {who} a card is drawn to" if away else f"{who} asks for a card on"
            return [Step("play", (f"{text} {now.where(box, hand)}.",))]
        case e.HandStood():
            return [_stood(now, event)]
        case e.HandDoubled():
            return [_doubled(now, event)]
        case e.HandSplit():
            return [_split(now, event)]
        case e.PlayerAbsent(box, player, clause):
            text = f"{player} is away; box {box} is played as the rules provide."
            return [Step("play", (text,), (clause,), now.rules.play.absent_player.readings)]
    return _answers(now, event)


def _answers(now: Now, event: e.Event) -> list[Step]:
    """Tell what the others on the box answered to a double or a split."""
    doubling, splitting = now.rules.doubling, now.rules.splitting
    match event:
        case e.DoubleFollowed(box, hand, player, amount):
            text = f"{player} doubles {now.where(box, hand)} too, with {money(amount)}."
            return [Step("play", (text,), (doubling.others_may_double,))]
        case e.SplitFollowed(box, hand, player, amount):
            text = f"{player} puts {money(amount)} on hand {hand + 1} of box {box} too."
            return [Step("play", (text,), (splitting.others_may_split,))]
        case e.WagerDesignated(box, _, player, to):
            text = f"{player} does not follow; the wager goes to hand {to} of box {box}."
            return [Step("play", (text,), (splitting.others_not_splitting.clause,))]
        case e.AnswerDeclined(question, box, player) if question in _DECLINED:
            key, text = _DECLINED[question]
            rule = dict(values(now.rules))[key]
            return [Step("play", (text.format(player, box),), (rule.clause,), rule.readings)]
    return []


def _card_dealt(now: Now, event: e.CardDealt) -> Step:
    """Say where a card goes and announce the total."""
    who, cards, split = "the dealer", now.table.dealer, False
    if event.box is not None:
        hand, who = now.hand(event.box, event.hand), now.where(event.box, event.hand)
        cards, split = hand.cards, hand.split
    total = f"soft {event.total}" if event.soft and event.total < 21 else str(event.total)
    total = now.natural(cards, split=split) or total + (", bust" if event.total > 21 else "")
    return Step(now.part, (f"{who.capitalize()} gets ", event.card, f": {total}."))


def _stood(now: Now, event: e.HandStood) -> Step:
    where, hand = now.where(event.box, event.hand), now.hand(event.box, event.hand)
    if event.clause is None:
        who = now.box(event.box).controller
        return Step("play", (f"{who} stands on {where} with {hand.total}.",))
    held = now.natural(hand.cards, split=hand.split)
    no_more = f"takes no more cards and has {hand.total}"
    text = "is held until the dealer's second card" if held else no_more
    return Step(now.part, (f"{where.capitalize()} {text}.",), (event.clause,))


def _doubled(now: Now, event: e.HandDoubled) -> Step:
    where, rule = now.where(event.box, event.hand), now.rules.doubling.aces_when_doubling
    text = f"{event.player} doubles {where} with {money(event.amount)}"
    clause = now.rules.doubling.double_most.clause
    if total_of(now.hand(event.box, event.hand).cards)[0] == event.total:
        return Step("play", (f"{text}.",), (clause,))
    text += f"; with its aces at 1 the hand has {event.total}."
    return Step("play", (text,), (clause, rule.clause), rule.readings)


def _split(now: Now, event: e.HandSplit) -> Step:
    box, at, splitting = now.box(event.box), event.hand, now.rules.splitting
    first, second = (hand.cards[0] for hand in box.hands[at - 1 : at + 1])
    again = len(box.hands) > 2
    clause = splitting.hands_most.clause if again else splitting.split_equal_values
    text = f"{money(event.amount)} goes on hand {at + 1}, and hand {at} is first."
    words = (f"{event.player} splits ", first, " and ", second, f" of box {event.box}; {text}")
    return Step("play", words, (clause,))
