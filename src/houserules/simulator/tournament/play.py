"""Sessions made ready and played: rules, strategies and conditions as the kernels want them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.rulebook.schema import Rulebook
from houserules.simulator import layout as boxes
from houserules.simulator.bettors import BoxBettor
from houserules.simulator.decisions import KINDS, Kind
from houserules.simulator.game_setup import FullShoe, game
from houserules.simulator.kernels.round import WORDS
from houserules.simulator.layout import Tables
from houserules.simulator.lookup_tables import align_rows
from houserules.simulator.packed_rules import Packed, Rule, odds_at, pack
from houserules.simulator.payouts import BACK, KEPT, LOST, TERMS, Payments
from houserules.simulator.strategy import Strategy
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import MOST_SEATS, Numbers, SessionTable
from houserules.simulator.tournament.session import play_sessions, shuffle_rows

_MEANING: Final = {LOST: layout.LOST, BACK: layout.BACK, KEPT: layout.KEPT}


@dataclass(frozen=True, slots=True)
class Session:
    """What the conditions say about a session. Money is in cents."""

    rounds: int
    chips: int
    advance: int  # in a final, how many places have a prize
    limits: tuple[tuple[int, int, int], ...]  # from which round, minimum, maximum
    final: bool = False
    pass_cards: int = 0
    forms: int = 0
    order_of_wagering: bool = False
    deal_from_marker: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The rules of the game and the ways to play it."""

    packed: Packed
    tables: Tables
    shoe: NDArray[np.uint8]
    plays: Numbers
    terms: Numbers


def prepare(rules: Rulebook, strategies: Sequence[Strategy]) -> Game:
    """Make a game ready: how to play with chips for a double, and without; then further such pairs."""
    bettors = [BoxBettor(strategy) for strategy in strategies]
    ready = game(rules, bettors, equipment=FullShoe(), in_chips=True, plain=True)
    plays = [
        (ready.tables[boxes.STARTS + at], ready.tables[boxes.STRATEGIES + at])
        for at in range(len(bettors))
    ]
    packed = pack(rules)
    return Game(packed, ready.tables, ready.shoe, np.array(plays, dtype=np.int64), _terms(packed))


def _terms(packed: Packed) -> Numbers:
    """Return what every kind of settlement does with the wager and with the double."""
    terms = np.zeros((KINDS, layout.TERM), dtype=np.int64)
    payments = Payments(packed, in_chips=True)
    for kind in Kind:
        if payments.has(kind):
            for place, term in (
                (layout.TERM_WAGER, TERMS[kind].wager),
                (layout.TERM_DOUBLE, TERMS[kind].double),
            ):
                terms[kind, place : place + 3] = _term(packed, term)
    return terms


def _term(packed: Packed, term: Rule | str | None) -> tuple[int, int, int]:
    if term is None:
        return layout.NO_WAGER, 0, 1
    if isinstance(term, Rule):
        return layout.WON, *odds_at(packed, term)
    if term == KEPT and packed[Rule.SURRENDER_KEEPS + 1]:
        return layout.KEPT, *odds_at(packed, Rule.SURRENDER_KEEPS)
    return _MEANING[term], 0, 1


def session_table(game: Game, session: Session) -> SessionTable:
    """Return the arrays of a table at which sessions are played one after the other."""
    cards = np.zeros(int(game.tables[boxes.STRIDE]), dtype=np.uint8)
    cards[: len(game.shoe)] = game.shoe
    return SessionTable(
        tables=align_rows(game.tables),
        cards=cards,
        shoes=cards.copy(),
        work=np.zeros(boxes.TABLE_WORK, dtype=np.uint64),
        words=np.empty(WORDS, dtype=np.uint32),
        given=np.zeros(layout.GIVEN + boxes.RUNG - boxes.BOX_ENTRY, dtype=np.uint64),
        plays=game.plays,
        terms=game.terms,
        setup=_setup(game.packed, session),
        limits=_limits(session),
        state=np.zeros(layout.STATE, dtype=np.int64),
        seats=np.zeros((layout.ROWS, layout.SEAT), dtype=np.int64),
        slots=np.zeros(MOST_SEATS, dtype=np.int64),
        order=np.zeros(layout.ROWS, dtype=np.int64),
    )


def _setup(packed: Packed, session: Session) -> Numbers:
    up = Payments(packed, in_chips=True).up
    double_pays, double_on = odds_at(packed, Rule.DOUBLE_MOST)
    setup = np.zeros(layout.SETUP, dtype=np.int64)
    for place, value in {
        layout.ROUNDS: session.rounds,
        layout.ALLOTMENT: session.chips,
        layout.ADVANCE: session.advance,
        layout.IS_FINAL: session.final,
        layout.ALL_PASS_CARDS: session.pass_cards,
        layout.ALL_FORMS: session.forms,
        layout.IN_ORDER: session.order_of_wagering,
        layout.FROM_MARKER: session.deal_from_marker,
        layout.CHIP: packed[Rule.SMALLEST_CHIP],
        layout.DOUBLE_PAYS: double_pays,
        layout.DOUBLE_ON: double_on,
        layout.PRIZE_FROM: packed[Rule.SUPER_BONUS_LOWEST_WAGER],
        layout.PRIZE_LARGE_FROM: packed[Rule.SUPER_BONUS_LARGE_FROM],
        layout.PRIZE_SMALL: int(up(Fraction(packed[Rule.SUPER_BONUS_SMALL]))),
        layout.PRIZE_LARGE: int(up(Fraction(packed[Rule.SUPER_BONUS_LARGE]))),
        layout.PRIZE_OF_OTHERS: int(up(Fraction(packed[Rule.BONUS_OF_OTHERS]))),
        layout.FIRST_ROUND: 1,
        layout.IS_CONCLUDED_EARLY: 1,
    }.items():
        setup[place] = value
    return setup


def _limits(session: Session) -> Numbers:
    """Return the limits of every round; place 0 is not used."""
    limits = np.zeros((session.rounds + 1, 2), dtype=np.int64)
    for first, minimum, maximum in session.limits:
        limits[first:] = minimum, maximum
    return limits


def opening_seats(session: Session, number: int) -> Numbers:
    """Return the seats at the start of a session: boxes from 1 on, the allotment in front of each."""
    seats = np.zeros((number, layout.SEAT), dtype=np.int64)
    seats[:, layout.BOX] = np.arange(1, number + 1)
    seats[:, layout.CHIPS] = session.chips
    seats[:, layout.PASS_CARDS] = session.pass_cards
    seats[:, layout.FORMS] = session.forms
    seats[:, layout.IS_IN] = 1
    seats[:, layout.COLLECTED] = layout.COLLECTED_LAST
    seats[:, (layout.NEXT_WAGER, layout.NEXT_WAY)] = layout.BY_STYLE
    return seats


def play(
    table: SessionTable, start: Numbers, styles: Numbers, *, lanes: Numbers, seed: int
) -> Numbers:
    """Play one session per row of styles; return a row of results for each."""
    results = np.zeros((len(styles), layout.RESULT), dtype=np.int64)
    play_sessions(table, start, styles, lanes, seed, results)
    return results


def draw_seats(players: Numbers, lanes: Numbers, seed: int) -> None:
    """Shuffle the players of every row in place, each by the random numbers of its own lane."""
    shuffle_rows(players, lanes, seed, np.zeros(boxes.TABLE_WORK, dtype=np.uint64))
