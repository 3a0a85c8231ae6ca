"""The commands of `houserules`, by purpose; a command is imported only when somebody runs it."""

import codecs
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from houserules import __version__


class ListedCommand(NamedTuple):
    """A command in the list: what it does, in a line, and the function that does it."""

    summary: str
    function: str = ""  # "module.function" below houserules.cli; a group of commands has none


PURPOSES: Final[dict[str, dict[str, ListedCommand]]] = {
    "Play": {
        "play": ListedCommand("Play at a practice table in this terminal.", "play.play"),
        "coach": ListedCommand("Show what each action is worth for a hand.", "coach.coach"),
    },
    "Rules and rounds": {
        "rules": ListedCommand(
            "Read a rulebook or a clause, or compare two rulebooks.", "rules.rules"
        ),
        "settle": ListedCommand("Settle written rounds: who wins what, and why.", "settle.settle"),
        "tournament": ListedCommand("Check, plan and simulate a tournament; settle its sessions."),
        "tournament check": ListedCommand(
            "Check tournament conditions clause by clause.", "tournament.check.check"
        ),
        "tournament plan": ListedCommand(
            "Plan a tournament: tables, sessions, byes and a timetable.", "tournament.plan.plan"
        ),
        "tournament simulate": ListedCommand(
            "Simulate a tournament: who wins, how long it lasts.", "tournament.simulate.simulate"
        ),
        "tournament settle": ListedCommand(
            "Settle written sessions: chips, eliminations and places.", "tournament.settle.settle"
        ),
        "promotion": ListedCommand("Check a promotion against the rules on promotional prizes."),
        "promotion check": ListedCommand(
            "Check the terms, prizes and log of a promotion.", "promotion.check"
        ),
        "explain": ListedCommand("Explain a written round step by step.", "explain.explain"),
        "told": ListedCommand("Show what players and staff must be told, and when.", "told.told"),
        "powers": ListedCommand(
            "Show who may give which command at a table and in a tournament.", "powers.powers"
        ),
        "irregularity": ListedCommand(
            "Show what can go wrong, and what happens then.", "irregularity.irregularity"
        ),
    },
    "Mathematics": {
        "odds": ListedCommand("Compute the exact house edge, deviation and results.", "odds.odds"),
        "strategy": ListedCommand(
            "Compute the best strategy, as a chart or as data.", "strategy.strategy"
        ),
        "simulate": ListedCommand("Simulate millions of rounds.", "simulate.simulate"),
    },
    "The house": {
        "serve": ListedCommand("Run the server for browsers and programs.", "serve.serve"),
        "doctor": ListedCommand("Check what a server depends on.", "doctor.doctor"),
        "replay": ListedCommand("List the rounds of a table, or show one again.", "replay.replay"),
        "export": ListedCommand("Export a round, a player, a table or a day.", "export.export"),
        "report": ListedCommand("Print the monthly report of wrong payments.", "report.report"),
        "backup": ListedCommand("Back up the journal while the server runs.", "backup.backup"),
        "restore": ListedCommand(
            "Restore the journal from backups, or try it in a drill.", "restore.restore"
        ),
        "accept-loss": ListedCommand(
            "Go on with a journal whose newest records are lost.", "accept_loss.accept_loss"
        ),
        "reset-access": ListedCommand(
            "Issue a one-time password for a lost one.", "reset_access.reset_access"
        ),
    },
    "Proof": {
        "audit": ListedCommand(
            "Decide stored rounds again and report what differs.", "audit.audit"
        ),
        "archive": ListedCommand(
            "Write closed days to compressed, signed files.", "archive.archive"
        ),
        "checkpoint": ListedCommand(
            "Check the journal and sign its current state.", "checkpoint.checkpoint"
        ),
        "verify": ListedCommand("Verify a shoe, a seat draw, a journal or an export."),
        "verify shoe": ListedCommand(
            "Verify that a shoe was dealt as committed before the cut.", "verify.shoe.shoe"
        ),
        "verify draw": ListedCommand(
            "Verify that seats were drawn as committed before the cut.", "verify.draw.draw"
        ),
        "verify journal": ListedCommand(
            "Verify that a journal is unaltered and its money adds up.", "verify.journal.journal"
        ),
        "verify export": ListedCommand("Verify the files of an export.", "verify.export.export"),
        "rng": ListedCommand("Test the shuffle, or export its data for a laboratory."),
        "rng test": ListedCommand("Test the shuffle statistically.", "rng.test.examine"),
        "rng export": ListedCommand(
            "Export shuffles and raw bytes for a laboratory.", "rng.export.export"
        ),
        "rng check": ListedCommand("Check an export made by `rng export`.", "rng.check.check"),
    },
}
EXTRAS: Final = {
    **dict.fromkeys(("numpy", "numba"), "numbers"),
    **dict.fromkeys(("fastapi", "uvicorn", "starlette", "pydantic", "pydantic_core", "h11"), "web"),
    **dict.fromkeys(("jinja2", "markupsafe", "orjson", "uvloop", "websockets"), "web"),
    **dict.fromkeys(("argon2", "cryptography", "zxcvbn", "confusable_homoglyphs"), "web"),
    **dict.fromkeys(("matplotlib", "typst"), "sheets"),
    "polars": "frames",
    "psycopg": "postgres",
}
"""The extra to install for each library that a command may need."""
_LETTERS: Final = {**dict(zip("♠♥♦♣", "shdc", strict=True)), **dict.fromkeys("−–·", "-"), "±": "+-"}
"""Plain letters for signs that a terminal may lack; anything else becomes a question mark."""
_PLAIN: Final[dict[str, Any]] = {"add_completion": False, "rich_markup_mode": None}
COMMANDS: Final = {name: entry for listed in PURPOSES.values() for name, entry in listed.items()}


_UNBREAKABLE: Final = {ord("-"): "\N{NON-BREAKING HYPHEN}"}
"""What keeps `nsw-pontoon-2024` on one line while help is wrapped; printed as a plain hyphen."""


class _Help:
    """Help in plain text, without Python's types; indented lines (examples) are not wrapped."""

    help: str | None
    options_metavar: str | None

    def get_params(self, ctx: Any) -> Any:
        parameters = super().get_params(ctx)  # type: ignore[misc]  # of TyperCommand or TyperGroup
        for parameter in parameters:
            if not isinstance(parameter.get_runtime_param, partial):
                parameter.get_runtime_param = partial(_Coercion, parameter)
        return parameters

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        pieces = [self.options_metavar or ""]
        for parameter in self.get_params(ctx):
            if parameter.param_type_name == "argument":
                name = parameter.display_name_raw + ("..." if parameter.nargs == -1 else "")
                pieces.append(name if parameter.required else f"[{name}]")
        return pieces

    def get_help(self, ctx: Any) -> str:
        text: str = super().get_help(ctx)  # type: ignore[misc]
        return text.replace(_UNBREAKABLE[ord("-")], "-")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        with formatter.indentation():
            for paragraph in (self.help or "").split("\n\n"):
                formatter.write_paragraph()
                if paragraph.startswith("    "):
                    formatter.write("".join(f"{line}\n" for line in paragraph.splitlines()))
                else:
                    formatter.write_text(paragraph.translate(_UNBREAKABLE))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        arguments, options = [], []
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row and parameter.param_type_name == "argument":
                arguments.append((parameter.display_name_raw, row[1].translate(_UNBREAKABLE)))
            elif row:
                options.append((row[0], row[1].translate(_UNBREAKABLE)))
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class CliCommand(_Help, TyperCommand):
    """A single command."""


class _Coercion:
    """Reads text and absent values as they are, and leaves the rest to Typer.

    Typer validates every value with pydantic, whose import takes longer than that of Typer itself.
    """

    def __init__(self, parameter: Any) -> None:
        self._parameter = parameter
        self._several = parameter.multiple or parameter.nargs == -1
        kind = parameter.type_descriptor
        self._is_text = kind.annotation in (str, list[str]) and not kind.parameter_info.parser

    def coerce(self, value: Any, **where: Any) -> Any:
        if value is None:
            return () if self._several else None
        if self._is_text:
            return list(value) if self._several else value
        by_pydantic = type(self._parameter).get_runtime_param(self._parameter)
        return by_pydantic.coerce(value, **where)


class _LazyCommands(Mapping[str, Any]):
    """The commands of a group by name, each imported on first use."""

    def __init__(self, group: str) -> None:
        path = "" if group == "houserules" else f"{group} "
        self.entries = {
            name.removeprefix(path): entry
            for name, entry in COMMANDS.items()
            if name.startswith(path) and " " not in name.removeprefix(path)
        }
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _load(name, self.entries[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def _load(name: str, entry: ListedCommand) -> Any:
    loaded = typer.Typer(name=name, help=entry.summary, cls=Group, no_args_is_help=True, **_PLAIN)
    if not entry.function:
        loaded.callback()(lambda: None)
        return get_group(loaded)
    module, _, function = entry.function.rpartition(".")
    implementation = getattr(import_module(f"houserules.cli.{module}"), function)
    loaded.command(name, cls=CliCommand)(implementation)
    return get_command(loaded)


class Group(_Help, TyperGroup):
    """A group of commands: lists them by purpose, and answers a mistake in one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = _LazyCommands(self.name or "")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [*super().collect_usage_pieces(ctx), "COMMAND", "[ARGUMENTS]..."]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        entries = self.commands.entries
        width = max(map(len, entries))
        for purpose, commands in PURPOSES.items():
            here = {name: entry for name, entry in entries.items() if entry in commands.values()}
            if here:
                with formatter.section(purpose if len(here) < len(entries) else "Commands"):
                    formatter.write_dl(
                        [
                            (f"{name:<{width}}", entry.summary.translate(_UNBREAKABLE))
                            for name, entry in here.items()
                        ]
                    )
        super().format_options(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise typer.BadParameter(_unknown("command", args[0], self.commands), ctx=ctx)
        return super().resolve_command(ctx, args)

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run a command; end with exit code 2 and one line if it was typed wrong."""
        _print_in_any_encoding()
        try:
            code = super().main(*arguments, **{**settings, "standalone_mode": False})
        except typer.TyperException as error:
            _explain(error)
            code = error.exit_code
        except ModuleNotFoundError as missing:
            library = str(missing.name).partition(".")[0]
            if library not in EXTRAS:
                raise
            install = f"pip install 'houserules[{EXTRAS[library]}]'"
            print(f"houserules: {library} is missing: {install}", file=sys.stderr)
            code = 2
        except typer.Abort:
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


def _print_in_any_encoding() -> None:
    """Print letters instead of signs that the encoding of standard output lacks: -$5 for −$5."""

    def letters(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        missing = error.object[error.start : error.end]
        return "".join(_LETTERS.get(sign, "?") for sign in missing), error.end

    codecs.register_error("letters", letters)
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="letters")


def _explain(error: Any) -> None:
    """Say in one line what was typed wrong; a group without a command shows its help instead."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    if getattr(error, "option_name", "") and hasattr(error, "possibilities"):
        options = [
            name for option in error.ctx.command.get_params(error.ctx) for name in option.opts
        ]
        problem = _unknown("option", error.option_name, options)
    elif getattr(error, "param", None) or getattr(error, "param_hint", None):
        words = error.format_message()
        problem = words[:1].lower() + words[1:]
    else:
        problem = error.message
    command = error.ctx.command_path if error.ctx else "houserules"
    print(f"{command}: {problem.rstrip('.')}. See {command} --help.", file=sys.stderr)


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"no such {kind}: {name}" + (f" (did you mean {near[0]}?)" if near else "")


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # as Typer calls it
    if wanted:
        typer.echo(f"houserules {__version__}")
        raise typer.Exit


app = typer.Typer(
    name="houserules",
    help="The rulebook you can run: Pontoon, Pontoon 6 to 5, New Zealand Pontoon and Pinkjack.",
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    **_PLAIN,
)


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None: ...
