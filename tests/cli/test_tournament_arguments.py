"""What `tournament check`, `plan` and `simulate` say of arguments that they cannot take."""

from pathlib import Path

import pytest

from cli.numbers import run

SPRING = str(Path(__file__).parents[2] / "examples" / "tournament.toml")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("plan", SPRING), "missing option '--entries'"),
        (("plan", SPRING, "--entries", "many"), "'many' is not a whole number"),
        (("plan", SPRING, "--entries", "1"), "--entries must be 2 to 10000, not 1"),
        (("plan", SPRING, "--entries", "10001"), "--entries must be 2 to 10000, not 10001"),
        (("plan", SPRING, "--entries", "60", "--break", "x"), "'x' is not a whole number"),
        (("plan", SPRING, "--entries", "60", "--break", "1441"), "--break must be 0 to 1440"),
        (("plan", SPRING, "--entries", "60", "--rounds-per-hour", "1.5"), "not a whole number"),
        (("plan", SPRING, "--entries", "60", "--start", "24:00"), "'24:00' is not a time"),
        (("simulate", SPRING, "--styles", "bold"), "--styles bold: choose steady, aggressive"),
        (("simulate", SPRING, "--styles", "steady=0"), "--styles steady=0: a style counts 1 to"),
        (("simulate", SPRING, "--strategy", "x"), "--strategy x: choose best, never-bust, mimic"),
        (("simulate", SPRING, "--tournaments", "0"), "--tournaments must be 1 to 10000000"),
        (("simulate", SPRING, "--rounds-per-hour", "x"), "'x' is not a whole number"),
        (("check", SPRING, "--pdf", "cup.txt"), "cup.txt ends in '.txt'; it may be .pdf"),
        (("check", "cup.txt"), "there is no such file"),
        (("check", __file__), "ends in .toml or .json"),
    ],
)
def test_an_argument_that_cannot_be_taken(arguments: tuple[str, ...], problem: str) -> None:
    result = run("tournament", *arguments)
    assert result.exit_code == 2
    assert problem in " ".join(result.output.split())
    assert "Traceback" not in result.output
