"""The desk of a tournament: what is due and why it must wait, who is ready, ties, the next stage."""

from houserules.core.people import Person
from houserules.rulebook.loader import rulebook
from houserules.tournament import commands as c
from houserules.tournament.agenda import due_steps
from houserules.tournament.desk import desk_view
from houserules.tournament.desk_types import DeskStep, DeskView
from tournament.desk import DEALER, MANAGER, OPERATOR, Desk, clauses, peer, placed

INSPECTOR = Person("Ines", "inspector")


def _view(desk: Desk, by: Person = MANAGER) -> DeskView:
    return desk_view(rulebook(desk.book), desk.state, by, desk.at)  # type: ignore[arg-type]


def _step(desk: Desk, command: str, by: Person = MANAGER) -> DeskStep:
    return next(step for step in _view(desk, by).due if step.command == command)


def _refused(desk: Desk, command: str, by: Person = MANAGER) -> str | None:
    refusal = _step(desk, command, by).refusal
    return None if refusal is None else refusal.code


@clauses("4.1")
def test_an_application_waits_for_the_copy_of_the_conditions(book: str, section: str) -> None:
    desk = Desk(book).publish(entry__agreement_in_writing=False)
    ann = Person("Ann", "player")
    desk.give(c.ApplyForEntry, ann, player="Ann", form="Form T1", entitled=True)
    step = _step(desk, "accept-entry")
    assert step.refusal is not None
    assert (step.player, step.refusal.code) == ("Ann", "tournament.no-copy")
    assert step.refusal.clause == peer(section, "4.1")
    desk.give(c.GiveConditions, ann, player="Ann", how="page")
    assert _refused(desk, "accept-entry") is None


@clauses("4.2(i)")
def test_entries_close_with_the_minimum(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("Ann")
    assert _refused(desk, "close-entries") == "tournament.too-few"
    desk.enter("Bob")
    assert _refused(desk, "close-entries") is None


@clauses("5.4")
def test_a_draw_is_committed_cut_by_somebody_else_and_revealed(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("Ann", "Bob")
    desk.give(c.CloseEntries)
    stage = _view(desk).next_stage
    assert stage is not None and stage.players == ("Ann", "Bob") and stage.sessions == (2,)
    assert stage.refusal is not None and stage.refusal.code == "tournament.tables-short"
    assert _refused(desk, "commit-seat-draw") == "tournament.tables-short"
    desk.give(c.DesignateTables, tables=("7",))
    assert _refused(desk, "commit-seat-draw") is None
    desk.give(c.CommitSeatDraw, entropy=desk.entropy())
    view = _view(desk)
    assert (view.next_stage, sorted(view.to_cut)) == (None, ["Ann", "Bob"])
    assert _refused(desk, "cut-seat-draw") == "role.may-not"  # the Tournament Manager shuffled
    assert _refused(desk, "cut-seat-draw", OPERATOR) is None
    desk.give(c.CutSeatDraw, DEALER, position=1)
    assert _view(desk).to_cut == ()
    assert _refused(desk, "reveal-seat-draw") is None
    assert _refused(desk, "reveal-seat-draw", DEALER) == "role.may-not"


@clauses("6.3")
def test_who_has_not_bought_in_is_seen_before_the_start(book: str, section: str) -> None:
    desk = Desk(book).publish(chips__method="bought", chips__price="20")
    desk.enter("Ann", "Bob", "Cid").close().draw()
    (session,) = _view(desk).sessions
    assert {seat.player: seat.lacks for seat in session.seats} == dict.fromkeys(
        ("Ann", "Bob", "Cid"), ("buy-in",)
    )
    desk.give(c.PayBuyIn, Person("Ann", "player"), player="Ann")
    desk.give(c.WithdrawEntry, Person("Bob", "player"), player="Bob")
    (session,) = _view(desk).sessions
    assert {seat.player: seat.lacks for seat in session.seats} == {
        "Ann": (),
        "Bob": ("entry",),
        "Cid": ("buy-in",),
    }


@clauses("4.1", "4.3")
def test_an_amendment_leaves_players_without_their_copy(book: str, section: str) -> None:
    desk = Desk(book).publish(
        entry__agreement_in_writing=True, changes={"keys": ["play.allocation"]}
    )
    desk.enter("Ann", "Bob").close().draw()
    assert all(seat.lacks == () for seat in _view(desk).sessions[0].seats)
    changed = {**_document(desk), "play": {**_document(desk)["play"], "allocation": "By lot."}}
    desk.give(c.AmendTournament, conditions=changed, notice="at the tables")
    lacks = {seat.lacks for seat in _view(desk).sessions[0].seats}
    assert lacks == {("copy of the conditions",)}
    desk.give(c.GiveConditions, Person("Ann", "player"), player="Ann", how="page")
    assert [seat.lacks for seat in _view(desk).sessions[0].seats if seat.player == "Ann"] == [
        ("agreement in writing",)
    ]


def _document(desk: Desk) -> dict[str, dict[str, str]]:
    from json import loads

    document: dict[str, dict[str, str]] = loads(desk.state.document)
    return document


@clauses("10.3")
def test_a_tie_with_chips_is_played_off(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("Ann", "Bob", "Cid").close().draw()
    desk.start()
    desk.result(1, *placed(("Ann", 900, "in"), ("Bob", 900, "in"), ("Cid", 100, "in")))
    (session,) = _view(desk).sessions
    assert session.seats == () and session.tie is not None
    tie = session.tie
    assert (tie.first, tie.last, tie.advance, tie.decided_by) == (1, 2, 2, "play-off")
    assert (set(tie.players), tie.chips) == ({"Ann", "Bob"}, (900_00, 900_00))
    assert tie.clause == peer(section, "10.3")
    assert _refused(desk, "call-play-off") is None


@clauses("5.8")
def test_a_tie_without_chips_is_put_in_order(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("Ann", "Bob", "Cid").close().draw()
    desk.start()
    desk.result(1, *placed(("Ann", 900, "in"), ("Bob", 0, "eliminated"), ("Cid", 0, "eliminated")))
    tie = _view(desk).sessions[0].tie
    assert tie is not None
    assert (tie.first, tie.last, tie.decided_by) == (2, 3, "order")
    assert tie.clause == peer(section, "5.8")
    assert _refused(desk, "decide-places") is None


def test_everything_due_is_on_the_desk_and_an_inspector_may_do_none_of_it() -> None:
    desk = Desk().publish().enter("Ann", "Bob").close().draw()
    view = _view(desk, INSPECTOR)
    assert [step.what for step in view.due] == [step.what for step in due_steps(desk.state)]
    assert {power.command for power in view.powers if power.mine} == set()
    assert all(step.refusal and step.refusal.code == "role.may-not" for step in view.due)


@clauses("3.4")
def test_who_may_give_each_command_stands_beside_its_clause(book: str, section: str) -> None:
    powers = {power.command: power for power in _view(Desk(book).publish()).powers}
    assert len(powers) == 32
    cancel = powers["cancel-tournament"]
    assert (cancel.roles, cancel.mine) == (("Gaming Manager",), False)
    assert cancel.clause == peer(section, "3.4")
    assert powers["start-session"].mine
