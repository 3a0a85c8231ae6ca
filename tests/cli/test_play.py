"""`houserules play` as a person uses it: typed lines in, a transcript out."""

import builtins
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.sessions import (
    NZ,
    PJ,
    S24,
    S65,
    Stacker,
    amount,
    app,
    assert_in_order,
    at_table,
    nets,
    payments,
    printed,
    script,
    sit,
    squeezed,
    summary,
)
from houserules.cli.app import app as houserules
from houserules.core.money import cents
from houserules.rulebook.loader import RULEBOOKS, rulebook

ROOT = Path(__file__).resolve().parents[2]

SESSIONS = {
    S24: (
        "10",
        "10 n . y h s p d 5 k s r i . n u i . s r s h s . 10 n 12.50 n h s . . n 25 n h s s . 25 n "
        "12.50 n u n h s r p d . f . 12.50 n 25 y p s s h q",
        "980.00",
    ),
    S65: (
        "10",
        "10 n . y h s p d 5 k s r i . n u i . s r s h s . 10 n 12.50 n h s . . n 25 n h s s . 25 n "
        "12.50 n u n h s r p d . f . 12.50 n 25 y p s s h q",
        "980.00",
    ),
    NZ: (
        "1",
        "12.50 y 25 y s p s p s s r p h s h s d . f . 10 n . y h s d 5 k r s h . 10 n 10 y i . n n "
        "h s s . . y 12.50 n n u h . 12.50 y . n h s s . 10 y 25 y h s s q",
        "1061.50",
    ),
    PJ: (
        "1",
        "12.50 n 10 d s p s s . . c 12.50 s h d 5 . . c 10 c s s . 12.50 n 10 d s s . 10 s 10 c d . "
        "s . 10 n 12.50 c h s s r s p h s h d . r d . h s q",
        "930.00",
    ),
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_session_ends_with_what_its_payments_come_to(name: str) -> None:
    seed, typed, left = SESSIONS[name]
    transcript = at_table(script(typed), name, "--boxes", "2", "--seed", seed)
    assert summary(transcript) == (8, cents("1000"), cents(left))
    assert nets(transcript) == cents(left) - cents("1000")
    boxes = re.findall(r"^  Box \S+ +(.)", transcript, re.MULTILINE)
    assert len(payments(transcript)) == len([first for first in boxes if first.islower()])


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_adds_up_to_the_payments_in_it(name: str) -> None:
    seed, typed, _ = SESSIONS[name]
    transcript = at_table(script(typed), name, "--boxes", "2", "--seed", seed)
    for part in transcript.split("PRACTICE  round ")[1:]:
        match = re.search(r"This round ([+−]?)\$(\S+)", part)
        if match:
            assert nets(part) == amount(match[2]) * (-1 if match[1] == "−" else 1)


def test_the_same_seed_is_the_same_session_and_another_is_not() -> None:
    seed, typed, _ = SESSIONS[S24]
    first = at_table(script(typed), S24, "--boxes", "2", "--seed", seed)
    assert first == at_table(script(typed), S24, "--boxes", "2", "--seed", seed)
    cards_of = re.compile(r"^  (?:Box|Dealer).*[♠♥♦♣].*$", re.MULTILINE)
    other = at_table(["25", "n"], S24, "--seed", "another")
    again = at_table(["25", "n"], S24, "--seed", "a third")
    assert cards_of.findall(other) != cards_of.findall(again)


def test_without_a_seed_the_operating_system_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def bytes_of(size: int) -> bytes:
        asked.append(size)
        return bytes(range(256)) * (size // 256)

    monkeypatch.setattr("houserules.floor.tables.card_handler.secrets.token_bytes", bytes_of)
    assert "--seed" not in at_table(["q"], S24)
    assert asked
    asked.clear()
    at_table(["q"], S24, "--seed", "1")
    assert not asked


def test_the_start_screen_shows_rulebook_limits_and_payouts() -> None:
    transcript = at_table([], S65, "--player", "Ann", "--boxes", "3", "--balance", "250")
    first, rest = transcript.split("\n", 1)
    assert "PRACTICE" in first
    assert rulebook(S65).edition in first
    for text in ("6 to 5", "$5 to $5,000", "Perfect Pairs wager", "25 to 1", S65):
        assert text in rest
    assert "Ann sits at box 1 and plays boxes 1 to 3, with $250 in practice chips" in transcript


def test_without_a_rulebook_the_four_are_offered() -> None:
    transcript = printed(sit(["5", "?", "3", "q"]))
    for name in RULEBOOKS:
        assert f"{rulebook(name).title}, {rulebook(name).edition}" in transcript
    assert "'5' is none of them; answer 1, 2, 3 or 4." in transcript
    assert "─ nz-pontoon ─" in transcript
    assert "─ nsw-pinkjack-2016 ─" in printed(sit([PJ, "q"]))
    assert "─ nsw-pontoon-2024 ─" in printed(sit(["", "q"]))
    for typed in ([], ["q"]):
        assert "Nobody sat down." in printed(sit(typed))


@pytest.mark.clause(S24, "9.3", "10.2", "12.1", "12.4", "14.7")
@pytest.mark.clause(S65, "8.3", "9.2", "11.1", "11.4", "13.7")
@pytest.mark.clause(NZ, "8.3", "8.4", "8.5", "10.3(a)", "13.4")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_offers_totals_and_choices_are_called(name: str, stack: Stacker) -> None:
    stack("2c 8s Ah 8h 3d Kd 9c 2s 5d")
    transcript = at_table(script("20 n n p h s s q"), name)
    calls = [
        "Box 1 8♠ 8",
        "Dealer A♥ 1 or 11",
        "Box 1 8♥ 16",
        "Insurance (",
        "Box 1 has 16:  i insure  u surrender  n neither [Enter] > n",
        "Insurance and surrender closed.",
        "Box 1 has 16:  h hit  s stand  d double  p split > p",
        "Box 1.1 3♦ 11",
        "Box 1.1 K♦ 21",
        "Box 1.2 9♣ 17",
        "Box 1.2 has 17:  h hit  s stand  d double > s",
        "Dealer 2♠ 3 or 13",
        "Dealer 5♦ 18",
    ]
    assert_in_order(transcript, calls)


@pytest.mark.clause(PJ, "9.1", "9.4", "11.3")
def test_pinkjack_calls_totals_and_choices(stack: Stacker) -> None:
    stack("2c 8s 9h 8h 3d Td 9c 8c")
    transcript = at_table(script("20 n p h s q"), PJ)
    calls = [
        "Box 1 has 16:  h hit  s stand  d double  p split > p",
        "Box 1.1 3♦ 11",
        "Box 1.1 has 11:  h hit  d double > h",
        "Box 1.1 10♦ 21",
        "Box 1.2 9♣ 17",
        "Dealer 8♣ 17",
    ]
    assert_in_order(transcript, calls)


def test_only_surrender_is_offered_against_a_court_card(stack: Stacker) -> None:
    stack("2c 9s Kh 7h 9c")
    transcript = at_table(script("20 n u q"), S24)
    assert "Surrender (10.1) is offered." in transcript
    assert "Insurance (" not in transcript
    assert "Surrender closed." in transcript
    assert payments(transcript) == [("Box 1", "original", "surrendered", "−$10", "17.1.11")]


def test_insurance_goes_in_chips_up_to_half(stack: Stacker) -> None:
    stack("2c 9s Ah 7h Kc")
    transcript = at_table(script("12.50 n i_0.01 6.50 0 i 6 n s q"), S24)
    assert "No: The smallest chip is $0.50. Wager a multiple of it." in transcript
    assert "No: Insure for more than zero and at most $6.25." in transcript
    assert payments(transcript) == [
        ("Box 1", "insurance", "win", "+$12", "17.1.6"),
        ("Box 1", "original", "lose", "−$12.50", "17.1.7"),
    ]


@pytest.mark.parametrize(
    ("typed", "doubled"),
    [("d .", "20"), ("d 5", "5"), ("d_5", "5"), ("double 7.50", "7.50"), ("d 0 d 5", "5")],
)
def test_a_double_asks_how_much(typed: str, doubled: str, stack: Stacker) -> None:
    stack("2c 6s 9h 5h 9c 9s")
    transcript = at_table(script(f"20 n {typed} k q"), S24)
    assert f"Player doubles box 1 for ${doubled} on 11." in transcript
    assert f"+${doubled}  17.1.5" in transcript
    assert "Box 1 has 20:  f forfeit  k keep [Enter] > k" in transcript


@pytest.mark.parametrize("typed", ["d 21", "d_21", "d 1000000"])
def test_a_double_above_the_wager_is_refused_by_its_clause(typed: str, stack: Stacker) -> None:
    stack("2c 6s 9h 5h 9c 9s")
    transcript = at_table(script(f"20 n {typed} 20 k q"), S24)
    assert "No: You can double for at most $20." in transcript
    assert "    13.1  " in transcript


def test_a_forfeit_gives_the_wager_up_and_the_double_back(stack: Stacker) -> None:
    stack("2c 6s 9h 5h 2d")
    transcript = at_table(script("20 n d . f q"), S24)
    assert payments(transcript) == [
        ("Box 1", "original", "forfeited", "−$20", "13.6"),
        ("Box 1", "double", "stand-off", "$0", "13.6"),
    ]


def test_aces_are_split_again_where_the_operator_permits(stack: Stacker) -> None:
    stack("2c As 9h Ah Ad Kc 5s Ac 9c")
    table = (S24, "--set", "resplit=true", "--set", "perfect_pairs=not offered")
    transcript = at_table(script("10 p r q"), *table)
    assert "Box 1.1 has 2 or 12:  r split again  n no > r" in transcript
    assert "The third hand of box 1 stands on 12 (14.6)." in transcript
    assert summary(transcript)[2] == cents("1000") + cents("10") - 2 * cents("10")
    declined = at_table(script("10 p n q"), *table)
    assert "The first hand of box 1 stands on 12 (14.6)." in declined


def test_side_wagers_are_asked_for_and_repeated(stack: Stacker) -> None:
    stack("2c 7s 9h 7h 9c 9s 8s 9h 2h 9c")
    transcript = at_table(script("20 y s . . . s q"), S24)
    assert ("Box 1", "perfect-pairs", "win", "+$25", "16.8.1") in payments(transcript)
    assert "Box 1, Perfect Pairs $5:  y yes [Enter]  n no >" in transcript
    assert [row[1] for row in payments(transcript)].count("perfect-pairs") == 2


def test_suits_you_asks_for_a_suit(stack: Stacker) -> None:
    stack("2c Js 9h 7h 9c")
    transcript = at_table(script("20 x spades s q"), PJ)
    assert "'x' is not a choice here; choose s (spades), h (hearts)" in transcript
    assert ("Box 1", "suits-you", "win", "+$50", "13.7.2") in payments(transcript)


def test_the_same_wagers_again_on_every_box(stack: Stacker) -> None:
    stack("2c As Ks 9h Kd Ad")
    transcript = at_table(script("25 y 0 10 n r q y"), S24, "--boxes", "3")
    assert "The same wagers again: box 1 $25, box 3 $10." in transcript


def test_wagers_that_the_chips_no_longer_cover_are_asked_for_anew(
    stack: Stacker,
) -> None:
    stack("2c Ks 9h 7h 2h Kd")
    transcript = at_table(script("60 n s r 10 n q y"), S24, "--balance", "100")
    assert "No: You have $40 in chips; this needs $60." in transcript
    assert "Box 1, your wager:  $5 to $40, 0 none, $5 [Enter] > 10" in transcript


def test_a_box_without_chips_left_for_it_is_passed_over() -> None:
    transcript = at_table(["7"], S24, "--boxes", "2", "--balance", "10", "--seed", "1")
    assert "No: You have $3 in chips; this needs $5." in transcript


def test_a_round_without_wagers_is_refused() -> None:
    transcript = at_table(["0", "", "0", "q"], S24)
    assert transcript.count("No: Nobody has placed a wager.") == 2
    assert summary(transcript)[0] == 0


@pytest.mark.parametrize(("answer", "brought"), [("n", "10"), ("y", "20"), ("", "20")])
def test_who_is_broke_may_bring_chips_again(answer: str, brought: str, stack: Stacker) -> None:
    stack("2c Ks 9h 6h Kd")
    transcript = at_table(["10", "h", "", answer], S24, "--balance", "10")
    assert "You have $0; the minimum is $5 (7.1)." in transcript
    assert summary(transcript)[1:] == (cents(brought), cents(brought) - cents("10"))


ILLEGAL = [
    (S24, "2c 9s 6h 7h", "20 n p", "only two cards of the same value, not 9s and 7h", "14.1"),
    (S24, "2c 9s 6h 7h", "20 n f", "You can forfeit only after a double", "13.5"),
    (S24, "2c 9s 6h 7h", "20 n i", "Insurance is open only after", "9.1"),
    (S24, "2c 9s Ah 7h", "20 n h", "Insurance or surrender is still open", "12.1"),
    (S24, "2c 9s 6h 7h 2d", "20 n h u", "Surrender is open only after", "10.1"),
    (S24, "2c 8s 6h 8h 8d", "20 n p p", "You can't split a hand again in this game", "14.8"),
    (S65, "2c 9s 6h 7h", "20 n p", "only two cards of the same value, not 9s and 7h", "13.1"),
    (NZ, "2c 4s 6h 7h", "20 n s", "You must draw below 12", "14.1(d)"),
    (PJ, "2c 4s 6h 7h", "20 n s", "You must draw below 12", "9.2"),
    (PJ, "2c 4s 6h 7h", "20 n i", "This game has no insurance", "5.3"),
    (
        PJ,
        "2c 4s 6h 2h 2d 3d",
        "20 n h h d",
        "You can double only on the first 3 cards of a hand",
        "10.1",
    ),
]


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_choice_is_answered_with_its_clause(
    case: tuple[str, ...], stack: Stacker
) -> None:
    name, dealt, typed, reason, clause = case
    stack(dealt)
    transcript = squeezed(at_table(script(typed), name))
    assert reason in transcript
    assert f" {clause} " in transcript.partition(reason)[2].partition(" > ")[0]


def test_why_tells_the_clause_of_a_choice_open_or_not(stack: Stacker) -> None:
    stack("2c 9s 6h 7h")
    transcript = at_table(script("20 n why_d why_p why_11.5 why_99.9 why"), S24)
    assert "You may double now.\n    13.1  " in transcript
    assert (
        "No: You can split only two cards of the same value, not 9s and 7h.\n    14.1  "
        in transcript
    )
    assert "    11.5  Table 1" in transcript
    assert "'99.9' is neither" in transcript
    assert "'' is neither" in transcript


def test_why_finds_clauses_whose_number_has_a_letter() -> None:
    transcript = at_table(script("why_15a.5 why_3.3(a)"), NZ)
    assert "    15A.5  " in transcript
    assert "    3.3(a)  " in transcript


@pytest.mark.parametrize(
    ("name", "letter", "said", "clause"),
    [
        (S24, "d", "Double: wager up to as much again for exactly one more card.", "13.1"),
        (NZ, "s", "Stand: take no more cards.", "14.1(d)"),
        (PJ, "i", "Insure: wager that the dealer's second card makes a natural.", "5.3"),
    ],
)
def test_between_rounds_why_tells_what_a_letter_means(
    name: str, letter: str, said: str, clause: str
) -> None:
    transcript = at_table(["0", f"why {letter}", letter], name)
    assert f"{said}\n    {clause}  " in transcript
    assert f"'{letter}' is not a choice here; choose n (next round), q (leave)." in transcript


def test_the_letter_that_leaves_offers_alone_has_no_clause(stack: Stacker) -> None:
    stack("2c 9s Kh 7h")
    transcript = at_table(script("20 n why_n n"), S24)
    assert "'n' is neither" in transcript


def test_help_tells_what_may_be_answered_and_why_not_the_rest(
    stack: Stacker,
) -> None:
    stack("2c 9s 6h 7h")
    transcript = at_table(script("? 20 ? n ?"), S24)
    assert "  $5 to $1,000  in steps of $0.50" in transcript
    assert "  y  yes" in transcript
    assert "  d  double: wager up to as much again for exactly one more card" in transcript
    assert (
        " p split, not now: You can split only two cards of the same value, not 9s and 7h. (14.1)"
        in " ".join(transcript.split())
    )
    assert transcript.count("At any prompt: ? is this help") == 3


@pytest.mark.parametrize("wrong", ["hello", "h please", "12", "é", "%s", "[bold]", "-1", "\\"])
def test_wrong_input_says_what_is_allowed(wrong: str, stack: Stacker) -> None:
    stack("2c 9s 6h 7h")
    transcript = at_table([wrong, "20", "n", wrong], S24)
    assert " is not an amount; " in transcript or wrong == "12"
    assert "is not a choice here; choose h (hit), s (stand), d (double)." in transcript


def test_enter_alone_where_there_is_no_default_lists_the_choices(
    stack: Stacker,
) -> None:
    stack("2c 9s 6h 7h")
    transcript = at_table(script("20 n ."), S24)
    assert "\nChoose h (hit), s (stand), d (double).\n" in transcript


@pytest.mark.parametrize("word", ["q", "quit", "leave", "LEAVE"])
def test_leaving_between_rounds_by_letter_or_word(word: str) -> None:
    transcript = at_table(["0", word, "25"], S24)
    assert summary(transcript)[0] == 0
    assert "> 25" not in transcript


def test_a_choice_of_several_words_may_be_typed_out(stack: Stacker) -> None:
    stack("2c As Ah Kh Ad Ac Kd")
    transcript = at_table(["25", "n", "same wagers again", "next round", "q"], S24)
    assert "The same wagers again: box 1 $25." in transcript
    assert "is not a choice here" not in transcript


def test_a_choice_with_words_behind_it_is_no_choice() -> None:
    transcript = at_table(["25", "y maybe", "n"], S24, "--seed", "1")
    assert "'y maybe' is not a choice here; choose y (yes), n (no)." in transcript


def test_without_any_input_nobody_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(prompt: str = "") -> str:
        raise RuntimeError("input(): lost sys.stdin")

    monkeypatch.setattr(builtins, "input", lost)
    assert "Nobody sat down." in printed(sit([]))


@pytest.mark.clause(S24, "18.10")
def test_who_leaves_during_a_round_is_absent_and_gets_no_more_cards(
    stack: Stacker,
) -> None:
    stack("2c 4s 6h 7h 9c Kd")
    transcript = at_table(script("20 n q n q y"), S24)
    assert transcript.count("Leave now? The round goes on without you (18.10).") == 2
    assert "Player is away: box 1 is played on (18.10)." in transcript
    assert payments(transcript) == [("Box 1", "original", "win", "+$20", "17.1.4")]
    assert summary(transcript) == (1, cents("1000"), cents("1020"))


@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "16.6"), (PJ, "15.10")])
def test_who_leaves_during_a_round_gets_cards_to_12(name: str, clause: str, stack: Stacker) -> None:
    stack("2c 4s 6h 3h 3c 5d 9c Kd")
    transcript = at_table(script("20 n"), name)
    assert f"Box 1 stands on 15 ({clause})." in transcript
    assert summary(transcript)[2] == cents("1020")


def test_who_leaves_before_the_first_card_takes_the_wagers_along() -> None:
    for typed in (["20"], ["20", "y"], ["20", "q"]):
        assert summary(at_table(typed, S24, "--boxes", "2")) == (0, 100000, 100000)


@pytest.mark.parametrize("presses", [0, 1, 2, 3, 4, 5])
def test_ctrl_c_leaves_cleanly(
    presses: int, monkeypatch: pytest.MonkeyPatch, stack: Stacker
) -> None:
    stack("2c 4s Ah 7h 9c Kd")
    lines = iter(script(". 20 n n h h")[:presses])

    def interrupted(prompt: str = "") -> str:
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(builtins, "input", interrupted)
    transcript = printed(sit([], S24))
    assert nets(transcript) == summary(transcript)[2] - summary(transcript)[1]
    assert "PRACTICE  Player leaves the table" in transcript


def test_help_shows_what_each_option_takes() -> None:
    text = squeezed(printed(sit([], "--help")))
    assert " [OPTIONS] [RULEBOOK] " in text
    for option in ("--boxes N", "--balance AMOUNT", "--seed TEXT", "--player NAME", "--shoes DIR"):
        assert f"{option} " in text


def test_a_seed_is_printed_as_the_shell_wants_it() -> None:
    assert "--seed 'two words'" in at_table(["q"], S24, "--seed", "two words")


WRONG_COMMANDS = [
    (("bogus",), "no rulebook 'bogus'; there are nsw-pontoon-2024"),
    ((S24, "--boxes", "8"), "--boxes 8: the layout has boxes 1 to 7 (3.2.1)"),
    ((S24, "--boxes", "0"), "--boxes 0: the layout has boxes 1 to 7 (3.2.1)"),
    ((NZ, "--boxes", "4", "--set", "boxes=3"), "the layout has boxes 1 to 3 (3.1)"),
    ((S24, "--balance", "ten"), "--balance: 'ten' is not an amount"),
    ((S24, "--balance", "4.99"), "--balance: bring at least the minimum, $5 (7.1)"),
    ((S24, "--set", "decks=5"), "--set decks: 5 is not allowed (4.1)"),
    ((S24, "--set", "colour=red"), "colour: is not an option of nsw-pontoon-2024"),
    ((S24, "--set", "resplit=perhaps"), "--set resplit: 'perhaps' is not allowed"),
    ((S24, "--set", "resplit"), "write NAME=VALUE; the names are"),
    ((S24, "--set", "minimum=20", "--set", "maximum=10"), "is below the minimum"),
    ((S24, "--player", ""), "--player: a name is 1 to 20 printable characters"),
    ((S24, "--player", "a\x1b[2J"), "--player: a name is 1 to 20 printable characters"),
]


@pytest.mark.parametrize(("arguments", "problem"), WRONG_COMMANDS)
def test_a_wrong_command_line_says_what_is_allowed(
    arguments: tuple[str, ...], problem: str
) -> None:
    result = sit(["q"], *arguments)
    assert result.exit_code == 2
    assert problem in result.output
    assert "Traceback" not in result.output


def test_options_of_the_operator_reach_the_table() -> None:
    chosen = ("--set", "decks=6", "--set", "minimum=25", "--set", "natural_collects=original-hand")
    transcript = at_table(["20", "q"], S24, *chosen, "--set", "perfect_pairs=10")
    assert "288 cards are shuffled by the software (5.1.1)." in transcript
    assert "No: The minimum wager is $25." in transcript
    assert "Perfect Pairs wager                $10" in transcript


def test_every_screen_says_practice_and_fits_80_columns() -> None:
    seed, typed, _ = SESSIONS[PJ]
    transcript = at_table(script(typed), PJ, "--boxes", "2", "--seed", seed)
    frames = [line for line in transcript.splitlines() if line.startswith("╭")]
    assert len(frames) > 20
    assert all("PRACTICE" in line for line in frames)
    output = [line for line in transcript.splitlines() if " > " not in line]
    assert max(map(len, output)) == 80


def test_a_terminal_without_symbols_gets_letters(stack: Stacker) -> None:
    stack("2c 4s Ad 7h 9c")
    runner = CliRunner(charset="ascii")
    result = runner.invoke(houserules, ["play", S24, "--player", "Zoë"], input="\n20\nn\n")
    assert result.exit_code == 0
    assert result.output.isascii()
    assert "Dealer Ad 1 or 11" in squeezed(result.output)
    assert "Zo? sits at box 1" in result.output


def test_bytes_that_are_no_text_are_wrong_input() -> None:
    result = CliRunner().invoke(app, [S24], input=b"\xff\xfe\x00\n20\n")
    assert "is not a number of cards; choose 48 to 336" in printed(result)


WORDS = [
    *"hsdpiufkrnyq?0",
    "",
    "5",
    "25",
    "12.50",
    "d 5",
    "i 2.50",
    "why d",
    "why 11.5",
    "why",
    "zz",
    "sign",
    "rack",
    "told",
    "burned",
    "100",
]
TABLES = st.tuples(
    st.sampled_from(RULEBOOKS),
    st.integers(1, 5),
    st.sampled_from(["10", "37.50", "1000"]),
    st.integers(0, 10**6),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES, st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=120))
def test_no_input_breaks_a_session_or_the_sums(
    table: tuple[str, int, str, int], typed: list[str]
) -> None:
    name, boxes, balance, seed = table
    device = ["--set", "dealt_from=shuffling device"] if seed % 3 == 0 and name != NZ else []
    more = [*device, *(["--set", "resplit=true"] if name in (S24, S65) else [])]
    result = CliRunner().invoke(
        app,
        [name, "--boxes", str(boxes), "--balance", balance, "--seed", str(seed), *more],
        input="\n".join(typed).encode("utf-8", "surrogatepass"),
    )
    transcript = printed(result)
    _, brought, left = summary(transcript)
    assert left - brought == nets(transcript)


def test_the_tutorial_shows_what_a_session_prints() -> None:
    page = (ROOT / "docs" / "tutorial" / "first-round.md").read_text("utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    command = re.search(r"^\$ houserules play (.*)$", page, re.MULTILINE)
    assert command and len(blocks) > 3
    typed = re.findall(r"^[^│].* >(?: (.*))?$", "".join(blocks), re.MULTILINE)
    transcript = printed(sit(typed, *command[1].split()))
    lines = "\n".join(line.rstrip() for line in transcript.splitlines())
    at = 0
    for block in blocks:
        found = lines.find(block.rstrip("\n"), at)
        assert found >= 0, f"the session does not print\n{block}\nit prints\n{lines}"
        at = found
