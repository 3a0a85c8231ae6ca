"""Cards of a virtual shoe that staff chose, in journals from before the table refused it: all are found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from floor.playing import Batches, journal_of
from floor.tables import Played
from houserules.cli.app import app
from houserules.core.cards import Card, cards
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.events import ShoeRevealed
from houserules.floor.rounds.audit import Auditor
from houserules.floor.rounds.differences import EventDifference
from houserules.floor.tables.card_handler import VirtualCardHandler
from houserules.floor.tables.decide import DecidedCommand
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.table import apply_events
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.record_format import shoe_to_json
from houserules.table.cards.commands import ReportBurnedCard
from houserules.table.cards.events import ShuffleCalled, StepMissed
from houserules.table.cards.open_steps import open_steps
from houserules.table.commands import CloseBets, DealCard
from houserules.table.events import CardDealt
from houserules.table.irregularities.commands import (
    AcceptCard,
    ConfirmReconstruction,
    ReportCardInError,
    ReportEmptyRound,
    ReportFacedCard,
    ReportMisdeal,
)
from houserules.table.irregularities.state import CardOnOffer, WrongDeal
from houserules.table.judge import carry_out
from houserules.table.state import changed

GUS = Person("Gus", "Gaming Supervisor")
SUE = Person("Sue", "casino supervisor")
NOW = Moment(1000)
NZ = "nz-pontoon"


class Fraud(Played):
    """An automatic table of the time when staff could report anything about its cards."""

    batches: Batches

    def __init__(self, name: str, *, real: bool = False) -> None:
        dealt_by = "dealer with real shoe" if real else "automatic dealer"
        setting = Setting("t1", "Table 1", name, (), "practice", dealt_by)  # type: ignore[arg-type]
        super().__init__(setting, "fraud")
        self.batches = [tuple(self.events)]

    def do(self, command: Any) -> tuple[Any, ...]:
        """Do what must be allowed, and keep it as one batch."""
        events = super().do(command)
        self.batches.append(events)
        return events

    def once(self, command: Any) -> None:
        """Do what was allowed at a virtual shoe once: as at a real one, and the shoe follows."""
        table = self.state.table
        assert table.source is not None
        real = changed(table, source=changed(table.source, virtual=False))
        if isinstance(real.irregularity, WrongDeal):
            real = changed(
                real, irregularity=changed(real.irregularity, by="")
            )  # nobody asked who reported it
        outcome = carry_out(self.setting.rules, real, command)
        assert not isinstance(outcome, Refusal), outcome
        self.handler.follow(table, outcome[0])
        self.happen(*outcome[0])

    def happen(self, *events: Any) -> None:
        """Let something happen as one batch."""
        self.state = apply_events(self.state, events, at=self.at)
        self.events += events
        self.batches.append(events)

    def sat(self) -> "Fraud":
        """Let Ann come and cut."""
        self.sit("Ann", 1)
        self.cut()
        return self

    def begun(self) -> "Fraud":
        """Begin a round that waits for Ann."""
        while True:
            self.wager("Ann", 1)
            self.ready("Ann")
            if self.state.table.phase in ("offers", "playing"):
                return self
            self.play_out()
            self.ready("Ann")

    def stack(self) -> tuple[Card, ...]:
        """The cards of the shoe, as nobody may know them."""
        assert isinstance(self.handler, VirtualCardHandler)
        return self.handler.shoe.stack

    def deep(self) -> Card:
        """A card that is not the next of the stack."""
        return next(card for card in self.stack()[1:] if card is not self.stack()[0])

    def dealt(self) -> list[Card]:
        """The cards of the round so far."""
        return [each.card for each in self.state.table.log if isinstance(each, CardDealt)]

    def reveal(self) -> str:
        """End the shoe; gives its record."""
        assert isinstance(self.handler, VirtualCardHandler)
        self.handler.end()
        (record,) = self.handler.pop_revealed()
        text = shoe_to_json(record)
        self.happen(ShoeRevealed(tuple(each.commitment for each in record.segments), text))
        return text

    def audited(self) -> list[EventDifference]:
        """Audit the table."""
        auditor = Auditor("t1")
        with journal_of(self.batches).snapshot() as snapshot:
            for _ in auditor.follow(snapshot.stream(table_stream("t1"))):
                pass
        return auditor.found


def in_error(game: Fraud) -> None:
    game.begun()
    if game.state.table.phase == "offers":
        game.ready("Ann")
    game.once(ReportCardInError(GUS, NOW, game.deep()))
    if isinstance(game.state.table.irregularity, CardOnOffer):
        game.do(AcceptCard("Ann", 1, 1))


def swapped(game: Fraud) -> None:
    game.begun()
    game.play_out()
    first, second, *rest = game.dealt()
    assert first is not second
    game.once(ReportMisdeal(SUE, NOW, (second, first, *rest)))
    game.once(ConfirmReconstruction(SUE, NOW))


def swapped_in_hand(game: Fraud) -> None:
    """Swap the first two cards of Ann's hand: every card stays with the hand it went to."""
    game.begun()
    game.play_out()
    first, dealers, second, *rest = game.dealt()
    game.once(ReportMisdeal(SUE, NOW, (second, dealers, first, *rest)))
    game.once(ConfirmReconstruction(SUE, NOW))


def unseen(game: Fraud) -> None:
    game.begun()
    game.play_out()
    game.once(ReportCardInError(GUS, NOW, None))


RECIPES: dict[str, tuple[Callable[[Fraud], None], str]] = {
    "a card dealt in error": (in_error, "order"),
    "a misdeal with two cards swapped": (swapped, "dealt"),
    "a misdeal with two cards of one hand swapped": (swapped_in_hand, "redealt"),
    "an ace found face up": (lambda g: g.once(ReportFacedCard(GUS, NOW, g.deep())), "order"),
    "the next card found face up": (
        lambda g: g.once(ReportFacedCard(GUS, NOW, g.stack()[0])),
        "dealt",
    ),
    "a card burned": (lambda g: g.once(ReportBurnedCard(GUS, NOW, g.deep())), "order"),
    "the next card burned": (lambda g: g.once(ReportBurnedCard(GUS, NOW)), "dealt"),
    "a round without wagers": (
        lambda g: g.once(ReportEmptyRound(GUS, NOW, (g.deep(),))),
        "order",
    ),
    "a card kept under the shoe": (unseen, "dealt"),
}
NOT_IN_NZ = ("a card burned", "the next card burned", "a round without wagers")


@pytest.mark.clause("nsw-pontoon-2024", "18.1", "18.2", "18.6", "18.7", "18.8", "18.17")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "17.1", "17.2", "17.6", "17.7", "17.8", "17.17")
@pytest.mark.clause("nz-pontoon", "16.1", "16.4", "16.5")
@pytest.mark.clause("nsw-pinkjack-2016", "15.1", "15.2", "15.6", "15.7", "15.8", "15.16")
@pytest.mark.parametrize(
    ("name", "recipe"),
    [
        (name, recipe)
        for name in RULEBOOKS
        for recipe in RECIPES
        if name != NZ or recipe not in NOT_IN_NZ
    ],
)
def test_the_audit_and_the_proof_find_every_way_to_choose_a_card(
    name: str, recipe: str, tmp_path: Path
) -> None:
    commit_fraud, check = RECIPES[recipe]
    game = Fraud(name).sat()
    assert game.audited() == []
    commit_fraud(game)
    found = game.audited()
    assert found, "the audit finds it before the shoe is revealed"
    assert {each.reading for each in found} == {75}
    assert all("the software deals this shoe" in each.detail for each in found)
    assert found[0].clause
    file = tmp_path / "shoe.json"
    file.write_text(game.reveal(), "utf-8")
    assert any("fails its check" in each.detail for each in game.audited())
    result = CliRunner().invoke(app, ["verify", "shoe", "--json", str(file)])
    assert result.exit_code == 1
    checks = json.loads(result.output)["checks"]
    assert check in [each["check"] for each in checks if not each["passed"]]


@pytest.mark.clause("nsw-pontoon-2024", "18.8")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "17.8")
@pytest.mark.clause("nz-pontoon", "16.5")
@pytest.mark.clause("nsw-pinkjack-2016", "15.8")
@pytest.mark.parametrize("name", RULEBOOKS)
def test_an_old_record_does_not_pass_in_silence(name: str, tmp_path: Path) -> None:
    game = Fraud(name).sat()
    swapped_in_hand(game)
    record = json.loads(game.reveal())
    del record["redealt"]  # as records were written before
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(record), "utf-8")
    result = CliRunner().invoke(app, ["verify", "shoe", str(file)])
    assert "Verified in part" in result.output and "1 could not be made" in result.output
    assert "Verified: all" not in result.output and result.exit_code == 0
    told = json.loads(CliRunner().invoke(app, ["verify", "shoe", "--json", str(file)]).output)
    assert (told["verified"], told["unchecked"]) == (True, ["redealt"])
    assert [each["passed"] for each in told["checks"] if each["check"] == "redealt"] == [None]


@pytest.mark.clause("nsw-pontoon-2024", "18.11")
@pytest.mark.parametrize(
    "name", [name for name in RULEBOOKS if name != NZ]
)  # it has no such clause
def test_a_step_that_the_software_cannot_miss_is_found(name: str) -> None:
    game = Fraud(name)
    game.sit("Ann", 1)
    clause = game.setting.rules.powers.may_report_not_cut.clause
    game.happen(StepMissed("cut", "Gus", NOW, clause), ShuffleCalled("not cut", clause, "Gus"))
    assert [each.reading for each in game.audited()] == [75]
    assert "step.missed" in game.audited()[0].detail


@pytest.mark.clause("nsw-pontoon-2024", "18.8")
@pytest.mark.clause("nz-pontoon", "16.5")
@pytest.mark.parametrize("confirms", [SUE, Person("Max", "casino supervisor")])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_misdeal_with_real_cards_that_its_reporter_confirmed_is_found(
    name: str, confirms: Person
) -> None:
    game = Fraud(name, real=True)
    game.sit("Ann", 1)
    while steps := [*open_steps(game.setting.rules, game.state.table)]:
        game.do(next(step for step in steps if isinstance(game.ask(step), DecidedCommand)))
    game.wager("Ann", 1)
    game.do(CloseBets())
    for card in cards("9c 6d 8s"):
        game.do(DealCard(card))
    game.do(ReportMisdeal(SUE, NOW, cards("8s 6d 9c")))
    game.once(ConfirmReconstruction(confirms, NOW))
    found = game.audited()
    assert [each.reading for each in found] == ([75] if confirms is SUE else [])
    if found:
        assert "Sue had reported the error" in found[0].detail


@pytest.mark.parametrize("name", RULEBOOKS)
def test_an_honest_table_is_left_alone(name: str) -> None:
    game = Fraud(name).sat().begun()
    game.play_out()
    game.reveal()
    assert game.audited() == []
