"""A round told as a story: every card, decision and payment, its clause and its arithmetic."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents, Odds, dollars
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.register import register_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table import events as e
from houserules.table.evolve import evolve
from houserules.table.records.printing import write_decision
from houserules.table.records.record import Record
from houserules.table.records.replay import (
    Replayed,
    Violation,
    _Play,
    _RefusedError,
    replay,
)
from houserules.table.state import Hand, Table
from houserules.table.totals import is_natural, is_pinkjack, total_of

Part = Literal["wagers", "deal", "offers", "play", "dealer", "settlement", "result", "refusal"]

_PARTS: Final[dict[str, Part]] = {
    "betting": "wagers",
    "dealing": "deal",
    "offers": "offers",
    "playing": "play",
    "dealer": "dealer",
    "over": "settlement",
}
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_NAMES: Final[dict[e.WagerKind, str]] = {
    "original": "original wager",
    "split": "split wager",
    "double": "double",
    "insurance": "insurance",
    "perfect-pairs": "Perfect Pairs wager",
    "suits-you": "Suits You wager",
    "super-bonus": "a Super Bonus",
    "bonus": "a bonus",
    "ultimate-pinkjack": "the Ultimate Pinkjack bonus",
}
_PINKJACK: Final = ("dealer_pinkjack_counts_as_blackjack",)
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


def says(rules: Rulebook, clause: str) -> str:
    """What a clause says, in the register's words."""
    return " ".join(entry.says for entry in register_of(rules.registers).find(clause)[:1])


def tell(record: Record) -> Story:
    """Tell a record's round; raises MalformedRecord where it cannot be played."""
    outcome = replay(record)
    if isinstance(outcome, Violation):
        refused = _refusal(record, outcome)
        return Story(record.rules, (*_told(record.rules, _until_refused(record)), refused), outcome)
    told = _told(record.rules, outcome.events)
    return Story(record.rules, (*told, *_results(record, outcome)), None)


def _until_refused(record: Record) -> list[e.Event]:
    """Give what happened before the refusal."""
    play = _Play(record)
    with suppress(_RefusedError):
        play.place_wagers()
        for at, decision in enumerate(record.decisions):
            play.decide(decision, at)
    return play.events


def _refusal(record: Record, broken: Violation) -> Step:
    refusal = broken.refusal
    if broken.decision is None:
        what = "A wager is refused: "
    else:
        decision = write_decision(record.decisions[broken.decision])
        what = f'Decision {broken.decision} (counted from 0), "{decision}", is refused: '
    return Step("refusal", (what + refusal.detail,), (refusal.clause,))


def _told(rules: Rulebook, events: list[e.Event] | tuple[e.Event, ...]) -> list[Step]:
    steps: list[Step] = []
    table, dealer_done = Table(), False
    for event in events:
        table = evolve(table, event)
        is_final = isinstance(event, e.WagerSettled) and event.stage == "final"
        if not dealer_done and (is_final or isinstance(event, e.RoundEnded)):
            steps.append(_dealer_stops(rules, table))
            dealer_done = True
        steps += _steps(rules, table, event)
    return steps


def _steps(rules: Rulebook, table: Table, event: e.Event) -> list[Step]:
    """Give the sentences for one event, from the table as it stands after it."""
    part = _PARTS[table.phase]
    match event:
        case e.WagerPlaced():
            return [_wager_placed(rules, event)]
        case e.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {_SUITS[suit]}" if suit else ""
            text = f"{player} has a {_NAMES[kind]} of {_money(amount)}{on}, on box {box}."
            return [Step(part, (text,))]
        case e.WagerCutBack(box, player, plays, handed_back, clause):
            text = f"{player}'s wager on box {box} is over the maximum: {_money(plays)} plays, "
            return [Step("wagers", (f"{text}{_money(handed_back)} is handed back.",), (clause,))]
        case e.BetsClosed():
            return _bets_closed(rules, table)
        case e.CardDealt():
            return [Step(part, _card_words(rules, table, event))]
        case e.OffersOpened():
            return [_offers(rules, table, event)]
        case e.InsurancePlaced() | e.WagerSurrendered():
            return [_offer_taken(rules, event)]
        case e.WagerSettled():
            return [_payment(rules, table, event, "settlement" if event.stage == "final" else part)]
        case _:
            return _decision(rules, table, event)


def _wager_placed(rules: Rulebook, event: e.WagerPlaced) -> Step:
    who = f"{event.player}, seated," if event.seated else event.player
    text = f"{who} wagers {_money(event.amount)} on box {event.box}"
    if event.amount >= rules.limits.minimum.value:
        return Step("wagers", (f"{text}.",))
    least = _money(rules.limits.minimum.value)
    text += f"; the minimum is {least}, but found on the layout the wager is valid."
    return Step("wagers", (text,), (rules.limits.below_minimum_is_valid,))


def _bets_closed(rules: Rulebook, table: Table) -> list[Step]:
    steps = [Step("wagers", ("No more bets.",), (rules.initial_deal.no_more_bets.clause,))]
    for box in table.boxes:
        if len(box.bettors) > 1:
            by: Clause = rules.wagers.decisions_by_controller
            readings: tuple[int, ...] = ()
            if not any(bettor.seated for bettor in box.bettors):
                rule = rules.wagers.controls_without_seated
                by, readings = rule.clause, rule.readings
            text = f"{box.controller} decides for box {box.number}."
            steps.append(Step("wagers", (text,), (by,), readings))
    return steps


def _card_words(rules: Rulebook, table: Table, event: e.CardDealt) -> tuple[str | Card, ...]:
    """Say where a card goes and announce the total."""
    total = f"soft {event.total}" if event.soft and event.total < 21 else str(event.total)
    if event.box is None or event.hand is None:
        who, natural, cards = "The dealer", is_natural(table.dealer), table.dealer
    else:
        hand = _hand(table, event)
        who = _where(table, event.box, event.hand).capitalize()
        natural, cards = _is_natural(rules, hand), hand.cards
    if natural:
        total = _natural(rules, cards)
    return f"{who} gets ", event.card, f": {total}{', bust' if event.total > 21 else ''}."


def _offers(rules: Rulebook, table: Table, event: e.OffersOpened) -> Step:
    called, clauses = [], []
    if event.insurance and not isinstance(rules.insurance, NotOffered):
        called.append("insurance")
        clauses.append(rules.insurance.insurance_against.clause)
    if event.surrender and not isinstance(rules.surrender, NotOffered):
        called.append("surrender")
        clauses.append(rules.surrender.surrender_against.clause)
    words = ("Against ", table.dealer[0], f" the dealer calls {' and '.join(called)}.")
    return Step("offers", words, tuple(clauses))


def _offer_taken(rules: Rulebook, event: e.InsurancePlaced | e.WagerSurrendered) -> Step:
    if isinstance(event, e.InsurancePlaced):
        assert not isinstance(rules.insurance, NotOffered)
        text = f"{event.player} insures box {event.box} for {_money(event.amount)}."
        return Step("offers", (text,), (rules.insurance.insurance_most.clause,))
    part = rules.surrender
    assert not isinstance(part, NotOffered)
    if event.ends_hand:
        text = f"{event.player} surrenders box {event.box}; it takes no more cards."
        return Step("offers", (text,), (part.surrender_ends_hand,))
    others = part.surrender_of_others
    how = "is bound by that" if others.value == "are bound" else "surrenders too"
    text = f"{event.player}, on the same box, {how}."
    return Step("offers", (text,), (others.clause,), others.readings)


def _decision(rules: Rulebook, table: Table, event: e.Event) -> list[Step]:
    """Give the sentence for what somebody decided in the subsequent deal; the rest is silent."""
    match event:
        case e.CardAsked(box, hand):
            there = table.box(box)
            assert there is not None
            who = f"For {there.controller}" if there.absent else f"{there.controller} asks for"
            verb = " a card is drawn to " if there.absent else " a card on "
            return [Step("play", (f"{who}{verb}{_where(table, box, hand)}.",))]
        case e.HandStood():
            return [_stood(rules, table, event)]
        case e.HandDoubled():
            return [_doubled(rules, table, event)]
        case e.DoubleFollowed(box, hand, player, amount):
            text = f"{player} doubles {_where(table, box, hand)} too, with {_money(amount)}."
            return [Step("play", (text,), (rules.doubling.double_of_others,))]
        case e.HandSplit():
            return [_split(rules, table, event)]
        case e.SplitFollowed(box, hand, player, amount):
            text = f"{player} puts {_money(amount)} on hand {hand + 1} of box {box} too."
            return [Step("play", (text,), (rules.splitting.split_of_others,))]
        case e.WagerDesignated(box, _, player, to):
            text = f"{player} does not follow; the wager goes to hand {to} of box {box}."
            return [Step("play", (text,), (rules.splitting.others_not_splitting.clause,))]
        case e.AnswerDeclined():
            return _declined(rules, event)
        case e.PlayerAbsent(box, player, clause):
            readings = rules.play.absent_player.readings
            text = f"{player} is away; box {box} is played as the rules provide."
            return [Step("play", (text,), (clause,), readings)]
    return []


def _stood(rules: Rulebook, table: Table, event: e.HandStood) -> Step:
    where = _where(table, event.box, event.hand)
    box, hand = table.box(event.box), _hand(table, event)
    if event.clause is None:
        assert box is not None
        return Step("play", (f"{box.controller} stands on {where} with {hand.total}.",))
    part = _PARTS[table.phase]
    if not isinstance(rules.blackjack, NotOffered) and is_pinkjack(hand.cards):
        text = f"{where.capitalize()} is held until the dealer's second card."
    else:
        text = f"{where.capitalize()} takes no more cards and has {hand.total}."
    return Step(part, (text,), (event.clause,))


def _doubled(rules: Rulebook, table: Table, event: e.HandDoubled) -> Step:
    text = f"{event.player} doubles {_where(table, event.box, event.hand)}"
    text += f" with {_money(event.amount)}"
    clauses, rule = [rules.doubling.double_most.clause], rules.doubling.aces_when_doubling
    if total_of(_hand(table, event).cards)[0] == event.total:
        return Step("play", (f"{text}.",), tuple(clauses))
    text += f"; with its aces at 1 the hand has {event.total}."
    return Step("play", (text,), (*clauses, rule.clause), rule.readings)


def _split(rules: Rulebook, table: Table, event: e.HandSplit) -> Step:
    box = table.box(event.box)
    assert box is not None
    first, second = (box.hands[at].cards[0] for at in (event.hand - 1, event.hand))
    text = (
        f"; {_money(event.amount)} goes on hand {event.hand + 1}, and hand {event.hand} is first."
    )
    again = len(box.hands) > 2
    clause = rules.splitting.hands_most.clause if again else rules.splitting.split_equal_values
    words = (f"{event.player} splits ", first, " and ", second, f" of box {event.box}{text}")
    return Step("play", words, (clause,))


def _declined(rules: Rulebook, event: e.AnswerDeclined) -> list[Step]:
    """Say who does not follow; keeping a double is no news."""
    match event.question:
        case "double":
            rule: Value[Any] = rules.doubling.others_not_doubling_get
            text = f"{event.player} does not double on box {event.box}."
        case "split":
            rule = rules.splitting.others_not_splitting
            text = f"{event.player} does not follow the split of box {event.box}."
        case "split-ace-again":
            rule = rules.splitting.resplit_aces
            text = f"{event.player} does not split the aces of box {event.box} again."
        case "forfeit":
            return []
    return [Step("play", (text,), (rule.clause,), rule.readings)]


def _dealer_stops(rules: Rulebook, table: Table) -> Step:
    """Say why the dealer draws no further card (S24 15.3-15.4, reading 19)."""
    total, soft = total_of(table.dealer)
    stands = rules.dealer.dealer_stands_on_soft if soft else rules.dealer.dealer_stands_on_hard
    if total > 21:
        return Step("dealer", (f"The dealer is bust with {total}.",))
    if is_natural(table.dealer):
        return Step("dealer", (f"The dealer has {_natural(rules, table.dealer)}.",))
    if total >= stands.value:
        text = f"The dealer stands on {'soft ' if soft else ''}{total}."
        return Step("dealer", (text,), (stands.clause,), stands.readings)
    if len(table.dealer) == 1:
        text = "Every wager is settled, so the dealer draws no card."
    else:
        text = f"The dealer stops at {total}: no further card can change what any wager gets."
    clause = rules.dealer.dealer_stops_without_effect
    return Step("dealer", (text,), (clause,), (_STOPS_EARLY,))


def _payment(rules: Rulebook, table: Table, event: e.WagerSettled, part: Part) -> Step:
    """Tell one settlement: the verdict, why, the clause, the arithmetic."""
    sums, rounded = _arithmetic(rules, table, event)
    chip = rules.wagers.smallest_chip
    readings = {*_readings(rules, table, event), *(chip.readings if rounded else ())}
    clauses = (event.clause, chip.clause) if rounded else (event.clause,)
    why = _why(rules, table, event)
    words = (_verdict(table, event), *((": ", *why) if why else ()), ".")
    return Step(part, words, clauses, tuple(sorted(readings)), sums)


_VERDICTS: Final = {
    "win": "wins",
    "lose": "loses",
    "stand-off": "goes back",
    "surrendered": "is surrendered",
    "forfeited": "is forfeited",
    "void": "is void",
}


def _verdict(table: Table, event: e.WagerSettled) -> str:
    if event.result == "bonus":
        return f"{event.player} is paid {_NAMES[event.wager]} of {_money(event.returned)}"
    where = _where(table, event.box, event.hand)
    odds = f" at {event.odds}" if event.odds else ""
    verdict = f"{event.player}'s {_NAMES[event.wager]} on {where} {_VERDICTS[event.result]}"
    return verdict + odds


def _arithmetic(rules: Rulebook, table: Table, event: e.WagerSettled) -> tuple[str, bool]:
    """Show how the amount comes about, and whether it was made up to the next chip."""
    back = _money(event.returned)
    match event.result:
        case "win":
            assert event.odds is not None
            exact = event.stake * event.odds.pays, event.odds.on
            text = f"{_money(event.stake)} at {event.odds} = {_exact(*exact)}"
            text, rounded = _made_up(rules, text, exact, event.net)
            return f"{text}, and the wager back: {back}", rounded
        case "surrendered":
            assert not isinstance(rules.surrender, NotOffered)
            keeps = rules.surrender.surrender_keeps.value
            exact = event.stake * keeps.pays, keeps.on
            text = f"{keeps.pays}/{keeps.on} of {_money(event.stake)} = {_exact(*exact)}"
            text, rounded = _made_up(rules, text, exact, event.returned)
            return f"{text}, handed back", rounded
        case "bonus":
            text, prize = _prize(rules, table, event)
            return _made_up(rules, text, (prize, 1), event.returned)
        case "lose" | "forfeited":
            return f"{_money(event.stake)} is collected", False
    return f"{back} is handed back", False


def _made_up(rules: Rulebook, text: str, exact: tuple[int, int], paid: Cents) -> tuple[str, bool]:
    """Add what rounding to the next chip has added (S24 6.10, reading 20)."""
    if paid * exact[1] == exact[0]:
        return text, False
    chip = _money(rules.wagers.smallest_chip.value)
    return f"{text}, made up to {_money(paid)} in chips of {chip}", True


def _exact(numerator: int, denominator: int) -> str:
    """Write an amount that may end in parts of a cent."""
    whole, rest = divmod(numerator, denominator)
    parts = ""
    while rest and len(parts) < 6:
        digit, rest = divmod(rest * 10, denominator)
        parts += str(digit)
    return _money(whole) + parts


def _prize(rules: Rulebook, table: Table, event: e.WagerSettled) -> tuple[str, Cents]:
    """Say which fixed sum a bonus is, and how much."""
    kinds, part = rules.blackjack, rules.super_bonus
    if event.wager == "ultimate-pinkjack" and not isinstance(kinds, NotOffered):
        prize = kinds.ultimate_pinkjack_bonus.value
        return f"{_money(prize)} beside the odds", prize
    assert not isinstance(part, NotOffered)
    if event.wager == "bonus":
        each = part.bonus_of_others
        return f"{_money(each.value)} because of another's Super Bonus", each.value
    stake = next(s.amount for s in _hand(table, event).stakes if s.player == event.player)
    line = part.super_bonus_large_from.value
    large = stake >= line
    prize = part.super_bonus_large.value if large else part.super_bonus_small.value
    band = f"{'not less' if large else 'less'} than {_money(line)}"
    return f"the wager of {_money(stake)} is {band}, so {_money(prize)}", prize


def _why(rules: Rulebook, table: Table, event: e.WagerSettled) -> tuple[str | Card, ...]:
    """Say in a few words what decided the wager."""
    box = table.box(event.box or 0)
    if box is None or event.result in ("bonus", "surrendered", "forfeited"):
        return ()
    if event.wager == "insurance":
        has = "has" if event.result == "win" else "does not have"
        return (f"the dealer {has} pontoon",)
    if event.hand is None:
        first, second = box.hands[0].cards[:2]
        return (first,) if event.wager == "suits-you" else (first, " and ", second)
    hand = _hand(table, event)
    if event.stage == "interim":
        return (_why_interim(rules, hand),) if event.result != "stand-off" else ()
    dealer = _natural(rules, table.dealer) if is_natural(table.dealer) else None
    if _is_natural(rules, hand):
        return (f"{_natural(rules, hand.cards)} against the dealer's {dealer or 'hand'}",)
    if dealer:
        return (f"the dealer has {dealer}",)
    if table.dealer_total > 21:
        return (f"{hand.total}, and the dealer is bust",)
    return (f"{hand.total} against the dealer's {table.dealer_total}",)


def _why_interim(rules: Rulebook, hand: Hand) -> str:
    if hand.total > 21:
        return f"bust with {hand.total}"
    if _is_natural(rules, hand):
        return _natural(rules, hand.cards)
    ranks = "-".join(sorted(card.rank for card in hand.cards))
    cards = ranks if ranks in ("6-7-8", "7-7-7") else f"{len(hand.cards)} cards"
    return f"{hand.total} in {cards}{', doubled' if hand.doubled_at else ''}"


def _readings(rules: Rulebook, table: Table, event: e.WagerSettled) -> set[int]:
    """Give the readings that the values behind a settlement rest on."""
    every = dict(values(rules))
    found: set[int] = set()
    simple = _KEYS.get(event.wager, ()) if event.result in ("win", "bonus") else ()
    for key in simple if event.hand is None else simple or _keys(rules, table, event):
        value = every.get(key)
        if value and (not isinstance(value.value, Odds) or event.odds in (None, value.value)):
            found.update(value.readings)
    return found


_KEYS: Final = {
    "super-bonus": ("super_bonus_lowest_wager", "super_bonus_small", "super_bonus_large"),
    "bonus": ("bonus_of_others", "bonus_of_others_counts"),
    "ultimate-pinkjack": ("ultimate_pinkjack_bonus",),
    "insurance": ("insurance_pays",),
    "perfect-pairs": ("perfect_pair_pays",),
    "suits-you": ("suit_pays", "suit_of_jack_pays"),
}


def _keys(rules: Rulebook, table: Table, event: e.WagerSettled) -> tuple[str, ...]:
    """Name the values of the rulebook that decide a wager on a hand."""
    hand, box = _hand(table, event), table.box(event.box or 0)
    assert box is not None
    if event.result == "surrendered":
        return ("surrender_keeps",)
    if event.stage == "final" and event.result == "win" and _is_natural(rules, hand):
        pinkjack = is_pinkjack(table.dealer)
        return ("ultimate_pinkjack_pays",) if pinkjack else ("held_pinkjack_pays",)
    if event.stage == "final" and is_natural(table.dealer):
        spared = event.clause != rules.final.lower_total_loses
        split = ("natural_collects",) if box.is_split and spared else ()
        return (*split, *_PINKJACK) if is_pinkjack(table.dealer) else split
    if event.stage == "final":
        return ("equal_totals",) if hand.total == table.dealer_total else ()
    if event.result != "win":
        return ()
    if hand.doubled_at and hand.total == 21:
        mine = [stake for stake in hand.stakes if stake.player == event.player]
        doubled = event.wager == "double" or any(stake.double for stake in mine)
        return ("doubled_21_pays",) if doubled else ("others_not_doubling_get",)
    after_split = ("naturals_after_split",) if hand.split else ()
    return (*after_split, "five_card_trick_pays" if hand.total < 21 else "twenty_one_pays")


def _results(record: Record, played: Replayed) -> list[Step]:
    """Say what everybody is up or down, as the sum that gives it."""
    rows = [event for event in played.events if isinstance(event, e.WagerSettled)]
    steps = []
    for player in record.players:
        nets = [row.net for row in rows if row.player == player]
        total = sum(nets)
        end = f"ends {_money(abs(total))} {'ahead' if total > 0 else 'behind'}"
        end = end if total else "comes out even"
        sum_of = " ".join(f"{'-' if net < 0 else '+'} {_money(abs(net))}" for net in nets)
        shown = f"{sum_of.removeprefix('+ ')} = {_signed(total)}" if len(nets) > 1 else None
        steps.append(Step("result", (f"{player} {end}.",), arithmetic=shown))
    if played.unused:
        spaced = [word for card in played.unused for word in (" ", card)]
        steps.append(Step("result", ("Cards left over:", *spaced)))
    return steps


def _signed(amount: Cents) -> str:
    return f"- {_money(-amount)}" if amount < 0 else _money(amount)


def _money(amount: Cents) -> str:
    whole, places = dollars(amount).split(".")
    return f"${int(whole):,}.{places}"


def _where(table: Table, box: int | None, hand: int | None) -> str:
    there = table.box(box) if box else None
    split = there is not None and there.is_split and hand
    return f"hand {hand} of box {box}" if split else f"box {box}"


def _is_natural(rules: Rulebook, hand: Hand) -> bool:
    """Whether the hand is paid as a natural: after a split not everywhere."""
    whole = not hand.split or rules.splitting.naturals_after_split.value
    return is_natural(hand.cards) and whole


def _natural(rules: Rulebook, cards: tuple[Card, ...]) -> str:
    if isinstance(rules.blackjack, NotOffered):
        return "pontoon"
    return "Pinkjack" if is_pinkjack(cards) else "blackjack"


def _hand(table: Table, event: e.CardDealt | e.HandStood | e.HandDoubled | e.WagerSettled) -> Hand:
    hand = table.hand(event.box or 0, event.hand or 0)
    assert hand is not None
    return hand
