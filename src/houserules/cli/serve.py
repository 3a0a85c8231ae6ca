"""`houserules serve`: the floor for browsers and programs."""

import sys
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

from houserules.cli.server.settings import Config, ConfigError, read_config

_DEFAULTS: Final = Config()


def _option(name: str, says: str, *, metavar: str | None = None) -> Any:
    """Declare an option that can also be set in the environment or the file; its default is Config's."""
    variable = name.upper().replace("-", "_")
    default = getattr(_DEFAULTS, variable.lower(), None)
    return typer.Option(
        f"--{name}",
        metavar=metavar,
        help=f"{says}  [default: {default}]" if default else says,
        envvar=f"HOUSERULES_{variable}",
        show_default=False,
        show_envvar=False,
    )


def serve(
    *,
    config: Annotated[
        Path | None,
        _option("config", "A TOML file with any of the options below.", metavar="FILE"),
    ] = None,
    database: Annotated[
        str | None,
        _option(
            "database",
            "sqlite:///FILE, postgresql://USER@HOST/NAME or memory:. "
            "Default: SQLite in your data directory.",
            metavar="URL",
        ),
    ] = None,
    host: Annotated[
        str | None, _option("host", "The address to listen on.", metavar="ADDRESS")
    ] = None,
    port: Annotated[
        int | None, _option("port", "The port; 0 picks a free one.", metavar="N")
    ] = None,
    origins: Annotated[
        list[str] | None,
        _option(
            "origins", "A site on another host that may call the API; repeatable.", metavar="URL"
        ),
    ] = None,
    https: Annotated[
        bool | None, _option("https", "Browsers connect by https, through a proxy.")
    ] = None,
    hosts: Annotated[
        list[str] | None,
        _option(
            "hosts",
            "A host name that browsers may use; repeatable. Default: any, but on a loopback "
            "address only localhost, 127.0.0.1 and ::1.",
            metavar="NAME",
        ),
    ] = None,
    operations_address: Annotated[
        str | None,
        _option(
            "operations-address",
            "Serve /api/ready and /metrics here instead of on the public address.",
            metavar="HOST:PORT",
        ),
    ] = None,
    header_timeout: Annotated[
        int | None,
        _option("header-timeout", "Seconds allowed for a request's headers.", metavar="N"),
    ] = None,
    body_timeout: Annotated[
        int | None, _option("body-timeout", "Seconds allowed for a request's body.", metavar="N")
    ] = None,
    idle_timeout: Annotated[
        int | None,
        _option("idle-timeout", "Seconds a connection may idle between requests.", metavar="N"),
    ] = None,
    proxies: Annotated[
        str | None,
        _option(
            "proxies",
            "Proxies trusted to say where a request comes from, separated by commas.",
            metavar="ADDRESSES",
        ),
    ] = None,
    log: Annotated[
        str | None,
        _option("log", "The log on standard error: plain, json or none.", metavar="FORMAT"),
    ] = None,
    connections: Annotated[
        int | None, _option("connections", "WebSockets open at a time.", metavar="N")
    ] = None,
    person_connections: Annotated[
        int | None, _option("person-connections", "WebSockets per person.", metavar="N")
    ] = None,
    address_connections: Annotated[
        int | None, _option("address-connections", "WebSockets per address.", metavar="N")
    ] = None,
    address_rate: Annotated[
        int | None, _option("address-rate", "Requests per second from one address.", metavar="N")
    ] = None,
    person_rate: Annotated[
        int | None,
        _option("person-rate", "Requests and messages per second from one person.", metavar="N"),
    ] = None,
    message_rate: Annotated[
        int | None, _option("message-rate", "Messages per second on one WebSocket.", metavar="N")
    ] = None,
    sign_ups: Annotated[
        int | None,
        _option("sign-ups", "Guests and sign-ups per minute from one address.", metavar="N"),
    ] = None,
    solves: Annotated[
        int | None,
        _option("solves", "Exact odds computed at a time, each in its own process.", metavar="N"),
    ] = None,
    rules_document: Annotated[
        list[str] | None,
        _option(
            "rules-document",
            "An approved document (PDF or text) to show on request; repeatable.",
            metavar="RULEBOOK=FILE",
        ),
    ] = None,
    carded_play: Annotated[
        str | None,
        _option(
            "carded-play",
            "Turn on carded play at live tables that require Player Cards. Identities are sealed "
            "with the key in FILE, which the first start creates. Keep it apart from the database.",
            metavar="FILE",
        ),
    ] = None,
    signing_key: Annotated[
        str | None,
        _option(
            "signing-key",
            "The key that signs checkpoints and backups: FILE (made if it does not exist), env:NAME, "
            "agent:COMMENT (an SSH agent), command:PROGRAM, or vault (in the database). Default: "
            "a file beside a new SQLite database.",
            metavar="KEY",
        ),
    ] = None,
    checkpoints: Annotated[
        list[str] | None,
        _option(
            "checkpoints",
            "Where checkpoints are kept: a folder, another database or an http address; "
            "repeatable. Default: a folder beside a SQLite database.",
            metavar="PLACE",
        ),
    ] = None,
    checkpoint_interval: Annotated[
        int | None,
        _option("checkpoint-interval", "Seconds between two checkpoints.", metavar="N"),
    ] = None,
    backups: Annotated[
        str | None,
        _option("backups", "Back up into this folder while the server runs.", metavar="DIR"),
    ] = None,
    backup_interval: Annotated[
        int | None, _option("backup-interval", "Seconds between two backups.", metavar="N")
    ] = None,
    backup_full_days: Annotated[
        int | None,
        _option(
            "backup-full-days",
            "Days after which a full backup is made instead of an incremental one.",
            metavar="N",
        ),
    ] = None,
    backup_key: Annotated[
        str | None,
        _option(
            "backup-key",
            "Encrypt backups with the key in FILE, which the first backup creates. Keep a copy: no "
            "backup can be restored without it.",
            metavar="FILE",
        ),
    ] = None,
    zone: Annotated[
        str | None,
        _option(
            "zone",
            "The casino's time zone, such as Australia/Sydney. Default: this machine's.",
            metavar="ZONE",
        ),
    ] = None,
) -> None:
    """Run the server for browsers and programs.

    It runs until Ctrl-C. The first start creates an owner and one practice table per game. Until
    the owner has signed in, every start prints a new one-time password.

    Each option can also be set in the environment (--port as HOUSERULES_PORT) or in the file of
    --config. The command line overrides the environment, and the environment overrides the file.

    Exit codes: 0 stopped on request, 2 invalid configuration, 69 the server cannot start.
    """
    given = {name: value for name, value in locals().items() if name != "config"}
    from houserules.cli.server.process import (  # noqa: PLC0415  # takes a second; an extra
        CannotStartError,
        run,
    )

    try:
        run(read_config(config, given))
    except ConfigError as error:
        _stop(str(error), code=2)
    except CannotStartError as error:
        _stop(str(error), code=69)


def _stop(problem: str, *, code: int) -> NoReturn:
    print(f"houserules serve: {problem}", file=sys.stderr)
    raise typer.Exit(code)
