"""`houserules play` and the cards: opened, shuffled, cut, burned, reshuffled, revealed."""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from cli.sessions import (
    NZ,
    PJ,
    S24,
    S65,
    Stacker,
    assert_in_order,
    at_table,
    payments,
    printed,
    script,
    seat,
    sit,
    squeezed,
    summary,
)
from houserules.cli.app import app as commands
from houserules.cli.practice import prompts
from houserules.cli.render.felt import Felt, shoe_and_rack
from houserules.core.cards import card
from houserules.floor.tables.card_handler import SeedEntropy, VirtualCardHandler
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.record import CardOut, Segment, ShoeRecord
from houserules.shoe.record_format import read_shoe
from houserules.table.state import Table, changed

COMMITMENT = re.compile(r"^Commitment ([0-9a-f]{64})$", re.MULTILINE)
CUT = re.compile(r"Player cuts (\d+) cards from the front \((\S+)\)\.")


def records(folder: Path) -> list[ShoeRecord]:
    """Read the shoes of a session in the order in which they were dealt."""
    files = sorted(folder.iterdir(), key=lambda file: int(file.stem.removeprefix("shoe-")))
    return [read_shoe(json.loads(file.read_text("utf-8"))) for file in files]


def assert_verified(folder: Path, transcript: str) -> None:
    """Check every shoe with `houserules verify shoe`, by the commitments that were shown."""
    shown = COMMITMENT.findall(transcript)
    kept = [each.commitment for record in records(folder) for each in record.segments]
    assert kept == shown
    for file in folder.iterdir():
        data = json.loads(file.read_text("utf-8"))
        noted = [word for each in data["segments"] for word in ("--published", each["commitment"])]
        result = CliRunner().invoke(commands, ["verify", "shoe", str(file), *noted])
        assert result.exit_code == 0, result.output


def rounds(count: int, name: str, *arguments: str, behind: int | None = None) -> str:
    """Play so many rounds by Enter where there is a default, else by standing or drawing.

    `behind` is where the dealer puts the cutting card of the first shoe. The felt is not drawn: that
    is most of the time, and other tests look at it.
    """
    left, depths, always = [count], [behind], VirtualCardHandler._behind

    def answer(console: Console, prompt: Text) -> str:
        text = prompt.plain
        console.print(text, end=" >\n")
        if "next round" in text:
            left[0] -= 1
            return "" if left[0] else "q"
        if "[Enter]" in text:
            return ""
        return "s" if " s stand" in text else "h"

    def place(self: VirtualCardHandler, table: Table) -> int:
        depth = depths.pop() if depths else None
        return always(self, table) if depth is None else depth

    decks = f"decks={'4' if name == NZ else '6'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prompts, "read_line", answer)
        patch.setattr(Felt, "table", lambda self, practice: None)
        patch.setattr(VirtualCardHandler, "_behind", place)
        return printed(sit([], name, "--set", decks, "--balance", "9000", *arguments))


OPENING = [
    (S24, "384 cards are shuffled by the software (5.1.1)."),
    (S65, "384 cards are shuffled by the software (4.1.1)."),
    (
        NZ,
        "384 cards are shuffled by the software (7.1(a)).",
    ),
    (PJ, "416 cards are shuffled by the software (4.3.1)."),
]


@pytest.mark.clause(S24, "4.3", "5.1.1")
@pytest.mark.clause(S65, "3.3", "4.1.1")
@pytest.mark.clause(NZ, "6.1", "6.2", "6.3(a)", "6.3(b)", "6.3(c)", "7.1(a)")
@pytest.mark.clause(PJ, "3.3", "4.3.1")
@pytest.mark.parametrize(("name", "said"), OPENING)
def test_the_table_is_opened_by_the_rules(name: str, said: str) -> None:
    transcript = printed(sit([], name))
    assert said in squeezed(transcript)
    assert len(COMMITMENT.findall(transcript)) == 1


@pytest.mark.clause(S24, "6.1")
def test_a_practice_player_card_is_presented_where_one_is_asked_for() -> None:
    said = "in practice chips and a practice Player Card (6.1). Type ?"
    assert said in squeezed(printed(sit([], S24)))
    for name in (S65, NZ, PJ):
        assert "Player Card" not in printed(sit([], name))


TOLD = [
    (S24, "Conduct (4.8, 4.9, 20.2, 20.3, 20.8, 20.11): type told", "4.9 Players are"),
    (S65, "Conduct (3.8, 3.9, 19.1, 19.2, 19.7, 19.10, 19.14): type", "3.9 Players are"),
    (NZ, "Conduct (4.2, 8.9, 8.10): type told", "8.9 Players are responsible"),
    (PJ, "Conduct (3.8, 3.9, 17.1, 17.2, 17.7, 17.10, 17.14): type", "3.9 Players are"),
]


@pytest.mark.parametrize(("name", "short", "whole"), TOLD)
def test_players_are_told_about_conduct_in_short_and_on_request(
    name: str, short: str, whole: str
) -> None:
    transcript = squeezed(printed(sit(["told"], name)))
    assert short in transcript
    assert whole not in transcript.partition("> told")[0]
    assert whole in transcript.partition("> told")[2]


CUTS = [(S24, "5.3.1", 48), (S65, "4.3.1", 48), (NZ, "7.3(a)", 48), (PJ, "4.4.1", 52)]


@pytest.mark.clause(S24, "5.3.1", "5.5", "5.6", "5.9")
@pytest.mark.clause(S65, "4.3.1", "4.5", "4.6", "4.9")
@pytest.mark.clause(NZ, "7.3(a)", "7.5", "7.6", "8.1")
@pytest.mark.clause(PJ, "4.4.1", "4.6", "4.7", "4.8")
@pytest.mark.parametrize(("name", "clause", "deck"), CUTS)
def test_the_first_player_cuts_a_deck_or_more_in_from_either_end(
    name: str, clause: str, deck: int
) -> None:
    size = deck * 8
    typed = [str(deck - 1), str(size - deck + 1), str(size - deck), "q"]
    transcript = squeezed(printed(sit(typed, name)))
    assert f"{deck} to {size - deck} from the front" in transcript
    assert transcript.count("is too near an end") == 2
    assert f"Player cuts {size - deck} cards from the front ({clause})." in transcript
    assert f"{size // 4} cards behind it" in transcript
    assert "The first card is burned" in transcript
    at_the_front = squeezed(printed(sit([str(deck), "q"], name)))
    assert f"Player cuts {deck} cards from the front ({clause})." in at_the_front


@pytest.mark.clause(S24, "5.5")
@pytest.mark.clause(NZ, "7.5")
@pytest.mark.parametrize(("name", "clause"), [(S24, "5.5"), (NZ, "7.5")])
def test_a_cut_out_of_range_is_refused_with_its_clause_and_asked_again(
    name: str, clause: str
) -> None:
    transcript = squeezed(printed(sit(["47", "48"], name)))
    calls = [
        "No: Cut with 48 to 336 of the 384 cards in front; 47 is too near an end.",
        f"{clause} ",
        "Cut the cards?",
        "Player cuts 48 cards",
    ]
    assert_in_order(transcript, calls)


@pytest.mark.clause(S24, "5.4")
@pytest.mark.clause(S65, "4.4")
@pytest.mark.clause(NZ, "7.4")
@pytest.mark.clause(PJ, "4.5")
@pytest.mark.parametrize(("name", "clause"), [(S24, "5.4"), (S65, "4.4"), (NZ, "7.4"), (PJ, "4.5")])
@pytest.mark.parametrize("no", ["d", "decline", "n"])
def test_a_declined_cut_is_for_the_house(name: str, clause: str, no: str) -> None:
    transcript = squeezed(printed(sit([no, "q"], name)))
    assert "Player does not cut (" in transcript
    assert re.search(rf"The house cuts \d+ cards from the front \({clause}\)\.", transcript)


def test_enter_cuts_somewhere_in_the_middle_and_not_always_at_one_place() -> None:
    found = {CUT.search(squeezed(at_table(["q"], S24, "--seed", str(n)))) for n in range(12)}
    depths = {int(match[1]) for match in found if match}
    assert len(depths) > 6
    assert all(120 <= depth <= 264 for depth in depths)


@pytest.mark.parametrize("wrong", ["hello", "-60", "100.5", "1" * 30, "²"])
def test_what_is_no_number_of_cards_is_asked_again(wrong: str) -> None:
    transcript = squeezed(printed(sit([wrong, "100"], S24)))
    assert "is not a number of cards; choose 48 to 336, d to decline, or Enter alone." in transcript
    assert "Player cuts 100 cards" in transcript


def test_help_and_clauses_at_the_cut() -> None:
    transcript = squeezed(printed(sit(["?", "why 5.5", ""], S24)))
    assert "48 to 336 cards from the front d do not cut At any prompt" in transcript
    assert "sign, rack and told show the sign, shoe and discard rack" in transcript
    assert "5.5 The person who cuts" in transcript


@pytest.mark.parametrize("typed", [[], ["q"]])
def test_who_leaves_at_the_cut_has_declined_it_and_the_proof_is_whole(
    typed: list[str], tmp_path: Path
) -> None:
    transcript = printed(sit(typed, S24, "--shoes", str(tmp_path)))
    assert re.search(r"Player does not cut \(\S+\)\. The house cuts", squeezed(transcript))
    assert "The shoe ends after 0 rounds. Its record is in" in squeezed(transcript)
    assert_verified(tmp_path, transcript)


def test_the_same_seed_gives_the_same_stacks_whatever_the_cut() -> None:
    shown = [COMMITMENT.findall(printed(sit([cut], S24, "--seed", "7")))[0] for cut in ("60", "d")]
    assert shown[0] == shown[1]
    assert COMMITMENT.findall(at_table([], S24, "--seed", "8"))[0] != shown[0]
    assert at_table([], S24, "--seed", "8") == at_table([], S24, "--seed", "8")


def test_a_seed_is_a_stream_of_hashes() -> None:
    one, other = SeedEntropy("7"), SeedEntropy("7")
    hashes = [sha256(f"houserules/seed-1\n7\n{n}\n".encode()).digest() for n in range(3)]
    assert one.take(40) + one.take(50) == b"".join(hashes)[:90] == other.take(90)
    assert SeedEntropy("8").take(32) != hashes[0]
    assert len(SeedEntropy("\udcff").take(5)) == 5


@pytest.mark.clause(NZ, "8.1")
def test_in_new_zealand_a_player_may_see_the_burned_card(stack: Stacker, tmp_path: Path) -> None:
    stack("7d 9s 6h Kh 9c")
    typed = script("burned burned 20 n burned s q")
    transcript = at_table(typed, NZ, "--shoes", str(tmp_path))
    assert "The first card is burned (8.1). Type burned to see it." in squeezed(transcript)
    assert "The burned card is 7♦ (8.1)." in squeezed(transcript)
    assert transcript.count("No: There is no burned card face down to show.") == 2
    burn = records(tmp_path)[0].segments[0].burn
    assert burn is not None
    assert (burn.card, burn.shown) == (card("7d"), True)
    assert_verified(tmp_path, transcript)


@pytest.mark.clause(NZ, "8.1")
def test_in_new_zealand_the_burn_is_the_operators_choice(tmp_path: Path) -> None:
    chosen = ("--set", "first_card_burned=false", "--shoes", str(tmp_path))
    transcript = at_table(["burned", "q"], NZ, *chosen)
    assert "is burned" not in transcript
    assert "No: There is no burned card face down to show." in transcript
    assert_verified(tmp_path, transcript)


@pytest.mark.clause(S24, "5.9")
@pytest.mark.clause(S65, "4.9")
@pytest.mark.clause(PJ, "4.8")
@pytest.mark.parametrize(("name", "clause"), [(S24, "5.9"), (S65, "4.9"), (PJ, "4.8")])
def test_in_new_south_wales_nobody_sees_the_burned_card(name: str, clause: str) -> None:
    transcript = at_table(["burned", "?"], name)
    assert f"No: Burned cards are not shown to players in this game.\n    {clause}  " in transcript
    assert "Type burned" not in transcript
    assert "burned shows" not in transcript


SHUFFLED = {  # at once, after the round; the cut of a box, of the dealer's hand, of the first card
    S24: ("5.1.2", "5.1.3", "5.3.2", "5.3.3", "5.3.4"),
    S65: ("4.1.2", "4.1.3", "4.3.2", "4.3.3", "4.3.4"),
    NZ: ("7.1(b)", "7.1(c)", "7.3(b)", "7.3(c)", "7.3(c)"),
    PJ: ("4.3.2", "4.3.3", "4.4.2", "4.4.3", "4.4.4"),
}
SESSION = ("--boxes", "7", "--seed", "2")
ROUNDS = 11


@cache
def dry_run(name: str) -> Segment:
    """Play a session, to see where its cards go."""
    with TemporaryDirectory() as folder:
        rounds(ROUNDS, name, *SESSION, "--shoes", folder)
        return records(Path(folder))[0].segments[0]


def cutting_card_before(name: str, wanted: str) -> tuple[int, int]:
    """Find a card in the back half of a shoe: the first of a round, or a later one to this place.

    Give how many cards are behind a cutting card that comes out before it, and the round.
    """
    segment = dry_run(name)
    outs = [out for out in segment.out if isinstance(out, CardOut)]
    for number, out in enumerate(outs):
        first = number == 0 or outs[number - 1].round < out.round
        kind = "first" if first else out.to.kind
        if kind == wanted and number + 1 >= len(segment.stack) // 2:
            return len(segment.stack) - number - 1, out.round
    raise AssertionError(f"no card is {wanted} in the back half")


@pytest.mark.clause(S24, "5.1.3", "5.3.2", "5.3.3")
@pytest.mark.clause(S65, "4.1.3", "4.3.2", "4.3.3")
@pytest.mark.clause(NZ, "7.1(c)", "7.3(b)", "7.3(c)")
@pytest.mark.clause(PJ, "4.3.3", "4.4.2", "4.4.3")
@pytest.mark.parametrize(("wanted", "cut"), [("box", 2), ("dealer", 3)])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_cutting_card_within_a_round_has_the_cards_shuffled_after_it(
    name: str, wanted: str, cut: int, tmp_path: Path
) -> None:
    behind, number = cutting_card_before(name, wanted)
    transcript = rounds(ROUNDS, name, *SESSION, "--shoes", str(tmp_path), behind=behind)
    clauses = SHUFFLED[name]
    calls = [
        f"PRACTICE round {number} ",
        f"The cutting card comes out: the cards are shuffled after this round ({clauses[1]}).",
        f"PRACTICE round {number + 1} ",
        f"The shoe ends after {number} rounds. Its record is in",
        f"cards are shuffled by the software ({clauses[1]}).",
        "Commitment ",
        "Cut the cards?",
        f"cards from the front ({clauses[cut]}).",
        "Box 1, your wager",
    ]
    assert_in_order(transcript, calls)
    assert_verified(tmp_path, transcript)


@pytest.mark.clause(S24, "5.1.2", "5.3.4")
@pytest.mark.clause(S65, "4.1.2", "4.3.4")
@pytest.mark.clause(NZ, "7.1(b)", "7.3(c)")
@pytest.mark.clause(PJ, "4.3.2", "4.4.4")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_cutting_card_before_the_first_card_has_the_cards_shuffled_at_once(
    name: str, tmp_path: Path
) -> None:
    behind, number = cutting_card_before(name, "first")
    transcript = rounds(ROUNDS, name, *SESSION, "--shoes", str(tmp_path), behind=behind)
    clauses = SHUFFLED[name]
    calls = [
        f"PRACTICE round {number} ",
        "No more bets.",
        f"The cutting card comes out first: the cards are shuffled now ({clauses[0]}).",
        "Bets are open again until the first card",
        f"The shoe ends after {number - 1} rounds",
        f"cards are shuffled by the software ({clauses[0]}).",
        "Cut the cards?",
        f"cards from the front ({clauses[4]}).",
        " Box 1 ",
        f"PRACTICE round {number + 1} ",
    ]
    assert_in_order(transcript, calls)
    assert summary(transcript)[0] == ROUNDS
    assert_verified(tmp_path, transcript)


def test_the_felt_says_that_the_cutting_card_is_out() -> None:
    practice = seat()
    while not practice.is_ready:
        practice.go_on_alone()
    assert practice.table.source is not None
    assert shoe_and_rack(practice.table) == "shoe 383  rack 1"
    out = changed(practice.table, source=changed(practice.table.source, out=True))
    assert shoe_and_rack(out) == "shoe 383, cutting card out  rack 1"


RAN_OUT = [
    (S24, "18.9", True),
    (S65, "17.9", True),
    (NZ, "16.7", False),
    (PJ, "15.9", True),
]


@pytest.mark.clause(S24, "18.9")
@pytest.mark.clause(S65, "17.9")
@pytest.mark.clause(NZ, "16.7")
@pytest.mark.clause(PJ, "15.9")
@pytest.mark.parametrize(("name", "clause", "burned"), RAN_OUT)
def test_cards_that_run_out_are_filled_up_from_the_discards(
    name: str, clause: str, *, burned: bool, tmp_path: Path
) -> None:
    more = ("--boxes", "7", "--seed", "1", "--shoes", str(tmp_path))
    transcript = rounds(18, name, *more, behind=1)
    refill = re.search(rf"No card is left: the other \d+ cards are .* \({clause}\)\.", transcript)
    assert refill
    rest = squeezed(transcript[refill.end() :])
    assert rest.startswith("Commitment ")
    assert rest.partition("from the front, d decline")[1]
    assert ("The first card is burned" in rest.partition(" Box ")[0]) is burned
    first = records(tmp_path)[0]
    assert len(first.segments) > 1
    assert first.segments[1].layout
    assert_verified(tmp_path, transcript)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_shoe_of_a_long_session_is_kept_and_verified(name: str, tmp_path: Path) -> None:
    transcript = rounds(15, name, "--boxes", "7", "--seed", "3", "--shoes", str(tmp_path))
    kept = records(tmp_path)
    assert len(kept) > 1
    played = [o for r in kept for s in r.segments for o in s.out if isinstance(o, CardOut)]
    assert {out.round for out in played} == set(range(1, summary(transcript)[0] + 1))
    assert_verified(tmp_path, transcript)


def test_a_record_says_where_every_card_went(stack: Stacker, tmp_path: Path) -> None:
    stack("2c 8s 6h 8h 3d Kh 9c Qd 9d")
    transcript = at_table(script("20 n p s s q"), S24, "--shoes", str(tmp_path))
    segment = records(tmp_path)[0].segments[0]
    assert [f"{o.card} {o.to}" for o in segment.out if isinstance(o, CardOut)] == [
        "8s box 1",
        "6h dealer",
        "8h box 1",
        "3d box 1.1",
        "Kh box 1.2",
        "9c dealer",
        "Qd dealer",
    ]
    assert segment.cut is not None
    assert (segment.cut.at, segment.cut.by, segment.left) == (48, "Player", 376)
    assert len(payments(transcript)) == 2


def test_a_record_has_the_options_of_its_table(tmp_path: Path) -> None:
    at_table(["q"], S24, "--set", "decks=6", "--set", "resplit=true", "--shoes", str(tmp_path))
    chosen = dict(records(tmp_path)[0].options)
    assert chosen == {"perfect_pairs": "5", "decks": 6, "resplit": True}


def test_records_that_are_there_stay(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shoes"
    for _ in range(2):
        at_table(["q"], S24, "--seed", "1", "--shoes", str(folder))
    first, second = (folder / f"shoe-{n}.json" for n in (1, 2))
    assert first.read_text("utf-8") == second.read_text("utf-8")


def test_without_a_folder_a_line_says_how_to_keep_a_shoe() -> None:
    said = "Use --shoes DIR to keep its record for houserules verify shoe."
    assert said in squeezed(at_table(["q"], S24))


def test_a_disk_that_fails_is_told_and_ends_with_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(record: ShoeRecord) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("houserules.cli.practice.options.shoe_to_json", full)
    result = sit(["", "q"], S24, "--shoes", str(tmp_path))
    assert result.exit_code == 74
    assert "cannot be written: No space left on device." in squeezed(result.output)
    assert "PRACTICE  Player leaves the table" in result.output


DEVICE = ("--set", "dealt_from=shuffling device")


@pytest.mark.clause(S24, "5.7", "8.2")
@pytest.mark.clause(S65, "4.7", "7.2")
@pytest.mark.clause(PJ, "4.1", "7.2")
@pytest.mark.parametrize(("name", "clause"), [(S24, "8.2"), (S65, "7.2"), (PJ, "7.2")])
def test_a_shuffling_device_is_not_cut_and_takes_the_discards_in(
    name: str, clause: str, stack: Stacker
) -> None:
    stack("2c 9s 6h Kh Qc Ad")
    transcript = printed(sit(script("20 n s . 20 n s s s"), name, *DEVICE))
    assert "Cut the cards?" not in transcript
    assert not COMMITMENT.findall(transcript)
    calls = [
        "cards are shuffled by the software",
        "The first card is burned",
        f"From the discard rack into the device: 1 card ({clause}).",
        "PRACTICE round 2 ",
    ]
    assert_in_order(transcript, calls)
    first, second = transcript.split("\nPRACTICE  round ")[1:]
    dealt = len(re.findall(r"^  (?:Box 1|Dealer) .*[♠♥♦♣]", first, re.MULTILINE))
    assert f"From the discard rack into the device: {dealt} cards ({clause})." in second


def test_new_zealand_has_no_device() -> None:
    result = sit([], NZ, *DEVICE)
    assert result.exit_code == 2
    assert "dealt_from: is not an option of nz-pontoon" in result.output


@pytest.mark.clause(NZ, "3.4", "6.4", "6.4(a)", "6.4(b)", "6.4(c)")
def test_the_automatic_shuffler_of_new_zealand(tmp_path: Path) -> None:
    more = ("--set", "shuffled_by=automatic shuffler", "--shoes", str(tmp_path))
    transcript = at_table(["q"], NZ, *more)
    assert "384 cards are shuffled by the software (7.1(a))." in squeezed(transcript)
    assert_verified(tmp_path, transcript)


def test_the_sign_and_the_rack_may_be_seen_at_any_prompt(stack: Stacker) -> None:
    stack("2c 9s 6h Kh Qc 9d")
    transcript = printed(sit(script("rack . sign 20 rack n rack s rack q"), S24))
    assert transcript.count("PRACTICE  Pontoon, New South Wales") == 2
    assert transcript.count("PRACTICE  shoe 1 and discard rack") == 4
    racks = re.findall(r"Discard rack +(.*?) +│", transcript)
    assert racks == ["0 cards", "1 card (1 face down)", "1 card (1 face down)", racks[3]]
    assert re.fullmatch(r"\d cards \(1 face down\)", racks[3])
    assert "not in the shoe yet" in transcript.partition("Cut the cards")[2]
    assert "9:2" in transcript


def test_the_sign_of_the_table_is_what_is_played() -> None:
    transcript = at_table(["sign", "30"], S24, "--set", "minimum=25", "--set", "maximum=28")
    assert squeezed(transcript).count("Wagers per box $25 to $28") == 2
    assert "Box 1, your wager:  $25 to $28, 0 none" in transcript


WRONG = [
    ((S24, "--live", "--seed", "1"), "--live: the cards are real ones; a --seed"),
    ((S24, "--live", "--shoes", "x"), "--shoes: real cards have no stack and salt to reveal"),
    ((S24, *DEVICE, "--shoes", "x"), "--shoes: a shuffling device shuffles every round (3.3.1)"),
    ((S24, "--shoes", "/dev/null/x"), "--shoes /dev/null/x: no such folder can be made"),
    ((S24, "--shoes", "a\0b"), "no such folder can be made"),
    ((S24, "--set", "minimum=5.25"), "--set: Choose limits in multiples of $0.50"),
    ((S24, "--set", "maximum=4"), "no maximum below the minimum. (7.1)"),
]


@pytest.mark.parametrize(("arguments", "problem"), WRONG)
def test_a_table_that_cannot_be_is_refused_at_the_door(
    arguments: tuple[str, ...], problem: str
) -> None:
    result = sit(["q"], *arguments)
    assert result.exit_code == 2
    assert problem in result.output
    assert "Traceback" not in result.output
