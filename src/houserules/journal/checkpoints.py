"""Checkpoints: signed statements of where a journal ended, to be kept elsewhere."""

import json
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from houserules.core.codec import from_data
from houserules.journal.canonical import canonical
from houserules.journal.chain import JournalEnd, StreamEnd
from houserules.journal.chain_scan import ChainScan, examine
from houserules.journal.errors import CheckpointError, DamagedError, SignerError
from houserules.journal.protocol import Journal
from houserules.journal.signers import KeySigner, Signer

FORMAT: Final = "houserules/checkpoint-1"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A signed statement of where a journal ended at a time."""

    journal: str
    time: int
    records: int
    batch: int
    hash: str  # binds every batch up to this one, and so every record
    heads: dict[
        str, tuple[int, str]
    ]  # by stream: position and hash, to say what is gone; {}: left out
    previous: str | None  # hash of the checkpoint before
    public_key: str
    signature: str

    def _content(self) -> dict[str, Any]:
        content = {each.name: getattr(self, each.name) for each in fields(self)}
        del content["signature"]
        return {"format": FORMAT, **content}

    def signed_bytes(self) -> bytes:
        """Return the signed bytes: every other field in canonical form, under a label."""
        return f"{FORMAT}\n{canonical(self._content())}".encode()

    def text(self) -> str:
        """Return the checkpoint as JSON, to keep elsewhere."""
        return canonical({**self._content(), "signature": self.signature})

    def digest(self) -> str:
        """Return the hash by which the next checkpoint refers to this one."""
        return sha256(self.text().encode()).hexdigest()

    def end(self) -> JournalEnd:
        """Return where the journal ended."""
        return JournalEnd(self.records, self.batch, bytes.fromhex(self.hash))

    @property
    def has_heads(self) -> bool:
        """Whether it says where each stream ended, so that a check can go on from it."""
        return bool(self.heads) or not self.records

    def places(self) -> dict[str, StreamEnd]:
        """Return where each stream ended."""
        return {
            name: StreamEnd(at, bytes.fromhex(digest)) for name, (at, digest) in self.heads.items()
        }

    def is_genuine(self) -> bool:
        """Whether the signature is that of the public key in it."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
            key.verify(bytes.fromhex(self.signature), self.signed_bytes())
        except (InvalidSignature, ValueError):
            return False
        return True

    @staticmethod
    def read(text: str) -> "Checkpoint":
        """Read a checkpoint, without checking its signature."""
        try:
            data = json.loads(text)
            if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
                raise ValueError(f"its format is not {FORMAT}")
            checkpoint = from_data(Checkpoint, data)
            checkpoint.end(), checkpoint.places()
        except ValueError as error:
            raise CheckpointError(f"not a checkpoint of a journal: {error!r}") from None
        return checkpoint


def checkpoint(
    journal: Journal,
    key: bytes | Signer,
    *,
    time: int,
    previous: Checkpoint | None = None,
    since: Checkpoint | None = None,
    whole: bool = False,
) -> Checkpoint:
    """Sign where a journal ends, after checking everything since the previous checkpoint.

    `since`: an earlier checkpoint to check from; the previous one is only named. `whole`: check everything.
    """
    signer = KeySigner(key) if isinstance(key, bytes) else key
    for each in (previous, since):
        if each and (each.journal != journal.id or not each.is_genuine()):
            raise CheckpointError("the previous checkpoint is not genuine, or of another journal")
    since = since or previous
    if whole or since is None or not since.has_heads:
        since = None
    with journal.snapshot() as snapshot:
        walk, findings = examine(
            journal.id,
            snapshot,
            end=since.end() if since else None,
            heads=since.places() if since else None,
        )
    if findings:
        raise DamagedError(tuple(findings))
    return sign_end(walk, signer, time=time, previous=previous)


def sign_end(
    walk: ChainScan,
    signer: Signer,
    *,
    time: int,
    previous: Checkpoint | None,
    with_heads: bool = True,
) -> Checkpoint:
    """Sign where a scan that has found nothing wrong has ended; raises SignerError."""
    heads = walk.heads if with_heads else {}
    unsigned = Checkpoint(
        journal=walk.journal,
        time=time,
        records=walk.end.serial,
        batch=walk.end.batch,
        hash=walk.end.hash.hex(),
        heads={name: (place.position, place.hash.hex()) for name, place in heads.items()},
        previous=previous.digest() if previous else None,
        public_key=signer.public_key,
        signature="",
    )
    signed = replace(unsigned, signature=signer.sign(unsigned.signed_bytes()).hex())
    if not signed.is_genuine():
        raise SignerError("signing key: the signature is not that of the public key")
    return signed
