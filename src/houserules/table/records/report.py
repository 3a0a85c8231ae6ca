"""What a replayed record comes to, as the contract's output object."""

from typing import Any

from houserules.core.cards import show
from houserules.core.money import dollars
from houserules.core.record_keys import MalformedRecord
from houserules.table.events import WagerSettled
from houserules.table.records.record import Record
from houserules.table.records.replay import Replayed, Violation, replay
from houserules.table.round.hands import is_natural

Output = dict[str, Any]


def settle(record: Record) -> Output:
    """Replay a record and return what `houserules settle --json` prints."""
    outcome = replay(record)
    if isinstance(outcome, Violation):
        return violation(outcome)
    return settlement_output(record, outcome)


def malformed_output(error: MalformedRecord) -> Output:
    """Return the object for a record that cannot be read."""
    return {"malformed": {"where": error.where, "message": error.message}}


def violation(broken: Violation) -> Output:
    """Return the object for a record that breaks a rule."""
    refusal = broken.refusal
    return {
        "violation": {
            "decision": broken.decision,
            "clause": refusal.clause,
            "message": refusal.detail,
        }
    }


def settlement_output(record: Record, played: Replayed) -> Output:
    """Return the object for a round that was settled."""
    rows = [event for event in played.events if isinstance(event, WagerSettled)]
    net = dict.fromkeys(record.players, 0)
    for row in rows:
        net[row.player] += row.net
    return {
        "rulebook": record.rules.id,
        "dealer": {
            "cards": show(played.table.dealer),
            "total": played.table.dealer_total,
            "natural": is_natural(played.table.dealer),
        },
        "hands": [
            {
                "box": box.number,
                "hand": number,
                "cards": show(hand.cards),
                "total": hand.total,
                "doubled": bool(hand.doubled_at),
                "split": hand.split,
                "surrendered": hand.surrendered,
            }
            for box, number, hand in played.table.hands()
        ],
        "settlements": [_row(row) for row in rows],
        "net": {player: dollars(amount) for player, amount in net.items()},
        "unused": show(played.unused),
    }


def _row(row: WagerSettled) -> Output:
    return {
        "box": row.box,
        "hand": row.hand,
        "player": row.player,
        "wager": row.wager,
        "stake": dollars(row.stake),
        "result": row.result,
        "odds": str(row.odds) if row.odds else None,
        "returned": dollars(row.returned),
        "net": dollars(row.net),
        "stage": row.stage,
        "clause": row.clause,
    }
