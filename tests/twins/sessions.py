"""The second adjudicator of session records: written from the contract and the documents alone.

It is slow and plain, shares nothing with `houserules.tournament`, and settles its rounds with the
direct twin. S65's clause numbers are 20.x; S24's are 21.x.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from twins.direct_rules import cents, dollars
from twins.session_play import Broken, Malformed, Seat, SessionRound
from twins.session_reading import check_form

Row = dict[str, Any]
NEVER = 10**9


def settle(record: Any) -> Row:
    """Return what `houserules tournament settle --json` prints, messages aside."""
    try:
        return adjudicate(record)
    except Malformed as error:
        return {"malformed": {"where": error.where}}
    except BrokenRound as error:
        return {
            "violation": {
                "round": error.number,
                "wager": error.broken.wager,
                "decision": error.broken.decision,
                "clause": error.broken.clause,
            }
        }


def adjudicate(record: Any) -> Row:
    """Return the settled session; raises Malformed or BrokenRound."""
    check_form(record)
    return Session(record).run()


class BrokenRound(Exception):  # noqa: N818
    """A rule is broken in a round of the list."""

    def __init__(self, number: int, broken: Broken) -> None:
        super().__init__(number, broken)
        self.number, self.broken = number, broken


@dataclass(eq=False)
class Player:
    """One player, in a session or in its play-off."""

    name: str
    box: int
    chips: int
    passes: int
    forms: int
    deductions: int = 0
    out: str = ""  # "eliminated" or "disqualified"
    fell: tuple[int, int, int, int] = (0, 0, 0, 0)  # round, residual chips, staked, collected
    last: tuple[int, int] = (0, NEVER)  # staked and collected in the last round that counted


@dataclass
class Stage:
    """The session, or its play-off: players, rounds that counted, the marker."""

    players: list[Player]
    counted: int = 0
    marker: int | None = None
    moves: bool = False  # the last round counted
    report: list[Row] = field(default_factory=list)

    def still_in(self) -> list[Player]:
        return sorted((p for p in self.players if not p.out), key=lambda p: p.box)


class Session:
    """One record."""

    def __init__(self, record: Row) -> None:
        self.record = record
        self.conditions = record["conditions"]
        self.table = record.get("table", {})
        self.section = "20" if record["rulebook"] == "nsw-pontoon-6to5-2017" else "21"
        self.chip = cents(self.table.get("smallest_chip", "1"))
        self.disqualified: list[Player] = []
        self.rounds = self.conditions["rounds"]
        counting = [each for each in record.get("rounds", []) if not each.get("void", False)]
        if "concluded" in record:
            self.rounds = len(counting)
        self.main = Stage([self.start(p["name"], p["box"]) for p in record["players"]])
        self.off: Stage | None = None

    def start(self, name: str, box: int) -> Player:
        terms = self.conditions
        passes, forms = terms.get("pass_cards", 0), terms.get("undisclosed_wagers", 0)
        return Player(name, box, cents(terms["chips"]), passes, forms)

    def clause(self, rest: str) -> str:
        return f"{self.section}.{rest}"

    def limits(self, number: int) -> tuple[int, int]:
        rows = [row for row in self.conditions["limits"] if row["from_round"] <= number]
        return cents(rows[-1]["minimum"]), cents(rows[-1]["maximum"])

    def run(self) -> Row:
        rounds = self.record.get("rounds", [])
        for position, each in enumerate(rounds):
            limits = self.limits(self.main.counted + 1)
            self.round(self.main, each, limits, f"rounds[{position}]", position)
        over = self.main.counted == self.rounds
        play_off = self.record.get("play_off", [])
        tie = self.first_open_tie(self.groups()) if over else []
        if play_off and not tie:
            raise Malformed("play_off[0]")
        decided = False
        if play_off:
            self.off = Stage([self.start(p.name, p.box) for p in tie])
            limits = self.limits(self.rounds)
            for position, each in enumerate(play_off):
                if decided:
                    raise Malformed(f"play_off[{position}]")
                where = f"play_off[{position}]"
                self.round(self.off, each, limits, where, len(rounds) + position)
                self.eliminate(self.off, limits[0], self.off.report[-1]["out"], self.off.counted)
                decided = self.play_off_is_over(tie)
        return self.output(over, tie, decided)

    # One round

    def round(
        self, stage: Stage, each: Row, limits: tuple[int, int], where: str, position: int
    ) -> None:
        out: list[Row] = []
        self.eliminate(stage, limits[0], out, stage.counted)
        players = stage.still_in()
        self.move_marker(stage, players)
        before = {p.name: p.chips for p in players}
        entries: list[Row] = each["wagers"]
        by_name = {p.name: p for p in players}
        for index, entry in enumerate(entries):
            if entry["player"] not in by_name:
                raise Malformed(f"{where}.wagers[{index}].player")
        try:
            self.judge(entries, by_name, stage, limits)
        except Broken as broken:
            raise BrokenRound(position, broken) from None
        self.disqualify(entries, players, out)
        report: Row = {
            "round": stage.counted + 1,
            "minimum": dollars(limits[0]),
            "maximum": dollars(limits[1]),
            "marker": stage.marker,
            "wagers": {},
            "undisclosed": {},
        }
        void = each.get("void", False)
        if void:
            report["void"] = True
        else:
            try:
                self.play(each, by_name, limits, stage, report)
            except Malformed as error:
                raise Malformed(f"{where}.{error.where}", error.needs) from None
            except Broken as broken:
                raise BrokenRound(position, broken) from None
            stage.counted += 1
        stage.moves = not void
        report["net"] = {p.name: dollars(p.chips - before[p.name]) for p in players}
        report["chips"] = {p.name: dollars(p.chips) for p in players}
        report["out"] = out
        if stage is self.main and not void and stage.counted == self.rounds:
            self.eliminate(stage, 1, out, stage.counted)
        stage.report.append(report)

    def eliminate(self, stage: Stage, least: int, out: list[Row], in_round: int) -> None:
        for p in stage.still_in():
            if p.chips < least:
                p.out = "eliminated"
                p.fell = (in_round, p.chips, *p.last)
                row = {"player": p.name, "why": "eliminated", "clause": self.clause("6.13")}
                out.append(row)

    def move_marker(self, stage: Stage, players: list[Player]) -> None:
        if not self.conditions.get("order_of_wagering", False):
            return
        boxes = [p.box for p in players]
        if not boxes:
            stage.marker = None
        elif stage.marker is None:
            stage.marker = boxes[0]
        elif stage.moves or stage.marker not in boxes:
            later = [box for box in boxes if box > stage.marker]
            stage.marker = later[0] if later else boxes[0]

    def from_marker(self, stage: Stage, boxes: list[int]) -> list[int]:
        marker = stage.marker or 0
        return sorted(boxes, key=lambda box: (box < marker, box))

    def judge(
        self,
        entries: list[Row],
        players: dict[str, Player],
        stage: Stage,
        limits: tuple[int, int],
    ) -> None:
        minimum = limits[0]
        turns = self.from_marker(stage, [players[entry["player"]].box for entry in entries])
        for index, entry in enumerate(entries):
            p = players[entry["player"]]
            if self.conditions.get("order_of_wagering", False) and p.box != turns[index]:
                raise Broken(self.clause("9.5"), wager=index)
            if entry.get("pass_card", False) and not p.passes:
                raise Broken(self.clause("7.1"), wager=index)
            if "undisclosed" in entry and not p.forms:
                raise Broken(self.clause("8.1"), wager=index)
            if entry.get("absent") == "deduct" and p.deductions == 3:
                raise Broken(self.clause("5.6.1"), wager=index)
            if "amount" in entry:
                counts = max(cents(entry["amount"]), minimum)
                if counts > p.chips:
                    raise Broken(self.clause("6.1"), wager=index)
                if entry.get("perfect_pairs", False):
                    if "perfect_pairs" not in self.table:
                        number = "15.1" if self.section == "20" else "16.1"
                        raise Broken(number, wager=index)
                    if counts + cents(self.table["perfect_pairs"]) > p.chips:
                        raise Broken(self.clause("6.1"), wager=index)

    def disqualify(self, entries: list[Row], players: list[Player], out: list[Row]) -> None:
        by_name = {p.name: p for p in players}
        leaving: list[tuple[Player, str]] = []
        for entry in entries:
            if entry.get("absent") == "disqualify":
                leaving.append((by_name[entry["player"]], self.clause("5.6.2")))
            elif "disqualify" in entry:
                leaving.append((by_name[entry["player"]], entry["disqualify"]))
        named = {entry["player"] for entry in entries}
        leaving += [(p, self.clause("6.4")) for p in players if p.name not in named]
        for p, clause in leaving:
            p.out = "disqualified"
            self.disqualified.append(p)
            out.append({"player": p.name, "why": "disqualified", "clause": clause})

    def plays(self, entry: Row, limits: tuple[int, int]) -> int:
        """20.6.12, 20.6.14 and reading 208."""
        minimum, maximum = limits
        if entry.get("late", False):
            return minimum
        amount = min(cents(entry["amount"]), maximum)
        return max(amount // minimum * minimum, minimum)

    def play(
        self,
        each: Row,
        players: dict[str, Player],
        limits: tuple[int, int],
        stage: Stage,
        report: Row,
    ) -> None:
        """Play the cards, then open the forms and deduct."""
        for p in players.values():
            p.last = (0, NEVER)
        forms: dict[str, int | None] = {}  # what each is deemed to be for; None: incomplete
        seats = [
            seat
            for entry in each["wagers"]
            if (seat := self.seat(entry, players[entry["player"]], limits, forms, report))
        ]
        order = sorted(seat.box for seat in seats)
        if self.conditions.get("deal_from_marker", False):
            order = self.from_marker(stage, order)
        seats.sort(key=lambda seat: order.index(seat.box))
        collected: list[str] = []
        staked = dict.fromkeys(players, 0)
        decisions = each.get("decisions", [])
        if seats:
            rulebook = self.record["rulebook"]
            game = SessionRound(rulebook, self.table, seats, each.get("cards", ""), decisions)
            game.play()
            collected += game.collections()
            for seat in seats:
                stake, returned = game.result(seat.name)
                staked[seat.name] += stake
                players[seat.name].chips += returned - stake
        elif decisions:
            raise Malformed("decisions[0]")
        away = {entry["player"] for entry in each["wagers"] if entry.get("absent") == "deduct"}
        for p in sorted(players.values(), key=lambda p: p.box):
            if p.name in away or (p.name in forms and forms[p.name] is None):
                p.deductions += p.name in away
                stake, returned = min(limits[0], p.chips), 0
            elif p.name in forms:
                stake = forms[p.name] or 0
                returned = game.returned_on(game.original_row(p.name), stake)
            else:
                continue
            p.chips += returned - stake
            staked[p.name] += stake
            if returned < stake:
                collected.append(p.name)
        when = {name: index for index, name in enumerate(collected)}
        for name, p in players.items():
            p.last = (staked[name], when.get(name, NEVER))

    def seat(
        self,
        entry: Row,
        p: Player,
        limits: tuple[int, int],
        forms: dict[str, int | None],
        report: Row,
    ) -> Seat | None:
        """Take the entry's wager, form or pass card; None: no box plays for it."""
        p.passes -= bool(entry.get("pass_card", False))
        seat = Seat(p.name, p.box, p.chips)
        if "amount" in entry:
            seat.stake = self.plays(entry, limits)
            report["wagers"][p.name] = dollars(seat.stake)
            if entry.get("perfect_pairs", False):
                seat.pairs = cents(self.table["perfect_pairs"])
        if "undisclosed" in entry:
            p.forms -= 1
            seat.has_form = True
            possession = p.chips - seat.stake - seat.pairs
            deemed = self.deem(entry["undisclosed"], limits, possession)
            forms[p.name] = deemed
            seat.form_plays = deemed is not None
            seat.reserved = min(limits[0], possession) if deemed is None else deemed
            if deemed is not None:  # it counts as written until it is opened
                forms[p.name] = deemed = deemed // self.chip * self.chip
            report["undisclosed"][p.name] = dollars(deemed or 0)
        return seat if seat.stake or seat.has_form else None

    def deem(self, form: Row, limits: tuple[int, int], possession: int) -> int | None:
        """20.8.3 and reading 203."""
        minimum, maximum = limits
        if form.get("type") != "original" or "amount" not in form:
            return None
        amount = cents(form["amount"])
        amount = min(max(amount, minimum), maximum)
        return min(amount, possession) if amount > possession else amount

    # Places

    def groups(self) -> list[list[Player]]:
        """Return the players who share each place, best first."""
        return rank(self.main.players)

    def needs_play_off(self, first: int, last: int) -> bool:
        advance = self.conditions["advance"]
        if first == last or first > advance:
            return False
        return last > advance or bool(self.conditions.get("final", False))

    def first_open_tie(self, groups: list[list[Player]], after: int = 0) -> list[Player]:
        """Return the first tie of players still in that needs a play-off, from a place on."""
        first = 1
        for group in groups:
            last = first + len(group) - 1
            if first > after and not group[0].out and self.needs_play_off(first, last):
                return group
            first = last + 1
        return []

    def play_off_is_over(self, tie: list[Player]) -> bool:
        assert self.off
        groups = self.groups()
        first = 1
        for group in groups:
            if group[0] in tie:
                break
            first += len(group)
        for group in rank(self.off.players):
            last = first + len(group) - 1
            if not group[0].out and self.needs_play_off(first, last):
                return False
            first = last + 1
        return True

    def output(self, over: bool, tie: list[Player], decided: bool) -> Row:  # noqa: FBT001
        result: Row = {"rulebook": self.record["rulebook"], "rounds": self.main.report}
        off = self.off
        disqualified_later = {p.name for p in off.players if p.out == "disqualified"} if off else {}
        groups = self.groups()
        shown: list[list[Player]] = []
        certain_groups: list[list[Player]] = []
        open_names: list[str] = []
        for group in groups:
            if off is None or group[0] not in tie:
                shown.append(group)
                certain_groups.append(group)
                continue
            by_name = {p.name: p for p in group}
            order = [[by_name[p.name] for p in same] for same in rank(off.players)]
            if decided:
                shown += order
                certain_groups += order
                continue
            left = [p for p in group if p.name not in disqualified_later]
            shown.append(left)
            staying = [by_name[p.name] for p in off.still_in()]
            open_names = [p.name for p in staying]
            fallen = [p for p in off.players if p.out == "eliminated"]
            certain_groups.append(staying)
            certain_groups += [[by_name[p.name] for p in same] for same in rank(fallen)]
        places: list[Row] = []
        place_of: dict[str, int] = {}
        first = 1
        for group in shown:
            for p in group:
                place_of[p.name] = first
                places.append({"place": first, "player": p.name, "chips": dollars(p.chips)})
            first += len(group)
        advance: list[Player] = []
        next_tie: list[str] = open_names
        first = 1
        for group in certain_groups:
            last = first + len(group) - 1
            if over and last <= self.conditions["advance"]:
                advance += group
            first = last + 1
        advance.sort(key=lambda p: (place_of[p.name], p.box))
        if over and not open_names:
            next_tie = self.next_tie(shown, tie if off else [])
        result |= {
            "over": over,
            "places": places,
            "disqualified": [
                {"player": p.name, "chips": dollars(p.chips)} for p in self.disqualified
            ],
            "advance": [p.name for p in advance],
            "play_off": next_tie,
        }
        if off is not None:
            result["play_off_rounds"] = off.report
        return result

    def next_tie(self, shown: list[list[Player]], played: list[Player]) -> list[str]:
        first = 1
        for group in shown:
            last = first + len(group) - 1
            apart = group and group[0] not in played and not group[0].out
            if apart and self.needs_play_off(first, last):
                return [p.name for p in group]
            first = last + 1
        return []


def rank(players: list[Player]) -> list[list[Player]]:
    """Players still in by chips, then the eliminated by 20.10.4; equals together, by boxes."""

    def key(p: Player) -> tuple[int, ...]:
        return (0, -p.chips) if not p.out else (1, *(-number for number in p.fell))

    groups: dict[tuple[int, ...], list[Player]] = {}
    for p in sorted(players, key=lambda p: (key(p), p.box)):
        if p.out != "disqualified":
            groups.setdefault(key(p), []).append(p)
    return list(groups.values())
