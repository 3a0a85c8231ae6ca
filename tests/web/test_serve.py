"""`houserules serve`: how it is configured, how it starts and ends, what it says when it cannot."""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from architecture.sources import ROOT
from houserules.cli.app import app
from houserules.cli.serve import serve
from houserules.cli.server.settings import (
    Config,
    ConfigError,
    default_database,
    read_config,
    shown_database,
)


def test_every_choice_has_a_flag_and_a_line_in_the_docs() -> None:
    names = {each.name for each in fields(Config)}
    assert names == set(serve.__annotations__) - {"config", "return"}
    page = (ROOT / "docs" / "how-to" / "serve.md").read_text("utf-8")
    for name in names:
        assert f"`--{name.replace('_', '-')}`" in page, name
        assert f"`HOUSERULES_{name.upper()}`" in page, name


def test_a_flag_goes_before_the_file_and_the_file_before_the_default(tmp_path: Path) -> None:
    file = tmp_path / "houserules.toml"
    file.write_text('host = "0.0.0.0"\nport = 9000\norigins = ["https://a.example"]\n')
    chosen = read_config(file, {"port": 9001, "host": None, "origins": []})
    assert (chosen.host, chosen.port, chosen.origins) == ("0.0.0.0", 9001, ["https://a.example"])
    assert chosen.connections == Config().connections
    assert chosen.settings().origins == ("https://a.example",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ports = 1", "ports is unknown; there are database, host, port"),
        ('port = "1"', "port = '1': a whole number is needed"),
        ("port = true", "port = True: a whole number is needed"),
        ("port = 70000", "port 70000: is 0 (any free one) to 65535"),
        ("connections = 0", "connections 0: is 1 or more"),
        ('log = "loud"', "log 'loud': is one of json, plain, none"),
        ('origins = ["elsewhere"]', "origin 'elsewhere': is written as https://casino.example"),
        ('hosts = ["https://a.example"]', "host name 'https://a.example': is written as casino"),
        ('operations_address = "9000"', "operations address '9000': is written as 127.0.0.1:9000"),
        ('operations_address = "h:99999"', "is written as 127.0.0.1:9000"),
        ("header_timeout = 0", "header_timeout 0: is 1 or more"),
        ("port = ", "is not TOML"),
    ],
)
def test_a_file_that_is_not_in_order_is_refused_with_words(
    tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "houserules.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        read_config(file, {})
    assert says in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "none.toml", {})


def test_the_default_database_is_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path}/houserules/houserules.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "houserules" / "no"))
    (tmp_path / "houserules" / "no").write_text("a file")
    assert default_database() == "sqlite:///houserules.db"


def test_no_password_is_printed() -> None:
    assert shown_database("postgresql://u:geheim@h/d") == "postgresql://u:...@h/d"


def test_a_port_in_use_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(app, ["serve", "--port", port, "--database", "memory:"])
    assert done.exit_code == 69
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://x", "is not a database URL"),
        ("sqlite:////proc/none/x.db", "x.db"),
        ("postgresql://u:geheim@127.0.0.1:1/d", "refused"),
    ],
)
def test_a_database_that_cannot_be_reached_is_said(url: str, says: str) -> None:
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--database", url])
    assert done.exit_code == 69
    assert says in done.stderr and "Traceback" not in done.stderr
    assert "geheim" not in done.stderr


def test_the_environment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_LOG", "loud")
    done = CliRunner().invoke(app, ["serve"])
    assert done.exit_code == 2
    assert "log 'loud'" in done.stderr


@contextmanager
def started(database: str, *more: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Start a server process; gives it with what it says first."""
    command = [sys.executable, "-c", "from houserules.cli.main import main; main()", "serve"]
    process = subprocess.Popen(
        [*command, "--port", "0", "--database", database, *more],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdout is not None
    try:
        yield process, [process.stdout.readline() for _ in range(2)]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize(
    ("given", "hosts"),
    [
        ({}, {"localhost", "127.0.0.1", "::1"}),
        ({"host": "0.0.0.0"}, set()),
        ({"host": "192.0.2.7"}, {"localhost", "127.0.0.1", "::1", "192.0.2.7"}),
        (
            {"host": "0.0.0.0", "hosts": ["Casino.example"]},
            {"localhost", "127.0.0.1", "::1", "0.0.0.0", "casino.example"},
        ),
        (
            {"origins": ["https://casino.example"]},
            {"localhost", "127.0.0.1", "::1", "casino.example"},
        ),
    ],
)
def test_the_hosts_that_are_answered(given: dict[str, object], hosts: set[str]) -> None:
    assert set(read_config(None, given).settings().hosts) == hosts


def test_operations_are_served_at_an_address_of_their_own() -> None:
    with started("memory:", "--operations-address", "127.0.0.1:0") as (process, said):
        assert process.stdout is not None
        apart = process.stdout.readline().rpartition(" ")[2].strip()
        for url, status in ((url_of(said), 404), (apart, 200)):
            with httpx.Client(base_url=url) as http:
                assert http.get("/metrics").status_code == status
                assert http.get("/api/ready").status_code == status
        with httpx.Client(base_url=url_of(said)) as http:
            assert http.get("/", headers={"Host": "elsewhere.example"}).status_code == 421
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def url_of(lines: list[str]) -> str:
    return lines[0].split()[1]


def test_it_starts_ends_when_asked_and_goes_on_where_it_was(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'floor.db'}"
    with started(database) as (process, said):
        assert process.stdout is not None
        assert "one-time password" in process.stdout.readline()
        with httpx.Client(base_url=url_of(said), headers={"X-Houserules": "1"}) as http:
            assert [each["table"] for each in http.get("/api/tables").json()["tables"]] == [
                *("t1", "t2", "t3", "t4")
            ]
            handle = http.post("/api/guest").json()["handle"]
            sat = {"do": "take-seat", "seat": 1, "amount": 100_00}
            assert http.post("/api/tables/t1/commands", json=sat).status_code == 200
            cookies = dict(http.cookies)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        assert "everything is stored" in process.stdout.read()
    with started(database) as (process, said):
        with httpx.Client(base_url=url_of(said), cookies=cookies) as http:
            seats = http.get("/api/tables/t1").json()["table"]["seats"]
            assert seats == [{"player": handle, "seat": 1}]
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stdout is not None
        assert "one-time password" in process.stdout.read()  # nobody has used the first one


def test_a_server_that_has_ended_logs_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        CliRunner().invoke(app, ["serve", "--port", port, "--database", "memory:"])
    assert (root.handlers[:], root.level) == before
    logging.getLogger("houserules.web").warning("after the end")
    assert "Logging error" not in capsys.readouterr().err


def test_a_server_keeps_its_key_checkpoints_and_backups_outside_the_database(
    tmp_path: Path,
) -> None:
    database, folder = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "backups"
    more = ("--backups", str(folder), "--backup-key", str(tmp_path / "backup.key"))
    with started(database, *more, "--checkpoint-interval", "1") as (process, said):
        kept = tmp_path / "floor.db-checkpoints"
        with httpx.Client(base_url=url_of(said), headers={"X-Houserules": "1"}) as http:
            while "houserules_backup_age_seconds" not in (text := http.get("/metrics").text):
                assert process.poll() is None
                time.sleep(0.5)
            assert "houserules_checkpoint_age_seconds" in text
            before = len(list(kept.iterdir()))
            http.post("/api/guest")
            while len(list(kept.iterdir())) == before:
                assert process.poll() is None
                time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    names = {each.name.rpartition("-")[2] for each in folder.iterdir()}
    assert names == {"full.backup.json", "full.jsonl.gz.sealed", "lock"}
    done = CliRunner().invoke(app, ["verify", "journal", "--database", database])
    assert done.exit_code == 0 and "Proved up to record " in done.output
    for secret in ("floor.db-signing-key", "backup.key"):
        assert (
            bytes.fromhex((tmp_path / secret).read_text())
            not in (tmp_path / "floor.db").read_bytes()
        )
    (tmp_path / "floor.db-signing-key").unlink()
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--database", database])
    assert done.exit_code == 69 and "say where it is with --signing-key" in done.stderr


@pytest.mark.parametrize(
    ("option", "value", "code", "says"),
    [
        ("--checkpoints", "ftp://x/y", 2, "checkpoints are kept in a folder, a database"),
        ("--signing-key", "env:NOT_THERE", 69, "the environment has no NOT_THERE"),
        ("--backup-interval", "0", 2, "backup_interval 0: is 1 or more"),
        ("--backup-full-days", "0", 2, "backup_full_days 0: is 1 or more"),
    ],
)
def test_what_cannot_be_kept_elsewhere_is_said(
    option: str, value: str, code: int, says: str
) -> None:
    asked = ["serve", "--port", "0", "--database", "memory:", option, value]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == code, done.output
    assert says in done.stderr
