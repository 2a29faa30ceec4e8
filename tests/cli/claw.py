"""A user who talks to an agent in its workspace, as the tests of this room meet them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from click.testing import Result

from cli.running import Run
from transcripts import OpenClawFile

HOUR_MS, MINUTE_MS = 3_600_000, 60_000


class Claw:
    """An agent of OpenClaw: a workspace, sessions beside it, and `mohen` called in it."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.workspace = folder / "claw"
        self.workspace.mkdir()
        self.state = folder / "openclaw"
        self._run = run
        self._sessions = 0

    @property
    def env(self) -> dict[str, str]:
        return {"WORKSPACE": str(self.workspace), "OPENCLAW_STATE_DIR": str(self.state)}

    def say(self, *texts: str) -> str:
        """In a session of its own, minutes after the one before; answers its name."""
        self._sessions += 1
        name = f"s{self._sessions}"
        path = self.state / "agents" / "main" / "sessions" / f"{name}.jsonl"
        at = time.time_ns() // 1_000_000 - HOUR_MS + self._sessions * MINUTE_MS
        talk = OpenClawFile(path, cwd=str(self.workspace), at=at)
        for each in texts:
            talk.say(each)
        return name

    @property
    def mohen(self) -> Run:
        """The command, called where the agent works."""

        def run(*args: str, **more: Any) -> Result:
            return self._run(*args, **{**self.env, **more})

        return run
