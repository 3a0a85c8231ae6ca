"""The table after events of irregularities; `rollback` has that of a round taken back."""

from typing import Final

from houserules.table.cards.events import CardsShuffled
from houserules.table.irregularities import events
from houserules.table.irregularities.previous_round import forget_round
from houserules.table.irregularities.state import (
    KIND,
    CardOnOffer,
    DeviceMalfunction,
    Irregularity,
    LateOffer,
    ShoeVoid,
    Spot,
    WrongDeal,
    without_kind,
)
from houserules.table.round.evolve import plays_nothing, the_box, with_box, with_hand
from houserules.table.round.evolve_chips import collect_chips, owing
from houserules.table.state import Step, Steps, Table, changed


def open_irregularity(table: Table, irregularity: Irregularity) -> Table:
    """Return the table with an irregularity open; other kinds that were open wait behind it.

    One of the same kind is told again, with more known.
    """
    waiting = without_kind(table.irregularity, irregularity.kind)
    return changed(table, irregularity=changed(irregularity, interrupted=waiting))


def close_irregularity(table: Table) -> Table:
    """Return the table without its open irregularity; what it has interrupted is open again."""
    return changed(
        table,
        irregularity=table.irregularity.interrupted if table.irregularity is not None else None,
    )


def irregularity_reported(table: Table, event: events.IrregularityReported) -> Table:
    """After IrregularityReported: a faced card gives reason to suspect more."""
    if event.kind != "faced card":
        return table
    return changed(table, aftermath=changed(table.aftermath, faced=True))


def cards_set_ready(table: Table, event: events.CardsSetReady) -> Table:
    """After CardsSetReady: out of the shoe, and nowhere else yet."""
    table = _into_source(table, -len(event.cards))
    ready = (*table.aftermath.ready, *event.cards)
    return changed(table, aftermath=changed(table.aftermath, ready=ready))


def ready_card_used(table: Table, event: events.ReadyCardUsed) -> Table:
    """After ReadyCardUsed: as if it came from the shoe, which it leaves by the next event."""
    aftermath = table.aftermath
    aftermath = changed(aftermath, ready=aftermath.ready[1:], taken=False, for_dealer=False)
    return changed(_into_source(table, 1), aftermath=aftermath)


def _into_source(table: Table, cards: int) -> Table:
    source = table.source
    if source is None:
        return table
    return changed(table, source=changed(source, left=source.left + cards))


def card_offered(table: Table, event: events.CardOffered) -> Table:
    offer = CardOnOffer("card in error", event.clause, event.what, event.card, event.asked)
    return open_irregularity(table, offer)


def card_accepted(table: Table, event: events.CardAccepted) -> Table:
    return changed(close_irregularity(table), aftermath=changed(table.aftermath, taken=True))


def card_refused(table: Table, event: events.CardRefused) -> Table:
    """After CardRefused: the next is asked; in a round dealt again no card is on offer."""
    offer, aftermath, spot = table.irregularity, table.aftermath, (event.box, event.hand)
    if isinstance(offer, CardOnOffer):
        asked = tuple([each for each in offer.asked if each != spot])
        table = changed(table, irregularity=changed(offer, asked=asked))
    return changed(table, aftermath=changed(aftermath, refused=(*aftermath.refused, spot)))


def card_refused_by_all(table: Table, event: events.CardRefusedByAll) -> Table:
    return changed(close_irregularity(table), aftermath=changed(table.aftermath, for_dealer=True))


def late_offer_opened(table: Table, event: events.LateOfferOpened) -> Table:
    offer = LateOffer("late offer", event.clause, event.what, event.offer, event.player)
    return open_irregularity(table, offer)


def nothing_more(table: Table, event: object) -> Table:
    """After events that are told for the record: what follows from them is in the next events."""
    return table


def dealt_with(table: Table, event: object) -> Table:
    """After LateOfferClosed, DecksVerified, MisdealDismissed, ReturnsDecided."""
    return close_irregularity(table)


def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
    """After CardsShuffled: what way the cards faced before does not matter any more."""
    if not table.aftermath.faced:
        return table
    return changed(table, aftermath=changed(table.aftermath, faced=False))


def shoe_declared_void(table: Table, event: events.ShoeDeclaredVoid) -> Table:
    return open_irregularity(table, ShoeVoid("shoe void", event.clause, event.what))


def misdeal_reported(table: Table, event: events.MisdealReported) -> Table:
    irregularity = WrongDeal(
        "misdeal",
        event.clause,
        event.what,
        event.order,
        event.moves,
        event.falls_away,
        event.leftover,
        event.by,
    )
    return open_irregularity(table, irregularity)


def payment_taken_back(table: Table, event: events.PaymentTakenBack) -> Table:
    """After PaymentTakenBack: into the float tray; what was not there is owed."""
    table = collect_chips(table, event.player, event.amount)
    return owing(table, event.player, event.outstanding, event.clause)


def hands_voided(table: Table, event: events.HandsVoided) -> Table:
    """After HandsVoided: of a round whose cards were collected nothing else can be put right."""
    return forget_round(_without_results(close_irregularity(table), event.hands))


def _without_results(table: Table, spots: tuple[Spot, ...]) -> Table:
    """Return the table with what was settled on these hands void: no result, and no bonus on it."""
    for number, position in spots:
        box, hand = table.box(number), table.hand(number, position)
        if box is None or hand is None:
            continue
        settled = [stake for stake in hand.stakes if not stake.is_open]
        stakes = [
            stake if stake.is_open else changed(stake, result="void") for stake in hand.stakes
        ]
        boxes = with_hand(table, number, position, changed(hand, stakes=tuple(stakes)))
        table = changed(table, boxes=boxes)
        for stake in settled:
            if stake.kind == "original":
                box = plays_nothing(the_box(table, number), stake.player)
                table = changed(table, boxes=with_box(table, box))
        gone = {(stake.player, number) for stake in settled}
        winners = tuple([each for each in table.super_bonus if each not in gone])
        table = changed(table, super_bonus=winners)
    return table


# A shuffling device that fails.


def return_offered(table: Table, event: events.ReturnOffered) -> Table:
    irregularity = DeviceMalfunction(
        KIND, event.clause, event.what, waiting=event.players, damaged=event.damaged
    )
    return open_irregularity(table, irregularity)


def return_answered(table: Table, event: events.ReturnAnswered) -> Table:
    irregularity = open_malfunction(table)
    waiting = tuple([player for player in irregularity.waiting if player != event.player])
    taking = (*irregularity.taking, event.player) if event.takes_back else irregularity.taking
    return changed(table, irregularity=changed(irregularity, waiting=waiting, taking=taking))


def open_malfunction(table: Table) -> DeviceMalfunction:
    assert isinstance(table.irregularity, DeviceMalfunction)
    return table.irregularity


STEPS: Final[Steps] = {
    events.IrregularityReported: irregularity_reported,
    events.CardsSetReady: cards_set_ready,
    events.ReadyCardUsed: ready_card_used,
    events.CardOffered: card_offered,
    events.CardAccepted: card_accepted,
    events.CardRefused: card_refused,
    events.CardRefusedByAll: card_refused_by_all,
    events.LateOfferOpened: late_offer_opened,
    events.LateOfferClosed: dealt_with,
    events.WrongCardsFound: nothing_more,
    events.CardsTakenOut: nothing_more,
    events.ShoeDeclaredVoid: shoe_declared_void,
    events.DecksVerified: dealt_with,
    events.MisdealReported: misdeal_reported,
    events.MisdealDismissed: dealt_with,
    events.PaymentTakenBack: payment_taken_back,
    events.HandsVoided: hands_voided,
    events.DeviceMalfunctioned: nothing_more,
    events.CardsTransferred: nothing_more,
    events.DamagedCardsReplaced: nothing_more,
    events.DeviceEmptied: nothing_more,
    events.ReturnOffered: return_offered,
    events.ReturnAnswered: return_answered,
    events.ReturnsDecided: dealt_with,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = ((CardsShuffled, cards_shuffled),)
