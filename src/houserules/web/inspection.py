"""Runs an inspection of the journal in the background, one at a time."""

import asyncio
from dataclasses import dataclass
from typing import Literal

from houserules.floor.app import Floor
from houserules.floor.inspection import Inspection, inspect


@dataclass(slots=True)
class InspectionRun:
    """The last inspection: under way, done, or none yet."""

    state: Literal["none", "under way", "done", "failed"] = "none"
    began: int | None = None  # milliseconds
    ended: int | None = None
    by: str | None = None
    done: int = 0
    total: int = 0
    result: Inspection | None = None

    def start(self, floor: Floor, by: str) -> None:
        """Begin, unless one is under way."""
        if self.state == "under way":
            return
        self.state, self.by, self.began, self.ended = "under way", by, floor.now(), None
        self.result, self.done, self.total = None, 0, 0
        floor.spawn(self._run(floor))

    async def _run(self, floor: Floor) -> None:
        def note_progress(done: int, total: int) -> None:
            self.done, self.total = done, total

        try:
            journal = floor.store.journal
            self.result = await asyncio.to_thread(lambda: inspect(journal, progress=note_progress))
            self.state = "done"
        except Exception:
            self.state = "failed"
            raise
        finally:
            self.ended = floor.now()
