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
    parts.mind_db.write(
        lambda tx: (parts.agent_store.put(tx, CLAW), parts.agent_store.put(tx, bare))
    )
    assert parts.agent_store.get("claw") == CLAW
    assert parts.agent_store.by_workspace("/home/me/墨") == CLAW
    assert parts.agent_store.by_workspace("/home/me") is None
    assert parts.agent_store.all() == [bare, CLAW]
    assert parts.mind_db.write(lambda tx: parts.agent_store.remove(tx, "claw")).value is True
    assert parts.mind_db.write(lambda tx: parts.agent_store.remove(tx, "claw")).value is False
    assert parts.agent_store.get("claw") is None


def test_bookmarks_are_an_agents_own(memory: Memory) -> None:
    parts = inside(memory)
    mark = Bookmark("s", line=3, offset=2**40, mark="m", changed_at=2**60)
    parts.mind_db.write(
        lambda tx: [
            parts.agent_store.put_bookmark(tx, "a", "openclaw/s.jsonl", Bookmark("s")),
            parts.agent_store.put_bookmark(tx, "a", "openclaw/s.jsonl", mark),
            parts.agent_store.put_bookmark(tx, "b", "openclaw/s.jsonl", Bookmark("s")),
        ]
    )
    assert parts.agent_store.bookmarks("a") == {"openclaw/s.jsonl": mark}
    assert parts.mind_db.write(lambda tx: parts.agent_store.drop_bookmarks(tx, "a")).value == 1
    assert parts.agent_store.bookmarks("a") == {}
    assert len(parts.agent_store.bookmarks("b")) == 1
