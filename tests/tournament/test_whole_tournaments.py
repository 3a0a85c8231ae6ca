"""Random tournaments, driven by nothing but their own agenda, always reach the prizes."""

import random
from collections import Counter
from typing import Any

import pytest

from houserules.core.people import Person
from houserules.tournament import commands as c
from houserules.tournament.agenda import DueStep, due_steps
from houserules.tournament.conditions.check import why_not_publish
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.evolve import evolve
from houserules.tournament.ledger import CHIPS, POOL
from houserules.tournament.play.results import open_ties, tie_to_decide
from houserules.tournament.play.seat_draw import draw_record, verify_draw
from houserules.tournament.state import TournamentState
from repetitions import repetitions
from tournament.conditions import S24, S65, document
from tournament.desk import DEALER, OPERATOR, STARTS, Desk, played_at_random


def any_stages(rng: random.Random) -> list[dict[str, Any]]:
    """Return heats, now and then a second chance or semi-finals, and a final."""

    def stage(kind: str, advance: int | None, **more: Any) -> dict[str, Any]:
        row = {"kind": kind, "rounds": 10, "tables": rng.randint(1, 3), "players_per_table": 7}
        return row | ({} if advance is None else {"advance": advance}) | more

    seats = rng.randint(3, 7)
    stages = [stage("heats", 1, players_per_table=seats, byes=rng.random() < 0.3, name="Heats")]
    if rng.random() < 0.5:
        kind = rng.choice(["repechage", "catch-up"])
        stages.append(stage(kind, 1, players_per_table=7, entrants=rng.choice([4, 7, 14])))
    if rng.random() < 0.6:
        stages.append(stage("semi-final", rng.randint(1, 2), minutes=20))
        del stages[-1]["rounds"]
    return [*stages, stage("final", None) | {"tables": 1}]


def any_document(rng: random.Random) -> tuple[dict[str, Any], int] | None:
    """Return conditions that may be published and a number of entries; None: it did not work out."""
    entries = rng.randint(4, 60)
    places = rng.randint(1, 2)
    shares = [["100"], ["66.67", "33.33"]][places - 1]
    bought = rng.random() < 0.5
    cash = bought and rng.random() < 0.5
    chips: dict[str, Any] = {"method": "bought" if bought else "allotted", "amount": "1000"}
    chips |= {"price": "100"} if bought else {}
    chips |= {"cash_value": cash} | (
        {"issued_at": "10 to 1", "redeemed_at": "10 to 1"} if cash else {}
    )
    back = rng.random() < 0.5
    includes = ["buy-ins"] * (bought and not cash) + ["buy-backs"] * back
    data = document(
        rng.choice([S65, S24]),
        entry_fee=rng.choice(["0", "50", "33.33"]),
        stages=any_stages(rng),
        chips=chips,
        limits=[{"from_round": 1, "minimum": "25", "maximum": "500"}],
        buy_back={"offered": False}
        if not back
        else {"offered": True, "times": 1, "price": "20", "method": "desk", "timing": "soon"},
        entry__minimum=entries,
        entry__maximum=entries,
        entry__agreement_in_writing=rng.random() < 0.5,
        prizes__places=[{"place": n, "share": share} for n, share in enumerate(shares, 1)],
        prizes__guarantee_entries=rng.randint(1, entries),
        prizes__includes=includes if rng.random() < 0.5 else [],
    )
    return None if why_not_publish(read_conditions(data)) else (data, entries)


def take(desk: Desk, step: DueStep, rng: random.Random) -> None:
    """Do what the agenda says."""
    number, state = step.session, desk.state
    match step.command:
        case "decide-entry-dispute":
            desk.give(c.DecideEntryDispute, dispute=step.number, says="No.")
        case "commit-seat-draw":
            desk.give(c.CommitSeatDraw, entropy=desk.entropy())
        case "cut-seat-draw":
            assert state.stage and state.stage.draw
            position = rng.randrange(len(state.stage.draw.entrants))
            desk.give(c.CutSeatDraw, DEALER, position=position)
        case "reveal-seat-draw":
            desk.give(c.RevealSeatDraw, entropy=desk.sealed)
        case "pass-stage":
            desk.give(c.PassStage)
        case "start-session":
            assert number is not None
            for seat in state.sessions[number - 1].seats:
                if rng.random() < 0.95:
                    desk.ask(c.PayBuyIn, Person(seat.player, "player"), player=seat.player)
            desk.at = max(desk.at, state.sessions[number - 1].starts)
            if not any(each.status == "running" for each in state.sessions):
                desk.give(c.StartSession, session=number)
        case "record-result":
            assert number is not None
            session = state.sessions[number - 1]
            outcome = desk.ask(
                c.RecordResult,
                session=number,
                results=played_at_random(session, rng),
                rounds=rng.randint(1, 10),
            )
            if not isinstance(outcome, tuple):
                assert outcome.code == "tournament.play-off-undecided"
        case "call-play-off":
            desk.give(c.CallPlayOff, session=number, table=state.tables[0], starts=desk.at)
        case "decide-places":
            assert number is not None
            tie = tie_to_decide(state, state.sessions[number - 1])
            names = [result.player for result in tie]
            rng.shuffle(names)
            desk.give(c.DecidePlaces, session=number, order=tuple(names), how="by lot")
        case "award-prizes":
            desk.give(c.AwardPrizes)
        case "pay-prize":
            desk.give(c.PayPrize, OPERATOR, place=step.number, how="transfer")
        case "cancel-tournament":
            desk.give(c.CancelTournament, OPERATOR, ground="other", reason="Nobody has won.")
        case other:
            raise AssertionError(other)


def interfere(desk: Desk, rng: random.Random) -> None:
    """Do something that may happen at any time; most of it is refused most of the time."""
    player = rng.choice(list(desk.state.entrants))
    by = Person(player, "player")
    match rng.randrange(40):
        case 0:
            desk.ask(c.WithdrawEntry, by, player=player)
        case 1:
            desk.ask(c.DisqualifyEntrant, player=player, ground="absent", reason="Not there.")
        case 2:
            desk.ask(c.ApproveRefund, player=player, reason="Ill.")
        case 3:
            desk.ask(c.RaiseEntryDispute, by, player=player, about="My seat.")
        case 4 | 5 | 6 | 7:
            desk.ask(c.BuyBackIn, by, player=player)


def run(seed: int) -> Desk | None:
    """Run a tournament to its end."""
    rng = random.Random(seed)
    made = any_document(rng)
    if made is None:
        return None
    data, entries = made
    desk = Desk(data["rulebook"])
    desk.give(c.DraftTournament, conditions=data)
    desk.give(c.PublishTournament, starts=STARTS, rounds_per_hour=40, pause_minutes=10)
    desk.enter(*(f"p{number:02}" for number in range(entries)))
    desk.close("1", "2", "3")
    for _ in range(5000):
        steps = due_steps(desk.state)
        if not steps:
            return desk
        if rng.random() < 0.7:
            interfere(desk, rng)
            steps = due_steps(desk.state)
        running = [step for step in steps if step.command == "record-result"]
        take(desk, running[0] if running else steps[0], rng)
        assert sum(desk.state.ledger.balances.values()) == 0
    raise AssertionError("the tournament never ends")


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_every_tournament_reaches_its_end(first: int) -> None:
    count = repetitions(10, 300)
    ended = Counter(
        check(desk)
        for seed in range(first * count, (first + 1) * count + 10)
        if (desk := run(seed))
    )
    assert ended["finished"] > 5


def check(desk: Desk) -> str:
    """Check what holds for every tournament, and return how it ended."""
    state = desk.state
    assert state.phase in ("finished", "cancelled")
    assert state.ledger.balance(POOL) == state.ledger.balance(CHIPS) == 0
    assert not due_steps(state)
    for stage in state.stages:
        sessions = state.sessions_of(stage.number)
        seats = Counter(seat.player for session in sessions for seat in session.seats)
        assert not seats or max(seats.values()) == 1
        for session in sessions:
            assert session.status == "decided" or state.phase == "cancelled"
            placed = sum(result.place is not None for result in session.results)
            assert len(session.advanced) == min(session.advance, placed)
            assert not open_ties(session, final=stage.kind == "final")
        if stage.draw and stage.draw.salt:
            checks = verify_draw(draw_record(state.name, stage.name, stage.draw))
            assert all(each.passed for each in checks)
    assert all(state.entrants[player].status != "disqualified" for player in state.placings)
    assert [prize.player for prize in state.prizes] == [*state.placings][: len(state.prizes)]
    assert [prize.place for prize in state.prizes] == [*range(1, len(state.prizes) + 1)]
    replayed = TournamentState()
    for event in desk.history:
        replayed = evolve(replayed, event)
    assert replayed == state
    return state.phase
