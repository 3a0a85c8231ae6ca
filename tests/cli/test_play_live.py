"""`houserules play --live`: a real shoe, each card typed as it comes out, the same engine."""

import re

import pytest

from cli.sessions import (
    NZ,
    PJ,
    S24,
    S65,
    assert_in_order,
    payments,
    printed,
    script,
    sit,
    squeezed,
    summary,
)
from houserules.cli.practice.input import typed_card
from houserules.core.cards import CardError, card
from houserules.core.money import cents
from houserules.rulebook.loader import RULEBOOKS


def live(typed: str, name: str, *arguments: str) -> str:
    """Play at a table with real cards; a dot is Enter alone, an underline a space."""
    return printed(sit(script(typed), name, "--live", *arguments))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_is_dealt_as_the_cards_are_typed(name: str) -> None:
    transcript = live(". 20 n 9s 6H kh s 5c Jd q", name)
    calls = [
        "Cut the cards? y cut [Enter] d decline >",
        "Player cuts (",
        "The cutting card goes in (",
        "The first card is burned (",
        "Box 1: which card, such as 7s, c cutting card > 9s",
        "Box 1 9♠ 9",
        "Dealer: which card, such as 7s, c cutting card > 6h",
        "Box 1: which card, such as 7s, c cutting card > kh",
        "Box 1 K♥ 19",
        "Dealer 5♣ 11",
        "Dealer J♦ 21",
    ]
    assert_in_order(transcript, calls)
    assert "Commitment" not in transcript
    assert [row[:4] for row in payments(transcript)] == [("Box 1", "original", "lose", "−$20")]


def test_the_cut_may_be_declined() -> None:
    assert "Player does not cut (5.4). The supervisor cuts (5.4)." in squeezed(live("d q", S24))


WRONG_CARDS = [
    (S24, "10s", "The decks of this game have no tens.", "4.1"),
    (S65, "Ts", "The decks of this game have no tens.", "3.1"),
    (NZ, "10h", "The decks of this game have no tens.", "3.3(a)"),
]


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.parametrize(("name", "typed", "reason", "clause"), WRONG_CARDS)
def test_a_foreign_card_is_refused_at_once_and_asked_again(
    name: str, typed: str, reason: str, clause: str
) -> None:
    transcript = live(f". 20 n {typed} 9s", name)
    calls = [f"> {typed.lower()}", f"No: {reason} {clause} ", "Box 1: which card", "Box 1 9♠ 9"]
    assert_in_order(transcript, calls)


def test_pinkjack_is_played_with_tens() -> None:
    assert "Box 1 10♠ 10" in squeezed(live(". 20 n 10s", PJ))


FACES = [(S24, 6, "18.16"), (S65, 6, "17.16"), (NZ, 4, "3.3(a)"), (PJ, 6, "15.15")]


@pytest.mark.clause(S24, "18.16")
@pytest.mark.clause(S65, "17.16")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "15.15")
@pytest.mark.parametrize(("name", "decks", "clause"), FACES)
def test_one_card_more_of_a_face_than_there_are_decks_is_noticed_at_once(
    name: str, decks: int, clause: str
) -> None:
    wagers, sevens = "20 n " * decks, "7s " * (decks + 1)
    table = ("--boxes", str(decks), "--set", f"decks={decks}")
    transcript = live(f". {wagers} {sevens} 6h", name, *table)
    calls = [
        f"Box {decks} 7♠ 7",
        "Dealer: which card, such as 7s, c cutting card > 7s",
        f"No: 7s would be there {decks + 1} times, but {decks} decks have it only {decks} times.",
        f"{clause} ",
        "Dealer: which card, such as 7s, c cutting card > 6h",
        "Dealer 6♥ 6",
    ]
    assert_in_order(transcript, calls)


@pytest.mark.parametrize("wrong", ["hello", ".", "7", "7x", "77s", "20"])
def test_what_is_no_card_is_asked_again(wrong: str) -> None:
    transcript = live(f". 20 n {wrong} 9s", S24)
    assert "is not a card; type rank and suit, such as 7s, Kd or 10h." in transcript
    assert "Box 1 9♠ 9" in squeezed(transcript)


@pytest.mark.parametrize(
    ("text", "face"), [("7s", "7s"), ("kd", "Kd"), ("10H", "Th"), ("as", "As")]
)
def test_cards_are_read_as_people_type_them(text: str, face: str) -> None:
    assert typed_card(text) is card(face)


@pytest.mark.parametrize("text", ["", "s7", "1s", "kdd", "10"])
def test_other_words_are_no_cards(text: str) -> None:
    with pytest.raises(CardError):
        typed_card(text)


@pytest.mark.clause(S24, "5.1.2", "5.1.3", "5.3.2", "5.3.4")
def test_the_cutting_card_comes_when_the_dealer_says() -> None:
    within = live(". 20 n 9s 6h c kh c s 5c Jd . . 20 n", S24)
    calls = [
        "> c The cutting card comes out: the cards are shuffled after this round (5.1.3).",
        "Box 1: which card, such as 7s, c cutting card > kh",
        "384 cards are shuffled by hand (5.1.3).",
        "Player cuts (5.3.2).",
    ]
    assert_in_order(within, calls)
    first = live(". 20 n c . 20 n 9s", S24)
    calls = [
        "> c The cutting card comes out first: the cards are shuffled now (5.1.2).",
        "Bets are open again until the first card",
        "384 cards are shuffled by hand (5.1.2).",
        "Player cuts (5.3.4).",
        "Box 1 9♠ 9",
    ]
    assert_in_order(first, calls)


@pytest.mark.clause(S24, "5.6")
def test_the_cutting_card_comes_once() -> None:
    transcript = live(". 20 n 9s c c 6h", S24)
    assert "No: The cutting card has already come out." in transcript
    assert "Dealer 6♥ 6" in squeezed(transcript)


@pytest.mark.clause(S24, "5.7")
def test_a_device_has_no_cutting_card() -> None:
    transcript = live("20 n c 9s", S24, "--set", "dealt_from=shuffling device")
    assert "Cut the cards?" not in transcript
    assert "No: A shuffling device has no cutting card.\n    5.7  " in transcript


@pytest.mark.clause(NZ, "8.1")
def test_the_dealer_says_which_card_was_burned() -> None:
    transcript = live(". burned x 7d 20 n 9s", NZ)
    calls = [
        "> burned The burned card: which card, such as 7s > x",
        "'x' is not a card",
        "> 7d The burned card is 7♦ (8.1).",
        "Box 1, your wager",
    ]
    assert_in_order(transcript, calls)


def test_who_gets_up_is_absent_and_the_dealer_goes_on() -> None:
    transcript = live(". 20 n 9s 6h 2h q y kc 5c", S24)
    assert "Player is away: box 1 is played on (18.10)." in transcript
    assert payments(transcript) == [("Box 1", "original", "lose", "−$20", "17.1.9")]
    assert summary(transcript) == (1, cents("1000"), cents("980"))


@pytest.mark.parametrize("typed", [". 20 n", ". 20 n 9s", ". 20 n 9s 6h 2h q y kc"])
def test_without_a_dealer_the_round_is_broken_off(typed: str) -> None:
    transcript = live(typed, S24)
    assert "The round is abandoned; its wagers are not settled." in transcript
    assert summary(transcript) == (1, cents("1000"), cents("1000"))
    assert "Traceback" not in transcript


@pytest.mark.parametrize("typed", ["", ".", ". burned", ". 20"])
def test_live_tables_are_left_at_any_prompt(typed: str) -> None:
    assert summary(live(typed, NZ))[0] == 0


def test_help_says_what_to_type() -> None:
    transcript = live(". 20 n ? 9s", S24)
    assert re.search(r"7s, Kd, 10h +the card that left the shoe", transcript)
    assert re.search(r" c +the cutting card came out", transcript)
