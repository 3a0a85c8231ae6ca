"""A go-between on the way to PostgreSQL that can be told to fail at the worst moment."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

Failure = Literal["before the commit", "after the commit", "while refusing everybody"]
_NAME = ".s.PGSQL.5432"


class Proxy:
    """Passes everything on, until a commit is to fail."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.folder = folder
        self._server = server / _NAME
        self._fail: Failure | None = None
        self._refusing = False
        self._sockets: list[socket.socket] = []
        self._dropped: socket.socket | None = None  # its answers are not passed on
        self._answered = threading.Event()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / _NAME))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def fail_once(self, how: Failure) -> None:
        """Lose the connection around the next commit."""
        self._fail = how

    def accept_again(self) -> None:
        """Let new connections through once more."""
        self._refusing = False

    def close(self) -> None:
        self._listener.close()
        for each in self._sockets:
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self._refusing:
                    client.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._sockets += [client, server]
                threading.Thread(target=self._up, args=(client, server), daemon=True).start()
                threading.Thread(target=self._down, args=(client, server), daemon=True).start()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        """From the client to the server."""
        with suppress(OSError):
            while data := client.recv(1 << 20):
                if self._fail and b"COMMIT\0" in data:
                    how, self._fail = self._fail, None
                    self._refusing = how == "while refusing everybody"
                    if how != "before the commit":
                        self._let_commit(data, server)
                    if self._refusing:
                        _cut(*self._sockets)
                    break
                server.sendall(data)
        _cut(client, server)

    def _let_commit(self, data: bytes, server: socket.socket) -> None:
        """Let the commit through; the answer is waited for and never passed on."""
        self._dropped = server
        self._answered.clear()
        server.sendall(data)
        self._answered.wait(10)

    def _down(self, client: socket.socket, server: socket.socket) -> None:
        """From the server to the client."""
        with suppress(OSError):
            while data := server.recv(1 << 20):
                if server is self._dropped:
                    self._answered.set()
                else:
                    client.sendall(data)
        _cut(client, server)


def _cut(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy_to(server: Path, folder: Path) -> Iterator[Proxy]:
    """Put a go-between before a server, for the length of a block."""
    proxy = Proxy(folder, server)
    try:
        yield proxy
    finally:
        proxy.close()
