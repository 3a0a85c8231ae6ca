"""The operator's settings for the web: origins, and limits on size, rate and number."""

from dataclasses import dataclass, field

KILO = 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """A sustained rate per second, and a burst."""

    each_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of one server process; the defaults fit a house of a few hundred people."""

    origins: tuple[str, ...] = ()  # pages of other hosts that may call, as https://casino.example
    https: bool = False  # browsers reach us by https, through a proxy: cookies are Secure
    hosts: tuple[str, ...] = ()  # names by which browsers may reach us; none: by any
    operations_apart: bool = False  # readiness and figures are served at another address alone
    body_limit: int = 64 * KILO
    message_limit: int = 16 * KILO
    header_timeout: float = 10  # seconds for all headers of a request
    body_timeout: float = 30  # seconds for all of a request's body
    idle_timeout: float = 5  # seconds between two requests of a connection
    ready_within: float = 1  # seconds in which the store must have written something
    by_address: Rate = field(default_factory=lambda: Rate(100, 400))
    by_person: Rate = field(default_factory=lambda: Rate(40, 120))
    by_connection: Rate = field(default_factory=lambda: Rate(20, 60))
    operations_by_address: Rate = field(default_factory=lambda: Rate(2, 20))
    solves_by_address: Rate = field(default_factory=lambda: Rate(0.5, 20))
    connections: int = 5000  # WebSockets; and as many event streams
    connections_of_person: int = 20
    connections_of_address: int = 2000
    waiting_updates: int = 32  # for a slow reader, before they give way to one snapshot
    slow_for: int = 20_000  # milliseconds without reading before a connection is dropped
    kept_updates: int = 100  # of each table, for those who come back
    ask_again: int = 30_000  # milliseconds between two looks at a connection's session
    solves: int = 1  # at once, each in a process of its own
    waiting_solves: int = 8
    kept_solves: int = 256
