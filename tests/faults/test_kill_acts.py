"""Killed in the middle of a clear, a forget, a distillation or a consolidation, a memory has lost
nothing that it acknowledged, and nothing that was to be gone comes back (C74, C90, C97)."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest

from factories import confirmed, draft
from faults.processes import Process
from inside import inside
from mohen.core.erasure import Target
from mohen.knowledge.transcripts.model import Source, SourceKind
from mohen.memory import Memory, open_memory
from prose import Author
from shows import shows
from transcripts import OpenClawFile

if sys.platform == "win32":
    pytest.skip("SIGKILL is a POSIX notion", allow_module_level=True)

ACTS = ("memory:clear:project", "memory:forget", "memory:semantic:distill", "knowledge:consolidate")
LONG = ACTS[2:]
SOAK = 300
TICKS = 30  # records of another project: their answers are the clock by which it is killed
TAUGHT = 9
NOVEL, ESSAY, CLAW = "novel", "essay", "claw"


@dataclass
class Life:
    """A home, what it acknowledged, and what must be gone from it."""

    home: Path
    talk: OpenClawFile
    chance: random.Random
    kept: set[str] = field(default_factory=set)  # episodes of the essay
    told: set[str] = field(default_factory=set)  # words of captured knowledge
    gone: set[str] = field(default_factory=set)  # words that nobody may find any more
    word: str = ""
    doomed: list[str] = field(default_factory=list)  # episodes that say the word
    fell: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0

    def prepare(self, memory: Memory, number: int) -> None:
        """Something to be cleared, forgotten, learned and heard, that says a word of its own."""
        self.word = f"zyq{number}xvarn"
        author = Author(number)
        self.doomed = []
        for _ in range(TAUGHT):
            act = author.cutting(self.word)
            made = draft(
                project_id=NOVEL,
                candidates=tuple(act["candidates"]),
                selected_index=act["selectedIndex"],
                final_text=act["finalText"],
            )
            self.doomed.append(memory.episodes.record(made).episode.id)
        self.talk.say(f"My cat number {number} is called heard{number}word.")

    def live(self, act: str, number: int) -> None:
        """A process that is asked for one act and many records, and killed among the answers."""
        child = Process("ipc", self.home)
        try:
            for request in self.asked(act, number):
                child.tell(**request)
            heard = self.chance.randrange(TICKS if act in LONG else TICKS // 4)
            lines = [child.line() for _ in range(heard)]
            lines += child.kill()
        finally:
            child.kill()
        answers = {each["id"]: each for each in map(json.loads, lines) if "id" in each}
        if "act" not in answers:
            self.fell[act] += 1
        else:
            assert answers["act"]["ok"], answers["act"]
            self.gone |= {self.word} if act in ACTS[:2] else set()
        self.told |= {
            f"told{number}word" for each in answers.values() if each["id"] == "told" and each["ok"]
        }
        fresh = {
            each["data"]["episodeId"]
            for name, each in answers.items()
            if name.startswith("tick") and each["ok"]
        }
        self.kept |= fresh
        self.acknowledged += sum(each["ok"] for each in answers.values())

    def asked(self, act: str, number: int) -> Iterator[dict[str, Any]]:
        fact = {"projectId": CLAW, "content": f"The user's dog is called told{number}word"}
        yield {"id": "told", "channel": "knowledge:capture", "payload": fact}
        if act == "memory:forget":  # which goes first
            learn = {"channel": "memory:semantic:distill", "payload": {"projectId": NOVEL}}
            yield {"id": "learn", **learn}
        yield {"id": "act", "channel": act, "payload": self.payload(act)}
        for tick in range(TICKS):
            text = f"{number} {tick}，雨声盖过了脚步。"
            payload = {
                "projectId": ESSAY, "skillUsed": "continue", "inputContext": text,
                "candidates": ["雪落。"], "selectedIndex": 0, "finalText": "雪落了。",
            }  # fmt: skip
            yield {"id": f"tick{tick}", "channel": "memory:episode:record", "payload": payload}

    def payload(self, act: str) -> dict[str, Any]:
        if act == "knowledge:consolidate":
            return {"projectId": CLAW, "force": True}
        if act == "memory:semantic:distill":
            return {"projectId": NOVEL}
        with open_memory(
            self.home, immediate=True, meaning=False
        ) as memory:  # both steps: it is asked for twice
            where = {"projectId": NOVEL}
            what = where if act == "memory:clear:project" else {**where, "queryText": self.word}
            asked = memory_call(memory, act, what)
        return {**what, "confirmToken": asked["error"]["details"]["confirmToken"]}

    def look(self, memory: Memory, act: str) -> None:
        parts = inside(memory)
        assert parts.episodes_db.check() == parts.mind_db.check() == "ok"
        # Nothing that was acknowledged is lost
        with parts.episodes_db.read() as reader:
            there = {row[0] for row in reader.execute("SELECT id FROM episodes")}
        assert self.kept <= there
        with parts.mind_db.read() as reader:
            known = "\n".join(row[0] for row in reader.execute("SELECT content FROM knowledge"))
        assert [each for each in self.told if each not in known] == []
        # What was cut short is finished by asking again
        if act == "memory:clear:project":
            confirmed(memory.upkeep.clear_project)(NOVEL)
        elif act == "memory:forget":
            confirmed(memory.upkeep.forget)(NOVEL, Target(query_text=self.word))
        elif act == "knowledge:consolidate":
            memory.consolidation.run(CLAW, force=True)
        else:
            memory.rules.distill(NOVEL)
            confirmed(memory.upkeep.clear_project)(NOVEL)
        if act != "knowledge:consolidate":
            self.gone.add(self.word)
        # And nothing that was to be gone comes back
        told = self.tables(memory)
        assert [each for each in self.gone if each.encode() in told] == []

    def tables(self, memory: Memory) -> bytes:
        """All that the files say, indexes among it: copied row by row, without what was freed."""
        found = b""
        for database in (inside(memory).mind_db, inside(memory).episodes_db):
            copy = self.home.parent / database.name
            connection = apsw.Connection(str(database.path))
            connection.execute("VACUUM INTO ?", (str(copy),))
            connection.close()
            found += copy.read_bytes()
            copy.unlink()
        return found


def memory_call(memory: Memory, channel: str, payload: dict[str, Any]) -> dict[str, Any]:
    from mohen.server.dispatch import Dispatcher

    door = Dispatcher(memory)
    try:
        return door.call(channel, payload)
    finally:
        door.close()


@shows("R110", "C74", "C90", "C97")
@pytest.mark.parametrize("kills", [4, pytest.param(SOAK, marks=pytest.mark.soak)])
def test_killed_in_whatever_it_does_nothing_is_lost_and_nothing_comes_back(
    home: Path, tmp_path: Path, kills: int, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = OpenClawFile(tmp_path / "talk" / "a.jsonl")
    life = Life(home, talk, random.Random(20261116))
    with open_memory(home, immediate=True, meaning=False) as memory:
        memory.agents.init(
            agent_id=CLAW, sources=[Source(SourceKind.OPENCLAW, str(talk.path.parent))]
        )
        life.prepare(memory, 0)
    for number in range(kills):
        act = ACTS[number % len(ACTS)]
        life.live(act, number)
        with open_memory(home, immediate=True, meaning=False) as memory:
            life.look(memory, act)
            life.prepare(memory, number + 1)
    told = ", ".join(f"{life.fell[each]} in {each}" for each in ACTS)
    if kills >= SOAK:
        with capsys.disabled():
            print(f"\n{kills} kills, {life.acknowledged} acknowledged, 0 lost; {told}")
    # Enough of them fell into what they were meant for
    assert all(life.fell[each] >= kills // 10 for each in ACTS)
