"""Whatever becomes of the files while skills are run, the author gets what was asked for (R93)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Condition, Thread
from typing import Any

import pytest

from factories import policy
from faults.vandal import Vandal
from mohen.testing import ScriptedWriter
from shows import shows
from worlds import ANSWERS, World

if sys.platform == "win32":
    pytest.skip("a file that is open cannot be replaced on Windows", allow_module_level=True)

THREADS = 4
GIVEN_UP_S = 120  # there to fail, not to measure
NOVEL = {"projectId": "novel"}
OWN = "---\nname: tighten\ndescription: Fewer words.\n---\n删去多余的字。\n"
LEGAL = {
    "ai:skill:run": set(),
    "ai:skill:list": set(),
    "context:assemble": set(),
    "session:begin": set(),
    "session:note": set(),
    "session:end": set(),
    # Of a run whose episode went with a file, and of files that cannot be read or written now.
    "ai:skill:feedback": {"NOT_FOUND", "MEMORY_EPISODE_WRITE_FAILED"},
    "memory:trace:get": {"MEMORY_TRACE_MISMATCH", "DB_ERROR"},
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A project with files, rules and episodes, in a memory with all its threads."""
    folder = tmp_path / "novel"
    for ref, text in {
        "AGENTS.md": "只写正文。",
        ".mohen/characters/lin.md": "# 林远\n\n剑客。",
        ".mohen/outline.md": "雪夜重逢。",
        ".mohen/skills/tighten/SKILL.md": OWN,
        "chapters/01.md": "# 第一章\n\n林远拔剑。",
    }.items():
        (folder / ref).parent.mkdir(parents=True, exist_ok=True)
        (folder / ref).write_text(text, "utf-8")
    made = World(
        tmp_path / "home",
        policy=policy(storage={"busy_timeout_ms": 1}),
        writer=ScriptedWriter("剑落。"),
        immediate=False,
    )
    made.ok("project:bind", folder=str(folder), **NOVEL)
    made.ok("memory:semantic:add", rule="多用短句", scope="project", **NOVEL)
    for n in range(5):
        made.record(inputContext=f"林远拔剑，第{n}次。")
    made.reopen()
    yield made
    made.close()


class Authors:
    """Several who run skills at the same time, and everything they were told."""

    def __init__(self, world: World, runs: int) -> None:
        self._world, self._runs = world, runs
        self._told = Condition()
        self.finished = 0
        self.wrong: list[Any] = []
        self._threads = [
            Thread(target=self._write, args=(range(first, runs, THREADS),), daemon=True)
            for first in range(THREADS)
        ]

    def begin(self) -> None:
        for each in self._threads:
            each.start()

    def wait_for(self, more: int) -> None:
        """Until so many more runs are done, or all."""
        with self._told:
            goal = min(self._runs, self.finished + more)
            done = self._told.wait_for(lambda: self.finished >= goal, timeout=GIVEN_UP_S)
        assert done, "a run hangs"

    @property
    def at_work(self) -> bool:
        return self.finished < self._runs

    def end(self) -> None:
        for each in self._threads:
            each.join(GIVEN_UP_S)
            assert not each.is_alive(), "a run hangs"

    def _write(self, numbers: range) -> None:
        for number in numbers:
            try:
                self._one(number)
            except Exception as error:  # noqa: BLE001 - the test's own thread must hear of it
                self.wrong.append(error)
            with self._told:
                self.finished += 1
                self._told.notify_all()

    def _one(self, number: int) -> None:
        run, text = f"r{number}", f"林远拔剑，第{number}次。"
        asked = {"skillId": "continue", "text": text, "runId": run, "candidates": 1, **NOVEL}
        made = self._call("ai:skill:run", **asked)
        if not made or not made["candidates"]:
            self.wrong.append((run, made))
        match number % 4:
            case 0:
                self._call("ai:skill:feedback", runId=run, action="accept", **NOVEL)
            case 1:
                self._call("session:begin", sessionId=run, **NOVEL)
                self._call("session:note", sessionId=run, kind="signal", text="太长", **NOVEL)
                self._call("session:end", sessionId=run, **NOVEL)
            case 2:
                self._call("context:assemble", skillId="polish", text=text, **NOVEL)
            case _:
                self._call("ai:skill:list", sceneType="action", **NOVEL)
                self._call("memory:trace:get", runId=run, **NOVEL)

    def _call(self, channel: str, **payload: Any) -> dict[str, Any] | None:
        envelope = self._world.door.call(channel, payload)
        if envelope["ok"]:
            ANSWERS[channel].validate(envelope["data"])
            return dict(envelope["data"])
        if envelope["error"]["code"] not in LEGAL[channel]:
            self.wrong.append((channel, envelope))
        return None


@shows("R93", "R98", "R110", "R149")
@pytest.mark.parametrize(
    ("runs", "seed"),
    [(200, 1), *(pytest.param(2_000, seed, marks=pytest.mark.soak) for seed in range(9))],
)
def test_runs_go_on_whatever_becomes_of_the_files(
    world: World, tmp_path: Path, runs: int, seed: int
) -> None:
    # Given authors who run skills, and somebody who spoils one file after the other
    chance = Random(seed)
    authors, vandal = Authors(world, runs), Vandal(world.home, tmp_path / "novel", chance)
    authors.begin()
    while authors.at_work:
        vandal.spoil()
        authors.wait_for(chance.randrange(1, 6))
        vandal.relent() if chance.random() < 0.3 else vandal.restore()
        authors.wait_for(chance.randrange(3))
    authors.end()
    # Then each run was answered with text, and whatever else was refused was refused by its code
    assert authors.wrong == []
    assert len(vandal.done) > runs / 20
    # And when sound files are back, everything is as if nothing had been
    vandal.restore()
    for skill in ("continue", "tighten"):
        made = world.ok("ai:skill:run", skillId=skill, text="林远拔剑。", candidates=1, **NOVEL)
        assert made["warnings"] == []
        assert made["memoryDegraded"] is False
        assert [each["content"] for each in made["injected"]["memory"]] == ["多用短句"]
        assert "AGENTS.md" in made["injected"]["refs"]
        assert world.ok("ai:skill:feedback", runId=made["runId"], action="accept")["episodeId"]
    world.memory.drain()
    assert [each for each in world.memory.doctor() if each.finding != "ok"] == []
