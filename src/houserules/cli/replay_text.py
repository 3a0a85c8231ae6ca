"""What a replay says of events that nobody calls at a table: wagers, answers, people, irregularities."""

from collections.abc import Iterable
from typing import Any, Final

from houserules.cli.narration import Seen, call, place, signed_money
from houserules.core.cards import Card
from houserules.core.codec import to_data
from houserules.core.money import dollars, format_money
from houserules.floor import events as h
from houserules.table import events as e
from houserules.table.cards.events import TableOpened
from houserules.table.irregularities import events as d
from houserules.table.irregularities import events as m
from houserules.table.people.events import PlayerCame, PlayerCardPresented, PlayerLeft
from houserules.table.sign.events import SignPutUp, WagerFoundInPlay, WagerRaised

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


def describe(seen: Seen, event: Any) -> str | None:
    """Put an event into words; None: the felt tells it, or it goes without saying."""
    if event.name in _TOLD_BY_FELT or event.name in _SILENT:
        return None
    words = _wager(event) or _answer(seen, event) or _house(event) or _irregular(event)
    return words or call(seen, event) or _other(event)


def _wager(event: Any) -> str | None:
    match event:
        case e.WagerPlaced(box, player, amount, seated):
            sits = " (seated there)" if seated else ""
            return f"{player} puts {format_money(amount)} on box {box}{sits}."
        case WagerRaised(box, player, amount):
            return f"{player} puts {format_money(amount)} more on box {box}."
        case e.SideWagerPlaced(box, player, kind, amount, suit):
            on = f" on {suit}" if suit else ""
            return f"{player} puts {format_money(amount)} on {kind}{on} of box {box}."
        case e.WagerWithdrawn(box, player) | e.SideWagerWithdrawn(box, player):
            return f"{player} takes a wager of {format_money(event.amount)} off box {box}."
        case e.WagerCutBack(box, player, plays, back, clause):
            return f"{player} plays for {format_money(plays)} on box {box}; {format_money(back)} back ({clause})."
        case WagerFoundInPlay(box, player, amount, clause=clause):
            shares = ", ".join(
                f"{each.player} plays for {format_money(each.plays)}" for each in event.shares
            )
            return f"{player}'s wager on box {box} is found to be {format_money(amount)}: {shares} ({clause})."
        case e.ChipsBrought(player, amount):
            return f"{player} brings {format_money(amount)}."
        case e.ChipsTaken(player, amount):
            return f"{player} takes {format_money(amount)} away."
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
            return f"{event.player} doubles too, for {format_money(event.amount)}."
        case e.SplitFollowed():
            return f"{event.player} splits too, for {format_money(event.amount)}."
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
            most = f", maximum {format_money(stated.maximum)}" if stated.maximum else ""
            return f"The sign goes up: minimum {format_money(stated.minimum)}{most}."
        case TableOpened(kind, cards):
            return f"The table is opened with {cards} cards in a {kind} ({event.clause})."
        case PlayerCardPresented(player, card):
            return f"{player} shows Player Card {card.number}."
        case h.PlayerReady(player):
            return f"{player} is ready."
        case h.PlayerLeaving(player):
            return f"{player} leaves when every wager of the round is settled."
        case h.FloatMoved(amount, by) if amount > 0:
            return f"{by} fills the float tray with {format_money(amount)}."
        case h.FloatMoved(amount, by):
            return f"{by} takes {format_money(-amount)} out of the float tray."
    return None


def _irregular(event: Any) -> str | None:
    """Say what went wrong or was put right: who reported or decided it, and which cards."""
    match event:
        case m.IrregularityReported(kind, by):
            return f"{by} reports: {kind} ({event.clause})."
        case m.CardsSetReady(cards):
            return (
                f"{_cards(cards)} was drawn and is dealt before the shoe's cards ({event.clause})."
            )
        case m.CardOffered(card, asked):
            to = ", ".join(f"box {box}, hand {hand}" for box, hand in asked) or "nobody"
            return f"{card} was dealt in error and is offered to {to} ({event.clause})."
        case m.CardAccepted(box, hand, player):
            return f"{player} takes the card for box {box}, hand {hand} ({event.clause})."
        case m.CardRefused(box, hand, player):
            return f"{player} does not take the card for box {box}, hand {hand} ({event.clause})."
        case m.CardRefusedByAll():
            return f"Nobody takes the card: it is the dealer's next ({event.clause})."
        case m.LateOfferOpened(by=by):
            return f"{by}: {event.what} ({event.clause})"
        case m.LateOfferClosed():
            return "The late offer is closed."
        case m.AbsenceTakenBack(player=player, box=box, by=by):
            return (
                f"{by}: {player} is not away; box {box} is played on from there ({event.clause})."
            )
        case d.MisdealReported(by=by):
            return f"{by} reports a misdeal ({event.clause}). {_proposed(event)}"
        case d.MisdealDismissed(by):
            return f"{by} finds no error; the round stands."
        case d.RoundTakenBack(by=by):
            return f"{by} has the round put right: the cards are dealt again ({event.clause})."
    return None


def _proposed(event: d.MisdealReported) -> str:
    """Say where cards lay and where they should lie."""
    if event.order is None:
        return "Nobody can say how the cards left the shoe."
    moves = [
        f"{move.card} from {move.taken_from or 'the shoe'} to {move.put_to or 'the shoe'}"
        for move in event.moves
    ]
    falls = f" Falls away: {'; '.join(event.falls_away)}." if event.falls_away else ""
    left = f" Left over: {_cards(event.leftover)}." if event.leftover else ""
    return f"To be put right: {'; '.join(moves) or 'no card moves'}.{falls}{left}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _other(event: Any) -> str:
    """Say what is left by its name, with everything it says."""
    told = {key: value for key, value in to_data(event).items() if value not in (None, [], "")}
    clause = f" ({told.pop('clause')})" if "clause" in told else ""
    words = ", ".join(f"{key} {_short(value)}" for key, value in told.items() if key != "at")
    return f"[{event.name}] {words}{clause}".rstrip()


def payment(seen: Seen, event: e.WagerSettled) -> str:
    """Return a payment: where, whose, which wager, its result, odds, what it brings and the clause."""
    where, stake = place(seen.table, event.box, event.hand), f"${dollars(event.stake)}"
    odds = f" {event.odds}" if event.odds else ""
    return (
        f"  {where:<9}{event.player:<11}{event.wager:<14}{stake:>9}  {event.result}{odds}"
        f"  {signed_money(event.net)}  {event.clause}"
    )


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
