"""An agent with a workspace, as the tests meet it: its files, and what its owner writes there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from worlds import World

FACTS = "layer2/active/facts.jsonl"


class Agent:
    """One agent with a workspace."""

    def __init__(self, world: World, folder: Path, **more: Any) -> None:
        folder.mkdir()
        self.world = world
        self.folder = folder / "memory"
        self.id = "main"
        asked = {"agentId": self.id, "sources": [], **more}
        world.ok("agent:init", workspace=str(folder), **asked)

    def knows(self, content: str, **more: Any) -> str:
        made = self.world.ok("knowledge:capture", projectId=self.id, content=content, **more)
        return str(made["item"]["id"])

    def get(self, id: str) -> dict[str, Any]:
        return dict(self.world.ok("knowledge:get", projectId=self.id, id=id)["item"])

    def sync(self) -> dict[str, Any]:
        self.world.ok("knowledge:snapshot", projectId=self.id)
        return self.world.ok("knowledge:files", projectId=self.id)

    def lines(self, ref: str = FACTS) -> list[dict[str, Any]]:
        text = (self.folder / ref).read_text("utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def edit(self, *lines: Any, ref: str = FACTS) -> None:
        said = [each if isinstance(each, str) else json.dumps(each) for each in lines]
        (self.folder / ref).write_text("\n".join(said) + "\n", "utf-8")

    def tree(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }

    def snapshot(self) -> str:
        return (self.folder / "layer1/snapshot.md").read_text("utf-8")

    def configure(self, **sections: Any) -> None:
        """As a person writes into `config.json`: over what stands there."""
        path = self.folder / "config.json"
        config = json.loads(path.read_text("utf-8"))
        for name, given in sections.items():
            there = config.get(name)
            config[name] = {**there, **given} if isinstance(there, dict) else given
        path.write_text(json.dumps(config), "utf-8")

    def found(self, query: str | None = None, **asked: Any) -> list[str]:
        answer = self.world.ok("knowledge:search", projectId=self.id, query=query, **asked)
        return [str(each["id"]) for each in answer["items"]]

    def consolidate(self) -> dict[str, Any]:
        (outcome,) = self.world.ok(
            "knowledge:consolidate", projectId=self.id, force=True, wait=True
        )["outcomes"]
        return dict(outcome)

    def defects(self, **asked: Any) -> list[tuple[str, str]]:
        found = self.world.ok("knowledge:validate", projectId=self.id, **asked)["defects"]
        return [(str(each["code"]), str(each["where"])) for each in found]
