"""Metrics in the Prometheus text format; none is about a person."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

Labels = tuple[tuple[str, str], ...]


class Counter:
    """Something that is counted, by labels."""

    def __init__(self, name: str, says: str) -> None:
        self.name, self.says = name, says
        self._counts: dict[Labels, int] = {}

    def add(self, **labels: str) -> None:
        """Count one more."""
        key = tuple(labels.items())
        self._counts[key] = self._counts.get(key, 0) + 1

    def lines(self) -> Iterator[str]:
        """Yield the figures in text."""
        yield from _head(self.name, self.says, "counter")
        for labels, count in sorted(self._counts.items()):
            inner = ",".join(f'{name}="{value}"' for name, value in labels)
            yield f"{self.name}{{{inner}}} {count}" if inner else f"{self.name} {count}"


class Histogram:
    """How long something took, in seconds."""

    def __init__(self, name: str, says: str, bounds: tuple[float, ...] = _SECONDS) -> None:
        self.name, self.says, self._bounds = name, says, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def took(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        """Yield the figures in text."""
        yield from _head(self.name, self.says, "histogram")
        total = 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {total}"


def gauge(name: str, says: str, value: float) -> Iterator[str]:
    """Yield a figure as it is now, in text."""
    yield from _head(name, says, "gauge")
    yield f"{name} {value:g}"


def _head(name: str, says: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"


class Metrics:
    """All metrics of this process."""

    def __init__(self) -> None:
        self.commands = Counter("houserules_commands_total", "Commands to tables, by outcome.")
        self.requests = Counter("houserules_requests_total", "HTTP requests, by status.")
        self.dropped = Counter(
            "houserules_connections_dropped_total", "Connections that the server ended, by reason."
        )
        self.sent = Counter("houserules_messages_sent_total", "WebSocket messages, by type.")
        self.latency = Histogram(
            "houserules_command_seconds",
            "From the arrival of a command to its publication, when it is durable.",
        )

    def lines(self) -> Iterator[str]:
        """Yield the figures in text."""
        for each in (self.commands, self.requests, self.dropped, self.sent, self.latency):
            yield from each.lines()
