"""Where everything stands in the arrays that a simulated session works with. Chips are in cents."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.layout import Shoes, Tables, Words, Work

Numbers = NDArray[np.int64]

STYLES: Final = ("steady", "aggressive", "tactical", "random")
STEADY, AGGRESSIVE, TACTICAL, RANDOM = range(len(STYLES))

MOST_SEATS: Final = 9
"""Room for players at a table: the boxes of the layout."""

# Seats: one row per player, by boxes. The rows of a play-off come after those of the session.
BOX: Final = 0
STYLE: Final = 1
CHIPS: Final = 2
PASS_CARDS: Final = 3
FORMS: Final = 4
IS_IN: Final = 5
OUT_IN: Final = 6  # the round in which the player was eliminated
STAKED: Final = 7  # in the last round that counted
COLLECTED: Final = 8  # when the last chips of that round were collected
WAGER: Final = 9  # disclosed, in this round
FORM: Final = 10  # undisclosed, in this round
NEXT_WAGER: Final = 11  # what the player will enter; BY_STYLE: not chosen yet
NEXT_FORM: Final = 12
SESSION_ROW: Final = 13  # of a row in a play-off
WAY: Final = 14  # how the player plays hands: which pair of the `plays`
NEXT_WAY: Final = 15  # in the next round; BY_STYLE: as always
SEAT: Final = 16
PLAY_OFF: Final = MOST_SEATS  # the first row of a play-off
ROWS: Final = 2 * MOST_SEATS

NOT_YET: Final = -1
"""Among the wagers: the player has not wagered yet, or nobody can see how much."""
BY_STYLE: Final = -1
"""Among the next wagers: the player does as the style says."""

# When chips are collected: what comes later counts more, then by boxes or by the order of play.
COLLECTED_IN_PLAY: Final = 1000
COLLECTED_AT_THE_END: Final = 3000
COLLECTED_FROM_FORM: Final = 4000
COLLECTED_LAST: Final = 9000  # whoever had nothing collected

# Setup: what stays the same in every session of a stage
ROUNDS: Final = 0
ALLOTMENT: Final = 1
ADVANCE: Final = 2  # how many go on; in a final, how many places have a prize
IS_FINAL: Final = 3
ALL_PASS_CARDS: Final = 4
ALL_FORMS: Final = 5
IN_ORDER: Final = 6  # whether players wager in order, from the marker
FROM_MARKER: Final = 7  # whether the deal starts there too
CHIP: Final = 8  # the smallest
DOUBLE_PAYS: Final = 9  # the largest double, as odds on the wager
DOUBLE_ON: Final = 10
PRIZE_FROM: Final = 11  # the lowest wager that wins a Super Bonus
PRIZE_LARGE_FROM: Final = 12
PRIZE_SMALL: Final = 13
PRIZE_LARGE: Final = 14
PRIZE_OF_OTHERS: Final = 15
FIRST_ROUND: Final = 16  # from which the session is played; counted from 1
FIRST_MARKER: Final = 17  # the row of the player who has the marker in it
IS_CONCLUDED_EARLY: Final = 18  # whether the session ends once it is known who goes on
SETUP: Final = 19

# State: what changes from round to round
MARKER: Final = 0  # the row of the player who has it, or NOT_YET
CURSOR: Final = 1  # among the random words
COUNTED: Final = 2  # rounds
PLAY_OFF_ROUNDS: Final = 3
PLAYING: Final = 4  # how many boxes play in this round
DEALT: Final = 5  # cards of this round
AIM: Final = 6  # how many the players want to be among
STATE: Final = 7

# Terms of a settlement, by kind: what becomes of the wager, and of the double
TERM_WAGER: Final = 0  # one of the numbers below, then the odds
TERM_DOUBLE: Final = 3
TERM: Final = 6
NO_WAGER, LOST, BACK, KEPT, WON = range(5)

# Results of a session: the seats by place, then these
RESULT_ROUNDS: Final = MOST_SEATS
RESULT_PLAY_OFF: Final = MOST_SEATS + 1  # rounds of play-offs
RESULT_EARLY: Final = MOST_SEATS + 2  # whether it was concluded early
RESULT: Final = MOST_SEATS + 3


class SessionTable(NamedTuple):
    """The arrays of one table."""

    tables: Tables  # a copy of its own: who plays how is put into it before every round
    cards: Shoes  # as every session begins; what was dealt of a round under way lies in front
    shoes: Shoes
    work: Work
    words: Words
    given: Work  # the boxes of a first round under way: see `rounds.play_cards`
    plays: Numbers  # by way to play, with chips and without: where its entries and its roots begin
    terms: Numbers
    setup: Numbers
    limits: Numbers  # by round, from 1: minimum and maximum
    state: Numbers
    seats: Numbers
    slots: Numbers  # the rows of the players whose boxes play, in the order of the deal
    order: Numbers  # the rows of all players by place; those of a play-off after them


# Given: a first round under way, in front of the boxes' part of `work`
KNOWN_CARDS: Final = 0  # that have left the shoe; 0: the round is dealt from the start
UPCARD: Final = 1
LEFT_OPEN: Final = 2  # what split boxes that were played leave open
GIVEN: Final = 3
