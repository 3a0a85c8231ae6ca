"""Exact odds, solved in worker processes: a few at a time, with a cache of answers."""

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, Final

from houserules.analysis.options import RequestError
from houserules.web.errors import ApiError
from houserules.web.odds_worker import Data
from houserules.web.settings import Settings

_PATIENCE: Final = 20.0
"""Seconds before the caller is asked to come back; the work goes on meanwhile."""


class Solver:
    """Hands requests to worker processes, which start with the first request."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers: ProcessPoolExecutor | None = None
        self._answers: OrderedDict[Any, Data] = OrderedDict()
        self._pending: dict[Any, asyncio.Future[Data]] = {}

    async def ask(self, work: Callable[..., Data], *arguments: Any) -> Data:
        """Return the answer to a request; raises ApiError. Equal requests share one computation."""
        key = (work.__name__, repr(arguments))
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if key not in self._pending:
            if len(self._pending) >= self._settings.solves + self._settings.waiting_solves:
                raise ApiError(503, "odds.busy", "Too many requests for odds; try again.", wait=5)
            self._pending[key] = asyncio.ensure_future(self._work(key, work, arguments))
        try:
            return await asyncio.wait_for(asyncio.shield(self._pending[key]), _PATIENCE)
        except TimeoutError:
            detail = "This is being computed; try again in a moment."
            raise ApiError(503, "odds.working", detail, wait=3) from None

    async def _work(self, key: Any, work: Callable[..., Data], arguments: tuple[Any, ...]) -> Data:
        try:
            if self._workers is None:
                spawn = multiprocessing.get_context("spawn")
                self._workers = ProcessPoolExecutor(self._settings.solves, mp_context=spawn)
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._workers, work, *arguments)
        except RequestError as wrong:
            detail = f"{wrong.name}: {wrong.problem}"
            raise ApiError(422, "odds.no-game", detail, where=f"query.set.{wrong.name}") from None
        except ModuleNotFoundError:
            detail = "This server cannot compute odds: it lacks houserules[numbers]."
            raise ApiError(503, "odds.not-installed", detail) from None
        except BrokenExecutor:
            self._workers = None
            raise ApiError(
                503, "odds.failed", "A worker process was lost; try again.", wait=5
            ) from None
        finally:
            del self._pending[key]
        self._answers[key] = answer
        if len(self._answers) > self._settings.kept_solves:
            self._answers.popitem(last=False)
        return answer

    def close(self) -> None:
        """End the workers."""
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)
