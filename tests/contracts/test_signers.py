"""Where the signing key may be: a file, the environment, an SSH agent, a command."""

import os
import secrets
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from debian import find_program
from houserules.journal.checkpoints import checkpoint
from houserules.journal.errors import SignerError
from houserules.journal.memory import MemoryJournal
from houserules.journal.signers import KeySigner, Signer, new_key, open_signer, public_key

KEY = bytes(range(32))


def signs_as(signer: Signer, key: bytes) -> None:
    """Check that a signer signs checkpoints exactly as the key does."""
    assert signer.public_key == public_key(key)
    assert signer.sign(b"data") == KeySigner(key).sign(b"data")  # Ed25519 has one signature
    assert checkpoint(MemoryJournal(), signer, time=1).is_genuine()


def test_a_key_file_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "keys" / "house.key"
    made = open_signer(str(file), make=True)
    assert open_signer(f"file:{file}").public_key == made.public_key
    assert file.stat().st_mode & 0o077 == 0
    signs_as(made, bytes.fromhex(file.read_text()))


def test_a_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_KEY", f" {KEY.hex()}\n")
    signs_as(open_signer("env:HOUSE_KEY"), KEY)


def test_a_key_never_shows_in_a_representation() -> None:
    assert KEY.hex() not in repr(KeySigner(KEY)) and repr(KEY) not in repr(KeySigner(KEY))


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("nowhere/house.key", "nowhere/house.key: cannot be used: No such file"),
        ("env:NOT_THERE", "the environment has no NOT_THERE"),
        ("env:SHORT", "SHORT: is not a key: 64 hexadecimal digits"),
        ("", "write a file, env:NAME"),
        ("vault", "write a file, env:NAME"),
        ("command:", "write command:PROGRAM ARGUMENTS"),
        ("command:'", "No closing quotation"),
        ("command:/nowhere/at-all", "No such file"),
        ("agent", "no SSH agent is running"),
    ],
)
def test_a_key_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, where: str, says: str) -> None:
    monkeypatch.setenv("SHORT", "00" * 31)
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    with pytest.raises(SignerError, match="signing key: ") as error:
        open_signer(where)
    assert says in str(error.value)


def program(folder: Path, sign: str) -> str:
    """Write a program that signs; it says its public key rightly."""
    file = folder / "sign.py"
    file.write_text(
        "import sys\nfrom houserules.journal.signers import KeySigner\n"
        "signer = KeySigner(bytes(range(32)))\n"
        f"print(signer.public_key if sys.argv[1] == 'public-key' else {sign})\n"
    )
    return f"command:{sys.executable} {file}"


def test_a_command_signs(tmp_path: Path) -> None:
    signs_as(open_signer(program(tmp_path, "signer.sign(sys.stdin.buffer.read()).hex()")), KEY)


def test_a_command_that_signs_wrongly_is_found_out(tmp_path: Path) -> None:
    signer = open_signer(program(tmp_path, "'00' * 64"))
    with pytest.raises(SignerError, match="not that of the public key"):
        checkpoint(MemoryJournal(), signer, time=1)
    for said in ("'00' * 63", "'no'", "''"):
        with pytest.raises(SignerError, match="has to print 128 hexadecimal digits"):
            open_signer(program(tmp_path, said)).sign(b"")
    with pytest.raises(SignerError, match=r"sign failed \(1\): the card is locked"):
        open_signer(program(tmp_path, "sys.exit('the card is locked')")).sign(b"")


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def _blob(key: bytes) -> bytes:
    return _string(b"ssh-ed25519") + _string(bytes.fromhex(public_key(key)))


@contextmanager
def agent(folder: Path, answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """Run an SSH agent that answers requests one after the other."""
    address = str(folder / f"agent-{secrets.token_hex(4)}")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    size = struct.unpack(">I", connection.recv(4))[0]
                    request = b""
                    while len(request) < size:
                        request += connection.recv(size - len(request))
                    connection.sendall(answer(request))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield address
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def answers(**keys: bytes) -> Callable[[bytes], bytes]:
    """Return how an agent with some keys answers."""

    def answer(request: bytes) -> bytes:
        if request[0] == 11:
            listed = b"".join(
                _string(_blob(k)) + _string(name.encode()) for name, k in keys.items()
            )
            rsa = _string(_string(b"ssh-rsa") + b"x") + _string(b"other")
            return _string(bytes([12]) + struct.pack(">I", len(keys) + 1) + listed + rsa)
        size = struct.unpack(">I", request[1:5])[0]
        blob, rest = request[5 : 5 + size], request[5 + size :]
        data = rest[4 : 4 + struct.unpack(">I", rest[:4])[0]]
        key = next(key for key in keys.values() if _blob(key) == blob)
        signature = _string(b"ssh-ed25519") + _string(KeySigner(key).sign(data))
        return _string(bytes([14]) + _string(signature))

    return answer


def test_an_agent_signs_with_the_key_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_key()
    with agent(tmp_path, answers(house=KEY, other=other)) as address:
        monkeypatch.setenv("SSH_AUTH_SOCK", address)
        signs_as(open_signer("agent:house"), KEY)
        signs_as(open_signer("agent:other"), other)
        with pytest.raises(SignerError, match="0 Ed25519 keys with the comment 'none'"):
            open_signer("agent:none")
        with pytest.raises(SignerError, match="2 Ed25519 keys without naming one"):
            open_signer("agent")
    with agent(tmp_path, answers(only=KEY)) as address:
        monkeypatch.setenv("SSH_AUTH_SOCK", address)
        signs_as(open_signer("agent"), KEY)
    with pytest.raises(SignerError, match="does not answer"):
        open_signer("agent")


@pytest.mark.parametrize(
    "answer", [b"", b"\0\0\0\1", _string(b""), _string(b"\5"), _string(b"\14\0\0\0\1\0\0\0\x09x")]
)
def test_an_agent_that_answers_nonsense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    with agent(tmp_path, lambda _: answer) as address:
        monkeypatch.setenv("SSH_AUTH_SOCK", address)
        with pytest.raises(SignerError, match="the SSH agent"):
            open_signer("agent")


def test_a_real_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_program("ssh-agent", "openssh-client") is None:
        pytest.skip("ssh-agent is not installed; install it with `apt-get install openssh-client`.")
    address, file = str(tmp_path / "agent"), tmp_path / "id"
    key = Ed25519PrivateKey.from_private_bytes(KEY)
    file.touch(0o600)
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    running = subprocess.Popen(["ssh-agent", "-D", "-a", address], stdout=subprocess.DEVNULL)
    try:
        while not os.path.exists(address) and running.poll() is None:  # noqa: PTH110
            pass
        monkeypatch.setenv("SSH_AUTH_SOCK", address)
        subprocess.run(["ssh-add", "-q", str(file)], check=True, capture_output=True)
        signs_as(open_signer("agent"), KEY)
    finally:
        running.terminate()
        running.wait()
