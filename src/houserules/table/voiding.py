"""Wagers that end without a result: of a whole round, of one player, of single hands."""

from collections.abc import Iterable

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.table import dealing
from houserules.table.controlling import hand_over
from houserules.table.course import At, Course, Why, parts
from houserules.table.events import (
    AnswerDeclined,
    AnswersAwaited,
    HandCleared,
    RoundVoided,
    SideWagerWithdrawn,
    WagerKind,
    WagerWithdrawn,
)
from houserules.table.state import Awaiting, Box, Hand, Question


def void_round(course: Course, clause: Clause) -> None:
    """Hand every open wager back; what was settled before stands (S24 18.8, 18.16.2)."""
    for box in course.table.boxes:
        _end_on_box(course, box, clause)
    course.emit(RoundVoided(clause))


def hand_back(course: Course, player: str, clause: Clause, *, box: int | None = None) -> None:
    """Hand back a player's wagers, all or those of one box, whether or not bets are closed."""
    if course.table.phase == "betting":
        withdraw_wagers_of(course, player, box)
    else:
        void_wagers_of(course, player, clause, box=box)


def void_wagers_of(course: Course, player: str, clause: Clause, *, box: int | None = None) -> None:
    """Hand back one player's wagers in a round, all or those of one box."""
    void_wagers_of_all(course, (player,), clause, box=box)


def void_wagers_of_all(
    course: Course, players: Iterable[str], clause: Clause, *, box: int | None = None
) -> None:
    """Hand back several players' wagers at one moment, and then carry the round on."""
    awaiting = course.table.awaiting
    for player in players:
        end_wagers_of(course, player, clause, box=box)
    _leave_boxes(course, clause)
    _ask_again(course, awaiting)
    _go_on(course, clause)


def end_wagers_of(
    course: Course, player: str, clause: Clause, *, box: int | None = None, keep: bool = False
) -> None:
    """End one player's wagers, kept by the house or not; the round stays where it is for now."""
    awaiting = course.table.awaiting
    if awaiting is not None and player in awaiting.players:
        course.emit(AnswerDeclined(awaiting.question, awaiting.box, player))
    for each in course.table.boxes:
        if box in (None, each.number):
            _end_on_box(course, each, clause, player, keep=keep)


def void_hand(course: Course, box: int, hand: int, clause: Clause) -> None:
    """Hand back the wagers on one hand; the insurance of a box goes with its last (NZ 10.7)."""
    _drop_question(course, box, hand)
    there = course.table.box(box)
    assert there is not None
    _end_on_hand(course, there, hand, clause)
    there = course.table.box(box)
    assert there is not None
    if not any(_is_open(each) for each in there.hands):
        for wager in there.insurance:
            if not wager.settled:
                _end(course, wager.amount, "insurance", Why(At(wager.player, box), clause, "final"))


def _drop_question(course: Course, box: int, hand: int) -> None:
    """Nobody answers any more what was asked about the hand; a split is about two of them."""
    awaiting = course.table.awaiting
    if awaiting is None or awaiting.box != box:
        return
    if hand - awaiting.hand in ((0, 1) if awaiting.question == "split" else (0,)):
        for player in awaiting.players:
            course.emit(AnswerDeclined(awaiting.question, box, player))


def withdraw_wagers_of(course: Course, player: str, box: int | None = None) -> None:
    """Take a player's wagers off the layout or one box, before the first card.

    A side wager of somebody else goes too where no initial wager is left beside it.
    """
    for each in course.table.boxes:
        if box in (None, each.number):
            _withdraw_from(course, each, player)


def _withdraw_from(course: Course, box: Box, player: str) -> None:
    alone = all(bettor.player == player for bettor in box.bettors)
    for side in box.sides:
        if alone or side.player == player:
            course.emit(
                SideWagerWithdrawn(box.number, side.player, side.kind, side.amount, side.tokens)
            )
    bettor = box.bettor(player)
    if bettor is not None:
        course.emit(WagerWithdrawn(box.number, player, bettor.placed, bettor.tokens))


def _end_on_box(
    course: Course, box: Box, clause: Clause, player: str | None = None, *, keep: bool = False
) -> None:
    """End what is open on a box: one player's wagers, or everybody's."""
    for side in box.sides:
        if not side.settled and player in (None, side.player):
            why = Why(At(side.player, box.number), clause, "final")
            _end(course, side.amount, side.kind, why, keep=keep)
    for insured in box.insurance:
        if not insured.settled and player in (None, insured.player):
            why = Why(At(insured.player, box.number), clause, "final")
            _end(course, insured.amount, "insurance", why, keep=keep)
    for number in range(1, len(box.hands) + 1):
        _end_on_hand(course, box, number, clause, player, keep=keep)


def _end_on_hand(
    course: Course,
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
                _end(course, amount, wager, why, keep=keep)


def _end(course: Course, amount: Cents, wager: WagerKind, why: Why, *, keep: bool = False) -> None:
    if keep:
        course.lose(amount, wager, why=why)
    else:
        course.give_back(amount, amount, wager, "void", why=why)


def _is_open(hand: Hand) -> bool:
    return any(stake.is_open for stake in hand.stakes)


def after_void(course: Course, clause: Clause) -> None:
    """Clear hands that nobody has a wager on any more, see who decides now, and go on."""
    _leave_boxes(course, clause)
    _go_on(course, clause)


def _leave_boxes(course: Course, clause: Clause) -> None:
    for box, number, hand in tuple(course.table.hands()):
        if not (hand.cleared or hand.open_stakes or _asks(course, box, "split")):
            course.emit(HandCleared(box.number, number))
            if course.table.phase == "dealing":
                _end_on_box(course, box, clause)  # a side wager that no card will decide
    for box in course.table.boxes:
        stakes = tuple([stake for hand in box.hands for stake in hand.open_stakes])
        if stakes and not _asks(course, box, "split", "double"):
            hand_over(course, box, stakes)


def _asks(course: Course, box: Box, *questions: Question) -> bool:
    """Whether others still say if they follow: until then the box stays as the decision left it."""
    awaiting = course.table.awaiting
    return awaiting is not None and awaiting.box == box.number and awaiting.question in questions


def _ask_again(course: Course, awaiting: Awaiting | None) -> None:
    """Ask who decides now about the split ace that who decided before was asked about."""
    if awaiting is None or awaiting.question != "split-ace-again" or course.table.awaiting:
        return
    box, hand = course.table.box(awaiting.box), course.table.hand(awaiting.box, awaiting.hand)
    assert box is not None and hand is not None
    if hand.open_stakes:
        hand_over(course, box, hand.open_stakes)
        box = course.table.box(awaiting.box)
        assert box is not None and box.controller is not None
        course.emit(AnswersAwaited(awaiting.question, box.number, awaiting.hand, (box.controller,)))


def _go_on(course: Course, clause: Clause) -> None:
    if course.table.phase == "dealing" and not any(
        _is_open(hand) for _, _, hand in course.table.hands()
    ):
        course.emit(RoundVoided(clause))
    else:
        dealing.go_on(course)
