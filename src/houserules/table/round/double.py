"""Doubling, the other bettors' answers, and the forfeit after it (S24 13, NZ 12, PJ 10)."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import Decline, Double, Forfeit
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import AnswersAwaited, DoubleFollowed, HandCleared, HandDoubled
from houserules.table.face_down import why_not_third_card
from houserules.table.round.chips import unit_of, why_not_enough, why_not_without_chips
from houserules.table.round.hands import aces_at_1, total_of
from houserules.table.round.play import answer_no, go_on, why_not_turn
from houserules.table.state import Question, Stake, Table


def owes_answer(
    table: Table, question: Question, player: str, *, box: int, hand: int | None = None
) -> bool:
    """Whether the player owes an answer to this question on this box (and hand, if one is given)."""
    awaiting = table.awaiting
    return (
        awaiting is not None
        and awaiting.question == question
        and awaiting.box == box
        and hand in (None, awaiting.hand)
        and player in awaiting.players
    )


def double_limits(rules: Rulebook, table: Table, stake: Stake) -> tuple[Cents, Cents]:
    """Return the least and the most that may be wagered on a double (S24 13.1, NZ 12.3)."""
    most = rules.doubling.double_most.value
    least = (
        unit_of(rules, table, stake.player)
        if rules.doubling.double_least.value == "the unit"
        else 1
    )
    return least, stake.amount * most.pays // most.on


def why_not_double(rules: Rulebook, table: Table, command: Double) -> Refusal | None:
    """A double by the controlling player in turn, or by another bettor who was asked."""
    box, hand = table.box(command.box), table.hand(command.box, command.hand)
    most = rules.doubling.double_most_cards
    if box is not None and hand is not None and command.player != box.controller:
        if not owes_answer(table, "double", command.player, box=command.box, hand=command.hand):
            return Refusal(
                "double.not-first",
                rules.doubling.others_may_not_double_first,
                f"{box.controller} decides whether box {command.box} doubles. You can follow.",
            )
    elif refusal := (
        why_not_turn(rules, table, command.player, command.box, command.hand)
        or why_not_third_card(rules, hand)
    ):
        return refusal
    elif hand is not None and most.value is not None and len(hand.cards) > most.value:
        return Refusal(
            "double.cards",
            most.clause,
            f"You can double only on the first {most.value} cards of a hand.",
        )
    stake = hand.stake_of(command.player) if hand else None
    assert stake is not None
    return (
        why_not_without_chips(rules, stake.amount)
        or _why_not_amount(rules, table, stake, command.amount)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def _why_not_amount(rules: Rulebook, table: Table, stake: Stake, amount: Cents) -> Refusal | None:
    least, most = double_limits(rules, table, stake)
    if amount > most:
        return Refusal(
            "double.too-much",
            rules.doubling.double_most.clause,
            f"You can double for at most {format_money(most)}.",
        )
    if amount < least:
        return Refusal(
            "double.too-little",
            rules.doubling.double_least.clause,
            f"A double must be at least {format_money(least)}.",
        )
    return None


def double(builder: EventBuilder, command: Double) -> None:
    """Double, and ask the other bettors on the hand; or follow."""
    box, hand = builder.table.box(command.box), builder.table.hand(command.box, command.hand)
    assert box is not None and hand is not None
    player, amount, tokens = command.player, command.amount, command.tokens
    if player != box.controller:
        builder.emit(DoubleFollowed(command.box, command.hand, player, amount, tokens))
        return
    held = aces_at_1(builder.rules, cards=len(hand.cards), split=hand.split)
    total, soft = total_of(hand.cards, aces_at_1=held)
    builder.emit(HandDoubled(command.box, command.hand, player, amount, total, soft, tokens))
    others = tuple([s.player for s in hand.open_stakes if s.player != command.player])
    if others:
        builder.emit(AnswersAwaited("double", command.box, command.hand, others))


def why_not_forfeit(rules: Rulebook, table: Table, command: Forfeit) -> Refusal | None:
    """After a double that is neither bust nor 21, before the next hand is acted on (reading 14)."""
    part = rules.forfeit
    if isinstance(part, NotOffered):
        return Refusal("forfeit.none", part.clause, "This game has no forfeit.")
    awaiting = table.awaiting
    if awaiting is None or (awaiting.question, awaiting.box, awaiting.hand) != (
        "forfeit",
        command.box,
        command.hand,
    ):
        return Refusal(
            "forfeit.not-now",
            part.forfeit_closes,
            "You can forfeit only after a double that is neither bust nor 21, before the "
            "next hand plays.",
        )
    if command.player not in awaiting.players:
        return Refusal(
            "forfeit.no-double",
            part.forfeit_by_others,
            "You have no double on this hand to take back.",
        )
    return None


def forfeit(builder: EventBuilder, command: Forfeit) -> None:
    """Hand the double back and collect the wager (S24 13.6, NZ 12.8)."""
    part = builder.rules.forfeit
    box, hand = builder.table.box(command.box), builder.table.hand(command.box, command.hand)
    assert box is not None and hand is not None and not isinstance(part, NotOffered)
    stake = hand.stake_of(command.player)
    assert stake is not None
    controls = command.player == box.controller
    clause = part.forfeit_by_controller if controls else part.forfeit_by_others
    why = Why(At(command.player, command.box, command.hand), clause)
    builder.give_back(0, stake.amount, stake.kind, "forfeited", why=why)
    builder.give_back(stake.double, stake.double, "double", "stand-off", why=why)
    hand = builder.table.hand(command.box, command.hand)
    if hand is not None and not hand.open_stakes:
        builder.emit(HandCleared(command.box, command.hand))
    go_on(builder)


def why_not_decline(rules: Rulebook, table: Table, command: Decline) -> Refusal | None:
    """Only who was asked can say no."""
    awaiting = table.awaiting
    if awaiting and awaiting.box == command.box and command.player in awaiting.players:
        return None
    return Refusal("answer.none", rules.play.turn_order, "You are not being asked anything now.")


def decline(builder: EventBuilder, command: Decline) -> None:
    """Answer no; the round goes on once everybody has answered."""
    answer_no(builder, command.player)
    go_on(builder)
