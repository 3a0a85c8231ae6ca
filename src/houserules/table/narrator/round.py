"""What is said of a round: wagers, cards, decisions and payments."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.money import format_money
from houserules.table import events
from houserules.table.narrator.sentence import (
    Scene,
    Sentences,
    Words,
    card_name,
    join_words,
    name_gaps,
    total_text,
    words,
)
from houserules.table.sign import events as sign
from houserules.table.tokens import VoucherExchanged

WAGERS: Final = {
    "original": "wager",
    "split": "split wager",
    "double": "double",
    "insurance": "insurance",
    "perfect-pairs": "Perfect Pairs",
    "suits-you": "Suits You",
    "super-bonus": "Super Bonus",
    "bonus": "bonus",
    "ultimate-pinkjack": "Ultimate Pinkjack",
}
_QUESTIONS: Final = {
    "double": "double too",
    "split": "split too",
    "forfeit": "forfeit the double",
    "split-ace-again": "split the aces again",
}
_AGAINST_THE_WAGER: Final = {
    "lose": "loses",
    "surrendered": "is surrendered and loses",
    "forfeited": "is forfeited and loses",
}


def _kind_named(template: str) -> Callable[[Any, Scene], Words]:
    """Say a side wager by the name that it has on the layout."""
    return lambda event, scene: words(template, kind=WAGERS.get(event.kind, event.kind))


def _tell_dealt(event: events.CardDealt, scene: Scene) -> Words:
    place = "dealer" if event.box is None else scene.place(event.box, event.hand)
    controller = scene.controller(event.box)
    people = {"controller": controller} if controller else {}
    template = (
        "{place}{controller:| (you)}: {card}{total}." if people else "{place}: {card}{total}."
    )
    if event.box in scene.hidden:
        return words(template, people=people, place=place, card="a card face down", total="")
    hand, table = scene.hand(event.box, event.hand), scene.table
    if hand is not None:
        cards, split, done = hand.cards, hand.split, hand.done
    else:
        dealers = event.box is None and table is not None
        cards = table.dealer if table and dealers else ()
        split, done = False, bool(table and dealers and table.phase == "over")
    total = total_text(scene.rules, cards, event.total, soft=event.soft and not done, split=split)
    return words(
        template, people=people, place=place, card=card_name(event.card), total=f", {total}"
    )


def _tell_offers(event: events.OffersOpened, scene: Scene) -> Words:
    """Say what is offered and by which clause, as far as the rules are known."""
    rules = scene.rules
    insurance = getattr(rules.insurance, "insurance_against", None) if rules else None
    surrender = getattr(rules.surrender, "surrender_against", None) if rules else None
    offers = (("insurance", event.insurance, insurance), ("surrender", event.surrender, surrender))
    said = [
        f"{name} ({rule.clause})" if rule else name
        for name, is_offered, rule in offers
        if is_offered
    ]
    return words(
        "{offers} {are} offered.", offers=join_words(said), are="are" if said[1:] else "is"
    )


def _tell_asked(event: events.CardAsked, scene: Scene) -> Words:
    place, controller = scene.place(event.box, event.hand), scene.controller(event.box)
    if controller is None:
        return words("{place} asks for a card.", place=place)
    people = {"controller": controller}
    return words("{controller} {controller:hits|hit} on {place}.", people=people, place=place)


def _tell_stood(event: events.HandStood, scene: Scene) -> Words:
    place, controller = scene.place(event.box, event.hand), scene.controller(event.box)
    hand = scene.hand(event.box, event.hand)
    if event.clause is not None or controller is None:
        total = f" on {hand.total}" if hand else ""
        return words("{place} stands{total}.", place=place, total=total)
    total = f"{hand.total}, " if hand else ""
    return words(
        "{controller} {controller:stands|stand} on {total}{place}.",
        people={"controller": controller},
        total=total,
        place=place,
    )


def _tell_awaited(event: events.AnswersAwaited, scene: Scene) -> Words:
    names, people = name_gaps(event.players)
    return words(f"{names}: {{question}}?", people=people, question=_QUESTIONS[event.question])


def _tell_settled(event: events.WagerSettled, scene: Scene) -> Words:
    net, odds = event.net, f" at {event.odds}" if event.odds else ""
    if net > 0:
        result = f"wins {format_money(net)}{odds}"
    elif net < 0:
        result = f"{_AGAINST_THE_WAGER.get(event.result, event.result)} {format_money(-net)}"
    else:
        ends = "is void" if event.result == "void" else f"ends in a {event.result}"
        result = f"{ends}: {format_money(event.stake)} comes back"
    place = "" if event.box is None else f" on {scene.place(event.box, event.hand)}"
    wager = WAGERS[event.wager]
    return words("{player's} {wager}{place} {result}.", wager=wager, place=place, result=result)


def _tell_found_in_play(event: sign.WagerFoundInPlay, scene: Scene) -> Words:
    people, values, shares = {}, {}, []
    for number, share in enumerate(event.shares, start=1):
        who, what = f"player{number}", f"plays{number}"
        people[who], values[what] = share.player, format_money(share.plays)
        shares.append(f"{{{who}}} {{{who}:plays|play}} for {{{what}}}")
    decides = " {controller} {controller:decides|decide} from now on." if event.controller else ""
    template = "{player's} wager on box {box} is found to be {amount}: " + ", ".join(shares)
    return words(f"{template} ({{clause}}).{decides}", people=people, **values)


def _tell_arranged(event: sign.WagersArranged, scene: Scene) -> Words:
    names, people = name_gaps(event.players)
    return words(f"The dealer lines up the wagers on box {{box}}: {names}.", people=people)


def _tell_kept(event: sign.WagersKept, scene: Scene) -> Words:
    wagers = join_words(
        f"{format_money(amount)} of {player} on box {box}" for box, player, amount in event.wagers
    )
    return words("Wagers placed within the earlier limits stay: {wagers}.", wagers=wagers)


CALLS: Final[Sentences] = {
    events.WagerPlaced: "{player} {player:places|place} {amount} on box {box}.",
    events.WagerWithdrawn: "{player} {player:takes|take} {amount} back from box {box}.",
    events.SideWagerPlaced: lambda event, scene: words(
        "{player} {player:places|place} {amount} on {kind}{suit}, box {box}.",
        kind=WAGERS[event.kind],
        suit=f" ({event.suit})" if event.suit else "",
    ),
    events.SideWagerWithdrawn: _kind_named(
        "{player} {player:takes|take} {amount} on {kind} back from box {box}."
    ),
    events.WagerCutBack: (
        "{player} {player:plays|play} for {plays} on box {box}; {handed_back} comes back."
    ),
    events.BetsClosed: "No more bets.",
    events.CardDealt: _tell_dealt,
    events.OffersOpened: _tell_offers,
    events.InsurancePlaced: "{player} {player:insures|insure} box {box} for {amount}.",
    events.WagerSurrendered: "{player} {player:surrenders|surrender} on box {box}.",
    events.CardAsked: _tell_asked,
    events.HandStood: _tell_stood,
    events.HandDoubled: lambda event, scene: words(
        "{player} {player:doubles|double} {place} for {amount} on {total}.",
        place=scene.place(event.box, event.hand),
    ),
    events.DoubleFollowed: "{player} {player:doubles|double} box {box} too, for {amount}.",
    events.HandSplit: "{player} {player:splits|split} box {box}, with {amount} on the new hand.",
    events.SplitFollowed: "{player} {player:splits|split} box {box} too, for {amount}.",
    events.WagerDesignated: "{player's} wager stays on hand {to} of box {box}.",
    events.AnswerDeclined: lambda event, scene: words(
        "{player} {player:does|do} not {question}, box {box}.", question=_QUESTIONS[event.question]
    ),
    events.DecisionsPassed: "{player} {player:decides|decide} for box {box} now.",
    events.PlayerAbsent: "{player} {player:is|are} away: box {box} is played on.",
    events.WagerSettled: _tell_settled,
    events.RoundVoided: "The round is void.",
    sign.WagerRaised: "{player} {player:raises|raise} the wager on box {box} by {amount}.",
    sign.WagerFoundInPlay: _tell_found_in_play,
    sign.PlayerMaximumSet: lambda event, scene: (
        "{player's} maximum is that of the table again."
        if event.maximum is None
        else "{player} may have at most {maximum} on a box."
    ),
    sign.SideWagerConfirmed: _kind_named("{by} confirms {player's} {kind} wager on box {box}."),
    sign.SideWagerDisplaced: _kind_named("{player's} {amount} on {kind}, box {box}, comes back."),
    sign.WagerDisplaced: (
        "{player's} {amount} on box {box} comes back to make room for the seated player."
    ),
    sign.BoxUncontrolled: "Nobody may decide for box {box}: its bettors sit at other boxes.",
}

NOTES: Final[Sentences] = {
    events.ChipsBrought: "{player} {player:brings|bring} {amount} to the table.",
    events.ChipsTaken: "{player} {player:takes|take} {amount} from the table.",
    events.PlayBegan: "The subsequent deal begins.",
    events.AnswersAwaited: _tell_awaited,
    events.HandCleared: "The cards of box {box}, hand {hand}, go to the discard rack.",
    events.DealerTurnBegan: "The dealer draws now.",
    events.RoundEnded: "The round is over.",
    events.TableCleared: "The table is cleared.",
    events.ControllerChanged: "{player} {player:decides|decide} for box {box} now.",
    sign.WagerFound: "{by} finds {player's} wager of {amount} on box {box} outside the limits.",
    sign.WagersArranged: _tell_arranged,
    sign.WagersKept: _tell_kept,
    VoucherExchanged: lambda event, scene: words(
        "{player} {player:gets|get} {value} in tokens for voucher {voucher}{conditions}.",
        conditions=f", “{event.conditions}”" if event.conditions else "",
    ),
}
