"""A whole memory on a frozen clock, spoken to through the channels as any door would."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

import on_postgres
from empty_homes import lay
from inside import live
from mohen.core.ports import Embedder
from mohen.memory import Memory, open_memory
from mohen.models.ports import LanguageModel, Writer
from mohen.policy import Policy
from mohen.server.dispatch import Dispatcher
from mohen.testing import CountingIds, FrozenClock

SCHEMA = json.loads(
    (Path(__file__).parents[1] / "docs" / "channels.schema.json").read_text("utf-8")
)
ANSWERS = {
    name: Draft202012Validator(shapes["data"]) for name, shapes in SCHEMA["channels"].items()
}
_CHINESE = re.compile("[\u4e00-\u9fff]")
FIGHT = "他拔剑冲向敌人，刀光一闪，血溅在雪地上。"
BY_ID = frozenset(
    (
        *("memory:update", "memory:delete", "memory:semantic:update", "memory:semantic:delete"),
        *("memory:semantic:why", "memory:promote", "memory:scope:promote"),
        *("memory:conflict:resolve", "memory:trace:get", "memory:trace:feedback"),
        *("session:focus", "session:note", "session:state", "session:end"),
        *("ai:skill:feedback", "ai:skill:cancel"),
    )
)
IDS = frozenset({"ruleId", "episodeId", "knowledgeId"})
GARDEN = "She sat in the quiet garden, watching the light fade over the roses."


class World:
    """`ok` and `fails` are the two ways a call can end; everything else is sugar."""

    def __init__(
        self,
        home: Path,
        *,
        policy: Policy | None = None,
        clock: FrozenClock | None = None,
        embedder: Embedder | None = None,
        model: LanguageModel | None = None,
        writer: Writer | None = None,
        immediate: bool = True,
    ) -> None:
        self.home = home
        self.policy = policy or Policy()
        self.clock = clock or FrozenClock()
        self.ids = CountingIds()
        self.embedder = embedder
        self.model = model
        self.writer = writer
        self.immediate = immediate
        self.pushes: list[tuple[str, dict[str, Any]]] = []
        lay(home)
        self.memory = self._open()

    def _open(self) -> Memory:
        memory = open_memory(
            self.home,
            policy=self.policy,
            clock=self.clock,
            ids=self.ids,
            embedder=self.embedder,
            model=self.model,
            writer=self.writer,
            immediate=self.immediate,
        )
        memory.listen(lambda push, data: self.pushes.append((push, dict(data))))
        self.door = Dispatcher(memory)
        return memory

    def reopen(self) -> None:
        self.memory.close()
        self.memory = self._open()

    def close(self) -> None:
        self.memory.close()

    def live(self, *, days: float) -> None:
        """Time passes, and the home sees it pass."""
        live(self.memory, self.clock, days=days)

    # -- calls

    def ok(self, channel: str, **payload: Any) -> dict[str, Any]:
        envelope = self.door.call(channel, standing(channel, payload))
        assert envelope["ok"], envelope
        ANSWERS[channel].validate(envelope["data"])  # what is documented is what is said
        return envelope["data"]

    def fails(self, channel: str, **payload: Any) -> dict[str, Any]:
        envelope = self.door.call(channel, standing(channel, payload))
        assert not envelope["ok"], envelope
        error = envelope["error"]
        assert error["messages"]["en"] == error["message"]
        assert _CHINESE.search(error["messages"]["zh"]), error  # whoever reads Chinese is told too
        return error

    def record(self, **changes: Any) -> dict[str, Any]:
        return self.ok("memory:episode:record", **interaction(**changes))

    def query(self, **asked: Any) -> dict[str, Any]:
        return self.ok("memory:episode:query", **{"projectId": "novel", **asked})

    def episode(self, episode_id: str, project: str = "novel") -> dict[str, Any]:
        return self.ok("memory:episode:get", projectId=project, episodeId=episode_id)

    def ids_of(self, answer: dict[str, Any]) -> list[str]:
        return [item["episodeId"] for item in answer["items"]]

    # -- what a file system sees

    def bytes_everywhere(self) -> bytes:
        """Every byte in every file of the home, the folders of its projects among them; on
        PostgreSQL every row of the author's too."""
        files = (each for each in sorted(self.home.rglob("*")) if each.is_file())
        return b"".join(each.read_bytes() for each in files) + on_postgres.rows_of(self.memory)

    def stored(self, name: str) -> bytes:
        """What stands in a database."""
        if on_postgres.is_on():
            return on_postgres.rows_of(self.memory, Path(name).stem)
        return (self.home / name).read_bytes()

    def destroy(self, name: str) -> None:
        """Overwrite a database under the open memory. On PostgreSQL the key of what is in it is
        lost, and a memory that is opened after that can read as little."""
        if on_postgres.is_on():
            on_postgres.lose_key(self.home, Path(name).stem)
            return
        path = self.home / name
        size = path.stat().st_size
        for side in ("-wal", "-shm"):
            path.with_name(name + side).unlink(missing_ok=True)
        path.write_bytes(os.urandom(size))


def standing(channel: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Whoever names an item says where they stand (C92): in the novel, if a test says nothing;
    `projectId=None` is nowhere."""
    if channel in BY_ID or payload.keys() & IDS:
        payload = {"projectId": "novel", **payload}
    return {key: each for key, each in payload.items() if (key, each) != ("projectId", None)}


Worlds = Callable[..., World]
"""`worlds(model=…)`: one more memory."""


def interaction(**changes: Any) -> dict[str, Any]:
    """A payload of `memory:episode:record`, with changes; None takes a field away."""
    payload: dict[str, Any] = {
        "projectId": "novel",
        "skillUsed": "continue",
        "sceneType": "action",
        "inputContext": FIGHT,
        "candidates": ["他退了一步。", "剑落。血溅。", "他大喊：“杀！”"],
        "selectedIndex": 1,
        **changes,
    }
    return {key: value for key, value in payload.items() if value is not None}


def capped(**caps: int) -> Policy:
    """The policy with other caps (C90)."""
    policy = Policy()
    return replace(policy, capacity=replace(policy.capacity, **caps))
