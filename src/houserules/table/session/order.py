"""The order of wagering: who has the marker, and whose turn it is (S65 20.9, S24 21.9)."""

from houserules.table.session.state import Session, SessionPlayer


def from_marker(session: Session, box: int) -> tuple[bool, int]:
    """Return where a box stands clockwise from the marker, for sorting."""
    return box < (session.marker or 0), box


def next_marker(session: Session, *, stays: bool) -> int | None:
    """Return the box that has the marker in the next round (20.9.2, reading 210).

    It starts at the first box with a player and moves on each round; after a void round it stays,
    unless its player is out.
    """
    boxes = [player.box for player in session.players_in]
    if not session.conditions.order_of_wagering or not boxes:
        return None
    if session.marker is None:
        return boxes[0]
    if stays and session.marker in boxes:
        return session.marker
    later = [box for box in boxes if box > session.marker]
    return (later or boxes)[0]


def missing_entries(session: Session) -> tuple[SessionPlayer, ...]:
    """Return who has neither wagered nor passed nor been entered as absent, in their turn."""
    missing = [player for player in session.players_in if session.entry(player.name) is None]
    return tuple(sorted(missing, key=lambda player: from_marker(session, player.box)))


def in_turn(session: Session) -> SessionPlayer | None:
    """Return whose turn it is to wager; None: nobody's, or there is no order."""
    missing = missing_entries(session)
    return missing[0] if missing and session.conditions.order_of_wagering else None
