"""What is forgotten is in no byte of the home: canaries through every door, and two projects that
are written in turns until their rows share pages (C74)."""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from factories import confirmed
from inside import inside
from mohen.core.erasure import Target
from mohen.episodes.model import Draft
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows
from transcripts import OpenClawFile
from worlds import World, Worlds

# -- texts whose rows share pages

_CANARY = re.compile(rb"zq(?:left|gone)\d{5}k")


@dataclass(frozen=True)
class Layout:
    """How rows of two projects come to lie beside each other, and in which order they go."""

    shortest: int
    longest: int
    turns: int = 1  # texts of one project before the other's turn
    rounds: int = 2  # random halves that are forgotten before one project is cleared
    seed: int = 1


LAYOUTS = {
    "short": Layout(20, 100),
    "of a line": Layout(20, 400),
    "of a paragraph": Layout(100, 1_200),
    "of a page": Layout(20, 2_000),
    "over several pages": Layout(20, 6_000),
    "all alike": Layout(300, 300),
    "three at a time": Layout(100, 1_200, turns=3),
    "hundred at a time": Layout(20, 2_000, turns=100, seed=4),
    "cleared at once": Layout(100, 1_200, rounds=0),
    "in many rounds": Layout(20, 2_000, rounds=4),
}


def canaries(home: Path) -> set[str]:
    """Those that can be read in any file of the home, in either encoding of SQLite's."""
    found: set[bytes] = set()
    for each in sorted(home.rglob("*")):
        if each.is_file():
            content = each.read_bytes().lower()
            for read in (content, content[::2], content[1::2]):
                found.update(_CANARY.findall(read))
    return {each.decode() for each in found}


def record(memory: Memory, layout: Layout, count: int) -> dict[str, int]:
    """In turns; answers in which round each goes."""
    chance = random.Random(layout.seed)
    rounds: dict[str, int] = {}
    for first in range(0, count, layout.turns):
        for project in ("left", "gone"):
            for n in range(first, min(first + layout.turns, count)):
                word = f"zq{project}{n:05d}k"
                rounds[word] = goes = next(k for k in range(9) if k == 8 or chance.random() < 0.5)
                filler = "雪落" * (chance.randint(layout.shortest, layout.longest) // 6)
                said = f"{word} {filler} round{goes}"
                if n % 8 == 0:
                    memory.entries.create("note", said, scope="project", project_id=project)
                memory.episodes.record(
                    Draft(
                        project_id=project,
                        skill_used="continue",
                        scene_type="action",
                        input_context=said,
                        candidates=(f"{filler[::2]}{word}", "b"),
                        selected_index=0,
                    )
                )
    return rounds


def erased(home: Path, layout: Layout, count: int) -> None:
    with open_memory(home, clock=FrozenClock(), ids=CountingIds()) as memory:
        memory.settings.update(preference_learning_enabled=False)
        rounds = record(memory, layout, count)
        memory.drain()
        assert canaries(home) == set(rounds)
        wiped = []
        for k in range(layout.rounds):
            for project in ("left", "gone"):
                forget = confirmed(memory.upkeep.forget)
                wiped.append(forget(project, Target(query_text=f"round{k}")).wiped)
        wiped.append(confirmed(memory.upkeep.clear_project)("gone").wiped)
        assert all(wiped)
        left = {word for word, k in rounds.items() if "left" in word and k >= layout.rounds}
        assert canaries(home) == left
    assert canaries(home) == left


@shows("C74")
@pytest.mark.parametrize("name", ["of a line", "of a paragraph", "hundred at a time"])
@pytest.mark.files("the pages of a file")
def test_no_page_keeps_a_copy_of_what_was_forgotten(home: Path, name: str) -> None:
    erased(home, LAYOUTS[name], 80)


@pytest.mark.soak
@shows("C74")
@pytest.mark.parametrize("name", LAYOUTS)
def test_two_thousand_texts_of_two_projects_leave_no_byte(home: Path, name: str) -> None:
    erased(home, LAYOUTS[name], 2_000)


# -- every door, every way

COMMON = "quillon"
DOORS = (
    *("input", "candidate", "final", "comment", "chapter", "note", "fact", "rule", "label"),
    *("captured", "entity", "basis", "edited", "imported", "said", "spoken", "answer", "character"),
    *("relation", "state", "asked", "written", "verdict", "intent"),
    *("document", "shelf"),
)

UNKEPT = ("edited", "intent")
"""What an edit replaced, and what a session has in mind: nowhere on disk."""


def canary(door: str) -> str:
    return f"{COMMON} zq{door}vorn"


def seen(*folders: Path) -> list[str]:
    """Doors whose canary can be read somewhere in these."""
    files = [each for folder in folders for each in folder.rglob("*") if each.is_file()]
    content = b"".join(each.read_bytes() for each in files).lower()
    written = {door: f"zq{door}vorn" for door in DOORS}
    return [
        door
        for door, word in written.items()
        if any(word.encode(code) in content for code in ("utf-8", "utf-16-le", "utf-16-be"))
    ]


class Teller:
    """Tells a memory something through every door, and knows how each is taken back."""

    def __init__(self, world: World, outside: Path) -> None:
        self.world, self.outside = world, outside
        self.workspace = outside / "workspace"
        self.workspace.mkdir(parents=True)
        self.project = {"scope": "project", "projectId": "novel"}
        self.episodes: list[str] = []
        self.rules: list[str] = []
        self.knowledge: list[str] = []
        self.story: list[str] = []

    def tell(self) -> None:
        self._episodes()
        self._typed()
        self._known()
        self._talked()
        self._story()
        self._wrote()
        self._kept_exactly()

    def _kept_exactly(self) -> None:
        """By a framework: in a value, and in where it stands."""
        self.world.ok(
            "documents:put",
            projectId="novel",
            namespace=["a", canary("shelf")],
            key="k",
            value={"deep": [{canary("document"): 1}]},
            vectors=[[1.0, 2.0]],
        )

    def _episodes(self) -> None:
        made = self.world.record(
            inputContext=canary("input"),
            candidates=[canary("candidate"), "别的。"],
            selectedIndex=0,
            finalText=canary("final"),
            explicit=canary("comment"),
            chapterId=canary("chapter"),
        )
        self.episodes.append(made["episodeId"])

    def _typed(self) -> None:
        ok = self.world.ok
        for kind in ("note", "fact"):
            made = ok("memory:create", type=kind, content=canary(kind), **self.project)
            self.knowledge.append(made["id"])
        rule = ok("memory:semantic:add", rule=f"never write {canary('rule')}", **self.project)
        self.rules.append(rule["id"])
        ok(
            "memory:preferences:ingest",
            projectId="novel",
            skillId="continue",
            action="accept",
            evidenceRef=canary("label"),
        )

    def _known(self) -> None:
        ok = self.world.ok
        sources = self.outside / "said"
        talk = OpenClawFile(sources / "talk.jsonl")
        talk.say(f"I am allergic to peanuts and my cat is called {canary('said')}.")
        listened = [{"kind": "openclaw", "path": str(sources)}]
        ok("agent:init", workspace=str(self.workspace), agentId="novel", sources=listened)
        held = ok(
            "knowledge:capture",
            projectId="novel",
            content=f"The gate opens for {canary('captured')}",
            type="belief",
            entities=[canary("entity")],
            basis=canary("basis"),
            source="talk:7",
        )["item"]["id"]
        typed = ok("knowledge:capture", projectId="novel", content=f"I keep {canary('edited')}")
        typed = typed["item"]
        ok(
            "knowledge:update",
            projectId="novel",
            id=typed["id"],
            patch={"content": f"I keep another {COMMON}"},
        )
        paper = self.outside / "MEMORY.md"
        paper.write_text(f"# Facts\n\n- The bridge is named {canary('imported')}\n", "utf-8")
        ok("memory:import", projectId="novel", path=str(paper))
        ok("knowledge:consolidate", projectId="novel", force=True, wait=True)
        ok("knowledge:snapshot", projectId="novel")
        ok("knowledge:files", projectId="novel")
        items = ok("knowledge:list", projectId="novel", limit=200)["items"]
        self.knowledge += [each["id"] for each in items if each["id"] not in self.knowledge]
        assert held in self.knowledge

    def _talked(self) -> None:
        self.world.ok(
            "compaction:save",
            projectId="novel",
            conversationId="talk",
            messages=[
                {"role": "user", "content": canary("spoken")},
                {"role": "assistant", "content": canary("answer")},
            ],
        )

    def _story(self) -> None:
        ok = self.world.ok
        name = canary("character")
        for other in (name, "Mira"):
            made = ok(
                "graph:upsert", projectId="novel", entity={"name": other, "type": "character"}
            )
            self.story.append(made["entity"]["id"])
        ok(
            "graph:upsert",
            projectId="novel",
            relation={"from": name, "kind": canary("relation"), "to": "Mira"},
        )
        ok(
            "graph:upsert",
            projectId="novel",
            state={"entity": name, "attribute": "mood", "value": canary("state")},
        )

    def _wrote(self) -> None:
        ok = self.world.ok
        session = ok("session:begin", projectId="novel")["sessionId"]
        for _ in range(3):
            ok("session:note", sessionId=session, kind="signal", text=canary("intent"))
        run = ok(
            "ai:skill:run",
            skillId="continue",
            projectId="novel",
            sessionId=session,
            text=f"She raised the {canary('asked')}.",
            candidates=1,
        )
        answered = ok(
            "ai:skill:feedback",
            runId=run["runId"],
            action="accept",
            finalText=f"She lost the {canary('written')}.",
        )
        self.episodes.append(answered["episodeId"])
        ok(
            "memory:trace:feedback",
            generationId=run["generationId"],
            verdict="incorrect",
            reason=f"less of {canary('verdict')}",
        )

    # -- the ways

    def by_id(self) -> bool:
        forget = partial(self.world.ok, "memory:forget", projectId="novel")
        told = [forget(episodeId=each) for each in self.episodes]
        told += [forget(ruleId=each) for each in self.rules]
        told += [forget(knowledgeId=each) for each in self.knowledge]
        told += [self.world.ok("compaction:delete", projectId="novel", conversationId="talk")]
        told += [self.world.ok("graph:delete", projectId="novel", id=self.story[0])]
        told += [self.world.ok("documents:clear", projectId="novel", namespace=["a"], wipe=True)]
        told += [twice(self.world, "memory:preferences:clear", projectId="novel")]
        session = twice(self.world, "memory:forget", projectId="novel", queryText="zqintentvorn")
        return all(each["wiped"] for each in (*told, session))

    def by_words(self) -> bool:
        asked = {"projectId": "novel", "queryText": COMMON}
        return bool(twice(self.world, "memory:forget", **asked)["wiped"])

    def by_project(self) -> bool:
        return bool(twice(self.world, "memory:clear:project", projectId="novel")["wiped"])

    def altogether(self) -> bool:
        return bool(twice(self.world, "memory:clear:all")["wiped"])


def twice(world: World, channel: str, **asked: Any) -> dict[str, Any]:
    """Both steps."""
    token = world.fails(channel, **asked)["details"]["confirmToken"]
    return world.ok(channel, confirmToken=token, **asked)


@shows("C74", "C93")
@pytest.mark.parametrize("way", ["by_id", "by_words", "by_project", "altogether"])
@pytest.mark.files("the bytes of files; the server's are in tests/postgres/test_sealing.py")
def test_nothing_that_came_through_any_door_is_left(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    # Given something that was told through every door
    caplog.set_level("DEBUG")
    teller = Teller(world, tmp_path / "outside")
    teller.tell()
    there = seen(world.home, teller.workspace)
    assert there == [door for door in DOORS if door not in UNKEPT]
    # When it is forgotten in one of the ways
    assert getattr(teller, way)()
    # Then it is in no byte of the home and of what we wrote elsewhere, nor in the log
    assert seen(world.home, teller.workspace) == []
    assert "vorn" not in caplog.text
    # And it does not come back
    world.reopen()
    world.memory.upkeep.cleanup()
    world.close()
    assert seen(world.home, teller.workspace) == []


# -- what repeats it


@shows("C74", "R86")
def test_the_episode_of_a_verdict_goes_with_the_one_it_repeats(world: World) -> None:
    # Given an episode that was used, and a verdict on what was written there
    prompt = world.ok("context:assemble", skillId="continue", projectId="novel", text="夜。")
    used = world.record(inputContext=canary("input"), generationId=prompt["generationId"])
    verdict = world.ok(
        "memory:trace:feedback", generationId=prompt["generationId"], verdict="incorrect"
    )
    kept = world.record()["episodeId"]
    # When the first is forgotten, the preview names both
    asked = {"projectId": "novel", "episodeId": used["episodeId"]}
    would = world.ok("memory:forget", **asked, dryRun=True)
    both = {used["episodeId"], verdict["episodeId"]}
    assert {each["id"] for each in would["items"]} == both
    # Then both are gone, and nothing else
    assert world.ok("memory:forget", **asked)["episodes"] == 2
    assert seen(world.home) == []
    listed = world.ok("memory:episode:list", projectId="novel")["items"]
    assert [each["id"] for each in listed] == [kept]


@shows("C74")
def test_a_copy_that_a_killed_rehearsal_left_goes_with_what_it_holds(world: World) -> None:
    # Given copies of processes that are gone, one with our number, and one of a process that lives
    rule = world.ok("memory:semantic:add", rule=canary("rule"), scope="project", projectId="novel")
    mine = inside(world.memory).process
    killed = f"{mine.rpartition(':')[0]}:{2**22 + 1}"  # more than there can be on a machine
    for name, process in (("dead", killed), ("same", mine), ("alive", "elsewhere:1")):
        folder = world.home / f"rehearsal~{quote(process, safe='')}~{name}"
        folder.mkdir()
        (folder / "mind.db").write_text(canary("rule"))
    # When the rule is deleted while the other rehearses, it is not claimed to be wiped
    gone = world.ok("memory:forget", projectId="novel", ruleId=rule["id"])
    assert gone["wiped"] is False
    (alive,) = world.home.glob("rehearsal~*")
    assert alive.name.endswith("alive")
    # Then it is, when that one is over
    shutil.rmtree(alive)
    world.reopen()
    assert world.ok("memory:status")["memoryDegraded"] is False
    assert seen(world.home) == []


@shows("C74", "R119")
@pytest.mark.files("the bytes of files; the server's are in tests/postgres/test_sealing.py")
def test_a_name_that_is_taken_from_the_list_is_in_no_file(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["Zqentityvorn", "Mira"])
    assert seen(world.home) == ["entity"]
    world.ok("memory:settings:update", redactNames=["Mira"])
    assert seen(world.home) == []


@shows("C96")
def test_the_doctor_finds_the_index_sound_after_something_was_forgotten(worlds: Worlds) -> None:
    world = worlds(immediate=False)
    ids = [world.record(inputContext=f"第{n}盏灯")["episodeId"] for n in range(12)]
    world.ok("memory:doctor")  # its connection remembers where the words lie
    for id in ids[:3]:
        world.ok("memory:forget", projectId="novel", episodeId=id)
        checks = world.ok("memory:doctor")["checks"]
        assert [each["name"] for each in checks if each["finding"] == "fail"] == []
