"""What is said of cards and devices that went wrong: who reported or decided it, and which cards."""

from typing import Final

from houserules.core.money import format_money
from houserules.table.irregularities import events
from houserules.table.narrator.round import WAGERS
from houserules.table.narrator.sentence import (
    Scene,
    Sentences,
    Teller,
    Words,
    capitalise,
    card_name,
    join_words,
    name_gaps,
    words,
)


def _tell_ready(event: events.CardsSetReady, scene: Scene) -> Words:
    are = "are" if event.cards[1:] else "is"
    return words("The {cards} {are} dealt before the shoe's next card.", are=are)


def _tell_offered(event: events.CardOffered, scene: Scene) -> Words:
    hands = join_words(scene.place(*spot) for spot in event.asked) or "nobody"
    return words("The {card} was dealt by mistake and is offered to {hands}.", hands=hands)


def _tell_late_offer(event: events.LateOfferOpened, scene: Scene) -> Words:
    to = " to {player}" if event.player else ""
    offer = capitalise(event.offer)
    return words(f"{{by}}: {{offer}} is offered late{to}. {{what}}", offer=offer)


def moves_text(event: events.MisdealReported) -> str:
    """Say where cards lay and where they should lie."""
    if event.order is None:
        return "Nobody can say how the cards left the shoe."
    moves = [
        f"{card_name(move.card)} from {move.taken_from or 'the shoe'} to {move.put_to or 'the shoe'}"
        for move in event.moves
    ]
    falls = f" No longer counts: {'; '.join(event.falls_away)}." if event.falls_away else ""
    left = f" Left over: {join_words(map(card_name, event.leftover))}." if event.leftover else ""
    return f"To be put right: {'; '.join(moves) or 'no card moves'}.{falls}{left}"


def _tell_hands_voided(event: events.HandsVoided, scene: Scene) -> Words:
    hands = join_words(f"box {box}, hand {hand}" for box, hand in event.hands)
    return words("{by} declares {hands} void.", hands=hands if event.hands else "all hands")


def _tell_wrong_cards(event: events.WrongCardsFound, scene: Scene) -> Words:
    cards = f": {join_words(map(card_name, event.cards))}" if event.cards else ""
    return words("{by} reports a {wrong} card{cards}.", cards=cards)


def _tell_verified(event: events.DecksVerified, scene: Scene) -> Words:
    found = [
        f"{name}: {join_words(map(card_name, cards))}"
        for name, cards in (("missing", event.missing), ("foreign", event.foreign))
        if cards
    ]
    return words(
        "{by} verifies the decks; {found}.", found="; ".join(found) or "all cards are there"
    )


def _tell_malfunctioned(event: events.DeviceMalfunctioned, scene: Scene) -> Words:
    damaged = f"; damaged: {join_words(map(card_name, event.damaged))}" if event.damaged else ""
    return words("{by} reports that the shuffling device failed{damaged}.", damaged=damaged)


def _tell_return_offered(event: events.ReturnOffered, scene: Scene) -> Words:
    names, people = name_gaps(event.players)
    return words(f"{names} may take wagers of this round back.", people=people)


def _tell_return_answered(event: events.ReturnAnswered, scene: Scene) -> Words:
    silent = "" if event.said else " (no answer was given)"
    if event.takes_back:
        return words("{player} {player:takes|take} the wagers back{silent}.", silent=silent)
    return words("{player} {player:leaves|leave} the wagers in{silent}.", silent=silent)


def payment_back(template: str) -> Teller:
    """Say what goes back to the house, and what is still owed."""

    def tell(event: events.PaymentTakenBack, scene: Scene) -> Words:
        owed = f"; {format_money(event.outstanding)} is still owed" if event.outstanding else ""
        place = "" if event.box is None else f" on {scene.place(event.box, event.hand)}"
        return words(template, wager=WAGERS[event.wager], place=place, owed=owed)

    return tell


CALLS: Final[Sentences] = {
    events.IrregularityReported: "{by} reports: {kind}.",
    events.CardOffered: _tell_offered,
    events.CardAccepted: "{player} {player:takes|take} the card for box {box}, hand {hand}.",
    events.CardRefused: "{player} {player:refuses|refuse} the card for box {box}, hand {hand}.",
    events.CardRefusedByAll: "Nobody takes the card: it is the dealer's next.",
    events.MisdealReported: lambda event, scene: words(
        "{by} reports a misdeal ({clause}). {moves}", moves=moves_text(event)
    ),
    events.MisdealDismissed: "{by} finds no error; the round stands.",
    events.RoundTakenBack: "{by} has the round put right: the cards are dealt again.",
    events.AbsenceTakenBack: (
        "{by}: {player} {player:was|were} not away; box {box} goes back to that decision."
    ),
    events.PaymentTakenBack: payment_back(
        "{amount} goes back from {player}: the {wager}{place} is void{owed}."
    ),
}

NOTES: Final[Sentences] = {
    events.CardsSetReady: _tell_ready,
    events.ReadyCardUsed: "The first of the cards that lay ready is used.",
    events.LateOfferOpened: _tell_late_offer,
    events.LateOfferClosed: "The late offer is closed.",
    events.WrongCardsFound: _tell_wrong_cards,
    events.CardsTakenOut: "{by} takes the remaining cards out to be checked.",
    events.ShoeDeclaredVoid: "{by} declares the shoe void: {what}",
    events.DecksVerified: _tell_verified,
    events.DeviceMalfunctioned: _tell_malfunctioned,
    events.DamagedCardsReplaced: (
        "Cards that the device damaged are replaced from a new deck: {cards}."
    ),
    events.CardsTransferred: "{cards} undamaged cards go into another device.",
    events.DeviceEmptied: "{cards} cards are taken out, to be dealt from a card shoe.",
    events.ReturnOffered: _tell_return_offered,
    events.ReturnAnswered: _tell_return_answered,
    events.ReturnsDecided: lambda event, scene: (
        "Wagers go back to {taken_back}." if event.taken_back else "No wager goes back."
    ),
    events.HandsVoided: _tell_hands_voided,
}
