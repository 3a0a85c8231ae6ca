"""A shuffling device fails during a round: another takes over, or the players choose (S24 19, S65 18, PJ 16)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_irregularities import Malfunction
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table import commands
from houserules.table.cards.census import seen_cards
from houserules.table.cards.events import SourceChanged
from houserules.table.cards.opening import why_not_real_cards
from houserules.table.cards.source import shuffle_now
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities import events
from houserules.table.irregularities.commands import (
    EndReturnOffer,
    PlayOn,
    ReportMalfunction,
    ReturnToDevice,
    TakeWagersBack,
)
from houserules.table.irregularities.evolve import open_malfunction
from houserules.table.irregularities.state import DeviceMalfunction
from houserules.table.round.payouts import pay_bonus_of_others
from houserules.table.round.void import (
    collected_wagers,
    players_in_round,
    return_collected,
    void_round,
    void_wagers_of_all,
)
from houserules.table.state import Table
from houserules.table.subject import Subject

# Where the cards come from after a malfunction: another device, or a card shoe (S24 19.2-19.5).


def go_to_device(builder: EventBuilder, damaged: tuple[Card, ...]) -> None:
    """Transfer the undamaged cards, add the replacements, and go on (S24 19.2, 19.3)."""
    part = require_offered(builder.rules.malfunction)
    left = _cards_left(builder.table)
    if damaged:
        clause = part.undamaged_cards_are_transferred
        builder.emit(events.CardsTransferred(left - len(damaged), clause))
        builder.emit(events.DamagedCardsReplaced(damaged, part.damaged_cards_are_replaced))
    else:
        builder.emit(events.CardsTransferred(left, part.cards_are_transferred))


def go_to_shoe(builder: EventBuilder, damaged: tuple[Card, ...]) -> None:
    """Replace what is damaged and have the cards shuffled and cut for a shoe (S24 19.5.2-19.5.4)."""
    part = require_offered(builder.rules.malfunction)
    builder.emit(events.DeviceEmptied(_cards_left(builder.table), part.device_is_emptied))
    if damaged:
        builder.emit(events.DamagedCardsReplaced(damaged, part.cards_for_shoe_are_replaced))
    builder.emit(SourceChanged("card shoe", part.round_is_completed_from_shoe))
    shuffle_now(builder, "malfunction", part.cards_for_shoe_are_shuffled)


def why_not_return(rules: Rulebook, table: Table, command: ReturnToDevice) -> Refusal | None:
    """Between rounds, where a shoe stands in for the device of the table (PJ 16.5.6)."""
    part = require_offered(rules.malfunction)
    device = rules.cards.dealt_from
    stands_in = table.source is not None and table.source.kind == "card shoe"
    if device.value != "shuffling device" or not stands_in:
        return Refusal(
            "device.not-missing",
            device.clause,
            "No card shoe is in use in place of a shuffling device.",
        )
    if table.phase != "betting":
        return Refusal(
            "device.round",
            part.round_is_completed_from_shoe,
            "Finish the round from the card shoe first.",
        )
    return None


def return_to_device(builder: EventBuilder, command: ReturnToDevice) -> None:
    """Put all the cards into a device that is ready."""
    part = require_offered(builder.rules.malfunction)
    builder.emit(SourceChanged("shuffling device", part.shoe_stays_in_use))
    shuffle_now(builder, "start", part.shoe_stays_in_use)


def _cards_left(table: Table) -> int:
    assert table.source is not None
    return table.source.left


# Each player takes the wagers back or plays on from a card shoe (S24 19.5.1, 19.5.4).


def offer_return(builder: EventBuilder, command: ReportMalfunction) -> None:
    """Ask everybody who has something to take back; say which condition is not met."""
    part = require_offered(builder.rules.malfunction)
    if command.other_device:
        clause = part.transfer_is_practicable
        reason = "the cards cannot be transferred to another"
    else:
        clause, reason = part.other_device_is_ready, "no other is at hand"
    players = _players_concerned(part, builder.table)
    what = f"The shuffling device has failed, and {reason}."
    builder.emit(events.ReturnOffered(players, command.damaged, what, clause))


def offer_return_again(builder: EventBuilder) -> None:
    """Ask again, in a round that was put right meanwhile, everybody who has something in it now."""
    irregularity = builder.table.irregularity
    if isinstance(irregularity, DeviceMalfunction):
        players = _players_concerned(require_offered(builder.rules.malfunction), builder.table)
        builder.emit(
            events.ReturnOffered(
                players, irregularity.damaged, irregularity.what, irregularity.clause
            )
        )


def _players_concerned(part: Malfunction, table: Table) -> tuple[str, ...]:
    """Return the players with a wager that is open, or was collected and may come back."""
    concerned = {stake.player for _, _, hand in table.hands() for stake in hand.open_stakes}
    for box in table.boxes:
        concerned |= {side.player for side in box.sides if not side.settled}
        concerned |= {insured.player for insured in box.insurance if not insured.settled}
    if part.malfunction_returns.value == "all but payments":
        concerned |= {balance.row.player for balance in collected_wagers(table.log)}
    return tuple(player for player in players_in_round(table) if player in concerned)


def why_not_answer(
    rules: Rulebook, table: Table, command: TakeWagersBack | PlayOn
) -> Refusal | None:
    """Only players who are asked, and once."""
    part = rules.malfunction
    if isinstance(part, NotOffered):
        return Refusal(
            "return.not-offered", part.clause, "This game has no shuffling device that could fail."
        )
    irregularity = table.irregularity
    if isinstance(irregularity, DeviceMalfunction) and command.player in irregularity.waiting:
        return None
    return Refusal(
        "return.not-asked",
        part.wagers_may_be_taken_back,
        "You can take wagers back only when you are asked.",
    )


def answer(builder: EventBuilder, command: TakeWagersBack | PlayOn) -> None:
    """Note the answer; after the last one the round goes on."""
    takes_back = isinstance(command, TakeWagersBack)
    builder.emit(events.ReturnAnswered(command.player, takes_back, said=True))
    if not open_malfunction(builder.table).waiting:
        _go_on(builder)


def why_not_end(rules: Rulebook, table: Table, command: EndReturnOffer) -> Refusal | None:
    """Only an offer that is open can end."""
    if isinstance(table.irregularity, DeviceMalfunction):
        return None
    clause = require_offered(rules.malfunction).wagers_may_be_taken_back
    return Refusal("return.none", clause, "Nobody is being asked to take wagers back.")


def end_offer(builder: EventBuilder, command: EndReturnOffer) -> None:
    """Let the wagers of everybody who has not answered play on."""
    for player in open_malfunction(builder.table).waiting:
        builder.emit(events.ReturnAnswered(player, takes_back=False, said=False))
    _go_on(builder)


def _go_on(builder: EventBuilder) -> None:
    """Hand back what is taken back, and complete the round from a shoe for the others."""
    part = require_offered(builder.rules.malfunction)
    irregularity = open_malfunction(builder.table)
    clause = part.wagers_may_be_taken_back
    builder.emit(events.ReturnsDecided(irregularity.taking, clause))
    go_to_shoe(builder, irregularity.damaged)
    if irregularity.taking:
        if part.malfunction_returns.value == "all but payments":
            return_collected(builder, clause, irregularity.taking)
        void_wagers_of_all(builder, irregularity.taking, clause)


def open_answers(rules: Rulebook, table: Table) -> Iterator[commands.Command]:
    """List what is open while players are asked."""
    for player in open_malfunction(table).waiting:
        yield TakeWagersBack(player)
        yield PlayOn(player)


# The report: what happens depends on its conditions.


def why_not_report(rules: Rulebook, table: Table, command: ReportMalfunction) -> Refusal | None:
    """A device is in use, and bets are closed or cards dealt (S24 19.1.1-19.1.2, reading 142)."""
    part = require_offered(rules.malfunction)
    if table.source is None or table.source.kind != "shuffling device":
        return Refusal(
            "malfunction.no-device", part.malfunction_of_device, "No shuffling device is in use."
        )
    if table.phase in ("betting", "over"):
        return Refusal(
            "malfunction.no-round",
            part.malfunction_in_round,
            "No round is on the table. Between rounds, just replace the device.",
        )
    if command.damaged and (refusal := why_not_real_cards(table, part.damaged_cards_are_removed)):
        return refusal
    return _why_not_damaged(rules, table, command.damaged, table.source.left)


def _why_not_damaged(
    rules: Rulebook, table: Table, damaged: tuple[Card, ...], left: int
) -> Refusal | None:
    """The device can have damaged only cards of the game that are in it."""
    clause = require_offered(rules.malfunction).damaged_cards_are_removed
    out = Counter(seen_cards(table))
    if len(damaged) > left:
        return Refusal("malfunction.damaged-too-many", clause, f"The device has only {left} cards.")
    if any(card.rank == "T" for card in damaged) and not rules.equipment.tens_in_deck.value:
        return Refusal(
            "malfunction.damaged-foreign",
            rules.equipment.tens_in_deck.clause,
            "The decks of this game have no tens.",
        )
    for card, number in Counter(damaged).items():
        most = rules.equipment.decks.value - out[card]
        if number > most:
            return Refusal(
                "malfunction.damaged-too-many",
                clause,
                f"The device has {card} at most {most} times.",
            )
    return None


def report(builder: EventBuilder, command: ReportMalfunction) -> None:
    """End the round, go on from another device, or ask the players (S24 19.2-19.5)."""
    part = require_offered(builder.rules.malfunction)
    builder.emit(
        events.DeviceMalfunctioned(
            command.harms,
            command.other_device,
            command.practicable,
            command.damaged,
            command.by.name,
            command.at,
            part.malfunction_in_round,
        )
    )
    can_transfer = command.other_device and command.practicable
    if command.harms:
        # every amount wagered goes back; earlier rounds stand, and so does what was paid (S24 19.4)
        pay_bonus_of_others(builder, no_more_cards=True)
        if part.malfunction_returns.value == "all but payments":
            players = players_in_round(builder.table)
            return_collected(builder, part.malfunction_ends_round, players)
        void_round(builder, part.malfunction_ends_round)
    if can_transfer:
        go_to_device(builder, command.damaged)
    elif command.harms:
        go_to_shoe(builder, command.damaged)
    else:
        offer_return(builder, command)


MALFUNCTION: Final = Subject(
    commands={
        ReportMalfunction: (why_not_report, report),
        TakeWagersBack: (why_not_answer, answer),
        PlayOn: (why_not_answer, answer),
        EndReturnOffer: (why_not_end, end_offer),
        ReturnToDevice: (why_not_return, return_to_device),
    },
    interrupts={ReportMalfunction: frozenset({"card in error", "late offer", "misdeal"})},
    deals_with={"device malfunction": (TakeWagersBack, PlayOn, EndReturnOffer)},
    open_in={"device malfunction": open_answers},
)
