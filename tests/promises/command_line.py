"""What scripts rely on: commands with their options, exit codes, and the keys of JSON output."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer.main
from typer.testing import CliRunner

from promises import entry
from promises.snapshots import as_text

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"
NIGHT = f"sqlite:///{Path(__file__).parent}/journal-88283ab.db"
_ROUND = """
format = "houserules/round-1"
rulebook = "nsw-pontoon-2024"
cards = "7s 9c 7h 7s 5c 7s 4d Kc"
decisions = ["1 hit", "2 double 10"]
wagers = [
    { box = 1, player = "ann", amount = "25", seated = true },
    { box = 2, player = "bob", amount = "20", seated = true },
]
"""


def run(*arguments: object) -> Any:
    """Run a command of the command line in this process."""
    return CliRunner().invoke(entry.cli_app(), [str(each) for each in arguments])


def printed(*arguments: object) -> Any:
    """Return the JSON that a command prints."""
    done = run(*arguments, "--json")
    assert done.exit_code == 0, (arguments, done.output)
    return json.loads(done.stdout)


def cli() -> Any:
    """Commands with their arguments and options."""
    return dict(_cli(typer.main.get_command(entry.cli_app()), "houserules"))


def _cli(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name in getattr(command, "commands", {}):
        yield from _cli(command.commands[name], f"{path} {name}")
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    yield (
        path,
        {
            "arguments": as_text(
                ("required" if each.required else "optional") + (" ..." if each.nargs == -1 else "")
                for each in arguments
            ),
            "options": {flag: _takes(each) for each in options for flag in _flags(each)},
            "required": as_text(sorted(each.opts[0] for each in options if each.required)),
        },
    )


def _flags(option: Any) -> list[str]:
    return [*option.opts, *option.secondary_opts]


def _takes(option: Any) -> str:
    number = "" if option.nargs == 1 else f" x {option.nargs}"
    return "flag" if option.is_flag else "repeatable" if option.multiple else f"value{number}"


def exit_codes() -> Any:
    """Exit codes as the reference lists them, and as some commands end."""
    page = (REFERENCE / "commands.md").read_text("utf-8")
    listed = {}
    for section in re.split(r"^##+ (?=houserules )", page, flags=re.MULTILINE)[1:]:
        cells = re.findall(r"^\| ([\d, ]+) \|", section.partition("| exit |")[2], re.MULTILINE)
        if cells:
            listed[section.partition("\n")[0]] = sorted(int(n) for n in as_text(cells).split(","))
    with TemporaryDirectory() as folder:
        right, wrong = Path(folder, "round.toml"), Path(folder, "wrong.toml")
        right.write_text(_ROUND)
        wrong.write_text(_ROUND.replace("double 10", "double 30"))
        tried: dict[str, tuple[object, ...]] = {
            "a round that breaks a rule": ("settle", wrong),
            "a round": ("settle", right),
            "an option that nobody has": ("rules", "--nothing"),
            "an unknown clause": ("rules", "nz-pontoon", "99.9"),
            "an unknown irregularity": ("irregularity", "nz-pontoon", "nothing"),
            "an unknown moment": ("told", "nz-pontoon", "nothing"),
            "an unknown rulebook": ("powers", "nothing"),
            "an unknown table": ("replay", "nothing", "--database", NIGHT),
            "an untouched journal": ("verify", "journal", "--database", NIGHT),
            "no such database": ("verify", "journal", "--database", f"sqlite:///{folder}/no.db"),
            "no such file": ("settle", Path(folder, "nothing.toml")),
        }
        ends = {name: run(*arguments).exit_code for name, arguments in tried.items()}
    return {"listed": listed, "tried": ends}


def json_keys() -> Any:
    """Keys of what commands print with --json; words may change, keys not."""
    with TemporaryDirectory() as folder:
        record, saved = Path(folder, "round.toml"), Path(folder, "saved.json")
        entropy = Path(folder, "entropy.bin")
        entropy.write_bytes(random.Random(1).randbytes(200_000))
        record.write_text(_ROUND)
        data = ("--database", NIGHT)
        simulation = ("simulate", "nsw-pinkjack-2016", "--rounds", 1000, "--strategy", "mimic")
        made: dict[str, tuple[object, ...]] = {
            "audit": ("audit", *data),
            "explain": ("explain", record),
            "export": ("export", "--table", "live", "--out", Path(folder, "export"), *data),
            "irregularity": ("irregularity", "nsw-pontoon-2024"),
            "powers": ("powers", "nsw-pontoon-2024"),
            "replay": ("replay", "live", *data),
            "replay ROUND": ("replay", "live", 1, *data),
            "report": ("report", "--month", "2026-11", *data),
            "rng test": ("rng", "test", "--shuffles", 100, "--entropy", entropy),
            "rules": ("rules",),
            "rules --compare": ("rules", "--compare", "nz-pontoon", "nsw-pinkjack-2016"),
            "rules CLAUSE": ("rules", "nsw-pontoon-2024", "14.8"),
            "rules RULEBOOK": ("rules", "nsw-pontoon-2024"),
            "settle": ("settle", record),
            "simulate": (*simulation, "--save", saved),
            "told": ("told", "nsw-pontoon-2024"),
            "verify journal": ("verify", "journal", *data),
            "verify shoe": ("verify", "shoe", ROOT / "tests" / "shoe" / "examples" / "shoe.json"),
        }
        keys = {name: _keys(printed(*arguments)) for name, arguments in made.items()}
        keys["verify export"] = _keys(printed("verify", "export", Path(folder, "export")))
        files = sorted(Path(folder, "export").iterdir())
        keys["files of an export"] = [each.name for each in files]
        for each in files:
            text = each.read_text("utf-8")
            rows = "[" + ",".join(text.splitlines()) + "]" if each.suffix == ".jsonl" else text
            whole = _keys(json.loads(rows))
            keys[f"export: {each.name}"] = [key for key in whole if "payload." not in key]
        keys["simulate --save"] = _keys(json.loads(saved.read_text("utf-8")))
        data_folder = Path(folder, "rng")
        assert run("rng", "export", data_folder, "--shuffles", 1, "--bytes", 1000).exit_code == 0
        keys["rng check"] = _keys(printed("rng", "check", data_folder))
        keys["files of an rng export"] = sorted(each.name for each in data_folder.iterdir())
        keys["rng export: manifest.json"] = _keys(
            json.loads((data_folder / "manifest.json").read_text())
        )
    return keys


def _keys(value: Any, where: str = "") -> list[str]:
    """Return the path of every key, with [] for each entry of a list."""
    found = set()
    if isinstance(value, dict):
        for key, each in value.items():
            found |= {f"{where}.{key}".lstrip("."), *_keys(each, f"{where}.{key}")}
    if isinstance(value, list):
        for each in value:
            found |= {*_keys(each, f"{where}[]")}
    return sorted(found)
