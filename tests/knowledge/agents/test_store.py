"""Agents and bookmarks as rows."""

from __future__ import annotations

from inside import inside
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.transcripts.model import Bookmark, Source, SourceKind
from mohen.memory import Memory

CLAW = Agent(
    project_id="claw",
    workspace="/home/me/墨",
    sources=(Source(SourceKind.OPENCLAW, "/x"), Source(SourceKind.TEXT, "/笔记")),
    sees=("other", "*"),
    created_at=5,
)


def test_an_agent_comes_back_as_it_was(memory: Memory) -> None:
    parts = inside(memory)
    bare = Agent(project_id="bare")
    parts.mind_db.write(lambda tx: (parts.agents.put(tx, CLAW), parts.agents.put(tx, bare)))
    assert parts.agents.get("claw") == CLAW
    assert parts.agents.by_workspace("/home/me/墨") == CLAW
    assert parts.agents.by_workspace("/home/me") is None
    assert parts.agents.all() == [bare, CLAW]
    assert parts.mind_db.write(lambda tx: parts.agents.remove(tx, "claw")).value is True
    assert parts.mind_db.write(lambda tx: parts.agents.remove(tx, "claw")).value is False
    assert parts.agents.get("claw") is None


def test_bookmarks_are_an_agents_own(memory: Memory) -> None:
    parts = inside(memory)
    mark = Bookmark("s", line=3, offset=2**40, mark="m", changed_at=2**60)
    parts.mind_db.write(
        lambda tx: [
            parts.agents.put_bookmark(tx, "a", "openclaw/s.jsonl", Bookmark("s")),
            parts.agents.put_bookmark(tx, "a", "openclaw/s.jsonl", mark),
            parts.agents.put_bookmark(tx, "b", "openclaw/s.jsonl", Bookmark("s")),
        ]
    )
    assert parts.agents.bookmarks("a") == {"openclaw/s.jsonl": mark}
    assert parts.mind_db.write(lambda tx: parts.agents.drop_bookmarks(tx, "a")).value == 1
    assert parts.agents.bookmarks("a") == {}
    assert len(parts.agents.bookmarks("b")) == 1
