"""A promotion written as a promotion file: its terms and prizes, and what has happened so far."""

from json import loads
from typing import Any

from houserules.promotion.moments import write_moment
from houserules.promotion.state import PromotionState


def write_promotion(state: PromotionState) -> dict[str, Any]:
    """Return the promotion as the data of a promotion file, for `houserules promotion check`."""
    log = [{"at": write_moment(line.at), "event": line.event, **line.keys} for line in state.log]
    return {**loads(state.document), "log": log}
