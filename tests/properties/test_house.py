"""Whatever staff and players do at whatever moment: nothing is lost, nothing raises, no dead end."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count, islice
from typing import Final

import pytest

from house_rounds import CORRECTIONS, Given, Shift, shift, theme
from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS
from houserules.shoe.stack import decks_of
from houserules.table import commands as c
from houserules.table import evolve as evolution
from houserules.table.cards.census import on_layout
from houserules.table.cards.events import CardBurned
from houserules.table.cards.evolve import card_burned
from houserules.table.events import (
    ChipsBrought,
    ChipsTaken,
    Event,
    TableCleared,
    WagerPlaced,
    WagerSettled,
)
from houserules.table.evolve import STEPS, evolve
from houserules.table.judge import why_not
from houserules.table.legal import legal, with_amount
from houserules.table.round.evolve_chips import wager_placed, wager_settled
from houserules.table.session.events import SessionBegun, SessionEnded
from houserules.table.sign.events import WagerFoundInPlay
from houserules.table.state import Step, Table, changed
from houserules.table.tokens import VoucherExchanged
from houserules.table.views import view_for
from seated_table import count_cards

LENGTH: Final = 150
"""Of the game in one shift; a disturbance may be several commands."""

WAY_OUT: Final = 400
"""Commands after which the table must be clear, and its cards ready again."""


DECISIONS: Final = (
    *(c.CloseBets, c.CloseOffers, c.ClearTable, c.ReportAbsent, c.Insure, c.Surrender, c.Decline),
    *(c.Hit, c.Stand, c.Double, c.Split, c.Designate, c.Forfeit),
)
"""What players and dealer decide in a round."""


def _kind(command: c.Command) -> c.Command:
    """Leave the amount out of a command, so that it can be compared with an open one."""
    if isinstance(command, c.Insure | c.Double):
        return replace(command, amount=0, tokens=0)
    return replace(command, tokens=0) if isinstance(command, c.Split) else command


def chips(table: Table) -> int:
    return sum(table.racks.values()) + table.layout() + table.float_tray


def tokens(table: Table) -> int:
    return sum(table.tokens.values()) + table.layout_tokens() + table.token_tray


def brought(table: Table, event: Event) -> tuple[int, int]:
    """Return the chips and the tokens that come to the table or leave it.

    A session puts chips of its own in the place of the float, and the float back at its end.
    """
    if isinstance(event, SessionBegun):
        return len(event.players) * event.conditions.chips - event.float_set_aside, 0
    if isinstance(event, SessionEnded):
        return event.float_returned - chips(table), 0
    if isinstance(event, ChipsBrought):
        return event.amount, 0
    if isinstance(event, ChipsTaken):
        return -event.amount, 0
    return 0, event.value if isinstance(event, VoucherExchanged) else 0


@dataclass(slots=True)
class Audit:
    """Looks at everything that happens in a shift."""

    shift: Shift
    since: Table = field(default_factory=Table)  # from where `events` lead to the shift's table
    events: list[Event] = field(default_factory=list)
    seen: list[Event] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def run(self, kinds: Sequence[type] = (), *, disturbed: float = 0.3) -> "Audit":
        """Open the table, play a shift, and find the way out at random moments and at its end."""
        kinds = kinds or theme(self.shift.rules, self.shift.rng)
        for given in self.shift.opening():
            self.look(given)
        for _ in range(LENGTH):
            if self.shift.rng.random() < 0.5:
                self.look_at_what_is_listed()
            for given in self.shift.step(kinds, disturbed=disturbed):
                self.look(given)
            if self.shift.rng.random() < 0.02:
                self.find_the_way_out()
            if self.shift.rng.random() < 0.02:
                self.replay()
                self.shift.pass_rounds()
                self.since = self.shift.table
        self.find_the_way_out()
        self.replay()
        return self

    def replay(self) -> None:
        """Let all events of the shift happen again: they give the same table."""
        assert reduce(evolve, self.events, self.since) == self.shift.table
        self.events.clear()

    def look(self, given: Given) -> None:
        """Look at a command and what came of it."""
        name = type(given.command).__name__
        if isinstance(given.outcome, Refusal):
            self.refused[name] += 1
            self.look_at_refusal(given.outcome)
            return
        self.accepted[name] += 1
        self.look_whether_listed(given)
        events, after = given.outcome
        self.events += events
        self.seen += events
        self.look_at_events(given.before, events, after)
        self.look_at_table(after)
        self.look_at_virtual_shoe()

    def look_whether_listed(self, given: Given) -> None:
        """A decision that the judge lets through, `legal` lists."""
        if isinstance(given.command, DECISIONS) and given.before.source is not None:
            known = given.before is self.shift.asked
            options = self.shift.options if known else legal(self.shift.rules, given.before)
            assert _kind(given.command) in [_kind(each.command) for each in options], given

    def look_at_refusal(self, refusal: Refusal) -> None:
        """A code, a clause that is in the register, and sentences."""
        assert register_of(self.shift.rules.registers).has(refusal.clause), refusal
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", refusal.code), refusal
        assert re.fullmatch(r"[A-Z$0-9a-z].*\.", refusal.detail), refusal

    def look_at_events(self, table: Table, events: tuple[Event, ...], after: Table) -> None:
        """Every event keeps chips, tokens and cards, and they alone make the table."""
        for event in events:
            before, table = table, evolve(table, event)
            more_chips, more_tokens = brought(before, event)
            assert chips(table) == chips(before) + more_chips, event
            assert tokens(table) == tokens(before) + more_tokens, event
            assert all(held >= 0 for held in (*table.racks.values(), *table.tokens.values())), event
            assert table.token_tray >= 0, event
            if table.source is not None:
                assert count_cards(table) == table.source.all_cards, event
                assert min(table.source.left, table.source.burned) >= 0, event
        assert table == after

    def look_at_table(self, table: Table) -> None:
        """Nothing lies on the layout when a round is over; who is asked has something at stake."""
        if table.phase == "over":
            assert table.layout() == table.layout_tokens() == 0
        if table.awaiting is not None:
            box = table.box(table.awaiting.box)
            assert box is not None
            open_stakes = {stake.player for hand in box.hands for stake in hand.open_stakes}
            assert table.awaiting.players and open_stakes.issuperset(table.awaiting.players)
        if self.shift.rng.random() < 0.05:
            view_for(self.shift.rules, table, self.shift.anything().person())

    def look_at_virtual_shoe(self) -> None:
        """Whoever holds the order of the cards holds just those that the table has not seen."""
        shoe, table = self.shift.shoe, self.shift.table
        if shoe is None or table.source is None or not table.source.shoe:
            return
        if any(due.step == "shuffle" for due in table.source.due):
            return
        assert len(shoe.stack) == table.source.left
        hidden: list[Card] = [*shoe.stack, *shoe.burned, *([shoe.under] if shoe.under else [])]
        known = [*on_layout(table), *table.discards]
        assert Counter([*hidden, *known]) == Counter(decks_of(self.shift.rules))

    def look_at_what_is_listed(self) -> None:
        """What `legal` lists, the judge lets through: the least, the most, and between."""
        rules, table, listed = self.shift.rules, self.shift.table, self.shift.listed()
        assert listed or (table.phase == "betting" and table.irregularity is None), "a dead end"
        for option in self.shift.rng.sample(listed, min(len(listed), 12)):
            if option.takes_card:
                assert why_not(rules, table, self.shift.true(option, 0)) is None, option
                continue
            for amount in (option.least, option.most, option.least + option.step):
                if option.least <= amount <= option.most:
                    assert why_not(rules, table, with_amount(option, amount)) is None, option

    def find_the_way_out(self) -> None:
        """A dealer who does the next best thing clears the table; half the time the game goes on."""
        table, shoe, events = self.shift.table, self.shift.shoe, list(self.events)
        for _ in range(WAY_OUT):
            command = self.shift.way_out()
            if command is None:
                break
            given = self.shift.give(command)
            assert not isinstance(given.outcome, Refusal), given
            self.look(given)
        else:
            raise AssertionError(f"no way out of {table}")
        if self.shift.rng.random() < 0.5:
            self.shift.table, self.shift.shoe, self.events = table, shoe, events


def audits(name: str, kinds: Sequence[type] = (), *, virtual: bool) -> Iterator[Audit]:
    """Play shifts of a game; an error says which one it was."""
    for seed in count():
        try:
            yield Audit(shift(name, seed, virtual=virtual)).run(kinds)
        except Exception as error:
            error.add_note(f"shift({name!r}, {seed}, virtual={virtual})")
            raise


@pytest.mark.parametrize("cards", ["real cards", "virtual shoe"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_anything_at_any_moment_loses_nothing_and_leaves_a_way_on(
    name: str, cards: str, rounds: int
) -> None:
    played, met = 0, Counter[str]()
    for audit in audits(name, virtual=cards == "virtual shoe"):
        played += audit.shift.table.rounds
        met += audit.accepted
        if played >= max(40, rounds // 25):
            break
    assert len(met) > (30 if cards == "virtual shoe" else 40), met


@pytest.mark.parametrize("name", RULEBOOKS)
def test_rounds_with_corrected_wagers_are_dealt_again_and_lose_nothing(
    name: str, rounds: int
) -> None:
    found, again, played = 0, 0, 0
    for audit in audits(name, CORRECTIONS, virtual=False):
        played += audit.shift.table.rounds
        found += sum(isinstance(each, WagerFoundInPlay) for each in audit.seen)
        again += audit.accepted["ConfirmReconstruction"]
        if played >= max(30, rounds // 25) and found and again:
            break


def _no_card(table: Table, event: Event) -> Table:
    return changed(card_burned(table, event), source=table.source)


def _chips_for_nothing(table: Table, event: Event) -> Table:
    return changed(wager_placed(table, event), racks=table.racks)


def _tokens_gone(table: Table, event: Event) -> Table:
    return changed(wager_settled(table, event), token_tray=table.token_tray)


def _never_cleared(table: Table, event: Event) -> Table:
    return table


@pytest.mark.parametrize(
    ("event", "mistake"),
    [
        (CardBurned, _no_card),
        (WagerPlaced, _chips_for_nothing),
        (WagerSettled, _tokens_gone),
        (TableCleared, _never_cleared),
    ],
)
def test_a_mistake_is_noticed(event: type, mistake: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "STEPS", {**STEPS, event: mistake})
    with pytest.raises(AssertionError):
        list(islice(audits("nsw-pontoon-2024", virtual=True), 12))
