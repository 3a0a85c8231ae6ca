"""A small client for the API: sign in, find a table, sit down, follow it, give commands.

async with Client("http://127.0.0.1:8000") as client:
    await client.guest()
    async with client.follow("t1") as table:
        await table.do("take-seat", seat=1, amount=100_00)
        async for state in table:
            print(state.position, state.phase, [each["do"] for each in state.legal])
"""

from importlib.util import find_spec

for _library in ("httpx", "websockets"):
    if find_spec(_library) is None:  # the client imports nothing of ours, so it says so itself
        raise ModuleNotFoundError(
            f"houserules.client needs {_library}: pip install 'houserules[client]'", name=_library
        )

from houserules.client.answers import Accepted, ApiError, Refused, State
from houserules.client.client import Client
from houserules.client.connection import TableConnection

__all__ = ["Accepted", "ApiError", "Client", "Refused", "State", "TableConnection"]


def __dir__() -> list[str]:
    return __all__
