"""A store of an author's on a server, driven as the memory drives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from databases import database
from mohen.core.author_keys import author_keys
from mohen.core.postgres.database import PostgresDatabase, Tuning
from mohen.core.postgres.server import Server, server_at


def store(
    address: str,
    author: str,
    kind: str = "episodes",
    server: Server | None = None,
    **changes: Any,
) -> PostgresDatabase:
    """`server`: one of its own, as another process would have it."""
    plain: dict[str, Any] = {
        "busy_timeout_ms": 2_000,
        "retries": 3,
        "backoff_ms": 1,
        "spread_most": 0,
        "words_bytes": 1 << 24,
        "pause": lambda _ms: None,
        "now": lambda: 1,
    }
    return PostgresDatabase(
        server or server_at(address, 16),
        name=f"{kind}.db",
        kind=kind,
        author=author,
        keys=author_keys(Path("nowhere"), author, author.encode().hex()),
        tuning=Tuning(**{**plain, **changes}),
        in_file=lambda path: database(path.parent, kind),
    )
