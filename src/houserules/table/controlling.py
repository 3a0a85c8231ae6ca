"""Who controls a box, and the cut to its maximum (S24 6.6 and 7.3, NZ 15.2-15.3, PJ 5.5 and 6.3)."""

from houserules.rulebook.schema import Rulebook
from houserules.table.course import Course
from houserules.table.events import WagerCutBack
from houserules.table.state import Bettor, Box


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
