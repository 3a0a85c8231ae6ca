"""Find the command behind stored events, to decide it again or to write it down.

Staff orders about irregularities are not decided again: the events do not record their arguments.
"""

from collections.abc import Sequence
from typing import Any, Final

from houserules.core.people import Person
from houserules.rulebook.schema import Rulebook
from houserules.table.cards import events as card_events
from houserules.table.commands import (
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    PlaceSideWager,
    PlaceWager,
    ReportAbsent,
    WithdrawWager,
)
from houserules.table.events import (
    AnswerDeclined,
    BetsClosed,
    CardDealt,
    ControllerChanged,
    PlayerAbsent,
    RoundVoided,
    SideWagerPlaced,
    TableCleared,
    WagerCutBack,
    WagerPlaced,
    WagerWithdrawn,
)
from houserules.table.irregularities import events as irregularities
from houserules.table.people import events as people
from houserules.table.records.from_events import command_of
from houserules.table.session import events as session
from houserules.table.session.commands import HandInForm, PlayPassCard
from houserules.table.sign.commands import RaiseWager, ReportFoundWager
from houserules.table.sign.events import (
    SideWagerDisplaced,
    WagerDisplaced,
    WagerFound,
    WagerRaised,
    WagersArranged,
)
from houserules.table.staff.events import (
    GameInvalidated,
    PaymentAnnulled,
    WagerForfeited,
    WagerReturned,
)
from houserules.table.state import Table

_ORDERS: Final = (
    irregularities.IrregularityReported,
    irregularities.CardsSetReady,
    irregularities.ReadyCardUsed,
    irregularities.CardOffered,
    irregularities.CardAccepted,
    irregularities.CardRefused,
    irregularities.CardRefusedByAll,
    irregularities.LateOfferOpened,
    irregularities.LateOfferClosed,
    irregularities.WrongCardsFound,
    irregularities.CardsTakenOut,
    irregularities.ShoeDeclaredVoid,
    irregularities.DecksVerified,
    irregularities.AbsenceTakenBack,
    irregularities.MisdealReported,
    irregularities.MisdealDismissed,
    irregularities.RoundTakenBack,
    irregularities.PaymentTakenBack,
    irregularities.HandsVoided,
    irregularities.DeviceMalfunctioned,
    irregularities.DamagedCardsReplaced,
    irregularities.CardsTransferred,
    irregularities.DeviceEmptied,
    irregularities.ReturnOffered,
    irregularities.ReturnAnswered,
    irregularities.ReturnsDecided,
    card_events.StepMissed,
    card_events.CardExposed,
    card_events.DiscardsLeftInRack,
    card_events.CardsDropped,
    card_events.CardsVerified,
    card_events.CardDamaged,
    card_events.DamagedCardReplaced,
    card_events.SourceChanged,
    GameInvalidated,
    WagerReturned,
    WagerForfeited,
    PaymentAnnulled,
    RoundVoided,
    ControllerChanged,
    people.WagersFoundInvalid,
    people.WinningsTakenBack,
    people.WagerRefused,
    people.DeviceUseFound,
    people.WagersDeclaredVoid,
    people.PersonExcluded,
    session.DisqualificationDeclared,
    session.SessionConcluded,
    session.SessionRoundTakenBack,
    session.FormsTakenBack,
)
_BEFORE_THE_CARDS: Final = (
    *(WagersArranged, WagerCutBack, SideWagerDisplaced),
    *(session.WagerAdjusted, session.FormPlays, session.MinimumDeducted),
)


def is_order(event: Any) -> bool:
    """Whether these events are a staff order, not a decision of the round."""
    return isinstance(event, _ORDERS)


def cause(rules: Rulebook, table: Table, events: Sequence[Any]) -> Command | None:
    """Return the command that caused the first of these events; None: no known command.

    `table` is as it was before; the events are those of one batch.
    """
    match events[0]:
        case WagerPlaced(box, player, amount, seated, tokens):
            return PlaceWager(player, box, amount, seated, tokens=tokens)
        case WagerWithdrawn(box, player):
            return WithdrawWager(player, box)
        case SideWagerPlaced(box, player, kind, amount, suit, tokens):
            return PlaceSideWager(player, box, kind, amount, suit, tokens)
        case SideWagerDisplaced() if len(events) > 1 and isinstance(events[1], SideWagerPlaced):
            return cause(rules, table, events[1:])
        case WagerFound(box, player, amount, by, at) if len(events) > 1:
            placed = [event for event in events if isinstance(event, WagerPlaced)]
            person = Person(by, "dealer")
            tokens = placed[0].tokens if placed else 0
            return ReportFoundWager(person, at, player, box, amount, tokens=tokens)
        case WagerDisplaced():
            return cause(rules, table, events[1:]) if len(events) > 1 else None
        case WagerRaised(box, player, amount, tokens):
            return RaiseWager(player, box, amount, tokens)
        case session.PassCardPlayed(player=player):
            return PlayPassCard(player)
        case session.FormHandedIn(player=player, kind=kind, amount=amount):
            return HandInForm(player, kind, amount)
        case CardDealt(card):
            return DealCard(card)
        case TableCleared():
            return ClearTable()
        case AnswerDeclined() as no if table.awaiting is not None and _is_away(no, events):
            return ReportAbsent(no.box, table.awaiting.hand, no.player)
    first = next((event for event in events if not isinstance(event, _BEFORE_THE_CARDS)), None)
    if isinstance(first, BetsClosed | session.SessionRoundCounted):
        return CloseBets()
    return command_of(rules, table, events[0])


def _is_away(no: AnswerDeclined, events: Sequence[Any]) -> bool:
    """Whether a player declined only by being away; a split ace that stands may come in between."""
    at = 2 if no.question == "split-ace-again" else 1
    after = events[at] if len(events) > at else None
    return isinstance(after, PlayerAbsent) and (after.box, after.player) == (no.box, no.player)
