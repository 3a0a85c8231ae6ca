"""Face-down cards: approved, chosen between rounds, turned up in time (S24 4.6.2, S65 3.6.2)."""

from typing import ClassVar, Final, Literal

from houserules.core.people import Moment
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import FaceDown
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.commands import PlayerCommand, StaffCommand, command
from houserules.table.event_builder import EventBuilder
from houserules.table.events import Event, event
from houserules.table.round.evolve import the_hand, with_hand
from houserules.table.state import Hand, Steps, Table, changed
from houserules.table.subject import Subject

# Commands.


@command("approve-face-down")
class ApproveFaceDown(StaffCommand):
    """Approve, as an inspector, that the players' first two cards are dealt face down."""

    power: ClassVar[str] = "may_approve_face_down"


@command("take-back-approval")
class TakeBackApproval(StaffCommand):
    """Withdraw the approval of face-down cards; the next rounds are dealt face up."""

    power: ClassVar[str] = "may_approve_face_down"


@command("choose-facing")
class ChooseFacing(StaffCommand):
    """Choose between rounds whether the first two cards are dealt face up or face down."""

    power: ClassVar[str] = "may_choose_facing"
    facing: Literal["up", "down"]


@command("expose-cards")
class ExposeCards(PlayerCommand):
    """Turn the two cards of your box face up."""

    right: ClassVar[str] = "exposed_before_third_card"
    box: int


# Events.


@event("face-down.approved")
class FaceDownApproved(Event):
    """An inspector approved face-down cards at this table."""

    by: str
    at: Moment
    clause: Clause


@event("face-down.taken-back")
class ApprovalTakenBack(Event):
    """The approval of face-down cards was withdrawn: from the next round, all are dealt face up."""

    by: str
    at: Moment
    clause: Clause


@event("facing.chosen")
class FacingChosen(Event):
    """The table chose how the first two cards are dealt from the next round."""

    facing: Literal["up", "down"]
    by: str
    at: Moment
    clause: Clause


@event("cards.exposed")
class CardsExposed(Event):
    """The two face-down cards of a box were turned face up."""

    box: int
    player: str | None  # None: the dealer turned them up
    clause: Clause


def why_not_approve(rules: Rulebook, table: Table, command: ApproveFaceDown) -> Refusal | None:
    """An inspector may always approve it."""
    return None


def approve(builder: EventBuilder, command: ApproveFaceDown) -> None:
    """Record the approval; it stands for this table until it is taken back."""
    part = require_offered(builder.rules.face_down)
    builder.emit(FaceDownApproved(command.by.name, command.at, part.dealt_face_down))


def why_not_take_back(rules: Rulebook, table: Table, command: TakeBackApproval) -> Refusal | None:
    """Only an approval that stands can be taken back."""
    return None if table.facing.approved else _not_approved(require_offered(rules.face_down))


def _not_approved(part: FaceDown) -> Refusal:
    return Refusal(
        "face-down.not-approved",
        part.dealt_face_down,
        "An inspector must approve face-down cards at this table first.",
    )


def take_back(builder: EventBuilder, command: TakeBackApproval) -> None:
    """End the approval: from the next round on cards are dealt face up."""
    part = require_offered(builder.rules.face_down)
    builder.emit(ApprovalTakenBack(command.by.name, command.at, part.dealt_face_down))


def why_not_choose(rules: Rulebook, table: Table, command: ChooseFacing) -> Refusal | None:
    """Face down only after an inspector has approved it, and never within a round."""
    part = require_offered(rules.face_down)
    if command.facing == "down" and not table.facing.approved:
        return _not_approved(part)
    if table.phase not in ("betting", "over"):
        return Refusal(
            "face-down.not-now", part.dealt_face_down, "Change how cards are dealt between rounds."
        )
    return None


def choose_facing(builder: EventBuilder, command: ChooseFacing) -> None:
    """Deal the next rounds that way up."""
    part = require_offered(builder.rules.face_down)
    clause = part.dealt_face_down if command.facing == "down" else part.dealt_face_up
    builder.emit(FacingChosen(command.facing, command.by.name, command.at, clause))


def why_not_expose(rules: Rulebook, table: Table, command: ExposeCards) -> Refusal | None:
    """Cards are turned up by the controlling player, once they have been dealt and while they lie."""
    part = rules.face_down
    if isinstance(part, NotOffered):
        return Refusal("face-down.none", part.clause, "Every card of this game is dealt face up.")
    box, hand = table.box(command.box), table.hand(command.box, 1)
    in_play = table.phase in ("offers", "playing", "dealer")
    if box is None or hand is None or hand.cleared or not in_play:
        return Refusal(
            "expose.no-cards",
            part.exposed_before_third_card,
            f"Box {command.box} does not have two cards in play.",
        )
    if command.player != box.controller:
        return Refusal(
            "decision.not-yours",
            rules.wagers.decisions_by_controller,
            f"{box.controller} decides for box {command.box}.",
        )
    if not hand.face_down:
        return Refusal(
            "expose.face-up",
            part.dealt_face_up,
            f"The cards of box {command.box} are already face up.",
        )
    return None


def expose_cards(builder: EventBuilder, command: ExposeCards) -> None:
    """Turn the two cards of a box up."""
    expose(builder, command.box, command.player)


def expose(builder: EventBuilder, box: int, player: str | None = None) -> None:
    """Turn the cards of a box up if they lie face down; without a player the dealer does."""
    hand, part = builder.table.hand(box, 1), builder.rules.face_down
    if hand is not None and hand.face_down and not isinstance(part, NotOffered):
        builder.emit(CardsExposed(box, player, part.exposed_before_third_card))


def expose_all(builder: EventBuilder) -> None:
    """Turn every hand up that is about to be settled against the dealer's."""
    for box in builder.table.boxes:
        if box.hands[0].face_down and not box.hands[0].cleared:
            expose(builder, box.number)


def why_not_third_card(rules: Rulebook, hand: Hand | None) -> Refusal | None:
    """A hand gets no third card, and is not split, while its first two lie face down."""
    part = rules.face_down
    if hand is None or not hand.face_down or isinstance(part, NotOffered):
        return None
    return Refusal(
        "cards.face-down",
        part.exposed_before_third_card,
        "Expose the first two cards of the hand before it takes another.",
    )


# Evolution: the table after each event.


def face_down_approved(table: Table, event: FaceDownApproved) -> Table:
    return changed(table, facing=changed(table.facing, approved=True))


def approval_taken_back(table: Table, event: ApprovalTakenBack) -> Table:
    """After ApprovalTakenBack: what lies face down in the round stays so until it is exposed."""
    return changed(table, facing=changed(table.facing, approved=False, down=False))


def facing_chosen(table: Table, event: FacingChosen) -> Table:
    return changed(table, facing=changed(table.facing, down=event.facing == "down"))


def cards_exposed(table: Table, event: CardsExposed) -> Table:
    hand = changed(the_hand(table, event.box, 1), face_down=False)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))


STEPS: Final[Steps] = {
    FaceDownApproved: face_down_approved,
    ApprovalTakenBack: approval_taken_back,
    FacingChosen: facing_chosen,
    CardsExposed: cards_exposed,
}


# What `table.registry` collects: each command with its judge and its effect, each event with its step.


FACE_DOWN: Final = Subject(
    commands={
        ApproveFaceDown: (why_not_approve, approve),
        TakeBackApproval: (why_not_take_back, take_back),
        ChooseFacing: (why_not_choose, choose_facing),
        ExposeCards: (why_not_expose, expose_cards),
    }
)
