"""`houserules serve`: the floor for browsers and programs."""

import sys
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

_NEEDS: Final = (
    *("fastapi", "uvicorn", "starlette", "pydantic", "argon2", "websockets", "jinja2"),
    *("confusable_homoglyphs", "zxcvbn"),
)
_HINT: Final = "the server needs more: pip install 'houserules[web]'"


def _option(name: str, says: str, *, metavar: str | None = None) -> Any:
    """Declare an option that the environment may give too."""
    envvar = f"HOUSERULES_{name.upper().replace('-', '_')}"
    return typer.Option(f"--{name}", metavar=metavar, help=says, envvar=envvar, show_default=False)


def serve(
    *,
    config: Annotated[
        Path | None, _option("config", "A TOML file with any of the names below.", metavar="FILE")
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
        str | None,
        _option(
            "host", "The address to listen on. Default: 127.0.0.1, this machine.", metavar="ADDRESS"
        ),
    ] = None,
    port: Annotated[
        int | None, _option("port", "The port; 0 takes any free one. Default: 8000.", metavar="N")
    ] = None,
    origins: Annotated[
        list[str] | None,
        _option("origins", "Pages of another host that may call; repeatable.", metavar="URL"),
    ] = None,
    https: Annotated[
        bool | None, _option("https", "Browsers reach it by https, through a proxy.")
    ] = None,
    hosts: Annotated[
        list[str] | None,
        _option(
            "hosts",
            "A host name by which browsers reach it; repeatable. Default: on a loopback address "
            "localhost, 127.0.0.1 and ::1, else any.",
            metavar="NAME",
        ),
    ] = None,
    operations_address: Annotated[
        str | None,
        _option(
            "operations-address",
            "Serve /api/ready and /metrics here, and not on the public address.",
            metavar="HOST:PORT",
        ),
    ] = None,
    header_timeout: Annotated[
        int | None,
        _option(
            "header-timeout", "Seconds for the headers of a request. Default: 10.", metavar="N"
        ),
    ] = None,
    body_timeout: Annotated[
        int | None,
        _option("body-timeout", "Seconds for the body of a request. Default: 30.", metavar="N"),
    ] = None,
    idle_timeout: Annotated[
        int | None,
        _option(
            "idle-timeout",
            "Seconds a connection may idle between requests. Default: 5.",
            metavar="N",
        ),
    ] = None,
    proxies: Annotated[
        str | None,
        _option(
            "proxies",
            "Proxies whose word on the caller counts. Default: 127.0.0.1.",
            metavar="ADDRESSES",
        ),
    ] = None,
    log: Annotated[
        str | None,
        _option("log", "plain, json or none, to standard error. Default: plain.", metavar="FORMAT"),
    ] = None,
    connections: Annotated[
        int | None, _option("connections", "WebSockets at once. Default: 5000.", metavar="N")
    ] = None,
    person_connections: Annotated[
        int | None,
        _option("person-connections", "WebSockets of one person. Default: 20.", metavar="N"),
    ] = None,
    address_connections: Annotated[
        int | None,
        _option("address-connections", "WebSockets of one address. Default: 2000.", metavar="N"),
    ] = None,
    address_rate: Annotated[
        int | None,
        _option("address-rate", "Requests a second of one address. Default: 100.", metavar="N"),
    ] = None,
    person_rate: Annotated[
        int | None,
        _option(
            "person-rate",
            "Requests and messages a second of one person. Default: 40.",
            metavar="N",
        ),
    ] = None,
    message_rate: Annotated[
        int | None,
        _option("message-rate", "Messages a second of one WebSocket. Default: 20.", metavar="N"),
    ] = None,
    sign_ups: Annotated[
        int | None,
        _option(
            "sign-ups", "Guests and sign-ups a minute of one address. Default: 20.", metavar="N"
        ),
    ] = None,
    solves: Annotated[
        int | None,
        _option(
            "solves", "Exact odds computed at once, each in a process. Default: 1.", metavar="N"
        ),
    ] = None,
    rules_document: Annotated[
        list[str] | None,
        _option(
            "rules-document",
            "An approved document (PDF or text) to show on request; repeatable.",
            metavar="RULEBOOK=FILE",
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
    """Open the floor: tables for browsers and programs, until Ctrl-C.

    The first start makes an owner and a practice table of each game. Until the owner has signed in,
    every start prints a new one-time password. A flag goes before the environment, the environment before the file.

    Exit code: 0 ended on request, 2 the configuration is not in order, 69 it cannot start.
    """
    given = {name: value for name, value in locals().items() if name != "config"}
    try:
        from houserules.cli import serve_settings as serve_config  # noqa: PLC0415
        from houserules.cli.run import serve as serve_run  # noqa: PLC0415  # the extra may be missing
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in _NEEDS:
            raise
        _stop(_HINT)
    try:
        chosen = serve_config.read_config(config, given)
        serve_run.run(chosen)
    except serve_config.ConfigError as error:
        _stop(str(error))
    except serve_run.CannotStartError as error:
        _stop(str(error), code=69)


def _stop(problem: str, *, code: int = 2) -> NoReturn:
    print(f"houserules serve: {problem}", file=sys.stderr)
    raise typer.Exit(code)
