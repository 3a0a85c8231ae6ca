"""What the floor adds to the game: the automatic dealer, seats with money, people who deal, locks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from floor.tables import DEALER, MANAGER, Played, staff
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.floor.commands import (
    BeReady,
    CreditFloat,
    FillFloat,
    GetUp,
    NextStep,
    RelieveDealer,
    SeatDealer,
    UnlockTable,
)
from houserules.floor.denial import Denied
from houserules.floor.events import ShoeRevealed
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.card_handler import card_handler_of
from houserules.floor.tables.decide import DecidedCommand, DoubtError, check, lock_table, worth
from houserules.floor.tables.settings import DealtBy, Setting, SettingError
from houserules.floor.tables.stream import set_up
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.proof import verify
from houserules.shoe.record_format import read_shoe
from houserules.shoe.state import PreShuffled
from houserules.table.cards.commands import CutForPlayers, PassCutOn
from houserules.table.cards.events import BetsReopened, CardsCut, CardsShuffled, TableOpened
from houserules.table.commands import (
    ClearTable,
    CloseBets,
    PlaceSideWager,
    PlaceWager,
    WithdrawWager,
)
from houserules.table.events import BetsClosed, CardDealt, PlayerAbsent, TableCleared
from houserules.table.sign.commands import ConfirmSideWager
from houserules.table.staff.commands import CloseTable, ReopenTable
from houserules.table.state import changed


def a_table(name: str = "nsw-pontoon-2024", **changes: object) -> Played:
    return Played(replace(Setting("t1", "Table 1", name), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_automatic_dealer_plays_a_round_of_each_game(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    assert played.state.table.phase == "betting"
    played.ready("Ann")
    assert any(isinstance(each, BetsClosed) for each in played.events)
    played.play_out()
    assert played.state.table.rounds == 1
    assert worth(played.state.table) == 1_000_00


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_events_give_the_table_again(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    for _ in range(3):
        played.wager("Ann", 1)
        played.ready("Ann")
        played.play_out()
    again = apply_events(FloorTable(played.setting), tuple(played.events), at=played.at)
    assert again.table == played.state.table


def test_nothing_is_dealt_before_somebody_comes() -> None:
    played = a_table()
    assert played.state.table.source is not None
    assert played.state.table.source.due
    played.sit("Ann", 1)
    assert [each.step for each in played.state.table.source.due][:1] == ["cut"]


def test_the_dealer_waits_until_everybody_is_ready() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.cut()
    played.wager("Ann", 1)
    played.ready("Ann")
    assert played.state.table.phase == "betting"
    assert played.state.ready == {"Ann"}
    played.ready("Bob")  # sits this round out
    assert played.state.table.phase != "betting"
    assert played.state.ready == frozenset()


def test_a_wager_clears_the_round_before() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.ready("Ann")
    played.play_out()
    assert played.state.table.phase == "over"
    played.wager("Ann", 1)
    assert any(isinstance(each, TableCleared) for each in played.events)


def test_a_refusal_of_the_rules_names_its_clause_and_changes_nothing() -> None:
    played = a_table()
    played.sit("Ann", 1)
    before = played.state
    no = played.ask(PlaceWager("Ann", 1, 1, seated=True))
    assert isinstance(no, Refusal) and no.clause
    assert played.state == before


def test_who_gets_up_before_the_first_card_has_everything_back() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.do(GetUp("Ann"))
    assert played.state.table.patrons == ()
    assert played.state.table.racks.get("Ann", 0) == 0
    assert played.state.brought == 0


@pytest.mark.clause("nz-pontoon", "5.6")
def test_who_gets_up_with_a_confirmed_wager_goes_when_it_is_settled() -> None:
    played = a_table("nz-pontoon", options=(("perfect_pairs", "5"),))
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.do(PlaceSideWager("Ann", 1, "perfect-pairs", 5_00))
    played.do(staff(ConfirmSideWager, DEALER, player="Ann", box=1))
    names = [each.name for each in played.do(GetUp("Ann"))]
    assert not {"wager.withdrawn", "side-wager.withdrawn"} & set(names)
    assert names[0] == "player.leaving"  # nobody is left to wait for: the round is played out
    assert names.index("wager.settled") < names.index("player.left")


def test_who_gets_up_in_a_round_goes_when_it_is_settled() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.cut()
    for player, box in (("Ann", 1), ("Bob", 2)):
        played.wager(player, box)
    played.ready("Ann", "Bob")
    if played.state.table.phase == "offers":
        played.step()
    played.do(GetUp("Ann"))
    played.play_out()
    assert [each.name for each in played.state.table.patrons] == ["Bob"]
    assert played.state.table.racks.get("Ann", 0) == 0
    assert played.state.leaving == frozenset()


def test_nobody_decides_for_who_left_but_the_rule_for_absent_players() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.ready("Ann")
    while played.state.table.phase == "offers":
        played.step()
    if played.state.table.phase == "playing":
        played.do(GetUp("Ann"))
        assert any(isinstance(each, PlayerAbsent) for each in played.events)
    assert played.state.table.phase in ("over", "betting")


def test_money_that_is_not_there_locks_the_table() -> None:
    played = a_table()
    played.sit("Ann", 1)
    wrong = changed(played.state, brought=played.state.brought + 1)
    with pytest.raises(DoubtError, match=r"has \$1,000 in chips, but \$1,000.01 came"):
        check(wrong)
    decided = lock_table(played.state, played.handler, "a chip is missing", at=1)
    played.state = decided.state
    no = played.ask(BeReady("Ann"))
    assert no == Denied("table.locked", "The table is locked: a chip is missing")
    assert isinstance(played.ask(staff(UnlockTable, DEALER, why="x")), Denied)
    assert isinstance(played.ask(staff(UnlockTable, MANAGER, why=" ")), Denied)
    played.do(staff(UnlockTable, MANAGER, why="counted twice"))
    assert played.state.locked is None


def test_a_dealer_with_a_virtual_shoe_makes_one_step_at_a_time() -> None:
    played = a_table(dealt_by="dealer with virtual shoe")
    played.sit("Ann", 1)
    step = staff(NextStep, DEALER)
    assert played.ask(step) == Denied(
        "dealer.not-seated", "Only the dealer behind the table can deal."
    )
    played.do(staff(SeatDealer, DEALER, licence="D-1"))
    while played.state.table.source and played.state.table.source.due[0].step != "cut":
        assert len(played.do(step)) >= 1
    played.cut()
    while played.state.table.source and played.state.table.source.due:
        played.do(step)
    played.wager("Ann", 1)
    assert isinstance(played.ask(step), Denied)  # bets are not closed by the shoe
    played.do(CloseBets())
    dealt = played.do(step)
    assert isinstance(dealt[0], CardDealt)


@pytest.mark.parametrize(
    ("amount", "code"), [(0, "float.none"), (-1, "float.none"), (1, None), (50_000_00, None)]
)
def test_the_float_tray_is_filled_by_supervisors(amount: int, code: str | None) -> None:
    played = a_table()
    answer = played.ask(staff(FillFloat, MANAGER, amount=amount))
    if code is None:
        assert isinstance(answer, DecidedCommand)
        assert answer.state.table.float_tray == amount == answer.state.brought
    else:
        assert isinstance(answer, Denied) and answer.code == code
    assert isinstance(played.ask(staff(FillFloat, DEALER, amount=100)), Denied)


@pytest.mark.parametrize(("amount", "works"), [(99_99, True), (100_00, True), (100_01, False)])
def test_no_more_goes_out_of_the_float_tray_than_is_there(amount: int, *, works: bool) -> None:
    played = a_table()
    played.do(staff(FillFloat, MANAGER, amount=100_00))
    answer = played.ask(staff(CreditFloat, MANAGER, amount=amount))
    assert isinstance(answer, DecidedCommand) == works


def test_one_dealer_relieves_another() -> None:
    played = a_table(dealt_by="dealer with real shoe")
    played.do(staff(SeatDealer, DEALER))
    other = Person("Dan", "dealer")
    assert isinstance(played.ask(staff(RelieveDealer, other)), Denied)
    played.do(staff(SeatDealer, other))
    assert played.state.dealer == "Dan"
    played.do(staff(RelieveDealer, MANAGER))
    assert played.state.dealer is None
    assert isinstance(a_table().ask(staff(SeatDealer, DEALER)), Denied)


@pytest.mark.clause("nsw-pontoon-2024", "4.3", "5.4")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "3.3", "4.4")
@pytest.mark.clause("nz-pontoon", "6.1", "7.4")
@pytest.mark.clause("nsw-pinkjack-2016", "3.3", "4.5")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_nobody_is_invented_at_a_live_table_with_a_virtual_shoe(name: str) -> None:
    played = a_table(name, kind="live", dealt_by="dealer with virtual shoe")
    assert {each.by for each in played.events if hasattr(each, "by")} == {"Max"}
    played.sit("Ann", 1)
    played.do(staff(SeatDealer, DEALER, licence="D-1"))
    step = staff(NextStep, DEALER)
    (shuffled,) = played.do(step)
    assert isinstance(shuffled, CardsShuffled)
    assert (shuffled.how, shuffled.by) == ("software", "Dora")
    played.do(staff(PassCutOn, DEALER, player="Ann"))
    cut = played.ask(step)
    if name == "nz-pontoon":  # any employee cuts
        assert isinstance(cut, DecidedCommand) and cut.events[0].by == "Dora"
        played.do(step)
    else:  # a casino supervisor does
        assert isinstance(cut, Refusal) and cut.code == "role.may-not"
        played.do(staff(CutForPlayers, Person("Sue", "casino supervisor"), depth=150))
    played.do(step)
    played.do(step)
    assert played.state.table.source is not None and not played.state.table.source.due
    people = {each.by for each in played.events if getattr(each, "by", None)}
    assert people <= {"Max", "Dora", "Sue"}
    names = {each.name for each in played.events}
    assert not names & {"cards.checked", "cards.prepared"}, "nobody inspected or washed a card"


@pytest.mark.clause("nz-pontoon", "6.1", "6.2", "6.3")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_software_shuffles_and_nobody_inspects_at_an_automatic_table(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.do(staff(PassCutOn, MANAGER, player="Ann"))
    assert [each.how for each in played.events if isinstance(each, CardsShuffled)] == ["software"]
    assert not {"cards.checked", "cards.prepared"} & {each.name for each in played.events}
    (cut,) = [each for each in played.events if isinstance(each, CardsCut)]
    assert cut.by == "house"


@pytest.mark.clause("nsw-pontoon-2024", "4.3", "4.4")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "3.3", "3.4")
@pytest.mark.clause("nsw-pinkjack-2016", "3.3", "3.4")
@pytest.mark.parametrize("by", ["casino", "Angel"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_pre_shuffled_cards_come_to_a_table_that_opens(name: str, by: PreShuffled) -> None:
    def opened(dealt_by: DealtBy) -> tuple[Any, ...]:
        setting = Setting("t1", "Table 1", name, kind="live", dealt_by=dealt_by)
        return set_up(setting, card_handler_of(setting), by="Max", at=1_000_000, pre_shuffled=by)

    with pytest.raises(SettingError):
        opened("dealer with virtual shoe")
    if name == "nz-pontoon":
        with pytest.raises(SettingError, match=r"6\.3"):
            opened("dealer with real shoe")
        return
    (table,) = [each for each in opened("dealer with real shoe") if isinstance(each, TableOpened)]
    assert (table.pre_shuffled, table.by) == (by, "Max")
    assert [due.step for due in table.steps][:2] == ["check", "secured"]


@pytest.mark.clause("nsw-pontoon-2024", "5.1.1", "20.9")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "4.1.1", "19.8")
@pytest.mark.clause("nsw-pinkjack-2016", "4.3.1", "17.8")
@pytest.mark.parametrize("name", [each for each in RULEBOOKS if each != "nz-pontoon"])
def test_the_shoe_of_a_table_that_closes_is_revealed(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.ready("Ann")
    played.play_out()
    played.do(GetUp("Ann"))
    if played.state.table.phase == "over":
        played.do(ClearTable())
    assert not [each for each in played.events if isinstance(each, ShoeRevealed)]
    played.do(staff(CloseTable, MANAGER))
    (revealed,) = [each for each in played.events if isinstance(each, ShoeRevealed)]
    checks = verify(read_shoe(json.loads(revealed.record)), revealed.commitments)
    assert all(check.passed for check in checks)
    played.do(staff(ReopenTable, MANAGER))
    source = played.state.table.source
    assert source is not None and source.due[0].step == "shuffle"
    played.sit("Bob", 2)
    shuffles = [each for each in played.events if isinstance(each, CardsShuffled)]
    assert len(shuffles) == 2 and shuffles[0].commitment != shuffles[1].commitment


@pytest.mark.clause("nsw-pontoon-2024", "5.1.2", "6.3", "6.4")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "4.1.2", "5.2", "5.3")
@pytest.mark.clause("nz-pontoon", "5.1", "5.5(b)", "7.1(b)")
@pytest.mark.clause("nsw-pinkjack-2016", "4.3.2", "5.2", "5.3")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_automatic_dealer_waits_again_when_the_cutting_card_comes_first(name: str) -> None:
    """Bets are open again until the first card (reading 63)."""
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    source = played.state.table.source
    assert source is not None
    first = changed(source, behind=source.left)  # the cutting card lies in front
    table = changed(played.state.table, source=first)
    played.state = changed(played.state, table=table)
    played.wager("Ann", 1)
    played.ready("Ann")
    assert played.state.table.phase == "betting" and not played.state.ready
    played.cut()
    assert played.state.table.phase == "betting", "Ann may still change the wager"
    clock = clock_of(played.state)
    assert clock is not None and isinstance(clock.then, CloseBets)
    played.do(WithdrawWager("Ann", 1))
    played.wager("Ann", 1, 30_00)
    played.ready("Ann")
    played.play_out()
    assert played.state.table.rounds == 1
    assert [
        type(each) for each in played.events if isinstance(each, BetsClosed | BetsReopened)
    ] == [
        BetsClosed,
        BetsReopened,
        BetsClosed,
    ]
    assert worth(played.state.table) == 1_000_00
