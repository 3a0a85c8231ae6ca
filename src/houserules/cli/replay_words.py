"""What a replay says of events that nobody calls at a table: wagers, answers, people, irregularities."""

from typing import Any, Final

from houserules.cli.calls import Seen, call, money, place, signed
from houserules.core.money import dollars
from houserules.floor import happenings as h
from houserules.floor.encoding import to_data
from houserules.table import events as e
from houserules.table.cards.opening_events import TableOpened
from houserules.table.people.events import PlayerCame, PlayerCardPresented, PlayerLeft
from houserules.table.sign.events import SignPutUp, WagerRaised

_TOLD_BY_FELT: Final = ("card.dealt", "wager.settled", "burned-card.shown")
_SILENT: Final = (
    *("hand.cleared", "dealer.turn-began", "presence.noted", "shoe.revealed"),
    *("ready-card.used", "cards.checked", "cards.prepared", "shuffle.due"),
)
_QUESTIONS: Final = {
    "double": "double too",
    "split": "split too",
    "forfeit": "forfeit",
    "split-ace-again": "split the aces again",
}


def said(seen: Seen, event: Any) -> str | None:
    """Put an event into words; None: the felt tells it, or it goes without saying."""
    if event.name in _TOLD_BY_FELT or event.name in _SILENT:
        return None
    words = _wager(event) or _answer(seen, event) or _house(event)
    return words or call(seen, event) or _other(event)


def _wager(event: Any) -> str | None:
    match event:
        case e.WagerPlaced(box, player, amount, seated):
            sits = " (seated there)" if seated else ""
            return f"{player} puts {money(amount)} on box {box}{sits}."
        case WagerRaised(box, player, amount):
            return f"{player} puts {money(amount)} more on box {box}."
        case e.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {suit}" if suit else ""
            return f"{player} puts {money(amount)} on {kind}{on} of box {box}."
        case e.WagerWithdrawn(box, player) | e.SideWagerWithdrawn(box, player):
            return f"{player} takes a wager of {money(event.amount)} off box {box}."
        case e.WagerCutBack(box, player, plays, back, clause):
            return f"{player} plays for {money(plays)} on box {box}; {money(back)} back ({clause})."
        case e.ChipsBrought(player, amount):
            return f"{player} brings {money(amount)}."
        case e.ChipsTaken(player, amount):
            return f"{player} takes {money(amount)} away."
        case PlayerCame(player, seat):
            return f"{player} comes" + (f" to seat {seat}." if seat else " and stands.")
        case PlayerLeft(player):
            return f"{player} leaves."
    return None


def _answer(seen: Seen, event: Any) -> str | None:
    name = place(seen.table, getattr(event, "box", None), getattr(event, "hand", None))
    match event:
        case e.CardAsked():
            return f"{name} asks for a card."
        case e.DoubleFollowed():
            return f"{event.player} doubles too, for {money(event.amount)}."
        case e.SplitFollowed():
            return f"{event.player} splits too, for {money(event.amount)}."
        case e.WagerDesignated(box, _, player, to):
            return f"{player} stays on hand {to} of box {box}."
        case e.AnswersAwaited(question, _, _, players):
            return f"{' and '.join(players)}: {_QUESTIONS[question]}?"
        case e.AnswerDeclined(_, _, player):
            return f"{player}: no."
        case e.PlayBegan():
            return "The subsequent deal begins."
        case e.RoundEnded():
            return "The round is over."
        case e.TableCleared():
            return "The table is cleared."
    return None


def _house(event: Any) -> str | None:
    match event:
        case h.TableSetUp(setting):
            how = f"{setting.rulebook}, {setting.kind}, {setting.dealt_by}"
            return f"{setting.title} is set up by {event.by}: {how}."
        case SignPutUp(stated):
            most = f", maximum {money(stated.maximum)}" if stated.maximum else ""
            return f"The sign goes up: minimum {money(stated.minimum)}{most}."
        case TableOpened(kind, cards):
            return f"The table is opened with {cards} cards in a {kind} ({event.clause})."
        case PlayerCardPresented(player, card):
            return f"{player} shows Player Card {card.number}."
        case h.PlayerReady(player):
            return f"{player} is ready."
        case h.PlayerLeaving(player):
            return f"{player} leaves when every wager of the round is settled."
        case h.FloatMoved(amount, by) if amount > 0:
            return f"{by} fills the float tray with {money(amount)}."
        case h.FloatMoved(amount, by):
            return f"{by} takes {money(-amount)} out of the float tray."
    return None


def _other(event: Any) -> str:
    """Say what is left by its name, with everything it says."""
    told = {key: value for key, value in to_data(event).items() if value not in (None, [], "")}
    clause = f" ({told.pop('clause')})" if "clause" in told else ""
    words = ", ".join(f"{key} {_short(value)}" for key, value in told.items() if key != "at")
    return f"[{event.name}] {words}{clause}".rstrip()


def payment(seen: Seen, event: e.WagerSettled) -> str:
    """Give a payment: where, whose, which wager, its result, odds, what it brings and the clause."""
    where, stake = place(seen.table, event.box, event.hand), f"${dollars(event.stake)}"
    odds = f" {event.odds}" if event.odds else ""
    return (
        f"  {where:<9}{event.player:<11}{event.wager:<14}{stake:>9}  {event.result}{odds}"
        f"  {signed(event.net)}  {event.clause}"
    )


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
