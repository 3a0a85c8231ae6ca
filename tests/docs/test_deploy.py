"""The files in deploy/ and the page about them: settings that exist, values that can be used."""

import re
from dataclasses import fields
from pathlib import Path

from tools.clause_table import ROOT

from houserules.cli.server.settings import Config, read_config

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/how-to/deploy.md").read_text("utf-8")


def test_every_variable_is_a_setting() -> None:
    texts = [PAGE, *(file.read_text("utf-8") for file in DEPLOY.iterdir() if file.is_file())]
    named = {name for text in texts for name in re.findall(r"HOUSERULES_(\w+)", text)}
    assert len(named) > 5
    assert named - {field.name.upper() for field in fields(Config)} == set()


def test_the_configuration_on_the_page_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    (written,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    file.write_text(written)
    config = read_config(file, {})
    assert config.https and config.hosts == ["casino.example"]


def test_the_service_stays_down_when_a_person_is_needed() -> None:
    """The exit codes with which `houserules serve` says that it cannot start."""
    unit = (DEPLOY / "houserules.service").read_text("utf-8")
    serve = (ROOT / "src/houserules/cli/serve.py").read_text("utf-8")
    (codes,) = re.findall(r"RestartPreventExitStatus=(.*)", unit)
    assert codes.split() == ["2", "69"]
    assert "2 invalid configuration, 69 the server cannot start" in " ".join(serve.split())
