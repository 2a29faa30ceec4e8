"""A database on a real file, driven as the memory drives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from mohen.core.sqlite.database import SqliteDatabase, Tuning
from mohen.house import EPISODES_ID, MIND_ID, TALK_ID
from mohen.testing import FrozenClock

APPLICATION = {"episodes": EPISODES_ID, "mind": MIND_ID, "talk": TALK_ID}


def tuning(**changes: Any) -> Tuning:
    plain: dict[str, Any] = {
        "busy_timeout_ms": 1,
        "retries": 3,
        "backoff_ms": 25,
        "batch_max": 128,
        "checkpoint_pages": 2_000,
        "reader_cache_kib": 1_024,
        "pages_bytes": 1 << 26,
        "merge_pages": 128,
        "squeeze_pages": 128,
        "spread_most": 10,
        "pause": FrozenClock().pause,
        "now": FrozenClock().now,
    }
    return Tuning(**{**plain, **changes})


def database(folder: Path, kind: str = "episodes", **changes: Any) -> SqliteDatabase:
    return SqliteDatabase(
        folder / f"{kind}.db",
        kind=kind,
        application_id=APPLICATION[kind],
        tuning=tuning(**changes),
    )


def stranger(path: Path) -> apsw.Connection:
    """A connection as any other program would open it."""
    return apsw.Connection(str(path))


def ask(path: Path, sql: str) -> Any:
    connection = stranger(path)
    try:
        return connection.execute(sql).get
    finally:
        connection.close()
