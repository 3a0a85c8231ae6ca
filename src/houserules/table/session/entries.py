"""What players do before the cards of a round: a wager, a form, a pass card, each in turn (20.6 to 20.9)."""

from typing import Final, Literal

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import why_not_admitted
from houserules.table.session.commands import (
    ExamineForm,
    HandInForm,
    PlayPassCard,
    RecordForm,
    TakeBackEntry,
)
from houserules.table.session.events import (
    EntryTakenBack,
    FormExamined,
    FormHandedIn,
    PassCardPlayed,
)
from houserules.table.session.order import in_turn
from houserules.table.session.rounds import no_session, the_session, tournament_part
from houserules.table.session.state import Session, SessionPlayer
from houserules.table.state import Table

LONGEST_KIND: Final = 40
"""Characters of a type of wager on a form."""


def why_not_enter(rules: Rulebook, session: Session, player: str) -> Refusal | None:
    """A player who is in, in turn, who has not passed and is not entered as absent."""
    part, entry, there = tournament_part(rules), session.entry(player), session.player(player)
    if session.is_over:
        return Refusal("tournament.over", part.session_ends, "The session is over.")
    if there is None or not there.is_in:
        return Refusal(
            "tournament.not-in", part.tables_are_exclusive, "You are not in this session."
        )
    if entry is not None and (entry.pass_card or entry.absent):
        clause = part.absences_deducted.clause
        done = "You are entered as absent in this round."
        if entry.pass_card:
            clause, done = part.pass_card_instead_of_wager, "You have played a pass card."
        return Refusal("tournament.entered", clause, done)
    return why_not_turn(rules, session, player)


def why_not_turn(rules: Rulebook, session: Session, player: str) -> Refusal | None:
    """With an order of wagering: in turn, and nothing more once the next has wagered (20.9.4-20.9.6)."""
    if not session.conditions.order_of_wagering:
        return None
    part = tournament_part(rules)
    if session.entry(player) is not None:
        if session.entries[-1].player == player:
            return None
        return Refusal(
            "tournament.wagered",
            part.wager_in_turn_stays,
            "You have wagered in turn, and the next player has wagered too: nothing can be added.",
        )
    turn = in_turn(session)
    if turn is None or turn.name == player:
        return None
    return Refusal(
        "tournament.out-of-turn",
        part.wager_out_of_turn,
        f"It is {turn.name}'s turn to wager. Take your wager back and wait.",
    )


def why_not_wager(
    rules: Rulebook, session: Session, player: str, *, box: int, amount: Cents, found: bool = False
) -> Refusal | None:
    """A wager on one's own box, in turn and within the limits; one that was found is put right later."""
    if refusal := why_not_enter(rules, session, player):
        return refusal
    return why_not_own_box(rules, session, player, box) or (
        None if found else why_not_limits(rules, session, player, amount)
    )


def why_not_own_box(rules: Rulebook, session: Session, player: str, box: int) -> Refusal | None:
    """Players wager only from the position that they were given (20.6.10)."""
    there = session.player(player)
    if there is None or there.box == box:
        return None
    return Refusal(
        "tournament.own-box",
        tournament_part(rules).wager_from_own_position,
        f"You can wager only on your own box, box {there.box}.",
    )


def why_not_limits(rules: Rulebook, session: Session, player: str, amount: Cents) -> Refusal | None:
    """Between minimum and maximum in units of the minimum; after time, the minimum (20.6.12, 20.6.14)."""
    limits, part = session.limits, tournament_part(rules)
    if player in session.late and amount != limits.minimum:
        return Refusal(
            "tournament.late",
            part.late_wager_is_minimum,
            f"Your time is over: you can wager only the minimum of {format_money(limits.minimum)}.",
        )
    clause = part.wager_in_units_of_minimum
    if amount < limits.minimum:
        detail = f"The minimum wager of this round is {format_money(limits.minimum)}."
        return Refusal("wager.below-minimum", clause, detail)
    if amount > limits.maximum:
        detail = f"The maximum wager of this round is {format_money(limits.maximum)}."
        return Refusal("wager.above-maximum", clause, detail)
    if amount % limits.minimum:
        detail = f"Wager in units of the minimum, {format_money(limits.minimum)}."
        return Refusal("wager.unit", clause, detail)
    return None


def why_not_handle(rules: Rulebook, session: Session) -> Refusal | None:
    """Where wagers are made in turn, they are not raised, removed or altered (20.9.6, reading 242)."""
    if not session.conditions.order_of_wagering:
        return None
    return Refusal(
        "tournament.wager-stays",
        tournament_part(rules).wager_in_turn_stays,
        "Wagers made in turn cannot be changed or taken back.",
    )


# Pass cards and forms.


def why_not_pass(rules: Rulebook, table: Table, command: PlayPassCard) -> Refusal | None:
    """A pass card that the player has, in place of a wager (20.7.1)."""
    if refusal := _why_not_before_cards(rules, table):
        return refusal
    session, part = _session_of(table), tournament_part(rules)
    if refusal := why_not_enter(rules, session, command.player):
        return refusal
    if session.entry(command.player) is not None:
        return Refusal(
            "tournament.entered",
            part.pass_card_instead_of_wager,
            "You have wagered already. A pass card takes the place of a wager.",
        )
    if _player(session, command.player).pass_cards:
        return None
    return Refusal(
        "tournament.no-pass-card", part.pass_card_instead_of_wager, "You have no pass card left."
    )


def play_pass_card(builder: EventBuilder, command: PlayPassCard) -> None:
    """Put a pass card on the box."""
    box = _player(the_session(builder), command.player).box
    builder.emit(PassCardPlayed(box, command.player))


def why_not_form(rules: Rulebook, table: Table, command: HandInForm | RecordForm) -> Refusal | None:
    """One form per round while the player has any; what it says is the player's affair (20.8.2.2)."""
    if refusal := _why_not_before_cards(rules, table):
        return refusal
    session, part, player = _session_of(table), tournament_part(rules), command.player
    if refusal := why_not_enter(rules, session, player) or why_not_admitted(rules, table, player):
        return refusal
    entry = session.entry(player)
    if entry is not None and entry.form is not None:
        return Refusal(
            "tournament.form-twice",
            part.undisclosed_is_written,
            "You have handed in a form for this round.",
        )
    if entry is None and player in session.late:
        return Refusal(
            "tournament.late",
            part.late_wager_is_minimum,
            "Your time is over: you can wager the minimum or play a pass card.",
        )
    if not _player(session, player).forms:
        return Refusal(
            "tournament.no-form", part.undisclosed_wagers, "You have no undisclosed wager left."
        )
    if command.kind is not None and len(command.kind) > LONGEST_KIND:
        detail = f"Write the type of wager in at most {LONGEST_KIND} characters."
        return Refusal("tournament.form-text", part.undisclosed_is_written, detail)
    return None


def hand_in_form(builder: EventBuilder, command: HandInForm | RecordForm) -> None:
    """Hand in a sealed form; a supervisor who records one has examined it."""
    box = _player(the_session(builder), command.player).box
    builder.emit(FormHandedIn(box, command.player, command.kind, command.amount))
    if isinstance(command, RecordForm):
        _examine(builder, command)


def why_not_examine(rules: Rulebook, table: Table, command: ExamineForm) -> Refusal | None:
    """A form that was handed in and that nobody has examined yet (20.8.2.5)."""
    if refusal := _why_not_before_cards(rules, table):
        return refusal
    entry = _session_of(table).entry(command.player)
    if entry is not None and entry.form is not None and not entry.examined:
        return None
    return Refusal(
        "tournament.no-form-to-examine",
        tournament_part(rules).undisclosed_is_examined,
        f"{command.player} has handed in no form that has to be examined.",
    )


def examine_form(builder: EventBuilder, command: ExamineForm) -> None:
    """Put the indicator in front of the player."""
    _examine(builder, command)


def _examine(builder: EventBuilder, command: ExamineForm | RecordForm) -> None:
    box = _player(the_session(builder), command.player).box
    clause = tournament_part(builder.rules).undisclosed_is_examined
    builder.emit(FormExamined(box, command.player, command.by.name, command.at, clause))


def why_not_take_entry_back(
    rules: Rulebook, table: Table, command: TakeBackEntry
) -> Refusal | None:
    """A pass card or a form, until the first card, where there is no order of wagering."""
    if refusal := _why_not_before_cards(rules, table):
        return refusal
    session = _session_of(table)
    if refusal := why_not_handle(rules, session):
        return refusal
    entry = session.entry(command.player)
    if entry is not None and (entry.pass_card or entry.form is not None):
        return None
    return Refusal(
        "tournament.no-entry-to-take-back",
        tournament_part(rules).pass_card_instead_of_wager,
        "You have neither a pass card nor a form in this round.",
    )


def take_entry_back(builder: EventBuilder, command: TakeBackEntry) -> None:
    """Hand the pass card or the form back."""
    session = the_session(builder)
    entry = session.entry(command.player)
    assert entry is not None
    what: Literal["pass card", "form"] = "form" if entry.form is not None else "pass card"
    builder.emit(EntryTakenBack(_player(session, command.player).box, command.player, what))


def _why_not_before_cards(rules: Rulebook, table: Table) -> Refusal | None:
    if table.session is None:
        return no_session(rules)
    if table.phase == "betting":
        return None
    return Refusal(
        "wager.too-late",
        rules.wagers.no_wager_after_first_card,
        "You can do this only before the first card of the round.",
    )


def _session_of(table: Table) -> Session:
    assert table.session is not None
    return table.session


def _player(session: Session, name: str) -> SessionPlayer:
    player = session.player(name)
    assert player is not None
    return player
