"""The table after events of irregularities; `taking_back` has that of a round taken back."""

from houserules.table.cards.events import CardsShuffled
from houserules.table.evolve_parts import rack
from houserules.table.mishaps import events as e
from houserules.table.mishaps import misdeal_events as m
from houserules.table.mishaps.past import forget_round
from houserules.table.mishaps.state import CardOnOffer, LateOffer, ShoeVoid, WrongDeal
from houserules.table.state import Table, changed


def irregularity_reported(table: Table, event: e.IrregularityReported) -> Table:
    """After IrregularityReported: a faced card gives reason to suspect more."""
    if event.kind != "faced card":
        return table
    return changed(table, trouble=changed(table.trouble, faced=True))


def cards_set_ready(table: Table, event: e.CardsSetReady) -> Table:
    """After CardsSetReady: out of the shoe, and nowhere else yet."""
    table = _into_source(table, -len(event.cards))
    ready = (*table.trouble.ready, *event.cards)
    return changed(table, trouble=changed(table.trouble, ready=ready))


def ready_card_used(table: Table, event: e.ReadyCardUsed) -> Table:
    """After ReadyCardUsed: as if it came from the shoe, which it leaves by the next event."""
    trouble = table.trouble
    trouble = changed(trouble, ready=trouble.ready[1:], taken=False, for_dealer=False)
    return changed(_into_source(table, 1), trouble=trouble)


def _into_source(table: Table, cards: int) -> Table:
    source = table.source
    if source is None:
        return table
    return changed(table, source=changed(source, left=source.left + cards))


def card_offered(table: Table, event: e.CardOffered) -> Table:
    """After CardOffered."""
    offer = CardOnOffer("card in error", event.clause, event.what, event.card, event.asked)
    return changed(table, mishap=offer)


def card_accepted(table: Table, event: e.CardAccepted) -> Table:
    """After CardAccepted."""
    return changed(table, mishap=None, trouble=changed(table.trouble, taken=True))


def card_refused(table: Table, event: e.CardRefused) -> Table:
    """After CardRefused: the next is asked."""
    offer, trouble = table.mishap, table.trouble
    assert isinstance(offer, CardOnOffer)
    refused = (*trouble.refused, (event.box, event.hand))
    return changed(
        table,
        mishap=changed(offer, asked=offer.asked[1:]),
        trouble=changed(trouble, refused=refused),
    )


def card_refused_by_all(table: Table, event: e.CardRefusedByAll) -> Table:
    """After CardRefusedByAll."""
    return changed(table, mishap=None, trouble=changed(table.trouble, for_dealer=True))


def late_offer_opened(table: Table, event: e.LateOfferOpened) -> Table:
    """After LateOfferOpened."""
    offer = LateOffer("late offer", event.clause, event.what, event.offer, event.player)
    return changed(table, mishap=offer)


def late_offer_closed(table: Table, event: e.LateOfferClosed) -> Table:
    """After LateOfferClosed."""
    return changed(table, mishap=None)


def wrong_cards_found(table: Table, event: e.WrongCardsFound) -> Table:
    """After WrongCardsFound: what becomes of round and shoe follows."""
    return table


def cards_taken_out(table: Table, event: e.CardsTakenOut) -> Table:
    """After CardsTakenOut: the check and the shuffle that follow end the suspicion."""
    return table


def shuffled_anew(table: Table, event: CardsShuffled) -> Table:
    """After CardsShuffled: what way the cards faced before does not matter any more."""
    if not table.trouble.faced:
        return table
    return changed(table, trouble=changed(table.trouble, faced=False))


def shoe_declared_void(table: Table, event: e.ShoeDeclaredVoid) -> Table:
    """After ShoeDeclaredVoid."""
    return changed(table, mishap=ShoeVoid("shoe void", event.clause, event.what))


def decks_verified(table: Table, event: e.DecksVerified) -> Table:
    """After DecksVerified."""
    return changed(table, mishap=None)


def misdeal_reported(table: Table, event: m.MisdealReported) -> Table:
    """After MisdealReported."""
    mishap = WrongDeal(
        "misdeal",
        event.clause,
        event.what,
        event.order,
        event.moves,
        event.falls_away,
        event.leftover,
    )
    return changed(table, mishap=mishap)


def misdeal_dismissed(table: Table, event: m.MisdealDismissed) -> Table:
    """After MisdealDismissed."""
    return changed(table, mishap=None)


def payment_taken_back(table: Table, event: m.PaymentTakenBack) -> Table:
    """After PaymentTakenBack: into the float tray."""
    return changed(
        table,
        racks=rack(table, event.player, -event.amount),
        float_tray=table.float_tray + event.amount,
    )


def hands_voided(table: Table, event: m.HandsVoided) -> Table:
    """After HandsVoided: of a round whose cards were collected nothing else can be put right."""
    return forget_round(changed(table, mishap=None))
