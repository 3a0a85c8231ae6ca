"""The twin's round of a session: one player a box, chips that run short, and sealed forms.

Cards, totals and odds are those of the direct twin; who may decide what, and with which chips, is
judged here from the documents. S24's numbers; S65's are one section lower (20.x for 21.x).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from twins import direct
from twins.direct_round import Box, Decision, Hand, Round, Row, Wager
from twins.direct_rules import cents, one_section_lower, value

DECISION = re.compile(
    r"(\d{1,3})(?:\.(\d{1,3}))?\s+([a-z]+)(?:\s+([\d.]+))?(?:\s+by\s+(\S.*?))?\s*"
)

UNLIKE = {"6.2": "5.1", "6.4": "5.3"}
"""S24's sub-rules whose number in S65 is not simply one section lower."""


class Broken(Exception):  # noqa: N818
    """A rule is broken: the round, the wager or the decision, the clause."""

    def __init__(self, clause: str, wager: int | None = None, decision: int | None = None) -> None:
        super().__init__(clause)
        self.clause, self.wager, self.decision = clause, wager, decision


class Malformed(Exception):  # noqa: N818
    """The record cannot be read or played."""

    def __init__(self, where: str, needs: int | None = None) -> None:
        super().__init__(where)
        self.where = where
        self.needs = needs  # the box that still needs a decision


@dataclass
class Seat:
    """What one player brings to the round."""

    name: str
    box: int
    chips: int  # at the start of the round
    stake: int = 0  # the disclosed wager that plays
    pairs: int = 0
    has_form: bool = False
    reserved: int = 0  # for the sealed form
    form_plays: bool = False


class SessionRound(Round):
    """A round at a tournament table."""

    def __init__(
        self, rulebook: str, table: Row, seats: list[Seat], cards: str, decisions: list[str]
    ) -> None:
        self.seats = {seat.box: seat for seat in seats}
        super().__init__(
            {
                "rulebook": rulebook,
                "table": {"smallest_chip": "1", **table},
                "cards": cards,
                "decisions": [],
                "wagers": [],
                "side_wagers": [
                    {
                        "kind": "perfect-pairs",
                        "box": seat.box,
                        "player": seat.name,
                        "amount": f"{seat.pairs / 100:.2f}",
                    }
                    for seat in seats
                    if seat.pairs
                ],
            }
        )
        for seat in seats:
            hand = Hand([], [Wager(seat.name, "original", seat.stake)])
            self.boxes.append(Box(seat.box, seat.name, [hand], seated=True, line=[seat.name]))
        self.lower = rulebook == "nsw-pontoon-6to5-2017"
        self.written = decisions
        self.finished: dict[int, str] = {}  # by hand: the clause that closes it
        self.at = 0
        self.offers_open = True
        self.awaits_forfeit: tuple[Box, Hand] | None = None

    def place_wagers(self) -> list[Box]:
        """Leave the boxes to the session."""
        return []

    def draw(self) -> str:
        """Draw the next card of the record."""
        if not self.shoe:
            raise Malformed("cards")
        return self.shoe.pop(0)

    def clause(self, number: str) -> str:
        """Return the number as the document prints it."""
        if self.lower:
            return UNLIKE.get(number, one_section_lower(number))
        return number

    def refuse(self, number: str) -> Broken:
        """Return the violation of the decision at hand."""
        return Broken(self.clause(number), decision=self.at)

    # Chips

    def free(self, seat: Seat) -> int:
        """Return what is in front of the player and not held for the form."""
        box = next(box for box in self.boxes if box.number == seat.box)
        staked = seat.pairs + sum(stake for _, stake in box.insurance)
        staked += sum(w.stake + w.double for hand in box.hands for w in hand.wagers)
        returned: int = sum(row["returned"] for row in self.rows if row["player"] == seat.name)
        return seat.chips - staked - seat.reserved + returned

    # The round

    def play(self) -> list[Row]:
        """Play the round to its end and return its rows."""
        direct.initial_deal(self)
        direct.settle_side_wagers(self)
        for box in self.boxes:
            if direct.pay_natural(self, box, box.hands[0]):
                self.close(box.hands[0], "12.3")
        for at, text in enumerate(self.written):
            self.at = at
            self.decide(self.parse_one(text))
        if (now := self.current()) is not None:
            raise Malformed("decisions", needs=now[0].number)
        interim = list(self.rows)
        direct.play_dealer(self)
        self.final = self.rows[len(interim) :]
        self.rows = list(interim)
        self.pay_fifty()
        return self.rows

    def parse_one(self, text: str) -> Decision:
        found = DECISION.fullmatch(text.strip())
        assert found
        number, hand, action, amount, player = found.groups()
        return Decision(int(number), int(hand) if hand else None, action, amount, player)

    def close(self, hand: Hand, clause: str) -> None:
        """The hand takes no further decision."""
        self.finished[id(hand)] = clause

    def current(self) -> tuple[Box, int] | None:
        """Return the hand whose turn it is, dealing the second card of a split hand."""
        for box in self.boxes:
            for turn, hand in enumerate(box.hands):
                if id(hand) in self.finished:
                    continue
                if len(hand.cards) == 1:
                    hand.cards.append(self.draw())
                    self.look(box, turn)
                    if id(hand) in self.finished:
                        continue
                return box, turn
        return None

    def look(self, box: Box, turn: int) -> None:
        """Close the hand if a rule finishes it."""
        hand = box.hands[turn]
        if direct.finished_by_rule(self, box, hand):
            self.close(hand, "12.5" if hand.total() > 21 else "12.3")
        elif box.split_aces and not self.ace_may_split(box, hand):
            self.close(hand, "14.6")

    def ace_may_split(self, box: Box, hand: Hand) -> bool:
        """Whether the record's next decision splits this ace once more (reading 39)."""
        if not self.table.get("resplit", False) or len(box.hands) >= 3:
            return False
        if [card[0] for card in hand.cards] != ["A", "A"]:
            return False
        upcoming = self.written[self.at + 1 : self.at + 2]
        if not upcoming:
            return False
        d = self.parse_one(upcoming[0])
        turn = box.hands.index(hand)
        return d.box == box.number and d.action == "split" and d.hand in (None, turn + 1)

    def decide(self, d: Decision) -> None:
        """Judge one decision and carry it out."""
        box = next(box for box in self.boxes if box.number == d.box)
        seat = self.seats[d.box]
        if d.hand is not None and not 1 <= d.hand <= len(box.hands):
            raise Malformed(f"decisions[{self.at}]")
        if d.action in ("insure", "surrender"):
            self.offer(d, box, seat)
            return
        self.offers_open = False
        if d.action == "forfeit":
            self.forfeit(d, box)
            return
        self.awaits_forfeit = None
        now = self.current()
        if now is None:
            self.refuse_after_all(d, box)
            raise Malformed(f"decisions[{self.at}]")
        if d.player not in (None, seat.name):
            raise self.refuse({"double": "13.4", "split": "14.10"}.get(d.action, "6.6"))
        if now[0] is not box:
            hand = box.hands[(d.hand or len(box.hands)) - 1]
            raise self.refuse(self.finished.get(id(hand), "12.1"))
        turn = now[1]
        hand = box.hands[turn]
        if d.hand not in (None, turn + 1):
            other = box.hands[d.hand - 1] if d.hand else hand
            raise self.refuse(self.finished.get(id(other), "14.2"))
        if d.action == "hit":
            hand.cards.append(self.draw())
            self.look(box, turn)
        elif d.action == "stand":
            self.close(hand, "12.1")
        elif d.action == "double":
            self.double(d, box, turn, seat)
        elif d.action == "split":
            self.split(box, turn, seat)
        else:
            raise Malformed(f"decisions[{self.at}]")

    def refuse_after_all(self, d: Decision, box: Box) -> None:
        """Every hand is played: only a split directly after a split is still judged."""
        last = self.parse_one(self.written[self.at - 1]) if self.at else None
        if d.action == "split" and last and last.action == "split" and last.box == d.box:
            split_more = bool(self.table.get("resplit", False))
            raise self.refuse("14.9" if split_more else "14.8")

    def offer(self, d: Decision, box: Box, seat: Seat) -> None:
        """S24 9 and 10: insurance and surrender come before any other decision."""
        hand = box.hands[0]
        up = self.dealer[0][0]
        all_done = self.current() is None and not self.offers_open
        if all_done:
            raise Malformed(f"decisions[{self.at}]")
        if d.action == "insure":
            amount = cents(d.amount or "0")
            if up != "A":
                raise self.refuse("9.1")
            if not self.offers_open:
                raise self.refuse("9.4")
            if hand.wagers[0].end:
                raise self.refuse("9.2")
            if box.insurance:
                raise self.refuse("6.4")
            if seat.stake:
                if 2 * amount > seat.stake:
                    raise self.refuse("9.1")
                if amount % self.chip:
                    raise self.refuse("6.2")
            else:
                raise self.refuse("21.8.2.4")
            if amount > self.free(seat):
                raise self.refuse("21.6.1")
            box.insurance.append((seat.name, amount))
            return
        if hand.surrendered:
            raise self.refuse("10.3")
        if up not in "AJQK" or not self.offers_open or hand.wagers[0].end:
            raise self.refuse("10.1")
        hand.surrendered = hand.wagers[0].surrendered = True
        self.close(hand, "10.3")

    def double(self, d: Decision, box: Box, turn: int, seat: Seat) -> None:
        """S24 13, for chips that are there."""
        hand = box.hands[turn]
        w = hand.wagers[0]
        if seat.stake:
            amount = cents(d.amount) if d.amount else w.stake
            if amount > w.stake:
                raise self.refuse("13.1")
            if amount % self.chip:
                raise self.refuse("6.2")
        else:
            raise self.refuse("21.8.2.4")
        free = self.free(seat)
        if d.amount is None:
            amount = min(amount, free // self.chip * self.chip)
        if amount > free or amount <= 0:
            raise self.refuse("21.6.1")
        w.double = amount
        hand.doubled = True
        hand.fixed_aces = sum(card[0] == "A" for card in hand.cards)
        hand.cards.append(self.draw())
        self.close(hand, "13.1")
        if hand.total() > 21:
            direct.collect_bust(self, box, hand)
        elif hand.total() == 21:
            direct.pay_21(self, box, hand)
        else:
            self.awaits_forfeit = (box, hand)

    def forfeit(self, d: Decision, box: Box) -> None:
        """S24 13.5: directly after the double."""
        if self.awaits_forfeit is None or self.awaits_forfeit[0] is not box:
            last = self.parse_one(self.written[self.at - 1]) if self.at else None
            if self.current() is None and not (
                last and last.box == d.box and last.action in ("double", "forfeit")
            ):
                raise Malformed(f"decisions[{self.at}]")
            raise self.refuse("13.5")
        hand = self.awaits_forfeit[1]
        if d.hand is not None and box.hands[d.hand - 1] is not hand:
            raise self.refuse("13.5")
        w = hand.wagers[0]
        w.end = "forfeited"
        lost = ("forfeited", None, "interim", "forfeit by controller")
        back = ("stand-off", None, "interim", "forfeit by controller")
        self.rows += self.rows_of(box, hand, w, lost, back)
        self.awaits_forfeit = None

    def split(self, box: Box, turn: int, seat: Seat) -> None:
        """S24 14, for the full amount."""
        hand = box.hands[turn]
        w = hand.wagers[0]
        pair = len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])
        if not box.split:
            if not pair:
                raise self.refuse("14.1")
        elif not self.table.get("resplit", False):
            raise self.refuse("14.8")
        elif len(box.hands) >= 3:
            raise self.refuse("14.9.3")
        elif not pair:
            raise self.refuse("14.9")
        if not seat.stake:
            raise self.refuse("21.8.2.4")
        if w.stake > self.free(seat):
            raise self.refuse("21.6.1")
        first, second = hand.cards
        hand.cards = [first]
        box.hands.insert(turn + 1, Hand([second], [Wager(seat.name, "split", w.stake)]))
        box.split = True
        box.split_aces = first[0] == "A"
        self.finished.pop(id(hand), None)
        hand.cards.append(self.draw())
        self.look(box, turn)
        self.current()

    def pay_fifty(self) -> None:
        """S24 11.5 and reading 204: to everybody else whose wager or form plays."""
        winners = {row["player"] for row in self.rows if row["wager"] == "super-bonus"}
        if not winners:
            return
        for seat in sorted(self.seats.values(), key=lambda seat: seat.box):
            if seat.name not in winners and (seat.stake or seat.form_plays):
                verdict = ("bonus", None, "interim", "bonus")
                self.rows.append(
                    self.row((None, None), seat.name, "bonus", 0, verdict, bonus=50_00)
                )

    def original_row(self, name: str) -> Row:
        """Return the row of the player's original wager, which the form follows."""
        rows = [*self.rows, *self.final]
        return next(row for row in rows if row["player"] == name and row["wager"] == "original")

    def returned_on(self, row: Row, stake: int) -> int:
        """Return what a stake gets by the result and odds of another row."""
        if row["result"] == "win":
            pays, on = (int(number) for number in row["odds"].split(" to "))
            return stake + self.round_up(stake * pays, on)
        if row["result"] == "stand-off":
            return stake
        if row["result"] == "surrendered":
            return min(self.round_up(stake, 2), stake)
        return 0

    def collections(self) -> list[str]:
        """Return whose chips were collected, in order, up to the final settlement."""

        def losing(rows: list[Row], *wagers: str) -> list[Row]:
            return [row for row in rows if row["net"] < 0 and row["wager"] in wagers]

        def by_box(rows: list[Row]) -> list[Row]:
            return sorted(rows, key=lambda row: int(row["box"]))

        pairs = by_box(losing(self.rows, "perfect-pairs"))
        happened = losing(self.rows, "original", "split", "double")
        insurance = by_box(losing(self.final, "insurance"))
        final = by_box(losing(self.final, "original", "split", "double"))
        return [row["player"] for row in [*pairs, *happened, *insurance, *final]]

    def result(self, name: str) -> tuple[int, int]:
        """Return what a player staked and got back, the form aside."""
        rows = [row for row in [*self.rows, *self.final] if row["player"] == name]
        return sum(row["stake"] for row in rows), sum(row["returned"] for row in rows)
