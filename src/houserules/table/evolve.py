"""The table after an event. Never reads rules: what was decided stays decided."""

from collections.abc import Callable
from typing import Any, Final

from houserules.table import events as e
from houserules.table.round import evolve as game
from houserules.table.round import evolve as play
from houserules.table.round import evolve_chips as chips
from houserules.table.state import Table, changed

Step = Callable[[Table, Any], Table]


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table as it stands after the event; a table with a shoe remembers the round."""
    after = STEPS[type(event)](table, event)
    return after if after.before_round is None else remembering(after, event)


def remembering(table: Table, event: e.Event) -> Table:
    """Return the table with an event of its round in the log."""
    return changed(table, log=(*table.log, event))


STEPS: Final[dict[type, Step]] = {
    e.ChipsBrought: chips.chips_brought,
    e.ChipsTaken: chips.chips_taken,
    e.WagerPlaced: chips.wager_placed,
    e.WagerWithdrawn: chips.wager_withdrawn,
    e.SideWagerPlaced: chips.side_wager_placed,
    e.SideWagerWithdrawn: chips.side_wager_withdrawn,
    e.WagerCutBack: chips.wager_cut_back,
    e.BetsClosed: game.bets_closed,
    e.CardDealt: game.card_dealt,
    e.OffersOpened: game.offers_opened,
    e.InsurancePlaced: chips.insurance_placed,
    e.WagerSurrendered: play.wager_surrendered,
    e.PlayBegan: game.play_began,
    e.CardAsked: play.card_asked,
    e.HandStood: play.hand_stood,
    e.HandDoubled: play.hand_doubled,
    e.DoubleFollowed: play.double_followed,
    e.HandSplit: play.hand_split,
    e.SplitFollowed: play.split_followed,
    e.WagerDesignated: play.wager_designated,
    e.AnswersAwaited: play.answers_awaited,
    e.AnswerDeclined: play.answer_declined,
    e.DecisionsPassed: play.decisions_passed,
    e.PlayerAbsent: play.player_absent,
    e.WagerSettled: chips.wager_settled,
    e.HandCleared: game.hand_cleared,
    e.DealerTurnBegan: game.dealer_turn_began,
    e.RoundEnded: game.round_ended,
    e.TableCleared: game.table_cleared,
    e.RoundVoided: game.round_voided,
    e.ControllerChanged: game.controller_changed,
}
"""What each event does to a table; `table.house` adds the events around the round."""
