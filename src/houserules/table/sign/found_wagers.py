"""Wagers that staff find outside the limits: valid, or cut back to the maximum (S24 7.2, 7.3).

Before bets are closed the wager is placed as it lies. From then on a supervisor reports it, until the
box is decided: every bettor's share, and with it what is doubled, split and insured, is worked out
again (reading 35).
"""

from collections.abc import Iterator
from dataclasses import replace

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import PlaceWager
from houserules.table.event_builder import EventBuilder
from houserules.table.events import AnswersAwaited
from houserules.table.evolve import evolve
from houserules.table.people.admission import sits, why_not_admitted
from houserules.table.powers import holders, with_article
from houserules.table.round import deal
from houserules.table.round.box_control import (
    controller_of,
    cut_back_by,
    see_who_may_decide,
    shares,
)
from houserules.table.round.chips import why_not_held, why_not_whole
from houserules.table.round.double import double_limits
from houserules.table.round.evolve import the_box
from houserules.table.round.offers import insurance_limit
from houserules.table.round.token_shares import tokens_back, why_not_tokens
from houserules.table.round.wagers import place, why_not_place
from houserules.table.sign.admissible_wagers import why_not_here
from houserules.table.sign.box_orders import bettors_to_a_box
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.events import WagerFound, WagerFoundInPlay
from houserules.table.sign.evolve_wagers import wager_found_in_play
from houserules.table.sign.limits import InForce, limits_for
from houserules.table.sign.side_wagers import newly_stranded
from houserules.table.sign.state import Restated, Share
from houserules.table.state import Awaiting, Bettor, Box, Table, changed


def _place_command(command: ReportFoundWager) -> PlaceWager:
    return PlaceWager(
        command.player, command.box, command.amount, command.seated, tokens=command.tokens
    )


def why_not_report(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """Whatever the limits say; but where the software deals, it has refused such wagers itself."""
    if table.source is not None and table.source.virtual:
        return Refusal(
            "found-wager.virtual",
            rules.powers.may_report_found_wager.clause,
            "Wagers at a virtual shoe are placed in the software, so none can be found later.",
        )
    if table.phase == "betting":
        return why_not_place(rules, table, _place_command(command), found=True)
    power = rules.powers.may_report_found_wager_in_play
    roles = holders(rules, power.value)
    if command.by.role not in roles:  # once bets are closed, money moves: that takes a supervisor
        return Refusal(
            "role.may-not",
            power.clause,
            f"After bets are closed, only {with_article(*roles)} may do this.",
        )
    return (
        _why_not_undecided(rules, table, command)
        or _why_not_bettor(rules, table, command)
        or _why_not_chips(rules, table, command)
        or _why_not_outside(rules, table, command)
        or _why_not_split(rules, table, command)
    )


def report(builder: EventBuilder, command: ReportFoundWager) -> None:
    """Place the wager as it lies, or correct a box in play; a record does not name who found it."""
    if builder.table.phase != "betting":
        _correct(builder, command)
        return
    if builder.table.source is not None:
        limits = builder.rules.limits
        below = command.amount < limits_for(builder.rules, builder.table, command.player).minimum
        valid = limits.below_minimum_is_valid.clause
        clause = valid if below else limits.above_maximum_is_cut_back
        builder.emit(
            WagerFound(
                command.box, command.player, command.amount, command.by.name, command.at, clause
            )
        )
    place(builder, _place_command(command))


def _correct(builder: EventBuilder, command: ReportFoundWager) -> None:
    """Let the wager count as it was found, and carry the round on if it waited for somebody."""
    before = builder.table
    found = find(builder.rules, before, command)
    beside = stranded_side_wagers(builder.rules, before, found)
    builder.emit(replace(found, wagers=(*found.wagers, *beside)))
    if found.controller is not None:
        see_who_may_decide(builder, command.box)
        _ask_again(builder, before.awaiting)
    if before.awaiting is not None and builder.table.awaiting is None:
        deal.go_on(builder)


def _ask_again(builder: EventBuilder, awaiting: Awaiting | None) -> None:
    """Ask who decides now about a split ace that may be split again."""
    if awaiting is None or awaiting.question != "split-ace-again":
        return
    box, hand = builder.table.box(awaiting.box), builder.table.hand(awaiting.box, awaiting.hand)
    assert box is not None and box.controller is not None and hand is not None
    if hand.stake_of(box.controller) is not None and box.controller not in awaiting.players:
        builder.emit(
            AnswersAwaited(awaiting.question, box.number, awaiting.hand, (box.controller,))
        )


# A box whose cards are out, with a wager as it was found: what plays, who decides (S24 7.2, 7.3).


def _why_not_undecided(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """The results of rounds and boxes that are over stand (S24 7.3, NZ 5.5(b))."""
    box = table.box(command.box)
    if box is None or not box.hands:
        return Refusal(
            "found-wager.no-cards",
            rules.wagers.no_wager_after_first_card,
            f"Box {command.box} has no cards in this round, so a wager there does not play.",
        )
    settled = any(stake.result is not None for hand in box.hands for stake in hand.stakes)
    if table.phase != "over" and not settled:
        return None
    return Refusal(
        "found-wager.decided",
        rules.powers.may_report_found_wager_in_play.clause,
        f"Box {command.box} has been decided. What was paid or collected stands.",
    )


def _why_not_bettor(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """A bettor of the box who is in the round, or somebody whose wager nobody had entered."""
    box, player = the_box(table, command.box), command.player
    bettor = box.bettor(player)
    if bettor is None:
        most = bettors_to_a_box(rules, table)
        refusal = why_not_admitted(rules, table, player)
        refusal = refusal or why_not_here(rules, table, player, command.box)
        if refusal or len(box.bettors) < most:
            return refusal
        return Refusal(
            "box.full",
            rules.wagers.bettors_per_box.clause,
            f"Box {box.number} already has {most} bettors, the most it can have.",
        )
    if bettor.plays:
        return None
    return Refusal(
        "found-wager.decided",
        rules.powers.may_report_found_wager_in_play.clause,
        f"{player}'s wager on box {box.number} is no longer in the round.",
    )


def _why_not_chips(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """Whole chips; what lies there beyond the amount entered is still counted in the rack."""
    if command.amount <= 0:
        return Refusal(
            "wager.below-minimum",
            rules.limits.minimum.clause,
            "Enter the amount on the layout, above zero.",
        )
    bettor, player = the_box(table, command.box).bettor(command.player), command.player
    amount, tokens = command.amount, command.tokens
    chips = amount - tokens - (bettor.plays - bettor.tokens if bettor else 0)
    more = tokens - (bettor.tokens if bettor else 0)
    if tokens:
        needs = max(0, more) if 0 <= tokens <= amount else tokens
        if refusal := why_not_tokens(rules, table, player, amount=amount, tokens=needs):
            return refusal
    return why_not_held(rules, table, player, chips) or why_not_whole(rules, amount, tokens=tokens)


def _why_not_outside(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """Only a wager below the minimum, or a box above its maximum, and only once."""
    bettor = the_box(table, command.box).bettor(command.player)
    event, force = find(rules, table, command), _limits(rules, table, command.player)
    below = command.amount < force.minimum
    cut = [each.player for each in event.shares if each.plays < _lies(table, command)[each.player]]
    if not below and not cut:
        return Refusal(
            "found-wager.within",
            event.clause,
            f"{format_money(command.amount)} is within the limits of box {command.box}: "
            "only a wager below the minimum or above the maximum is corrected.",
        )
    if bettor and (bettor.placed, bettor.tokens) == (command.amount, command.tokens):
        return Refusal(
            "found-wager.same",
            event.clause,
            f"{command.player}'s wager on box {command.box} already counts like this.",
        )
    return None


def _why_not_split(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """After a split there is an equal wager on each hand: none of them can turn out higher."""
    box = the_box(table, command.box)
    bettor, event = box.bettor(command.player), find(rules, table, command)
    plays = next(each.plays for each in event.shares if each.player == command.player)
    if not box.is_split or plays <= (bettor.plays if bettor else 0):
        return None
    return Refusal(
        "found-wager.split",
        rules.splitting.split_equal_values,
        f"Box {command.box} was split. Its wagers were counted then and cannot be higher now.",
    )


def _limits(rules: Rulebook, table: Table, player: str) -> InForce:
    """Return the limits that were in force when bets were closed."""
    return limits_for(rules, table.before_round or table, player)


def _lies(table: Table, command: ReportFoundWager) -> dict[str, Cents]:
    """Return what lies on the box of each wager in the round: of the one found, its amount."""
    box = the_box(table, command.box)
    lies = {bettor.player: bettor.plays for bettor in box.bettors if bettor.plays}
    return {**lies, command.player: command.amount}


def find(rules: Rulebook, table: Table, command: ReportFoundWager) -> WagerFoundInPlay:
    """Work out the shares of a box with the wager as it was found, and what changes with them."""
    before = the_box(table, command.box)
    before = changed(before, bettors=tuple([each for each in before.bettors if each.plays]))
    box, lies = _as_found(table, before, command), _lies(table, command)
    decides = controller_of(rules, box).player
    closed = table.before_round or table  # the limits of the round
    rows: list[Restated] = []
    found: dict[str, Share] = {}
    clause: Clause | None = None
    for bettor, plays, force in shares(rules, closed, box, lies):
        tokens = bettor.tokens - tokens_back(
            lies[bettor.player], bettor.tokens, lies[bettor.player] - plays
        )
        share = Share(bettor.player, bettor.placed, plays, bettor.seated, tokens)
        found[bettor.player] = share
        rows += _restated_wagers(rules, table, before, share)
        if plays < lies[bettor.player]:
            clause = clause or cut_back_by(rules, box, force)
    below = command.amount < _limits(rules, table, command.player).minimum
    valid = rules.limits.below_minimum_is_valid.clause
    return WagerFoundInPlay(
        command.box,
        command.player,
        command.amount,
        tuple([found[bettor.player] for bettor in box.bettors]),
        tuple(rows),
        None if decides == controller_of(rules, before).player else decides,
        command.by.name,
        command.at,
        clause or (valid if below else rules.limits.above_maximum_is_cut_back),
        command.tokens,
    )


def _as_found(table: Table, box: Box, command: ReportFoundWager) -> Box:
    """Return the box with the wager as it lay; one that nobody had entered lies behind the others."""
    player, amount, tokens = command.player, command.amount, command.tokens
    if box.bettor(player) is None:
        seated = sits(table, player, box.number)
        return changed(box, bettors=(*box.bettors, Bettor(player, amount, amount, seated, tokens)))
    bettors = [
        changed(each, placed=amount, tokens=tokens) if each.player == player else each
        for each in box.bettors
    ]
    return changed(box, bettors=tuple(bettors))


def _restated_wagers(rules: Rulebook, table: Table, box: Box, share: Share) -> Iterator[Restated]:
    """Yield the wagers of a bettor that change with the share: on the hands, and insurance."""
    player, plays, chip = share.player, share.plays, rules.wagers.smallest_chip.value
    if box.bettor(player) is None and plays:
        yield Restated(player, "original", 1, plays, share.tokens)
    for number, hand in enumerate(box.hands, start=1):
        stake = hand.stake_of(player)
        if stake is None:
            continue
        tokens = share.tokens
        if stake.kind == "split":
            tokens = _tokens_left(stake.amount, stake.tokens, plays)
        if (plays, tokens) != (stake.amount, stake.tokens):
            yield Restated(player, stake.kind, number, plays, tokens)
        most = double_limits(rules, table, changed(stake, amount=plays))[1] // chip * chip
        if stake.double > most:
            left = _tokens_left(stake.double, stake.double_tokens, most)
            yield Restated(player, "double", number, most, left)
    for insured in box.insurance:
        most = _insured_most(rules, plays)
        if insured.player == player and not insured.settled and insured.amount > most:
            left = _tokens_left(insured.amount, insured.tokens, most)
            yield Restated(player, "insurance", None, most, left)


def _tokens_left(amount: Cents, tokens: Cents, left: Cents) -> Cents:
    return tokens - tokens_back(amount, tokens, amount - left)


def _insured_most(rules: Rulebook, plays: Cents) -> Cents:
    """Return the highest insurance of a wager that chips can make and pay (S24 9.2, NZ 10.4)."""
    part, chip = rules.insurance, rules.wagers.smallest_chip.value
    if isinstance(part, NotOffered):
        return 0
    most, pays = insurance_limit(part, plays) // chip * chip, part.insurance_pays.value
    if part.insurance_payable.value == "exactly":
        while most * pays.pays % (pays.on * chip):
            most -= chip
    return most


def stranded_side_wagers(rules: Rulebook, table: Table, found: WagerFoundInPlay) -> list[Restated]:
    """Return the side wagers of bettors who are left with nothing (reading 35, NZ 15A.2)."""
    after = EventBuilder(rules, wager_found_in_play(table, found), evolve)
    return [
        Restated(side.player, side.kind, None, 0)
        for box, side, _ in newly_stranded(after, table)
        if box.number == found.box
    ]
