"""What is said of the cards: checked, shuffled, cut, burned, dealt face down, damaged."""

from collections.abc import Iterable
from typing import Final

from houserules.table import face_down
from houserules.table.cards import events
from houserules.table.narrator.sentence import (
    Scene,
    Sentence,
    Sentences,
    Words,
    card_name,
    count_noun,
    join_words,
    words,
)

_HOW: Final = {
    "hand": "by hand",
    "multishuffler": "in the multishuffler",
    "automatic shuffler": "in the automatic shuffler",
    "shuffling device": "in the shuffling device",
    "software": "by the software",
}
_OPENING_STAFF: Final = {"house": "the dealer", "supervisor": "the supervisor"}


def narrate_opening(steps: Iterable[events.CardsChecked | events.CardsPrepared]) -> Sentence:
    """Say in one sentence who checked new cards and what was done with them, each thing once."""
    steps = tuple(steps)
    checks = [step for step in steps if isinstance(step, events.CardsChecked)]
    staff = list(dict.fromkeys(_OPENING_STAFF.get(check.by, check.by) for check in checks))
    done = {step.step: step.clause for step in steps if isinstance(step, events.CardsPrepared)}
    acts = [
        f"{'washes' if step == 'wash' else f'{step}s'} ({clause})" for step, clause in done.items()
    ]
    return words(
        "{staff} {check} the cards ({clause}){prepared}.",
        staff=join_words(staff),
        check="check" if staff[1:] else "checks",
        clause=checks[0].clause,
        prepared=f"; the dealer {join_words(acts)} them" if acts else "",
    )


def _tell_checked(event: events.CardsChecked, scene: Scene) -> Words:
    device = " with a deck-checking device" if event.with_device else ""
    return words("{by} checks the {colour} cards{device}.", device=device)


def _tell_shuffled(event: events.CardsShuffled, scene: Scene) -> Words:
    none_left = "No card is left: the other " if event.cause == "ran out" else ""
    return words(
        "{none_left}{left} cards are shuffled {how}.",
        none_left=none_left,
        how=_HOW.get(event.how, event.how),
    )


def _tell_cut(event: events.CardsCut, scene: Scene) -> Words:
    depth = "" if event.depth is None else f" {count_noun(event.depth, 'card')} from the front"
    return words("{by} {by:cuts|cut}{depth}.", depth=depth)


def _tell_cutting_card_placed(event: events.CuttingCardPlaced, scene: Scene) -> Words:
    behind = "" if event.behind is None else f", {count_noun(event.behind, 'card')} behind it"
    second = ", and a second one at the very back" if event.second else ""
    return words("The cutting card goes in{behind}{second}.", behind=behind, second=second)


def _tell_burned(event: events.CardBurned, scene: Scene) -> Words:
    if event.card is None:
        return "The first card is burned."
    if (rules := scene.rules) is None:
        return "A card is burned."
    part = rules.irregularities
    if event.clause not in (
        part.faced_card_is_burned,
        part.finished_hand_card_burned,
        part.round_without_wagers.clause,
        rules.misdeal.misdeal_leftovers.clause,
    ):
        return "The first card is burned."
    return words("The {card} is burned.", card=card_name(event.card))


def _tell_into_device(event: events.DiscardsIntoDevice, scene: Scene) -> Words:
    rack = count_noun(len(event.cards) + event.unseen, "card")
    return words("From the discard rack into the device: {rack}.", rack=rack)


CALLS: Final[Sentences] = {
    events.CardsShuffled: _tell_shuffled,
    events.CutDeclined: "{player} {player:does|do} not cut.",
    events.CutPassedOn: "{player} {player:does|do} not cut; {by} passes the cut on.",
    events.CardsCut: _tell_cut,
    events.CuttingCardPlaced: _tell_cutting_card_placed,
    events.CardBurned: _tell_burned,
    events.CardUnderShoeBurned: "The card kept under the shoe is burned.",
    events.BurnedCardShown: "The burned card is the {card}.",
    events.CuttingCardCameOut: lambda event, scene: (
        "The cutting card comes out first: the cards are shuffled now."
        if event.cause == "cutting card first"
        else "The cutting card comes out: the cards are shuffled after this round."
    ),
    events.BetsReopened: "Bets are open again until the first card.",
    events.DiscardsIntoDevice: _tell_into_device,
    face_down.CardsExposed: lambda event, scene: (
        "The dealer turns up the cards of box {box}."
        if event.player is None
        else "{player} {player:turns|turn} up the cards of box {box}."
    ),
}

NOTES: Final[Sentences] = {
    events.CardsChecked: _tell_checked,
    events.CardsPrepared: "{by} prepares the {colour} cards: {step}.",
    events.ShuffleCalled: "The cards are to be shuffled after this round: {cause}.",
    events.ShuffleBecameDue: "The cards are to be shuffled now: {cause}.",
    events.BurnedCardAsked: "{player} {player:asks|ask} to see the burned card.",
    events.CardKeptUnderShoe: "A card is kept under the shoe for the next round.",
    events.TableOpened: "{by} opens the table with {cards} cards in a {kind}.",
    events.CardsReplaced: "{by} replaces all cards with new ones: {colours}.",
    events.CardsSecured: "{by} confirms that the {colour} cards were kept secure.",
    events.RiffleAsked: "{player} {player:asks|ask} for a riffle of the pre-shuffled cards.",
    events.RiffleApproved: "{by} approves the riffle.",
    events.StepMissed: "{by} reports a step that was left out: {step}.",
    events.CardExposed: "{by} reports a card that was seen before it went into the shoe.",
    events.DiscardsLeftInRack: (
        "{by} leaves the discards in the rack until the next initial deal is complete."
    ),
    events.CardsDropped: "{by} reports dropped cards.",
    events.CardsVerified: "{by} verifies that all dropped cards were picked up.",
    events.CardDamaged: "{by} reports a damaged card.",
    events.DamagedCardReplaced: "{by} replaces damaged cards from a new deck: {cards}.",
    events.SourceChanged: "Cards come from a {kind} from now on.",
    face_down.FaceDownApproved: "{by} approves dealing the first two cards face down.",
    face_down.ApprovalTakenBack: "{by} withdraws the approval of face-down cards.",
    face_down.FacingChosen: "{by} has the first two cards dealt face {facing} from the next round.",
}
