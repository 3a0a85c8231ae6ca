"""The table after events about face-down cards."""

from houserules.table.evolve_parts import the_hand, with_hand
from houserules.table.facing.events import (
    ApprovalTakenBack,
    CardsExposed,
    FaceDownApproved,
    FacingChosen,
)
from houserules.table.state import Table, changed


def face_down_approved(table: Table, event: FaceDownApproved) -> Table:
    """After FaceDownApproved."""
    return changed(table, facing=changed(table.facing, approved=True))


def approval_taken_back(table: Table, event: ApprovalTakenBack) -> Table:
    """After ApprovalTakenBack: what lies face down in the round stays so until it is exposed."""
    return changed(table, facing=changed(table.facing, approved=False, down=False))


def facing_chosen(table: Table, event: FacingChosen) -> Table:
    """After FacingChosen."""
    return changed(table, facing=changed(table.facing, down=event.facing == "down"))


def cards_exposed(table: Table, event: CardsExposed) -> Table:
    """After CardsExposed."""
    hand = changed(the_hand(table, event.box, 1), face_down=False)
    return changed(table, boxes=with_hand(table, event.box, 1, hand))
