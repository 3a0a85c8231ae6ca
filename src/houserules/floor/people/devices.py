"""Known devices: a browser that has signed somebody in before is not locked out with strangers.

The browser keeps a token that this house has signed for one person. It signs nobody in; it only lets
wrong passwords of other people elsewhere not count against this browser.
"""

import base64
import hmac
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.handles import key_of
from houserules.floor.people.signed_in import SignedIn
from houserules.floor.people.vault import DEVICE_KEY
from houserules.journal.records import Put

_HOUSE: Final = "house"
_KEY_BYTES: Final = 32
_ID_BYTES: Final = 9
_PARTS: Final = 3


async def known_device(desk: PeopleContext, key: str, tokens: Sequence[str]) -> str | None:
    """Return the id of the device if one of its tokens was signed for this person; None: a stranger."""
    if not tokens:
        return None
    secret = await desk.store.kept(DEVICE_KEY, _HOUSE)
    found = (_id_of(desk, secret, key, each) for each in tokens) if secret else ()
    return next((each for each in found if each is not None), None)


async def with_device(desk: PeopleContext, answer: SignedIn | Denied) -> SignedIn | Denied:
    """Return whoever has proved everything that is asked of them a token for their device."""
    if isinstance(answer, Denied) or answer.caller.pending == "code":
        return answer
    secret = await _secret(desk)
    name, at = _in_letters(desk.random(_ID_BYTES)), f"{desk.now():x}"
    token = f"{name}:{at}:{_signature(secret, key_of(answer.caller.handle), name, at)}"
    return replace(answer, device=token)


def _id_of(desk: PeopleContext, secret: bytes, key: str, token: str) -> str | None:
    parts = token.split(":")
    if len(parts) != _PARTS or not token.isascii():
        return None
    name, at, signature = parts
    if not hmac.compare_digest(_signature(secret, key, name, at), signature):
        return None
    return name if desk.now() < int(at, 16) + desk.limits.device else None


async def _secret(desk: PeopleContext) -> bytes:
    """Return the key of this house; of two processes that draw the first one, the later one's counts."""
    while (secret := await desk.store.kept(DEVICE_KEY, _HOUSE)) is None:
        drawn = Put(DEVICE_KEY, _HOUSE, desk.random(_KEY_BYTES))
        await desk.write(actor=_HOUSE, puts=(drawn,))
    return secret


def _signature(secret: bytes, key: str, name: str, at: str) -> str:
    return _in_letters(hmac.digest(secret, "\n".join((key, name, at)).encode(), "sha256"))


def _in_letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
