"""A stored round on the felt, told by the same calls as one that is played."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from rich.text import Text

from houserules.cli.narration import signed_money
from houserules.cli.options import fail, table_or_rows
from houserules.cli.render.console import console, printable, rulebook_title
from houserules.cli.render.felt import Felt
from houserules.cli.render.tables import print_json, print_page
from houserules.cli.replay_text import describe, payment
from houserules.core.codec import to_data
from houserules.floor.rounds.export_files import hour
from houserules.floor.rounds.find import Round, Step, TableRounds, rounds_of, steps_of, tables_of
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.floor.rounds.replay import replay_event, table_before
from houserules.journal.protocol import Journal
from houserules.rulebook.schema import Rulebook
from houserules.table.events import CardDealt, WagerSettled
from houserules.table.records.write import to_dict
from houserules.table.state import Table

_MARK: Final = "REPLAY"


@dataclass(slots=True)
class Watched:
    """A round as it is shown again, up to the step that was shown last."""

    rules: Rulebook
    table: Table
    foot: str = ""
    shown: int = 0  # cards on the felt when it was last drawn
    net: dict[str, int] = field(default_factory=dict)

    @property
    def spot(self) -> tuple[int, int] | None:
        """The box and the hand that a decision or an answer was asked for."""
        if self.table.phase != "playing":
            return None
        if self.table.awaiting is not None:
            return self.table.awaiting.box, self.table.awaiting.hand
        turn = self.table.turn()
        return (turn[0].number, turn[1]) if turn else None


def _found(journal: Journal, table: str, *, as_json: bool) -> TableRounds:
    rounds = rounds_of(journal, table)
    if rounds.setting is None:
        there = ", ".join(tables_of(journal)) or "none at all"
        fail("replay", f"there is no table {table!r}; there are {there}", as_json=as_json)
    return rounds


def list_rounds(journal: Journal, table: str, *, as_json: bool) -> None:
    """List the rounds of a table."""
    rounds = _found(journal, table, as_json=as_json).all()
    if as_json:
        print_json({"table": table, "rounds": [_listed(each) for each in rounds]})
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
        print_page(f"No round was played at {table} yet.")


def _clock(milliseconds: int) -> str:
    return hour(milliseconds)[:19].replace("T", " ")


def _listed(played: Round) -> dict[str, Any]:
    return {
        "round": played.number,
        "began": played.began,
        "ended": played.ended,
        "players": list(played.players),
        "first_position": played.first_position,
        "last_position": played.last_position,
    }


def show_round(journal: Journal, table: str, number: int, *, pause: float, as_json: bool) -> None:
    """Show one round."""
    rounds = _found(journal, table, as_json=as_json)
    played = rounds.numbered(number)
    if played is None:
        last = len(rounds.all())
        there = f"there are rounds 1 to {last}" if last else "none was played there yet"
        fail("replay", f"{table} has no round {number}; {there}", as_json=as_json)
    steps = steps_of(journal, played)
    if as_json:
        print_json(_output(played, steps))
        return
    before = table_before(journal, played, steps)
    _show(Felt(console(), played.setting.rules, pause, _MARK), played, steps, before)


def _output(played: Round, steps: tuple[Step, ...]) -> dict[str, Any]:
    record = record_of(played, steps) if played.ended is not None else Unwritten("it is not over")
    return {
        "table": played.table,
        "rulebook": played.setting.rulebook,
        "options": dict(played.setting.options),
        **_listed(played),
        "steps": [
            {
                "position": step.position,
                "time": step.at,
                "actor": step.actor,
                "name": step.event.name,
                "payload": to_data(step.event),
            }
            for step in steps
        ],
        "record": None if isinstance(record, Unwritten) else to_dict(record),
        "no_record": record.why if isinstance(record, Unwritten) else None,
    }


def _show(felt: Felt, played: Round, steps: tuple[Step, ...], before: Table) -> None:
    felt.console.print(rulebook_title(felt.rules))
    setting = played.setting
    felt.say(
        f"{printable(setting.title)} ({printable(played.table)}), {setting.kind}, "
        f"{setting.dealt_by}; bets were closed {_clock(played.began)} UTC"
    )
    felt.round(played.number)
    seen = Watched(felt.rules, before)
    for (at, actor), together in groupby(steps, key=lambda step: (step.at, step.actor)):
        words = f"{_clock(at)[11:]}  {printable(actor)}"
        felt.console.print(Text(words, style="dim"), soft_wrap=True)
        _show_together(felt, seen, list(together))
    _show_net(felt, seen)


def _show_together(felt: Felt, seen: Watched, steps: Iterable[Step]) -> None:
    """Tell what one command brought about; payments come under the felt that they are made on."""
    paid: list[WagerSettled] = []
    for step in steps:
        seen.table = replay_event(seen.table, step.event)
        if isinstance(step.event, WagerSettled):
            paid.append(step.event)
            net = seen.net.get(step.event.player, 0) + step.event.net
            seen.net[step.event.player] = net
        elif words := describe(seen, step.event):
            felt.say(printable(words))
        else:
            felt.tell(seen, step.event)
            seen.shown += isinstance(step.event, CardDealt)
    if seen.shown or paid:
        felt.table(seen)
        seen.shown = 0
    for event in paid:
        style = "green" if event.net > 0 else "red" if event.net < 0 else ""
        felt.say(printable(payment(seen, event)), style=style)


def _show_net(felt: Felt, seen: Watched) -> None:
    for player, net in seen.net.items():
        words = f"  {printable(player)} {signed_money(net)}"
        felt.say(words, style="bold green" if net > 0 else "bold")
