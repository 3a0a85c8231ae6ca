"""Wagers that end without a result: of a whole round, of one player, of single hands."""

from collections.abc import Collection, Iterable
from typing import Any

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.table.event_builder import At, EventBuilder, Why, parts
from houserules.table.events import (
    AnswerDeclined,
    AnswersAwaited,
    HandCleared,
    RoundVoided,
    SideWagerWithdrawn,
    WagerKind,
    WagerSettled,
    WagerWithdrawn,
)
from houserules.table.people.events import WinningsTakenBack
from houserules.table.round import deal
from houserules.table.round.box_control import hand_over
from houserules.table.round.payouts import super_bonus_cards_stay
from houserules.table.round.settled_wagers import WagerBalance, wager_balances
from houserules.table.sign.side_wagers import newly_stranded, return_stranded
from houserules.table.staff.events import GameInvalidated, WagerForfeited, WagerReturned
from houserules.table.state import Awaiting, Box, Question, Table


def void_round(builder: EventBuilder, clause: Clause) -> None:
    """Hand every open wager back; what was settled before stands (S24 18.8, 18.16.2)."""
    end_open_wagers(builder, clause)
    builder.emit(RoundVoided(clause))


def end_open_wagers(builder: EventBuilder, clause: Clause) -> None:
    """Hand every open wager of the round back."""
    for box in builder.table.boxes:
        _end_on_box(builder, box, clause)


def hand_back(
    builder: EventBuilder, player: str, clause: Clause, *, box: int | None = None
) -> None:
    """Hand back a player's wagers, all or those of one box, whether or not bets are closed."""
    if builder.table.phase == "betting":
        withdraw_wagers_of(builder, player, box)
    else:
        void_wagers_of(builder, player, clause, box=box)


def hand_back_one(
    builder: EventBuilder, player: str, clause: Clause, *, box: int, wager: WagerKind
) -> None:
    """Hand back one wager before the first card, and side wagers that needed it (S24 20.12)."""
    before, there = builder.table, builder.table.box(box)
    assert there is not None
    if before.phase == "betting":
        _withdraw_from(builder, there, player, wager)
        return_stranded(builder, before)
    elif wager == "original":
        _end_on_hand(builder, there, 1, clause, player)
        _leave_round(builder, before, clause)
    else:
        for side in there.sides:
            if (side.player, side.kind) == (player, wager):
                _end(builder, side.amount, wager, Why(At(player, box), clause, "final"))


def void_wagers_of(
    builder: EventBuilder, player: str, clause: Clause, *, box: int | None = None
) -> None:
    """Hand back one player's wagers in a round, all or those of one box."""
    void_wagers_of_all(builder, (player,), clause, box=box)


def void_wagers_of_all(
    builder: EventBuilder, players: Iterable[str], clause: Clause, *, box: int | None = None
) -> None:
    """Hand back several players' wagers at one moment, and then carry the round on."""
    before = builder.table
    for player in players:
        end_wagers_of(builder, player, clause, box=box)
    _leave_round(builder, before, clause)


def _leave_round(builder: EventBuilder, before: Table, clause: Clause) -> None:
    """Carry the round on without wagers that have left it."""
    _leave_boxes(builder, clause)
    for box, side, _ in newly_stranded(builder, before) if before.phase == "dealing" else ():
        _end(builder, side.amount, side.kind, Why(At(side.player, box.number), clause, "final"))
    _ask_again(builder, before.awaiting)
    _go_on(builder, clause)


def end_wagers_of(
    builder: EventBuilder,
    player: str,
    clause: Clause,
    *,
    box: int | None = None,
    keep: bool = False,
) -> None:
    """End one player's wagers, kept by the house or not; the round stays where it is for now."""
    awaiting = builder.table.awaiting
    if awaiting is not None and player in awaiting.players:
        builder.emit(AnswerDeclined(awaiting.question, awaiting.box, player))
    for each in builder.table.boxes:
        if box in (None, each.number):
            _end_on_box(builder, each, clause, player, keep=keep)


def void_hand(builder: EventBuilder, box: int, hand: int, clause: Clause) -> None:
    """Hand back the wagers on one hand."""
    _drop_question(builder, box, hand)
    there = builder.table.box(box)
    assert there is not None
    _end_on_hand(builder, there, hand, clause)


def _drop_question(builder: EventBuilder, box: int, hand: int) -> None:
    """Nobody answers any more what was asked about the hand; a split is about two of them."""
    awaiting = builder.table.awaiting
    if awaiting is None or awaiting.box != box:
        return
    if hand - awaiting.hand in ((0, 1) if awaiting.question == "split" else (0,)):
        for player in awaiting.players:
            builder.emit(AnswerDeclined(awaiting.question, box, player))


def withdraw_wagers_of(builder: EventBuilder, player: str, box: int | None = None) -> None:
    """Take a player's wagers off the layout or one box, before the first card.

    A side wager that needed one of them goes too, on any box and of any player.
    """
    for number in [each.number for each in builder.table.boxes]:
        there = builder.table.box(number)
        if there is not None and box in (None, number):
            before = builder.table
            _withdraw_from(builder, there, player)
            return_stranded(builder, before)


def _withdraw_from(
    builder: EventBuilder, box: Box, player: str, wager: WagerKind | None = None
) -> None:
    for side in box.sides:
        if side.player == player and wager in (None, side.kind):
            builder.emit(
                SideWagerWithdrawn(box.number, side.player, side.kind, side.amount, side.tokens)
            )
    bettor = box.bettor(player)
    if bettor is not None and wager in (None, "original"):
        builder.emit(WagerWithdrawn(box.number, player, bettor.placed, bettor.tokens))


def _end_on_box(
    builder: EventBuilder,
    box: Box,
    clause: Clause,
    player: str | None = None,
    *,
    keep: bool = False,
) -> None:
    """End what is open on a box: one player's wagers, or everybody's."""
    for side in box.sides:
        if not side.settled and player in (None, side.player):
            why = Why(At(side.player, box.number), clause, "final")
            _end(builder, side.amount, side.kind, why, keep=keep)
    for insured in box.insurance:
        if not insured.settled and player in (None, insured.player):
            why = Why(At(insured.player, box.number), clause, "final")
            _end(builder, insured.amount, "insurance", why, keep=keep)
    for number in range(1, len(box.hands) + 1):
        _end_on_hand(builder, box, number, clause, player, keep=keep)


def _end_on_hand(
    builder: EventBuilder,
    box: Box,
    number: int,
    clause: Clause,
    player: str | None = None,
    *,
    keep: bool = False,
) -> None:
    for stake in box.hands[number - 1].stakes:
        if stake.is_open and player in (None, stake.player):
            why = Why(At(stake.player, box.number, number), clause, "final")
            for wager, amount in parts(stake):
                _end(builder, amount, wager, why, keep=keep)


def _end(
    builder: EventBuilder, amount: Cents, wager: WagerKind, why: Why, *, keep: bool = False
) -> None:
    if keep:
        builder.lose(amount, wager, why=why)
    else:
        builder.give_back(amount, amount, wager, "void", why=why)


def after_void(builder: EventBuilder, clause: Clause) -> None:
    """Clear hands that nobody has a wager on any more, see who decides now, and go on."""
    _leave_boxes(builder, clause)
    _go_on(builder, clause)


def _leave_boxes(builder: EventBuilder, clause: Clause) -> None:
    for box, number, hand in tuple(builder.table.hands()):
        stays = super_bonus_cards_stay(builder.rules, builder.table, box.number)
        if not (hand.cleared or hand.open_stakes or stays or _asks(builder, box, "split")):
            builder.emit(HandCleared(box.number, number))
            if builder.table.phase == "dealing":
                _end_on_box(builder, box, clause)  # a side wager that no card will decide
    for box in builder.table.boxes:
        stakes = tuple([stake for hand in box.hands for stake in hand.open_stakes])
        if stakes and not _asks(builder, box, "split", "double"):
            hand_over(builder, box, stakes)


def _asks(builder: EventBuilder, box: Box, *questions: Question) -> bool:
    """Whether others still say if they follow: until then the box stays as the decision left it."""
    awaiting = builder.table.awaiting
    return awaiting is not None and awaiting.box == box.number and awaiting.question in questions


def _ask_again(builder: EventBuilder, awaiting: Awaiting | None) -> None:
    """Ask who decides now about the split ace that who decided before was asked about."""
    if awaiting is None or awaiting.question != "split-ace-again" or builder.table.awaiting:
        return
    box, hand = builder.table.box(awaiting.box), builder.table.hand(awaiting.box, awaiting.hand)
    assert box is not None and hand is not None
    if hand.open_stakes:
        hand_over(builder, box, hand.open_stakes)
        box = builder.table.box(awaiting.box)
        assert box is not None and box.controller is not None
        builder.emit(
            AnswersAwaited(awaiting.question, box.number, awaiting.hand, (box.controller,))
        )


def _go_on(builder: EventBuilder, clause: Clause) -> None:
    is_open = any(hand.open_stakes for _, _, hand in builder.table.hands())
    if builder.table.phase == "dealing" and not is_open:
        builder.emit(RoundVoided(clause))
    else:
        deal.go_on(builder)


# What a round without a result undoes: wagers that were collected, winnings that were paid.
#
# Both are known from the round's events, which only a table with a source keeps. Whatever makes a
# wager void, it is undone once: every step starts from what the player has of the wager by then.


def collected_wagers(log: Iterable[Any]) -> list[WagerBalance]:
    """Return the wagers of which the house has kept something, except those forfeited for fraud."""
    events = tuple(log)
    forfeited = {
        player
        for event in events
        if isinstance(event, GameInvalidated)
        for player in event.forfeited_by
    }
    return [
        each
        for each in wager_balances(events)
        if each.kept > 0 and each.row.player not in forfeited
    ]


def return_collected(builder: EventBuilder, clause: Clause, players: Collection[str]) -> None:
    """Hand back what was collected from these players in the round; what was paid stands."""
    for each in collected_wagers(builder.table.log):
        if each.row.player in players:
            return_wager(builder, each, clause)


def return_wager(builder: EventBuilder, each: WagerBalance, clause: Clause) -> None:
    """Hand back what the house has kept of one wager."""
    row = each.row
    tokens = row.token_stake - row.tokens
    builder.emit(WagerReturned(row.box, row.hand, row.player, row.wager, each.kept, clause, tokens))


def take_winnings_back(builder: EventBuilder, clause: Clause, player: str) -> None:
    """Take back what a player has won in the round; what is not in the rack becomes a debt."""
    for each in wager_balances(builder.table.log):
        row = each.row
        if row.player == player and each.kept < 0:
            there = min(-each.kept, builder.table.racks.get(player, 0))
            builder.emit(
                WinningsTakenBack(
                    row.box, row.hand, player, row.wager, there, -each.kept - there, clause
                )
            )


def forfeit_wagers(builder: EventBuilder, clause: Clause, player: str) -> None:
    """Collect what a player who cheated has of settled wagers; what is gone becomes a debt."""
    for each in wager_balances(builder.table.log):
        row = each.row
        if row.player != player or each.amount <= 0:
            continue
        in_tokens = row.token_stake if each.kept <= 0 else row.tokens
        tokens = min(in_tokens, builder.table.tokens.get(player, 0))
        chips = min(each.amount - tokens, builder.table.racks.get(player, 0))
        there = chips + tokens
        builder.emit(
            WagerForfeited(
                *(row.box, row.hand, player, row.wager),
                *(there, each.amount - there, clause, tokens),
            )
        )


def players_in_round(table: Table) -> tuple[str, ...]:
    """Return everybody with a wager in the round, settled or not, in the order of the boxes."""
    return tuple(
        dict.fromkeys(
            [
                player
                for box in table.boxes
                for player in (
                    *[bettor.player for bettor in box.bettors if bettor.in_round],
                    *[side.player for side in box.sides],
                )
            ]
            + [each.player for each in table.log if isinstance(each, WagerSettled)]
        )
    )
