"""Settlement against the dealer's finished hand (S24 17, NZ 5.1 and 12.7-13.8, PJ 14)."""

from collections.abc import Iterator
from typing import NamedTuple

from houserules.core.cards import Card
from houserules.core.money import Cents, Odds, round_up
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.event_builder import At, EventBuilder, Why, parts
from houserules.table.events import WagerKind
from houserules.table.face_down import expose_all
from houserules.table.round.hands import is_natural, is_pinkjack
from houserules.table.round.interim import pays_for_21
from houserules.table.round.payouts import natural_pays, super_bonus_of
from houserules.table.state import Box, Hand, Result, Stake, Table


class End(NamedTuple):
    """How the dealer's hand ends."""

    total: int  # above 21: bust
    natural: bool = False
    pinkjack: bool = False


class Verdict(NamedTuple):
    """What becomes of one wager."""

    at: At
    wager: WagerKind
    stake: Cents
    result: Result
    clause: Clause
    odds: Odds | None = None
    bonus: Cents = 0

    @property
    def outcome(self) -> tuple[At, WagerKind, Result, Odds | None]:
        """The verdict without its reason."""
        return self.at, self.wager, self.result, self.odds


def settle(builder: EventBuilder, end: End) -> None:
    """Settle every wager that is still open, on cards that everybody can see."""
    expose_all(builder)
    for verdict in verdicts(builder.rules, builder.table, end):
        stake, wager, why = verdict.stake, verdict.wager, Why(verdict.at, verdict.clause, "final")
        match verdict.result:
            case "win":
                assert verdict.odds is not None
                builder.win(verdict.odds, stake, wager, why=why)
            case "bonus":
                builder.pay_bonus(verdict.bonus, wager, why=why)
            case "lose":
                builder.lose(stake, wager, why=why)
            case "surrendered":  # half of it goes back, up to the next chip (reading 20)
                assert not isinstance(builder.rules.surrender, NotOffered)
                keeps = builder.rules.surrender.surrender_keeps.value
                chip = builder.rules.wagers.smallest_chip.value
                half = round_up(stake * keeps.pays, keeps.on, chip=chip)
                builder.give_back(min(stake, half), stake, wager, "surrendered", why=why)
            case result:
                builder.give_back(stake, stake, wager, result, why=why)


def verdicts(rules: Rulebook, table: Table, end: End) -> Iterator[Verdict]:
    """Yield what becomes of every open wager if the dealer's hand ends so."""
    for box in table.boxes:
        yield from _insurance(rules, box, end)
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if stake.is_open:
                    at = At(stake.player, box.number, number)
                    if hand.total == 21 and not is_held(rules, hand):
                        yield from _late(rules, hand, stake, at=at, first=table.dealer[0])
                    else:
                        yield from _stake(rules, box, hand, stake, at=at, end=end)


def _insurance(rules: Rulebook, box: Box, end: End) -> Iterator[Verdict]:
    part = rules.insurance
    if isinstance(part, NotOffered):
        return
    for wager in box.insurance:
        if not wager.settled:
            at = At(wager.player, box.number)
            if end.natural:
                pays = part.insurance_pays
                yield Verdict(at, "insurance", wager.amount, "win", pays.clause, pays.value)
            else:
                yield Verdict(at, "insurance", wager.amount, "lose", part.insurance_loses)


def is_held(rules: Rulebook, hand: Hand) -> bool:
    """Whether the hand is a Pinkjack that waits for the dealer's second card (PJ 8.1.2)."""
    return not isinstance(rules.blackjack, NotOffered) and is_pinkjack(hand.cards)


def _late(rules: Rulebook, hand: Hand, stake: Stake, *, at: At, first: Card) -> Iterator[Verdict]:
    """A natural or 21 whose payment was left to the end wins whatever the dealer has (S24 17.1.1)."""
    late = rules.late_payment
    assert not isinstance(late, NotOffered)
    if is_natural(hand.cards) and not hand.split:
        pays = Value(natural_pays(rules, hand.cards).value, late.late_natural_pays)
    elif hand.doubled_at:
        pays = pays_for_21(rules, hand, stake)
    else:
        pays = Value(pays_for_21(rules, hand, stake).value, late.late_21_pays)
    for wager, amount in parts(stake):
        yield Verdict(at, wager, amount, "win", pays.clause, pays.value)
    prize = super_bonus_of(rules, hand, stake, first)
    if prize is not None:
        clause = late.late_super_bonus_pays
        yield Verdict(at, "super-bonus", 0, "bonus", clause, bonus=prize.value)


def _stake(
    rules: Rulebook, box: Box, hand: Hand, stake: Stake, *, at: At, end: End
) -> Iterator[Verdict]:
    if is_held(rules, hand):
        yield from _held_pinkjack(rules, at, stake, end)
    elif counts_as_natural(rules, end):
        yield from _against_natural(rules, box, at, stake)
    elif stake.surrendered:
        assert not isinstance(rules.surrender, NotOffered)
        clause = rules.surrender.surrender_keeps.clause
        yield Verdict(at, stake.kind, stake.amount, "surrendered", clause)
    else:
        result, clause, odds = _compare(rules, hand.total, end.total)
        for wager, amount in parts(stake):
            yield Verdict(at, wager, amount, result, clause, odds)


def counts_as_natural(rules: Rulebook, end: End) -> bool:
    """Whether doubles and splits are spared: not by a dealer's Pinkjack as printed (reading 9)."""
    if end.pinkjack and not isinstance(rules.blackjack, NotOffered):
        return rules.blackjack.dealer_pinkjack_counts_as_blackjack.value
    return end.natural


def _held_pinkjack(rules: Rulebook, at: At, stake: Stake, end: End) -> Iterator[Verdict]:
    kinds = rules.blackjack
    assert not isinstance(kinds, NotOffered)
    pays = kinds.ultimate_pinkjack_pays if end.pinkjack else kinds.held_pinkjack_pays
    yield Verdict(at, stake.kind, stake.amount, "win", pays.clause, pays.value)
    if end.pinkjack:
        bonus = kinds.ultimate_pinkjack_bonus
        yield Verdict(at, "ultimate-pinkjack", 0, "bonus", bonus.clause, bonus=bonus.value)


def _compare(rules: Rulebook, total: int, dealer: int) -> tuple[Result, Clause, Odds | None]:
    """Compare a total of 20 or less with the dealer's."""
    final = rules.final
    if dealer > 21:
        return "win", final.dealer_bust_pays.clause, final.dealer_bust_pays.value
    if total > dealer:
        return "win", final.higher_total_pays.clause, final.higher_total_pays.value
    if total == dealer:
        return final.equal_totals.value, final.equal_totals.clause, None
    return "lose", final.lower_total_loses, None


def _against_natural(rules: Rulebook, box: Box, at: At, stake: Stake) -> Iterator[Verdict]:
    """The dealer's natural collects one original amount and leaves doubles and splits alone."""
    final = rules.final
    if stake.surrendered:
        assert not isinstance(rules.surrender, NotOffered)
        clause = rules.surrender.surrender_void_against_natural
        yield Verdict(at, stake.kind, stake.amount, "lose", clause)
        return
    result: Result = "lose"
    clause = final.natural_collects_from_double if stake.double else final.natural_beats_hand
    if box.is_split and _collected_from(rules, box, stake.player) is not stake:
        result, clause = "stand-off", final.natural_leaves_split
    elif box.is_split:
        original = stake.kind == "original"
        clause = final.natural_collects_from_split if original else final.natural_collects_elsewhere
    yield Verdict(at, stake.kind, stake.amount, result, clause)
    if stake.double:
        yield Verdict(at, "double", stake.double, "stand-off", final.natural_leaves_double)


def _collected_from(rules: Rulebook, box: Box, player: str) -> Stake | None:
    """Which of a bettor's wagers on a split box the dealer's natural takes (readings 6-8, 36)."""
    hands = [(hand, stake) for hand in box.hands for stake in hand.stakes]
    stakes = [stake for _, stake in hands if stake.player == player]
    at_risk = [s for hand, s in hands if s.player == player and s.is_open and hand.total != 21]
    original = next((stake for stake in stakes if stake.kind == "original"), None)
    match rules.final.natural_collects.value:
        case "busted-bets-plus-one":
            return at_risk[0] if at_risk else None
        case "original-hand":
            return next((stake for stake in at_risk if stake is original), None)
        case "one-in-all":
            if original is None or original.is_open:
                return original
            if original.result == "void":  # it has not won, so no other answers for it (reading 50)
                return None
            lost = any(stake.result in ("lose", "forfeited") for stake in stakes)
            return None if lost or not at_risk else at_risk[0]
