"""The provable seat draw: commit to a shuffled order, let somebody else cut it, reveal it (20.5.4).

The house shuffles the players and publishes a hash of a salt and the order. Somebody else then cuts
the order at a place of their choice, without having seen it; so neither of the two can steer the
result. Once the order is revealed, `verify_draw` checks the record of a draw from nothing else.
`houserules verify draw` prints what it finds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from houserules.core.record_keys import (
    MalformedRecord,
    check_head,
    get,
    tables,
)
from houserules.shoe.commitment import SALT_SIZE
from houserules.shoe.entropy import Entropy, GivenBytes
from houserules.shoe.stack import fair, shuffle
from houserules.table.records.draw_check import DrawCheck
from houserules.tournament.state import SeatDraw, SeatedEntrant

FORMAT: Final = "houserules/seat-draw-1"
LABEL: Final = "houserules/seat-order-1"
"""The first line of what is hashed: nothing hashed for another purpose starts like this."""

_DRAW_SIZE: Final = 8  # bytes; so many that hardly a value is ever thrown away
_KEYS: Final = {
    *("format", "tournament", "stage", "entrants", "commitment", "cut", "cut_by", "salt", "order"),
    *("sessions", "byes", "seats"),
}


@dataclass(frozen=True)
class Allotment:
    """Who sits where: the sessions in order, the players with a bye, those without a seat."""

    sessions: tuple[tuple[SeatedEntrant, ...], ...]
    byes: tuple[str, ...]
    left_out: tuple[str, ...]


def entropy_needed(players: int) -> int:
    """Return how many random bytes a draw takes: the salt, one draw per player, one to spare."""
    return SALT_SIZE + _DRAW_SIZE * (players + 1)


def shuffle_players(players: Sequence[str], entropy: bytes) -> tuple[tuple[str, ...], str]:
    """Return the players in random order, all orders equally likely, and the salt in hex."""
    if len(entropy) != entropy_needed(len(players)):
        raise ValueError(f"a draw of {len(players)} needs {entropy_needed(len(players))} bytes")
    order = shuffle(players, GivenBytes(entropy[SALT_SIZE:]), draw=_below)
    return order, entropy[:SALT_SIZE].hex()


def _below(entropy: Entropy, n: int) -> int:
    while True:
        value = int.from_bytes(entropy.take(_DRAW_SIZE), "big")
        if (kept := fair(value, n, span=1 << 8 * _DRAW_SIZE)) is not None:
            return kept


def commit_order(order: Sequence[str], salt: str) -> str:
    """Return the commitment: SHA-256 of label, salt and players, one per line, in UTF-8."""
    return sha256("".join(f"{line}\n" for line in (LABEL, salt, *order)).encode()).hexdigest()


def cut_order(order: Sequence[str], position: int) -> tuple[str, ...]:
    """Return the order with so many players from its top put to its bottom."""
    return (*order[position:], *order[:position])


def allot(order: Sequence[str], sizes: Sequence[int], byes: int) -> Allotment:
    """Fill table by table and box by box in that order; then come byes, then those left out."""
    sessions, start = [], 0
    for size in sizes:
        players = order[start : start + size]
        sessions.append(tuple(SeatedEntrant(player, box) for box, player in enumerate(players, 1)))
        start += size
    return Allotment(
        tuple(sessions), tuple(order[start : start + byes]), tuple(order[start + byes :])
    )


def draw_record(tournament: str, stage: str, draw: SeatDraw) -> dict[str, Any]:
    """Return the record of a draw as JSON data; before it is revealed, without order and seats."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "tournament": tournament,
        "stage": stage,
        "entrants": list(draw.entrants),
        "sessions": list(draw.sessions),
        "byes": draw.byes,
        "commitment": draw.commitment,
    }
    if draw.cut is not None:
        record |= {"cut": draw.cut, "cut_by": draw.cut_by}
    if draw.cut is not None and draw.salt is not None:
        seats = allot(cut_order(draw.order, draw.cut), draw.sessions, draw.byes).sessions
        record |= {"salt": draw.salt, "order": list(draw.order), "seats": _seats(seats)}
    return record


def _seats(sessions: Sequence[Sequence[SeatedEntrant]]) -> list[dict[str, Any]]:
    return [
        {"session": number, "box": seat.box, "player": seat.player}
        for number, session in enumerate(sessions, 1)
        for seat in session
    ]


def verify_draw(source: object, published: str | None = None) -> tuple[DrawCheck, ...]:
    """Check the record of a draw from nothing but itself, and a commitment noted before the cut.

    Raises MalformedRecord if it is not the record of a draw, or the draw is not revealed yet.
    """
    record = check_head(source, _KEYS, FORMAT)
    for key in ("tournament", "stage", "cut_by"):
        get(record, key, str, "")
    entrants, order = _names(record, "entrants"), _names(record, "order")
    sizes = get(record, "sessions", list, "")
    if any(type(size) is not int or size < 1 for size in sizes):
        raise MalformedRecord("sessions", "lists how many players sit at each table")
    cut, byes = get(record, "cut", int, ""), get(record, "byes", int, "")
    salt, commitment = get(record, "salt", str, ""), get(record, "commitment", str, "")
    tables(record, "seats", {"session", "box", "player"})
    computed = commit_order(order, salt)
    in_range = 0 <= cut < max(len(order), 1)
    seats = _seats(allot(cut_order(order, cut), sizes, byes).sessions) if in_range else None
    return (
        DrawCheck(
            "players",
            sorted(order) == sorted(entrants) and len(set(order)) == len(order),
            f"The order has {len(order)} of {len(entrants)} entrants.",
        ),
        DrawCheck(
            "commitment",
            computed == commitment and published in (None, commitment),
            f"Order and salt hash to {computed}.",
        ),
        DrawCheck("cut", in_range, f"{record['cut_by']} cut after {cut} of {len(order)} players."),
        DrawCheck(
            "seats", seats == record["seats"], f"{len(record['seats'])} seats were allotted."
        ),
    )


def _names(record: dict[str, Any], key: str) -> list[str]:
    names = get(record, key, list, "")
    if not all(isinstance(name, str) for name in names):
        raise MalformedRecord(key, "lists names")
    return names  # type: ignore[no-any-return]  # checked above
