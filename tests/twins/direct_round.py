"""The twin's round: wagers, hands, boxes, the cards and decisions still to come, and the rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from twins.direct_rules import RULEBOOKS, Odds, cents, total_of

Row = dict[str, Any]
Verdict = tuple[str, Odds | None, str, str]  # result, odds, stage, name of the clause


@dataclass(eq=False)
class Wager:
    """An original or split wager of one bettor on one hand, with that bettor's double."""

    player: str
    kind: str  # "original" or "split"
    stake: int
    double: int = 0  # the stake of the double, 0 without one
    surrendered: bool = False
    end: str = ""  # "" while open; else "natural", "21", "trick", "bust", "forfeited"


@dataclass(eq=False)
class Hand:
    """One hand of a box."""

    cards: list[str]
    wagers: list[Wager]
    doubled: bool = False
    surrendered: bool = False
    held: bool = False  # a pinkjack that waits for the dealer, PJ 8.1.2
    fixed_aces: int = 0  # aces that a double fixed at 1

    def total(self) -> int:
        """The point total, the doubled one after a double."""
        return total_of(self.cards, self.fixed_aces)


@dataclass(eq=False)
class Box:
    """One playing area; its hands in the order in which they are played."""

    number: int
    controller: str
    hands: list[Hand]
    split: bool = False
    split_aces: bool = False
    seated: bool = False  # somebody with a wager sits here
    away: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)  # its bettors, nearest the dealer first
    insurance: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class Decision:
    """One line of the record's decisions; where it names no player, the one who controls then."""

    box: int
    hand: int | None
    action: str
    amount: str | None
    player: str | None


class Round:
    """One round, played from the record in the order of the documents."""

    def __init__(self, record: Row) -> None:
        """Read the table's options and put the wagers down."""
        self.record = record
        self.rulebook = RULEBOOKS[record["rulebook"]]
        self.family: str = self.rulebook["family"]
        self.clauses: dict[str, str] = self.rulebook["clauses"]
        self.table: Row = record.get("table", {})
        self.chip = cents(self.table.get("smallest_chip", "0.50"))
        self.shoe: list[str] = record["cards"].split()
        self.dealer: list[str] = []
        self.rows: list[Row] = []
        self.boxes = self.place_wagers()
        self.decisions = [self.parse(text) for text in record.get("decisions", [])]

    # Wagers

    def place_wagers(self) -> list[Box]:
        """Find who controls each box and cut it back to the maximum."""
        maximum = cents(self.table.get("maximum", "5000"))
        boxes = []
        for number in sorted({wager["box"] for wager in self.record["wagers"]}):
            placed = [w for w in self.record["wagers"] if w["box"] == number]  # nearest first
            assert len({w["player"] for w in placed}) == len(placed)
            seated = [w for w in placed if w.get("seated", False)]
            highest = max(cents(w["amount"]) for w in placed)
            if seated:
                controlling = seated[0]  # S24 6.6.1, S65 5.5.1, NZ 15.3(a), PJ 5.5.1
            elif self.family == "NZ":
                controlling = placed[0]  # R22
            else:  # S24 6.6.2-3, S65 5.5.2-3, PJ 5.5.2-3, R21; the amounts as placed, R35
                controlling = next(w for w in placed if cents(w["amount"]) == highest)
            # S24 7.1.1-3 and 7.3.1, S65 and PJ 6.1.1-3 and 6.3.1, NZ 15.2 by R34
            room = maximum
            stakes: dict[str, int] = {}
            for w in [controlling] + [w for w in placed if w is not controlling]:
                stakes[w["player"]] = min(room, cents(w["amount"]))
                room -= stakes[w["player"]]
            wagers = [
                Wager(w["player"], "original", stakes[w["player"]])
                for w in placed
                if stakes[w["player"]] > 0  # R35: a bettor left with nothing is out
            ]
            hands = [Hand([], wagers)]
            line = [w.player for w in wagers]
            boxes.append(Box(number, controlling["player"], hands, seated=bool(seated), line=line))
        return boxes

    # Decisions and cards

    def parse(self, text: str) -> Decision:
        """BOX[.HAND] ACTION [AMOUNT] [by PLAYER]."""
        pattern = r"(\d+)(?:\.(\d+))?\s+([a-z]+)(?:\s+([\d.]+))?(?:\s+by\s+(.+))?"
        found = re.fullmatch(pattern, text.strip())
        assert found, text
        number, hand, action, amount, player = found.groups()
        return Decision(int(number), int(hand) if hand else None, action, amount, player)

    def next_is(self, box: Box, *actions: str) -> bool:
        """Is the next decision one of these actions on this box?"""
        if not self.decisions:
            return False
        return self.decisions[0].box == box.number and self.decisions[0].action in actions

    def next_is_answer(self, box: Box, *actions: str) -> bool:
        """Is the next decision such an action by another bettor on this box?"""
        named = self.decisions[0].player if self.decisions else None
        return self.next_is(box, *actions) and named not in (None, box.controller)

    def pop(self) -> Decision:
        """Take the next decision, with the player who makes it."""
        d = self.decisions.pop(0)
        d.player = d.player or next(b.controller for b in self.boxes if b.number == d.box)
        return d

    def draw(self) -> str:
        """The next card of the shoe."""
        return self.shoe.pop(0)

    # Rows

    def round_up(self, amount: int, divisor: int = 1) -> int:
        """Amount / divisor, up to the next multiple of the smallest chip: S24 6.10, R20."""
        return -(-amount // (divisor * self.chip)) * self.chip

    def row(
        self,
        where: tuple[int | None, Hand | None],
        player: str,
        wager: str,
        stake: int,
        verdict: Verdict,
        *,
        bonus: int = 0,
    ) -> Row:
        """One settlement in cents; output() numbers the hand and prints the money."""
        result, odds, stage, clause = verdict
        if result == "win":
            assert odds
            returned = stake + self.round_up(stake * odds[0], odds[1])
        elif result == "stand-off":
            returned = stake
        elif result == "surrendered":  # S24 17.1.11, S65 16.1.11, NZ 9.5, R20
            returned = min(self.round_up(stake, 2), stake)
        elif result == "bonus":
            returned = self.round_up(bonus)
        else:
            assert result in ("lose", "forfeited")
            returned = 0
        return {
            "box": where[0],
            "hand": where[1],
            "player": player,
            "wager": wager,
            "stake": stake,
            "result": result,
            "odds": f"{odds[0]} to {odds[1]}" if odds else None,
            "returned": returned,
            "net": returned - stake,
            "stage": stage,
            "clause": self.clauses[clause],
        }

    def rows_of(
        self, box: Box, hand: Hand, w: Wager, verdict: Verdict, on_double: Verdict | None = None
    ) -> list[Row]:
        """A bettor's wager on a hand and the double, alike if no other verdict is given."""
        where = (box.number, hand)
        rows = [self.row(where, w.player, w.kind, w.stake, verdict)]
        if w.double:
            rows.append(self.row(where, w.player, "double", w.double, on_double or verdict))
        return rows
