"""A round told as a story: every card, decision and payment, its clause and its arithmetic."""

from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from houserules.core.cards import Card
from houserules.core.money import Odds
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import events as e
from houserules.table.evolve import evolve
from houserules.table.records.printing import arithmetic, money, summed, verdict, write_decision
from houserules.table.records.record import Record
from houserules.table.records.replay import Replayed, Violation, replay
from houserules.table.state import Box, Hand, Table
from houserules.table.totals import is_natural, is_pinkjack, total_of

T = TypeVar("T")
Part = Literal["wagers", "deal", "offers", "play", "dealer", "settlement", "result", "refusal"]

_PHASES: Final = ("betting", "dealing", "offers", "playing", "dealer", "over")
_PARTS: Final[tuple[Part, ...]] = ("wagers", "deal", "offers", "play", "dealer", "settlement")
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_KEYS: Final = {
    "super-bonus": ("super_bonus_lowest_wager", "super_bonus_small", "super_bonus_large"),
    "bonus": ("bonus_of_others", "bonus_of_others_counts"),
    "ultimate-pinkjack": ("ultimate_pinkjack_bonus",),
    "insurance": ("insurance_pays",),
    "perfect-pairs": ("perfect_pair_pays",),
    "suits-you": ("suit_pays", "suit_of_jack_pays"),
}
_DECLINED: Final = {
    "double": ("others_not_doubling_get", "{} does not double on box {}."),
    "split": ("others_not_splitting", "{} does not follow the split of box {}."),
    "split-ace-again": ("resplit_aces", "{} does not split the aces of box {} again."),
}
_STOPS_EARLY: Final = 19  # the reading by which the dealer stops when nothing can change


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of the story; cards stand in it as cards, so that a terminal can colour them."""

    part: Part
    words: tuple[str | Card, ...]
    clauses: tuple[Clause, ...] = ()
    readings: tuple[int, ...] = ()
    arithmetic: str | None = None

    @property
    def text(self) -> str:
        """The sentence with cards as a record writes them."""
        return "".join(map(str, self.words))


@dataclass(frozen=True, slots=True)
class Story:
    """The steps of a round, to its end or to the decision that was refused."""

    rules: Rulebook
    steps: tuple[Step, ...]
    violation: Violation | None


@dataclass(frozen=True, slots=True)
class _Now:
    """The rules and the table as an event has left it."""

    rules: Rulebook
    table: Table

    @property
    def part(self) -> Part:
        return _PARTS[_PHASES.index(self.table.phase)]

    def box(self, number: int | None) -> Box:
        found = self.table.box(number or 0)
        assert found is not None
        return found

    def hand(self, box: int | None, hand: int | None) -> Hand:
        return self.box(box).hands[(hand or 1) - 1]

    def where(self, box: int | None, hand: int | None) -> str:
        split = hand is not None and self.box(box).is_split
        return f"hand {hand} of box {box}" if split else f"box {box}"

    def natural(self, cards: tuple[Card, ...], *, split: bool = False) -> str | None:
        """Name the natural that the cards are, if they count as one: after a split not everywhere."""
        if not is_natural(cards) or (split and not self.rules.splitting.naturals_after_split.value):
            return None
        if isinstance(self.rules.blackjack, NotOffered):
            return "pontoon"
        return "Pinkjack" if is_pinkjack(cards) else "blackjack"


def _offered(part: T | NotOffered) -> T:
    assert not isinstance(part, NotOffered)
    return part


def tell(record: Record) -> Story:
    """Tell a record's round; raises MalformedRecord where it cannot be played."""
    outcome = replay(record)
    if isinstance(outcome, Violation):
        told = _told(record.rules, outcome.events)
        return Story(record.rules, (*told, _refusal(record, outcome)), outcome)
    told = _told(record.rules, outcome.events)
    return Story(record.rules, (*told, *_results(record, outcome)), None)


def _refusal(record: Record, broken: Violation) -> Step:
    what = "A wager is refused: "
    if broken.decision is not None:
        decision = write_decision(record.decisions[broken.decision])
        what = f'Decision {broken.decision} (counted from 0), "{decision}", is refused: '
    return Step("refusal", (what + broken.refusal.detail,), (broken.refusal.clause,))


def _told(rules: Rulebook, events: tuple[e.Event, ...]) -> list[Step]:
    steps: list[Step] = []
    table, dealer_done = Table(), False
    for event in events:
        table = evolve(table, event)
        now = _Now(rules, table)
        is_final = isinstance(event, e.WagerSettled) and event.stage == "final"
        if not dealer_done and (is_final or isinstance(event, e.RoundEnded)):
            steps.append(_dealer_stops(now))
            dealer_done = True
        steps += _sentences(now, event)
    return steps


def _sentences(now: _Now, event: e.Event) -> list[Step]:
    """Give the sentences for wagers, cards, offers and payments."""
    match event:
        case e.WagerPlaced():
            return [_wager_placed(now.rules, event)]
        case e.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {_SUITS[suit]}" if suit else ""
            what = f"{kind.replace('-', ' ').title()} wager of {money(amount)}{on}"
            return [Step("wagers", (f"{player} has a {what}, on box {box}.",))]
        case e.WagerCutBack(box, player, plays, handed_back, clause):
            text = f"{player}'s wager on box {box} is over the maximum: {money(plays)} plays, "
            return [Step("wagers", (f"{text}{money(handed_back)} is handed back.",), (clause,))]
        case e.BetsClosed():
            return _bets_closed(now)
        case e.CardDealt():
            return [_card_dealt(now, event)]
        case e.OffersOpened():
            return [_offers_opened(now, event)]
        case e.InsurancePlaced(box, player, amount):
            text = f"{player} insures box {box} for {money(amount)}."
            return [Step("offers", (text,), (_offered(now.rules.insurance).insurance_most.clause,))]
        case e.WagerSurrendered():
            return [_surrendered(now.rules, event)]
        case e.WagerSettled():
            return [_payment(now, event)]
    return _in_play(now, event)


def _wager_placed(rules: Rulebook, event: e.WagerPlaced) -> Step:
    who = f"{event.player}, seated," if event.seated else event.player
    text = f"{who} wagers {money(event.amount)} on box {event.box}"
    least = rules.limits.minimum.value
    if event.amount >= least:
        return Step("wagers", (f"{text}.",))
    text += f"; the minimum is {money(least)}, but found on the layout the wager is valid."
    return Step("wagers", (text,), (rules.limits.below_minimum_is_valid,))


def _bets_closed(now: _Now) -> list[Step]:
    steps = [Step("wagers", ("No more bets.",), (now.rules.initial_deal.no_more_bets.clause,))]
    wagers = now.rules.wagers
    for box in [box for box in now.table.boxes if len(box.bettors) > 1]:
        seated = any(bettor.seated for bettor in box.bettors)
        rule = wagers.controls_without_seated
        clause = wagers.decisions_by_controller if seated else rule.clause
        text = f"{box.controller} decides for box {box.number}."
        steps.append(Step("wagers", (text,), (clause,), () if seated else rule.readings))
    return steps


def _card_dealt(now: _Now, event: e.CardDealt) -> Step:
    """Say where a card goes and announce the total."""
    who, cards, split = "the dealer", now.table.dealer, False
    if event.box is not None:
        hand, who = now.hand(event.box, event.hand), now.where(event.box, event.hand)
        cards, split = hand.cards, hand.split
    total = f"soft {event.total}" if event.soft and event.total < 21 else str(event.total)
    total = now.natural(cards, split=split) or total + (", bust" if event.total > 21 else "")
    return Step(now.part, (f"{who.capitalize()} gets ", event.card, f": {total}."))


def _offers_opened(now: _Now, event: e.OffersOpened) -> Step:
    called: dict[str, Clause] = {}
    if event.insurance:
        called["insurance"] = _offered(now.rules.insurance).insurance_against.clause
    if event.surrender:
        called["surrender"] = _offered(now.rules.surrender).surrender_against.clause
    words = ("Against ", now.table.dealer[0], f" the dealer calls {' and '.join(called)}.")
    return Step("offers", words, tuple(called.values()))


def _surrendered(rules: Rulebook, event: e.WagerSurrendered) -> Step:
    part = _offered(rules.surrender)
    if event.ends_hand:
        text = f"{event.player} surrenders box {event.box}; it takes no more cards."
        return Step("offers", (text,), (part.surrender_ends_hand,))
    others = part.surrender_of_others
    how = "is bound by that" if others.value == "are bound" else "surrenders too"
    words = (f"{event.player}, on the same box, {how}.",)
    return Step("offers", words, (others.clause,), others.readings)


def _in_play(now: _Now, event: e.Event) -> list[Step]:
    """Give the sentence for what somebody decided in the subsequent deal; the rest is silent."""
    doubling, splitting = now.rules.doubling, now.rules.splitting
    match event:
        case e.CardAsked(box, hand):
            who, away = now.box(box).controller, now.box(box).absent
            text = f"For {who} a card is drawn to" if away else f"{who} asks for a card on"
            return [Step("play", (f"{text} {now.where(box, hand)}.",))]
        case e.HandStood():
            return [_stood(now, event)]
        case e.HandDoubled():
            return [_doubled(now, event)]
        case e.DoubleFollowed(box, hand, player, amount):
            text = f"{player} doubles {now.where(box, hand)} too, with {money(amount)}."
            return [Step("play", (text,), (doubling.double_of_others,))]
        case e.HandSplit():
            return [_split(now, event)]
        case e.SplitFollowed(box, hand, player, amount):
            text = f"{player} puts {money(amount)} on hand {hand + 1} of box {box} too."
            return [Step("play", (text,), (splitting.split_of_others,))]
        case e.WagerDesignated(box, _, player, to):
            text = f"{player} does not follow; the wager goes to hand {to} of box {box}."
            return [Step("play", (text,), (splitting.others_not_splitting.clause,))]
        case e.AnswerDeclined(question, box, player) if question in _DECLINED:
            key, text = _DECLINED[question]
            rule = dict(values(now.rules))[key]
            return [Step("play", (text.format(player, box),), (rule.clause,), rule.readings)]
        case e.PlayerAbsent(box, player, clause):
            text = f"{player} is away; box {box} is played as the rules provide."
            return [Step("play", (text,), (clause,), now.rules.play.absent_player.readings)]
    return []


def _stood(now: _Now, event: e.HandStood) -> Step:
    where, hand = now.where(event.box, event.hand), now.hand(event.box, event.hand)
    if event.clause is None:
        who = now.box(event.box).controller
        return Step("play", (f"{who} stands on {where} with {hand.total}.",))
    held = now.natural(hand.cards, split=hand.split)
    no_more = f"takes no more cards and has {hand.total}"
    text = "is held until the dealer's second card" if held else no_more
    return Step(now.part, (f"{where.capitalize()} {text}.",), (event.clause,))


def _doubled(now: _Now, event: e.HandDoubled) -> Step:
    where, rule = now.where(event.box, event.hand), now.rules.doubling.aces_when_doubling
    text = f"{event.player} doubles {where} with {money(event.amount)}"
    clause = now.rules.doubling.double_most.clause
    if total_of(now.hand(event.box, event.hand).cards)[0] == event.total:
        return Step("play", (f"{text}.",), (clause,))
    text += f"; with its aces at 1 the hand has {event.total}."
    return Step("play", (text,), (clause, rule.clause), rule.readings)


def _split(now: _Now, event: e.HandSplit) -> Step:
    box, at, splitting = now.box(event.box), event.hand, now.rules.splitting
    first, second = (hand.cards[0] for hand in box.hands[at - 1 : at + 1])
    again = len(box.hands) > 2
    clause = splitting.hands_most.clause if again else splitting.split_equal_values
    text = f"{money(event.amount)} goes on hand {at + 1}, and hand {at} is first."
    words = (f"{event.player} splits ", first, " and ", second, f" of box {event.box}; {text}")
    return Step("play", words, (clause,))


def _dealer_stops(now: _Now) -> Step:
    """Say why the dealer draws no further card (S24 15.3-15.4, reading 19)."""
    cards, part = now.table.dealer, now.rules.dealer
    total, soft = total_of(cards)
    stands = part.dealer_stands_on_soft if soft else part.dealer_stands_on_hard
    if total > 21:
        return Step("dealer", (f"The dealer is bust with {total}.",))
    if natural := now.natural(cards):
        return Step("dealer", (f"The dealer has {natural}.",))
    if total >= stands.value:
        text = f"The dealer stands on {'soft ' if soft else ''}{total}."
        return Step("dealer", (text,), (stands.clause,), stands.readings)
    text = "Every wager is settled, so the dealer draws no card."
    if len(cards) > 1:
        text = f"The dealer stops at {total}: no further card can change what any wager gets."
    return Step("dealer", (text,), (part.dealer_stops_without_effect,), (_STOPS_EARLY,))


def _payment(now: _Now, event: e.WagerSettled) -> Step:
    """Tell one settlement: the verdict, why, the clause, the arithmetic."""
    stakes = now.hand(event.box, event.hand).stakes if event.hand else ()
    sums, rounded = arithmetic(now.rules, event, stakes)
    chip, why = now.rules.wagers.smallest_chip, _why(now, event)
    readings = {*_readings(now, event), *(chip.readings if rounded else ())}
    clauses = (event.clause, chip.clause) if rounded else (event.clause,)
    said = verdict(event, now.where(event.box, event.hand) if event.box else "")
    words = (said, *((": ", *why) if why else ()), ".")
    part = "settlement" if event.stage == "final" else now.part
    return Step(part, words, clauses, tuple(sorted(readings)), sums)


def _why(now: _Now, event: e.WagerSettled) -> tuple[str | Card, ...]:
    """Say in a few words what decided the wager."""
    if event.box is None or event.result in ("bonus", "surrendered", "forfeited"):
        return ()
    if event.wager == "insurance":
        return (f"the dealer {'has' if event.result == 'win' else 'does not have'} pontoon",)
    hand, dealer = now.hand(event.box, event.hand), now.natural(now.table.dealer)
    if event.hand is None:
        first, second = hand.cards[:2]
        return (first,) if event.wager == "suits-you" else (first, " and ", second)
    if event.stage == "interim":
        return (_why_interim(now, hand),) if event.result != "stand-off" else ()
    if natural := now.natural(hand.cards, split=hand.split):
        return (f"{natural} against the dealer's {dealer or 'hand'}",)
    if dealer:
        return (f"the dealer has {dealer}",)
    if now.table.dealer_total > 21:
        return (f"{hand.total}, and the dealer is bust",)
    return (f"{hand.total} against the dealer's {now.table.dealer_total}",)


def _why_interim(now: _Now, hand: Hand) -> str:
    if hand.total > 21:
        return f"bust with {hand.total}"
    ranks = "-".join(sorted(card.rank for card in hand.cards))
    cards = ranks if ranks in ("6-7-8", "7-7-7") else f"{len(hand.cards)} cards"
    text = f"{hand.total} in {cards}{', doubled' if hand.doubled_at else ''}"
    return now.natural(hand.cards, split=hand.split) or text


def _readings(now: _Now, event: e.WagerSettled) -> set[int]:
    """Give the readings that the values behind a settlement rest on."""
    keys = _KEYS[event.wager] if event.wager in _KEYS else _keys(now, event)
    if event.wager in _KEYS and event.result not in ("win", "bonus"):
        return set()
    found = [value for key, value in values(now.rules) if key in keys]
    paid = [v for v in found if not isinstance(v.value, Odds) or event.odds in (None, v.value)]
    return {number for value in paid for number in value.readings}


def _keys(now: _Now, event: e.WagerSettled) -> tuple[str, ...]:
    """Name the values of the rulebook that decide a wager on a hand."""
    hand, dealer = now.hand(event.box, event.hand), now.table.dealer
    if event.result == "surrendered":
        return ("surrender_keeps",)
    if event.stage == "final":
        if event.result == "win" and is_natural(hand.cards):
            return ("ultimate_pinkjack_pays" if is_pinkjack(dealer) else "held_pinkjack_pays",)
        if is_natural(dealer):
            spared = event.clause != now.rules.final.lower_total_loses
            split = ("natural_collects",) if now.box(event.box).is_split and spared else ()
            return (*split, *(("dealer_pinkjack_counts_as_blackjack",) * is_pinkjack(dealer)))
        return ("equal_totals",) if hand.total == now.table.dealer_total else ()
    if event.result != "win":
        return ()
    if hand.doubled_at and hand.total == 21:
        mine = [stake for stake in hand.stakes if stake.player == event.player]
        followed = event.wager == "double" or any(stake.double for stake in mine)
        return ("doubled_21_pays" if followed else "others_not_doubling_get",)
    after_split = ("naturals_after_split",) if hand.split else ()
    return (*after_split, "five_card_trick_pays" if hand.total < 21 else "twenty_one_pays")


def _results(record: Record, played: Replayed) -> list[Step]:
    """Say what everybody is up or down, as the sum that gives it."""
    steps = []
    for player in record.players:
        rows = [row for row in played.events if isinstance(row, e.WagerSettled)]
        nets = [row.net for row in rows if row.player == player]
        total = sum(nets)
        end = f"ends {money(abs(total))} {'ahead' if total > 0 else 'behind'}"
        text = f"{player} {end if total else 'comes out even'}."
        steps.append(Step("result", (text,), arithmetic=summed(nets)))
    if played.unused:
        spaced = [word for card in played.unused for word in (" ", card)]
        steps.append(Step("result", ("Cards left over:", *spaced)))
    return steps
