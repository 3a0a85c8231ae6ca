"""The twin: one round settled slowly and directly from the documents, to check the real engine.

Nothing here comes from the engine. Clauses are cited as printed in each rulebook's own document,
readings ("R6") by their number in READINGS.md. The record is taken to be well-formed and lawful.
"""

from __future__ import annotations

from twins.direct_round import Box, Decision, Hand, Round, Row, Verdict, Wager
from twins.direct_rules import (
    Ending,
    Odds,
    cents,
    dealer_endings,
    dollars,
    kind_of,
    odds_of_21,
    total_of,
    value,
)


def settle(record: Row) -> Row:
    """Settle one lawful round record and return the contract's output object."""
    this = Round(record)
    initial_deal(this)
    settle_side_wagers(this)
    for box in this.boxes:
        pay_natural(this, box, box.hands[0])
    take_offers(this)
    for box in this.boxes:
        play_box(this, box)
    assert not this.decisions, this.decisions
    play_dealer(this)
    pay_fifties(this)
    return output(this)


# ---- The initial deal and what follows it at once


def initial_deal(this: Round) -> None:
    """S24 8.1, S65 7.1, NZ 8.2, PJ 7.1."""
    for box in this.boxes:
        box.hands[0].cards.append(this.draw())
    this.dealer.append(this.draw())
    for box in this.boxes:
        box.hands[0].cards.append(this.draw())


def settle_side_wagers(this: Round) -> None:
    """Perfect Pairs: S24 16, S65 15, NZ 15A. Suits You: PJ 13."""
    for side in this.record.get("side_wagers", []):
        box = next(box for box in this.boxes if box.number == side["box"])
        if this.family == "NZ" and side["player"] not in box.line:
            continue  # 15A.2: it goes beside an initial wager, and this one was cut back to nothing
        first, second = box.hands[0].cards
        odds: Odds | None
        if side["kind"] == "suits-you":
            if first[1] != side["suit"]:
                odds, clause = None, "suit lost"
            elif first[0] == "J":
                odds, clause = (10, 1), "suit won by jack"
            else:
                odds, clause = (2, 1), "suit won"
        elif first[0] != second[0]:  # R41: the same rank
            odds, clause = None, "pair lost"
        elif first[1] == second[1]:
            odds, clause = (25, 1), "pair perfect"
        elif (first[1] in "hd") == (second[1] in "hd"):
            odds, clause = (10, 1), "pair coloured"
        else:
            odds, clause = (5, 1), "pair mixed"
        player, kind, stake = side["player"], side["kind"], cents(side["amount"])
        verdict = ("win" if odds else "lose", odds, "interim", clause)
        this.rows.append(this.row((box.number, None), player, kind, stake, verdict))


def pay_natural(this: Round, box: Box, hand: Hand) -> bool:
    """Pay (or hold) a natural of two cards; False if the hand is none."""
    kind = kind_of(hand.cards, this.family)
    if kind == "plain":
        return False
    if this.family != "PJ":
        if box.split:
            return False  # S24 14.3, S65 13.3, NZ 13.4(c): no pontoon after a split
        odds: Odds = this.rulebook["pontoon odds"]
        clause = "pontoon"
    elif kind == "pinkjack":
        if this.dealer[0] in ("Ad", "Jd"):
            hand.held = True  # PJ 8.1.2; on a split hand too, R38
            return True
        odds, clause = (5, 1), "pinkjack"
    elif hand.cards[0][1] == hand.cards[1][1]:
        odds, clause = (3, 1), "suited"
    else:
        odds, clause = (2, 1), "unsuited"
    for w in hand.wagers:
        w.end = "natural"
        this.rows += this.rows_of(box, hand, w, ("win", odds, "interim", clause))
    return True


def take_offers(this: Round) -> None:
    """Insurance (S24 9, S65 8, NZ 10) and surrender (S24 10, S65 9, NZ 9), in either order."""
    while this.decisions and this.decisions[0].action in ("insure", "surrender"):
        d = this.pop()
        box = next(box for box in this.boxes if box.number == d.box)
        hand = box.hands[0]
        assert this.family != "PJ"  # Pinkjack has neither
        assert all(not w.end for w in hand.wagers)
        if d.action == "insure":
            assert this.dealer[0][0] == "A"
            assert d.amount
            box.insurance.append((d.player, cents(d.amount)))
            continue
        assert this.dealer[0][0] in "AJQK"
        assert hand.surrendered or d.player == box.controller  # S24 10.5
        hand.surrendered = True
        for w in hand.wagers:
            if w.player == d.player or this.family == "NZ":  # NZ 9.6: all are bound; R18
                w.surrendered = True


# ---- The play of one box


def play_box(this: Round, box: Box) -> None:
    """Every hand of the box in turn; a split hand gets its second card when its turn comes."""
    first = box.hands[0]
    if first.held or first.surrendered or first.wagers[0].end:
        return
    turn = 0
    while turn < len(box.hands):
        pass_decisions(this, box, box.hands[turn])
        if is_absent(box) and not absent_draws(this):
            break  # S24 18.10, S65 17.10.1: no further card to the whole playing area
        if len(box.hands[turn].cards) == 1:
            box.hands[turn].cards.append(this.draw())
        play_hand(this, box, turn)
        turn += 1
    while is_absent(box) and this.next_is(box, "absent"):
        this.pop()  # a repeated "absent" changes nothing


def play_hand(this: Round, box: Box, turn: int) -> None:
    """One hand, from its second card until it is finished."""
    hand = box.hands[turn]
    while not finished_by_rule(this, box, hand):
        if box.split_aces and this.family != "PJ":  # one card each, R16
            if not aces_split_again(this, box, turn):
                return
        elif is_absent(box):
            if absent_draws(this) and hand.total() < 12:
                hand.cards.append(this.draw())
            else:
                return
        else:
            d = this.pop()
            assert (d.box, d.player) == (box.number, box.controller), d
            assert d.hand in (None, turn + 1), d
            if d.action == "hit":
                hand.cards.append(this.draw())
            elif d.action == "stand":
                return
            elif d.action == "absent":
                box.away.append(box.controller)
                pass_decisions(this, box, hand)
            elif d.action == "split":
                split(this, box, turn)
            elif d.action == "double":
                double(this, box, hand, d)
                return
            else:
                raise AssertionError(d)


def is_absent(box: Box) -> bool:
    """Whether who decides for the box is away."""
    return box.controller in box.away


def pass_decisions(this: Round, box: Box, hand: Hand) -> None:
    """NZ 16.6, R57: with nobody seated, the next bettor on the hand who is there decides."""
    if this.family == "NZ" and not box.seated and box.away:
        on_hand = {w.player for w in hand.wagers}
        there = [player for player in box.line if player in on_hand]
        box.controller = next((p for p in there if p not in box.away), there[0])


def absent_draws(this: Round) -> bool:
    """NZ 16.6, PJ 15.10: draw to 12; S24 18.10 and S65 17.10.1: no further card (R23)."""
    return bool(this.table.get("absent_player", this.rulebook["absent"]) == "draw-to-12")


def finished_by_rule(this: Round, box: Box, hand: Hand) -> bool:
    """Settle a bust, a natural, a 21 or a five card trick at once; False if none of them."""
    total = hand.total()
    if total > 21:
        collect_bust(this, box, hand)
    elif pay_natural(this, box, hand):
        pass
    elif total == 21:
        pay_21(this, box, hand)
    elif this.family == "PJ" and len(hand.cards) == 5:
        for w in hand.wagers:
            w.end = "trick"
            verdict = ("win", (1, 1), "interim", "five card trick")
            this.rows += this.rows_of(box, hand, w, verdict)
    else:
        return False
    return True


def collect_bust(this: Round, box: Box, hand: Hand) -> None:
    """S24 12.5, S65 11.5, NZ 14.2, PJ 9.5."""
    for w in hand.wagers:
        w.end = "bust"
        this.rows += this.rows_of(box, hand, w, ("lose", None, "interim", "bust"))


def pay_21(this: Round, box: Box, hand: Hand) -> None:
    """S24 11.2, S65 10.2, NZ 9.2, PJ 9.6: paid at once, whatever the dealer has (R13, R15)."""
    for w in hand.wagers:
        w.end = "21"
        table_odds = (1, 1) if this.family == "PJ" else odds_of_21(hand.cards)
        if not hand.doubled:
            odds, clause, super_bonus_open = table_odds, "21", True
        elif w.double:  # S24 13.2, S65 12.2, NZ 12.5
            odds, clause, super_bonus_open = (1, 1), "21 doubled", False
        elif this.family == "NZ":  # NZ 12.6, R12
            odds, clause, super_bonus_open = table_odds, "21 not followed", True
        else:  # S24 13.4, S65 12.4, R12; PJ 9.6
            odds, clause, super_bonus_open = (1, 1), "21 not followed", False
        this.rows += this.rows_of(box, hand, w, ("win", odds, "interim", clause))
        # S24 11.5 Table 2, S65 10.5 Table 2, NZ 11.2; not after a split: S24 14.4, NZ 13.6
        if (
            this.family != "PJ"
            and super_bonus_open
            and not box.split
            and [card[0] for card in hand.cards] == ["7", "7", "7"]
            and len({card[1] for card in hand.cards}) == 1
            and this.dealer[0][0] == "7"
            and w.stake >= this.rulebook["super bonus from"]  # R2, R3
        ):
            prize = 1000_00 if w.stake < 25_00 else 5000_00
            verdict = ("bonus", None, "interim", "super-bonus")
            where = (box.number, hand)
            this.rows.append(this.row(where, w.player, "super-bonus", 0, verdict, bonus=prize))


def double(this: Round, box: Box, hand: Hand, called: Decision) -> None:
    """S24 13, S65 12, NZ 12, PJ 10: the answers, one card, then the forfeits."""
    answers = [called]
    while this.next_is_answer(box, "double"):
        answers.append(this.pop())
    for d in answers:
        w = next(w for w in hand.wagers if w.player == d.player)
        w.double = cents(d.amount) if d.amount else w.stake
        assert 0 < w.double <= w.stake
    hand.doubled = True
    if this.family == "NSW":  # S24 13.1.4, S65 12.1.4, R10: every ace already there
        hand.fixed_aces = sum(card[0] == "A" for card in hand.cards)
    elif this.family == "NZ":  # 4.1(c)(ii), 12.2, R11: aces of the initial deal only
        initial = hand.cards[:1] if box.split else hand.cards[:2]
        hand.fixed_aces = sum(card[0] == "A" for card in initial)
    hand.cards.append(this.draw())
    if hand.total() > 21:
        collect_bust(this, box, hand)
        return
    if hand.total() == 21:
        pay_21(this, box, hand)
        return
    while this.next_is(box, "forfeit"):  # S24 13.5-7, S65 12.5-7, NZ 12.8; R14, R37
        assert this.family != "PJ"
        d = this.pop()
        w = next(w for w in hand.wagers if w.player == d.player)
        assert w.double
        assert not w.end
        w.end = "forfeited"
        who = "controller" if d.player == box.controller else "other"
        forfeited = ("forfeited", None, "interim", f"forfeit by {who}")
        handed_back = ("stand-off", None, "interim", f"forfeit by {who}")
        this.rows += this.rows_of(box, hand, w, forfeited, handed_back)


def aces_split_again(this: Round, box: Box, turn: int) -> bool:
    """S24 14.9.4, S65 13.9.4, R39: split a split ace that got an ace, if that is called."""
    if this.family != "NSW" or not this.table.get("resplit", False):
        return False  # NZ 13.4(b): aces only once
    if len(box.hands) >= 3 or [card[0] for card in box.hands[turn].cards] != ["A", "A"]:
        return False
    if not this.next_is(box, "split") or this.decisions[0].hand not in (None, turn + 1):
        return False
    this.pop()
    split(this, box, turn)
    return True


def split(this: Round, box: Box, turn: int) -> None:
    """S24 14, S65 13, NZ 13, PJ 11: two hands of one, the answers, a card to the first."""
    hand = box.hands[turn]
    first, second = hand.cards
    assert value(first) == value(second)
    assert len(box.hands) < 3
    hand.cards = [first]
    new = Hand([second], [])
    box.hands.insert(turn + 1, new)  # the new hand comes directly after
    box.split = True
    box.split_aces = first[0] == "A"
    bettors = list(hand.wagers)
    followers = {box.controller}
    while this.next_is_answer(box, "split", "designate"):
        d = this.pop()
        if d.action == "split":  # S24 14.10.1, S65 13.10.1, NZ 15.3(d), PJ 11.5.1, R33
            followers.add(d.player)
        else:  # NZ 15.3(d): by the number at that moment, that is after the split
            assert this.family == "NZ"
            assert d.amount in (str(turn + 1), str(turn + 2))
            if d.amount == str(turn + 2):
                moved = next(w for w in hand.wagers if w.player == d.player)
                hand.wagers.remove(moved)
                new.wagers.append(moved)
    for w in bettors:
        if w.player in followers:
            new.wagers.append(Wager(w.player, "split", w.stake))
        # else S24 14.10.2, S65 13.10.2, PJ 11.5.2, NZ by R32: stays on the first
    hand.cards.append(this.draw())


# ---- The dealer and the final settlement


def play_dealer(this: Round) -> None:
    """S24 15.3-4, S65 14.3-4, NZ 14.3-4, PJ 12.2-3; R19: only while a result can change.

    NZ 8.5, R52: the second card comes in any case.
    """
    if this.family == "NZ":
        this.dealer.append(this.draw())
    while True:
        outcomes = set()
        for ending in dealer_endings(this.dealer, this.family):
            rows = final_rows(this, ending)
            outcomes.add(tuple((row["result"], row["returned"]) for row in rows))
        if len(outcomes) == 1:
            break
        this.dealer.append(this.draw())
    this.rows += final_rows(this, (total_of(this.dealer), kind_of(this.dealer, this.family)))


def final_rows(this: Round, dealer: Ending) -> list[Row]:
    """What every unsettled wager gets if the dealer's hand ends so."""
    rows: list[Row] = []
    for box in this.boxes:
        for player, stake in box.insurance:
            if dealer[1] == "natural":
                verdict: Verdict = ("win", (2, 1), "final", "insurance won")
            else:
                verdict = ("lose", None, "interim", "insurance lost")
            rows.append(this.row((box.number, None), player, "insurance", stake, verdict))
        for hand in box.hands:
            for w in hand.wagers:
                if not w.end:
                    rows += final_rows_of(this, box, hand, w, dealer)
    return rows


def final_rows_of(this: Round, box: Box, hand: Hand, w: Wager, dealer: Ending) -> list[Row]:
    """S24 17, S65 16, NZ 5.1, PJ 14: one open wager and its double."""
    dealer_total, dealer_kind = dealer
    pinkjack_counts = this.table.get("dealer_pinkjack_counts_as_blackjack", False)
    on_double: Verdict | None = None
    if hand.held and dealer_kind == "pinkjack":  # PJ 14.1.1, R25
        verdict: Verdict = ("win", (5, 1), "final", "ultimate")
        bonus: Verdict = ("bonus", None, "final", "ultimate")
        where = (box.number, hand)
        return [
            *this.rows_of(box, hand, w, verdict),
            this.row(where, w.player, "ultimate-pinkjack", 0, bonus, bonus=1000_00),
        ]
    if hand.held:  # PJ 14.1.1.1, R38
        verdict = ("win", (5, 1), "final", "held pinkjack")
    elif w.surrendered and dealer_kind == "natural":  # R17
        verdict = ("lose", None, "final", "surrender void")
    elif w.surrendered:
        verdict = ("surrendered", None, "final", "surrendered")
    elif dealer_kind == "plain" and dealer_total > 21:
        verdict = ("win", (1, 1), "final", "dealer bust")
    elif dealer_kind == "plain" and hand.total() > dealer_total:
        verdict = ("win", (1, 1), "final", "player higher")
    elif dealer_kind == "plain" and hand.total() < dealer_total:
        verdict = ("lose", None, "final", "dealer higher")
    elif dealer_kind == "plain" and this.family == "PJ":  # 14.1.4, R24
        verdict = ("lose", None, "final", "tie")
    elif dealer_kind == "plain":
        verdict = ("stand-off", None, "final", "tie")
    elif dealer_kind == "pinkjack" and not pinkjack_counts:  # R9: the double too
        verdict = ("lose", None, "final", "dealer pinkjack")
    elif not box.split and not w.double:
        verdict = ("lose", None, "final", "natural, plain hand")
    elif not box.split:  # S24 13.8, S65 12.8, NZ 12.7, PJ 10.4
        verdict = ("lose", None, "final", "natural, doubled original")
        on_double = ("stand-off", None, "final", "natural, double")
    else:
        on_double = ("stand-off", None, "final", "natural, double on split")
        collected, clause = collected_after_split(this, box, w.player)
        if w is collected:
            verdict = ("lose", None, "final", clause)
        else:
            verdict = ("stand-off", None, "final", "natural, split stand-off")
    return this.rows_of(box, hand, w, verdict, on_double)


def collected_after_split(this: Round, box: Box, player: str) -> tuple[Wager | None, str]:
    """The one wager of this bettor that a dealer's natural collects after a split, if any."""
    clause = "natural, split collected"
    mine = [w for hand in box.hands for w in hand.wagers if w.player == player]
    # A held pinkjack wins (R38), so nothing can be collected from it.
    at_risk = [
        w
        for hand in box.hands
        for w in hand.wagers
        if w.player == player and not w.end and not hand.held
    ]
    if this.family == "NZ":  # 13.7-13.8, R7, R36
        original = next(w for w in mine if w.kind == "original")
        if not original.end:
            return original, clause
        lost_before = any(w.end in ("bust", "forfeited") for w in mine)
        if original.end == "21" and not lost_before and at_risk:
            return at_risk[0], "natural, split collected after 21"
        return None, clause
    # S24 14.5, 14.11, 17.1.7-8, S65 likewise (R6); PJ 11.6 (R8)
    if this.table.get("natural_collects") == "original-hand":
        at_risk = [w for w in at_risk if w in box.hands[0].wagers]
    return (at_risk[0] if at_risk else None), clause


def pay_fifties(this: Round) -> None:
    """S24 11.5, S65 10.5, NZ 11.3: $50 where there is a Super Bonus winner (R4, R5, R40)."""
    winning_rows = [row for row in this.rows if row["wager"] == "super-bonus"]
    if not winning_rows:
        return
    fifty: list[tuple[int | None, str]]
    if this.family == "NZ":  # every initial wager that does not itself win
        winning_wagers = {(row["box"], row["player"]) for row in winning_rows}
        initial = [(box.number, name) for box in this.boxes for name in players_on(this, box)]
        fifty = [wager for wager in initial if wager not in winning_wagers]
    else:  # every player with any wager, once
        players = {name for box in this.boxes for name in players_on(this, box)}
        players |= {side["player"] for side in this.record.get("side_wagers", [])}
        players -= {row["player"] for row in winning_rows}
        fifty = [(None, name) for name in sorted(players)]
    verdict = ("bonus", None, "interim", "bonus")
    for number, name in fifty:
        this.rows.append(this.row((number, None), name, "bonus", 0, verdict, bonus=50_00))


def players_on(this: Round, box: Box) -> list[str]:
    """Every bettor whose initial wager plays on the box."""
    return [w.player for hand in box.hands for w in hand.wagers if w.kind == "original"]


def output(this: Round) -> Row:
    """The contract's object."""
    hands = []
    number_of: dict[int, int] = {}
    for box in this.boxes:
        for number, hand in enumerate(box.hands, start=1):
            number_of[id(hand)] = number
            hands.append(
                {
                    "box": box.number,
                    "hand": number,
                    "cards": " ".join(hand.cards),
                    "total": hand.total(),
                    "doubled": hand.doubled,
                    "split": box.split,
                    "surrendered": hand.surrendered,
                }
            )
    entered = this.record["wagers"] + this.record.get("side_wagers", [])
    net = {wager["player"]: 0 for wager in entered}
    settlements = []
    for row in this.rows:
        net[row["player"]] += row["net"]
        printed = dict(row)
        printed["hand"] = None if row["hand"] is None else number_of[id(row["hand"])]
        for money in ("stake", "returned", "net"):
            printed[money] = dollars(row[money])
        settlements.append(printed)
    return {
        "rulebook": this.record["rulebook"],
        "dealer": {
            "cards": " ".join(this.dealer),
            "total": total_of(this.dealer),
            "natural": kind_of(this.dealer, this.family) != "plain",
        },
        "hands": hands,
        "settlements": settlements,
        "net": {player: dollars(amount) for player, amount in net.items()},
        "unused": " ".join(this.shoe),
    }
