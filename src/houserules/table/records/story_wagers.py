"""What lies on the layout before anybody plays: wagers, insurance, surrenders."""

from typing import Final

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table import events as e
from houserules.table.records.payments import money
from houserules.table.records.story_parts import Now, Step, offered

_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def tell_wagers(now: Now, event: e.Event) -> list[Step]:
    """Tell what was wagered, insured or surrendered; other events are told elsewhere."""
    match event:
        case e.WagerPlaced():
            return [_wager_placed(now.rules, event)]
        case e.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {_SUITS[suit]}" if suit else ""
            what = f"{kind.replace('-', ' ').title()} wager of {money(amount)}{on}"
            return [Step("wagers", (f"{player} has a {what}, on box {box}.",))]
        case e.WagerCutBack(box, player, plays, handed_back, clause):
            text = f"{player}'s wager on box {box} is over the maximum: {money(plays)} plays, "
            return [Step("wagers", (f"{text}{money(handed_back)} is handed back.",), (clause,))]
        case e.BetsClosed():
            return _bets_closed(now)
        case e.OffersOpened():
            return [_offers_opened(now, event)]
        case e.InsurancePlaced(box, player, amount):
            text = f"{player} insures box {box} for {money(amount)}."
            return [Step("offers", (text,), (offered(now.rules.insurance).insurance_most.clause,))]
        case e.WagerSurrendered():
            return [_surrendered(now.rules, event)]
    return []


def _wager_placed(rules: Rulebook, event: e.WagerPlaced) -> Step:
    who = f"{event.player}, seated," if event.seated else event.player
    text = f"{who} wagers {money(event.amount)} on box {event.box}"
    least = rules.limits.minimum.value
    if event.amount >= least:
        return Step("wagers", (f"{text}.",))
    text += f"; the minimum is {money(least)}, but found on the layout the wager is valid."
    return Step("wagers", (text,), (rules.limits.below_minimum_is_valid,))


def _bets_closed(now: Now) -> list[Step]:
    """Call no more bets, and name who decides for a box with several bettors."""
    steps = [Step("wagers", ("No more bets.",), (now.rules.initial_deal.no_more_bets.clause,))]
    wagers = now.rules.wagers
    for box in [box for box in now.table.boxes if len(box.bettors) > 1]:
        seated = any(bettor.seated for bettor in box.bettors)
        rule = wagers.controls_without_seated
        clause = wagers.decisions_by_controller if seated else rule.clause
        text = f"{box.controller} decides for box {box.number}."
        steps.append(Step("wagers", (text,), (clause,), () if seated else rule.readings))
    return steps


def _offers_opened(now: Now, event: e.OffersOpened) -> Step:
    called: dict[str, Clause] = {}
    if event.insurance:
        called["insurance"] = offered(now.rules.insurance).insurance_against.clause
    if event.surrender:
        called["surrender"] = offered(now.rules.surrender).surrender_against.clause
    words = ("Against ", now.table.dealer[0], f" the dealer calls {' and '.join(called)}.")
    return Step("offers", words, tuple(called.values()))


def _surrendered(rules: Rulebook, event: e.WagerSurrendered) -> Step:
    part = offered(rules.surrender)
    if event.ends_hand:
        text = f"{event.player} surrenders box {event.box}; it takes no more cards."
        return Step("offers", (text,), (part.surrender_ends_hand,))
    others = part.surrender_of_others
    how = "is bound by that" if others.value == "are bound" else "surrenders too"
    words = (f"{event.player}, on the same box, {how}.",)
    return Step("offers", words, (others.clause,), others.readings)
