"""What is still to do in promotions, as the registers list it: steps of the agenda, by subject."""

from collections.abc import Iterable
from typing import Final

from houserules.core.codec import Data, to_data
from houserules.floor.narrator import sentence_data
from houserules.floor.promotions.stream import STREAMS, FloorPromotion
from houserules.promotion.agenda import DuePromotionStep, due_steps
from houserules.table.narrator.sentence import Sentence, complete, without_stop, words

_DUTIES: Final[dict[str, frozenset[str]]] = {
    "claims": frozenset({"refuse-claim", "tell-refusal"}),
    "winners": frozenset({"tell-winner", "hand-over-prize", "pay-promotion-prize"}),
    "integrity": frozenset({"tell-inspector", "postpone-promotion", "resume-promotion"}),
    "disputes": frozenset({"decide-promotion-dispute"}),
    "promotions": frozenset(
        {
            *("send-terms", "publish-terms", "nominate-scrutineer", "amend-terms"),
            *("give-draw-entropy", "draw-prize"),
        }
    ),
}
"""The steps that a register lists, by its name."""


def open_duties(register: str, promotions: Iterable[FloorPromotion]) -> list[Data]:
    """Return what is still to do on the subject of a register, in these promotions."""
    listed = _DUTIES.get(register, frozenset())
    return [
        {
            "table": f"{STREAMS}{each.setting.promotion}",
            **to_data(step),
            "sentence": sentence_data(_sentence(step)),
        }
        for each in promotions
        if listed and each.state.phase != "new"
        for step in due_steps(each.rules, each.state)
        if step.command in listed
    ]


def _sentence(step: DuePromotionStep) -> Sentence:
    what = without_stop(step.what)
    if step.due is None:
        return complete(step, words("{task}.", task=what), called=False)
    return complete(step, words("{task} by {due}.", task=what, due=step.due), called=False)
