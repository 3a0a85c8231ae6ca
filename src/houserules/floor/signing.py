"""The house's signing key: kept outside the database it signs; its public half is in the journal."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.floor.tables.decision import SECOND
from houserules.journal.errors import SignerError
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Batch, NewRecord, Put
from houserules.journal.signers import KeySigner, Signer, new_key, open_signer, public_key
from houserules.journal.sql import SIGNING_KEY

SIGNING_KEY_STREAM: Final = "house/signing-key"
VAULT: Final = "vault"
"""The setting for a key in the database: only for databases of earlier versions, and for practice."""
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SigningKeyMade:
    """The house made its first signing key."""

    name: ClassVar[str] = "signing-key.made"
    public_key: str
    at: Moment


@dataclass(frozen=True, slots=True)
class SigningKeyChanged:
    """The house signs with another key from now on."""

    name: ClassVar[str] = "signing-key.changed"
    public_key: str
    at: Moment


def house_signer(journal: Journal, where: str = "", *, at: int) -> Signer:
    """Return who signs for the house, with its public key in the journal; raises SignerError."""
    signer = find_signer(journal, where, at=at)
    name_key(journal, signer, at=at)
    return signer


def find_signer(
    journal: Journal, where: str = "", *, at: int, new_file: Path | None = None
) -> Signer:
    """Return who signs for the house; raises SignerError.

    `where`: a place as `open_signer` reads it; "": `new_file` if it exists, otherwise as before. A new
    journal gets a new key in `new_file`; without one, in its vault.
    """
    named = named_keys(journal)
    if where and where != VAULT:
        return open_signer(where, make=True)
    if not where and new_file is not None and (new_file.exists() or not named):
        return open_signer(f"file:{new_file}", make=True)
    signer = KeySigner(make_signing_key(journal, at=at))
    if not where and named and named[-1] != signer.public_key:
        raise SignerError(
            f"the journal is signed with the key {named[-1]}, which is not in the database: say "
            "where it is with --signing-key, or begin another one with --signing-key FILE"
        )
    return signer


def named_keys(journal: Journal) -> list[str]:
    """Return the public keys that the journal names, in order; the last one is in use."""
    return [str(record.payload["public_key"]) for record in journal.read(SIGNING_KEY_STREAM)]


def name_key(journal: Journal, signer: Signer, *, at: int) -> None:
    """Record a key that the journal does not name yet; a new journal also gets the key of its seals."""
    named = named_keys(journal)
    if named and named[-1] == signer.public_key:
        return
    made = SigningKeyChanged if named else SigningKeyMade
    event = made(signer.public_key, Moment(at // SECOND))
    puts = () if journal.vault.get(*SIGNING_KEY) else (Put(*SIGNING_KEY, new_key()),)
    journal.append(_batch(event, len(named), at, puts))
    signing_key(journal)  # from now on the vault seals with it


def _batch(
    event: SigningKeyMade | SigningKeyChanged, expected: int, at: int, puts: tuple[Put, ...]
) -> Batch:
    entry = NewRecord(event.name, _VERSION, to_data(event))
    append = Append(SIGNING_KEY_STREAM, expected, (entry,))
    return Batch((append,), actor="house", time=at, puts=puts)


def signing_key(journal: Journal) -> bytes | None:
    """Return the key in the vault; None: there is none."""
    return journal.vault.get(*SIGNING_KEY)


def make_signing_key(journal: Journal, *, at: int) -> bytes:
    """Return the key in the vault; the first process to ask makes it."""
    if (key := signing_key(journal)) is not None:
        return key
    made = new_key()
    event = SigningKeyMade(public_key(made), Moment(at // SECOND))
    journal.append(_batch(event, 0, at, (Put(*SIGNING_KEY, made),)))
    key = signing_key(journal)
    assert key is not None
    return key
