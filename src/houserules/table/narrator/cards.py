"""What is said of the cards: checked, shuffled, cut, burned, dealt face down, damaged."""

from collections.abc import Iterable
from typing import Final

from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table import face_down
from houserules.table.cards import events as card_events
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
_STEPS: Final = {"wash": "washes"}
_OPENING_STAFF: Final = {"house": "the dealer", "supervisor": "the supervisor"}


def narrate_opening(
    steps: Iterable[card_events.CardsChecked | card_events.CardsPrepared],
) -> Sentence:
    """Say in one sentence who checked new cards and what was done with them, each thing once."""
    steps = tuple(steps)
    checks = [step for step in steps if isinstance(step, card_events.CardsChecked)]
    staff = list(dict.fromkeys(_OPENING_STAFF.get(check.by, check.by) for check in checks))
    done = {step.step: step.clause for step in steps if isinstance(step, card_events.CardsPrepared)}
    acts = [f"{_STEPS.get(step, f'{step}s')} ({clause})" for step, clause in done.items()]
    return words(
        "{staff} {check} the cards ({clause}){prepared}.",
        staff=join_words(staff),
        check="check" if staff[1:] else "checks",
        clause=checks[0].clause,
        prepared=f"; the dealer {join_words(acts)} them" if acts else "",
    )


def _tell_checked(event: card_events.CardsChecked, scene: Scene) -> Words:
    device = " with a deck-checking device" if event.with_device else ""
    return words("{by} checks the {colour} cards{device}.", device=device)


def _tell_shuffled(event: card_events.CardsShuffled, scene: Scene) -> Words:
    none_left = "No card is left: the other " if event.cause == "ran out" else ""
    return words(
        "{none_left}{left} cards are shuffled {how}.",
        none_left=none_left,
        how=_HOW.get(event.how, event.how),
    )


def _tell_cut(event: card_events.CardsCut, scene: Scene) -> Words:
    depth = "" if event.depth is None else f" {count_noun(event.depth, 'card')} from the front"
    return words("{by} {by:cuts|cut}{depth}.", depth=depth)


def _tell_cutting_card_placed(event: card_events.CuttingCardPlaced, scene: Scene) -> Words:
    behind = "" if event.behind is None else f", {count_noun(event.behind, 'card')} behind it"
    second = ", and a second one at the very back" if event.second else ""
    return words("The cutting card goes in{behind}{second}.", behind=behind, second=second)


def _tell_burned(event: card_events.CardBurned, scene: Scene) -> Words:
    rules = scene.rules
    if event.card is None or rules is None or event.clause not in _clauses_of_other_cards(rules):
        return "The first card is burned." if event.card is None or rules else "A card is burned."
    return words("The {card} is burned.", card=card_name(event.card))


def _clauses_of_other_cards(rules: Rulebook) -> tuple[Clause, ...]:
    """Return the clauses by which a card is burned that is not the first of a shoe."""
    part = rules.irregularities
    return (
        part.faced_card_is_burned,
        part.finished_hand_card_burned,
        part.round_without_wagers.clause,
        rules.misdeal.misdeal_leftovers.clause,
    )


def _tell_came_out(event: card_events.CuttingCardCameOut, scene: Scene) -> Words:
    if event.cause == "cutting card first":
        return "The cutting card comes out first: the cards are shuffled now."
    return "The cutting card comes out: the cards are shuffled after this round."


def _tell_into_device(event: card_events.DiscardsIntoDevice, scene: Scene) -> Words:
    rack = count_noun(len(event.cards) + event.unseen, "card")
    return words("From the discard rack into the device: {rack}.", rack=rack)


def _tell_exposed(event: face_down.CardsExposed, scene: Scene) -> Words:
    if event.player is None:
        return "The dealer turns up the cards of box {box}."
    return "{player} {player:turns|turn} up the cards of box {box}."


CALLS: Final[Sentences] = {
    card_events.CardsShuffled: _tell_shuffled,
    card_events.CutDeclined: "{player} {player:does|do} not cut.",
    card_events.CutPassedOn: "{player} {player:does|do} not cut; {by} passes the cut on.",
    card_events.CardsCut: _tell_cut,
    card_events.CuttingCardPlaced: _tell_cutting_card_placed,
    card_events.CardBurned: _tell_burned,
    card_events.CardUnderShoeBurned: "The card kept under the shoe is burned.",
    card_events.BurnedCardShown: "The burned card is the {card}.",
    card_events.CuttingCardCameOut: _tell_came_out,
    card_events.BetsReopened: "Bets are open again until the first card.",
    card_events.DiscardsIntoDevice: _tell_into_device,
    face_down.CardsExposed: _tell_exposed,
}

NOTES: Final[Sentences] = {
    card_events.CardsChecked: _tell_checked,
    card_events.CardsPrepared: "{by} prepares the {colour} cards: {step}.",
    card_events.ShuffleCalled: "The cards are to be shuffled after this round: {cause}.",
    card_events.ShuffleBecameDue: "The cards are to be shuffled now: {cause}.",
    card_events.BurnedCardAsked: "{player} {player:asks|ask} to see the burned card.",
    card_events.CardKeptUnderShoe: "A card is kept under the shoe for the next round.",
    card_events.TableOpened: "{by} opens the table with {cards} cards in a {kind}.",
    card_events.CardsReplaced: "{by} replaces all cards with new ones: {colours}.",
    card_events.CardsSecured: "{by} confirms that the {colour} cards were kept secure.",
    card_events.RiffleAsked: "{player} {player:asks|ask} for a riffle of the pre-shuffled cards.",
    card_events.RiffleApproved: "{by} approves the riffle.",
    card_events.StepMissed: "{by} reports a step that was left out: {step}.",
    card_events.CardExposed: "{by} reports a card that was seen before it went into the shoe.",
    card_events.DiscardsLeftInRack: (
        "{by} leaves the discards in the rack until the next initial deal is complete."
    ),
    card_events.CardsDropped: "{by} reports dropped cards.",
    card_events.CardsVerified: "{by} verifies that all dropped cards were picked up.",
    card_events.CardDamaged: "{by} reports a damaged card.",
    card_events.DamagedCardReplaced: "{by} replaces damaged cards from a new deck: {cards}.",
    card_events.SourceChanged: "Cards come from a {kind} from now on.",
    face_down.FaceDownApproved: "{by} approves dealing the first two cards face down.",
    face_down.ApprovalTakenBack: "{by} withdraws the approval of face-down cards.",
    face_down.FacingChosen: "{by} has the first two cards dealt face {facing} from the next round.",
}
