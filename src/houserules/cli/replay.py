"""`houserules replay`: any round, session, tournament or promotion again, step by step, told as it was."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from houserules.cli.common.journals import Database, open_for_command
from houserules.cli.common.options import AsJson, fail, table_or_rows, whole_number
from houserules.cli.render.console import console, printable, rulebook_title
from houserules.cli.render.felt import Felt, place
from houserules.cli.render.tables import print_json, print_page
from houserules.cli.render.told_replay import (
    payload_of,
    replay_promotion,
    replay_session,
    replay_tournament,
)
from houserules.core.money import format_money, signed_money
from houserules.floor.narrator import narrate
from houserules.floor.rounds.export_files import hour
from houserules.floor.rounds.find import (
    Round,
    RoundStep,
    TableRounds,
    rounds_of,
    steps_of,
    tables_of,
)
from houserules.floor.rounds.history import replay_event, table_before
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.journal.protocol import Journal
from houserules.rulebook.schema import Rulebook
from houserules.table.events import CardDealt, WagerSettled
from houserules.table.narrator.sentence import Scene
from houserules.table.records.write import to_dict
from houserules.table.state import Table

_DRAWN: Final = ("card.dealt", "burned-card.shown")  # by the felt itself
_SILENT: Final = (
    *("hand.cleared", "dealer.turn-began", "presence.noted", "shoe.revealed"),
    *("ready-card.used", "cards.checked", "cards.prepared", "shuffle.due"),
)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 10:
        raise typer.BadParameter(f"{text!r} is not a number from 0 to 10")
    return seconds


def replay(
    table: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="A table, such as t1.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="ROUND", parser=whole_number, help="A round. Default: list the rounds."
        ),
    ] = None,
    *,
    session: Annotated[
        str | None,
        typer.Option(
            "--session", metavar="TOURNAMENT/N", help="A session of a tournament, such as spring/3."
        ),
    ] = None,
    tournament: Annotated[
        str | None, typer.Option("--tournament", metavar="NAME", help="A tournament.")
    ] = None,
    promotion: Annotated[
        str | None, typer.Option("--promotion", metavar="NAME", help="A promotion.")
    ] = None,
    database: Database = None,
    pause: Annotated[
        float,
        typer.Option(
            "--pause", metavar="SECONDS", parser=_seconds, help="Wait between two cards, up to 10."
        ),
    ] = 0.0,
    as_json: AsJson = False,
) -> None:
    """List the rounds of a table, or show a round, session, tournament or promotion again.

    A round is shown with its wagers, cards and decisions, and every payment with its odds and
    clause; sessions, tournaments and promotions are told in sentences.

    Exit codes: 0 shown, 2 there is nothing of that name, or the journal cannot be read.

    Examples:

        houserules replay t1
        houserules replay t1 17
        houserules replay --session spring/3
    """
    if sum(each is not None for each in (table, session, tournament, promotion)) != 1:
        raise typer.BadParameter("name a table, or give --session, --tournament or --promotion")
    with open_for_command("replay", database, as_json=as_json) as journal:
        if session is not None:
            replay_session(journal, session, as_json=as_json)
        elif tournament is not None:
            replay_tournament(journal, tournament, as_json=as_json)
        elif promotion is not None:
            replay_promotion(journal, promotion, as_json=as_json)
        elif table is None:
            raise AssertionError("one of them was named")
        elif number is None:
            _list_rounds(journal, table, as_json=as_json)
        else:
            _show_round(journal, table, number, pause=pause, as_json=as_json)


@dataclass(slots=True)
class ReplayedRound:
    """A stored round up to the step shown last."""

    rules: Rulebook
    table: Table
    foot: str = ""
    shown: int = 0  # cards on the felt when it was last drawn
    net: dict[str, int] = field(default_factory=dict)


def _find_rounds(journal: Journal, table: str, *, as_json: bool) -> TableRounds:
    rounds = rounds_of(journal, table)
    if rounds.setting is None:
        known = ", ".join(tables_of(journal)) or "none"
        fail("replay", f"no such table: {table} (tables: {known})", as_json=as_json)
    return rounds


def _list_rounds(journal: Journal, table: str, *, as_json: bool) -> None:
    rounds = _find_rounds(journal, table, as_json=as_json).all()
    if as_json:
        print_json({"table": table, "rounds": [_round_data(each) for each in rounds]})
        return
    titles = ("Round", "Bets closed (UTC)", "Ended", "Players", "Records")
    rows = [
        (
            str(each.number),
            _clock(each.began),
            "under way" if each.ended is None else _clock(each.ended)[11:],
            printable(", ".join(each.players)),
            f"{each.first_position}-{each.last_position}",
        )
        for each in rounds
    ]
    if rows:
        print_page(*table_or_rows(titles, rows, whole=(0, 1, 2, 4)))
    else:
        print_page(f"No round has been played at {table} yet.")


def _clock(milliseconds: int) -> str:
    return hour(milliseconds)[:19].replace("T", " ")


def _round_data(played: Round) -> dict[str, Any]:
    return {
        "round": played.number,
        "began": played.began,
        "ended": played.ended,
        "players": list(played.players),
        "first_position": played.first_position,
        "last_position": played.last_position,
    }


def _show_round(journal: Journal, table: str, number: int, *, pause: float, as_json: bool) -> None:
    rounds = _find_rounds(journal, table, as_json=as_json)
    played = rounds.find(number)
    if played is None:
        last = len(rounds.all())
        known = f"rounds: 1 to {last}" if last else "no round has been played there yet"
        fail("replay", f"{table} has no round {number} ({known})", as_json=as_json)
    steps = steps_of(journal, played)
    if as_json:
        print_json(_as_data(played, steps))
        return
    before = table_before(journal, played, steps)
    _show(Felt(console(), played.setting.rules, pause, "REPLAY"), played, steps, before)


def _as_data(played: Round, steps: tuple[RoundStep, ...]) -> dict[str, Any]:
    record = record_of(played, steps) if played.ended is not None else Unwritten("it is not over")
    return {
        "table": played.table,
        "rulebook": played.setting.rulebook,
        "options": dict(played.setting.options),
        **_round_data(played),
        "steps": [
            {
                "position": step.position,
                "time": step.at,
                "actor": step.actor,
                "name": step.event.name,
                "payload": payload_of(step.event),
            }
            for step in steps
        ],
        "record": None if isinstance(record, Unwritten) else to_dict(record),
        "no_record": record.why if isinstance(record, Unwritten) else None,
    }


def _show(felt: Felt, played: Round, steps: tuple[RoundStep, ...], before: Table) -> None:
    felt.console.print(rulebook_title(felt.rules))
    setting = played.setting
    felt.say(
        f"{printable(setting.title)} ({printable(played.table)}), {setting.kind}, "
        f"{setting.dealt_by}; bets were closed {_clock(played.began)} UTC"
    )
    felt.round(played.number)
    seen = ReplayedRound(felt.rules, before)
    for (at, actor), together in groupby(steps, key=lambda step: (step.at, step.actor)):
        words = f"{_clock(at)[11:]}  {printable(actor)}"
        felt.console.print(Text(words, style="dim"), soft_wrap=True)
        _show_together(felt, seen, list(together))
    for player, net in seen.net.items():
        words = f"  {printable(player)} {signed_money(net)}"
        felt.say(words, style="bold green" if net > 0 else "bold")


def _show_together(felt: Felt, seen: ReplayedRound, steps: Iterable[RoundStep]) -> None:
    """Show what one command brought about; payments stand below the felt."""
    paid: list[WagerSettled] = []
    for step in steps:
        seen.table = replay_event(seen.table, step.event)
        if isinstance(step.event, WagerSettled):
            paid.append(step.event)
            net = seen.net.get(step.event.player, 0) + step.event.net
            seen.net[step.event.player] = net
        elif step.event.name in _DRAWN:
            felt.tell(seen, step.event)
            seen.shown += isinstance(step.event, CardDealt)
        elif step.event.name not in _SILENT:
            scene = Scene(seen.rules, seen.table, for_staff=True)
            sentence = narrate(step.event, scene)
            felt.say(printable(sentence.text(moment_text=lambda at: f"{_clock(at * 1000)} UTC")))
    if seen.shown or paid:
        felt.table(seen)
        seen.shown = 0
    for event in paid:
        style = "green" if event.net > 0 else "red" if event.net < 0 else ""
        felt.say(printable(_payment(seen.table, event)), style=style)


def _payment(table: Table, event: WagerSettled) -> str:
    """Return a payment as a row: where, whose, which wager, its result, odds, net and clause."""
    where, stake = place(table, event.box, event.hand), format_money(event.stake)
    odds = f" {event.odds}" if event.odds else ""
    return (
        f"  {where:<9}{event.player:<11}{event.wager:<14}{stake:>9}  {event.result}{odds}"
        f"  {signed_money(event.net)}  {event.clause}"
    )
