"""What is said of a round: wagers, cards, decisions and payments."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.money import format_money
from houserules.table import events as round_events
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
from houserules.table.sign import events as sign_events
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


def _tell_side_placed(event: round_events.SideWagerPlaced, scene: Scene) -> Words:
    on_suit = f" ({event.suit})" if event.suit else ""
    return words(
        "{player} {player:places|place} {amount} on {kind}, box {box}.",
        kind=f"{WAGERS[event.kind]}{on_suit}",
    )


def _tell_dealt(event: round_events.CardDealt, scene: Scene) -> Words:
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


def _tell_offers(event: round_events.OffersOpened, scene: Scene) -> Words:
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


def _tell_asked(event: round_events.CardAsked, scene: Scene) -> Words:
    place, controller = scene.place(event.box, event.hand), scene.controller(event.box)
    if controller is None:
        return words("{place} asks for a card.", place=place)
    people = {"controller": controller}
    return words("{controller} {controller:hits|hit} on {place}.", people=people, place=place)


def _tell_stood(event: round_events.HandStood, scene: Scene) -> Words:
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


def _tell_doubled(event: round_events.HandDoubled, scene: Scene) -> Words:
    return words(
        "{player} {player:doubles|double} {place} for {amount} on {total}.",
        place=scene.place(event.box, event.hand),
    )


def _tell_awaited(event: round_events.AnswersAwaited, scene: Scene) -> Words:
    names, people = name_gaps(event.players)
    return words(f"{names}: {{question}}?", people=people, question=_QUESTIONS[event.question])


def _tell_declined(event: round_events.AnswerDeclined, scene: Scene) -> Words:
    question = _QUESTIONS[event.question]
    return words("{player} {player:does|do} not {question}, box {box}.", question=question)


def _tell_settled(event: round_events.WagerSettled, scene: Scene) -> Words:
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


def _tell_found_in_play(event: sign_events.WagerFoundInPlay, scene: Scene) -> Words:
    people, values, shares = {}, {}, []
    for number, share in enumerate(event.shares, start=1):
        who, what = f"player{number}", f"plays{number}"
        people[who], values[what] = share.player, format_money(share.plays)
        shares.append(f"{{{who}}} {{{who}:plays|play}} for {{{what}}}")
    decides = " {controller} {controller:decides|decide} from now on." if event.controller else ""
    template = "{player's} wager on box {box} is found to be {amount}: " + ", ".join(shares)
    return words(f"{template} ({{clause}}).{decides}", people=people, **values)


def _tell_maximum_set(event: sign_events.PlayerMaximumSet, scene: Scene) -> Words:
    if event.maximum is None:
        return "{player's} maximum is that of the table again."
    return "{player} may have at most {maximum} on a box."


def _tell_arranged(event: sign_events.WagersArranged, scene: Scene) -> Words:
    names, people = name_gaps(event.players)
    return words(f"The dealer lines up the wagers on box {{box}}: {names}.", people=people)


def _tell_kept(event: sign_events.WagersKept, scene: Scene) -> Words:
    wagers = join_words(
        f"{format_money(amount)} of {player} on box {box}" for box, player, amount in event.wagers
    )
    return words("Wagers placed within the earlier limits stay: {wagers}.", wagers=wagers)


def _tell_voucher(event: VoucherExchanged, scene: Scene) -> Words:
    conditions = f", “{event.conditions}”" if event.conditions else ""
    return words(
        "{player} {player:gets|get} {value} in tokens for voucher {voucher}{conditions}.",
        conditions=conditions,
    )


CALLS: Final[Sentences] = {
    round_events.WagerPlaced: "{player} {player:places|place} {amount} on box {box}.",
    round_events.WagerWithdrawn: "{player} {player:takes|take} {amount} back from box {box}.",
    round_events.SideWagerPlaced: _tell_side_placed,
    round_events.SideWagerWithdrawn: _kind_named(
        "{player} {player:takes|take} {amount} on {kind} back from box {box}."
    ),
    round_events.WagerCutBack: (
        "{player} {player:plays|play} for {plays} on box {box}; {handed_back} comes back."
    ),
    round_events.BetsClosed: "No more bets.",
    round_events.CardDealt: _tell_dealt,
    round_events.OffersOpened: _tell_offers,
    round_events.InsurancePlaced: "{player} {player:insures|insure} box {box} for {amount}.",
    round_events.WagerSurrendered: "{player} {player:surrenders|surrender} on box {box}.",
    round_events.CardAsked: _tell_asked,
    round_events.HandStood: _tell_stood,
    round_events.HandDoubled: _tell_doubled,
    round_events.DoubleFollowed: ("{player} {player:doubles|double} box {box} too, for {amount}."),
    round_events.HandSplit: (
        "{player} {player:splits|split} box {box}, with {amount} on the new hand."
    ),
    round_events.SplitFollowed: "{player} {player:splits|split} box {box} too, for {amount}.",
    round_events.WagerDesignated: "{player's} wager stays on hand {to} of box {box}.",
    round_events.AnswerDeclined: _tell_declined,
    round_events.DecisionsPassed: "{player} {player:decides|decide} for box {box} now.",
    round_events.PlayerAbsent: "{player} {player:is|are} away: box {box} is played on.",
    round_events.WagerSettled: _tell_settled,
    round_events.RoundVoided: "The round is void.",
    sign_events.WagerRaised: ("{player} {player:raises|raise} the wager on box {box} by {amount}."),
    sign_events.WagerFoundInPlay: _tell_found_in_play,
    sign_events.PlayerMaximumSet: _tell_maximum_set,
    sign_events.SideWagerConfirmed: _kind_named(
        "{by} confirms {player's} {kind} wager on box {box}."
    ),
    sign_events.SideWagerDisplaced: _kind_named(
        "{player's} {amount} on {kind}, box {box}, comes back."
    ),
    sign_events.WagerDisplaced: (
        "{player's} {amount} on box {box} comes back to make room for the seated player."
    ),
    sign_events.BoxUncontrolled: (
        "Nobody may decide for box {box}: its bettors sit at other boxes."
    ),
}

NOTES: Final[Sentences] = {
    round_events.ChipsBrought: "{player} {player:brings|bring} {amount} to the table.",
    round_events.ChipsTaken: "{player} {player:takes|take} {amount} from the table.",
    round_events.PlayBegan: "The subsequent deal begins.",
    round_events.AnswersAwaited: _tell_awaited,
    round_events.HandCleared: "The cards of box {box}, hand {hand}, go to the discard rack.",
    round_events.DealerTurnBegan: "The dealer draws now.",
    round_events.RoundEnded: "The round is over.",
    round_events.TableCleared: "The table is cleared.",
    round_events.ControllerChanged: "{player} {player:decides|decide} for box {box} now.",
    sign_events.WagerFound: (
        "{by} finds {player's} wager of {amount} on box {box} outside the limits."
    ),
    sign_events.WagersArranged: _tell_arranged,
    sign_events.WagersKept: _tell_kept,
    VoucherExchanged: _tell_voucher,
}
