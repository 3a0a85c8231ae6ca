"""The command behind every batch of a tournament is found again, and decides the same."""

from collections import Counter
from dataclasses import replace
from typing import Any

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.loader import rulebook
from houserules.tournament import commands as c
from houserules.tournament import events as e
from houserules.tournament.causes import decided_again
from houserules.tournament.money import events as money
from houserules.tournament.play import events as play
from repetitions import repetitions
from tournament.desk import OPERATOR, Desk
from tournament.test_whole_tournaments import run


def agrees(desk: Desk, place: int, events: tuple[Any, ...]) -> bool:
    """Whether some command brings about exactly these events at a place of a tournament."""
    before, _, at = desk.batches[place]
    outcomes = decided_again(rulebook(desk.book), before, events, at)
    return any(not isinstance(each, Refusal) and each == events for each in outcomes)


def test_every_batch_of_random_tournaments_is_decided_again_the_same() -> None:
    met: Counter[str] = Counter()
    for seed in range(repetitions(40, 600)):
        desk = run(seed)
        for place, (_, events, _) in enumerate(desk.batches if desk else ()):
            assert desk is not None and (not events or agrees(desk, place, events)), events
            met.update(event.name for event in events)
    for event in (
        *("draw-revealed", "play-off-called", "places-decided", "prize-paid"),
        *("player-disqualified", "fee-refunded", "dispute-decided", "chips-redeemed"),
    ):
        assert met[f"tournament.{event}"], event


def test_refusals_cancellations_amendments_and_allotted_seats_are_decided_again() -> None:
    desk = Desk().publish(entry__minimum=2, changes={"keys": ["play"]})
    desk.enter(*"abc")
    by = desk.state.entrants["c"]
    desk.give(c.MoveStart, starts=desk.state.starts + 3600, notice="On the board.")
    desk.close("1")
    desk.give(c.AllotSeats, order=tuple("cab"), how="By handicap.")
    desk.give(c.CancelTournament, OPERATOR, ground="other", reason="The roof leaks.")
    assert by.player == "c"
    for place, (_, events, _) in enumerate(desk.batches):
        assert agrees(desk, place, events), events


def test_a_doctored_event_is_not_decided_again_the_same() -> None:
    """One field of one event is changed: a payment, a place, a name, a clause, a prize, a seat."""
    changes: dict[type, dict[str, Any]] = {
        money.FeePaid: {"amount": 1},
        money.PrizeAwarded: {"player": "somebody"},
        play.StageDrawn: {"byes": ("somebody",)},
        play.DrawRevealed: {"order": ("a", "b")},
        play.SessionDecided: {"advanced": ("somebody",)},
        play.StageCompleted: {"eliminated": ("somebody",)},
        e.EntryAccepted: {"clause": Clause("1.1")},
        e.EntriesClosed: {"entries": 99},
    }
    met = set()
    desk = next(desk for seed in range(100) if (desk := run(seed)) and desk.state.prizes)
    for place, (_, events, _) in enumerate(desk.batches):
        for at, event in enumerate(events):
            if type(event) in changes:
                forged = replace(event, **changes[type(event)])
                assert not agrees(desk, place, (*events[:at], forged, *events[at + 1 :])), forged
                met.add(type(event))
    assert met == set(changes)
