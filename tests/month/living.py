"""Two agents live through the month in one home, and are consolidated each night at three."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import on_postgres
from mohen.knowledge.transcripts.model import SourceKind
from mohen.models.model import Reply
from mohen.models.ports import LanguageModel
from mohen.testing import FrozenClock
from mohen.text.tokens import Message
from month.script import AHEAD, HOUR, Day, Kept, Reader, month, said
from month.telling import Teller
from transcripts import Reader as Transcript
from worlds import World

AGENTS = ("mo", "nova")
STATES = ["active", "archived", "superseded", "denied", "withdrawn"]


def at(local: str) -> int:
    """A moment as those who speak say it: 2026-03-01T03:00."""
    return round(datetime.fromisoformat(local).replace(tzinfo=UTC).timestamp() * 1_000) - AHEAD


BEGIN, END = at("2026-03-01T03:00"), at("2026-04-01T03:00")


def known(world: World, agent: str) -> list[dict[str, Any]]:
    """Everything that is and was known, by id."""
    items: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        page = world.ok("knowledge:list", projectId=agent, states=STATES, limit=200, **cursor)
        items += page["items"]
        if "nextCursor" not in page["page"]:
            return items
        cursor = {"cursor": page["page"]["nextCursor"]}


def kept(items: Iterable[dict[str, Any]]) -> set[Kept]:
    return {
        Kept(each["type"], each["content"], each["state"], each["validFrom"], each.get("validTo"))
        for each in items
        if each["type"] != "summary"
    }


def summaries(items: Iterable[dict[str, Any]], state: str = "active") -> list[str]:
    return sorted(
        each["content"] for each in items if each["type"] == "summary" and each["state"] == state
    )


@dataclass(slots=True)
class Month:
    """`wrong`: what was not as a reader expects, by night. `outcomes`: of each night and agent."""

    root: Path
    world: World
    readers: dict[str, Reader]
    wrong: list[tuple[str, str, str, Kept]] = field(default_factory=list)
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    told: bool = False  # by the host, while it is said

    @classmethod
    def begin(cls, root: Path, *, model: LanguageModel | None = None, told: bool = False) -> Month:
        """`told`: the host tells what is said, and nobody reads its transcripts."""
        world = World(root / "home", clock=FrozenClock(BEGIN), model=model)
        for agent in AGENTS:
            (root / agent / "sessions").mkdir(parents=True)
            source = {"kind": "openclaw", "path": str(root / agent / "sessions")}
            world.ok(
                "agent:init",
                workspace=str(root / agent),
                agentId=agent,
                sources=[] if told else [source],
            )
        readers = {agent: Reader(clever=model is not None) for agent in AGENTS}
        return cls(root, world, readers, told=told)

    def live(self, *, nightly: bool = True, days: int = 31) -> Month:
        """So many days; without nights, all is read when they are over."""
        tellers = {a: Teller(self.root / a / "sessions", self.readers[a]) for a in AGENTS}
        for together in islice(zip(*map(month, AGENTS), strict=True), days):
            for agent, day in zip(AGENTS, together, strict=True):
                tellers[agent].tell(day)
                if self.told:
                    self._tell(agent, day)
            self.world.clock.advance(hours=24)
            if nightly:
                self._night(together[0].date)
        if not nightly:
            self._night("all of it")
        return self

    def _tell(self, agent: str, day: Day) -> None:
        """What the transcripts of a day say, as a host tells it while it is said."""
        for session in day.sessions:
            file = self.root / agent / "sessions" / f"{session.name}.jsonl"
            messages = [
                {"role": each.role, "text": each.text, "at": each.at}
                for each in Transcript(SourceKind.OPENCLAW, file).whole(most=500)
            ]
            where = {"projectId": agent, "session": session.name}
            for start in range(0, len(messages), 4):
                self.world.ok("talk:hear", **where, messages=messages[start : start + 4])

    def _night(self, date: str) -> None:
        self.outcomes += self.world.ok("knowledge:consolidate")["outcomes"]
        for agent, reader in self.readers.items():
            got, wanted = kept(known(self.world, agent)), set(reader.notes)
            self.wrong += [(date, agent, "missing", each) for each in wanted - got]
            self.wrong += [(date, agent, "not expected", each) for each in got - wanted]

    def copied(self, to: Path) -> World:
        """Home and workspaces as they are, once more, for those who change them."""
        shutil.copytree(self.root, to)
        if on_postgres.is_on():
            on_postgres.copy(self.world.memory, self.world.home, to / "home")
        world = World(to / "home", clock=FrozenClock(self.world.clock.now()))
        for agent in AGENTS:
            world.ok("agent:update", projectId=agent, workspace=str(to / agent))
        return world


class Ear:
    """A model that understands what only a model does, says it well, and makes nothing up."""

    name = "ear"
    remote = False

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self._heard = {
            line.text: [kept for mark, kept in line.keeps if mark == "m"]
            for agent in AGENTS
            for line in said(agent)
        }

    def ask(self, messages: Iterable[Message], *, max_tokens: int, json: bool = True) -> Reply:
        system, data = messages
        self.asked.append((system.content, max_tokens))
        return Reply(_dumps(self._answer(system.content, _loads(data.content))))

    def _answer(self, system: str, shown: list[dict[str, Any]]) -> dict[str, Any]:
        if '"selected"' in system:
            told = [each["id"] for each in shown if self._heard.get(each["text"])]
            return {"selected": [{"id": id, "importance": 0.6} for id in told]}
        if '"facts"' in system:
            return {
                "facts": [
                    {"id": each["id"], "content": content, "category": "status", "entities": []}
                    for each in shown
                    for content in self._heard.get(each["text"], ())
                ]
            }
        return {"verdicts": [], "summaries": []}


def _loads(data: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(data.removeprefix("<data>").removesuffix("</data>"))
    return found


def _dumps(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)


assert END - BEGIN == 31 * 24 * HOUR
