"""How the tests of this room call the command."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

import on_postgres
from mohen.memory import open_memory

RECORD = ("record", "--skill", "continue", "--context", "雨下了一夜。", "--candidate", "她跑了。")

Run = Callable[..., Result]
Spawn = Callable[..., "subprocess.Popen[str]"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the machine's own settings but what a process needs to start."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "PYTHONPATH", "SYSTEMROOT")
        if name in os.environ
    }
    named = {"MOHEN_HOME": str(home), "MOHEN_LANG": "en", "MOHEN_EMBEDDER": "builtin"}
    return {**kept, **on_postgres.environment(), **named, **more}


def kept(home: Path) -> bytes:
    """All that stands in the home: in its files, and in rows."""
    files = b"".join(each.read_bytes() for each in sorted(home.rglob("*")) if each.is_file())
    if not on_postgres.is_on():
        return files
    with open_memory(home, immediate=True) as memory:
        return files + on_postgres.rows_of(memory)


GONE = (
    "Nobody can read any of it any more"
    if on_postgres.is_on()
    else "No file holds any of it any more."
)


def destroy(path: Path) -> None:
    if on_postgres.is_on():
        on_postgres.lose_key(path.parent, path.stem)
        return
    for side in ("-wal", "-shm"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    path.write_bytes(b"not a database " * 1000)
