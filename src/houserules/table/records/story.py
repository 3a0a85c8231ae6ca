"""A round told as a story: every card, decision and payment, its clause and its arithmetic."""

from dataclasses import dataclass

from houserules.rulebook.schema import Rulebook
from houserules.table.events import Event, RoundEnded, WagerSettled
from houserules.table.evolve import evolve
from houserules.table.records.payments import money, summed
from houserules.table.records.printing import write_decision
from houserules.table.records.record import Record
from houserules.table.records.replay import Replayed, Violation, replay
from houserules.table.records.story_parts import Now, Step
from houserules.table.records.story_play import tell_play
from houserules.table.records.story_settlement import tell_dealer_stops, tell_settlement
from houserules.table.records.story_wagers import tell_wagers
from houserules.table.state import Table


@dataclass(frozen=True, slots=True)
class Story:
    """The steps of a round, to its end or to the decision that was refused."""

    rules: Rulebook
    steps: tuple[Step, ...]
    violation: Violation | None


def tell(record: Record) -> Story:
    """Tell a record's round; raises MalformedRecord where it cannot be played."""
    outcome = replay(record)
    steps = _told(record.rules, outcome.events)
    if isinstance(outcome, Violation):
        return Story(record.rules, (*steps, _refusal(record, outcome)), outcome)
    return Story(record.rules, (*steps, *_results(record, outcome)), None)


def _told(rules: Rulebook, events: tuple[Event, ...]) -> list[Step]:
    """Tell the events in order; the dealer stops before the first wager that waited for that."""
    steps: list[Step] = []
    table, dealer_done = Table(), False
    for event in events:
        table = evolve(table, event)
        now = Now(rules, table)
        is_final = isinstance(event, WagerSettled) and event.stage == "final"
        if not dealer_done and (is_final or isinstance(event, RoundEnded)):
            steps.append(tell_dealer_stops(now))
            dealer_done = True
        if isinstance(event, WagerSettled):
            steps.append(tell_settlement(now, event))
        else:
            steps += tell_wagers(now, event) or tell_play(now, event)
    return steps


def _refusal(record: Record, broken: Violation) -> Step:
    what = "A wager is refused: "
    if broken.decision is not None:
        decision = write_decision(record.decisions[broken.decision])
        what = f'Decision {broken.decision} (counted from 0), "{decision}", is refused: '
    return Step("refusal", (what + broken.refusal.detail,), (broken.refusal.clause,))


def _results(record: Record, played: Replayed) -> list[Step]:
    """Say what everybody is up or down, as the sum that gives it."""
    steps = []
    rows = [event for event in played.events if isinstance(event, WagerSettled)]
    for player in record.players:
        nets = [row.net for row in rows if row.player == player]
        total = sum(nets)
        end = f"ends {money(abs(total))} {'ahead' if total > 0 else 'behind'}"
        text = f"{player} {end if total else 'comes out even'}."
        steps.append(Step("result", (text,), arithmetic=summed(nets)))
    if played.unused:
        spaced = [word for card in played.unused for word in (" ", card)]
        steps.append(Step("result", ("Cards left over:", *spaced)))
    return steps
