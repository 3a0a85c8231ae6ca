"""A small client of the API: sign in, find a table, sit down, follow it, give commands.

async with Client("http://127.0.0.1:8000") as client:
    await client.guest()
    async with client.follow("t1") as table:
        await table.do("take-seat", seat=1, amount=100_00)
        async for state in table:
            print(state.position, state.phase, [each["do"] for each in state.legal])
"""

from houserules.client.client import Client
from houserules.client.following import Following
from houserules.client.said import Accepted, ApiError, Refused, State

__all__ = ["Accepted", "ApiError", "Client", "Following", "Refused", "State"]
