"""Sixty sittings of one author with a real memory, through the channels any tool would use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

from mohen import Memory, open_memory
from mohen.rules.model import Op, Predicate
from mohen.server.dispatch import Dispatcher
from mohen.testing import FrozenClock
from simulated.acting import APART, START
from simulated.driving import MEMORY_DISK
from simulated.likes import Reviser
from simulated.prose import Writer, draw_knobs
from simulated.revising import Revised, revise
from simulated.score import Judged, judge

ARMS: Final = {
    "injection on": {},
    "injection off": {"injectionEnabled": False},
    "learning off": {"preferenceLearningEnabled": False},
    "typed by hand": {"preferenceLearningEnabled": False},
}
PROJECT: Final = "novel"
CHAPTER: Final = 7  # sittings
BEFORE: Final = {"zh": (120, 260), "en": (80, 170)}  # characters, words
TEN: Final = 10
REWRITTEN: Final = 2  # of ten: a passage is rewritten, else the text is continued


@dataclass(frozen=True, slots=True)
class Sitting:
    """One run and what became of it."""

    scene: str
    skill: str
    revised: Revised
    rules: int  # in the prompt
    content: float  # of the candidates, those that need no change for any like

    @property
    def cost(self) -> float:
        return self.revised.cost


@dataclass(slots=True)
class Course:
    """One author in one arm."""

    author: Reviser
    arm: str
    sittings: list[Sitting] = field(default_factory=list)
    judged: Judged = field(default_factory=Judged)
    rules: tuple[str, ...] = ()

    @property
    def costs(self) -> list[float]:
        return [each.cost for each in self.sittings]


def follow(author: Reviser, arm: str, runs: int) -> Course:
    """From an empty home to the last run."""
    clock = FrozenClock(START)
    disk = MEMORY_DISK if MEMORY_DISK.is_dir() else None
    with (
        TemporaryDirectory(prefix="mohen-writing-", dir=disk) as folder,
        open_memory(Path(folder), clock=clock, immediate=True) as memory,
    ):
        tool = _Tool(memory)
        tool.prepare(author, arm)
        course = Course(author, arm)
        for number, task in enumerate(tasks(author, runs)):
            course.sittings.append(tool.sitting(author, number, task))
            memory.drain()
            clock.advance(hours=Random(f"pause {author.name} {number}").uniform(*APART))
        course.rules, learned = tool.learned()
        course.judged = judge([each.truth for each in author.likes], learned)
    return course


@dataclass(frozen=True, slots=True)
class Task:
    scene: str
    skill: str
    text: str
    chapter: str


def tasks(author: Reviser, runs: int) -> Iterator[Task]:
    """The same in every arm: nothing that was learned or kept comes into them. Every ten hold
    the same kinds of scenes in another order, so that the first can be set against the last."""
    for number in range(runs):
        if number % TEN == 0:
            rng = Random(f"ten {author.name} {number}")
            scenes = rng.sample(_ten(author), TEN)
            rewritten = rng.sample(range(TEN), REWRITTEN)
        rng = Random(f"task {author.name} {number}")
        scene = scenes[number % TEN]
        writer = Writer(rng, author.language, scene, draw_knobs(rng, author.language, scene))
        text = writer.passage(rng.randint(*BEFORE[author.language])).text()
        skill = "rewrite" if number % TEN in rewritten else "continue"
        yield Task(scene, skill, text, f"chapter-{1 + number // CHAPTER}")


def _ten(author: Reviser) -> list[str]:
    """Each kind of scene as often as its weight has it."""
    total = sum(weight for _, weight in author.scenes)
    upto = [round(TEN * part / total) for part in accumulate(w for _, w in author.scenes)]
    kinds = zip(author.scenes, upto, (0, *upto), strict=False)
    return [scene for (scene, _), end, start in kinds for _ in range(end - start)]


class _Tool:
    """A writing tool that speaks to the memory's door."""

    def __init__(self, memory: Memory) -> None:
        self._door = Dispatcher(memory)

    def prepare(self, author: Reviser, arm: str) -> None:
        patch = {**ARMS[arm], "promptLanguage": author.language}
        self._call("memory:settings:update", **patch)
        if arm == "typed by hand":
            for like in author.likes:
                self._call(
                    "memory:semantic:add",
                    rule=like.typed(author.language),
                    scope="project",
                    projectId=PROJECT,
                )

    def sitting(self, author: Reviser, number: int, task: Task) -> Sitting:
        # Nothing to change was found: then it is continued; nothing new was left to say: expanded.
        for skill in (task.skill, "continue", "expand"):
            ran = self._run(task, skill)
            if ran["candidates"]:
                break
        revised = revise(author, number, task.scene, ran["candidates"])
        self._call(
            "ai:skill:feedback",
            runId=ran["runId"],
            projectId=PROJECT,
            action="accept",
            selectedIndex=revised.selected,
            finalText=revised.final,
        )
        likes, offered = author.of(task.scene), ran["candidates"]
        content = fmean(all(each.pleased(text) for each in likes) for text in offered)
        rules = len(ran["injected"]["memory"])
        return Sitting(task.scene, task.skill, revised, rules, content)

    def _run(self, task: Task, skill: str) -> dict[str, Any]:
        whole = len(task.text)
        whole_of_it = {"selection": {"start": 0, "end": whole}}
        return self._call(
            "ai:skill:run",
            skillId=skill,
            projectId=PROJECT,
            chapterId=task.chapter,
            sceneType=task.scene,
            text=task.text,
            **({"cursor": whole} if skill == "continue" else whole_of_it),
        )

    def learned(self) -> tuple[tuple[str, ...], list[Predicate | None]]:
        """What it says and what it means, surest first; typed rules are not learned."""
        items = self._call("memory:semantic:list", projectId=PROJECT)["items"]
        found = [each for each in items if each["origin"] != "manual"]
        found.sort(key=lambda each: (-each["confidence"], each["id"]))
        return tuple(each["rule"] for each in found), [_predicate(each) for each in found]

    def _call(self, channel: str, **payload: Any) -> dict[str, Any]:
        envelope = self._door.call(channel, payload)
        if not envelope["ok"]:
            raise RuntimeError(f"{channel}: {envelope['error']}")
        data: dict[str, Any] = envelope["data"]
        return data


def _predicate(item: dict[str, Any]) -> Predicate | None:
    said = item.get("predicate")
    if not said:
        return None
    return Predicate(
        said["feature"], Op(said["op"]), said["value"], said["unit"],
        said.get("sceneType"), said.get("skillUsed"),
    )  # fmt: skip
