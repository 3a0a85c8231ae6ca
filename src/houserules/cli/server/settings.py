"""How a server is configured: by flags, by the environment, by a file; in this order the first counts."""

import os
import re
import sys
import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

from houserules.floor.local_time import HoursError, zone_named
from houserules.floor.people.limits import SignInLimits
from houserules.floor.safekeeping import Safekeeping
from houserules.journal.errors import CheckpointStoreError
from houserules.web.settings import Rate, Settings

Log = Literal["json", "plain", "none"]


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
    hosts: list[str] = field(default_factory=list)  # none: loopback names on a loopback address
    proxies: str = "127.0.0.1"
    operations_address: str = ""  # "": readiness and figures are served with everything else
    header_timeout: int = 10
    body_timeout: int = 30
    idle_timeout: int = 5
    log: Log = "plain"
    connections: int = 5000
    person_connections: int = 20
    address_connections: int = 2000
    address_rate: int = 100
    person_rate: int = 40
    message_rate: int = 20
    sign_ups: int = 20
    solves: int = 1
    zone: str = ""  # "": the machine's time zone
    rules_document: list[str] = field(default_factory=list)  # each as RULEBOOK=FILE
    carded_play: str = ""  # the key file for identities; "": carded play is off
    signing_key: str = ""  # "": a file beside a new SQLite database, otherwise as before
    checkpoints: list[str] = field(default_factory=list)  # none: beside a SQLite database
    checkpoint_interval: int = 10  # seconds
    backups: str = ""  # the folder; "": no backups are made
    backup_interval: int = 3600  # seconds
    backup_full_days: int = 7
    backup_key: str = ""  # the key file to encrypt with; "": backups are not encrypted

    def limits(self) -> SignInLimits:
        """Return what of it the people at the door have to know."""
        return SignInLimits(origin_sign_ups=self.sign_ups)

    def settings(self) -> Settings:
        """Return what of it the web has to know."""
        return Settings(
            origins=tuple(self.origins),
            https=self.https,
            hosts=self._allowed_hosts(),
            operations_apart=bool(self.operations_address),
            header_timeout=self.header_timeout,
            body_timeout=self.body_timeout,
            idle_timeout=self.idle_timeout,
            by_address=Rate(self.address_rate, 4 * self.address_rate),
            by_person=Rate(self.person_rate, 3 * self.person_rate),
            by_connection=Rate(self.message_rate, 3 * self.message_rate),
            connections=self.connections,
            connections_of_person=self.person_connections,
            connections_of_address=self.address_connections,
            solves=self.solves,
        )

    def safekeeping(self, database: str) -> Safekeeping | None:
        """Return what of it is kept outside the database; None: nothing of a floor in memory."""
        given = Safekeeping(
            self.signing_key,
            tuple(self.checkpoints),
            self.checkpoint_interval,
            backups=self.backups,
            backup_interval=self.backup_interval,
            backup_full_days=self.backup_full_days,
            backup_key=self.backup_key,
        )
        return None if database == "memory:" and given == Safekeeping() else given.beside(database)

    def _allowed_hosts(self) -> tuple[str, ...]:
        """Return the names by which browsers may come: () stands for any."""
        named = [*self.hosts, *(urlsplit(each).hostname or "" for each in self.origins)]
        if not self.hosts and self.host in _WILDCARDS:
            return ()
        return tuple(dict.fromkeys(each.lower() for each in (*named, self.host, *_LOOPBACK)))

    def operations(self) -> tuple[str, int] | None:
        """Return where readiness and figures are served; None: with everything else."""
        if not self.operations_address:
            return None
        host, _, port = self.operations_address.rpartition(":")
        return host.strip("[]"), int(port)


_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_WILDCARDS: Final = ("", "0.0.0.0", "::")
_ADDRESS: Final = re.compile(r"(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}", re.ASCII)
_HOST: Final = re.compile(r"[\w.-]+|[0-9a-fA-F:]+", re.ASCII)


def read_config(file: Path | None, given: dict[str, Any]) -> Config:
    """Put flags and environment (`given`) over a file; raises ConfigError."""
    written = _read(file) if file is not None else {}
    chosen = {name: value for name, value in given.items() if value not in (None, [])}
    config = replace(Config(), **{**written, **chosen})
    _check(config)
    return config


def environment() -> dict[str, Any]:
    """Return the settings in the environment, read as `houserules serve` reads them."""
    found: dict[str, Any] = {}
    for name, kind in get_type_hints(Config).items():
        if text := os.environ.get(f"HOUSERULES_{name.upper()}"):
            found[name] = _from_text(name, kind, text)
    return found


def _from_text(name: str, kind: Any, text: str) -> Any:
    if name in _LISTS:
        return text.split()
    if kind is bool:
        return text.lower() in ("1", "true", "t", "yes", "y", "on")
    if kind is int:
        try:
            return int(text)
        except ValueError:
            raise ConfigError(
                f"HOUSERULES_{name.upper()} {text!r}: a whole number is needed"
            ) from None
    return text


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
        kind = {"log": str, **dict.fromkeys(_LISTS, list)}.get(key, hints[key])
        if type(value) is not kind:
            raise ConfigError(f"{file}: {key} = {value!r}: {_NAMES[kind]} is needed")
    return data


_LISTS: Final = ("origins", "hosts", "rules_document", "checkpoints")
_NAMES: Final = {str: "text", int: "a whole number", bool: "true or false", list: "a list of text"}


def _check(config: Config) -> None:
    if not 0 <= config.port <= 65535:
        raise ConfigError(f"port {config.port}: is 0 (any free one) to 65535")
    if config.log not in get_args(Log):
        raise ConfigError(f"log {config.log!r}: is one of {', '.join(get_args(Log))}")
    try:
        zone_named(config.zone or machine_zone())
    except HoursError as error:
        raise ConfigError(f"zone: {error}") from None
    _check_documents(config.rules_document)
    _check_checkpoints(config.checkpoints)
    _check_addresses(config)
    for each in config.origins:
        parts = urlsplit(str(each))
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            raise ConfigError(f"origin {each!r}: is written as https://casino.example, no path")
    for name in (each.name for each in fields(config)):
        value = getattr(config, name)
        if type(value) is int and name != "port" and value < 1:
            raise ConfigError(f"{name} {value}: is 1 or more")


def _check_addresses(config: Config) -> None:
    for each in config.hosts:
        if not _HOST.fullmatch(str(each)):
            raise ConfigError(f"host name {each!r}: is written as casino.example, without a port")
    given = config.operations_address
    if given and (not _ADDRESS.fullmatch(given) or int(given.rpartition(":")[2]) > 65535):
        raise ConfigError(f"operations address {given!r}: is written as 127.0.0.1:9000")


def machine_zone() -> str:
    """Return the name of this machine's time zone, or UTC where it has no name."""
    if os.environ.get("TZ"):
        return os.environ["TZ"].removeprefix(":")
    link = os.path.realpath("/etc/localtime")
    return link.partition("zoneinfo/")[2] or "UTC"


def default_database() -> str:
    """Return where the floor is kept if nobody says: the user's data directory, or else here."""
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
    """Return a database without its password."""
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return url.replace(f":{parts.password}@", ":...@", 1)


def _check_documents(given: list[str]) -> None:
    if not given:
        return  # most commands read the configuration only for the database
    from houserules.floor.rules_documents import DocumentError, read_document  # noqa: PLC0415

    for each in given:
        try:
            read_document(str(each))
        except DocumentError as error:
            raise ConfigError(f"rules document {error}") from None


def _check_checkpoints(given: list[str]) -> None:
    if not given:
        return
    from houserules.journal.checkpoint_stores import open_checkpoint_store  # noqa: PLC0415

    for each in given:
        try:
            open_checkpoint_store(str(each))
        except CheckpointStoreError as error:
            raise ConfigError(f"checkpoints {error}") from None
