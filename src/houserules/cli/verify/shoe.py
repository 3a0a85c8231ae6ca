"""`houserules verify shoe`: check a shoe record by itself, without the house's machines."""

import json
import re
from itertools import groupby
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.files import display_name, from_json, open_bytes
from houserules.cli.common.options import AsJsonPerFile, clean_exit
from houserules.cli.render.console import (
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    rulebook_title,
)
from houserules.cli.render.round import show_malformed
from houserules.cli.render.tables import headed_table, with_software
from houserules.core.record_keys import MalformedRecord
from houserules.shoe.proof import verify
from houserules.shoe.proof_rounds import Check
from houserules.shoe.record import ShoeRecord
from houserules.shoe.record_format import read_shoe

_BLOCK: Final = 1 << 16
_COMMITMENT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)

_VERDICTS: Final = {
    True: Text("pass", style="green"),
    False: Text("FAIL", style="bold red"),
    None: Text("none", style="bold yellow"),
}

Output = dict[str, Any]
"""What the check of one file prints as JSON."""


def shoe(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Shoe records (JSON); - is standard input."),
    ],
    *,
    published: Annotated[
        list[str] | None,
        typer.Option(
            "--published",
            metavar="HASH",
            help="A commitment you noted before the cut; repeat it for each refill. One FILE only.",
        ),
    ] = None,
    as_json: AsJsonPerFile = False,
) -> None:
    """Verify that a shoe was dealt as committed before the cut.

    Each check names its clause. No server and no network are needed. If an old record lacks what a
    check needs, the verdict says so and `unchecked` names the check.

    Exit codes: 0 no check failed, 1 a check failed, 2 a file is malformed; of several, the highest.

    Examples:

        houserules verify shoe shoe-17.json
        houserules verify shoe shoe-17.json --published HASH
        houserules verify shoe --json shoe-17.json shoe-18.json
    """
    noted = [_read_commitment(text, files) for text in published or ()]
    with clean_exit():
        code = max(_verify_file(name, files, noted, as_json=as_json) for name in files)
    raise typer.Exit(code)


def _read_commitment(text: str, files: list[str]) -> str:
    """Read a commitment as copied by hand, in upper or lower case."""
    if not _COMMITMENT.fullmatch(text.lower()):
        raise typer.BadParameter(
            f"{text!r} is not a commitment, which has 64 hex digits (0-9, a-f)"
        )
    if len(files) > 1:
        raise typer.BadParameter("--published needs exactly one FILE")
    return text.lower()


def _verify_file(name: str, files: list[str], noted: list[str], *, as_json: bool) -> int:
    screen = console()
    if len(files) > 1 and not as_json:
        screen.rule(Text(printable(display_name(name))), align="left")
    try:
        with open_bytes(name) as stream:
            data = b"".join(iter(lambda: stream.read1(_BLOCK), b""))
        record = read_shoe(from_json(data, display_name(name)))
    except MalformedRecord as error:
        if as_json:
            _print_json({"malformed": {"where": error.where, "message": error.message}}, files)
        else:
            show_malformed(screen, error, name)
        return 2
    found = verify(record, noted)
    if as_json:
        _print_json(_output(record, found), files)
    else:
        _show(screen, record, found)
        _show_uncompared(screen, record, noted)
    return 0 if _is_verified(found) else 1


def _is_verified(found: tuple[Check, ...]) -> bool:
    """Whether no check failed; one that an old record has no data for is named, not failed."""
    return not any(check.passed is False for check in found)


def _output(record: ShoeRecord, found: tuple[Check, ...]) -> Output:
    return {
        "rulebook": record.rules.id,
        "verified": _is_verified(found),
        "checks": [
            {
                "check": check.name,
                "segment": check.segment,
                "passed": check.passed,
                "clause": check.clause,
                "detail": check.detail,
            }
            for check in found
        ],
        "unchecked": [check.name for check in found if check.passed is None],
    }


def _print_json(output: Output, files: list[str]) -> None:
    text = json.dumps(with_software(output), indent=2 if len(files) == 1 else None)
    print(text, flush=len(files) > 1)


def _show(screen: Console, record: ShoeRecord, found: tuple[Check, ...]) -> None:
    """Print the checks of one file for a person, and what the clauses say that were not kept."""
    screen.print(rulebook_title(record.rules))
    if len(record.segments) == 1:
        _show_group(screen, "", list(found))
    else:
        for segment, group in groupby(found, key=lambda check: check.segment):
            _show_group(screen, _heading(segment), list(group))
    failed = [check for check in found if check.passed is False]
    unchecked = [check for check in found if check.passed is None]
    if not failed and not unchecked:
        screen.print(Text(f"\nVerified: all {len(found)} checks passed.", style="bold green"))
        return
    if not failed:
        passed = f"{len(found) - len(unchecked)} checks passed"
        words = f"\nVerified in part: {passed}, {len(unchecked)} could not be made."
        screen.print(Text(words, style="bold yellow"))
        return
    words = f"\nNot verified: {len(failed)} of {len(found)} checks failed."
    screen.print(Text(words, style="bold red"))
    for clause in dict.fromkeys(check.clause for check in failed if check.clause):
        print_indented(screen, citation(clause, clause_text(record.rules, clause)), 2)


def _show_uncompared(screen: Console, record: ShoeRecord, noted: list[str]) -> None:
    """Say which commitments rest on the record alone."""
    alone = [
        _heading(number).lower()
        for number, segment in enumerate(record.segments)
        if segment.commitment not in noted
    ]
    if alone:
        of = f" of {' and '.join(alone)}" if len(record.segments) > 1 else ""
        words = f"Use --published to compare the commitment{of} with one noted before the cut."
        print_indented(screen, Text(words, style="dim"), 0)


def _heading(segment: int | None) -> str:
    if segment is None:
        return "The record"
    return f"Refill {segment}" if segment else "The shoe"


def _show_group(screen: Console, heading: str, group: list[Check]) -> None:
    screen.print(Text(f"\n{heading}" if heading else "", style="bold"))
    table = headed_table("", "Check", "Clause", "Found", whole=(0, 1, 2))
    for check in group:
        table.add_row(
            _VERDICTS[check.passed], check.name, check.clause or "", printable(check.detail)
        )
    screen.print(table)
