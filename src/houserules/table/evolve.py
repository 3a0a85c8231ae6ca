"""The table after an event. Never reads rules: what was decided stays decided."""

from collections.abc import Callable
from typing import Any, Final

from houserules.table import events as e
from houserules.table import evolve_chips as chips
from houserules.table import evolve_round as game
from houserules.table.state import Table


def evolve(table: Table, event: e.Event) -> Table:
    """Give the table as it stands after the event."""
    return STEPS[type(event)](table, event)


STEPS: Final[dict[type, Callable[[Table, Any], Table]]] = {
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
    e.WagerSurrendered: game.wager_surrendered,
    e.PlayBegan: game.play_began,
    e.CardAsked: game.card_asked,
    e.HandStood: game.hand_stood,
    e.HandDoubled: game.hand_doubled,
    e.DoubleFollowed: game.double_followed,
    e.HandSplit: game.hand_split,
    e.SplitFollowed: game.split_followed,
    e.WagerDesignated: game.wager_designated,
    e.AnswersAwaited: game.answers_awaited,
    e.AnswerDeclined: game.answer_declined,
    e.PlayerAbsent: game.player_absent,
    e.WagerSettled: chips.wager_settled,
    e.HandCleared: game.hand_cleared,
    e.DealerTurnBegan: game.dealer_turn_began,
    e.RoundEnded: game.round_ended,
    e.TableCleared: game.table_cleared,
}
