"""Somebody who talks to an agent, night after night, through the channels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mohen.testing import FrozenClock, ScriptedModel
from transcripts import DAY_ONE, OpenClawFile
from worlds import World

DAY = 86_400_000


class Friend:
    """Somebody who talks to an agent for weeks, session by session."""

    def __init__(self, folder: Path, model: ScriptedModel | None = None) -> None:
        self.clock = FrozenClock(DAY_ONE + 40 * DAY)
        self.sessions = folder / "sessions"
        self.sessions.mkdir()
        workspace = folder / "claw"
        workspace.mkdir()
        self.world = World(folder / "home", clock=self.clock, model=model)
        self.world.ok(
            "agent:init",
            workspace=str(workspace),
            agentId="claw",
            sources=[{"kind": "openclaw", "path": str(self.sessions)}],
        )

    def says(self, day: int, *texts: str, session: str | None = None) -> None:
        """A session of that day; the agent answers each message."""
        talk = OpenClawFile(
            self.sessions / f"{session or f'day{day:02}'}.jsonl", at=DAY_ONE + day * DAY
        )
        for each in texts:
            talk.say(each)
            talk.say("好的。", role="assistant")

    def sleeps(self) -> list[dict[str, Any]]:
        """The night: what changed."""
        answer = self.world.ok("knowledge:consolidate", projectId="claw", force=True)
        (outcome,) = answer["outcomes"]
        return list(outcome["changes"])

    def knows(self, *states: str, kind: str = "fact") -> list[str]:
        answer = self.world.ok(
            "knowledge:list", projectId="claw", states=list(states) or ["active"], types=[kind]
        )
        return sorted(each["content"] for each in answer["items"])

    def item(self, content: str, *states: str, kind: str = "fact") -> dict[str, Any]:
        answer = self.world.ok(
            "knowledge:list",
            projectId="claw",
            states=list(states) or ["active"],
            types=[kind],
        )
        return next(each for each in answer["items"] if each["content"] == content)
