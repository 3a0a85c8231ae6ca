"""One sentence for everything that happens at a table of the floor, in a tournament and in a promotion.

The sentences of the game are those of `table.narrator`; tournaments and promotions have a `narrator` of
their own. Here are those of the house beside them.
"""

from types import MappingProxyType
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.money import format_money
from houserules.floor import events as floor_events
from houserules.floor.promotions.stream import PromotionSetUp
from houserules.floor.tournaments.stream import TournamentSetUp
from houserules.promotion import narrator as promotion_narrator
from houserules.table.narrator import narrate as table_narrator
from houserules.table.narrator.sentence import Scene, Sentence, Sentences, Words, words
from houserules.tournament import narrator as tournament_narrator


def _tell_set_up(event: floor_events.TableSetUp, scene: Scene) -> Words:
    setting = event.setting
    return words(
        "{by} sets up “{title}”: {rulebook}, {kind}, {dealt_by}.",
        title=setting.title,
        rulebook=setting.rulebook,
        kind=setting.kind,
        dealt_by=setting.dealt_by,
    )


def _tell_seated(event: floor_events.DealerSeated, scene: Scene) -> Words:
    licence = f"licence {event.licence}" if event.licence else "no licence"
    return words("{dealer} deals from now on ({licence}).", licence=licence)


def _tell_float_moved(event: floor_events.FloatMoved, scene: Scene) -> Words:
    if event.amount >= 0:
        return "{by} fills the float tray with {amount}."
    return words("{by} takes {sum} out of the float tray.", sum=format_money(-event.amount))


def _tell_tournament(event: TournamentSetUp, scene: Scene) -> Words:
    return words(
        "{by} sets up the tournament {tournament}: {kind}, run by the {run_by}.",
        run_by=event.run_by,
    )


CALLS: Final[Sentences] = MappingProxyType(
    {
        **table_narrator.CALLS,
        **tournament_narrator.CALLS,
        **promotion_narrator.CALLS,
        floor_events.PlayerLeaving: "{player} {player:leaves|leave} when the round is over.",
        floor_events.ShoeRevealed: "The shoe is over, and its order is revealed.",
        floor_events.TableLocked: lambda event, scene: (
            "The table is locked: {why}" if scene.for_staff else "The table is locked."
        ),
    }
)
NOTES: Final[Sentences] = MappingProxyType(
    {
        **table_narrator.NOTES,
        **tournament_narrator.NOTES,
        **promotion_narrator.NOTES,
        TournamentSetUp: _tell_tournament,
        PromotionSetUp: "{by} sets up the promotion {promotion}: {kind}.",
        floor_events.TableSetUp: _tell_set_up,
        floor_events.DealerSeated: _tell_seated,
        floor_events.DealerRelieved: "{dealer} no longer deals.",
        floor_events.PlayerReady: "{player} {player:is|are} ready.",
        floor_events.FloatMoved: _tell_float_moved,
        floor_events.PaymentHeld: "A payment waits: the float is {short} short.",
        floor_events.PaymentReleased: "The float was filled: the payment is made.",
        floor_events.TableUnlocked: "{by} unlocks the table: {why}",
        floor_events.AlertAcknowledged: "{by} acknowledges: {says}",
    }
)


def narrate(event: Any, scene: Scene = Scene()) -> Sentence:  # noqa: B008  # it never changes
    """Return the sentence of an event in the stream of a table, a tournament or a promotion."""
    return table_narrator.narrate_from(CALLS, NOTES, event, scene)


def sentence_data(sentence: Sentence) -> Data:
    """Return a sentence as it is sent; the reader fills its gaps."""
    return {
        "template": sentence.template,
        "people": dict(sentence.people),
        "values": dict(sentence.values),
        "called": sentence.called,
    }
