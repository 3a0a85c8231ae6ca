"""Who may give which order around the game: everybody else is told who may."""

import pytest

from game_table import NZ, PJ, S24, S65
from houserules.core.people import Moment, Person
from houserules.rulebook.loader import rulebook
from houserules.table.commands import StaffCommand
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.device_malfunction import MALFUNCTION
from houserules.table.powers import why_not_by
from houserules.table.staff import commands as o
from houserules.table.staff import subject as staff_subject
from seated_table import EVERYBODY, STAFF_ROLES

ALL = (S24, S65, NZ, PJ)
SUPERVISORS, ABOVE, FIRST = STAFF_ROLES[1:], STAFF_ROLES[3:], STAFF_ROLES[1:2]
NOBODY: tuple[str, ...] = ()


def made(kind: type[StaffCommand], by: Person) -> StaffCommand:
    fields = {
        o.InvalidateGame: ("fire", True),
        o.ShowClosingSign: (Moment(9_999),),
        o.ReferDispute: ("ann", "It."),
        o.DecideDispute: (1, "No."),
        o.ReviewDispute: (1, "Yes."),
        o.AdviseOfComplaint: (1,),
        o.CloseDispute: (1,),
        o.ReportWrongPayment: (1, 1, 100, 200),
        o.RecordEnquiries: (1, "Nothing.", False),
        o.IdentifyPatron: (1, "ann"),
        o.RecordAttempt: (1, "contact", "Called."),
        o.RectifyPayment: (1,),
        m.ReportMalfunction: (True, True, True),
    }
    return kind(by, Moment(0), *fields.get(kind, ()))


# Who may, and the clause that says so, in the four documents.
MAY: dict[type[StaffCommand], tuple[tuple[tuple[str, ...], str], ...]] = {
    **dict.fromkeys(
        [o.InvalidateGame],
        ((SUPERVISORS, "20.5"), (SUPERVISORS, "19.4"), (NOBODY, "2.0"), (SUPERVISORS, "17.4")),
    ),
    **dict.fromkeys(
        [o.ShowClosingSign, o.TakeDownClosingSign, o.CloseTable, o.ReopenTable],
        ((SUPERVISORS, "20.9"), (SUPERVISORS, "19.8"), (NOBODY, "2.0"), (SUPERVISORS, "17.8")),
    ),
    o.ReferDispute: (
        (STAFF_ROLES, "20.13"),
        (STAFF_ROLES, "19.12"),
        (NOBODY, "2.0"),
        (STAFF_ROLES, "17.12"),
    ),
    o.DecideDispute: ((FIRST, "20.13"), (FIRST, "19.12"), (NOBODY, "2.0"), (FIRST, "17.12")),
    o.ReviewDispute: (
        (SUPERVISORS, "20.13"),
        (SUPERVISORS, "19.12"),
        (NOBODY, "2.0"),
        (SUPERVISORS, "17.12"),
    ),
    **dict.fromkeys(
        [o.AdviseOfComplaint, o.CloseDispute],
        ((SUPERVISORS, "20.14"), (SUPERVISORS, "19.13"), (NOBODY, "2.0"), (SUPERVISORS, "17.13")),
    ),
    o.ApproveLatePayment: ((ABOVE, "11.3"), (ABOVE, "10.3"), (NOBODY, "9.2"), (NOBODY, "9.6")),
    **dict.fromkeys(
        [o.ReportWrongPayment, o.RecordEnquiries, o.IdentifyPatron, o.RecordAttempt],
        ((SUPERVISORS, "18.18"), (NOBODY, "16.2"), (NOBODY, "5.4"), (NOBODY, "14.1.5")),
    ),
    o.RectifyPayment: (
        (SUPERVISORS, "18.18.2"),
        (SUPERVISORS, "19.13"),
        (NOBODY, "2.0"),
        (SUPERVISORS, "17.13"),
    ),
    **dict.fromkeys(
        [m.ReportMalfunction, m.EndReturnOffer, m.ReturnToDevice],
        (
            (STAFF_ROLES, "19.1.2"),
            (STAFF_ROLES, "18.1.2"),
            (NOBODY, "3.3(c)"),
            (STAFF_ROLES, "16.1.2"),
        ),
    ),
}


@pytest.mark.clause(
    S24, "2.1:casino-supervisor", "2.1:gaming-supervisor", "2.1:gaming-manager", "20.5", "20.9"
)
@pytest.mark.clause(S24, "2.1:assistant-gaming-manager", "11.3", "20.13", "20.14", "18.18")
@pytest.mark.clause(S24, "2.1:dealer")
@pytest.mark.clause(S65, "1.1:casino-supervisor", "19.4", "19.8", "19.12", "19.13", "10.3")
@pytest.mark.clause(
    S65, "1.1:dealer", "1.1:gaming-supervisor", "1.1:gaming-manager", "1.1:assistant-gaming-manager"
)
@pytest.mark.clause(PJ, "1.1:casino-supervisor", "17.4", "17.8", "17.12", "17.13")
@pytest.mark.clause(
    PJ, "1.1:dealer", "1.1:gaming-supervisor", "1.1:gaming-manager", "1.1:assistant-gaming-manager"
)
@pytest.mark.parametrize("kind", MAY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", ALL)
def test_an_order_is_for_those_whom_the_document_names(name: str, kind: type[StaffCommand]) -> None:
    may, clause = MAY[kind][ALL.index(name)]
    for person in EVERYBODY:
        refusal = why_not_by(rulebook(name), made(kind, person), person)
        if person.role in may:
            assert refusal is None
        else:
            assert refusal is not None
            assert (refusal.code, refusal.clause) == ("role.may-not", clause)
            assert not may or refusal.detail.endswith(f" {person.role}.")
            assert all(role in refusal.detail for role in may or ("nobody",))


def test_every_order_of_the_house_has_its_line_above() -> None:
    kinds = {
        kind
        for subject in (staff_subject.STAFF, MALFUNCTION)
        for kind in subject.commands
        if issubclass(kind, StaffCommand)
    }
    assert kinds - {o.GiveNotice} == MAY.keys()
