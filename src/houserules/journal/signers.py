"""Who signs checkpoints and backups: a key in a file, in the environment, in an SSH agent, behind a command.

A journal proves little if the key that signs it is in the same database: who can rewrite the records can
then sign them too. So the key is kept elsewhere, and the program asks for signatures only.
"""

import os
import shlex
import socket
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houserules.journal.errors import KeyFileError, SignerError
from houserules.journal.key_files import parse_key, read_key

_ALLOWED: Final = (
    "write a file, env:NAME, agent, agent:COMMENT, command:PROGRAM ARGUMENTS, or vault"
)


class Signer(Protocol):
    """Somebody who signs with one Ed25519 key."""

    @property
    def public_key(self) -> str:
        """The public half of the key, as 64 hex digits."""

    def sign(self, data: bytes) -> bytes:
        """Return the signature of 64 bytes; raises SignerError."""


@dataclass(frozen=True, slots=True)
class KeySigner:
    """Signs with a key that this process has."""

    key: bytes = field(repr=False)

    @property
    def public_key(self) -> str:
        """The public half of the key."""
        return public_key(self.key)

    def sign(self, data: bytes) -> bytes:
        """Sign."""
        return Ed25519PrivateKey.from_private_bytes(self.key).sign(data)


def new_key() -> bytes:
    """Make a signing key."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_key(key: bytes) -> str:
    """Return the public half of a signing key, for inspectors."""
    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw().hex()


def open_signer(where: str, *, make: bool = False) -> Signer:
    """Return the signer at a place; `make` a key file that does not exist. Raises SignerError."""
    kind, _, rest = where.partition(":")
    try:
        if kind == "env":
            if not (text := os.environ.get(rest)):
                raise SignerError(f"signing key: the environment has no {rest or 'name'}")
            return KeySigner(parse_key(rest, text))
        if kind == "agent":
            return find_in_agent(rest)
        if kind == "command":
            return _ask_command(rest)
        if not where or where == "vault":
            raise SignerError(f"signing key: {_ALLOWED}")
        file = Path(rest if kind == "file" else where)
        return KeySigner(read_key(file, (lambda _: new_key()) if make else None))
    except KeyFileError as error:
        raise SignerError(f"signing key: {error}") from None


# The protocol of SSH agents (draft-miller-ssh-agent): its Ed25519 signatures are ordinary ones.


_LIST, _LISTED, _SIGN, _SIGNED = 11, 12, 13, 14
_KIND: Final = b"ssh-ed25519"
_PATIENCE: Final = 30.0
"""Seconds in which an agent or a command has to sign; a person may have to touch a token."""
_ANSWER_MOST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class AgentSigner:
    """Signs with a key in an SSH agent, which never hands it out."""

    address: str
    blob: bytes  # the public key as SSH writes it

    @property
    def public_key(self) -> str:
        """The public half of the key."""
        return self.blob[-32:].hex()

    def sign(self, data: bytes) -> bytes:
        """Ask the agent to sign."""
        request = bytes([_SIGN]) + _string(self.blob) + _string(data) + bytes(4)
        answer = _ask_agent(self.address, request, _SIGNED)
        signature, _ = _take(answer)
        kind, rest = _take(signature)
        if kind != _KIND:
            raise SignerError("signing key: the agent signed with another kind of key")
        return _take(rest)[0]


def find_in_agent(comment: str) -> AgentSigner:
    """Return the agent's Ed25519 key with a comment, or its only one; raises SignerError."""
    address = os.environ.get("SSH_AUTH_SOCK", "")
    if not address:
        raise SignerError("signing key: no SSH agent is running (SSH_AUTH_SOCK is not set)")
    rest = _ask_agent(address, bytes([_LIST]), _LISTED)[4:]
    keys: dict[bytes, str] = {}
    while rest:
        blob, rest = _take(rest)
        said, rest = _take(rest)
        if blob.startswith(_string(_KIND)):
            keys[blob] = said.decode("utf-8", "replace")
    found = [blob for blob, said in keys.items() if comment in ("", said)]
    if len(found) != 1:
        there = ", ".join(sorted(keys.values())) or "none"
        which = f"with the comment {comment!r}" if comment else "without naming one"
        raise SignerError(
            f"signing key: {len(found)} Ed25519 keys {which} in the SSH agent, which has {there}; "
            "write agent:COMMENT"
        )
    return AgentSigner(address, found[0])


def _ask_agent(address: str, request: bytes, expected: int) -> bytes:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as agent:
            agent.settimeout(_PATIENCE)
            agent.connect(address)
            agent.sendall(_string(request))
            (size,) = struct.unpack(">I", _receive(agent, 4))
            if not 0 < size <= _ANSWER_MOST:
                raise SignerError("signing key: the SSH agent gave no answer that makes sense")
            answer = _receive(agent, size)
    except OSError as error:
        raise SignerError(f"signing key: the SSH agent does not answer: {error}") from None
    if answer[0] != expected:
        raise SignerError("signing key: the SSH agent refused")
    return answer[1:]


def _receive(agent: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = agent.recv(size - len(received))
        if not part:
            raise SignerError("signing key: the SSH agent closed the connection")
        received += part
    return received


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def _take(data: bytes) -> tuple[bytes, bytes]:
    """Split off a string with its length in front."""
    if len(data) < 4 or len(data) < 4 + (size := struct.unpack(">I", data[:4])[0]):
        raise SignerError("signing key: the SSH agent gave no answer that makes sense")
    return data[4 : 4 + size], data[4 + size :]


# A command of the operator's: for smart cards, hardware modules and key services.


@dataclass(frozen=True, slots=True)
class CommandSigner:
    """Signs with a program: `PROGRAM sign` reads the data and prints the signature in hex."""

    program: tuple[str, ...]
    public_key: str

    def sign(self, data: bytes) -> bytes:
        """Run the program."""
        return _run(self.program, "sign", data, size=64)


def _ask_command(command: str) -> CommandSigner:
    try:
        program = tuple(shlex.split(command))
    except ValueError as error:
        raise SignerError(f"signing key: command:{command}: {error}") from None
    if not program:
        raise SignerError("signing key: write command:PROGRAM ARGUMENTS")
    return CommandSigner(program, _run(program, "public-key", b"", size=32).hex())


def _run(program: tuple[str, ...], verb: str, data: bytes, *, size: int) -> bytes:
    try:
        done = subprocess.run(
            [*program, verb], input=data, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SignerError(f"signing key: {program[0]} {verb}: {error}") from None
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
    if done.returncode:
        raise SignerError(f"signing key: {program[0]} {verb} failed ({done.returncode}): {said}")
    try:
        answer = bytes.fromhex(done.stdout.decode("ascii").strip())
    except ValueError:
        answer = b""
    if len(answer) != size:
        raise SignerError(
            f"signing key: {program[0]} {verb} has to print {2 * size} hexadecimal digits"
        )
    return answer
