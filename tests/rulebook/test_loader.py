"""The four rulebooks: what they say against the documents, and what does not load."""

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from houserules.rulebook.loader import RULEBOOKS, RulebookError, load, rulebook
from houserules.rulebook.options import values
from houserules.rulebook.readings import readings
from houserules.rulebook.render import entries_in_order
from houserules.rulebook.value_text import PART_OF, write_value
from houserules.rulebook.values import NotOffered

in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)

# The documents side by side: a key, then what NSW Pontoon, Pontoon 6 to 5, New Zealand and Pinkjack
# say and the clause that says it. None: the game has no such part, by that clause.
SAID: dict[str, tuple[tuple[Any, str], ...]] = {
    # offices
    "gaming_supervisor_is_casino_supervisor": (
        (True, "2.1:casino-supervisor"),
        (True, "1.1:casino-supervisor"),
        (False, "7.1(e)"),
        (True, "1.1:casino-supervisor"),
    ),
    "may_deal": (("dealer", "8.1"), ("dealer", "7.1"), ("dealer", "4.2"), ("dealer", "7.1")),
    "may_give_notice": (
        ("any staff", "6.12"),
        ("any staff", "5.11"),
        ("any staff", "4.2"),
        ("any staff", "5.11"),
    ),
    # cards and boxes
    "decks": ((8, "4.1"), (8, "3.1"), (8, "3.3(a)"), (8, "3.1")),
    "tens_in_deck": ((False, "4.1"), (False, "3.1"), (False, "3.3(a)"), (True, "3.1")),
    "boxes": ((7, "3.2.1"), (7, "2.2.1"), (7, "3.1"), (9, "2.2.1")),
    # who wagers, who controls, limits, chips
    "bettors_per_box": ((3, "6.5"), (3, "5.4"), (3, "15.1"), (3, "5.4")),
    "controls_without_seated": (
        ("highest-wager", "6.6.2"),
        ("highest-wager", "5.5.2"),
        ("nearest-dealer", "15.3(a)"),
        ("highest-wager", "5.5.2"),
    ),
    "minimum": (("5.00", "7.1"), ("5.00", "6.1"), ("5.00", "15.6"), ("5.00", "6.1")),
    "maximum": (("5000.00", "7.1"), ("5000.00", "6.1"), ("5000.00", "15.2"), ("5000.00", "6.1")),
    "unit": (
        ("the smallest chip", "7.1"),
        ("the smallest chip", "6.1"),
        ("the smallest chip", "12.3(b)"),
        ("the smallest chip", "6.1"),
    ),
    "smallest_chip": (("0.50", "6.10"), ("0.50", "5.9"), ("0.50", "5.4"), ("0.50", "5.9")),
    "no_more_bets": (("may", "8.1"), ("may", "7.1"), ("shall", "8.2"), ("may", "7.1")),
    # insurance
    "insurance_against": (("A", "9.1"), ("A", "8.1"), ("A", "10.1"), (None, "5.3")),
    "insurance_most": (
        ("1 to 2", "9.1"),
        ("1 to 2", "8.1"),
        ("1 to 2", "10.4(a)"),
        (None, "5.3"),
    ),
    "insurance_pays": (
        ("2 to 1", "17.1.6"),
        ("2 to 1", "16.1.6"),
        ("2 to 1", "10.5"),
        (None, "5.3"),
    ),
    "insurance_payable": (
        ("rounded up", "17.1.6"),
        ("rounded up", "16.1.6"),
        ("exactly", "10.4(b)"),
        (None, "5.3"),
    ),
    # surrender
    "surrender_against": (("JQKA", "10.1"), ("JQKA", "9.1"), ("JQKA", "9.3"), (None, "5.3")),
    "surrender_of_others": (
        ("may follow", "10.4"),
        ("may follow", "9.4"),
        ("are bound", "9.6"),
        (None, "5.3"),
    ),
    "surrender_keeps": (
        ("1 to 2", "17.1.11"),
        ("1 to 2", "16.1.11"),
        ("1 to 2", "9.5"),
        (None, "5.3"),
    ),
    # naturals
    "pontoon_pays": (("3 to 2", "11.1"), ("6 to 5", "10.1"), ("3 to 2", "9.1"), (None, "8.1")),
    "pinkjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("5 to 1", "8.1.1")),
    "suited_blackjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("3 to 1", "8.1.3")),
    "unsuited_blackjack_pays": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("2 to 1", "8.1.4"),
    ),
    "ultimate_pinkjack_pays": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("5 to 1", "14.1.1"),
    ),
    "ultimate_pinkjack_bonus": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        ("1000.00", "14.1.1"),
    ),
    "held_pinkjack_pays": ((None, "11.5"), (None, "10.5"), (None, "9.1"), ("5 to 1", "14.1.1.1")),
    "dealer_pinkjack_counts_as_blackjack": (
        (None, "11.5"),
        (None, "10.5"),
        (None, "9.1"),
        (False, "11.6"),
    ),
    # the payout table
    **{
        key: ((odds, "11.5"), (odds, "10.5"), (odds, "11.1"), (None, "8.1"))
        for key, odds in {
            "five_card_21_pays": "3 to 2",
            "mixed_678_pays": "3 to 2",
            "mixed_777_pays": "3 to 2",
            "six_card_21_pays": "2 to 1",
            "suited_678_pays": "2 to 1",
            "suited_777_pays": "2 to 1",
            "seven_card_21_pays": "3 to 1",
            "spades_678_pays": "3 to 1",
            "spades_777_pays": "3 to 1",
        }.items()
    },
    "twenty_one_pays": (
        ("1 to 1", "11.5"),
        ("1 to 1", "10.5"),
        ("1 to 1", "11.1"),
        ("1 to 1", "9.6"),
    ),
    "five_card_trick_pays": ((None, "11.5"), (None, "10.5"), (None, "11.1"), ("1 to 1", "9.7")),
    # the Super Bonus and the $50s
    "super_bonus_lowest_wager": (
        ("5.00", "11.5"),
        ("5.00", "10.5"),
        ("2.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_small": (
        ("1000.00", "11.5"),
        ("1000.00", "10.5"),
        ("1000.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_large_from": (
        ("25.00", "11.5"),
        ("25.00", "10.5"),
        ("25.00", "11.2"),
        (None, "8.1"),
    ),
    "super_bonus_large": (
        ("5000.00", "11.5"),
        ("5000.00", "10.5"),
        ("5000.00", "11.2"),
        (None, "8.1"),
    ),
    "bonus_of_others": (("50.00", "11.5"), ("50.00", "10.5"), ("50.00", "11.3"), (None, "8.1")),
    "bonus_of_others_counts": (
        ("players", "11.5"),
        ("players", "10.5"),
        ("wagers", "11.3"),
        (None, "8.1"),
    ),
    "super_bonus_cards_leave": (
        ("after the $50s", "11.2.3"),
        ("after the $50s", "10.2.3"),
        ("at the end of the round", "9.2"),
        (None, "8.1"),
    ),
    # drawing, and the absent player
    "must_draw_below": ((0, "12.2"), (0, "11.2"), (12, "14.1(d)"), (12, "9.2")),
    "absent_when": (
        ("does not decide", "18.10"),
        ("does not decide", "17.10.1"),
        ("not present", "16.6"),
        ("does not decide", "15.10"),
    ),
    "may_report_absent": (
        ("dealer", "18.10"),
        ("dealer", "17.10.1"),
        ("casino supervisor", "16.6"),
        ("dealer", "15.10"),
    ),
    "absent_player": (
        ("stand", "18.10"),
        ("stand", "17.10.1"),
        ("draw-to-12", "16.6"),
        ("draw-to-12", "15.10"),
    ),
    # doubling
    "double_most_cards": (
        ("any number", "13.1.3"),
        ("any number", "12.1.3"),
        ("any number", "12.1"),
        (3, "10.1"),
    ),
    "double_most": (
        ("1 to 1", "13.1"),
        ("1 to 1", "12.1"),
        ("1 to 1", "12.3(a)"),
        ("1 to 1", "10.1"),
    ),
    "double_least": (
        ("any amount", "13.1"),
        ("any amount", "12.1"),
        ("the unit", "12.3(b)"),
        ("any amount", "10.1"),
    ),
    "aces_when_doubling": (
        ("every ace is 1", "13.1.4"),
        ("every ace is 1", "12.1.4"),
        ("initial aces are 1", "12.2"),
        ("usual", "3.2.1"),
    ),
    "doubled_21_pays": (
        ("1 to 1", "13.2"),
        ("1 to 1", "12.2"),
        ("1 to 1", "12.5"),
        ("1 to 1", "9.6"),
    ),
    "others_not_doubling_get": (
        ("even money", "13.4"),
        ("even money", "12.4"),
        ("payout odds", "12.6"),
        ("even money", "9.6"),
    ),
    # splitting
    "resplit": ((False, "14.8"), (False, "13.8"), (True, "13.4(a)"), (True, "11.4")),
    "hands_most": ((3, "14.9.3"), (3, "13.9.3"), (3, "13.4(a)"), (3, "11.4.2")),
    "resplit_aces": ((True, "14.9.4"), (True, "13.9.4"), (False, "13.4(b)"), (True, "11.4")),
    "split_aces_get_one_card": (
        (True, "14.6"),
        (True, "13.6"),
        (True, "13.4(b)"),
        (False, "11.3"),
    ),
    "naturals_after_split": (
        (False, "14.3"),
        (False, "13.3"),
        (False, "13.4(c)"),
        (True, "11.3.1"),
    ),
    "others_not_splitting": (
        ("first hand", "14.10.2"),
        ("first hand", "13.10.2"),
        ("designate", "15.3(d)"),
        ("first hand", "11.5.2"),
    ),
    # the dealer
    "dealer_second_card": (
        ("as needed", "15.1"),
        ("as needed", "14.1"),
        ("always", "8.5"),
        ("as needed", "12.1"),
    ),
    "dealer_stands_on_hard": ((17, "15.4"), (17, "14.4"), (17, "14.3"), (17, "12.2")),
    "dealer_stands_on_soft": ((18, "15.4"), (18, "14.4"), (18, "14.3"), (17, "12.2")),
    # side wagers
    "perfect_pairs": (
        ("not offered", "16.3"),
        ("not offered", "15.3"),
        ("not offered", "15A.4"),
        (None, "13.1"),
    ),
    "perfect_pairs_for": (
        ("any player", "16.5"),
        ("any player", "15.5"),
        ("bettors of the box", "15A.2"),
        (None, "13.1"),
    ),
    "perfect_pairs_per_box": ((3, "16.6"), (3, "15.6"), (3, "15A.2"), (None, "13.1")),
    "mixed_pair_pays": (
        ("5 to 1", "16.8.1"),
        ("5 to 1", "15.8.1"),
        ("5 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "coloured_pair_pays": (
        ("10 to 1", "16.8.2"),
        ("10 to 1", "15.8.2"),
        ("10 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "perfect_pair_pays": (
        ("25 to 1", "16.8.3"),
        ("25 to 1", "15.8.3"),
        ("25 to 1", "11.2A"),
        (None, "13.1"),
    ),
    "suits_you": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("not offered", "13.3")),
    "suits_you_for": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("any player", "13.5")),
    "suits_you_per_box": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), (1, "13.6")),
    "suit_pays": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("2 to 1", "13.7.1")),
    "suit_of_jack_pays": ((None, "16.1"), (None, "15.1"), (None, "15A.1"), ("10 to 1", "13.7.2")),
    # final settlement
    "dealer_bust_pays": (
        ("1 to 1", "17.1.4"),
        ("1 to 1", "16.1.4"),
        ("1 to 1", "5.1(a)"),
        ("1 to 1", "14.1.3"),
    ),
    "higher_total_pays": (
        ("1 to 1", "17.1.5"),
        ("1 to 1", "16.1.5"),
        ("1 to 1", "5.1(b)"),
        ("1 to 1", "14.1.2"),
    ),
    "equal_totals": (
        ("stand-off", "17.1.10"),
        ("stand-off", "16.1.10"),
        ("stand-off", "5.1(e)"),
        ("lose", "14.1.4"),
    ),
    "natural_collects": (
        ("busted-bets-plus-one", "17.1.7"),
        ("busted-bets-plus-one", "16.1.7"),
        ("one-in-all", "13.7"),
        ("busted-bets-plus-one", "11.6"),
    ),
    # the sign: what stands on it, how it changes, whom it restricts, and who orders that
    "pontoon_inscribed": (
        (True, "3.2.3.1"),
        (True, "2.2.3.1"),
        (True, "3.2(b)(i)"),
        (False, "2.2.3"),
    ),
    "dealer_inscribed": (
        ("stands on", "3.2.3.2"),
        ("stands on", "2.2.3.2"),
        ("draws to", "3.2(b)(ii)"),
        ("stands on and draws to", "2.2.3.1"),
    ),
    "insurance_inscribed": (
        (True, "3.2.3.3"),
        (True, "2.2.3.3"),
        (True, "3.2(b)(iii)"),
        (False, "2.2.3"),
    ),
    "sign_for_players": ((True, "7.1"), (False, "6.1"), (True, "15.2"), (False, "6.1")),
    "sign_for_kinds": ((True, "7.1"), (False, "6.1"), (False, "15A.4"), (False, "6.1")),
    "seated_first": ((True, "7.1.1"), (True, "6.1.1"), (False, "15.2"), (True, "6.1.1")),
    "may_report_found_wager": (
        ("any staff", "7.2"),
        ("any staff", "6.2"),
        ("any staff", "5.5(b)"),
        ("any staff", "6.2"),
    ),
    "may_report_found_wager_in_play": (
        ("casino supervisor", "7.3"),
        ("casino supervisor", "6.3"),
        ("casino supervisor", "5.5(b)"),
        ("casino supervisor", "6.3"),
    ),
    "below_minimum_is_valid": ((True, "7.2"), (True, "6.2"), (True, "5.5(b)"), (True, "6.2")),
    "sign_stands": ((20, "7.5"), (20, "6.5"), (None, "2.0"), (20, "6.5")),
    "sign_stands_for_markers": ((20, "7.5.2"), (20, "6.5.2"), (None, "2.0"), (20, "6.5.2")),
    "low_limit": ((False, "7/6.7"), (False, "6.7"), (None, "2.0"), (None, "6.6")),
    "side_wagers_first": (
        ("bettors of the round", "16.6"),
        ("bettors of the round", "15.6"),
        ("order of placing", "15A.2"),
        ("controlling player", "13.6"),
    ),
    "may_change_limits": (
        ("casino supervisor", "7.5"),
        ("casino supervisor", "6.5"),
        ("casino supervisor", "15.2"),
        ("casino supervisor", "6.5"),
    ),
    "may_allow_more": (
        ("casino supervisor", "7.6"),
        ("casino supervisor", "6.6"),
        ("nobody", "15.2"),
        ("casino supervisor", "6.6"),
    ),
    "may_set_player_maximum": (
        ("nobody", "7.6"),
        ("nobody", "6.6"),
        ("casino supervisor", "15.2"),
        ("nobody", "6.6"),
    ),
    "may_confirm_side_wager": (
        ("nobody", "6.4"),
        ("nobody", "5.3"),
        ("dealer", "5.6"),
        ("nobody", "5.3"),
    ),
    "may_limit_bettors": (
        ("casino supervisor", "6.5"),
        ("casino supervisor", "5.4"),
        ("casino supervisor", "15.1"),
        ("casino supervisor", "5.4"),
    ),
    "may_limit_players": (
        ("casino supervisor", "6.16"),
        ("nobody", "5.4"),
        ("nobody", "15.1"),
        ("nobody", "5.4"),
    ),
    "may_limit_boxes": (
        ("casino supervisor", "6.9"),
        ("casino supervisor", "5.8"),
        ("casino supervisor", "15.4"),
        ("casino supervisor", "5.8"),
    ),
    "may_report_patronage": (
        ("nobody", "6.9"),
        ("nobody", "5.8"),
        ("casino supervisor", "15.5"),
        ("nobody", "5.8"),
    ),
    "may_reserve_boxes": (
        ("casino supervisor", "6.14"),
        ("casino supervisor", "5.13"),
        ("nobody", "15.4"),
        ("casino supervisor", "5.13"),
    ),
    "may_restrict_for_shoe": (
        ("casino supervisor", "6.11"),
        ("casino supervisor", "5.10"),
        ("casino supervisor", "5.8"),
        ("casino supervisor", "5.10"),
    ),
    "may_restrict_for_further_shoes": (
        ("Gaming Manager", "6.12"),
        ("Gaming Manager", "5.11"),
        ("nobody", "5.8"),
        ("Gaming Manager", "5.11"),
    ),
    "may_limit_to_one_box": (
        ("Gaming Manager", "6.13"),
        ("Gaming Manager", "5.12"),
        ("nobody", "5.8"),
        ("Gaming Manager", "5.12"),
    ),
    "may_permit_resplit": (
        ("Gaming Manager", "14.9"),
        ("Gaming Manager", "13.9"),
        ("nobody", "13.4(a)"),
        ("nobody", "11.4"),
    ),
    "may_limit_side_wagers": (
        ("Gaming Manager", "16.4"),
        ("Gaming Manager", "15.4"),
        ("nobody", "15A.2"),
        ("Gaming Manager", "13.4"),
    ),
    # tokens and face-down cards: who may
    "may_exchange_vouchers": (
        ("dealer", "2.1:casino-promotional-token"),
        ("dealer", "1.1:casino-promotional-token"),
        ("nobody", "5.2"),
        ("dealer", "1.1:casino-promotional-token"),
    ),
    "may_approve_face_down": (
        ("inspector", "4.6.2"),
        ("inspector", "3.6.2"),
        ("nobody", "8.2(a)"),
        ("nobody", "3.7"),
    ),
    "may_choose_facing": (
        ("any staff", "4.6.2"),
        ("any staff", "3.6.2"),
        ("nobody", "8.2(a)"),
        ("nobody", "3.7"),
    ),
    # irregularities of the deal
    "faced_cards_checked": (
        ("shuffling device", "18.1.1"),
        ("shuffling device", "17.1.1"),
        ("nothing", "16.1"),
        ("shoe or device", "15.1.1"),
    ),
    "card_in_error_when": (
        ("any card", "18.2"),
        ("any card", "17.2"),
        ("after the initial deal", "16.4"),
        ("any card", "15.2"),
    ),
    "misdeal_leftovers": (
        ("next cards", "18.2"),
        ("next cards", "17.2"),
        ("discarded", "16.3"),
        ("next cards", "15.2"),
    ),
    "unseen_card_to_dealer": (
        ("first card of the next round", "18.6"),
        ("first card of the next round", "17.6"),
        ("next card", "16.2"),
        ("first card of the next round", "15.6"),
    ),
    "refused_card_binds": (
        ("the player", "18.3"),
        ("the player", "17.3"),
        ("the hand", "16.4"),
        ("the player", "15.3"),
    ),
    "refused_card_leaves": (
        ("two cards", "18.3"),
        ("two cards", "17.3"),
        ("no card", "16.4"),
        ("the least total", "15.3"),
    ),
    "round_without_wagers": (
        ("void", "18.7"),
        ("void", "17.7"),
        ("not provided", "5.1"),
        ("void", "15.7"),
    ),
    "misdeal_voids": (
        ("the round", "18.8"),
        ("the round", "17.8"),
        ("hands affected", "16.5(a)"),
        ("the round", "15.8"),
    ),
    "void_round_returns": (
        ("all but payments", "18.8"),
        ("all but payments", "17.8"),
        ("every wager", "16.5"),
        ("all but payments", "15.8"),
    ),
    "late_surrender": (
        ("not provided", "10.1"),
        ("not provided", "9.1"),
        ("either", "16.12"),
        (None, "5.3"),
    ),
    "round_is_complete_when": (
        ("cards are collected", "2.1:round-of-play"),
        ("cards are collected", "1.1:round-of-play"),
        (None, "2.0"),
        ("winnings are paid", "1.1:round-of-play"),
    ),
    "may_report_irregularity": (
        ("any staff", "18.8"),
        ("any staff", "17.8"),
        ("any staff", "16.5"),
        ("any staff", "15.8"),
    ),
    "may_have_faced_cards_checked": (
        ("casino supervisor", "18.1.1"),
        ("casino supervisor", "17.1.1"),
        ("nobody", "16.1"),
        ("casino supervisor", "15.1.1"),
    ),
    "may_confirm_reconstruction": (
        ("casino supervisor", "18.8"),
        ("casino supervisor", "17.8"),
        ("casino supervisor", "16.5"),
        ("casino supervisor", "15.8"),
    ),
    "may_collect_debt": (
        ("casino supervisor", "18.8"),
        ("casino supervisor", "17.8"),
        ("casino supervisor", "16.5"),
        ("casino supervisor", "15.8"),
    ),
    "may_write_off_debt": (
        ("Assistant Gaming Manager", "18.8"),
        ("Assistant Gaming Manager", "17.8"),
        ("Assistant Gaming Manager", "16.5"),
        ("Assistant Gaming Manager", "15.8"),
    ),
    "may_void_misdeal": (
        ("casino supervisor", "18.8"),
        ("casino supervisor", "17.8"),
        ("casino supervisor", "16.5(a)"),
        ("casino supervisor", "15.8"),
    ),
    "may_report_wrong_cards": (
        ("any staff", "18.16"),
        ("any staff", "17.16"),
        ("nobody", "2.0"),
        ("any staff", "15.15"),
    ),
    "may_verify_decks": (
        ("any staff", "18.16.3"),
        ("any staff", "17.16.3"),
        ("nobody", "2.0"),
        ("any staff", "15.15.3"),
    ),
    "undisclosed_follows": (
        ("the original wager", "21.8.2.6"),
        ("the original wager", "20.8.2.6"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    # who may play: cards, devices, seats
    "invalid_wager_lost": (("stays lost", "17.21.2"), (None, "5.2"), (None, "2.0"), (None, "5.2")),
    "vacate_after_rounds": ((3, "20.10"), (3, "19.9"), (None, "2.0"), (3, "17.9")),
    "may_find_wager_invalid": (
        ("any staff", "17.21"),
        ("nobody", "5.2"),
        ("nobody", "2.0"),
        ("nobody", "5.2"),
    ),
    "may_refuse_wager": (
        ("casino supervisor", "20.12"),
        ("casino supervisor", "19.11"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.11"),
    ),
    "may_act_on_devices": (
        ("casino supervisor", "20.4"),
        ("casino supervisor", "19.3"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.3"),
    ),
    "may_require_to_vacate": (
        ("casino supervisor", "20.10"),
        ("casino supervisor", "19.9"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.9"),
    ),
    # what staff decide around the game
    "wrong_payment_reported_over": (
        ("1000.00", "18.20.2"),
        (None, "16.2"),
        (None, "5.4"),
        (None, "14.1.5"),
    ),
    "malfunction_returns": (
        ("all but payments", "19.4"),
        ("all but payments", "18.4"),
        (None, "3.3(c)"),
        ("all but payments", "16.4"),
    ),
    "invalidated_refunds": (
        ("every wager", "20.6"),
        ("every wager", "19.5"),
        (None, "2.0"),
        ("every wager", "17.5"),
    ),
    "closing_sign_minutes": (
        (20, "20.9"),
        (20, "19.8"),
        (None, "2.0"),
        (20, "17.8"),
    ),
    "may_invalidate_game": (
        ("casino supervisor", "20.5"),
        ("casino supervisor", "19.4"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.4"),
    ),
    "may_close_table": (
        ("casino supervisor", "20.9"),
        ("casino supervisor", "19.8"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.8"),
    ),
    "may_refer_dispute": (
        ("any staff", "20.13"),
        ("any staff", "19.12"),
        ("nobody", "2.0"),
        ("any staff", "17.12"),
    ),
    "may_decide_dispute": (
        ("Gaming Supervisor", "20.13"),
        ("Gaming Supervisor", "19.12"),
        ("nobody", "2.0"),
        ("Gaming Supervisor", "17.12"),
    ),
    "may_review_dispute": (
        ("casino supervisor", "20.13"),
        ("casino supervisor", "19.12"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.12"),
    ),
    "may_conclude_dispute": (
        ("casino supervisor", "20.14"),
        ("casino supervisor", "19.13"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.13"),
    ),
    "may_approve_late_payment": (
        ("Assistant Gaming Manager", "11.3"),
        ("Assistant Gaming Manager", "10.3"),
        ("nobody", "9.2"),
        ("nobody", "9.6"),
    ),
    "may_report_payment": (
        ("casino supervisor", "18.18"),
        ("nobody", "16.2"),
        ("nobody", "5.4"),
        ("nobody", "14.1.5"),
    ),
    "may_correct_payment": (
        ("casino supervisor", "18.18.2"),
        ("casino supervisor", "19.13"),
        ("nobody", "2.0"),
        ("casino supervisor", "17.13"),
    ),
    "may_report_malfunction": (
        ("any staff", "19.1.2"),
        ("any staff", "18.1.2"),
        ("nobody", "3.3(c)"),
        ("any staff", "16.1.2"),
    ),
    # the cards: dealt from where, checked, shuffled, cut, burned
    "dealt_from": (
        ("card shoe", "3.3.1"),
        ("card shoe", "2.3.1"),
        ("card shoe", "3.3(c)"),
        ("card shoe", "2.3.1"),
    ),
    "cards_checked_by": (
        ("dealer, supervisor or device", "4.3"),
        ("dealer, supervisor or device", "3.3"),
        ("dealer and supervisor", "6.1"),
        ("dealer, supervisor or device", "3.3"),
    ),
    "cards_replaced": (
        ("after the cutting card", "4.5.1"),
        ("after the cutting card", "3.5.1"),
        ("after any round", "7.7"),
        ("after the cutting card", "3.5.2"),
    ),
    "pre_shuffled_are_shuffled": (
        (False, "5.2"),
        (False, "4.2"),
        (None, "6.3"),
        (True, "4.3.1"),
    ),
    "riffle_on_request": (
        (True, "5.2"),
        (True, "4.2"),
        (None, "6.3"),
        (False, "4.3"),
    ),
    "angel_cards": (
        (True, "5.2.1"),
        (True, "4.2.1"),
        (None, "6.3"),
        (True, "3.4"),
    ),
    "shuffled_by": (
        ("hand", "5.1"),
        ("hand", "4.1"),
        ("hand", "3.3(e)"),
        ("hand", "4.3"),
    ),
    "cutting_cards": (
        (1, "4.1"),
        (1, "3.1"),
        (1, "3.3(b)"),
        (1, "4.6"),
    ),
    "cut_offered_to": (
        ("players", "5.3"),
        ("players", "4.3"),
        ("seated players", "7.2"),
        ("players", "4.4"),
    ),
    "cut_of_replaced_cards": (
        ("farthest right", "5.3.5"),
        ("farthest right", "4.3.5"),
        ("farthest left", "7.3(d)"),
        ("farthest right", "4.4.5"),
    ),
    "cut_depth_decks": (
        (1, "5.5"),
        (1, "4.5"),
        (1, "7.5"),
        (1, "4.6"),
    ),
    "cutting_card_from_back": (
        ("1 to 2", "5.6"),
        ("1 to 2", "4.6"),
        ("1 to 2", "7.6"),
        ("1 to 2", "4.7"),
    ),
    "first_card_burned": (
        (True, "5.9"),
        (True, "4.9"),
        (True, "8.1"),
        (True, "4.8"),
    ),
    "burned_card_may_be_seen": (
        (False, "5.9"),
        (False, "4.9"),
        (True, "8.1"),
        (False, "4.8"),
    ),
    "refill_burned": (
        (True, "5.9"),
        (True, "4.9"),
        (False, "8.1"),
        (True, "4.8.2"),
    ),
    "device_burned": (
        ("each loading", "5.9"),
        ("each loading", "4.9"),
        (None, "3.3(c)"),
        ("start of play", "4.8.1"),
    ),
    "device_shuffle_on_suspicion": (
        (True, "5.1.4"),
        (True, "4.1.4"),
        (None, "3.3(c)"),
        (False, "4.3"),
    ),
    # the cards: who may
    "may_open_table": (
        ("any staff", "5.1.1"),
        ("any staff", "4.1.1"),
        ("any staff", "6.1"),
        ("any staff", "4.3.1"),
    ),
    "may_check_cards": (
        ("any staff", "4.3"),
        ("any staff", "3.3"),
        ("any staff", "6.1"),
        ("any staff", "3.3"),
    ),
    "may_approve_riffle": (
        ("casino supervisor", "5.2"),
        ("casino supervisor", "4.2"),
        ("nobody", "6.3"),
        ("nobody", "4.3"),
    ),
    "may_replace_cards": (
        ("casino supervisor", "4.5"),
        ("casino supervisor", "3.5"),
        ("casino supervisor", "7.7"),
        ("casino supervisor", "3.5"),
    ),
    "may_order_shuffle": (
        ("casino supervisor", "5.1.4"),
        ("casino supervisor", "4.1.4"),
        ("game or casino supervisor", "7.1(e)"),
        ("casino supervisor", "4.3.4"),
    ),
    "may_shuffle_after_vacancy": (
        ("nobody", "5.1"),
        ("nobody", "4.1"),
        ("casino supervisor", "7.1(d)"),
        ("nobody", "4.3"),
    ),
    "may_report_exposed_card": (
        ("nobody", "5.1"),
        ("nobody", "4.1"),
        ("any staff", "7.1(f)"),
        ("nobody", "4.3"),
    ),
    "may_shuffle": (
        ("dealer", "5.1"),
        ("dealer", "4.1"),
        ("any staff", "7.1"),
        ("dealer", "4.3"),
    ),
    "may_place_cutting_card": (
        ("dealer", "5.6"),
        ("dealer", "4.6"),
        ("dealer", "7.6"),
        ("dealer", "4.7"),
    ),
    "may_burn": (
        ("dealer", "5.9"),
        ("dealer", "4.9"),
        ("dealer", "8.1"),
        ("dealer", "4.8"),
    ),
    "may_pass_cut_on": (
        ("any staff", "5.4"),
        ("any staff", "4.4"),
        ("any staff", "7.4"),
        ("any staff", "4.5"),
    ),
    "may_cut": (
        ("casino supervisor", "5.4"),
        ("casino supervisor", "4.4"),
        ("any staff", "7.4"),
        ("casino supervisor", "4.5"),
    ),
    "may_report_dropped_cards": (
        ("any staff", "5.6.1"),
        ("any staff", "4.6.1"),
        ("nobody", "7.6"),
        ("any staff", "4.7.1"),
    ),
    "may_verify_cards": (
        ("casino supervisor", "5.6.1"),
        ("casino supervisor", "4.6.1"),
        ("nobody", "7.6"),
        ("casino supervisor", "4.7.1"),
    ),
    "may_report_not_cut": (
        ("any staff", "18.11"),
        ("any staff", "17.11"),
        ("nobody", "7.2"),
        ("any staff", "15.11"),
    ),
    "may_report_not_burned": (
        ("any staff", "18.12"),
        ("any staff", "17.12"),
        ("any staff", "8.1"),
        ("any staff", "15.12"),
    ),
    "may_report_not_shuffled": (
        ("any staff", "18.14"),
        ("any staff", "17.14"),
        ("any staff", "16.9"),
        ("any staff", "15.13"),
    ),
    "may_report_no_cutting_card": (
        ("nobody", "5.6"),
        ("nobody", "4.6"),
        ("any staff", "16.10"),
        ("nobody", "4.7"),
    ),
    "may_report_discards_left": (
        ("any staff", "18.15"),
        ("any staff", "17.15"),
        ("nobody", "3.3(c)"),
        ("any staff", "15.14"),
    ),
    "may_report_burned_card": (
        ("any staff", "18.17"),
        ("any staff", "17.17"),
        ("nobody", "8.1"),
        ("any staff", "15.16"),
    ),
    "may_report_damaged_card": (
        ("nobody", "4.5"),
        ("nobody", "3.5"),
        ("any staff", "16.8"),
        ("nobody", "3.5"),
    ),
    "scrutineer_above": (
        ("10000.00", "22/21.2"),
        ("10000.00", "21.2"),
        (None, "2.0"),
        ("10000.00", "18.2"),
    ),
    "no_alternative_to": (
        ("casino dollars", "22/21.3"),
        ("casino dollars and slots dollars", "21.3"),
        (None, "2.0"),
        ("casino dollars and slots dollars", "18.3"),
    ),
    "alternative_is_stated": ((False, "22/21.3"), (True, "21.3"), (None, "2.0"), (True, "18.3")),
    "prize_money_by": (
        ("cheque or transfer", "22/21.4"),
        ("any way", "21.4"),
        (None, "2.0"),
        ("any way", "18.4"),
    ),
    "winner_chooses_above": (
        ("never", "22/21.4"),
        ("10000.00", "21.4"),
        (None, "2.0"),
        ("10000.00", "18.4"),
    ),
    "liquor_most": ((20, "22/21.5.4"), (20, "21.5.4"), (None, "2.0"), (20, "18.5.4")),
    "winner_told_within": ((48, "22/21.8"), (48, "21.8"), (None, "2.0"), (48, "18.8")),
    "terms_sent_before": ((24, "22/21.9"), (24, "21.9"), (None, "2.0"), (24, "18.9")),
    "amendment_sent_within": (
        (24, "21.13.1"),
        ("not sent", "21.9.1"),
        (None, "2.0"),
        ("not sent", "18.9.1"),
    ),
    "refusal_kept_above": (
        ("100.00", "22/21.10.1"),
        ("100.00", "21.10.1"),
        (None, "2.0"),
        ("100.00", "18.10.1"),
    ),
    "integrity_told_within": ((48, "21.12"), (1, "21.12"), (None, "2.0"), (1, "18.12")),
    "conversion_is_approved": ((True, "22/21.4"), (False, "21.3"), (None, "2.0"), (False, "18.3")),
    "may_run_promotion": (
        ("Assistant Gaming Manager", "22/21.1"),
        ("Assistant Gaming Manager", "21.1"),
        (None, "2.0"),
        ("Assistant Gaming Manager", "18.1"),
    ),
    "may_nominate_scrutineer": (
        ("Gaming Manager", "22/21.2"),
        ("Gaming Manager", "21.2"),
        (None, "2.0"),
        ("Gaming Manager", "18.2"),
    ),
    "may_award_promotion": (
        ("Assistant Gaming Manager", "22/21.4"),
        ("Assistant Gaming Manager", "21.4"),
        (None, "2.0"),
        ("Assistant Gaming Manager", "18.4"),
    ),
    "may_refuse_claim": (
        ("Assistant Gaming Manager", "22/21.10"),
        ("Assistant Gaming Manager", "21.10"),
        (None, "2.0"),
        ("Assistant Gaming Manager", "18.10"),
    ),
    "may_decide_promotion_dispute": (
        ("Gaming Manager", "22/21.11"),
        ("Gaming Manager", "21.11"),
        (None, "2.0"),
        ("Gaming Manager", "18.11"),
    ),
    "may_judge_integrity": (
        ("Assistant Gaming Manager", "21.12"),
        ("Assistant Gaming Manager", "21.12"),
        (None, "2.0"),
        ("Assistant Gaming Manager", "18.12"),
    ),
    "may_take_entries": (
        ("Tournament Manager", "21.1.1:tournament"),
        ("Tournament Manager", "20.1.1:tournament"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_award_prizes": (
        ("Tournament or Gaming Manager", "21.3.2"),
        ("Tournament or Gaming Manager", "20.3.2"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_cancel_tournament": (
        ("Gaming Manager", "21.3.4"),
        ("Gaming Manager", "20.3.4"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_publish_tournament": (
        ("Tournament or Gaming Manager", "21.4.1"),
        ("Tournament or Gaming Manager", "20.4.1"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_decide_entries": (
        ("Tournament Manager", "21.4.3"),
        ("Tournament Manager", "20.4.3"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_designate_tables": (
        ("Tournament Manager", "21/21.5.1"),
        ("Tournament Manager", "20.5.1"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_move_start": (
        ("Tournament Manager", "21/21.5.3"),
        ("Tournament Manager", "20.5.3"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_cut_seat_draw": (
        ("any staff", "21/21.5.4"),
        ("any staff", "20.5.4"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_allocate_seats": (
        ("Tournament Manager", "21/21.5.4"),
        ("Tournament Manager", "20.5.4"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_approve_refund": (
        ("Tournament Manager", "21.5.6.2"),
        ("Tournament Manager", "20.5.6.2"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_disqualify_entrant": (
        ("Tournament Manager", "21.5.6"),
        ("Tournament Manager", "20.5.7"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_announce_places": (
        ("Tournament Manager", "21.5.7"),
        ("Tournament Manager", "20.5.8"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "may_decide_entry_dispute": (
        ("Tournament Manager", "21.11.2"),
        ("Tournament Manager", "20.11.2"),
        (None, "2.0"),
        (None, "1.1"),
    ),
    "absences_deducted": ((3, "21.5.6.1"), (3, "20.5.6.1"), (None, "2.0"), (None, "1.1")),
    "may_manage_tournament": (
        ("Tournament Manager", "21.1.1:tournament-manager"),
        ("Tournament Manager", "20.1.1:tournament-manager"),
        ("nobody", "2.0"),
        ("nobody", "1.1"),
    ),
    "may_count_chips": (
        ("any staff", "21.5.7"),
        ("any staff", "20.5.8"),
        ("nobody", "2.0"),
        ("nobody", "1.1"),
    ),
    "may_call_time": (
        ("any staff", "21.6.11"),
        ("any staff", "20.6.11"),
        ("nobody", "2.0"),
        ("nobody", "1.1"),
    ),
    "may_examine_forms": (
        ("game or casino supervisor", "21.8.2.5"),
        ("game or casino supervisor", "20.8.2.5"),
        ("nobody", "2.0"),
        ("nobody", "1.1"),
    ),
}


@pytest.mark.parametrize(
    ("name", "key", "value", "clause"),
    [
        pytest.param(
            name, key, value, clause, id=f"{name}-{key}", marks=pytest.mark.clause(name, clause)
        )
        for key, said in SAID.items()
        for name, (value, clause) in zip(RULEBOOKS, said, strict=True)
    ],
)
def test_a_rulebook_says_what_its_document_says(
    name: str, key: str, value: object, clause: str
) -> None:
    rules = rulebook(name)
    part = getattr(rules, PART_OF[key])
    if isinstance(part, NotOffered):
        assert (value, clause) == (None, part.clause)
    else:
        entry = getattr(part, key)
        assert (write_value(key, entry.value), entry.clause) == (value, clause)


def test_every_value_of_every_rulebook_is_held_against_its_document() -> None:
    assert {key for name in RULEBOOKS for key, _ in values(rulebook(name))} == SAID.keys()


@pytest.mark.clause("nsw-pontoon-2024", "13.5", "13.6", "13.7")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "12.5", "12.6", "12.7")
@pytest.mark.clause("nz-pontoon", "12.8")
@pytest.mark.clause("nsw-pinkjack-2016", "5.3")
def test_only_the_pontoon_games_have_a_forfeit() -> None:
    def forfeit(name: str) -> object:
        part = rulebook(name).forfeit
        if isinstance(part, NotOffered):
            return part.clause
        return part.forfeit_closes, part.forfeit_by_controller, part.forfeit_by_others

    assert forfeit("nsw-pontoon-2024") == ("13.5", "13.6", "13.7")
    assert forfeit("nsw-pontoon-6to5-2017") == ("12.5", "12.6", "12.7")
    assert forfeit("nz-pontoon") == ("12.8", "12.8", "12.8")
    assert forfeit("nsw-pinkjack-2016") == "5.3"


def edition(name: str) -> str:
    return files("houserules.rulebook").joinpath("editions", f"{name}.toml").read_text("utf-8")


def sections(name: str) -> dict[str, dict[str, Any]]:
    """Return the sections of an edition, in the order of its file."""
    document = tomllib.loads(edition(name))
    return {head: entries for head, entries in document.items() if isinstance(entries, dict)}


@in_every_rulebook
def test_an_edition_stands_in_the_order_of_its_document(name: str) -> None:
    order = [entry.number for entry in entries_in_order(rulebook(name))]
    given = [entry["clause"] for entries in sections(name).values() for entry in entries.values()]
    assert given == sorted(given, key=order.index)


@in_every_rulebook
def test_an_entry_stands_in_the_section_of_its_clause(name: str) -> None:
    section_of = {entry.number: entry.section for entry in entries_in_order(rulebook(name))}
    for head, entries in sections(name).items():
        assert {section_of[entry["clause"]] for entry in entries.values()} == {head.split()[0]}


@in_every_rulebook
def test_a_reading_that_is_cited_exists_and_is_about_that_clause(name: str) -> None:
    cited = [
        (key, value, number) for key, value in values(rulebook(name)) for number in value.readings
    ]
    assert cited
    for key, value, number in cited:
        assert value.clause in readings().by_number(number).clauses[name], (key, number)


def test_a_rulebook_that_is_not_there_names_the_four() -> None:
    with pytest.raises(KeyError, match="no rulebook 'baccarat'") as error:
        rulebook("baccarat")
    for name in RULEBOOKS:
        assert name in str(error.value)


def changed(name: str, key: str, entry: str) -> str:
    """Return an edition with another entry under one of its keys."""
    text, count = re.subn(rf"^{key} = .*$", f"{key} = {entry}", edition(name), flags=re.MULTILINE)
    assert count == 1
    return text


def clause_of(name: str, key: str) -> str:
    return next(entries[key]["clause"] for entries in sections(name).values() if key in entries)


def refused(text: str) -> RulebookError:
    """Load an edition that must not load; the message begins with file and key."""
    with pytest.raises(RulebookError) as caught:
        load(text, "an-edition.toml")
    error = caught.value
    assert error.file == "an-edition.toml"
    assert str(error).startswith(f"an-edition.toml: {error.key}: ")
    return error


@in_every_rulebook
def test_an_edition_loads_from_its_text(name: str) -> None:
    assert load(edition(name), "an-edition.toml") == rulebook(name)


@in_every_rulebook
def test_an_unknown_key_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(edition(name) + f'sixth_sense = {{ value = 1, clause = "{clause}" }}\n')
    assert error.key == "sixth_sense"


@in_every_rulebook
def test_an_unknown_word_in_an_entry_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(changed(name, "decks", f'{{ value = 8, clause = "{clause}", klause = "1" }}'))
    assert error.key == "decks.klause"
    assert "alternatives" in error.problem


@pytest.mark.parametrize(
    ("name", "key"),
    [(name, key) for name in RULEBOOKS for key in ("decks", "turn_order", "resplit")],
)
def test_a_missing_key_does_not_load(name: str, key: str) -> None:
    text = re.sub(rf"^{key} = .*\n", "", edition(name), flags=re.MULTILINE)
    error = refused(text)
    assert (error.key, error.problem) == (key, "is missing")


@in_every_rulebook
@pytest.mark.parametrize("head", ["id", "title", "edition", "registers"])
def test_a_missing_head_does_not_load(name: str, head: str) -> None:
    assert refused(re.sub(rf"^{head} = .*\n", "", edition(name), flags=re.MULTILINE)).key == head


@in_every_rulebook
@pytest.mark.parametrize("entry", ["8", "{ value = 8 }", "{ value = 8, clause = 4 }"])
def test_a_value_without_a_clause_does_not_load(name: str, entry: str) -> None:
    error = refused(changed(name, "decks", entry))
    assert error.key == "decks"
    assert error.problem.startswith("has no clause")


@in_every_rulebook
def test_a_clause_without_its_value_does_not_load(name: str) -> None:
    error = refused(changed(name, "decks", f'{{ clause = "{clause_of(name, "decks")}" }}'))
    assert (error.key, error.problem) == ("decks", "has no value")


@in_every_rulebook
@pytest.mark.parametrize("key", ["decks", "turn_order"])
def test_a_clause_that_is_not_in_the_register_does_not_load(name: str, key: str) -> None:
    entry = '{ value = 8, clause = "99.9" }' if key == "decks" else '{ clause = "99.9" }'
    error = refused(changed(name, key, entry))
    assert error.key == key
    assert "99.9" in error.problem


@in_every_rulebook
def test_a_part_left_out_by_a_clause_that_is_not_in_the_register_does_not_load(name: str) -> None:
    part = next(
        key for entries in sections(name).values() for key in entries if is_out(key, entries)
    )
    error = refused(changed(name, part, '{ offered = false, clause = "99.9" }'))
    assert error.key == part


def is_out(key: str, entries: dict[str, Any]) -> bool:
    return entries[key].get("offered") is False


@in_every_rulebook
def test_a_key_in_two_sections_does_not_load(name: str) -> None:
    clause = clause_of(name, "decks")
    error = refused(edition(name) + f'decks = {{ value = 6, clause = "{clause}" }}\n')
    assert (error.key, error.problem) == ("decks", "is given twice")


@in_every_rulebook
def test_a_key_twice_in_one_section_does_not_load(name: str) -> None:
    line = re.search(r"^decks = .*\n", edition(name), flags=re.MULTILINE)
    assert line is not None
    error = refused(edition(name).replace(line[0], line[0] * 2))
    assert "line" in error.problem


@in_every_rulebook
@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("decks", '"8"', "a whole number"),
        ("decks", "true", "a whole number"),
        ("decks", "8.0", "a whole number"),
        ("tens_in_deck", "0", "true or false"),
        ("tens_in_deck", '"no"', "true or false"),
        ("minimum", "5", "a string of dollars"),
        ("minimum", '"five"', "dollars"),
        ("minimum", '"0"', "more than 0"),
        ("twenty_one_pays", '"even"', "3 to 2"),
        ("twenty_one_pays", "1", "3 to 2"),
        ("equal_totals", '"win"', "'stand-off' or 'lose'"),
        ("double_most_cards", '"some"', "'any number'"),
    ],
)
def test_a_value_of_the_wrong_type_does_not_load(
    name: str, key: str, value: str, expected: str
) -> None:
    entry = f'{{ value = {value}, clause = "{clause_of(name, key)}" }}'
    error = refused(changed(name, key, entry))
    assert error.key == key
    assert expected in error.problem


@in_every_rulebook
def test_an_alternative_of_the_wrong_type_does_not_load(name: str) -> None:
    entry = f'{{ value = 8, alternatives = ["6"], clause = "{clause_of(name, "decks")}" }}'
    assert refused(changed(name, "decks", entry)).key == "decks"


@in_every_rulebook
def test_broken_toml_does_not_load(name: str) -> None:
    error = refused(edition(name).replace("]", "", 1))
    assert "is not TOML" in error.problem


@in_every_rulebook
def test_an_entry_outside_the_sections_does_not_load(name: str) -> None:
    first = edition(name).index('\n["') + 1
    error = refused(edition(name)[:first] + "decks = 8\n" + edition(name)[first:])
    assert (error.key, error.problem) == ("decks", "is outside the sections")


def test_a_part_that_is_out_may_not_have_values_too() -> None:
    text = edition("nsw-pinkjack-2016") + 'pontoon_pays = { value = "3 to 2", clause = "8.1" }\n'
    assert refused(text).key == "pontoon_pays"


STRICT = [
    ("decks", "value = -3", "decks"),
    ("decks", "value = 8, alternatives = 6", "decks.alternatives"),
    ("decks", "value = 8, alternatives = [6, 8]", "decks.alternatives"),
    ("decks", "value = 8, choice = 'amount'", "decks.choice"),
    ("minimum", "value = '5', choice = 'junk'", "minimum.choice"),
    ("minimum", "value = '5', choice = 'amount', alternatives = ['6']", "minimum.choice"),
    ("minimum", "value = '5', readings = 2", "minimum.readings"),
    ("minimum", "value = '5', readings = ['2']", "minimum.readings"),
]


@in_every_rulebook
@pytest.mark.parametrize(("key", "rest", "at"), STRICT)
def test_an_option_is_declared_properly_or_not_at_all(
    name: str, key: str, rest: str, at: str
) -> None:
    entry = f'{{ {rest}, clause = "{clause_of(name, key)}" }}'
    assert refused(changed(name, key, entry)).key == at


@in_every_rulebook
def test_only_what_may_be_missing_can_be_left_out(name: str) -> None:
    out = f'{{ offered = false, clause = "{clause_of(name, "decks")}" }}'
    error = refused(edition(name) + f"\n[out]\nequipment = {out}\n")
    assert error.key == "equipment"


@in_every_rulebook
def test_registers_must_be_there(name: str) -> None:
    text = edition(name).replace('registers = ["', 'registers = ["no-such-register", "')
    assert refused(text).key == "registers"
