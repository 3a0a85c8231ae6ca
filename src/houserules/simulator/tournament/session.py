"""A session from its first round to the places, play-offs included; and very many of them."""

from houserules.simulator.compiled import compile_kernel, i64, u64
from houserules.simulator.kernels.draw import ZERO, seldom_below, start_of_lane
from houserules.simulator.kernels.round import WORDS
from houserules.simulator.layout import MAIN, SELDOM, Work
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import Numbers, SessionTable
from houserules.simulator.tournament.places import (
    draw_lots,
    eliminate_below,
    end_of_tie,
    is_played_off,
    put_in_order,
)
from houserules.simulator.tournament.rounds import (
    enter_wagers,
    place_marker,
    play_cards,
    settle_round,
)

MOST_PLAY_OFF_ROUNDS = 1000
"""After so many the tie is decided by lot; it does not come to that."""


@compile_kernel
def play_sessions(
    table: SessionTable,
    start: Numbers,
    styles: Numbers,
    lanes: Numbers,
    seed: int,
    results: Numbers,
) -> None:
    """Play a session for every row of `styles`, each with the random numbers of its own lane.

    Every one begins with the seats as they are in `start`.
    """
    number = styles.shape[1]
    known = table.given[layout.KNOWN_CARDS]
    for session in range(len(styles)):
        for row in range(number):
            for field in range(layout.SEAT):
                table.seats[row, field] = start[row, field]
            table.seats[row, layout.STYLE] = styles[session, row]
        main, seldom = start_of_lane(u64(seed), u64(lanes[session]))
        table.work[MAIN], table.work[SELDOM] = main, seldom
        table.state[layout.CURSOR] = WORDS
        table.given[layout.KNOWN_CARDS] = known
        for place in range(len(table.cards)):
            table.shoes[place] = table.cards[place]
        is_early = play_session(table, number)
        for place in range(number):
            results[session, place] = table.order[place]
        results[session, layout.RESULT_ROUNDS] = table.state[layout.COUNTED]
        results[session, layout.RESULT_PLAY_OFF] = table.state[layout.PLAY_OFF_ROUNDS]
        results[session, layout.RESULT_EARLY] = is_early


@compile_kernel
def play_session(table: SessionTable, number: int) -> bool:
    """Play from the first round to the places; return whether it was concluded early (20.5.5)."""
    setup, state, seats = table.setup, table.state, table.seats
    state[layout.MARKER], state[layout.PLAY_OFF_ROUNDS] = setup[layout.FIRST_MARKER] - 1, 0
    state[layout.COUNTED] = setup[layout.FIRST_ROUND] - 1
    state[layout.AIM] = 1 if setup[layout.IS_FINAL] else setup[layout.ADVANCE]
    is_early = False
    while state[layout.COUNTED] < setup[layout.ROUNDS]:
        minimum = table.limits[state[layout.COUNTED] + 1, 0]
        players = eliminate_below(seats, 0, number, minimum, state[layout.COUNTED])
        if not players or (players <= state[layout.AIM] and setup[layout.IS_CONCLUDED_EARLY]):
            is_early = True
            break
        play_round(
            table,
            0,
            number,
            state[layout.COUNTED] + 1,
            setup[layout.ROUNDS] - state[layout.COUNTED],
        )
        state[layout.COUNTED] += 1
    eliminate_below(seats, 0, number, 1, state[layout.COUNTED])
    put_in_order(table, 0, number)
    tie = 0
    while tie < number:
        end = end_of_tie(table, 0, number, tie)
        if is_played_off(table, tie, tie, end):
            play_off(table, tie, end)
        else:
            draw_lots(table, tie, end)
        tie = end
    return is_early


@compile_kernel
def play_round(table: SessionTable, first: int, number: int, limits: int, left: int) -> None:
    """Play one round of the players who are in, by the limits of some round."""
    minimum, maximum = table.limits[limits, 0], table.limits[limits, 1]
    place_marker(table, first, number)
    enter_wagers(table, first, number, minimum, maximum, left)
    end = play_cards(table, first, number)
    settle_round(table, first, number, end)


@compile_kernel
def play_off(table: SessionTable, start: int, end: int) -> None:
    """Play off a tie with fresh chips (reading 213), and put its players in the order it gives."""
    setup, state, seats, order = table.setup, table.state, table.seats, table.order
    number, rounds = end - start, 0
    for at in range(number):
        begin_play_off(table, layout.PLAY_OFF + at, order[start + at])
    state[layout.MARKER] = layout.NOT_YET
    state[layout.AIM] = 1 if setup[layout.IS_FINAL] else setup[layout.ADVANCE] - start
    minimum = table.limits[state[layout.COUNTED], 0]
    players = eliminate_below(seats, layout.PLAY_OFF, number, minimum, 0)
    put_in_order(table, layout.PLAY_OFF, number)
    while players and rounds < MOST_PLAY_OFF_ROUNDS and is_tied(table, number, start):
        play_round(table, layout.PLAY_OFF, number, state[layout.COUNTED], 1)
        rounds += 1
        players = eliminate_below(seats, layout.PLAY_OFF, number, minimum, rounds)
        put_in_order(table, layout.PLAY_OFF, number)
    state[layout.PLAY_OFF_ROUNDS] += rounds
    tie = layout.PLAY_OFF
    while tie < layout.PLAY_OFF + number:
        last = end_of_tie(table, layout.PLAY_OFF, number, tie)
        draw_lots(table, tie, last)
        tie = last
    for at in range(number):
        order[start + at] = seats[order[layout.PLAY_OFF + at], layout.SESSION_ROW]


@compile_kernel
def begin_play_off(table: SessionTable, row: int, player: int) -> None:
    """Give a tied player the allotment of chips, pass cards and forms again, in another row."""
    seats, setup = table.seats, table.setup
    seats[row, layout.BOX], seats[row, layout.STYLE] = (
        seats[player, layout.BOX],
        seats[player, layout.STYLE],
    )
    seats[row, layout.CHIPS], seats[row, layout.IS_IN] = setup[layout.ALLOTMENT], 1
    seats[row, layout.PASS_CARDS], seats[row, layout.FORMS] = (
        setup[layout.ALL_PASS_CARDS],
        setup[layout.ALL_FORMS],
    )
    seats[row, layout.NEXT_WAGER], seats[row, layout.NEXT_FORM] = layout.BY_STYLE, 0
    seats[row, layout.WAY], seats[row, layout.NEXT_WAY] = seats[player, layout.WAY], layout.BY_STYLE
    seats[row, layout.STAKED], seats[row, layout.COLLECTED] = 0, layout.COLLECTED_LAST
    seats[row, layout.SESSION_ROW] = player


@compile_kernel
def is_tied(table: SessionTable, number: int, place: int) -> bool:
    """Whether a tie among the players of a play-off still has to be played off."""
    tie = layout.PLAY_OFF
    while tie < layout.PLAY_OFF + number:
        end = end_of_tie(table, layout.PLAY_OFF, number, tie)
        if is_played_off(table, place + tie - layout.PLAY_OFF, tie, end):
            return True
        tie = end
    return False


@compile_kernel
def shuffle_rows(rows: Numbers, lanes: Numbers, seed: int, work: Work) -> None:
    """Shuffle every row by the random numbers of its own lane: a draw for seats."""
    for number in range(len(rows)):
        _, work[SELDOM] = start_of_lane(u64(seed), u64(lanes[number]))
        for place in range(rows.shape[1] - 1):
            left = u64(rows.shape[1] - place)
            other = place + i64(seldom_below(work, ZERO, left))
            rows[number, place], rows[number, other] = rows[number, other], rows[number, place]
