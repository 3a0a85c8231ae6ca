"""Undisclosed wagers after the round: opened, settled by the result of the box, or taken back (20.8)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from houserules.core.money import Cents
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import At, EventBuilder, Why
from houserules.table.events import WagerSettled
from houserules.table.round.settled_wagers import WagerBalance, wager_balances
from houserules.table.session.events import (
    FormOpened,
    FormsTakenBack,
    MinimumDeducted,
    UndisclosedWagerSettled,
)
from houserules.table.session.rounds import the_session, tournament_part
from houserules.table.session.state import Form
from houserules.table.session.wagers import deemed_under, deemed_wager, undisclosed_net

_SETTLES = (UndisclosedWagerSettled, MinimumDeducted)


def settle_entries(builder: EventBuilder) -> None:
    """After the final settlement open the forms and deduct for absence, by boxes (20.5.6.1, 20.8.2.6)."""
    session = the_session(builder)
    for player in session.players_in:
        entry = session.entry(player.name)
        if entry is not None and entry.absent:
            _deduct(builder, player.name, player.box, form=False)
        elif entry is not None and entry.form is not None:
            _open(builder, entry.form, player.name, player.box)


def are_settled(log: Iterable[Any]) -> bool:
    """Whether the forms of the round were opened, and deductions made."""
    return any(isinstance(event, _SETTLES) for event in log)


def _deduct(builder: EventBuilder, player: str, box: int, *, form: bool) -> None:
    """Take the minimum, or what is left (20.5.6.1, 20.8.3.4)."""
    part = tournament_part(builder.rules)
    amount = min(the_session(builder).limits.minimum, builder.table.racks[player])
    if form:
        builder.emit(MinimumDeducted(box, player, amount, "form", part.undisclosed_incomplete))
    else:
        builder.emit(MinimumDeducted(box, player, amount, "absent", part.absences_deducted.clause))


def _open(builder: EventBuilder, form: Form, player: str, box: int) -> None:
    before, limits = builder.table.before_round, the_session(builder).limits
    assert before is not None
    part, chips = tournament_part(builder.rules), before.racks[player]
    stake = deemed_wager(form, limits, chips)
    if stake is not None:
        stake -= stake % builder.rules.wagers.smallest_chip.value
    clause = deemed_under(part, form, limits, chips)
    builder.emit(FormOpened(box, player, form.kind, form.amount, stake, clause))
    if stake is None:
        _deduct(builder, player, box, form=True)
        return
    for amount, row in _followed_wagers(builder, player, box, stake):
        builder.emit(
            UndisclosedWagerSettled(
                box,
                player,
                amount,
                row.result,
                row.odds,
                amount + undisclosed_net(builder.rules, amount, row),
                part.undisclosed_is_announced,
                row.wager,
            )
        )
    _pay_bonus(builder, player, box)


def _followed_wagers(
    builder: EventBuilder, player: str, box: int, stake: Cents
) -> Iterator[tuple[Cents, WagerSettled]]:
    """Yield the wagers of the box whose result an undisclosed wager has, and what it has on each.

    That is the original wager; or it is split and doubled with the box, as far as chips were left
    that the player had not staked in the round (reading 201).
    """
    table, part = builder.table, tournament_part(builder.rules)
    balances = wager_balances(table.log)
    rows = [_result(each) for each in balances if (each.row.player, each.row.box) == (player, box)]
    yield stake, next(row for row in reversed(rows) if row.wager == "original")
    if part.undisclosed_follows.value == "the original wager":
        return
    assert table.before_round is not None
    since = sum(each.row.stake for each in balances if _is_staked_later(each.row, player))
    left = table.before_round.racks[player] - stake - since
    on_hand = {row.hand: stake for row in rows if row.wager == "original"}
    later = [row for row in rows if row.wager in ("split", "double")]
    for row in sorted(later, key=lambda row: (row.wager == "double", row.hand or 0)):
        amount = min(stake if row.wager == "split" else on_hand.get(row.hand, 0), left)
        if amount > 0:
            left -= amount
            on_hand.setdefault(row.hand, amount)
            yield amount, row


def _is_staked_later(row: WagerSettled, player: str) -> bool:
    return row.player == player and row.wager in ("split", "double", "insurance")


def _result(balance: WagerBalance) -> WagerSettled:
    """Return how a wager of the box ended: void, if anything was undone on it since."""
    row = balance.row
    return row if balance.amount == row.returned else replace(row, result="void", odds=None)


def _pay_bonus(builder: EventBuilder, player: str, box: int) -> None:
    """Pay the $50 of another's Super Bonus to who has wagered by nothing but a form (reading 204)."""
    part, table = builder.rules.super_bonus, builder.table
    there = table.box(box)
    bettor = there.bettor(player) if there else None
    if isinstance(part, NotOffered) or not table.super_bonus or not (bettor and bettor.has_form):
        return
    counts_wagers = part.bonus_of_others_counts.value == "wagers"
    bonus, at = part.bonus_of_others, At(player, box if counts_wagers else None)
    builder.pay_bonus(bonus.value, "bonus", why=Why(at, bonus.clause, "final"))


def take_forms_back(builder: EventBuilder, log: Iterable[Any]) -> None:
    """Undo what forms and deductions of a void round have moved (20.2.2.1, reading 217)."""
    moved: Counter[str] = Counter()
    for event in log:
        match event:
            case UndisclosedWagerSettled(player=player):
                moved[player] -= event.net
            case MinimumDeducted(player=player, amount=amount):
                moved[player] += amount
            case FormsTakenBack():
                moved.clear()
    back: list[tuple[str, Cents]] = [(player, amount) for player, amount in moved.items() if amount]
    if back:
        clause = tournament_part(builder.rules).void_round_repays
        builder.emit(FormsTakenBack(tuple(back), clause))
