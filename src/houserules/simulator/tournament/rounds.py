"""One round of a simulated session: the wagers, the cards, and every player's chips after it.

What a player may stake is limited by the chips (20.6.1). Whoever could not pay for a split or a full
double, or plays for a sealed form alone, plays by a strategy that only hits, stands and surrenders.
All others split and double. Where the chips are used up after a split, further doubles are for less,
down to nothing. At the table a player with no chips left could not double at all: that is the one
approximation here. In the example conditions it concerns one hand in 1,700 at most.
"""

from typing import Final

from houserules.simulator.automaton import ENDING_SHIFT, SPLIT
from houserules.simulator.compiled import compile_kernel, i64, inline_kernel, u64
from houserules.simulator.decisions import Kind
from houserules.simulator.kernels.boxes import initial_deal, needs_of_boxes, play_queue, queue_boxes
from houserules.simulator.kernels.draw import ONE, ZERO, place_of, seldom_below
from houserules.simulator.kernels.round import top_up
from houserules.simulator.kernels.settle import dealer_draws, kind_of
from houserules.simulator.layout import (
    BOX_ENDINGS,
    BOX_ENTRY,
    BOX_HANDS,
    BOX_TAKEN,
    NUMBER_OF_BOXES,
    RUNG,
    STARTS,
    STRATEGIES,
)
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import Numbers, SessionTable
from houserules.simulator.tournament.styles import LUCK_BITS, choose_entry

FREELY, WITHOUT_CHIPS = range(2)
"""Each way to play hands has two strategies among the `plays` of a table, in this order."""

_SPLIT, _ENDING, _S3 = u64(SPLIT), u64(ENDING_SHIFT), u64(3)
_ENTRY, _HANDS, _TAKEN, _ENDINGS = u64(BOX_ENTRY), u64(BOX_HANDS), u64(BOX_TAKEN), u64(BOX_ENDINGS)
_LUCK: Final = u64(1 << LUCK_BITS)
_BUST, _DOUBLED_BUST, _FORFEIT = int(Kind.BUST), int(Kind.DOUBLED_BUST), int(Kind.FORFEIT)
_SUPER, _SUPER_SPADES = int(Kind.SUPER_BONUS), int(Kind.SUPER_BONUS_SPADES)


@compile_kernel
def place_marker(table: SessionTable, first: int, number: int) -> None:
    """Put the marker on the first player, then each round on the next who is in (reading 210)."""
    state, seats = table.state, table.seats
    start = first if state[layout.MARKER] == layout.NOT_YET else state[layout.MARKER] + 1
    for step in range(number):
        row = first + (start - first + step) % number
        if seats[row, layout.IS_IN]:
            state[layout.MARKER] = row
            return


@compile_kernel
def enter_wagers(
    table: SessionTable, first: int, number: int, minimum: int, maximum: int, left: int
) -> None:
    """Have every player wager by their style, in order from the marker where there is one."""
    seats, in_order = table.seats, table.setup[layout.IN_ORDER]
    for row in range(first, first + number):
        seats[row, layout.WAGER], seats[row, layout.FORM] = layout.NOT_YET, 0
    start = table.state[layout.MARKER] - first if in_order else 0
    for step in range(number):
        me = first + (start + step) % number
        if not seats[me, layout.IS_IN]:
            continue
        if seats[me, layout.NEXT_WAGER] == layout.BY_STYLE:
            _choose(table, first, number, me, minimum, maximum, left)
        if in_order:  # else nobody sees the wagers of the others in time
            seats[me, layout.WAGER] = seats[me, layout.NEXT_WAGER]
    for row in range(first, first + number):
        if seats[row, layout.IS_IN]:
            _enter(seats, row)


@compile_kernel
def _choose(
    table: SessionTable,
    first: int,
    number: int,
    me: int,
    minimum: int,
    maximum: int,
    left: int,
) -> None:
    seats, luck, more_luck = table.seats, i64(0), i64(0)
    if seats[me, layout.STYLE] == layout.RANDOM:
        luck = i64(seldom_below(table.work, ZERO, _LUCK))
        more_luck = i64(seldom_below(table.work, ZERO, _LUCK))
    seats[me, layout.NEXT_WAGER], seats[me, layout.NEXT_FORM] = choose_entry(
        seats, first, number, me, minimum, maximum, left, table.state[layout.AIM], luck, more_luck
    )


@inline_kernel
def _enter(seats: Numbers, row: int) -> None:
    """Put down the chosen wager, hand in the form, or play the pass card."""
    wager, form = seats[row, layout.NEXT_WAGER], seats[row, layout.NEXT_FORM]
    seats[row, layout.WAGER], seats[row, layout.FORM] = wager, form
    seats[row, layout.NEXT_WAGER], seats[row, layout.NEXT_FORM] = layout.BY_STYLE, 0
    if form:
        seats[row, layout.FORMS] -= 1
    elif not wager:
        seats[row, layout.PASS_CARDS] -= 1


@compile_kernel
def play_cards(table: SessionTable, first: int, number: int) -> int:
    """Deal and play the boxes with a wager or a form; return how the dealer's hand ended.

    A round under way goes on from `given`: the cards that have left the shoe lie in front, and the
    boxes are as they were left there.
    """
    tables, work, state = table.tables, table.work, table.state
    state[layout.PLAYING] = seat_boxes(table, first, number)
    state[layout.DEALT] = 0
    if not state[layout.PLAYING]:
        return i64(0)
    cursor = u64(top_up(work, table.words, ZERO, u64(state[layout.CURSOR])))
    at = place_of(tables, table.shoes, work, ZERO, ZERO)
    if table.given[layout.KNOWN_CARDS]:
        for place in range(RUNG - BOX_ENTRY):
            work[BOX_ENTRY + place] = table.given[layout.GIVEN + place]
        up, position = u64(table.given[layout.UPCARD]), u64(table.given[layout.KNOWN_CARDS])
        need = u64(table.given[layout.LEFT_OPEN])
        table.given[layout.KNOWN_CARDS] = 0
    else:
        up = initial_deal(tables, table.words, at, ZERO, cursor)
        position, need = u64(2 * state[layout.PLAYING] + 1), ZERO
        cursor = u64(cursor + position)
    waiting, _ = queue_boxes(tables, work)
    position, cursor, left_open = play_queue(tables, table.words, at, position, cursor, up, waiting)
    need = need | left_open | needs_of_boxes(tables, work)
    position, end = dealer_draws(tables, at, position, up, need)
    state[layout.CURSOR], state[layout.DEALT] = i64(cursor), i64(position)
    return i64(end)


@compile_kernel
def seat_boxes(table: SessionTable, first: int, number: int) -> int:
    """Put the boxes that play in the order of the deal, each with its way to play (20.9.3)."""
    tables, seats, plays = table.tables, table.seats, table.plays
    start = table.state[layout.MARKER] - first if table.setup[layout.FROM_MARKER] else 0
    playing = 0
    for step in range(number):
        row = first + (start + step) % number
        wager, form = seats[row, layout.WAGER], seats[row, layout.FORM]
        if not seats[row, layout.IS_IN] or not (wager or form):
            continue
        has_chips = wager > 0 and seats[row, layout.CHIPS] - wager - form >= wager
        way = seats[row, layout.NEXT_WAY]
        if way == layout.BY_STYLE:
            way = seats[row, layout.WAY]
        seats[row, layout.NEXT_WAY] = layout.BY_STYLE
        play = 2 * way + (FREELY if has_chips else WITHOUT_CHIPS)
        tables[STARTS + playing] = plays[play, 0]
        tables[STRATEGIES + playing] = plays[play, 1]
        table.slots[playing] = row
        playing += 1
    tables[NUMBER_OF_BOXES] = playing
    return playing


@compile_kernel
def settle_round(table: SessionTable, first: int, number: int, end: int) -> None:
    """Settle every box, pay Super Bonuses, open the forms; note what was staked and collected."""
    seats, playing = table.seats, table.state[layout.PLAYING]
    for row in range(first, first + number):
        if seats[row, layout.IS_IN]:
            seats[row, layout.STAKED], seats[row, layout.COLLECTED] = 0, layout.COLLECTED_LAST
    winners = 0
    for slot in range(playing):
        if _settle_box(table, slot, end):
            winners |= 1 << slot
    for slot in range(playing):
        if winners and not winners >> slot & 1:
            seats[table.slots[slot], layout.CHIPS] += table.setup[layout.PRIZE_OF_OTHERS]


@compile_kernel
def _settle_box(table: SessionTable, slot: int, end: int) -> bool:
    """Settle one box; return whether it won a Super Bonus."""
    seats, setup, terms, work = table.seats, table.setup, table.terms, table.work
    row, box = table.slots[slot], u64(slot)
    wager, form, chip = seats[row, layout.WAGER], seats[row, layout.FORM], setup[layout.CHIP]
    free = seats[row, layout.CHIPS] - wager - form
    entry, hands, taken, paid = u64(work[_ENTRY + box]), i64(1), i64(0), i64(0)
    if entry & _SPLIT:
        hands, taken = i64(work[_HANDS + box]), i64(work[_TAKEN + box])
        paid = min(hands - 1, free // wager)
        free -= paid * wager
    net, staked, prize, original, collected = i64(0), i64(0), i64(0), i64(0), i64(layout.NOT_YET)
    for hand in range(hands):
        ending = entry >> _ENDING
        if entry & _SPLIT:
            ending = u64(work[_ENDINGS + (box << _S3) + u64(hand)])
        kind = i64(kind_of(table.tables, ending, u64(end), ONE if hand == taken else ZERO))
        if hand == 0:
            original = kind
        stake, double = wager if hand <= paid else i64(0), i64(0)
        if terms[kind, layout.TERM_DOUBLE] != layout.NO_WAGER:
            most = wager * setup[layout.DOUBLE_PAYS] // setup[layout.DOUBLE_ON] // chip * chip
            double = min(most, free)
            free -= double
        won = _result(terms, kind, layout.TERM_WAGER, stake, chip)
        won_double = _result(terms, kind, layout.TERM_DOUBLE, double, chip)
        net += won + won_double
        staked += stake + double
        if won < 0 or won_double < 0:
            when = layout.COLLECTED_AT_THE_END + seats[row, layout.BOX]
            if kind in (_BUST, _DOUBLED_BUST, _FORFEIT):
                when = layout.COLLECTED_IN_PLAY + slot * 8 + hand
            collected = max(collected, when)
        if kind in (_SUPER, _SUPER_SPADES) and wager >= setup[layout.PRIZE_FROM] and wager:
            prize = setup[
                layout.PRIZE_SMALL if wager < setup[layout.PRIZE_LARGE_FROM] else layout.PRIZE_LARGE
            ]
    if form:
        won = _result(terms, original, layout.TERM_WAGER, form, chip)
        net += won
        staked += form
        if won < 0:
            collected = layout.COLLECTED_FROM_FORM + seats[row, layout.BOX]
    seats[row, layout.CHIPS] += net + prize
    seats[row, layout.STAKED] = staked
    if collected != layout.NOT_YET:
        seats[row, layout.COLLECTED] = collected
    return prize > 0


@inline_kernel
def _result(terms: Numbers, kind: int, term: int, stake: int, chip: int) -> int:
    """Return what becomes of a wager, winnings rounded up to the next chip (S24 6.10)."""
    what, pays, on = terms[kind, term], terms[kind, term + 1], terms[kind, term + 2]
    if what == layout.LOST:
        return -stake
    if what in (layout.NO_WAGER, layout.BACK) or not stake:
        return 0
    amount = i64(-(-(stake * pays) // (on * chip)) * chip)
    return min(stake, amount) - stake if what == layout.KEPT else amount
