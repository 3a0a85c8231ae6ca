"""The old part of the journal checked in the background: what was not read since the start is checked too."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from houserules.floor.store import Store
from houserules.journal.errors import DamagedError, Finding, JournalError
from houserules.journal.records import Batch, Put
from houserules.journal.scrub import Scrub

_KIND: Final = "scrub"
_LAST: Final = "last"
_BATCHES: Final = 200  # that are checked at a time
_SHARE: Final = 4  # times as long as a step took, nothing is done
_KEEP: Final = 60.0  # seconds, after which how far it is is kept again
_AGAIN: Final = 24 * 3600.0  # seconds between the end of one pass and the next
_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Scrubber:
    """Checks the journal again and again, in small steps; what it finds is locked at once."""

    store: Store
    now: Callable[[], int]
    state: Literal["none", "under way", "done", "failed"] = "none"
    began: int | None = None  # milliseconds
    ended: int | None = None
    done: int = 0
    total: int = 0

    async def run(self) -> None:
        """Check until cancelled; a pass that was interrupted by a restart goes on."""
        while True:
            try:
                await self.one_pass()
                wait = _AGAIN
            except JournalError as error:
                self.state, wait = "failed", _KEEP
                _log.warning("the check of the journal in the background stopped: %s", error)
            await asyncio.sleep(wait)

    async def one_pass(self) -> None:
        """Check everything up to where the journal ends now."""
        scrub = await self._begin()
        more, kept = True, time.monotonic()
        while more:
            began = time.monotonic()
            more, found = await self.store.call(
                lambda: scrub.step(self.store.journal, batches=_BATCHES)
            )
            self.store.damage.note(found)
            self.done = scrub.done
            if time.monotonic() - kept > _KEEP:
                await self._keep(scrub)
                kept = time.monotonic()
            await asyncio.sleep(_SHARE * (time.monotonic() - began))
        self.store.damage.note(await self.store.call(self._look_at_vault))
        await self._keep(None)
        self.state, self.ended = "done", self.now()

    def _look_at_vault(self) -> list[Finding]:
        return list(self.store.journal.vault.damaged())

    async def _begin(self) -> Scrub:
        journal = self.store.journal
        try:
            kept = json.loads(await self.store.kept(_KIND, _LAST) or b"null")
        except DamagedError:
            kept = None
        if kept is None:
            tip = await self.store.call(journal.tip)
            scrub, self.began = Scrub.of(journal, tip.serial), self.now()
        else:
            scrub, self.began = Scrub.read(journal, kept), kept["began"]
        self.state, self.ended = "under way", None
        self.done, self.total = scrub.done, scrub.upto
        return scrub

    async def _keep(self, scrub: Scrub | None) -> None:
        """Keep how far a pass is; one that is over, or has found something, begins again."""
        data = None
        if scrub is not None and not self.store.damage.all():
            data = {**scrub.to_data(), "began": self.began}
        put = Put(_KIND, _LAST, json.dumps(data).encode())
        await self.store.append(Batch((), actor="house", time=self.now(), puts=(put,)))
