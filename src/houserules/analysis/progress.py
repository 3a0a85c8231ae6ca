"""How a long calculation says how far it is: to a callback, which the command line draws as a bar."""

from collections.abc import Callable

Report = Callable[[str, int, int], None]
"""Called with what is being done, the steps done, and all steps; 0 where there are none to count."""


def steps_of(report: Report | None, what: str) -> Callable[[int, int], None] | None:
    """Return the callback that `solve` takes."""
    return None if report is None else lambda done, total: report(what, done, total)
