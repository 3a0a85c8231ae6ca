"""The files of backups: signed manifests, compressed data, encrypted if there is a key.

A backup is two files: data, and a manifest that says what they are, where the journal ended, and what the
data hash to. The manifest is written last, so a backup that was interrupted does not exist.
"""

import gzip
import json
import re
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, NamedTuple, cast

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from houserules.core.codec import DataError, from_data, to_data
from houserules.journal.canonical import canonical
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import BackupDamagedError, BackupError
from houserules.journal.signers import Signer

FORMAT: Final = "houserules/backup-1"
_MANIFEST: Final = ".backup.json"
_NAME: Final = re.compile(rf"([0-9a-f]{{12}})-(\d{{6,}})-(full|incremental){re.escape(_MANIFEST)}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup has, signed by the house."""

    journal: str
    number: int  # from 1 in its folder
    kind: Literal["full", "incremental"]
    time: int  # milliseconds, when it was begun
    records: int  # in this backup
    batches: int
    values: int  # of the vault, always all of them
    previous: str | None  # digest of the manifest before; a full backup has none
    checkpoint: Checkpoint  # where the journal ended
    file: str
    size: int
    sha256: str
    key: str | None  # which key it is encrypted with; None: it is not
    software: str
    public_key: str
    signature: str

    def _content(self) -> dict[str, Any]:
        content: dict[str, Any] = {"format": FORMAT, **to_data(self)}
        del content["signature"]
        return content

    def _signed_bytes(self) -> bytes:
        return f"{FORMAT}\n{canonical(self._content())}".encode()

    def text(self) -> str:
        """Return the manifest as JSON."""
        return canonical({**self._content(), "signature": self.signature})

    def digest(self) -> str:
        """Return the hash by which the next backup refers to this one."""
        return sha256(self.text().encode()).hexdigest()

    def sign(self, signer: Signer) -> "Manifest":
        """Return the manifest with its signature."""
        return replace(self, signature=signer.sign(self._signed_bytes()).hex())

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.kind} backup {self.number}"

    def why_not_genuine(self, public_key: str | None) -> str | None:
        """Say why the manifest cannot be trusted; None: it can."""
        if public_key is not None and self.public_key != public_key:
            return "is signed with another key"
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key))
            key.verify(bytes.fromhex(self.signature), self._signed_bytes())
        except (InvalidSignature, ValueError):
            return "was changed after it was signed"
        end = self.checkpoint
        if end.journal != self.journal or end.public_key != self.public_key or not end.is_genuine():
            return "names a checkpoint that is not its own"
        return None

    @staticmethod
    def read(file: Path) -> "Manifest":
        """Read a manifest, without checking its signature; raises BackupDamagedError."""
        try:
            data = json.loads(file.read_text("utf-8"))
            if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
                raise ValueError(f"its format is not {FORMAT}")
            manifest = from_data(Manifest, data)
        except OSError as error:
            raise BackupError(f"{file}: cannot be read: {error.strerror}") from error
        except (ValueError, DataError):
            raise BackupDamagedError(f"{file.name}: is not the manifest of a backup") from None
        if Path(manifest.file).name != manifest.file:
            raise BackupDamagedError(f"{file.name}: names a file outside its folder")
        return manifest


def file_names(journal: str, number: int, kind: str, *, sealed: bool) -> tuple[str, str]:
    """Return the names of the data and of the manifest."""
    stem = f"{journal[:12]}-{number:06}-{kind}"
    return f"{stem}.jsonl.gz{'.sealed' if sealed else ''}", f"{stem}{_MANIFEST}"


class BackupName(NamedTuple):
    """A backup by the name of its manifest."""

    journal: str  # the beginning of the journal's id
    number: int
    kind: str
    path: Path


def list_backups(folder: Path, journal: str | None = None) -> list[BackupName]:
    """Return the backups of a folder, or those of one journal, by number; raises BackupError."""
    if not folder.is_dir():
        raise BackupError(f"{folder}: there is no such folder")
    found = [
        BackupName(match[1], int(match[2]), match[3], file)
        for file in folder.iterdir()
        if (match := _NAME.fullmatch(file.name)) and (journal or match[1]).startswith(match[1])
    ]
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Series:
    """A full backup and the incremental ones that follow it, whose manifests fit together."""

    folder: Path
    backups: tuple[Manifest, ...]

    @property
    def last(self) -> Manifest:
        """The newest backup."""
        return self.backups[-1]

    @property
    def records(self) -> int:
        """How many records it has in all."""
        return self.last.checkpoint.records

    def check_data(self) -> None:
        """Compare every data file with its manifest; raises BackupDamagedError."""
        for each in self.backups:
            check_data(self.folder, each)


def find_series(
    folder: Path,
    journal: str | None = None,
    *,
    upto: int | None = None,
    public_key: str | None = None,
) -> Series:
    """Return the newest series of a journal, or the one up to a number, with everything in order.

    Raises BackupDamagedError if a manifest was changed or does not follow the one before it, BackupError if
    there is no such backup.
    """
    names = list_backups(folder, journal)
    journals = sorted({each.journal for each in names})
    if len(journals) > 1:
        raise BackupError(
            f"{folder}: has backups of several journals ({', '.join(journals)}): name one"
        )
    if upto is not None:
        if all(each.number != upto for each in names):
            numbers = ", ".join(str(each.number) for each in names) or "none"
            raise BackupError(f"{folder}: there is no backup {upto}; there are {numbers}")
        names = [each for each in names if each.number <= upto]
    if not names:
        raise BackupError(f"{folder}: there is no backup here")
    begin = next((i for i in reversed(range(len(names))) if names[i].kind == "full"), None)
    if begin is None:
        missing = "the full backup that they need is missing"
        raise BackupDamagedError(f"{folder}: has only incremental backups; {missing}")
    backups = tuple(_read(name, public_key) for name in names[begin:])
    for before, each in pairwise(backups):
        _check_follows(before, each)
    return Series(folder, backups)


def _read(name: BackupName, public_key: str | None) -> Manifest:
    manifest = Manifest.read(name.path)
    said = (manifest.journal[:12], manifest.number, manifest.kind)
    if said != (name.journal, name.number, name.kind):
        raise BackupDamagedError(
            f"{name.path.name}: is the manifest of {manifest.name} under another name"
        )
    if (why := manifest.why_not_genuine(public_key)) is not None:
        raise BackupDamagedError(f"{manifest.name}: its manifest {why}")
    return manifest


def _check_follows(before: Manifest, each: Manifest) -> None:
    gap = range(before.number + 1, each.number)
    if gap:
        which = f"backup {gap[0]} is" if len(gap) == 1 else f"backups {gap[0]} to {gap[-1]} are"
        raise BackupDamagedError(f"{which} missing between {before.number} and {each.number}")
    if each.previous != before.digest():
        raise BackupDamagedError(
            f"{each.name} does not follow backup {before.number}: it is out of order, or of another series"
        )


def check_data(folder: Path, manifest: Manifest) -> None:
    """Compare the data of a backup with its manifest; raises BackupDamagedError."""
    check_size(folder, manifest)
    path = folder / manifest.file
    try:
        with path.open("rb") as stream:
            digest = _digest_of(stream)
    except OSError as error:
        raise BackupError(f"{path}: cannot be read: {error.strerror}") from error
    if digest != manifest.sha256:
        raise BackupDamagedError(f"{manifest.name}: {manifest.file} was changed")


def check_size(folder: Path, manifest: Manifest) -> None:
    """Check that the data of a backup are there in full; raises BackupDamagedError."""
    try:
        size = (folder / manifest.file).stat().st_size
    except OSError:
        raise BackupDamagedError(f"{manifest.name}: {manifest.file} is missing") from None
    if size != manifest.size:
        cut = "is cut off" if size < manifest.size else "is too long"
        raise BackupDamagedError(
            f"{manifest.name}: {manifest.file} {cut}: {size} bytes instead of {manifest.size}"
        )


def _digest_of(stream: BinaryIO) -> str:
    digest = sha256()
    while block := stream.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()


# Data: lines of JSON, compressed; encrypted in blocks if there is a key.


_LEVEL: Final = 6
_BLOCK: Final = 1 << 16
_TAG: Final = 16
_SALT: Final = 16
_MAGIC: Final = b"houserules/backup-sealed-1\n"


def key_id(key: bytes) -> str:
    """Return the name of a key, by which a backup says what it is encrypted with."""
    return sha256(b"houserules/backup-key\n" + key).hexdigest()[:16]


class HashedFile:
    """A file that is measured and hashed while it is written."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._digest, self.size = stream, sha256(), 0

    def write(self, data: bytes) -> int:
        """Write on."""
        self._stream.write(data)
        self._digest.update(data)
        self.size += len(data)
        return len(data)

    @property
    def sha256(self) -> str:
        """The hash of everything so far."""
        return self._digest.hexdigest()


class _Sealing:
    """Encrypts what is written with AES-256-GCM, block by block; the last block says that it is the last."""

    def __init__(self, into: HashedFile, key: bytes, salt: bytes) -> None:
        self._into, self._cipher = into, _cipher(key, salt)
        self._waiting, self._blocks = bytearray(), 0
        into.write(_MAGIC + salt)

    def write(self, data: bytes) -> int:
        self._waiting += data
        while len(self._waiting) > _BLOCK:
            self._seal(bytes(self._waiting[:_BLOCK]), last=False)
            del self._waiting[:_BLOCK]
        return len(data)

    def close(self) -> None:
        self._seal(bytes(self._waiting), last=True)

    def _seal(self, block: bytes, *, last: bool) -> None:
        self._into.write(self._cipher.encrypt(_nonce(self._blocks, last=last), block, None))
        self._blocks += 1


class _Opening:
    """Decrypts what is read."""

    def __init__(self, source: BinaryIO, key: bytes) -> None:
        head = source.read(len(_MAGIC) + _SALT)
        if not head.startswith(_MAGIC) or len(head) < len(_MAGIC) + _SALT:
            raise BackupDamagedError("the data are not encrypted as the manifest says")
        self._source, self._cipher = source, _cipher(key, head[len(_MAGIC) :])
        self._blocks, self._ready = 0, b""
        self._next = source.read(_BLOCK + _TAG)

    def read(self, size: int = -1) -> bytes:
        while self._next and not 0 <= size <= len(self._ready):
            block, self._next = self._next, self._source.read(_BLOCK + _TAG)
            nonce = _nonce(self._blocks, last=not self._next)
            try:
                self._ready += self._cipher.decrypt(nonce, block, None)
            except InvalidTag:
                raise BackupDamagedError("the data cannot be decrypted with this key") from None
            self._blocks += 1
        end = len(self._ready) if size < 0 else size
        part, self._ready = self._ready[:end], self._ready[end:]
        return part


def _cipher(key: bytes, salt: bytes) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt, _MAGIC).derive(key))


def _nonce(block: int, *, last: bool) -> bytes:
    return struct.pack(">IQ", int(last), block)


@contextmanager
def write_lines(into: HashedFile, key: bytes | None, salt: bytes) -> Iterator[BinaryIO]:
    """Compress what is written, and encrypt it if there is a key."""
    sealing = None if key is None else _Sealing(into, key, salt)
    target = cast(BinaryIO, sealing or into)
    with gzip.GzipFile("", "wb", _LEVEL, target, mtime=0) as packed:
        yield cast(BinaryIO, packed)
    if sealing is not None:
        sealing.close()


def read_lines(folder: Path, manifest: Manifest, key: bytes | None) -> Iterator[list[Any]]:
    """Return the lines of a backup; raises BackupDamagedError, or BackupError without its key."""
    if manifest.key is not None and (key is None or key_id(key) != manifest.key):
        which = "no key was given" if key is None else f"the key given is {key_id(key)}"
        raise BackupError(f"{manifest.name} is encrypted with the key {manifest.key}; {which}")
    try:
        with (folder / manifest.file).open("rb") as stream:
            opened = stream if manifest.key is None or key is None else _Opening(stream, key)
            with gzip.GzipFile(fileobj=cast(BinaryIO, opened), mode="rb") as lines:
                yield from _parsed(lines)
    except BackupDamagedError as error:
        raise BackupDamagedError(f"{manifest.name}: {error}") from None
    except (ValueError, EOFError, gzip.BadGzipFile, OSError, struct.error) as error:
        raise BackupDamagedError(f"{manifest.name}: the data cannot be read: {error}") from error


def _parsed(lines: Iterable[bytes]) -> Iterator[list[Any]]:
    for line in lines:
        parsed = json.loads(line)
        if not isinstance(parsed, list) or not parsed:
            raise BackupDamagedError("a line of the data is not a list")
        yield parsed
