"""Taking a round back: the table as it was after some of the round's events.

Only what the round itself has moved goes back. What happened around it meanwhile (chips brought,
notices, cards burned, people who came) stays as it is.
"""

from collections import Counter
from collections.abc import Callable
from functools import reduce
from typing import Any, Final

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.shoe.state import Source
from houserules.table import events
from houserules.table.face_down import CardsExposed
from houserules.table.irregularities.events import AbsenceTakenBack, RoundTakenBack
from houserules.table.irregularities.previous_round import is_past, round_of
from houserules.table.irregularities.state import Played, without_kind
from houserules.table.people.events import PlayerReturned, WinningsTakenBack
from houserules.table.session.events import MinimumDeducted, UndisclosedWagerSettled
from houserules.table.session.evolve import session_taken_back
from houserules.table.sign.events import BoxUncontrolled, WagerFoundInPlay
from houserules.table.staff.events import WagerReturned
from houserules.table.state import Table, changed

ROUND_EVENTS: Final[tuple[type, ...]] = (
    events.BetsClosed,
    events.CardDealt,
    events.OffersOpened,
    events.InsurancePlaced,
    events.WagerSurrendered,
    events.PlayBegan,
    events.CardAsked,
    events.HandStood,
    events.HandDoubled,
    events.DoubleFollowed,
    events.HandSplit,
    events.SplitFollowed,
    events.WagerDesignated,
    events.AnswersAwaited,
    events.AnswerDeclined,
    BoxUncontrolled,
    events.DecisionsPassed,
    PlayerReturned,
    events.PlayerAbsent,
    events.WagerSettled,
    events.HandCleared,
    events.DealerTurnBegan,
    events.RoundEnded,
    events.TableCleared,
    CardsExposed,
    WagerFoundInPlay,
)
_MOVES_MONEY: Final = (
    *(*ROUND_EVENTS, WagerReturned, WinningsTakenBack),
    *(UndisclosedWagerSettled, MinimumDeducted),
)
_FIELDS: Final = (
    *("phase", "boxes", "dealer", "dealer_total", "awaiting", "super_bonus", "bonus_paid"),
    *("rounds", "before_round", "log"),
)
"""What a table taken back has from the moment that it goes back to."""


Evolve = Callable[[Table, Any], Table]

# The table cannot simply be set back to how it was: around the round, players bring and take chips,
# limits change and disputes are made, and all of that must stay. So the round is evolved again, twice,
# from the table before it: through its first `to` events (`then`), and on through those that moved its
# money and cards (`reached`). The difference between the two is exactly what the undone part of the
# round has moved, and only that is taken from the table as it stands. The fields in `_FIELDS` belong to
# the round alone and are copied from `then`.


def round_taken_back(table: Table, event: RoundTakenBack, evolve: Evolve) -> Table:
    played = round_of(table)
    assert played is not None
    log = (*played.log, events.TableCleared()) if is_past(table) else played.log
    then, reached = _then_and_reached(Played(played.before, log), event.to, evolve)
    _, gone = _without(table.discards, reached.discards[len(then.discards) :])
    back = len(table.aftermath.ready) + (
        table.source is not None and table.source.under is not None
    )
    stays_open = table.irregularity  # a void shoe stays void and a failed device failed
    for kind in ("card in error", "late offer", "misdeal"):  # what comes again by itself
        stays_open = without_kind(stays_open, kind)
    aftermath = changed(
        table.aftermath, ready=(), taken=False, for_dealer=False, refused=(), last=None
    )
    return changed(
        _as_then(table, then, reached),
        source=_source(table.source, then.source, reached.source, gone - back),
        irregularity=stays_open,
        aftermath=aftermath,
    )


def absence_taken_back(table: Table, event: AbsenceTakenBack, evolve: Evolve) -> Table:
    """After AbsenceTakenBack: no card has moved since, so the shoe stays as it is."""
    assert table.before_round is not None
    played = Played(table.before_round, table.log)
    return _as_then(table, *_then_and_reached(played, event.to, evolve))


def _then_and_reached(played: Played, to: int, evolve: Evolve) -> tuple[Table, Table]:
    """Return the table after the first `to` events, and after the others that are of the round."""
    then = reduce(evolve, played.log[:to], played.before)
    undone = [each for each in played.log[to:] if isinstance(each, _MOVES_MONEY)]
    return then, reduce(evolve, undone, then)  # as if nothing had happened around the round


def _as_then(table: Table, then: Table, reached: Table) -> Table:
    """Return the table without what the round has moved from one moment to another."""
    discards, _ = _without(table.discards, reached.discards[len(then.discards) :])
    return changed(
        table,
        **{name: getattr(then, name) for name in _FIELDS},
        racks=_undone(table.racks, then.racks, reached.racks),
        tokens=_undone(table.tokens, then.tokens, reached.tokens),
        float_tray=table.float_tray - reached.float_tray + then.float_tray,
        token_tray=table.token_tray - reached.token_tray + then.token_tray,
        discards=discards,
        session=session_taken_back(table.session, then.session),
    )


def _undone(now: dict[str, Cents], then: dict[str, Cents], reached: dict[str, Cents]) -> Any:
    """Return the racks without what the round has moved; an empty one may have been put away."""
    names = dict.fromkeys([*now, *reached])
    undone = {name: now.get(name, 0) - reached.get(name, 0) + then.get(name, 0) for name in names}
    return {name: held for name, held in undone.items() if held or name in now}


def _without(rack: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], int]:
    """Take cards out of the discard rack, the last first; how many were not there any more."""
    wanted, left = Counter(cards), []
    for card in reversed(rack):
        if wanted[card]:
            wanted[card] -= 1
        else:
            left.append(card)
    return tuple(reversed(left)), wanted.total()


def _source(
    now: Source | None, then: Source | None, reached: Source | None, gone: int
) -> Source | None:
    """Return the source with the round's cards in it again, but for `gone`, which are in it."""
    if now is None or then is None or reached is None:
        return now
    left = now.left - reached.left + then.left - gone
    left += then.under is not None  # the first card of the round, which comes again with the rest
    return changed(now, left=left, under=None, rounds=then.rounds)
