"""Who sees what: a table as one person may see it, built from a list of what each role is shown.

Face-down cards are for the controlling player of the box alone; the discard rack is a number; the
shoe's order, the round's log and what went before are for nobody.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from houserules.core.people import Person, Role
from houserules.core.refusal import Clause
from houserules.rulebook.conduct import conduct_at
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import view_types
from houserules.table.session.views import free_chips_of, sealed_forms, session_view
from houserules.table.sign.placards import placards
from houserules.table.staff.state import Dispute, DisputeDecision, Notice
from houserules.table.state import Box, Hand, Stake, Table

Shown = Literal["every purse", "every voucher", "every debt", "every dispute", "trays", "notices"]

_AT_THE_TABLE: Final[frozenset[Shown]] = frozenset(
    ("every purse", "every voucher", "every debt", "trays")
)
_WATCHES: Final[frozenset[Shown]] = _AT_THE_TABLE | {"notices", "every dispute"}
_SHOWN: Final[dict[Role, frozenset[Shown]]] = {
    "player": frozenset(),
    "dealer": _AT_THE_TABLE,
    "Gaming Supervisor": _WATCHES,
    "casino supervisor": _WATCHES,
    "Assistant Gaming Manager": _WATCHES,
    "Gaming Manager": _WATCHES,
    "inspector": _WATCHES,
    "Surveillance": _WATCHES,
    "Tournament Manager": frozenset(),
    "cashier": frozenset(),
}
"""What each role is shown beside what everybody sees; a player sees their own purse, vouchers,
debts and disputes."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Staff matters that the table has put away and that a floor still shows."""

    disputes: tuple[Dispute, ...] = ()
    notices: tuple[Notice, ...] = ()


def view_for(
    rules: Rulebook,
    table: Table,
    person: Person,
    boxes: tuple[view_types.BoxView, ...] | None = None,
    *,
    finished: Finished = Finished(),  # noqa: B008 - frozen
) -> view_types.TableView:
    """Return the table as the person may see it, and nothing else of it; boxes may be known already."""
    mine = personal_view_for(rules, table, person, finished)
    return view_types.TableView(
        person=person.name,
        role=person.role,
        phase=table.phase,
        rounds=table.rounds,
        boxes=tuple([box_view(box, person) for box in table.boxes]) if boxes is None else boxes,
        dealer=table.dealer,
        dealer_total=table.dealer_total,
        question=_question(table),
        seats=tuple([view_types.SeatView(each.name, each.seat) for each in table.patrons]),
        shoe=_shoe(table),
        discards=len(table.discards) + (table.source.burned if table.source else 0),
        facing=_facing(rules, table),
        mishap=view_types.MishapView(table.irregularity.what, table.irregularity.clause)
        if table.irregularity
        else None,
        placards=tuple([view_types.PlacardView(*each) for each in placards(rules, table)]),
        session=session_view(table),
        told=mine.told,
        purses=mine.purses,
        vouchers=mine.vouchers,
        float_tray=mine.float_tray,
        token_tray=mine.token_tray,
        notices=mine.notices,
        disputes=mine.disputes,
        debts=mine.debts,
        forms=mine.forms,
        free_chips=mine.free_chips,
    )


def personal_view_for(
    rules: Rulebook,
    table: Table,
    person: Person,
    finished: Finished = Finished(),  # noqa: B008 - frozen
) -> view_types.PersonalView:
    """Return the part of it that depends on the person; face-down cards are in the boxes."""
    shown = _SHOWN[person.role]
    return view_types.PersonalView(
        told=_conduct_shown(rules, table, person),
        purses=tuple(_purses(table, person)),
        vouchers=tuple(_vouchers(table, person)),
        float_tray=table.float_tray if "trays" in shown else None,
        token_tray=table.token_tray if "trays" in shown else None,
        notices=tuple(_notices(table, finished.notices)) if "notices" in shown else (),
        disputes=tuple(disputes_for(rules, (*finished.disputes, *table.staff.disputes), person)),
        debts=tuple(_debts(table, person)),
        forms=tuple(sealed_forms(rules, table, person)),
        free_chips=free_chips_of(table, person),
    )


def _holds(box: Box, person: Person) -> bool:
    """Whether the face-down cards of the box are this person's to look at (S24 4.6.2, 4.7)."""
    return person.role == "player" and person.name == box.controller


def box_view(box: Box, person: Person) -> view_types.BoxView:
    """Return one box as the person may see it, the controlling player's wager first (PJ 5.7)."""
    line = sorted(box.bettors, key=lambda b: b.player != box.controller and not b.seated)
    bettors = [view_types.BettorView(b.player, b.placed, b.plays, b.tokens, b.seated) for b in line]
    return view_types.BoxView(
        number=box.number,
        controller=None if box.uncontrolled else box.controller,
        absent=box.absent,
        bettors=tuple(bettors),
        beside=tuple(_beside(box)),
        hands=tuple([_hand(hand, hidden=not _holds(box, person)) for hand in box.hands]),
    )


def _beside(box: Box) -> Iterator[view_types.BesideView]:
    for side in box.sides:
        yield view_types.BesideView(
            side.player, side.kind, side.amount, side.tokens, side.suit, side.settled
        )
    for each in box.insurance:
        yield view_types.BesideView(
            each.player, "insurance", each.amount, each.tokens, None, each.settled
        )


def _hand(hand: Hand, *, hidden: bool) -> view_types.HandView:
    back = hand.face_down and hidden
    return view_types.HandView(
        cards=(None,) * len(hand.cards) if back else hand.cards,
        total=None if back else hand.total,
        soft=None if back else hand.soft,
        stakes=tuple([_stake(stake) for stake in hand.stakes]),
        doubled=hand.doubled_at > 0,
        split=hand.split,
        surrendered=hand.surrendered,
        done=hand.done,
        cleared=hand.cleared,
    )


def _stake(stake: Stake) -> view_types.StakeView:
    return view_types.StakeView(
        player=stake.player,
        kind=stake.kind,
        amount=stake.amount,
        tokens=stake.tokens,
        double=stake.double,
        double_tokens=stake.double_tokens,
        surrendered=stake.surrendered,
        result=stake.result,
    )


def _question(table: Table) -> view_types.QuestionView | None:
    asked = table.awaiting
    if asked is None:
        return None
    return view_types.QuestionView(asked.question, asked.box, asked.hand, asked.players)


def _shoe(table: Table) -> view_types.ShoeView | None:
    source = table.source
    if source is None:
        return None
    return view_types.ShoeView(
        kind=source.kind,
        cards=source.cards,
        left=source.left,
        due=tuple([each.step for each in source.due]),
        checked_by=tuple([name for name, _ in source.preparation.checked_by]),
        cutting_card_out=source.out,
        card_under=source.under is not None,
        commitment=source.commitment,
    )


def _facing(rules: Rulebook, table: Table) -> view_types.FacingView:
    part = rules.face_down
    if isinstance(part, NotOffered):
        return view_types.FacingView("up", part.clause)
    if table.facing.down:
        return view_types.FacingView("down", part.dealt_face_down)
    return view_types.FacingView("up", part.dealt_face_up)


def _conduct_shown(
    rules: Rulebook, table: Table, person: Person
) -> tuple[view_types.ToldView, ...]:
    """Tell who holds face-down cards how they may be held, and tournament players how to behave."""
    holds = any(_holds(box, person) and _lies_face_down(box) for box in table.boxes)
    entries = conduct_at(rules, "face-down") if holds else ()
    if person.role == "player" and table.session and table.session.player(person.name):
        entries = (*entries, *conduct_at(rules, "session"))
    return tuple([view_types.ToldView(entry.number, entry.says) for entry in entries])


def _lies_face_down(box: Box) -> bool:
    return any(hand.face_down and hand.cards and not hand.cleared for hand in box.hands)


def _purses(table: Table, person: Person) -> Iterator[view_types.PurseView]:
    for player in dict.fromkeys([*table.racks, *table.tokens]):
        if "every purse" in _SHOWN[person.role] or _is(person, player):
            yield view_types.PurseView(
                player, table.racks.get(player, 0), table.tokens.get(player, 0)
            )


def _vouchers(table: Table, person: Person) -> Iterator[view_types.VoucherView]:
    for each in table.vouchers:
        if "every voucher" in _SHOWN[person.role] or _is(person, each.player):
            yield view_types.VoucherView(each.number, each.player, each.value, each.conditions)


def _debts(table: Table, person: Person) -> Iterator[view_types.DebtView]:
    for each in table.people.debts:
        if "every debt" in _SHOWN[person.role] or _is(person, each.player):
            yield view_types.DebtView(each.player, each.amount, each.clause)


def disputes_for(
    rules: Rulebook, disputes: Iterable[Dispute], person: Person
) -> Iterator[view_types.DisputeView]:
    """Yield the disputes that the person may see, by number: a player's own (S24 20.13, 20.14)."""
    part = rules.disputes
    if isinstance(part, NotOffered):
        return
    for each in sorted(disputes, key=lambda each: each.number):
        if "every dispute" in _SHOWN[person.role] or _is(person, each.player):
            yield view_types.DisputeView(
                dispute=each.number,
                player=each.player,
                about=each.about,
                round=each.round,
                decisions=tuple([_decision(decision) for decision in each.decisions]),
                review_asked=each.review_asked,
                accepted=each.accepted,
                advice=_advice(part.complaint_is_advised) if each.advised else None,
                closed=each.closed,
                may_ask_review=each.may_ask_review,
                may_accept=each.may_accept,
            )


def _decision(decision: DisputeDecision) -> view_types.DecisionView:
    return view_types.DecisionView(decision.by, decision.at, decision.says, decision.pays)


def _advice(clause: Clause) -> str:
    return f"If you are not satisfied, you may complain to an inspector ({clause})."


def _is(person: Person, player: str) -> bool:
    return person.role == "player" and person.name == player


def _notices(table: Table, given: Iterable[Notice]) -> Iterator[view_types.NoticeView]:
    for each in given:
        yield view_types.NoticeView(each.to, each.about, each.player, each.by, each.at, None)
    for owed in table.staff.owed:
        yield view_types.NoticeView(owed.to, owed.about, None, None, None, owed.clause)
