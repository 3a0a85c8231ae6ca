"""Wagers before the first card: who, where, how much; who controls a box; the cut to the maximum."""

from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook, SuitsYou
from houserules.rulebook.values import NotOffered, Value
from houserules.table.commands import (
    BringChips,
    PlaceSideWager,
    PlaceWager,
    TakeChips,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.course import Course
from houserules.table.events import (
    ChipsBrought,
    ChipsTaken,
    SideWagerPlaced,
    SideWagerWithdrawn,
    WagerCutBack,
    WagerPlaced,
    WagerWithdrawn,
)
from houserules.table.state import Bettor, Box, SideKind, SideWager, Table


def why_not_bring(rules: Rulebook, table: Table, command: BringChips) -> Refusal | None:
    """Chips may always come; they must be some."""
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Bring more than nothing.")
    return None


def bring(course: Course, command: BringChips) -> None:
    """Put chips into a rack."""
    course.emit(ChipsBrought(command.player, command.amount))


def why_not_take(rules: Rulebook, table: Table, command: TakeChips) -> Refusal | None:
    """Only what is in the rack can be taken."""
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Take more than nothing.")
    return why_not_enough(rules, table, command.player, command.amount)


def take(course: Course, command: TakeChips) -> None:
    """Take chips from a rack."""
    course.emit(ChipsTaken(command.player, command.amount))


def why_not_enough(rules: Rulebook, table: Table, player: str, amount: int) -> Refusal | None:
    """A wager is made with chips that the player has before him (S24 6.2)."""
    held = table.racks.get(player, 0)
    if amount > held:
        return Refusal(
            "chips.short",
            rules.wagers.wagers_in_chips,
            f"{player} has ${dollars(held)} in chips, and this takes ${dollars(amount)}.",
        )
    return None


def _why_not_now(rules: Rulebook, table: Table) -> Refusal | None:
    if table.phase == "betting":
        return None
    return Refusal(
        "wager.too-late",
        rules.wagers.no_wager_after_first_card,
        "Wagers are placed and taken back before the first card of the round.",
    )


def _why_not_box(rules: Rulebook, number: int) -> Refusal | None:
    boxes = rules.equipment.boxes
    if 1 <= number <= boxes.value:
        return None
    return Refusal("box.none", boxes.clause, f"The layout has boxes 1 to {boxes.value}.")


def why_not_place(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    """An initial wager: in time, on a box with room, by somebody new to it, within the limits."""
    return (
        _why_not_now(rules, table)
        or _why_not_box(rules, command.box)
        or _why_not_room(rules, table.box(command.box), command)
        or _why_not_limits(rules, table.box(command.box), command)
        or why_not_enough(rules, table, command.player, command.amount)
    )


def _why_not_room(rules: Rulebook, box: Box | None, command: PlaceWager) -> Refusal | None:
    bettors = box.bettors if box else ()
    most = rules.wagers.bettors_per_box
    if any(bettor.player == command.player for bettor in bettors):
        return Refusal(
            "wager.twice",
            rules.wagers.placed_wagers_stay,
            f"{command.player} already has a wager on box {command.box}.",
        )
    if len(bettors) >= most.value:
        return Refusal(
            "box.full", most.clause, f"Box {command.box} already has its {most.value} bettors."
        )
    if command.seated and any(bettor.seated for bettor in bettors):
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"Somebody else is seated at box {command.box}.",
        )
    return None


def _why_not_limits(rules: Rulebook, box: Box | None, command: PlaceWager) -> Refusal | None:
    """Limits refuse a wager only before the first card (S24 7.2, 7.3)."""
    least, most = rules.limits.minimum, rules.limits.maximum
    unit = unit_of(rules)
    others = sum(bettor.placed for bettor in box.bettors) if box else 0
    if command.found and command.amount > 0:
        return None
    if command.amount < least.value:
        return Refusal(
            "wager.below-minimum", least.clause, f"The minimum is ${dollars(least.value)}."
        )
    if others + command.amount > most.value:
        return Refusal(
            "wager.above-maximum",
            most.clause if not others else rules.limits.maximum_shared,
            f"The maximum of a box is ${dollars(most.value)}, and ${dollars(others)} is on it.",
        )
    if (command.amount - least.value) % unit:
        return Refusal(
            "wager.unit",
            rules.limits.unit.clause,
            f"Above the minimum, wagers go up in steps of ${dollars(unit)}.",
        )
    return None


def unit_of(rules: Rulebook) -> int:
    """The step in which wagers are made: the sign's unit, or the smallest chip."""
    unit = rules.limits.unit.value
    return rules.wagers.smallest_chip.value if unit is None else unit


def place(course: Course, command: PlaceWager) -> None:
    """Lay an initial wager on a box."""
    course.emit(WagerPlaced(command.box, command.player, command.amount, command.seated))


def why_not_withdraw(rules: Rulebook, table: Table, command: WithdrawWager) -> Refusal | None:
    """A wager may be taken back until the first card (S24 6.4)."""
    if refusal := _why_not_now(rules, table):
        return refusal
    box = table.box(command.box)
    if box is None or box.bettor(command.player) is None:
        return _no_wager(rules, command.player, command.box)
    if box.sides and len(box.bettors) == 1:
        return Refusal(
            "wager.carries-side-wager",
            rules.wagers.placed_wagers_stay,
            f"Take the side wagers off box {command.box} first; they need a wager on the box.",
        )
    if any(each.player == command.player for each in box.sides) and _needs_own_wager(rules, box):
        return Refusal(
            "wager.carries-side-wager",
            rules.wagers.placed_wagers_stay,
            f"Take your side wager off box {command.box} first.",
        )
    return None


def _needs_own_wager(rules: Rulebook, box: Box) -> bool:
    return any(_terms(rules, side.kind)[1].value == "bettors of the box" for side in box.sides)


def _no_wager(rules: Rulebook, player: str, box: int) -> Refusal:
    return Refusal(
        "wager.none", rules.wagers.placed_wagers_stay, f"{player} has no such wager on box {box}."
    )


def withdraw(course: Course, command: WithdrawWager) -> None:
    """Take an initial wager back."""
    box = course.table.box(command.box)
    bettor = box.bettor(command.player) if box else None
    assert bettor is not None
    course.emit(WagerWithdrawn(command.box, command.player, bettor.placed))


_Terms = tuple[Value[int | None], Value[str], Value[int]]


def _terms(rules: Rulebook, kind: SideKind) -> _Terms:
    """Give the amount on the sign, who may wager it, and how many to a box."""
    part = side_part(rules, kind)
    assert not isinstance(part, NotOffered)
    names = ("perfect_pairs" if kind == "perfect-pairs" else "suits_you", "_for", "_per_box")
    return (
        getattr(part, names[0]),
        getattr(part, names[0] + names[1]),
        getattr(part, names[0] + names[2]),
    )


def side_part(rules: Rulebook, kind: SideKind) -> PerfectPairs | SuitsYou | NotOffered:
    """Give the part of the rulebook that has the side wager."""
    return rules.perfect_pairs if kind == "perfect-pairs" else rules.suits_you


def why_not_place_side(rules: Rulebook, table: Table, command: PlaceSideWager) -> Refusal | None:
    """A side wager: offered, in time, of the amount on the sign, with room on the box."""
    part = side_part(rules, command.kind)
    if isinstance(part, NotOffered):
        return Refusal("side-wager.none", part.clause, f"There is no {command.kind} here.")
    amount, who, most = _terms(rules, command.kind)
    if amount.value is None:
        offered = (
            part.perfect_pairs_offered if isinstance(part, PerfectPairs) else part.suits_you_offered
        )
        return Refusal(
            "side-wager.not-offered", offered, f"{command.kind} is not offered at this table."
        )
    if refusal := _why_not_now(rules, table) or _why_not_box(rules, command.box):
        return refusal
    if command.amount != amount.value:
        return Refusal(
            "side-wager.amount",
            amount.clause,
            f"A {command.kind} wager is ${dollars(amount.value)}, neither more nor less.",
        )
    return (
        _why_not_beside(table.box(command.box), command, who, most)
        or _why_not_suit(rules, command)
        or why_not_enough(rules, table, command.player, command.amount)
    )


def _why_not_beside(
    box: Box | None, command: PlaceSideWager, who: Value[str], most: Value[int]
) -> Refusal | None:
    if box is None or not box.bettors:
        return Refusal(
            "side-wager.alone", who.clause, f"Box {command.box} has no initial wager on it."
        )
    if who.value == "bettors of the box" and box.bettor(command.player) is None:
        return Refusal(
            "side-wager.own-wager",
            who.clause,
            f"{command.player} has no initial wager on box {command.box}.",
        )
    same = [side for side in box.sides if side.kind == command.kind]
    if len(same) >= most.value or any(side.player == command.player for side in same):
        return Refusal(
            "side-wager.full",
            most.clause,
            f"Box {command.box} takes {most.value} {command.kind} wager(s), one a player.",
        )
    return None


def _why_not_suit(rules: Rulebook, command: PlaceSideWager) -> Refusal | None:
    if command.kind == "suits-you" and command.suit not in ("s", "h", "d", "c"):
        assert not isinstance(rules.suits_you, NotOffered)
        clause = rules.suits_you.suits_you_lose
        return Refusal("side-wager.suit", clause, "Choose one suit: s, h, d or c.")
    return None


def place_side(course: Course, command: PlaceSideWager) -> None:
    """Lay a side wager on a box."""
    course.emit(
        SideWagerPlaced(command.box, command.player, command.kind, command.amount, command.suit)
    )


def _side(table: Table, command: WithdrawSideWager) -> SideWager | None:
    box = table.box(command.box)
    sides = box.sides if box else ()
    return next((s for s in sides if (s.player, s.kind) == (command.player, command.kind)), None)


def why_not_withdraw_side(
    rules: Rulebook, table: Table, command: WithdrawSideWager
) -> Refusal | None:
    """A side wager may be taken back until the first card."""
    if refusal := _why_not_now(rules, table):
        return refusal
    if _side(table, command) is None:
        return _no_wager(rules, command.player, command.box)
    return None


def withdraw_side(course: Course, command: WithdrawSideWager) -> None:
    """Take a side wager back."""
    side = _side(course.table, command)
    assert side is not None
    course.emit(SideWagerWithdrawn(command.box, command.player, command.kind, side.amount))


def controller_of(rules: Rulebook, box: Box) -> Bettor:
    """Who calls the decisions on a box (S24 6.6, NZ 15.3(a), readings 21 and 22)."""
    for bettor in box.bettors:
        if bettor.seated:
            return bettor
    if rules.wagers.controls_without_seated.value == "nearest-dealer":
        return box.bettors[0]
    return max(box.bettors, key=lambda bettor: bettor.placed)  # the first of the highest


def cut_back(course: Course, box: Box) -> None:
    """Bring a box down to its maximum: the controlling player first, then nearest the dealer."""
    maximum, clause = (
        course.rules.limits.maximum.value,
        course.rules.limits.above_maximum_is_cut_back,
    )
    if sum(bettor.placed for bettor in box.bettors) <= maximum:
        return
    controller = controller_of(course.rules, box)
    left = maximum
    for bettor in sorted(box.bettors, key=lambda each: each is not controller):
        plays = min(bettor.placed, left)
        left -= plays
        if plays < bettor.placed:
            over = bettor.placed - plays
            course.emit(WagerCutBack(box.number, bettor.player, plays, over, clause))
