"""Who controls a box, and the cut to its maximum (S24 6.6 and 7.3, NZ 15.2-15.3, PJ 5.5 and 6.3)."""

from collections.abc import Iterator, Mapping

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.events import ControllerChanged, WagerCutBack
from houserules.table.round.evolve import the_box
from houserules.table.round.token_shares import tokens_back
from houserules.table.sign.box_orders import arrange, is_full, sits_elsewhere
from houserules.table.sign.events import BoxUncontrolled, WagersKept
from houserules.table.sign.limits import InForce, limits_for
from houserules.table.state import Bettor, Box, Stake, Table, changed


def controller_of(rules: Rulebook, box: Box) -> Bettor:
    """Return who decides for a box (S24 6.6, NZ 15.3(a), readings 21, 22 and 57)."""
    for bettor in box.bettors:
        if bettor.seated:
            return bettor
    if rules.wagers.controls_without_seated.value == "nearest-dealer":
        present = (bettor for bettor in box.bettors if bettor.player not in box.away)
        return next(present, box.bettors[0])
    return max(box.bettors, key=lambda bettor: bettor.placed)  # the first of the highest


def controller_among(rules: Rulebook, box: Box, stakes: tuple[Stake, ...]) -> str:
    """Return who decides for a box among the players of these stakes."""
    players = {stake.player for stake in stakes}
    left = tuple([bettor for bettor in box.bettors if bettor.player in players])
    return controller_of(rules, changed(box, bettors=left)).player


def see_who_may_decide(builder: EventBuilder, box: int) -> None:
    """Note where nobody may: who sits at another box of a full house (NZ 15.5, reading 56)."""
    there = the_box(builder.table, box)
    controller = there.controller and there.bettor(there.controller)
    if not controller or controller.seated or there.uncontrolled:
        return
    if is_full(builder.table) and sits_elsewhere(builder.table, controller.player):
        clause = builder.rules.powers.may_report_patronage.clause
        builder.emit(BoxUncontrolled(box, clause))


def hand_over(builder: EventBuilder, box: Box, stakes: tuple[Stake, ...]) -> None:
    """Let somebody decide for a box who has one of these stakes on it, as if no other were there."""
    if box.controller not in {stake.player for stake in stakes}:
        builder.emit(ControllerChanged(box.number, controller_among(builder.rules, box, stakes)))
        see_who_may_decide(builder, box.number)


def shares(
    rules: Rulebook, table: Table, box: Box, lies: Mapping[str, Cents] | None = None
) -> Iterator[tuple[Bettor, Cents, InForce]]:
    """Yield what plays of each wager on a box, and by which limits.

    A wager above the maximum by leave takes nothing from what others have laid (S24 7.6), and one
    that was lawful before limits changed is not cut. `lies`: what still lies there of each wager,
    if not all that was placed.
    """
    controller, used = controller_of(rules, box), 0
    for bettor in sorted(box.bettors, key=lambda each: each is not controller):
        force = limits_for(rules, table, bettor.player)
        most, there = force.most(used), (lies or {}).get(bettor.player, bettor.placed)
        plays = there if most is None else min(there, max(most, bettor.kept))
        if force.maximum is not None:
            used += plays
        yield bettor, plays, force


def cut_back(builder: EventBuilder, box: Box) -> None:
    """Bring a box down to its maximum: the controlling player first, then nearest the dealer."""
    box = arrange(builder, box)
    for bettor, plays, force in shares(builder.rules, builder.table, box):
        if plays < bettor.placed:
            over, clause = bettor.placed - plays, cut_back_by(builder.rules, box, force)
            tokens = tokens_back(bettor.placed, bettor.tokens, over)
            builder.emit(WagerCutBack(box.number, bettor.player, plays, over, clause, tokens))


def cut_back_by(rules: Rulebook, box: Box, force: InForce) -> Clause:
    """One bettor's excess, or that of several together (S24 7.3, 7.3.1); a restriction's first."""
    if force.restricted:
        return force.restricted
    several = len(box.bettors) > 1
    return rules.sign.several_above_maximum if several else rules.limits.above_maximum_is_cut_back


def keep_wagers(builder: EventBuilder, before: Table) -> None:
    """Let what lies on the layout play as it would have before the limits changed (S24 7.3)."""
    if before.phase != "betting":
        return
    kept = []
    for box in builder.table.boxes:
        now = {
            bettor.player: plays for bettor, plays, _ in shares(builder.rules, builder.table, box)
        }
        for bettor, plays, _ in shares(builder.rules, before, box):
            if plays > now[bettor.player]:
                kept.append((box.number, bettor.player, plays))
    if kept:
        clause = builder.rules.limits.above_maximum_is_cut_back
        builder.emit(WagersKept(tuple(kept), clause))
