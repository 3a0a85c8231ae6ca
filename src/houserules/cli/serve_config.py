"""How a server is configured: by flags, by the environment, by a file; in this order the first counts."""

import os
import sys
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

from houserules.floor.people.limits import Limits
from houserules.web.settings import Rate, Settings

Log = Literal["json", "plain", "none"]
PREFIX: Final = "HOUSERULES_"


class ConfigError(ValueError):
    """A configuration that cannot be used: says what, where and what is allowed."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that an operator may choose, with what holds otherwise."""

    database: str = ""  # "": SQLite in the user's data directory
    host: str = "127.0.0.1"
    port: int = 8000
    origins: list[str] = field(default_factory=list)
    https: bool = False
    proxies: str = "127.0.0.1"
    log: Log = "plain"
    connections: int = 5000
    person_connections: int = 20
    address_connections: int = 2000
    address_rate: int = 100
    person_rate: int = 40
    message_rate: int = 20
    sign_ups: int = 20
    solves: int = 1

    def limits(self) -> Limits:
        """Give what of it the people at the door have to know."""
        return Limits(origin_sign_ups=self.sign_ups)

    def settings(self) -> Settings:
        """Give what of it the web has to know."""
        return Settings(
            origins=tuple(self.origins),
            https=self.https,
            by_address=Rate(self.address_rate, 4 * self.address_rate),
            by_person=Rate(self.person_rate, 3 * self.person_rate),
            by_connection=Rate(self.message_rate, 3 * self.message_rate),
            connections=self.connections,
            connections_of_person=self.person_connections,
            connections_of_address=self.address_connections,
            solves=self.solves,
        )


def read_config(file: Path | None, given: dict[str, Any]) -> Config:
    """Put flags and environment (`given`) over a file; raises ConfigError."""
    written = _read(file) if file is not None else {}
    chosen = {name: value for name, value in given.items() if value not in (None, [])}
    config = replace(Config(), **{**written, **chosen})
    _check(config)
    return config


def _read(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: is not TOML: {error}") from None
    hints = get_type_hints(Config)
    for key, value in data.items():
        if key not in hints:
            raise ConfigError(f"{file}: {key} is unknown; there are {', '.join(hints)}")
        kind = {"origins": list, "log": str}.get(key, hints[key])
        if type(value) is not kind:
            raise ConfigError(f"{file}: {key} = {value!r}: {_NAMES[kind]} is needed")
    return data


_NAMES: Final = {str: "text", int: "a whole number", bool: "true or false", list: "a list of text"}


def _check(config: Config) -> None:
    if not 0 <= config.port <= 65535:
        raise ConfigError(f"port {config.port}: is 0 (any free one) to 65535")
    if config.log not in get_args(Log):
        raise ConfigError(f"log {config.log!r}: is one of {', '.join(get_args(Log))}")
    for each in config.origins:
        parts = urlsplit(str(each))
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            raise ConfigError(f"origin {each!r}: is written as https://casino.example, no path")
    for name in (each.name for each in fields(config)):
        value = getattr(config, name)
        if type(value) is int and name != "port" and value < 1:
            raise ConfigError(f"{name} {value}: is 1 or more")


def default_database() -> str:
    """Give where the floor is kept if nobody says: the user's data directory, or else here."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    try:
        folder = base / "houserules"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return "sqlite:///houserules.db"
    return f"sqlite:///{folder / 'houserules.db'}"


def shown_database(url: str) -> str:
    """Give a database without its password."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return url.replace(f":{parts.password}@", ":...@", 1)
