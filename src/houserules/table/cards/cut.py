"""The cut: who is asked, who accepts, who declines, and when the house cuts (S24 5.3-5.5)."""

from typing import NamedTuple

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.cut import Seat, Seats, cut_depth, farthest_left, farthest_right, in_turn
from houserules.shoe.stack import deck_size
from houserules.table.cards.commands import CutCards, CutForPlayers, DeclineCut, PassCutOn
from houserules.table.cards.events import CardsCut, CutDeclined, CutPassedOn
from houserules.table.event_builder import EventBuilder
from houserules.table.state import Table


class Offer(NamedTuple):
    """Who is asked to cut now, and the clause that names the first to be asked."""

    player: str | None  # None: nobody is left to ask, and the house cuts
    clause: Clause


def offer(rules: Rulebook, table: Table) -> Offer:
    """Return who is asked: those at the table in turn, but for those who have declined."""
    assert table.source is not None
    preparation = table.source.preparation
    seats = [Seat(patron.name, patron.seat) for patron in table.patrons]
    if rules.cut.cut_offered_to.value == "seated players":
        seats = [seat for seat in seats if seat.box is not None]
    first, box, clause = _first(rules, table, seats)
    turn = in_turn(seats, first, box=box)
    asked = next((player for player in turn if player not in preparation.declined), None)
    if preparation.declined or asked is None:
        clause = rules.cut.cut_refused
    return Offer(asked, clause)


def _first(rules: Rulebook, table: Table, seats: Seats) -> tuple[Seat | None, int, Clause]:
    """Return whose cut it is, the box to go on from clockwise, and the clause (S24 5.3, NZ 7.3)."""
    assert table.source is not None
    preparation, cut = table.source.preparation, rules.cut
    commences = table.rounds == 0 and preparation.cause != "cutting card first"
    if preparation.cause == "start" or commences:  # whatever the cards were shuffled for once more
        return (seats[0] if seats else None), 1, cut.cut_first_player
    if preparation.cause in ("cutting card on a box", "ran out") and preparation.box is not None:
        player = next((seat for seat in seats if seat.player == preparation.player), None)
        return player, preparation.box, cut.cut_on_box
    if preparation.cause == "replaced":
        left = cut.cut_of_replaced_cards.value == "farthest left"
        seat = farthest_left(seats) if left else farthest_right(seats)
        return seat, 1, cut.cut_of_replaced_cards.clause
    clause = cut.cut_otherwise
    if preparation.cause == "cutting card on the dealer's hand":
        clause = cut.cut_on_dealers_hand
    elif preparation.cause == "cutting card first":
        clause = cut.cut_on_first_card
    return farthest_right(seats), 1, clause


def _why_not_due(rules: Rulebook, table: Table) -> Refusal | None:
    source = table.source
    if source is not None and source.due and source.due[0].step == "cut":
        return None
    device, kind = rules.device, source.kind if source is not None else None
    if kind == "shuffling device" and not isinstance(device, NotOffered):
        return Refusal(
            "cut.device", device.device_not_cut, "Cards in a shuffling device are not cut."
        )
    return Refusal(
        "cut.not-due", rules.cut.cut_offered_to.clause, "No shuffled stack is waiting for the cut."
    )


def _why_not_asked(rules: Rulebook, table: Table, player: str) -> Refusal | None:
    asked, clause = offer(rules, table)
    if asked == player:
        return None
    who = f"It is {asked}'s turn" if asked else "All players were asked; it is the house's turn"
    return Refusal("cut.not-yours", clause, f"{who} to cut.")


def _why_not_depth(rules: Rulebook, table: Table, depth: int | None) -> Refusal | None:
    """A deck or more from either end (S24 5.5, S65 4.5, NZ 7.5, PJ 4.6)."""
    assert table.source is not None
    rule, size = rules.cut.cut_depth_decks, table.source.left
    if depth is None:
        if not table.source.virtual:
            return None
        return Refusal("cut.no-depth", rule.clause, "Enter how many cards lie in front of the cut.")
    limits = cut_depth(size, deck=deck_size(rules), decks=rule.value)
    if limits.takes(depth):
        return None
    return Refusal(
        "cut.too-shallow",
        rule.clause,
        f"Cut with {limits.least} to {limits.most} of the {size} cards in "
        f"front; {depth} is too near an end.",
    )


def why_not_cut(rules: Rulebook, table: Table, command: CutCards) -> Refusal | None:
    """The cut is for the player who is asked, at a lawful depth."""
    return (
        _why_not_due(rules, table)
        or _why_not_asked(rules, table, command.player)
        or _why_not_depth(rules, table, command.depth)
    )


def cut(builder: EventBuilder, command: CutCards) -> None:
    """Cut the stack."""
    clause = offer(builder.rules, builder.table).clause
    builder.emit(CardsCut(command.depth, command.player, clause))


def why_not_decline(
    rules: Rulebook, table: Table, command: DeclineCut | PassCutOn
) -> Refusal | None:
    """Only the player who is offered the cut can decline it, or leave it unanswered."""
    return _why_not_due(rules, table) or _why_not_asked(rules, table, command.player)


def decline(builder: EventBuilder, command: DeclineCut) -> None:
    """Let the offer go on."""
    builder.emit(CutDeclined(command.player, builder.rules.cut.cut_refused))


def pass_on(builder: EventBuilder, command: PassCutOn) -> None:
    """Let the offer go on from a player who does not answer."""
    clause = builder.rules.powers.may_pass_cut_on.clause
    builder.emit(CutPassedOn(command.player, command.by.name, command.at, clause))


def why_not_cut_for_players(
    rules: Rulebook, table: Table, command: CutForPlayers
) -> Refusal | None:
    """The house cuts only when no player wants to (S24 5.4, NZ 7.4)."""
    if refusal := _why_not_due(rules, table):
        return refusal
    asked = offer(rules, table).player
    if asked is not None:
        return Refusal(
            "cut.players-first", rules.cut.cut_refused, f"Offer the cut to {asked} first."
        )
    return _why_not_depth(rules, table, command.depth)


def cut_for_players(builder: EventBuilder, command: CutForPlayers) -> None:
    """Cut the stack for the house."""
    builder.emit(CardsCut(command.depth, command.by.name, builder.rules.powers.may_cut.clause))
