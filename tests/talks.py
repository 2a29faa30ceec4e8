"""Conversations that are nowhere on disk, and what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from inside import inside
from mohen.core.scope import Scope
from mohen.errors import IoFailed
from mohen.house import House
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation.model import Outcome, Trigger
from mohen.knowledge.model import Item, State
from mohen.knowledge.transcripts.model import (
    Bookmark,
    Reading,
    Role,
    Source,
    SourceKind,
    Transcript,
    Utterance,
)
from mohen.memory import Memory

AGENT = "小墨"
NOON = 1_770_206_400_000  # 4 February 2026, 12:00 UTC
MINUTE = 60_000
SOURCE = Source(SourceKind.OPENCLAW, "/nowhere")

USER, AI = Role.USER, Role.ASSISTANT
Line = tuple[Role, str] | tuple[Role, str, int | None] | str


@dataclass
class Talks:
    """A host that keeps its sessions in memory. What is not a message is a broken line."""

    sessions_: dict[str, list[Utterance | None]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # sessions that cannot be read
    gone: bool = False  # the whole source
    rewritten: set[str] = field(default_factory=set)
    abandoned: dict[str, tuple[int, ...]] = field(default_factory=dict)
    reads: int = 0

    def say(self, session: str, *lines: Line) -> Talks:
        """What the user says, or who says what, and when if it is not a minute later."""
        kept = self.sessions_.setdefault(session, [])
        for each in lines:
            role, text, *at = (USER, each) if isinstance(each, str) else each
            when = at[0] if at else NOON + len(kept) * MINUTE
            kept.append(Utterance(session, len(kept) + 1, role, text, when))
        return self

    def rewrite(self, session: str, *lines: Line) -> Talks:
        self.sessions_[session] = []
        self.rewritten.add(session)
        return self.say(session, *lines)

    # -- the port

    def sessions(self, source: Source) -> Iterator[Transcript]:
        if self.gone:
            raise IoFailed("the folder cannot be read")
        for name in sorted(self.sessions_):
            lines = self.sessions_[name]
            changed = (NOON + len(lines)) * 1_000_000 + (name in self.rewritten)
            yield Transcript(name, f"key-{name}", len(lines), changed)

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        self.reads += 1
        name = key.removeprefix("key-")
        if name in self.broken:
            raise IoFailed("the file cannot be read")
        lines = self.sessions_[name]
        anew = name in self.rewritten and (after is None or after.mark != "anew")
        start = 0 if after is None or anew else after.line
        chosen = lines[start : start + most]
        return Reading(
            tuple(each for each in chosen if each is not None),
            Bookmark(name, start + len(chosen), mark="anew" if name in self.rewritten else ""),
            done=start + len(chosen) == len(lines),
            broken=tuple(start + n + 1 for n, each in enumerate(chosen) if each is None),
            abandoned=self.abandoned.pop(name, ()) if after is not None else (),
            rewritten=anew and after is not None,
        )

    def detect(self, path: str) -> SourceKind:
        return SourceKind.OPENCLAW

    def discover(self, workspace: str) -> tuple[Source, ...]:
        return ()


def listening(memory: Memory, talks: Talks, *, batch: int | None = None, **more: Any) -> House:
    """The parts of a memory whose one agent hears these."""
    parts = inside(memory).but(transcripts=talks, **more)
    agent = Agent(project_id=AGENT, sources=(SOURCE,), created_at=parts.clock.now())
    parts.mind_db.write(lambda tx: parts.agent_store.put(tx, agent))
    if batch is not None:
        policy = parts.policy
        times = replace(policy.consolidation, batch=batch)
        return parts.but(policy=replace(policy, consolidation=times))
    return parts


def run(parts: House, **how: Any) -> Outcome:
    return parts.consolidator.consolidate(AGENT, Trigger.MANUAL, **{"force": True, **how})


def known(parts: House, *states: State) -> list[Item]:
    wanted = states or (State.ACTIVE,)
    return parts.knowledge_store.page(Scope(AGENT), states=wanted, after="", limit=1_000)


def contents(parts: House, *states: State) -> set[str]:
    return {each.content for each in known(parts, *states)}


def tables(parts: House, *but: str) -> dict[str, list[Any]]:
    """Every row of every table, apart from those that tell who works and how often, and from what a
    full-text index keeps to itself and tidies when it likes."""
    volatile = ("leases", "alerts", "commits", "knowledge_revision", "sqlite_sequence", *but)
    with parts.mind_db.read() as reader:
        names = [
            name
            for (name,) in reader.execute(
                "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'"
                " ORDER BY name"
            )
        ]
        return {
            name: reader.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall()
            for name in names
            if name not in volatile
        }


class Killed(BaseException):
    """The process is no more; nobody catches it."""


class Mortal:
    """A database whose process dies with the n-th write: before it, or when it is on disk."""

    def __init__(self, inner: Any, *, dies_at: int, written: bool) -> None:
        self._inner = inner
        self._left = dies_at
        self._written = written
        self._dead = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def write(self, work: Callable[[Any], Any]) -> Any:
        if self._dead:
            raise Killed
        self._dead = self._left == 0
        self._left -= 1
        if self._dead and not self._written:
            raise Killed
        done = self._inner.write(work)
        if self._dead:
            raise Killed
        return done


MONTH: Sequence[tuple[str, Sequence[Line]]] = (
    (
        "a",
        (
            "我叫张三。我对花生过敏，记住。",
            (AI, "好的，张三。"),
            "我住在北京",
            "哈哈",
            "我喜欢喝咖啡。今天下午开会。",
        ),
    ),
    (
        "b",
        (
            "I work at Acme as an engineer.",
            (AI, "Nice!"),
            "My sister Anna lives in Berlin.",
            "我讨厌香菜",
            "其实我搬到上海了，更正一下",
        ),
    ),
)


def month(talks: Talks | None = None) -> Talks:
    talks = talks or Talks()
    for name, lines in MONTH:
        talks.say(name, *lines)
    return talks
