"""`mohen serve` as a person starts it: a process, a home on disk, and a link on its output.

Run as a script it is a mother of such processes: a start takes a second of imports, and every test
has a server of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import httpx

from cli.running import environment
from mother import Child, bear, mother

_LINK = re.compile(r"(http://[\d.]+:(\d+))/#ticket=(\S+)")


class Serving:
    """A server that can be ended and started again at the same address.

    It is on its way when it is made; `ready` waits until it listens.
    """

    def __init__(self, folder: Path, *, cold: bool = True) -> None:
        """`cold`: as a person starts it, with all its imports."""
        self.home, self._log_path = folder / "home", folder / "server.log"
        self._port, self._cold = 0, cold
        self._process: subprocess.Popen[bytes] | Child | None = None
        self._log: IO[str] | None = None
        self._told: list[str] = []
        self._spawn()

    # -- its life

    def start(self) -> None:
        """Again, where it was."""
        self._spawn()
        self.ready()

    def _spawn(self) -> None:
        self._log = self._log_path.open("a", encoding="utf-8")
        asked, env = ["serve", "--port", str(self._port)], environment(self.home)
        if self._cold or not hasattr(os, "fork"):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "mohen", *asked],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._log,
            )
        else:
            self._process = mother(__file__).bear(*asked, env=env, stderr=self._log.fileno())

    def ready(self) -> Serving:
        self.link = self.next_link()
        self.token = (self.home / "token").read_text("ascii").strip()
        self.client = httpx.Client(
            base_url=self.origin,
            headers={"Authorization": f"Bearer {self.token}"},
            trust_env=False,
            timeout=60,
        )
        return self

    def next_link(self) -> str:
        """The next link that it prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := _LINK.search(line.decode()):
                self.origin, self._port = found[1], int(found[2])
                self._told.append(found[3])
                return found[0]
        raise AssertionError(f"the server ended: {self.log()}")

    def kill(self) -> None:
        """Without a word, as when the machine goes down."""
        self._end(kill=True)

    def stop(self) -> None:
        self._end(kill=False)

    def _end(self, *, kill: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if hasattr(self, "client"):
            self.client.close()
        if kill:
            process.kill()
        else:
            process.terminate()
        process.wait()
        for pipe in (process.stdin, process.stdout, self._log):
            if pipe is not None:
                pipe.close()

    # -- what it says

    def call(self, channel: str, **payload: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.post(f"/ipc/{channel}", json=payload).json()
        return answer

    def ok(self, channel: str, **payload: Any) -> Any:
        answer = self.call(channel, **payload)
        assert answer["ok"], answer
        return answer["data"]

    def another_link(self) -> str:
        """For one more browser, as the panel asks for a second window."""
        ticket = self.client.post("/ticket").json()["data"]["ticket"]
        self._told.append(ticket)
        return f"{self.origin}/#ticket={ticket}"

    def log(self) -> str:
        return self._log_path.read_text("utf-8")

    def secrets(self) -> list[str]:
        """What must be written nowhere."""
        return [self.token, *self._told]

    # -- short ways to what tests look at

    def rules(self, project: str | None = None) -> list[dict[str, Any]]:
        asked = {} if project is None else {"projectId": project}
        return list(self.ok("memory:semantic:list", **asked)["items"])

    def rule(self, text: str, project: str | None = None) -> dict[str, Any]:
        [found] = [each for each in self.rules(project) if each["rule"] == text]
        return found

    def add(self, text: str, project: str | None = None, **more: Any) -> str:
        where = {"scope": "global"} if project is None else {"scope": "project"}
        if project is not None:
            where["projectId"] = project
        return str(self.ok("memory:semantic:add", rule=text, **where, **more)["id"])

    def episodes(self, project: str) -> list[dict[str, Any]]:
        return list(self.ok("memory:episode:list", projectId=project)["items"])


def _bear_servers(channel: str) -> None:
    from mohen import memory  # noqa: F401 - all is imported before anybody is born
    from mohen.cli import main
    from mohen.server import (
        run,  # noqa: F401
    )

    asked = bear(int(channel))
    if asked is not None:
        sys.argv = ["mohen", *asked]
        main()


if __name__ == "__main__":
    _bear_servers(sys.argv[2])
