"""What the practice table looks like: cards, totals, payments, frames, words for every event."""

import io

import pytest
from rich.console import Console

from cli.sessions import NZ, PJ, S24, S65, on_top, squeezed
from cli.sessions import seat as sit_at
from houserules.cli.practice.help import show_rack, show_sign, start
from houserules.cli.practice.table import Practice
from houserules.cli.render.felt import Felt, card_calls, place
from houserules.core.cards import card, cards
from houserules.core.money import EVEN, Odds, cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause, Refusal
from houserules.floor.tables.card_handler import VirtualCardHandler, cut_limits
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table import commands as c
from houserules.table import events as e
from houserules.table.cards import events as ce
from houserules.table.cards.commands import CutCards
from houserules.table.sign.lines import sign_lines
from houserules.table.state import Table


def felt(name: str = S24, *, encoding: str = "utf-8", colour: bool = False) -> Felt:
    """A felt that is drawn into a text."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    system = "truecolor" if colour else None
    console = Console(
        file=file, width=80, force_terminal=colour, color_system=system, highlight=False
    )
    return Felt(console, rulebook(name))


def drawn(on: Felt) -> str:
    """Return what has been drawn so far."""
    file = on.console.file
    assert isinstance(file, io.TextIOWrapper)
    buffer = file.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(file.encoding)


def seat(name: str = S24, *, boxes: int = 1, dealt: str = "", **options: object) -> Practice:
    """Sit down, wager $10 a box and deal these cards."""
    practice = sit_at(name, boxes=boxes, balance="1000", **options)
    put_on_top(practice, f"2c {dealt}")
    for box in range(1, boxes + 1):
        practice.sure(practice.wager(box, cents("10")))
    practice.sure(c.CloseBets())
    while practice.card_due:
        practice.house_step()
    return practice


def put_on_top(practice: Practice, wanted: str) -> None:
    """Make the shoe ready, with these cards at its front; the first is burned."""
    house = practice.house
    assert isinstance(house, VirtualCardHandler)
    while not practice.is_ready:
        if practice.is_offered_cut:
            house.shoe = VirtualShoe(on_top(practice.rules, house.shoe.stack, cards(wanted)))
            at = cut_limits(practice.rules, practice.table).least
            practice.sure(CutCards("ann", at))
        else:
            practice.house_step()


def test_cards_have_their_suit_and_colour() -> None:
    on = felt(colour=True)
    assert str(on.card(card("Ah"))) == " A♥ "
    assert str(on.card(card("Tc"))) == " 10♣ "
    assert "red" in str(on.card(card("9d")).style)
    assert "black" in str(on.card(card("9s")).style)


def test_without_symbols_a_suit_is_a_letter() -> None:
    on = felt(encoding="ascii")
    assert str(on.cards(cards("Ah Ts"))) == " Ah   10s "
    on.table(seat(dealt="9s 5h 8h"))
    assert "9s   8h" in drawn(on)
    assert "PRACTICE" in drawn(on)


def test_without_colour_there_are_no_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = seat(dealt="9s 5h 8h")
    plain, coloured = felt(), felt(colour=True)
    for on in (plain, coloured):
        on.table(practice)
    assert "\x1b[" not in drawn(plain)
    assert "\x1b[" in drawn(coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    without = felt(colour=True)
    without.table(practice)
    assert "\x1b[" in drawn(without)  # bold is no colour
    assert "38;" not in drawn(without)
    assert "48;" not in drawn(without)


TOTALS = [
    (S24, "As", 11, True, "1 or 11"),
    (S24, "As 6h", 17, True, "7 or 17"),
    (S24, "As 6h", 7, False, "7"),
    (S24, "Ks 5h 9d", 24, False, "24 bust"),
    (S24, "Ks 5h 6d", 21, False, "21"),
    (S24, "As 5h 5d", 21, True, "21"),
    (S24, "As Kh", 21, True, "pontoon"),
    (NZ, "Kh As", 21, True, "pontoon"),
    (PJ, "Ad Jd", 21, True, "pinkjack"),
    (PJ, "Ad Td", 21, True, "blackjack"),
]


def sign(name: str) -> list[tuple[str, str, str]]:
    """Return the lines of the sign of an empty table."""
    return [(line.label, line.text, line.clause) for line in sign_lines(rulebook(name), Table())]


@pytest.mark.clause(S24, "12.4")
@pytest.mark.clause(PJ, "9.4")
@pytest.mark.parametrize("case", TOTALS)
def test_totals_are_called_as_dealers_do(case: tuple[str, str, int, bool, str]) -> None:
    name, held, total, soft, called = case
    assert felt(name).points(cards(held), total, soft=soft) == called


@pytest.mark.clause(S24, "14.3")
@pytest.mark.parametrize(("name", "called"), [(S24, "21"), (NZ, "21"), (PJ, "blackjack")])
def test_a_natural_after_a_split_is_called_where_it_counts(name: str, called: str) -> None:
    assert felt(name).points(cards("As Kh"), 21, soft=True, split=True) == called


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_sign_gives_every_line_with_a_clause(name: str) -> None:
    lines = {label: (text, clause) for label, text, clause in sign(name)}
    assert lines["Wagers per box"][0] == "$5 to $5,000"
    assert all(text and clause for text, clause in lines.values())
    assert ("Pontoon" in lines) == (name != PJ)
    assert ("Five card trick" in lines) == (name == PJ)
    assert ("Suits You wager" in lines) == (name == PJ)


def test_the_signs_differ_where_the_rulebooks_do() -> None:
    pontoon = {name: {a: b for a, b, _ in sign(name)} for name in RULEBOOKS}
    assert pontoon[S24]["Pontoon"] == "3 to 2"
    assert pontoon[S65]["Pontoon"] == "6 to 5"
    assert pontoon[PJ]["Equal totals"] == "lose"
    assert pontoon[PJ]["Blackjack, suited / unsuited"] == "3 to 1 / 2 to 1"
    assert pontoon[PJ]["Ultimate Pinkjack / its bonus"] == "5 to 1 / $1,000"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_start_says_practice_and_fits(name: str) -> None:
    on = felt(name)
    start(on, seat(name, dealt="9s 5h 8h"))
    on.round(1)
    assert drawn(on).count("PRACTICE") == 2
    assert max(map(len, drawn(on).splitlines())) == 80


@pytest.mark.parametrize(
    ("boxes", "where"),
    [
        (1, "box 1"),
        (2, "box 1 and plays boxes 1 and 2,"),
        (3, "box 1 and plays boxes 1 to 3,"),
    ],
)
def test_start_says_where_the_player_sits(boxes: int, where: str) -> None:
    on = felt()
    start(on, sit_at(boxes=boxes))
    assert f"ann sits at {where} with $100" in drawn(on)


EIGHTS, NINES = (["8s", "8c"] * 5, ["9c", "9d"] * 5)


@pytest.mark.parametrize(("name", "boxes"), [(S24, 7), (NZ, 7), (PJ, 9)])
def test_a_full_table_fits_80_columns_and_24_lines(name: str, boxes: int) -> None:
    on = felt(name)
    on.table(seat(name, boxes=boxes, dealt=" ".join([*EIGHTS[:boxes], "5d", *NINES[:boxes]])))
    lines = drawn(on).splitlines()
    assert len(lines) <= 24
    assert {len(line) for line in lines} == {80}
    assert [f"Box {number} " in drawn(on) for number in range(1, boxes + 1)] == [True] * boxes


def test_the_hand_in_play_is_marked() -> None:
    practice = seat(boxes=2, dealt="9s 8c 5h 8h 2d")
    practice.sure(c.Stand("ann", 1, 1))
    on = felt()
    on.table(practice)
    marked = [line for line in drawn(on).splitlines() if line.startswith("│ >")]
    assert len(marked) == 1
    assert "Box 2" in marked[0]
    assert "8♣   2♦" in marked[0]


def test_the_felt_shows_chips_doubles_insurance_and_results() -> None:
    practice = seat(boxes=2, dealt="9s 6c Ah 8h 5d")
    practice.sure(c.Insure("ann", 1, 500))
    practice.sure(c.Surrender("ann", 2))
    on = felt()
    on.table(practice)
    assert "$10, $5 insured" in drawn(on)
    assert "$10 surrendered" in drawn(on)
    practice.sure(c.CloseOffers())
    practice.sure(c.Double("ann", 1, 1, 500))
    on.table(practice)
    assert "$10, $5 double, $5 insured" in drawn(on)
    assert "ann has $970" in drawn(on)


def test_a_lone_hand_that_has_not_changed_is_not_drawn_again() -> None:
    practice = seat(dealt="9s Kh 8h 2c")
    on = felt()
    on.table(practice)
    once = drawn(on)
    practice.sure(c.CloseOffers())
    on.table(practice)
    assert drawn(on) == once
    practice.sure(c.Hit("ann", 1, 1))
    practice.house_step()
    on.table(practice)
    assert drawn(on) != once


def settled(**changes: object) -> e.WagerSettled:
    values: dict[str, object] = {
        "box": 1,
        "hand": 1,
        "player": "ann",
        "wager": "original",
        "stake": 2500,
        "result": "win",
        "odds": Odds(3, 2),
        "returned": 6250,
        "stage": "interim",
        "clause": Clause("11.1"),
    }
    return e.WagerSettled(**{**values, **changes})  # type: ignore[arg-type]


def test_a_payment_is_a_line() -> None:
    practice = seat(dealt="9s 5h 8h")
    on = felt()
    on.tell(practice, settled())
    on.tell(practice, settled(wager="double", result="lose", odds=None, returned=0))
    on.tell(
        practice,
        settled(box=None, wager="bonus", stake=0, result="bonus", odds=None, returned=5000),
    )
    rows = [line.split() for line in drawn(on).splitlines()]
    assert rows == [
        ["Box", "1", "original", "$25", "win", "3", "to", "2", "+$37.50", "11.1"],
        ["Box", "1", "double", "$25", "lose", "−$25", "11.1"],
        ["Table", "bonus", "$0", "bonus", "+$50", "11.1"],
    ]


@pytest.mark.parametrize(
    "payment",
    [
        settled(stake=500000, odds=Odds(5, 1), returned=3000000, clause=Clause("14.1.1.1")),
        settled(wager="ultimate-pinkjack", stake=0, result="bonus", odds=None, returned=100000),
        settled(wager="perfect-pairs", result="surrendered", returned=0, clause=Clause("17.1.11")),
    ],
)
def test_payments_of_any_kind_fit_80_columns(payment: e.WagerSettled) -> None:
    on = felt(PJ)
    on.tell(seat(PJ, dealt="9s 5h 8h"), payment)
    assert len(drawn(on).splitlines()) == 1
    assert len(drawn(on).rstrip("\n")) <= 80


CALLS = [
    (e.BetsClosed(((1, "ann"),)), "No more bets."),
    (e.InsurancePlaced(1, "ann", 500), "ann insures box 1 for $5."),
    (e.WagerSurrendered(1, "ann", ends_hand=True), "ann surrenders on box 1."),
    (e.HandStood(1, 1, None), "ann stands on 17, box 1."),
    (e.HandStood(1, 1, Clause("13.1")), "Box 1 stands on 17 (13.1)."),
    (e.HandDoubled(1, 1, "ann", 1000, 7, soft=False), "ann doubles box 1 for $10 on 7."),
    (
        e.HandSplit(1, 1, "ann", 1000, 8, soft=False),
        "ann splits box 1, with $10 on the new hand.",
    ),
    (e.PlayerAbsent(1, "ann", Clause("18.10")), "ann is away: box 1 is played on (18.10)."),
    (e.CardDealt(card("8h"), 1, 1, 17, soft=False), "  Box 1     8♥    17"),
    (e.CardDealt(card("Ah"), None, None, 11, soft=True), "  Dealer    A♥    1 or 11"),
    (e.CardDealt(card("Kh"), None, None, 10, soft=False), "  Dealer    K♥    10"),
    (e.RoundEnded(), ""),
    (e.HandCleared(1, 1), ""),
    (e.PlayBegan(), ""),
]


@pytest.mark.parametrize(("event", "call"), CALLS, ids=lambda each: type(each).__name__)
def test_what_happens_is_called(event: e.Event, call: str) -> None:
    on = felt()
    on.tell(seat(dealt="9s 5h 8h"), event)
    assert drawn(on).rstrip("\n") == call


@pytest.mark.clause(S24, "9.3", "10.2")
@pytest.mark.clause(S65, "8.3", "9.2")
@pytest.mark.clause(NZ, "10.3(a)")
@pytest.mark.parametrize(
    ("name", "clauses"), [(S24, ("9.1", "10.1")), (S65, ("8.1", "9.1")), (NZ, ("10.1", "9.3"))]
)
def test_offers_are_called_and_closed(name: str, clauses: tuple[str, str]) -> None:
    ace, king = seat(name, dealt="9s Ah 8h"), seat(name, dealt="9s Kh 8h")
    on = felt(name)
    for practice in (ace, king):
        on.tell(practice, e.OffersOpened(insurance=practice is ace, surrender=True))
        on.close_offers(practice)
    assert drawn(on).splitlines() == [
        f"Insurance ({clauses[0]}) and surrender ({clauses[1]}) are offered.",
        "Insurance and surrender closed.",
        f"Surrender ({clauses[1]}) is offered.",
        "Surrender closed.",
    ]


def test_a_hand_of_a_split_box_is_named_as_in_a_record() -> None:
    practice = seat(dealt="8s 5h 8h 2c")
    assert place(practice.table, 1, 1) == "Box 1"
    practice.sure(c.Split("ann", 1, 1))
    assert place(practice.table, 1, 2) == "Box 1.2"
    assert place(practice.table, 1) == "Box 1"
    assert place(practice.table, None) == "Table"


def test_a_refusal_comes_with_what_its_clause_says() -> None:
    on = felt()
    on.show_refusal(
        Refusal(
            "split.values",
            Clause("14.1"),
            "You can split only two cards of the same value, not 9s and 8h.",
        )
    )
    first, second, *_ = drawn(on).splitlines()
    assert first == "No: You can split only two cards of the same value, not 9s and 8h."
    assert second.startswith("    14.1  If a box's first two cards have the same value")


def test_a_clause_that_is_not_there() -> None:
    on = felt()
    assert not on.clause("99.9")
    assert drawn(on) == ""
    assert on.clause("14.1")


def test_odds_at_even_money_are_shown() -> None:
    on = felt()
    on.tell(seat(dealt="9s 5h 8h"), settled(odds=EVEN, returned=5000))
    assert " 1 to 1 " in drawn(on)


def test_a_pause_follows_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("houserules.cli.render.felt.time.sleep", waited.append)
    on = felt()
    on.pause = 0.25
    on.tell(seat(dealt="9s 5h 8h"), e.CardDealt(card("8h"), 1, 1, 17, soft=False), e.PlayBegan())
    assert waited == [0.25]


def shuffled(**changes: object) -> ce.CardsShuffled:
    values: dict[str, object] = {
        "cause": "start",
        "how": "hand",
        "colour": "blue",
        "left": 384,
        "with_rack": True,
        "new_shoe": True,
        "by_hand_too": False,
        "commitment": None,
        "steps": (),
        "by": "house",
        "at": 0,
        "clause": Clause("5.1.1"),
    }
    return ce.CardsShuffled(**{**values, **changes})  # type: ignore[arg-type]


def checked(by: str, colour: str = "blue") -> ce.CardsChecked:
    return ce.CardsChecked(
        colour, with_device=False, by=by, role="dealer", at=Moment(0), clause=Clause("6.1")
    )


CARD_CALLS = [
    (shuffled(), "384 cards are shuffled by hand (5.1.1)."),
    (shuffled(how="multishuffler"), "384 cards are shuffled in the multishuffler (5.1.1)."),
    (
        shuffled(cause="ran out", left=300, clause=Clause("18.9")),
        "No card is left: the other 300 cards are shuffled by hand (18.9).",
    ),
    (ce.CutDeclined("ann", Clause("5.4")), "ann does not cut (5.4)."),
    (ce.CardsCut(100, "ann", Clause("5.3.1")), "ann cuts 100 cards from the front (5.3.1)."),
    (ce.CardsCut(1, "ann", Clause("5.3.1")), "ann cuts 1 card from the front (5.3.1)."),
    (ce.CardsCut(None, "ann", Clause("5.3.1")), "ann cuts (5.3.1)."),
    (
        ce.CardsCut(100, "supervisor", Clause("5.4")),
        "The supervisor cuts 100 cards from the front (5.4).",
    ),
    (
        ce.CuttingCardPlaced(96, second=False, by="house", clause=Clause("5.6")),
        "The cutting card goes in, 96 cards behind it (5.6).",
    ),
    (
        ce.CuttingCardPlaced(1, second=True, by="house", clause=Clause("7.6")),
        "The cutting card goes in, 1 card behind it, and a second one at the very back (7.6).",
    ),
    (
        ce.CuttingCardPlaced(None, second=False, by="house", clause=Clause("5.6")),
        "The cutting card goes in (5.6).",
    ),
    (ce.CardBurned(None, Clause("5.9")), "The first card is burned (5.9)."),
    (ce.BurnedCardShown(card("7d"), Clause("8.1")), "The burned card is  7♦  (8.1)."),
    (
        ce.CuttingCardCameOut("cutting card first", None, None, Clause("5.1.2")),
        "The cutting card comes out first: the cards are shuffled now (5.1.2).",
    ),
    (
        ce.CuttingCardCameOut("cutting card on a box", 1, "ann", Clause("5.1.3")),
        "The cutting card comes out: the cards are shuffled after this round (5.1.3).",
    ),
    (
        ce.DiscardsIntoDevice(cards("2c 3c"), 1, Clause("8.2")),
        "From the discard rack into the device: 3 cards (8.2).",
    ),
    (ce.ShuffleBecameDue("start", Clause("5.1"), ()), ""),
]


@pytest.mark.parametrize(("event", "call"), CARD_CALLS)
def test_what_is_done_with_the_cards_is_called(event: e.Event, call: str) -> None:
    on = felt()
    on.tell(seat(dealt="9s 5h 8h"), event)
    assert squeezed(drawn(on)) == squeezed(call)


def test_the_opening_of_a_table_is_one_sentence() -> None:
    steps = [
        ce.CardsPrepared(step, "blue", "house", Moment(0), Clause(clause))  # type: ignore[arg-type]
        for step, clause in (("spread", "6.2"), ("wash", "6.3(a)"))
    ]
    both = [checked("house"), checked("supervisor"), *steps, shuffled()]
    assert list(card_calls(rulebook(NZ), both)) == [
        "The dealer and the supervisor check the cards (6.1); "
        "the dealer spreads (6.2) and washes (6.3(a)) them.",
        "384 cards are shuffled by hand (5.1.1).",
    ]
    assert next(card_calls(rulebook(S24), [checked("house"), shuffled()])) == (
        "The dealer checks the cards (6.1)."
    )


@pytest.mark.parametrize("width", [30, 40, 60, 80, 200])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_sign_rack_and_felt_fit_any_screen(name: str, width: int) -> None:
    on = felt(name)
    on.console.width = width
    practice = seat(name, boxes=2, dealt="9s 8c 5h 8h 2d")
    for draw in (show_sign, show_rack):
        draw(on, practice)
    on.table(practice)
    lines = drawn(on).splitlines()
    assert {len(line) for line in lines} == {min(width, 80)}
    text = drawn(on).replace("│", "").replace("\n", "").replace(" ", "")
    assert "17" in text
    assert "annhas$980" in text


def test_the_sign_shows_clauses_whole_on_80_columns() -> None:
    on = felt(NZ)
    show_sign(on, seat(NZ, dealt="9s 5h 8h"))
    for _, _, clause in sign(NZ):
        assert f" {clause} " in drawn(on)
