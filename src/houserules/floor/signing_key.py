"""The key that signs checkpoints: its secret half in the vault, its public half in the journal."""

from dataclasses import dataclass
from typing import ClassVar, Final

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.floor.tables.decision import SECOND
from houserules.journal.checkpoints import new_key, public_key
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Batch, NewRecord, Put

STREAM: Final = "house/signing-key"
_KIND: Final = "signing-key"
_KEY: Final = "checkpoints"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SigningKeyMade:
    """The house has a key for checkpoints; the only record of its stream, so that there is one."""

    name: ClassVar[str] = "signing-key.made"
    public_key: str
    at: Moment


def signing_key(journal: Journal) -> bytes | None:
    """Return the key; None: nobody has made one yet."""
    return journal.vault.get(_KIND, _KEY)


def make_signing_key(journal: Journal, *, at: int) -> bytes:
    """Return the key, made if there is none; of several processes the first makes it."""
    if (key := signing_key(journal)) is not None:
        return key
    made = new_key()
    event = SigningKeyMade(public_key(made), Moment(at // SECOND))
    entry = NewRecord(event.name, _VERSION, to_data(event))
    batch = Batch(
        (Append(STREAM, 0, (entry,)),), actor="house", time=at, puts=(Put(_KIND, _KEY, made),)
    )
    journal.append(batch)
    key = signing_key(journal)
    assert key is not None
    return key
