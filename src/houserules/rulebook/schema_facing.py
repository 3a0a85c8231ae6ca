"""Which way up cards are dealt."""

from dataclasses import dataclass

from houserules.core.refusal import Clause


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A player's first two cards may be dealt face down, if an inspector has approved it."""

    dealt_face_down: Clause
    dealt_face_up: Clause
    exposed_before_third_card: Clause
