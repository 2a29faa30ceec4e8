"""A pgbouncer of one's own before a server for tests, with few connections to it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

_PORT = 6432
_SETTINGS = """
[databases]
* = host={host} user=postgres
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = {most}
server_reset_query =
logfile = {folder}/log
pidfile = {folder}/pid
"""


def is_installed() -> bool:
    return shutil.which("pgbouncer") is not None


class Pooler:
    """Hands each transaction to whichever of `most` connections is free. Listens on a socket in a
    temporary folder, as the server does that stands behind it."""

    def __init__(self, server: str, most: int = 4) -> None:
        self._server, self._most = server, most
        self._folder = Path(tempfile.mkdtemp(prefix="mohen-pool-"))
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Its address, of the same database."""
        named = urlsplit(self._server)
        [host] = parse_qs(named.query)["host"]
        settings = self._folder / "pgbouncer.ini"
        settings.write_text(
            _SETTINGS.format(host=host, port=_PORT, folder=self._folder, most=self._most)
        )
        as_nobody = os.getuid() == 0  # it refuses to be run by root
        if as_nobody:
            shutil.chown(self._folder, "nobody")
            self._folder.chmod(0o755)
        self._child = subprocess.Popen(
            ["pgbouncer", "--quiet", settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user="nobody" if as_nobody else None,
        )
        while not (self._folder / f".s.PGSQL.{_PORT}").exists():
            assert self._child.poll() is None, "it does not start"
            time.sleep(0.01)
        return f"postgresql://postgres@{named.path}?host={self._folder}&port={_PORT}"

    def kill(self) -> None:
        assert self._child is not None
        self._child.send_signal(signal.SIGKILL)
        self._child.wait()
        (self._folder / "pid").unlink(missing_ok=True)
        (self._folder / f".s.PGSQL.{_PORT}").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._child is not None and self._child.poll() is None:
            self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
