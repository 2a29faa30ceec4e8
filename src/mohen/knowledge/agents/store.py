"""Agents that share the home, and how far their conversations were read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.knowledge.agents.model import Agent, Host
from mohen.knowledge.transcripts.model import Bookmark, Source, SourceKind

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = "project_id, workspace, sources, sees, created_at, host"
_BOOKMARK = "session, line, byte, mark, changed_at"


class AgentStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tx: Tx, agent: Agent) -> None:
        """As it is from now on."""
        sources = [[each.kind.value, each.path] for each in agent.sources]
        tx.execute(
            f"INSERT OR REPLACE INTO agents ({_COLUMNS}) VALUES (?,?,?,?,?,?)",
            (
                agent.project_id,
                agent.workspace,
                json.dumps(sources, ensure_ascii=False),
                json.dumps(agent.sees, ensure_ascii=False),
                agent.created_at,
                agent.host.value,
            ),
        )

    def remove(self, tx: Tx, project_id: str) -> bool:
        """Whether there was one. What is known of it by others is left to them."""
        tx.execute("DELETE FROM agents WHERE project_id = ?", (project_id,))
        return bool(tx.changes())

    def find(self, tx: Tx, project_id: str) -> Agent | None:
        row = tx.execute(f"SELECT {_COLUMNS} FROM agents WHERE project_id = ?", (project_id,)).get
        return None if row is None else _agent(row)

    def owner(self, tx: Tx, workspace: str) -> Agent | None:
        """The agent whose workspace that is."""
        named = self._database.named(tx, workspace)
        row = tx.execute(f"SELECT {_COLUMNS} FROM agents WHERE workspace = ?", (named,)).get
        return None if row is None else _agent(row)

    def every(self, tx: Tx) -> list[Agent]:
        found = tx.execute(f"SELECT {_COLUMNS} FROM agents ORDER BY project_id")
        return [_agent(row) for row in found]

    def get(self, project_id: str) -> Agent | None:
        def read(reader: Tx) -> Agent | None:
            row = reader.execute(
                f"SELECT {_COLUMNS} FROM agents WHERE project_id = ?", (project_id,)
            ).get
            return None if row is None else _agent(row)

        return self._database.remembered(("agent", project_id), read)

    def by_workspace(self, path: str) -> Agent | None:
        with self._database.read() as reader:
            return self.owner(reader, path)

    def all(self) -> list[Agent]:
        with self._database.read() as reader:
            found = reader.execute(f"SELECT {_COLUMNS} FROM agents ORDER BY project_id")
            return [_agent(row) for row in found]

    # -- how far sessions were read (C58)

    def bookmarks(self, project_id: str) -> dict[str, Bookmark]:
        """By the key of their session."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT key, {_BOOKMARK} FROM bookmarks WHERE project_id = ?", (project_id,)
            )
            return {key: Bookmark(*row) for key, *row in found}

    def put_bookmark(self, tx: Tx, project_id: str, key: str, bookmark: Bookmark) -> None:
        tx.execute(
            f"INSERT OR REPLACE INTO bookmarks (project_id, key, {_BOOKMARK}) "
            "VALUES (?,?,?,?,?,?,?)",
            (
                project_id,
                key,
                bookmark.session,
                bookmark.line,
                bookmark.offset,
                bookmark.mark,
                bookmark.changed_at,
            ),
        )

    def drop_bookmarks(self, tx: Tx, project_id: str) -> int:
        """How many there were."""
        tx.execute("DELETE FROM bookmarks WHERE project_id = ?", (project_id,))
        return int(tx.changes())


def _agent(row: Any) -> Agent:
    project_id, workspace, sources, sees, created_at, host = row
    return Agent(
        project_id=project_id,
        workspace=workspace,
        sources=tuple(Source(SourceKind(kind), path) for kind, path in json.loads(sources)),
        sees=tuple(json.loads(sees)),
        created_at=created_at,
        host=Host(host),
    )


ROWS = (Rows("agents", f"SELECT project_id, {_COLUMNS} FROM agents", _agent),)
